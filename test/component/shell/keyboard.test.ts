import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { ok } from '../../../src/shared/core/errors.ts'
import type { Row } from '../../../src/shared/core/patch.ts'
import type { Ticket } from '../../../src/shared/orders/tickets.ts'
import { usualLook } from '../../../src/shared/workspace/grid-looks.ts'
import { MemoryDesk } from '../../unit/renderer/memory-desk.ts'
import { position } from '../../unit/renderer/records.ts'
import { openWindow, settled } from '../window.ts'

const dialog = (name: string | RegExp) => page.getByRole('dialog', { name })
const grid = () => page.getByRole('treegrid', { name: 'Positions' })
const button = (name: string | RegExp) => page.getByRole('button', { name })

function deskWithInfy(settings = {}): MemoryDesk {
  const desk = new MemoryDesk({ settings })
  desk.fill('main', 'positions', [['a', position()]])
  return desk
}

/** Puts the keys on the first row of the positions. */
async function onRow(): Promise<void> {
  await grid().getByText('INFY-EQ').click()
}

async function arm(): Promise<void> {
  await userEvent.keyboard('{Control>}{Shift>}A{/Shift}{/Control}')
}

describe('a shortcut', () => {
  it('opens a ticket anywhere on the deck, and writes in a field', async () => {
    await openWindow(deskWithInfy())
    await expect.element(button('New order')).toBeVisible()
    await userEvent.keyboard('n')
    await expect.element(dialog('Regular ticket')).toBeVisible()
    const symbol = page.getByRole('combobox', { name: 'Symbol' })
    await symbol.click()
    await userEvent.keyboard('n')
    await expect.element(symbol).toHaveValue('N')
    expect(dialog(/Regular ticket/).elements()).toHaveLength(1)
  })

  it('opens the settings also before what comes after the first sight is there', async () => {
    await openWindow(deskWithInfy())
    const keys = { key: ',', code: 'Comma', ctrlKey: true, bubbles: true, cancelable: true }
    document.body.dispatchEvent(new KeyboardEvent('keydown', keys))
    await expect.element(page.getByRole('radio', { name: 'High contrast' })).toBeVisible()
  })

  it('does nothing behind a dialog, but for the stop', async () => {
    const desk = deskWithInfy()
    desk.answers.engageStop = () => ok({ on: true, at: 1 })
    await openWindow(desk)
    await expect.element(button('New order')).toBeVisible()
    await userEvent.keyboard('{Shift>}?{/Shift}')
    await expect.element(dialog('Keyboard shortcuts')).toBeVisible()
    await userEvent.keyboard('{F5}')
    await userEvent.keyboard('{Control>}{Shift>}A{/Shift}{/Control}')
    await settled()
    expect(desk.called('refreshBooks')).toEqual([])
    expect(dialog('Arm one-key sending').elements()).toEqual([])
    await userEvent.keyboard('{Control>}{Shift>}X{/Shift}{/Control}')
    await expect.poll(() => desk.called('engageStop')).toHaveLength(1)
  })

  it('is not heard by the deck once the palette was asked for, however fast the next key comes', async () => {
    await openWindow(deskWithInfy())
    await expect.element(button('New order')).toBeVisible()
    const press = (key: string, code: string, ctrlKey = false) =>
      document.body.dispatchEvent(
        new KeyboardEvent('keydown', { key, code, ctrlKey, bubbles: true, cancelable: true }),
      )
    press('k', 'KeyK', true)
    press('n', 'KeyN')
    await expect.element(dialog('Palette')).toBeVisible()
    expect(dialog(/ticket/).elements()).toEqual([])
  })

  it('means the row that the keys are on', async () => {
    await openWindow(deskWithInfy())
    await onRow()
    await userEvent.keyboard('s')
    await expect
      .element(dialog('Regular ticket, INFY-EQ').getByText('SELL', { exact: true }))
      .toBeVisible()
  })

  it('does nothing with a row that was scrolled out of sight, but shows it', async () => {
    const desk = deskWithInfy()
    const others = Array.from({ length: 200 }, (_, at): [string, Row] => [
      `b${at}`,
      position({ symbol: `OTHER${at}-EQ` }),
    ])
    desk.fill('main', 'positions', [['a', position()], ...others])
    await openWindow(desk)
    await onRow()
    grid().element().scrollTop = 3000
    await expect.element(grid().getByText('OTHER110-EQ')).toBeVisible()
    await userEvent.keyboard('x')
    await expect.element(page.getByText(/INFY-EQ was out of sight/)).toBeVisible()
    expect(dialog(/ticket/).elements()).toEqual([])
    // Just below the line of its group.
    expect(grid().element().scrollTop).toBeLessThan(50)
    await userEvent.keyboard('x')
    await expect.element(dialog('Regular ticket, INFY-EQ')).toBeVisible()
  })

  it('that is held down writes nothing into what it opened', async () => {
    await openWindow(deskWithInfy())
    await onRow()
    await userEvent.keyboard('{1>6/}')
    const quantity = page.getByRole('textbox', { name: 'Quantity' })
    await expect.element(quantity).toHaveFocus()
    await expect.element(quantity).toHaveValue('50')
    await userEvent.keyboard('1')
    await expect.element(quantity).toHaveValue('1')
  })

  it('gives the focus back to the row when what it opened is closed', async () => {
    await openWindow(deskWithInfy())
    await onRow()
    await userEvent.keyboard('b')
    await expect.element(page.getByRole('textbox', { name: 'Quantity' })).toHaveFocus()
    await userEvent.keyboard('{Escape}')
    await expect.element(grid()).toHaveFocus()
    await userEvent.keyboard('b')
    await expect.element(page.getByRole('textbox', { name: 'Quantity' })).toHaveFocus()
    await userEvent.keyboard('{F6}')
    await expect.element(grid()).toHaveFocus()
    await userEvent.keyboard('{Alt>}t{/Alt}')
    await expect.element(page.getByRole('textbox', { name: 'Quantity' })).toHaveFocus()
  })

  it('takes the keys to the field that filters, and Enter back to the rows', async () => {
    await openWindow(deskWithInfy())
    await onRow()
    await userEvent.keyboard('/')
    const filter = page.getByRole('searchbox', { name: 'Filter positions' })
    await expect.element(filter).toHaveFocus()
    await userEvent.keyboard('inf{Enter}')
    await expect.element(filter).toHaveValue('inf')
    await expect.element(grid()).toHaveFocus()
  })

  it('can be changed by pressing the keys, is refused where others have them, and comes back', async () => {
    const desk = deskWithInfy()
    await openWindow(desk)
    await expect.element(button('New order')).toBeVisible()
    await userEvent.keyboard('{Shift>}?{/Shift}')
    await button('New order: N. Change').click()
    await userEvent.keyboard('p')
    await expect.element(page.getByText('‘Pause or resume reading’ has these keys.')).toBeVisible()
    await userEvent.keyboard('{Control>}w{/Control}')
    await expect.element(page.getByText(/The browser keeps these keys/)).toBeVisible()
    await userEvent.keyboard('o')
    await expect.element(button('New order: O. Change')).toBeVisible()
    expect(desk.settings.shortcuts).toEqual({ 'order.new': 'O' })
    await userEvent.keyboard('{Escape}')
    await userEvent.keyboard('n')
    await userEvent.keyboard('o')
    await expect.element(dialog('Regular ticket')).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await userEvent.keyboard('{Shift>}?{/Shift}')
    await button('Give New order its usual keys again').click()
    await expect.poll(() => desk.settings.shortcuts).toEqual({})
  })
})

