import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { account, MemoryDesk } from '../../unit/renderer/memory-desk.ts'
import { order, position } from '../../unit/renderer/records.ts'
import { openWindow } from '../window.ts'

const ticket = (name: string | RegExp) => page.getByRole('dialog', { name })
const field = (name: string) => page.getByRole('textbox', { name, exact: true })
/** Positions are grouped at first. */
const roleOf = (grid: string) => (grid === 'Positions' ? 'treegrid' : 'grid')
const row = (grid: string, name: RegExp) =>
  page.getByRole(roleOf(grid), { name: grid }).getByRole('row', { name })
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

  it('for those that are shown, and knows what their books say of its symbol', async () => {
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
    const ticked = page.getByRole('checkbox', { name: /^(Main|Swing)/, checked: true })
    expect(ticked.elements()).toHaveLength(2)
  })

  it('by B and S on a row, for its account alone, and gets the focus', async () => {
    await openWindow(deskWithBooks())
    await row('Positions', /INFY-EQ/).click()
    await userEvent.keyboard('s')
    await expect.element(ticket('Regular ticket, INFY-EQ')).toBeVisible()
    await expect.element(page.getByText('SELL', { exact: true })).toBeVisible()
    await expect.element(field('Limit price')).toHaveValue('1,531.90')
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
    await expect.element(field('Target position')).toHaveValue('−200')
  })

  it('and an order’s menu says that no single one can be cancelled, and what can', async () => {
    await menuOf(deskWithBooks(), 'Orders', /SBIN-EQ/)
    await expect.element(page.getByText(/cannot cancel or change a single order/)).toBeVisible()
    await item('Cancel all orders…').click()
    // Those of its own account, at first.
    const exit = page.getByRole('dialog')
    await expect.element(exit.getByRole('checkbox', { name: /swing/i })).toBeChecked()
    await expect.element(exit.getByRole('checkbox', { name: /main/i })).not.toBeChecked()
  })

  it('and says nothing of it where the order is finished', async () => {
    const desk = deskWithBooks()
    desk.fill('swing', 'orders', [['o', order({ symbol: 'SBIN-EQ', status: 'complete' })]])
    await menuOf(desk, 'Orders', /SBIN-EQ/)
    await expect.element(item(/^Buy/)).toBeVisible()
    expect(page.getByText(/single order/).elements()).toEqual([])
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

  it('writes figures as everywhere, and moves nothing while one is typed', async () => {
    await openWindow(deskWithBooks())
    await row('Positions', /INFY-EQ/).click()
    await userEvent.keyboard('b')
    const price = field('Limit price')
    const quantity = field('Quantity')
    const caret = () => {
      const { selectionStart, selectionEnd } = quantity.element() as HTMLInputElement
      return [selectionStart, selectionEnd]
    }
    await expect.element(price).toHaveValue('1,531.90')
    await expect.element(quantity).toHaveFocus()
    await userEvent.keyboard('1500')
    await expect.element(quantity).toHaveValue('1500')
    await userEvent.keyboard('{Tab}')
    await expect.element(quantity).toHaveValue('1,500')

    // One more digit among the program's commas would make no number of it.
    await quantity.click()
    await userEvent.keyboard('{End}0')
    await expect.element(quantity).toHaveValue('15000')
    await userEvent.keyboard('{Home}{ArrowRight}2')
    await expect.element(quantity).toHaveValue('125000')
    expect(caret()).toEqual([2, 2])
    await userEvent.keyboard('{ArrowUp}')
    await expect.element(quantity).toHaveValue('1,25,001')
    await userEvent.keyboard('{Home}{ArrowRight}{ArrowRight}{ArrowRight}{Backspace}')
    await expect.element(quantity).toHaveValue('15001')
    expect(caret()).toEqual([1, 1])
    await userEvent.keyboard('{Tab}')
    await expect.element(quantity).toHaveValue('15,001')
    await quantity.click()
    await userEvent.keyboard('{End}{Delete}{Tab}')
    await expect.element(quantity).toHaveValue('15,001')
  })

  it('reads what is typed as before, and leaves what is no number as it is', async () => {
    const time = await openWindow(deskWithBooks())
    await row('Positions', /INFY-EQ/).click()
    await userEvent.keyboard('b')
    const price = field('Limit price')
    await price.click()
    await userEvent.keyboard('{Control>}a{/Control}1500,50{Tab}')
    time.pass(80)
    await expect.element(price).toHaveValue('1500,50')
    await expect.element(price).toHaveAttribute('aria-invalid', 'true')
    await price.fill('1,500.5')
    await expect.element(price).toHaveValue('1,500.5')
    await userEvent.keyboard('{Tab}')
    await expect.element(price).toHaveValue('1,500.50')
    await expect.element(price).toHaveAttribute('aria-invalid', 'false')
  })

  it('writes an account’s own quantity, and what it is sent else, as everywhere', async () => {
    await openWindow(deskWithBooks())
    await page.getByRole('button', { name: 'New order' }).click()
    await item(/^Regular/).click()
    await field('Quantity').fill('1500')
    const own = field('Quantity for Main')
    await expect.element(own).toHaveAttribute('placeholder', '1,500')
    await own.fill('2500')
    await userEvent.keyboard('{Tab}')
    await expect.element(own).toHaveValue('2,500')
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

  it('waits for an account as for what was not typed, and finds no fault with that either', async () => {
    const desk = deskWithBooks()
    desk.accounts = [account('main'), account('swing')]
    for (const book of ['positions', 'orders'] as const) desk.fill('swing', book, [])
    await openWindow(desk)
    await page.getByRole('button', { name: 'New order' }).click()
    await item(/^Regular/).click()
    const frame = ticket('Regular ticket')
    await frame.getByRole('button', { name: 'Untick all' }).click()
    await field('Quantity').fill('5')
    await expect.element(frame).toMatchTextContent('Still needed: symbol, price, an account')
    await expect.element(frame).not.toMatchTextContent('Choose at least one account')
    await frame.getByRole('checkbox', { name: /^Main · PX/ }).click()
    await expect.element(frame).toMatchTextContent(/Still needed: symbol, price(?!, an account)/)
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
