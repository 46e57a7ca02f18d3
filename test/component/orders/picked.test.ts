import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { practiceChoice } from '../../../src/shared/accounts/accounts.ts'
import { pickOf } from '../../../src/shared/accounts/groups.ts'
import { account, MemoryDesk } from '../../unit/renderer/memory-desk.ts'
import { openWindow } from '../window.ts'

const button = (name: string | RegExp) => page.getByRole('button', { name })
const box = (name: string) => page.getByRole('checkbox', { name: new RegExp(`^${name} `) })

const real = (id: string) =>
  account(id, { service: { kind: 'url', url: 'https://api.example.com' } })

describe('a window that shows accounts which were picked one by one', () => {
  async function opened(
    item: string,
    {
      accounts = [account('main'), account('swing'), account('third')],
      picked = ['swing', 'third'],
      selected = pickOf(picked),
    } = {},
  ): Promise<void> {
    const desk = new MemoryDesk({ accounts, window: { selected } })
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

  it('opens a ticket for all that are shown, where each of them is in sight, and no practice beside them', async () => {
    const accounts = [real('main'), real('swing'), account('trial'), account('toy')]
    await opened('Regular', { accounts, picked: [] })
    for (const name of ['Main', 'Swing']) await expect.element(box(name)).toBeChecked()
    await expect.element(page.getByText('2 of 2 accounts')).toBeVisible()
  })

  it('opens a ticket for nobody, where more are shown than are seen at once', async () => {
    const accounts = ['one', 'two', 'three', 'four', 'five'].map((id) => account(id))
    await opened('Regular', { accounts, picked: [] })
    await expect.element(page.getByText('0 of 5 accounts')).toBeVisible()
  })

  it('gives the name of an account all the room that its amount does not need, and cuts no broker', async () => {
    const name = 'Sharma Family Trust (HUF), long term'
    const ids = ['one', 'two', 'three', 'four', 'five']
    const accounts = ids.map((id) => account(id, { name: `${name} ${id}` }))
    await opened('Regular', { accounts, picked: [] })
    const row = box(`${name.replaceAll(/[()]/g, String.raw`\$&`)} one`)
    await expect.element(row).toBeVisible()
    const [said, broker] = row.element().closest('label')!.querySelectorAll('.name > span')
    expect(said!.scrollWidth).toBeLessThanOrEqual(said!.clientWidth)
    await row.click()
    await expect.element(page.getByText(/1 of 5 accounts/)).toBeVisible()
    const whole = broker!.getBoundingClientRect()
    const around = broker!.closest('label')!.getBoundingClientRect()
    expect(broker!.textContent).toBe('· PX')
    expect(whole.right).toBeLessThanOrEqual(around.right)
  })

  it('opens a ticket for the practice accounts, where these are shown', async () => {
    const accounts = [real('main'), real('swing'), account('trial'), account('toy')]
    await opened('Regular', { accounts, selected: practiceChoice })
    for (const name of ['Trial', 'Toy']) await expect.element(box(name)).toBeChecked()
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

  it('makes lines of the real ones alone, and each is ticked as the first was', async () => {
    await opened('Basket', {
      accounts: [real('main'), real('swing'), account('practice')],
      picked: ['main', 'swing', 'practice'],
    })
    const whose = (line: number) => page.getByRole('combobox', { name: `account, line ${line}` })
    const chosen = (line: number) => page.getByRole('checkbox', { name: `Choose line ${line}` })
    await page.getByRole('textbox', { name: 'symbol, line 1' }).fill('INFY-EQ')
    await chosen(1).click()
    await whose(1).selectOptions('Each of the 2 that are shown without practice: a line each')
    await expect.element(whose(1)).toHaveValue('main')
    await expect.element(whose(2)).toHaveValue('swing')
    await expect.element(whose(3)).not.toBeInTheDocument()
    for (const line of [1, 2]) await expect.element(chosen(line)).not.toBeChecked()
  })
})
