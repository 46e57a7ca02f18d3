import { describe, expect, it } from 'vitest'
import { type AccountGroup, choiceOf } from '../../../../../src/shared/accounts/groups.ts'
import { KeptLine } from '../../../../../src/shared/orders/baskets.ts'
import type { MoneyPortion } from '../../../../../src/shared/orders/placing.ts'
import type { Ticket } from '../../../../../src/shared/orders/tickets.ts'
import type { Problem } from '../../../../../src/shared/orders/problems.ts'
import type { TicketText } from '../../../../../src/renderer/orders/ticket/field-table.ts'
import { emptyText } from '../../../../../src/renderer/orders/ticket/ticket-text.ts'
import { readGroupLine, textOfLine } from '../../../../../src/renderer/orders/basket/read-line.ts'
import {
  isInLine,
  moneyAskedOf,
  type SpreadBy,
  spreadLine,
} from '../../../../../src/renderer/orders/basket/spread-line.ts'
import {
  orderKeys,
  refusedOrders,
} from '../../../../../src/renderer/orders/basket/refused-orders.ts'
import { uuid, regular } from '../../intents.ts'
import { account } from '../../memory-desk.ts'

const accounts = [
  account('main'),
  account('swing'),
  account('small'),
  account('off', { enabled: false }),
]

const groupOf = (members: AccountGroup['members']): AccountGroup => ({
  ...{ id: uuid(1), name: 'Long term', colour: 'green' },
  members,
})
const byShares = groupOf([
  { account: 'main', share: { kind: 'times', times: '2' } },
  { account: 'swing', share: { kind: 'units', units: '100' } },
  { account: 'small', share: { kind: 'times', times: '0.5' } },
  { account: 'off', share: { kind: 'times', times: '1' } },
])
const byFunds = groupOf([
  { account: 'main', share: { kind: 'funds', percent: '25' } },
  { account: 'swing', share: { kind: 'times', times: '1' } },
])

const ofSum = groupOf([
  { account: 'main', share: { kind: 'sum', percent: '50' } },
  { account: 'swing', share: { kind: 'sum', percent: '30' } },
])
/** Its quantity is nobody’s. */
const bySum = (more: Partial<TicketText> = {}): TicketText => line({ quantity: '', ...more })

const by = (group: AccountGroup, more: Partial<SpreadBy> = {}): SpreadBy => ({
  ...{ group, accounts, lot: 75, moneyFor: () => undefined },
  ...more,
})

const line = (more: Partial<TicketText> = {}): TicketText => ({
  ...emptyText,
  account: choiceOf(byShares),
  symbol: 'NIFTY26NOVFUT',
  exchange: 'NFO',
  quantity: '75',
  product: 'NRML',
  type: 'LIMIT',
  price: '24500',
  ...more,
})

const sizes = (of: ReturnType<typeof spreadLine>) =>
  of.tickets?.map((ticket) => [ticket.account, 'quantity' in ticket ? ticket.quantity : null])

