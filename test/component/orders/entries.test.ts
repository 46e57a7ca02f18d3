import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { account, MemoryDesk } from '../../unit/renderer/memory-desk.ts'
import { order, position } from '../../unit/renderer/records.ts'
import { openWindow } from '../window.ts'

const ticket = (name: string | RegExp) => page.getByRole('dialog', { name })
const field = (name: string) => page.getByRole('textbox', { name, exact: true })
const row = (grid: string, name: RegExp) =>
  page.getByRole('grid', { name: grid }).getByRole('row', { name })
const item = (name: string | RegExp) => page.getByRole('menuitem', { name })

function deskWithBooks(): MemoryDesk {
  const desk = new MemoryDesk({ accounts: [account('main'), account('swing')] })
  desk.fill('main', 'positions', [['a', position({ netqty: 200 })]])
  desk.fill('swing', 'orders', [['o', order({ symbol: 'SBIN-EQ', status: 'open', fillshares: 0 })]])
  return desk
}

async function menuOf(desk: MemoryDesk, grid: string, name: RegExp): Promise<void> {
  await openWindow(desk)
  await row(grid, name).click({ button: 'right' })
}

describe('a ticket is opened', () => {
  it('by N, which is only a letter where something is typed', async () => {
    await openWindow(deskWithBooks())
    await expect.element(page.getByRole('button', { name: 'New order' })).toBeVisible()
    await page.getByRole('searchbox').first().click()
    await userEvent.keyboard('n')
    await expect.element(ticket(/ticket/)).not.toBeInTheDocument()
    ;(document.activeElement as HTMLElement).blur()
    await userEvent.keyboard('n')
    await expect.element(ticket('Regular ticket')).toBeVisible()
    await expect.element(page.getByRole('combobox', { name: 'Symbol' })).toHaveFocus()
  })

  it('takes a symbol in small letters for the one in capitals, and says where stops are', async () => {
    await openWindow(deskWithBooks())
    await expect.element(page.getByRole('button', { name: 'New order' })).toBeVisible()
    await userEvent.keyboard('n')
    const symbol = page.getByRole('combobox', { name: 'Symbol' })
    await expect.element(symbol).toHaveFocus()
    await userEvent.keyboard('infy-eq')
    await expect.element(symbol).toHaveValue('INFY-EQ')
    await userEvent.keyboard('{Home}nse:')
    await expect.element(symbol).toHaveValue('NSE:INFY-EQ')
    await page
      .getByText(/^Stop orders/)
      .getByRole('button', { name: 'Smart' })
      .click()
    await expect.element(ticket(/^Smart ticket/)).toBeVisible()
    await expect.element(page.getByText(/^Stop orders/)).not.toBeInTheDocument()
  })

  it('for nobody in particular, and yet knows what the books in sight say of its symbol', async () => {
    await openWindow(deskWithBooks())
    await expect.element(page.getByRole('button', { name: 'New order' })).toBeVisible()
    await userEvent.keyboard('n')
    const symbol = page.getByRole('combobox', { name: 'Symbol' })
    await symbol.fill('NOWHERE-EQ')
    await expect.element(page.getByText('not in the books')).toBeVisible()
    await symbol.fill('INFY-EQ')
    await expect.element(page.getByText('not in the books')).not.toBeInTheDocument()
    await expect
      .element(
        ticket(/INFY-EQ/)
          .getByText(/1,531\.90/)
          .first(),
      )
      .toBeVisible()
    expect(page.getByRole('checkbox', { name: /^(Main|Swing)/, checked: true }).elements()).toEqual(
      [],
    )
  })

  it('by B and S on a row, for its account alone, and gets the focus', async () => {
    await openWindow(deskWithBooks())
    await row('Positions', /INFY-EQ/).click()
    await userEvent.keyboard('s')
    await expect.element(ticket('Regular ticket, INFY-EQ')).toBeVisible()
    await expect.element(page.getByText('SELL', { exact: true })).toBeVisible()
    await expect.element(field('Limit price')).toHaveValue('1531.9')
    await expect.element(field('Quantity')).toHaveFocus()
    await expect.element(page.getByRole('checkbox', { name: /^Main/ })).toBeChecked()
    await expect.element(page.getByRole('checkbox', { name: /^Swing/ })).not.toBeChecked()
    await userEvent.keyboard('{Escape}')
    await expect.element(ticket(/ticket/)).not.toBeInTheDocument()
  })

  it('once for the same: a second time brings the first one forward', async () => {
    await openWindow(deskWithBooks())
    /** The middle of the row lies under the ticket. */
    const beside = () => row('Positions', /INFY-EQ/).click({ position: { x: 60, y: 10 } })
    await beside()
    await userEvent.keyboard('b')
    await expect.element(field('Quantity')).toHaveFocus()
    await beside()
    await userEvent.keyboard('b')
    await expect.element(field('Quantity')).toHaveFocus()
    expect(ticket(/ticket/).elements()).toHaveLength(1)
    await beside()
    await userEvent.keyboard('s')
    await expect.poll(() => ticket(/ticket/).elements()).toHaveLength(2)
  })

  it('by the menu of a position, to leave a part of it', async () => {
    await menuOf(deskWithBooks(), 'Positions', /INFY-EQ/)
    await item('Exit 50 %…').click()
    await expect.element(ticket(/INFY-EQ/)).toBeVisible()
    await expect.element(page.getByText('exit', { exact: true })).toBeVisible()
    await expect.element(field('Quantity')).toHaveValue('100')
    await expect.element(page.getByText('SELL', { exact: true })).toBeVisible()
    await expect.element(page.getByRole('radio', { name: 'Market 0.5 %' })).toBeChecked()
  })

  it('by the menu of a position, to turn it round with one smart order', async () => {
    await menuOf(deskWithBooks(), 'Positions', /INFY-EQ/)
    await item('Reverse…').click()
    await expect.element(ticket('Smart ticket, INFY-EQ')).toBeVisible()
    await expect.element(field('Target position')).toHaveValue('-200')
  })

  it('and an order’s menu says that no single one can be cancelled, and what can', async () => {
    await menuOf(deskWithBooks(), 'Orders', /SBIN-EQ/)
    await expect.element(page.getByText(/cannot cancel or modify a single order/)).toBeVisible()
    await expect.element(item('Cancel all orders…')).toBeVisible()
  })
})

