import { beforeEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Problem } from '../../../src/shared/orders/problems.ts'
import type { AccountGroup } from '../../../src/shared/accounts/groups.ts'
import type { Ticket } from '../../../src/shared/orders/tickets.ts'
import { account, MemoryDesk } from '../../unit/renderer/memory-desk.ts'
import { ok } from '../../../src/shared/core/errors.ts'
import { intent, part, regular, uuid } from '../../unit/renderer/intents.ts'
import type { FakeTime } from '../../unit/renderer/fake-time.ts'
import { openWindow, settled } from '../window.ts'

const button = (name: string | RegExp) => page.getByRole('button', { name })
const cell = (name: string) => page.getByRole('textbox', { name, exact: true })
const lines = () =>
  [...document.querySelectorAll<HTMLInputElement>('[data-field=symbol]')].map(({ value }) => value)

const table = [
  'account,symbol,side,quantity,price',
  'Main,INFY-EQ,BUY,10,1500',
  'Swing,SBIN-EQ,HOLD,ten,840',
  'Swing,SBIN-EQ,SELL,5,840',
].join('\n')

let desk: MemoryDesk
let time: FakeTime

beforeEach(async () => {
  desk = new MemoryDesk({ accounts: [account('main'), account('swing'), account('third')] })
  const members: AccountGroup['members'] = [
    { account: 'main', share: { kind: 'times', times: '2' } },
    { account: 'swing', share: { kind: 'units', units: '5' } },
    { account: 'third', share: { kind: 'times', times: '0.01' } },
  ]
  desk.groups = [{ id: uuid(7), name: 'Long term', colour: 'green', members }]
  desk.baskets = [
    { id: uuid(1), name: 'Morning', orders: [regular(), regular({ symbol: 'SBIN-EQ' })] },
  ]
  time = await openWindow(desk)
  await button('New order').click()
  await page.getByRole('menuitem', { name: 'Basket' }).click()
  await expect.element(page.getByRole('dialog', { name: 'Basket' })).toBeVisible()
})

async function load(): Promise<void> {
  const saved = page.getByRole('combobox', { name: 'Saved baskets' })
  await expect.element(page.getByRole('option', { name: 'Morning (2)' })).toBeInTheDocument()
  await saved.selectOptions('Morning (2)')
  await expect.poll(lines).toEqual(['INFY-EQ', 'SBIN-EQ'])
}

async function sent(deed = '2 orders', send = 'Send 2 orders'): Promise<unknown[]> {
  await settled()
  time.pass(80)
  await button(`Review · ${deed}`).click()
  await button(send).click()
  const [call] = desk.called('placeOrders') as { orders: unknown[] }[]
  return call!.orders
}

