import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { pickOf } from '../../../src/shared/accounts/groups.ts'
import { account, MemoryDesk } from '../../unit/renderer/memory-desk.ts'
import { openWindow } from '../window.ts'

const button = (name: string | RegExp) => page.getByRole('button', { name })
const box = (name: string) => page.getByRole('checkbox', { name: new RegExp(`^${name} `) })

describe('a window that shows accounts which were picked one by one', () => {
  async function opened(item: string): Promise<void> {
    const desk = new MemoryDesk({
      accounts: [account('main'), account('swing'), account('third')],
      window: { selected: pickOf(['swing', 'third']) },
    })
    await openWindow(desk)
    await button('New order').click()
    await page.getByRole('menuitem', { name: item }).click()
  }

  it('opens a ticket for just these', async () => {
    await opened('Regular')
    for (const name of ['Swing', 'Third']) await expect.element(box(name)).toBeChecked()
    await expect.element(box('Main')).not.toBeInTheDocument()
    await expect.element(page.getByText('2 of 2 accounts')).toBeVisible()
  })

  it('makes of a line of a basket one for each of them', async () => {
    await opened('Basket')
    await page.getByRole('textbox', { name: 'symbol, line 1' }).fill('INFY-EQ')
    const whose = (line: number) => page.getByRole('combobox', { name: `account, line ${line}` })
    await whose(1).selectOptions('Each of the 2 that are shown: a line each')
    await expect.element(whose(1)).toHaveValue('swing')
    await expect.element(whose(2)).toHaveValue('third')
    await expect
      .element(page.getByRole('textbox', { name: 'symbol, line 2' }))
      .toHaveValue('INFY-EQ')
  })
})