describe('a ticket’s window', () => {
  it('asks once before what was typed is thrown away', async () => {
    await openWindow(deskWithBooks())
    await row('Positions', /INFY-EQ/).click()
    await userEvent.keyboard('b')
    await field('Quantity').fill('75')
    await userEvent.keyboard('{Escape}')
    await expect.element(page.getByText(/was not sent/)).toBeVisible()
    await page.getByRole('button', { name: 'Keep' }).click()
    await expect.element(field('Quantity')).toHaveValue('75')
    await field('Quantity').click()
    await userEvent.keyboard('{Escape}{Escape}')
    await expect.element(ticket(/ticket/)).not.toBeInTheDocument()
  })

  it('goes back from the review by Escape, with all that was typed', async () => {
    const time = await openWindow(deskWithBooks())
    await row('Positions', /INFY-EQ/).click()
    await userEvent.keyboard('b')
    await field('Quantity').fill('75')
    time.pass(80)
    await page.getByRole('button', { name: /^Review/ }).click()
    await expect.element(page.getByRole('heading', { name: 'Review' })).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expect.element(field('Quantity')).toHaveValue('75')
    await expect.element(page.getByText(/was not sent/)).not.toBeInTheDocument()
  })

  it('says what is wrong with a field before an account is chosen, in plain words', async () => {
    await openWindow(deskWithBooks())
    await page.getByRole('button', { name: 'New order' }).click()
    await item(/^Regular/).click()
    await field('Quantity').fill('9999999999999')
    await expect
      .element(field('Quantity'))
      .toHaveAccessibleDescription(/Must have at most 12 digits/)
  })

  it('waits for what was not typed yet, and names it', async () => {
    await openWindow(deskWithBooks())
    await page.getByRole('button', { name: 'New order' }).click()
    await item(/^Regular/).click()
    await field('Quantity').fill('5')
    const frame = ticket('Regular ticket')
    await expect.element(frame).toMatchTextContent('Still needed: symbol, price')
    await expect.element(field('Limit price')).toHaveAttribute('aria-invalid', 'false')
  })

  it('stays inside when the window shrinks, and blocks nothing behind it', async () => {
    await openWindow(deskWithBooks())
    await page.getByRole('button', { name: 'New order' }).click()
    await item(/^Regular/).click()
    const frame = ticket('Regular ticket')
    await expect.element(frame).toBeVisible()
    await page.viewport(1000, 640)
    await expect
      .poll(() => {
        const { right, bottom } = frame.element().getBoundingClientRect()
        return right <= 1000 && bottom <= 640
      })
      .toBe(true)
    await page.viewport(1280, 800)
    await page.getByRole('tab', { name: 'Holdings' }).click()
    await expect.element(page.getByRole('grid', { name: 'Holdings' })).toBeVisible()
    await expect.element(frame).toBeVisible()
  })
})