describe('one-key sending', () => {
  const placed = (desk: MemoryDesk) => desk.called('placeOrders') as { orders: unknown[] }[]

  it('is explained the first time, counts down, and ends by itself', async () => {
    const desk = deskWithInfy({ armedFor: 60 })
    const time = await openWindow(desk)
    await expect.element(button('New order')).toBeVisible()
    await arm()
    await expect.element(dialog('Arm one-key sending')).toBeVisible()
    await button('Arm for 1:00').click()
    await expect.element(page.getByText('Armed 1:00')).toBeVisible()
    expect(desk.settings.knowsArming).toBe(true)
    time.pass(20_000)
    await expect.element(page.getByText('Armed 0:40')).toBeVisible()
    time.pass(40_000)
    await expect.element(page.getByText(/^Armed \d/)).not.toBeInTheDocument()
    await arm()
    await expect.element(page.getByText('Armed 1:00')).toBeVisible()
    await userEvent.keyboard('{Control>}{Shift>}D{/Shift}{/Control}')
    await expect.element(page.getByText(/^Armed \d/)).not.toBeInTheDocument()
    await button('New order').click()
    await page.getByRole('menuitem', { name: 'Arm one-key sending…' }).click()
    await expect.element(page.getByText('Armed 1:00')).toBeVisible()
  })

  it('is off unless armed: the keys of a row open a ticket', async () => {
    const desk = deskWithInfy()
    await openWindow(desk)
    await onRow()
    await userEvent.keyboard('x')
    await expect.element(dialog('Regular ticket, INFY-EQ')).toBeVisible()
    expect(placed(desk)).toEqual([])
  })

  it('sends the exit of a row once, and shows what became of it', async () => {
    const desk = deskWithInfy({ knowsArming: true })
    await openWindow(desk)
    await onRow()
    await arm()
    await userEvent.keyboard('x')
    await expect.poll(() => placed(desk)).toHaveLength(1)
    await expect.element(page.getByText('Queued, 1 of 1')).toBeVisible()
    expect(placed(desk)[0]).toMatchObject({ accepted: [], orders: [{ exit: true }] })
  })

  it('sends a ticket by Ctrl and Enter, whose side Alt and a letter turn', async () => {
    const desk = deskWithInfy({ knowsArming: true })
    await openWindow(desk)
    await onRow()
    await userEvent.keyboard('b')
    const ticket = dialog('Regular ticket, INFY-EQ')
    await page.getByRole('textbox', { name: 'Quantity' }).fill('7')
    await userEvent.keyboard('{Alt>}s{/Alt}')
    await expect.element(ticket.getByText('SELL', { exact: true })).toBeVisible()
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    await expect.element(ticket.getByRole('heading', { name: 'Review' })).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await arm()
    await page.getByRole('textbox', { name: 'Quantity' }).click()
    await userEvent.keyboard('{Control>}{Enter>4/}{/Control}')
    await expect.poll(() => placed(desk)).toHaveLength(1)
    expect(placed(desk)[0]).toMatchObject({ orders: [{ action: 'SELL', quantity: '7' }] })
  })

  it('falls back to the review where the desk asks something', async () => {
    const desk = deskWithInfy({ knowsArming: true })
    desk.problems = [
      { order: 0, field: null, level: 'ask', code: 'hours', message: 'The market is closed.' },
    ]
    await openWindow(desk)
    await onRow()
    await arm()
    await userEvent.keyboard('x')
    await expect.element(page.getByRole('checkbox', { name: /The market is closed/ })).toBeVisible()
    expect(placed(desk)).toEqual([])
  })

  it('falls back to it where the order goes under another symbol than was written', async () => {
    const desk = deskWithInfy({ knowsArming: true })
    desk.answers.previewOrders = ({ orders }) => {
      const preview = desk.preview(orders)
      const elsewhere = preview.orders.map((one) => one && { ...one, symbol: 'INFY-BE' })
      return ok({ ...preview, orders: elsewhere })
    }
    await openWindow(desk)
    await onRow()
    await arm()
    await userEvent.keyboard('x')
    await expect.element(page.getByRole('heading', { name: 'Review' })).toBeVisible()
    expect(placed(desk)).toEqual([])
  })

  it('sends nothing of a ticket that was closed before the desk had looked at it', async () => {
    const desk = deskWithInfy({ knowsArming: true })
    const looked = Promise.withResolvers<undefined>()
    desk.answers.previewOrders = async ({ orders }) => {
      await looked.promise
      return ok(desk.preview(orders as Ticket[]))
    }
    await openWindow(desk)
    await onRow()
    await arm()
    await userEvent.keyboard('x')
    await expect.element(dialog('Regular ticket, INFY-EQ')).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expect.poll(() => dialog('Regular ticket, INFY-EQ').elements()).toEqual([])
    looked.resolve(undefined)
    await settled()
    expect(placed(desk)).toEqual([])
  })

  it('leaves alone a row that a filter took out of sight', async () => {
    const desk = deskWithInfy({ knowsArming: true })
    desk.fill('main', 'positions', [
      ['a', position()],
      ['b', position({ symbol: 'SBIN-EQ' })],
    ])
    await openWindow(desk)
    await onRow()
    await arm()
    await expect.element(button('Exit INFY-EQ, sends at once')).toBeVisible()
    const positions = { ...usualLook, filters: { symbol: 'sbin' } }
    desk.emit('settings', { ...desk.settings, grids: { positions } })
    await expect.poll(() => grid().getByText('INFY-EQ').elements()).toEqual([])
    await userEvent.keyboard('x')
    await settled()
    expect(desk.called('previewOrders')).toEqual([])
    expect(button(/Exit INFY-EQ/).elements()).toEqual([])
  })

  it('leaves alone the next row, where the window comes back to the front and the row is gone', async () => {
    const desk = deskWithInfy({ knowsArming: true })
    desk.fill('main', 'positions', [
      ['a', position()],
      ['b', position({ symbol: 'SBIN-EQ' })],
    ])
    await openWindow(desk)
    await onRow()
    await arm()
    await expect.element(button('Exit INFY-EQ, sends at once')).toBeVisible()
    const element = grid().element()
    expect(document.activeElement).toBe(element)
    element.dispatchEvent(new FocusEvent('blur'))
    desk.emit('settings', {
      ...desk.settings,
      grids: { positions: { ...usualLook, filters: { symbol: 'sbin' } } },
    })
    await expect.poll(() => grid().getByText('INFY-EQ').elements()).toEqual([])
    element.dispatchEvent(new FocusEvent('focus'))
    await userEvent.keyboard('x')
    await settled()
    expect(desk.called('previewOrders')).toEqual([])
    expect(button(/Exit SBIN-EQ/).elements()).toEqual([])
  })

  it('takes of a row what it holds now, and how its account protects orders now', async () => {
    const desk = deskWithInfy({ knowsArming: true })
    await openWindow(desk)
    await onRow()
    await button(/^Exit INFY-EQ/).click()
    await expect.element(dialog('Regular ticket, INFY-EQ')).toBeVisible()
    await userEvent.keyboard('{Escape}')
    const [main] = desk.accounts
    desk.emit('accounts', [{ ...main!, trading: { ...main!.trading, protection: 2 } }])
    desk.poll('main', 'positions', { put: [['a', position({ netqty: 50 })]] })
    await expect
      .element(
        grid()
          .getByText(/^\+?50$/)
          .first(),
      )
      .toBeVisible()
    await userEvent.keyboard('{Control>}k{/Control}')
    await page.getByRole('combobox', { name: /^Order/ }).fill('position')
    await page.getByRole('option', { name: /^Exit the position/ }).click()
    const quantity = page.getByRole('textbox', { name: 'Quantity' })
    await expect.element(quantity).toHaveValue('50')
    await expect.element(page.getByRole('textbox', { name: 'Protection' })).toHaveValue('2')
  })

  it('ends when another account is shown', async () => {
    const desk = deskWithInfy({ knowsArming: true })
    await openWindow(desk)
    await expect.element(button('New order')).toBeVisible()
    await arm()
    await expect.element(page.getByText(/^Armed/).first()).toBeVisible()
    await userEvent.keyboard('{Alt>}1{/Alt}')
    await expect.element(page.getByText(/^Armed \d/)).not.toBeInTheDocument()
  })
})