describe('a line for a group', () => {
  it('goes to each member by its share, rounded down to lots, and says who is left out', () => {
    const spread = spreadLine(line(), by(byShares))
    expect(sizes(spread)).toEqual([
      ['main', '150'],
      ['swing', '75'],
    ])
    expect(spread.leftOut).toEqual([
      { account: 'off', says: 'Left out: it is switched off.' },
      { account: 'small', says: 'Left out: its share of 37.5 is less than the lot of 75.' },
    ])
  })

  it('is for nobody where no share is a lot, and where nobody is switched on', () => {
    const small = groupOf([byShares.members[2]!])
    expect(spreadLine(line(), by(small))).toMatchObject({
      tickets: null,
      problems: { quantity: 'Every share of this is less than a lot: enter more.' },
    })
    const off = groupOf([byShares.members[3]!])
    expect(spreadLine(line(), by(off))).toMatchObject({
      tickets: null,
      problems: { account: 'No account of this group is switched on.' },
    })
  })

  it('keeps each member’s own protection of a market order', () => {
    const strict = account('main', { trading: { ...accounts[0]!.trading, protection: 0.25 } })
    const spread = spreadLine(
      line({ type: 'MARKET', price: '' }),
      by(byShares, { accounts: [strict, accounts[1]!] }),
    )
    expect(spread.tickets).toMatchObject([
      { account: 'main', pricing: { protection: '0.25' } },
      { account: 'swing', pricing: { protection: String(accounts[1]!.trading.protection) } },
    ])
  })

  it('waits for what parts of funds buy, of just this order', () => {
    expect(spreadLine(line(), by(byFunds))).toMatchObject({ tickets: null, problems: {} })
    const asked = moneyAskedOf(line(), by(byFunds))
    expect(asked).toMatchObject({ orders: [{ account: 'main' }], shares: [{ percent: '25' }] })
    const ofFunds = { percent: '25', funds: '100000' }
    const portion: MoneyPortion = {
      ...{ account: 'main', units: '225', isLeftOut: false, says: 'A part.', ofFunds },
    }
    const key = JSON.stringify(asked!.orders[0])
    const told = by(byFunds, {
      moneyFor: (order) => (JSON.stringify(order) === key ? portion : undefined),
    })
    expect(spreadLine(line(), told).tickets).toMatchObject([
      { account: 'main', quantity: '225', ofFunds },
      { account: 'swing', quantity: '75' },
    ])
    expect(spreadLine(line({ price: '24600' }), told).tickets).toBe(null)
  })

  it('asks for the sum that its members share, and goes by the parts of just that one', () => {
    expect(spreadLine(bySum(), by(ofSum))).toMatchObject({
      tickets: null,
      problems: { sum: expect.stringContaining('Type the sum') as string },
    })
    expect(moneyAskedOf(bySum(), by(ofSum))).toBe(null)
    const asked = moneyAskedOf(bySum({ sum: '5,00,000' }), by(ofSum))
    expect(asked!.shares).toEqual([
      { percent: '50', sum: '500000' },
      { percent: '30', sum: '500000' },
    ])
    const moneyFor: SpreadBy['moneyFor'] = ({ account: of }, { percent, sum }) =>
      sum === '500000'
        ? { account: of, units: `${percent}00`, isLeftOut: false, says: null, ofFunds: null }
        : undefined
    const told = by(ofSum, { moneyFor })
    expect(sizes(spreadLine(bySum({ sum: '500000' }), told))).toEqual([
      ['main', '5000'],
      ['swing', '3000'],
    ])
    expect(spreadLine(bySum({ sum: '600000' }), told).tickets).toBe(null)
  })

  it('has a place for a sum where somebody takes a part of it, and for a quantity unless all take of money', () => {
    const mixed = groupOf([
      ...ofSum.members,
      { account: 'small', share: byShares.members[0]!.share },
    ])
    const places = (group: AccountGroup, text: TicketText) =>
      (['sum', 'quantity'] as const).filter((field) =>
        isInLine(field, text, { accounts, groups: [group] }),
      )
    expect(places(ofSum, line())).toEqual(['sum'])
    expect(places(mixed, line())).toEqual(['sum', 'quantity'])
    expect(places(byShares, line())).toEqual(['quantity'])
    expect(places(ofSum, line({ account: 'main' }))).toEqual(['quantity'])
    expect(places(ofSum, line({ kind: 'smart' }))).toEqual(['sum'])
  })

  it('is kept with its sum, and without a quantity that is nobody’s', () => {
    const kept = (text: TicketText) => readGroupLine(text, by(ofSum)).ticket
    const line = kept(bySum({ sum: '5,00,000', quantity: '75' }))
    expect(KeptLine.safeParse(line)).toMatchObject({ success: true, data: line! })
    expect(line).toMatchObject({ quantity: '', sum: '500000' })
    expect(textOfLine(line!)).toEqual(bySum({ sum: '500000' }))
    expect(kept(bySum())).not.toHaveProperty('sum')
    expect(kept(bySum({ sum: 'a lot' }))).toBe(null)
  })
})

describe('an order of a group’s line that its account cannot send', () => {
  const two = [regular({ account: 'main' }), regular({ account: 'swing' })]
  const refusal: Problem = {
    order: 1,
    field: null,
    level: 'refuse',
    code: 'keys',
    message: 'Swing: Its keys are locked.',
  }
  const nameOf = (id: string) => id[0]!.toUpperCase() + id.slice(1)
  const found = (problems: readonly Problem[], tickets: readonly Ticket[] = two) => {
    const refused = refusedOrders(tickets, { problems, nameOf })
    return orderKeys(tickets).map((key) => refused.get(key) ?? null)
  }

  it('is known with its reason, unless nothing else is left, or it is only asked about', () => {
    expect(found([refusal])).toEqual([null, 'Its keys are locked.'])
    expect(found([refusal, { ...refusal, order: 0 }])).toEqual([null, null])
    expect(found([{ ...refusal, level: 'ask' }])).toEqual([null, null])
    expect(found([{ ...refusal, code: 'tick' }])).toEqual([null, null])
  })
  it('stands against no other order of the same account, instrument and side', () => {
    const many = regular({ account: 'swing', quantity: '5000', product: 'MIS' })
    const few = regular({ account: 'swing', quantity: '50', product: 'NRML' })
    const over: Problem = { ...refusal, order: 0, code: 'quantity', message: 'Swing: Too many.' }
    expect(found([over], [many, few])).toEqual(['Too many.', null])
    expect(found([{ ...over, order: 1 }], [few, few])).toEqual([null, 'Too many.'])
  })
})