describe('a basket', () => {
  it('keeps what a line comes to in sight, where brackets need more columns than there is room', async () => {
    await page.viewport(1024, 768)
    await load()
    await page
      .getByRole('combobox', { name: /^kind, / })
      .first()
      .selectOptions('bracket')
    const grid = page.getByRole('grid', { name: 'Orders of the basket' }).element()
    await expect.poll(() => grid.scrollWidth).toBeGreaterThan(grid.clientWidth + 100)
    const { right } = grid.getBoundingClientRect()
    for (const cell of grid.querySelectorAll('.says, .verbs'))
      expect(cell.getBoundingClientRect().right).toBeLessThanOrEqual(right)
  })

  it('leaves all fields in sight, however much is said of a line', async () => {
    await page.viewport(1440, 900)
    await page.getByRole('textbox', { name: 'symbol, line 1' }).fill('INFY-EQ')
    await page
      .getByRole('textbox', { name: 'quantity, line 1' })
      .fill('a few, or as many as there are')
    const says = document.querySelector('.says')!
    await expect.poll(() => says.textContent).toContain('quantity: ')
    for (const field of document.querySelectorAll<HTMLElement>('[data-row] [data-field]')) {
      const { left, right, top, height } = field.getBoundingClientRect()
      for (const x of [left + 4, right - 4])
        expect(document.elementFromPoint(x, top + height / 2)?.closest('[data-field]')).toBe(field)
    }
  })

  it('shows every bad cell before anything is taken over, and takes over the good lines', async () => {
    await button('Paste…').click()
    await page.getByRole('textbox', { name: /^A table/ }).fill(table)
    await expect.element(page.getByText('2 of 3 lines can be taken over.')).toBeVisible()
    await expect
      .element(page.getByRole('cell', { name: '‘HOLD’ is none of BUY, SELL' }))
      .toBeVisible()
    await expect
      .element(page.getByRole('cell', { name: 'must be a whole number of units' }))
      .toBeVisible()
    await expect
      .element(
        page.getByText(/^Taken where the file says nothing: exchange NSE in 2 lines, product MIS/),
      )
      .toBeVisible()
    await button('Take over 2 lines').click()
    await expect.poll(lines).toEqual(['INFY-EQ', 'SBIN-EQ'])
    expect(await sent()).toMatchObject([
      { account: 'main', symbol: 'INFY-EQ', action: 'BUY', quantity: '10' },
      { account: 'swing', symbol: 'SBIN-EQ', action: 'SELL', quantity: '5' },
    ])
  })

  it('takes a table that is pasted into a cell, and leaves a word to the cell', async () => {
    const paste = (text: string) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/plain', text)
      const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })
      cell('symbol, line 1').element().dispatchEvent(event)
      return event.defaultPrevented
    }
    expect(paste('INFY-EQ')).toBe(false)
    expect(paste(table)).toBe(true)
    await expect.element(page.getByText('2 of 3 lines can be taken over.')).toBeVisible()
  })

  it('is loaded, and sends the lines that are chosen', async () => {
    await load()
    await button(/^Duplicate line 2/).click()
    await page.getByRole('checkbox', { name: 'Choose line 1' }).click()
    expect(await sent('buy 200', 'Buy 200 SBIN-EQ')).toMatchObject([
      { symbol: 'SBIN-EQ' },
      { symbol: 'SBIN-EQ' },
    ])
  })

  it('is edited by keys: a line added, moved, duplicated and deleted', async () => {
    await load()
    await cell('symbol, line 2').click()
    await userEvent.keyboard('{Enter}TCS-EQ')
    await expect.poll(lines).toEqual(['INFY-EQ', 'SBIN-EQ', 'TCS-EQ'])
    await userEvent.keyboard('{Alt>}{ArrowUp}{/Alt}')
    await expect.poll(lines).toEqual(['INFY-EQ', 'TCS-EQ', 'SBIN-EQ'])
    await userEvent.keyboard('{Control>}d{/Control}')
    await expect.poll(lines).toEqual(['INFY-EQ', 'TCS-EQ', 'TCS-EQ', 'SBIN-EQ'])
    await userEvent.keyboard('{Control>}{Delete}{/Control}')
    await expect.poll(lines).toEqual(['INFY-EQ', 'TCS-EQ', 'SBIN-EQ'])
  })

  it('keeps the focus at a line that is moved by its buttons, also at the end of its way', async () => {
    await load()
    await button('Move line 2 up (Alt+Up)').click()
    await expect.poll(lines).toEqual(['SBIN-EQ', 'INFY-EQ'])
    await expect.element(button('Move line 1 down (Alt+Down)')).toHaveFocus()
    await button('Move line 1 down (Alt+Down)').click()
    await expect.poll(lines).toEqual(['INFY-EQ', 'SBIN-EQ'])
    await expect.element(button('Move line 2 up (Alt+Up)')).toHaveFocus()
  })

  it('writes figures as everywhere, but for the one that is being typed', async () => {
    await load()
    const price = cell('price, line 1')
    await price.click()
    await userEvent.keyboard('{Control>}a{/Control}1900.5')
    await expect.element(price).toHaveValue('1900.5')
    await userEvent.keyboard('{Tab}')
    await expect.element(price).toHaveValue('1,900.50')
    await price.click()
    await userEvent.keyboard('{End}{Backspace}{Backspace}{Backspace}7')
    await expect.element(price).toHaveValue('19007')
  })

  it('takes no price of a line along to another symbol', async () => {
    await load()
    await cell('symbol, line 2').fill('TCS-EQ')
    await expect.element(cell('price, line 2')).toHaveValue('')
    await expect.element(cell('price, line 1')).not.toHaveValue('')
  })

  it('spreads a line for a group over its members, and says who is left out and why', async () => {
    await load()
    await page.getByRole('combobox', { name: 'account, line 1' }).selectOptions('Long term')
    await cell('quantity, line 1').fill('10')
    await settled()
    time.pass(80)
    await expect
      .element(page.getByText('2 accounts · 25 units · ₹38,297.50 · 1 left out'))
      .toBeVisible()
    await expect
      .element(page.getByRole('dialog', { name: 'Basket' }))
      .toMatchTextContent(/account: Third: Left out: its share of 0.1/)
    await button('Review · 3 orders').click()
    await expect
      .element(page.getByRole('dialog', { name: 'Basket' }))
      .toMatchTextContent(/1 left out.*Third.*Line 1, INFY-EQ: Left out: its share of 0.1/)
    await button('Send 3 orders').click()
    expect(desk.called('placeOrders')).toMatchObject([
      {
        orders: [
          { account: 'main', symbol: 'INFY-EQ', quantity: '20' },
          { account: 'swing', symbol: 'INFY-EQ', quantity: '5' },
          { account: 'main', symbol: 'SBIN-EQ', quantity: '100' },
        ],
      },
    ])
  })

  it('leaves of a group’s line, once some of it is there, a line for each that surely has none', async () => {
    desk.answers.placeOrders = ({ confirmation, orders }) => {
      const states = ['accepted', 'refused', 'in-doubt'] as const
      const intents = (orders as Ticket[]).map((ticket, leg) => {
        const state = states[leg]!
        const { account: id } = ticket
        return intent({ account: id, ticket, confirmation, leg, state, parts: [part(state)] })
      })
      return ok({ isTaken: true, intents })
    }
    await load()
    await page.getByRole('combobox', { name: 'account, line 1' }).selectOptions('Long term')
    await cell('quantity, line 1').fill('10')
    await sent('3 orders', 'Send 3 orders')
    await button('Another like it').click()
    await expect.poll(lines).toEqual(['INFY-EQ', 'INFY-EQ', 'SBIN-EQ'])
    const isOn = (line: number) => page.getByRole('checkbox', { name: `Choose line ${line}` })
    await expect.element(isOn(1)).not.toBeChecked()
    await expect.element(isOn(2)).toBeChecked()
    await expect.element(isOn(3)).not.toBeChecked()
    await expect
      .element(page.getByRole('combobox', { name: 'account, line 2' }))
      .toHaveValue('swing')
    await expect.element(cell('quantity, line 2')).toHaveValue('5')
  })

  it('names in the outcome who was left out of a line, also where another line was sent there', async () => {
    await load()
    await page.getByRole('combobox', { name: 'account, line 1' }).selectOptions('Long term')
    await cell('quantity, line 1').fill('10')
    await page.getByRole('combobox', { name: 'account, line 2' }).selectOptions('Third')
    await sent('3 orders', 'Send 3 orders')
    await expect
      .element(page.getByText(/^Left out of the order:/))
      .toMatchTextContent(/Third: Line 1, INFY-EQ: Left out: its share of 0.1/)
  })

  it('leaves a member that cannot send out of a group’s line, and sends the rest', async () => {
    const message = 'Swing: Its keys are locked.'
    desk.answers.previewOrders = ({ orders }) => {
      const order = (orders as Ticket[]).findIndex((one) => one.account === 'swing')
      const locked: Problem[] = [{ order, field: null, level: 'refuse', code: 'keys', message }]
      return ok({ ...desk.preview(orders as Ticket[]), problems: order < 0 ? [] : locked })
    }
    await load()
    await page.getByRole('combobox', { name: 'account, line 1' }).selectOptions('Long term')
    for (let times = 0; times < 2; times++) {
      await settled()
      time.pass(80)
    }
    await button('Review · 3 orders').click()
    await expect
      .element(page.getByRole('dialog', { name: 'Basket' }))
      .toMatchTextContent(/1 left out.*Swing.*Line 1, INFY-EQ: Its keys are locked/)
    await button('Send 3 orders').click()
    expect(desk.called('placeOrders')).toMatchObject([
      { orders: [{ account: 'main' }, { account: 'third' }, { account: 'main' }] },
    ])
  })

  /** The first order of Swing is refused for its size. */
  function refuseFirstOfSwing(): void {
    const message = 'Swing: 5 units are too many.'
    desk.answers.previewOrders = ({ orders }) => {
      const order = (orders as Ticket[]).findIndex(
        (one) => one.account === 'swing' && one.kind === 'regular' && one.quantity === '5',
      )
      const over: Problem[] = [{ order, field: null, level: 'refuse', code: 'quantity', message }]
      return ok({ ...desk.preview(orders as Ticket[]), problems: order < 0 ? [] : over })
    }
  }

  /** A line for the group, of which Swing’s 5 are refused, and Swing’s own line of the same symbol. */
  async function typeHedge(): Promise<void> {
    await load()
    await page.getByRole('combobox', { name: 'account, line 1' }).selectOptions('Long term')
    await page.getByRole('combobox', { name: 'account, line 2' }).selectOptions('Swing')
    await cell('symbol, line 2').fill('INFY-EQ')
    await cell('quantity, line 2').fill('7')
    await cell('price, line 2').fill('1530')
    await again()
  }

  async function again(): Promise<void> {
    for (let times = 0; times < 2; times++) {
      await settled()
      time.pass(80)
    }
    await settled()
  }

  it('leaves out the one order of a member that is refused, and no other of the same symbol', async () => {
    refuseFirstOfSwing()
    await typeHedge()
    await button(/^Review · buy 208/).click()
    await button(/^Buy 208/).click()
    expect(desk.called('placeOrders')).toMatchObject([
      { orders: [{ account: 'main' }, { account: 'third' }, { account: 'swing', quantity: '7' }] },
    ])
  })

  it('sends nothing in turn past an order that is left out, and says the way on', async () => {
    refuseFirstOfSwing()
    await typeHedge()
    const inTurn = page.getByRole('checkbox', { name: /^One after the other/ })
    await inTurn.click()
    await again()
    await expect
      .element(page.getByRole('dialog', { name: 'Basket' }))
      .toMatchTextContent(/Left out in front of others: Line 1, INFY-EQ \(Swing\)\./)
    await expect.element(button(/^Review/)).toBeDisabled()
    await inTurn.click()
    await again()
    await expect.element(button(/^Review · buy 208/)).toBeEnabled()
  })

  it('is sent one after the other where that is chosen, and goes on in its order with what surely is not there', async () => {
    const states = ['accepted', 'not-sent', 'refused'] as const
    desk.answers.placeOrders = ({ confirmation, orders }) => {
      const intents = (orders as Ticket[]).map((ticket, leg) => {
        const state = states[leg]!
        const { account: id } = ticket
        const calledOff = state === 'not-sent' ? ('not-accepted' as const) : null
        return intent({
          ...{ account: id, ticket, confirmation, leg, state, calledOff },
          parts: [part(state)],
        })
      })
      return ok({ isTaken: true, intents })
    }
    await load()
    await button(/^Duplicate line 2/).click()
    await cell('quantity, line 3').fill('30')
    await settled()
    time.pass(80)
    await page.getByRole('checkbox', { name: /^One after the other/ }).click()
    await button('Review · 3 orders').click()
    await expect.element(page.getByText(/none of the rest is sent/)).toBeVisible()
    await button('Send 3 orders').click()
    await expect
      .element(page.getByText(/The order before it was not plainly accepted/))
      .toBeVisible()
    await button('Send 2 again…').click()
    await expect.element(page.getByText(/none of the rest is sent/)).toBeVisible()
    await button('Buy 130 SBIN-EQ').click()
    await expect
      .poll(() => desk.called('placeOrders'))
      .toMatchObject([
        { oneByOne: true, orders: [{ symbol: 'INFY-EQ' }, {}, {}] },
        {
          oneByOne: true,
          orders: [
            { symbol: 'SBIN-EQ', quantity: '100' },
            { symbol: 'SBIN-EQ', quantity: '30' },
          ],
        },
      ])
  })

  it('lets no way out wait for its turn', async () => {
    const inTurn = page.getByRole('checkbox', { name: /^One after the other/ })
    await button('Paste…').click()
    const source =
      'account,symbol,side,quantity,price,exit\nMain,INFY-EQ,BUY,10,1500,NO\nSwing,SBIN-EQ,SELL,5,840,YES'
    await page.getByRole('textbox', { name: /^A table/ }).fill(source)
    await button('Take over 2 lines').click()
    await expect.poll(lines).toEqual(['INFY-EQ', 'SBIN-EQ'])
    await expect.element(inTurn).not.toBeInTheDocument()
    await page.getByRole('combobox', { name: 'exit, line 2' }).selectOptions('NO')
    await expect.element(inTurn).toBeVisible()
  })

  it('takes a line for a group from a table by its name, and keeps it as one', async () => {
    await button('Paste…').click()
    const source = 'account,symbol,side,quantity,price\nLong term,INFY-EQ,BUY,10,1500'
    await page.getByRole('textbox', { name: /^A table/ }).fill(source)
    await button('Take over 1 line').click()
    await page.getByRole('textbox', { name: 'Name of the basket' }).fill('Both')
    await button('Save').click()
    await expect
      .poll(() => desk.called('saveBasket'))
      .toMatchObject([{ orders: [{ account: `group:${uuid(7)}`, quantity: '10' }] }])
  })

  it('spreads the sum of a line over members that take parts of it, and keeps it with the line', async () => {
    const part = (id: string, percent: string) =>
      ({ account: id, share: { kind: 'sum', percent } }) as const
    desk.groups = [{ ...desk.groups[0]!, members: [part('main', '60'), part('swing', '40')] }]
    desk.emit('groups', desk.groups)
    desk.answers.previewShares = ({ orders, shares }) =>
      ok(
        orders.map(({ account: id }, at) => ({
          ...{ account: id, isLeftOut: false, says: null, ofFunds: null },
          units: String((Number(shares[at]!.sum) * Number(shares[at]!.percent)) / 100 / 1000),
        })),
      )
    await load()
    await expect.element(page.getByRole('columnheader', { name: 'Sum' })).not.toBeInTheDocument()
    await page.getByRole('combobox', { name: 'account, line 1' }).selectOptions('Long term')
    await expect.element(cell('quantity, line 1')).not.toBeInTheDocument()
    await cell('sum, line 1').fill('5,00,000')
    await expect.element(cell('sum, line 2')).not.toBeInTheDocument()
    await page.getByRole('textbox', { name: 'Name of the basket' }).fill('Shared')
    await settled()
    time.pass(80)
    await button('Save').click()
    await expect
      .poll(() => desk.called('saveBasket'))
      .toMatchObject([{ orders: [{ quantity: '', sum: '500000' }, { symbol: 'SBIN-EQ' }] }])
    expect(await sent('3 orders', 'Send 3 orders')).toMatchObject([
      { account: 'main', symbol: 'INFY-EQ', quantity: '300' },
      { account: 'swing', symbol: 'INFY-EQ', quantity: '200' },
      { account: 'main', symbol: 'SBIN-EQ' },
    ])
  })

  it('leads back to the lines alone whose orders surely are not at the broker', async () => {
    desk.answers.placeOrders = ({ confirmation, orders }) => {
      const states = ['accepted', 'refused'] as const
      const intents = orders.map((ticket, leg) => {
        const state = states[leg]!
        return intent({ ticket: ticket as never, confirmation, leg, state, parts: [part(state)] })
      })
      return ok({ isTaken: true, intents })
    }
    await load()
    await sent()
    await button('Another like it').click()
    await expect.element(page.getByRole('checkbox', { name: 'Choose line 1' })).not.toBeChecked()
    await expect.element(page.getByRole('checkbox', { name: 'Choose line 2' })).toBeChecked()
    await expect.element(page.getByText(/^1 line is not chosen any more/)).toBeVisible()
  })

  it('marks what does not fit at its cell, in words, and cannot be sent', async () => {
    await load()
    await cell('quantity, line 2').fill('many')
    await expect.element(cell('quantity, line 2')).toHaveAttribute('aria-invalid', 'true')
    await expect
      .element(page.getByText('Line 2, quantity: must be a whole number of units'))
      .toBeVisible()
    await expect.element(button(/^Review/)).toBeDisabled()
  })

  it('marks what the desk says at the line that it is about', async () => {
    const problem: Problem = {
      order: 1,
      field: 'pricing.price',
      level: 'refuse',
      code: 'tick',
      message: 'Off the tick of 0.05.',
    }
    desk.problems = [problem]
    await load()
    await settled()
    time.pass(80)
    await expect.element(page.getByText('Line 2, price: Off the tick of 0.05.')).toBeVisible()
    await expect.element(cell('price, line 2')).toHaveAttribute('aria-invalid', 'true')
    await expect.element(button(/^Review/)).toBeDisabled()
  })

  it('shows a refusal before a note at the same cell, and names no cell where none is meant', async () => {
    const note: Problem = {
      order: 1,
      field: 'pricing.price',
      level: 'note',
      code: 'unknown',
      message: 'The books carry no last price.',
    }
    desk.problems = [
      { ...note, order: 0 },
      note,
      { ...note, level: 'refuse', code: 'tick', message: 'Off the tick of 0.05.' },
      { ...note, field: null, message: 'The books name no price step.' },
    ]
    await load()
    await settled()
    time.pass(80)
    await expect.element(page.getByText('Line 2, price: Off the tick of 0.05.')).toBeVisible()
    await expect.element(page.getByText('Line 2: The books name no price step.')).toBeVisible()
    const lines = page.getByRole('dialog', { name: 'Basket' }).getByRole('row')
    await expect.element(lines.nth(1)).not.toMatchTextContent('The books carry')
    await expect.element(lines.nth(2)).toMatchTextContent('price: Off the tick of 0.05.')
  })

  it('is saved under its name, as another, and deleted only when asked twice', async () => {
    await load()
    await page.getByRole('textbox', { name: 'Name of the basket' }).fill('Evening')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect.poll(() => desk.baskets.map(({ name }) => name)).toEqual(['Evening'])
    await page.getByRole('textbox', { name: 'Name of the basket' }).fill('Noon')
    await button('Save as another').click()
    await expect.poll(() => desk.baskets.map(({ name }) => name)).toEqual(['Evening', 'Noon'])
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    expect(desk.called('deleteBasket')).toEqual([])
    await button('Delete ‘Noon’ for good').click()
    await expect.poll(() => desk.baskets.map(({ name }) => name)).toEqual(['Evening'])
  })

  it('of a thousand lines keeps only those in sight in the document', async () => {
    const rows = Array.from({ length: 1000 }, (_, line) => `Main,S${line},BUY,1,${line + 1}`)
    await button('Paste…').click()
    await page
      .getByRole('textbox', { name: /^A table/ })
      .fill(['account,symbol,side,quantity,price', ...rows].join('\n'))
    await button('Take over 1,000 lines').click()
    await expect.poll(lines).toContain('S3')
    expect(lines().length).toBeLessThan(60)
    await expect.element(page.getByText('1,000 of 1,000 lines chosen').first()).toBeVisible()
  })
})
