import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type {
  AccountContext,
  OrderContext,
} from '../../../../../src/main/orders/planning/order-context.ts'
import { moneyPortionsOf } from '../../../../../src/main/orders/planning/money-portions.ts'
import { planOf } from '../../../../../src/main/orders/planning/plan.ts'
import type { Parsed } from '../../../../../src/shared/contract.ts'
import { amountOf } from '../../../../../src/shared/core/decimal.ts'
import { TypedTicket, type Ticket } from '../../../../../src/shared/orders/tickets.ts'
import {
  anyContext,
  anyTicket,
  cover,
  knowing,
  listing,
  option,
  protectedMarket,
  regular,
  smart,
} from './contexts.ts'

type Share = Parsed<'previewShares'>['shares'][number]

const quarter: Share = { percent: '25', sum: null }
const ofSum: Share = { percent: '25', sum: '100000' }

const portion = (ticket: Ticket, share: Share, context: OrderContext) =>
  moneyPortionsOf({ orders: [ticket], shares: [share] }, context)[0]!

const rich = (more: Partial<AccountContext> = {}) => knowing({ funds: 100_000, ...more })

describe('a part of the funds', () => {
  it('buys whole units at the limit, rounded down, and says what it is', () => {
    expect(portion(regular(), quarter, rich())).toEqual({
      account: 'a',
      units: '16',
      isLeftOut: false,
      says: '25 % of ₹1,00,000.00 is ₹25,000.00.',
      ofFunds: { percent: '25', funds: '100000' },
    })
  })

  it('buys whole lots alone', () => {
    const lots = rich({ listing: () => listing({ lot: 5 }) })
    expect(portion(regular(), quarter, lots).units).toBe('15')
  })

  it('is reckoned from the limit that a protected market order is sent with', () => {
    // 1,500 and half a percent are 1,507.50: sixteen are 24,120, seventeen would be 25,627.50.
    expect(portion(regular({ pricing: protectedMarket }), quarter, rich()).units).toBe('16')
    expect(
      portion(regular({ pricing: protectedMarket }), quarter, rich({ funds: 96_000 })).units,
    ).toBe('15')
  })

  it('knows no other units than those of the price, whatever quantity stands in the order', () => {
    expect(portion(regular({ quantity: '999999' }), quarter, rich()).units).toBe('16')
  })
})

describe('a part of a sum', () => {
  it('buys units whatever the funds are', () => {
    expect(portion(regular(), ofSum, knowing({ funds: null }))).toMatchObject({
      units: '16',
      isLeftOut: false,
      ofFunds: null,
    })
  })
})

describe('an account is left out', () => {
  const noPrice = () => undefined
  const old = () => listing({ isOld: true })
  const cases: [string, Ticket, Share, OrderContext, RegExp][] = [
    ['whose funds are not known', regular(), quarter, rich({ funds: null }), /funds are not known/],
    ['whose funds are old', regular(), quarter, rich({ stale: new Set(['funds']) }), /are old/],
    ['that has none', regular(), quarter, rich({ funds: 0 }), /no funds are available/],
    ['that owes', regular(), quarter, rich({ funds: -5 }), /no funds are available, −₹5\.00/],
    ['whose funds are no figure', regular(), quarter, rich({ funds: Number.NaN }), /not known/],
    [
      'where a market order has no price',
      regular({ pricing: protectedMarket }),
      ofSum,
      rich({ listing: noPrice }),
      /no last price/,
    ],
    [
      'where a plain market order has no price',
      regular({ pricing: { type: 'MARKET', protection: null } }),
      ofSum,
      rich({ listing: noPrice }),
      /price .* is not known/,
    ],
    [
      'where the last price is old',
      regular({ pricing: protectedMarket }),
      ofSum,
      rich({ listing: old }),
      /last price .* is old/,
    ],
    [
      'that sells at a limit beside an old last price, which may be far below the market',
      regular({ action: 'SELL' }),
      ofSum,
      rich({ listing: old }),
      /is old/,
    ],
    [
      'that sells at a limit of which nobody knows how far below the market it is',
      regular({ action: 'SELL' }),
      ofSum,
      rich({ listing: noPrice }),
      /price .* is not known/,
    ],
    ['where lots are not known', option(), ofSum, rich(), /how many units a lot has/],
    [
      'where the broker may count lots',
      regular({ exchange: 'MCX' }),
      ofSum,
      rich(),
      /price .* is not known/,
    ],
    [
      'of which a lot costs more',
      regular(),
      { percent: '1', sum: '1000' },
      rich(),
      /one unit costs/,
    ],
    ['for a position to reach', smart(), ofSum, rich(), /says nothing of a position/],
    ['for an exit', regular({ exit: true }), ofSum, rich(), /says nothing of a position/],
    ['that is gone', regular({ account: 'gone' }), ofSum, rich(), /no such account/],
  ]
  it.each(cases)('%s', (_, ticket, share, context, why) => {
    const found = portion(ticket, share, context)
    expect(found).toMatchObject({ units: '0', isLeftOut: true, ofFunds: null })
    expect(found.says).toMatch(/^Left out: /)
    expect(found.says).toMatch(why)
  })

  it('but not where it buys at a limit beside an old last price', () => {
    expect(portion(regular(), ofSum, rich({ listing: old })).units).toBe('16')
  })

  it('but not in what is bought and sold one by one, where no lot is named', () => {
    expect(portion(cover(), ofSum, rich({ listing: noPrice })).units).toBe('16')
  })
})

describe('whatever is known', () => {
  const share: fc.Arbitrary<Share> = fc.record({
    percent: fc.constantFrom('100', '33.3333', '0.5', '7'),
    sum: fc.option(fc.integer({ min: 1, max: 1e9 }).map(String)),
  })

  it('no account takes more than its share, and what is unknown or old takes nothing', () => {
    fc.assert(
      fc.property(anyTicket, share, anyContext, (ticket, of, context) => {
        const { units, isLeftOut, ofFunds } = portion(ticket, of, context)
        expect(isLeftOut).toBe(units === '0')
        const account = context.accounts.get(ticket.account)
        if (account === undefined) expect(units).toBe('0')
        if (units === '0' || account === undefined) return
        const whole = of.sum === null ? account.funds : Number(of.sum)
        if (of.sum === null) {
          expect(account.stale.has('funds')).toBe(false)
          expect(ofFunds).not.toBeNull()
        }
        const sized = { ...ticket, quantity: units, ofFunds: ofFunds ?? undefined } as Ticket
        expect(TypedTicket.safeParse(sized).success).toBe(true)
        // As the plan of the very order that is sent values it.
        const [planned] = planOf([sized], context).orders
        if (planned === undefined) return
        const { value, lot } = planned.shown
        expect(value).toBeLessThanOrEqual(amountOf(of.percent, whole!) / 100 + 1e-6)
        expect(Number(units) % (lot ?? 1)).toBe(0)
      }),
      { numRuns: 300 },
    )
  })
})
