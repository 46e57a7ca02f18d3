import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type {
  AccountContext,
  OrderContext,
} from '../../../../../src/main/orders/planning/order-context.ts'
import { problemsOf, refusalAtTurn } from '../../../../../src/main/orders/limits/check-plan.ts'
import { planOf } from '../../../../../src/main/orders/planning/plan.ts'
import {
  type Limits,
  limitNames,
  noLimits,
  usualTrading,
} from '../../../../../src/shared/orders/limits.ts'
import { type Problem, consentTo } from '../../../../../src/shared/orders/problems.ts'
import { SymbolNames } from '../../../../../src/shared/orders/symbol-names.ts'
import type { Ticket } from '../../../../../src/shared/orders/tickets.ts'
import {
  accountWith,
  anyContext,
  anyTicket,
  bracket,
  cover,
  indianTime,
  knowing,
  listing,
  option,
  protectedMarket,
  regular,
  smart,
} from '../planning/contexts.ts'
import { nothingToCheck } from '../../../../../src/main/picture/pnl/profit.ts'
import { sampleCount } from '../../../../sample-count.ts'

const found = (tickets: Ticket | Ticket[], context: OrderContext = knowing()): Problem[] =>
  problemsOf(planOf([tickets].flat(), context), context)

const withLimits = (limits: Partial<Limits>, more: Partial<AccountContext> = {}): OrderContext =>
  knowing({ trading: { ...usualTrading, limits: { ...noLimits, ...limits } }, ...more })

/** Short forms, so that a test shows at a glance what is said and how strongly. */
const short = (problems: Problem[]): string[] =>
  problems.map(({ order, level, code, field }) => `${order ?? 'all'} ${level} ${code} ${field}`)

const exit = (more: Partial<Parameters<typeof regular>[0]> = {}) =>
  regular({ action: 'SELL', exit: true, ...more })

const planned = (ticket: Ticket, context: OrderContext) => planOf([ticket], context).orders[0]

describe('a share of the funds', () => {
  const quarter = (quantity: string) =>
    regular({ quantity, ofFunds: { percent: '25', funds: '100000' } })
  const asked = (more: Partial<AccountContext>) => short(found(quarter('16'), knowing(more)))

  it('has nothing against it while the funds are what they were, or more', () => {
    expect(asked({ funds: 100_000 })).toEqual([])
    expect(asked({ funds: 500_000 })).toEqual([])
  })

  it('is asked about once the funds fell so far that it is more than its share', () => {
    expect(asked({ funds: 96_000 })).toEqual([])
    expect(asked({ funds: 95_999 })).toEqual(['0 ask share quantity'])
    expect(asked({ funds: -1 })).toEqual(['0 ask share quantity'])
    expect(found(quarter('16'), knowing({ funds: 50_000 }))[0]?.message).toBe(
      'The funds fell from ₹1,00,000.00 to ₹50,000.00 since this was reckoned: it is more than 25 % of them now. Have its share reckoned anew, or go on.',
    )
  })

  it('is asked about where more than all of the funds of one login is shared out', () => {
    const of = (login: string) =>
      knowing([accountWith({ funds: 1e6 }), accountWith({ id: 'b', login, funds: 1e6 })])
    const half = (percent: string, account = 'a') =>
      regular({ account, ofFunds: { percent, funds: '1000000' } })
    const shared = (...of: Parameters<typeof found>) =>
      short(found(...of).filter(({ code }) => code === 'funds'))
    expect(shared([half('50'), half('50', 'b')], of('a'))).toEqual([])
    expect(found([half('50'), half('51', 'b')], of('b'))).toEqual([])
    expect(shared([half('50'), half('51', 'b')], of('a'))).toEqual([
      '0 ask funds null',
      '1 ask funds null',
    ])
  })

  it('is asked about where the funds are not known any more', () => {
    expect(asked({ funds: null })).toEqual(['0 ask share quantity'])
    expect(asked({ funds: 100_000, stale: new Set(['funds']) })).toEqual(['0 ask share quantity'])
  })
})

describe('a sound order', () => {
  it('has nothing against it', () => {
    for (const ticket of [
      regular(),
      regular({ pricing: protectedMarket }),
      smart(),
      bracket(),
      cover(),
      exit(),
    ])
      expect(found(ticket, knowing({ held: () => 10 }))).toEqual([])
  })
})

describe('an exit whose position was never read', () => {
  it('asks, and does not leave through the stop: it may be no exit at all', () => {
    const unread = { held: () => null }
    expect(short(found(exit(), knowing(unread)))).toEqual(['0 ask stale null'])
    expect(short(found(exit(), knowing(unread, { isStopped: true })))).toContain(
      '0 refuse stopped null',
    )
    expect(short(found(exit(), knowing({ held: () => 10 }, { isStopped: true })))).toEqual([])
  })
})

describe('every limit', () => {
  /** A limit that ten shares at 1,500 pass, and what else has to be so for it. */
  const passed: Record<
    keyof Limits,
    { limit: number; figures?: Partial<Pick<OrderContext, 'openOrders' | 'lastMinute' | 'profit'>> }
  > = {
    quantity: { limit: 9 },
    value: { limit: 14_999 },
    openOrders: { limit: 5, figures: { openOrders: 5 } },
    perMinute: { limit: 5, figures: { lastMinute: 5 } },
    loss: { limit: 1000, figures: { profit: -1000 } },
  }

  it.each(limitNames)('refuses what passes it, of one account and over all: %s', (name) => {
    const { limit, figures } = passed[name]
    const levels = (context: OrderContext) => found(regular(), context).map(({ level }) => level)
    expect(levels(withLimits({ [name]: limit }, figures))).toContain('refuse')
    const limits = { ...noLimits, [name]: limit }
    expect(levels(knowing({}, { limits, ...figures }))).toContain('refuse')
    expect(levels(knowing({}, figures))).not.toContain('refuse')
  })
})

describe('a limit in rupees', () => {
  it('is not passed by selling far below the last price, where the order trades at that one', () => {
    const low = regular({ action: 'SELL', pricing: { type: 'LIMIT', price: '1' } })
    expect(short(found(low, withLimits({ value: 14_999 })))).toContain('0 refuse value quantity')
    expect(short(found(low, withLimits({ value: 15_000 })))).not.toContain(
      '0 refuse value quantity',
    )
    const high = regular({ action: 'SELL', pricing: { type: 'LIMIT', price: '1600' } })
    expect(short(found(high, withLimits({ value: 15_999 })))).toContain('0 refuse value quantity')
  })
})

describe('a limit in units over all accounts', () => {
  it('sums a symbol however it is written, and by what is sent', () => {
    const accounts = [accountWith(), accountWith({ id: 'b', name: 'Other' })]
    const trading = { ...usualTrading, limits: noLimits, aliases: { INFY: 'INFY-EQ' } }
    accounts.push(accountWith({ id: 'c', name: 'Third', trading }))
    const limits = { ...noLimits, quantity: 25 }
    const together = [
      regular(),
      regular({ account: 'b', symbol: 'infy-eq' }),
      regular({ account: 'c', symbol: 'INFY' }),
    ]
    expect(short(found(together, knowing(accounts, { limits })))).toContain(
      'all refuse quantity null',
    )
    const written = [
      regular({ symbol: 'INFY' }),
      regular({ account: 'b', symbol: 'INFY' }),
      regular({ account: 'c', symbol: 'INFY' }),
    ]
    expect(short(found(written, knowing(accounts, { limits })))).toContain(
      'all refuse quantity null',
    )
  })

  it('sums what people said is one instrument over brokers, whichever of its names is typed', () => {
    const accounts = [accountWith(), accountWith({ id: 'b', name: 'Other', broker: 'PX' })]
    const at = { exchange: 'NSE', broker: 'PX', origin: 'typed' } as const
    const entry = { ...at, name: 'RELIANCE', symbol: 'RELIANCE-EQ' }
    const ours = { ...entry, broker: 'ZE', symbol: 'RELIANCE' }
    const symbols = { names: new SymbolNames([entry, ours]), unsaid: () => [] }
    const limits = { ...noLimits, quantity: 15 }
    const foundWith = (own: string) =>
      found(
        [regular({ symbol: 'RELIANCE' }), regular({ account: 'b', symbol: own })],
        knowing(accounts, { limits, symbols }),
      )
    for (const own of ['RELIANCE', 'RELIANCE-EQ'])
      expect(foundWith(own)).toMatchObject([
        { code: 'quantity', message: expect.stringContaining('20 units of RELIANCE in one go') },
      ])
    expect(foundWith('RELIANCE-BE')).toEqual([])
    const unsaid = [regular({ symbol: 'TCS' }), regular({ account: 'b', symbol: 'TCS-EQ' })]
    expect(short(found(unsaid, knowing(accounts, { limits })))).toContain(
      'all refuse quantity null',
    )
  })
})

describe('problems', () => {
  it('name a field that their ticket has', () => {
    fc.assert(
      fc.property(fc.array(anyTicket, { maxLength: 5 }), anyContext, (tickets, context) => {
        const plan = planOf(tickets, context)
        for (const { order, field } of [...plan.problems, ...problemsOf(plan, context)]) {
          if (field === null) continue
          const ticket = tickets[order!]!
          const [first = '', second] = field.split('.')
          expect(ticket).toHaveProperty(first)
          if (second !== undefined && second !== 'reference') expect(ticket).toHaveProperty(field)
          if (second === 'reference') expect(ticket.pricing.type).toBe('MARKET')
        }
      }),
      { numRuns: sampleCount(1000) },
    )
  })

  it('ask for one consent once', () => {
    fc.assert(
      fc.property(fc.array(anyTicket, { maxLength: 5 }), anyContext, (tickets, context) => {
        const asks = found(tickets, context).filter(({ level }) => level === 'ask')
        const consents = asks.map(consentTo)
        expect(consents).toEqual([...new Set(consents)])
      }),
      { numRuns: sampleCount(1000) },
    )
  })

  it('name the account where several are in the go', () => {
    const off = { isEnabled: false }
    const two = [accountWith(off), accountWith({ ...off, id: 'b', name: 'Family' })]
    const messages = found([regular(), regular({ account: 'b' })], knowing(two)).map(
      ({ message }) => message,
    )
    expect(messages[0]).toMatch(/^Everyday: This account is switched off/)
    expect(messages[1]).toMatch(/^Family: This account is switched off/)
    expect(found(regular(), knowing(off))[0]!.message).toMatch(/^This account/)
  })
})

describe('hard limits', () => {
  it('sum up over all books only what one of them asks for', () => {
    const askedWith = (
      limits: Partial<Limits>,
      openOrdersAtMost: number | null = null,
    ): string[] => {
      const asked: string[] = []
      const context = knowing([accountWith()], {
        limits: { ...noLimits, ...limits },
        openOrdersAtMost,
      })
      for (const figure of ['openOrders', 'lastMinute', 'profit'] as const)
        Object.defineProperty(context, figure, { get: () => asked.push(figure) })
      expect(found(regular(), context)).toEqual([])
      return asked
    }
    expect(askedWith({})).toEqual([])
    const uncounted = Object.defineProperty(knowing([accountWith()]), 'openOrdersAtMost', {
      get: () => expect.fail('nobody asks for it where there is no limit'),
    })
    expect(found(regular(), uncounted)).toEqual([])
    expect(askedWith({ loss: 1 })).toEqual(['profit'])
    expect(askedWith({ openOrders: 10, perMinute: 10 })).toEqual(['openOrders', 'lastMinute'])
    // Whoever is far from full need not be counted.
    expect(askedWith({ openOrders: 10 }, 9)).toEqual([])
    expect(askedWith({ openOrders: 10 }, 10)).toEqual(['openOrders'])
  })

  it('never let an order above them through', () => {
    fc.assert(
      fc.property(fc.array(anyTicket, { maxLength: 5 }), anyContext, (tickets, context) => {
        const plan = planOf(tickets, context)
        const problems = problemsOf(plan, context)
        const stands = (order: number | null, code: Problem['code'], level: Problem['level']) =>
          problems.some((one) => one.order === order && one.code === code && one.level === level)
        for (const { index, ticket, shown } of plan.orders) {
          const { trading, isEnabled } = context.accounts.get(ticket.account)!
          const isExit = ticket.kind === 'regular' && ticket.exit
          const { quantity, value } = trading.limits
          const isOver = quantity !== null && shown.quantity > quantity
          expect(stands(index, 'quantity', 'refuse')).toBe(isOver && !isExit)
          if (isExit) expect(stands(index, 'value', 'refuse')).toBe(false)
          else if (value !== null) {
            if (shown.value === null) expect(stands(index, 'value', 'ask')).toBe(true)
            else expect(stands(index, 'value', 'refuse')).toBe(shown.value > value)
          }
          const first = plan.orders.find((one) => one.ticket.account === ticket.account)!.index
          expect(stands(first, 'read-only', 'refuse')).toBe(trading.readOnly)
          expect(stands(first, 'account', 'refuse')).toBe(!isEnabled)
        }
      }),
      { numRuns: sampleCount(1000) },
    )
  })

  it('hold for one order', () => {
    expect(short(found(regular(), withLimits({ quantity: 9 })))).toEqual([
      '0 refuse quantity quantity',
    ])
    expect(short(found(smart(), withLimits({ quantity: 99 })))).toEqual([
      '0 refuse quantity target',
    ])
    const [problem] = found(regular(), withLimits({ value: 14_999.99 }))
    expect(problem).toMatchObject({ level: 'refuse', code: 'value', field: 'quantity' })
    expect(problem!.message).toBe(
      '₹15,000.00 is more than this account’s limit of ₹14,999.99 for one order.',
    )
    expect(found(regular(), withLimits({ quantity: 10, value: 15_000 }))).toEqual([])
  })

  it('ask where a sale may bring more than its limit says, and refuse where even that is too much', () => {
    const unlisted = (value: number) => withLimits({ value }, { listing: () => undefined })
    const sale = regular({ action: 'SELL' })
    expect(short(found(sale, unlisted(1e6)))).toContain('0 ask value pricing.price')
    expect(short(found(sale, unlisted(100)))).toContain('0 refuse value quantity')
    expect(short(found(regular(), unlisted(1e6))).join()).not.toContain('value')
  })

  it.each([
    ['a limit to sell at', { type: 'LIMIT', price: '100' }, '100', '1600'],
    ['a stop to sell at', { type: 'SL', price: '100', trigger: '120' }, '120', '1600'],
    ['a stop that becomes the market', { type: 'SL-M', trigger: '120' }, '120', '1600'],
    ['a market that is protected', { type: 'MARKET', protection: '5' }, null, '1600'],
    ['a trigger above the market', { type: 'SL', price: '100', trigger: '2000' }, '2000', '2000'],
  ] as const)('value %s at the most that may be got', (_, pricing, alone, dearest) => {
    const sale = smart({ target: '-10', pricing })
    const valueOf = (ltp: number | null) =>
      planned(sale, knowing({ listing: () => (ltp === null ? undefined : listing({ ltp })) }))
        ?.shown.value ?? null
    expect(valueOf(1600)).toBe(Number(dearest) * 10)
    expect(valueOf(null)).toBe(alone === null ? null : Number(alone) * 10)
  })

  it.each([
    ['bought at the market', regular({ pricing: { type: 'MARKET', protection: null } }), 16_000],
    ['sold at a limit', regular({ action: 'SELL' }), 16_000],
    ['bought at a limit', regular(), 15_000],
  ])('value what is %s at the higher of two last prices, and name both', (_, ticket, value) => {
    for (const [ltp, otherLtp] of [
      [1, 1600],
      [1600, 1],
    ] as const) {
      const known = { listing: () => listing({ ltp, otherLtp }) }
      expect(planned(ticket, knowing(known))?.shown.value).toBe(value)
      const said = found(ticket, withLimits({ value: 15_500 }, known))
      expect(short(said).includes('0 refuse value quantity')).toBe(value > 15_500)
      const message = expect.stringContaining('two prices, 1.00 and 1,600.00')
      expect(said).toContainEqual(expect.objectContaining({ level: 'ask', code: 'price', message }))
    }
    expect(
      short(found(exit(), knowing({ listing: () => listing({ otherLtp: 1 }), held: () => 10 }))),
    ).toEqual([])
  })

  it('do not take a person’s word for the last price', () => {
    const unlisted = withLimits({ value: 1e6 }, { listing: () => undefined })
    const typed = (protection: string | null, action: 'BUY' | 'SELL') =>
      short(
        found(
          regular({ action, pricing: { type: 'MARKET', protection, reference: '1' } }),
          unlisted,
        ),
      )
    expect(typed(null, 'BUY')).toContain('0 ask value pricing.reference')
    expect(typed('5', 'SELL')).toContain('0 ask value pricing.reference')
    // What is bought under protection costs no more than the limit that is sent.
    expect(typed('5', 'BUY').join()).not.toContain('value')
    const stop = smart({ pricing: { type: 'SL-M', trigger: '1' } })
    expect(short(found(stop, unlisted))).toContain('0 ask value pricing.trigger')
  })

  it('ask where a quantity may be lots, and refuse what passes them as units already', () => {
    const contract = regular({ exchange: 'MCX', symbol: 'CRUDEOIL26DECFUT' })
    expect(short(found(contract, withLimits({ value: 1e6 })))).toContain('0 ask value quantity')
    expect(short(found(contract, withLimits({ value: 100 })))).toContain('0 refuse value quantity')
    // A new strike is in no book yet, and exchanges of these count units.
    const lotless = { listing: () => listing({ lot: null }) }
    const future = { ...contract, exchange: 'NFO' } as const
    expect(short(found(future, withLimits({ value: 1e9 }, lotless)))).not.toContain(
      '0 ask value quantity',
    )
    const all = knowing({}, { limits: { ...noLimits, value: 1e6 } })
    expect(short(found(contract, all))).toContain('all ask value null')
  })

  it('ask where the value is not known', () => {
    const context = withLimits({ value: 1e6 }, { listing: () => undefined })
    const pricing = { type: 'MARKET', protection: null } as const
    expect(short(found(regular({ pricing }), context))).toContain('0 ask value pricing.reference')
  })

  it('hold for what works and leaves altogether, every slice counted', () => {
    const sliced = regular({ quantity: '30', slice: '10' })
    const open = withLimits({ openOrders: 10 }, { openOrders: 8 })
    expect(short(found(sliced, open))).toEqual(['0 refuse open-orders null'])
    expect(found(sliced, open)[0]!.message).toContain('counts beside its row')
    expect(found(regular(), open)).toEqual([])
    const pace = withLimits({ perMinute: 10 }, { lastMinute: 8 })
    expect(short(found([regular(), sliced], pace))).toEqual(['0 refuse pace null'])
    expect(found([regular(), regular({ quantity: '11' })], pace)).toEqual([])
  })

  it('leave only exits after the day’s largest loss', () => {
    const lost = withLimits({ loss: 5000 }, { profit: -5000, held: () => 10 })
    expect(short(found(regular(), lost))).toEqual(['0 refuse loss null'])
    expect(short(found(smart(), lost))).toEqual(['0 refuse loss null'])
    expect(found(exit(), lost)).toEqual([])
    expect(found(regular(), withLimits({ loss: 5000 }, { profit: -4999 }))).toEqual([])
  })

  it('count two spellings of one symbol together, whatever nobody sees in them', () => {
    const accounts = [accountWith(), accountWith({ id: 'b', name: 'Family' })]
    const limits = { ...noLimits, quantity: 19 }
    const written = (symbol: string) =>
      short(found([regular(), regular({ account: 'b', symbol })], knowing(accounts, { limits })))
    for (const symbol of [
      'INFY-EQ\u200B',
      'IN\u00ADFY-EQ',
      'INFY-EQ\uFE0F',
      'ＩＮＦＹ-EQ',
      'INFY-EQ\u00A0',
      'IN FY-EQ',
    ])
      expect(written(symbol)).toContain('all refuse quantity null')
    expect(written('INFY-BE')).not.toContain('all refuse quantity null')
  })

  it('hold over all accounts together', () => {
    const two = [accountWith(), accountWith({ id: 'b', name: 'Family' })]
    const both = [regular(), regular({ account: 'b' })]
    const over = (limits: Partial<Limits>, more: Partial<OrderContext> = {}) =>
      short(found(both, knowing(two, { limits: { ...noLimits, ...limits }, ...more })))
    expect(over({ quantity: 19 })).toEqual(['all refuse quantity null'])
    expect(over({ quantity: 20 })).toEqual([])
    expect(over({ value: 29_999 })).toEqual(['all refuse value null'])
    expect(over({ value: 30_000 })).toEqual([])
    expect(over({ openOrders: 10 }, { openOrders: 9 })).toEqual(['all refuse open-orders null'])
    expect(over({ perMinute: 10 }, { lastMinute: 9 })).toEqual(['all refuse pace null'])
    expect(over({ loss: 10 }, { profit: -10 })).toEqual(['all refuse loss null'])
  })

  it('hold practice by itself, where it is apart from real money', () => {
    const two = [accountWith(), accountWith({ id: 'p', name: 'Practice', isPractice: true })]
    const real = regular()
    const practice = regular({ account: 'p' })
    const nothing = { openOrders: 0, lastMinute: 0, profit: 0, profitCheck: nothingToCheck }
    const over = (tickets: Ticket[], limits: Partial<Limits>, more: Partial<OrderContext> = {}) =>
      found(
        tickets,
        knowing(two, { limits: { ...noLimits, ...limits }, practice: nothing, ...more }),
      ).map(({ level, message }) => `${level} ${message}`)
    // Each is within the limit, and their sum would not be.
    expect(over([real, practice], { quantity: 19, value: 29_999 })).toEqual([])
    expect(over([real, practice], { openOrders: 1, perMinute: 1 })).toEqual([])
    // What practice lost holds back no real order, and what it made opens none.
    const lost = { ...nothing, profit: -50_000 }
    expect(over([real], { loss: 1000 }, { practice: lost })).toEqual([])
    expect(over([practice], { loss: 1000 }, { practice: lost })).toEqual([
      expect.stringMatching(/^refuse Today’s loss of all practice accounts together is /),
    ])
    const made = { practice: { ...nothing, profit: 50_000 }, profit: -1000 }
    expect(over([real], { loss: 1000 }, made)).toEqual([
      expect.stringMatching(/^refuse Today’s loss of all accounts together is /),
    ])
    expect(over([practice], { loss: 1000 }, made)).toEqual([])
    expect(over([practice], { value: 14_999 })).toEqual([
      expect.stringMatching(/for all practice accounts together\.$/),
    ])
  })

  it('lets no practice order past the stop', () => {
    const account = accountWith({ isPractice: true })
    const nothing = { openOrders: 0, lastMinute: 0, profit: 0, profitCheck: nothingToCheck }
    const context = knowing([account], { isStopped: true, practice: nothing })
    expect(short(found(regular(), context))).toEqual(['all refuse stopped null'])
  })

  it('ask where a book that they need was never read', () => {
    const context = withLimits({ openOrders: 5, loss: 5 }, { openOrders: null, profit: null })
    expect(short(found(regular(), context))).toEqual(['0 ask stale null'])
    const all = { limits: { ...noLimits, loss: 5 }, profit: null }
    expect(short(found(regular(), knowing({}, all)))).toEqual(['all ask stale null'])
  })

  it('ask where a loss is at its limit by what is reckoned here, and not by what the service says', () => {
    const profitCheck = { difference: -10_000, uncheckable: [] }
    const messages = (...of: Parameters<typeof withLimits>): string[] =>
      found(regular(), withLimits(...of)).map(({ level, message }) => `${level} ${message}`)
    const asks = [
      expect.stringMatching(
        /^ask Not certain: the service says that the profit or loss of this account is ₹0.00, and reckoned here from its positions, or by their marks of the day \(mtm\), it is −₹10,000.00, which is past the limit of ₹10,000.00\./,
      ),
    ]
    expect(messages({ loss: 10_000 }, { profitCheck })).toEqual(asks)
    expect(messages({ loss: 10_001 }, { profitCheck })).toEqual([])
    expect(messages({}, { profitCheck })).toEqual([])
    const all = knowing({}, { limits: { ...noLimits, loss: 10_000 }, profitCheck })
    expect(found(regular(), all).map(({ level, code }) => `${level} ${code}`)).toEqual([
      'ask stale',
    ])
    // What is lost by both is refused, and not asked about as well.
    expect(short(found(regular(), withLimits({ loss: 5 }, { profit: -5, profitCheck })))).toEqual([
      '0 refuse loss null',
    ])
  })

  it('ask where what a loss limit counts cannot be checked', () => {
    const profitCheck = { difference: 0, uncheckable: ['INFY-EQ', 'SBIN-EQ', 'TCS-EQ'] }
    const [problem] = found(regular(), withLimits({ loss: 1000 }, { profitCheck }))
    expect(problem).toMatchObject({
      level: 'ask',
      message: expect.stringContaining(
        'cannot be checked, and there is a limit for it: of INFY-EQ and 2 more the quantities, averages or last prices are missing',
      ),
    })
    expect(found(regular(), withLimits({}, { profitCheck }))).toEqual([])
  })

  it('let nothing but exits past the stop', () => {
    const context = knowing({ held: () => 10 }, { isStopped: true })
    expect(short(found([exit(), regular()], context))).toEqual(['all refuse stopped null'])
    expect(found(exit(), context)).toEqual([])
  })
})

describe('an account', () => {
  it('sends nothing while it is read-only, exits neither', () => {
    const context = knowing({
      trading: { ...usualTrading, readOnly: true },
      held: () => 10,
    })
    expect(short(found(exit(), context))).toEqual(['0 refuse read-only account'])
  })

  it('sends nothing without keys, and says what to do', () => {
    for (const keyless of ['none', 'locked', 'no-place'] as const) {
      const context = knowing({ keyless })
      expect(short(found([regular(), exit()], context))).toContain('0 refuse keys account')
    }
    const [locked] = found(regular(), knowing({ keyless: 'locked' }))
    expect(locked?.message).toBe(
      'The keys of this account are locked. Unlock them, or choose another account.',
    )
  })

  it('asks before it sends with keys that a read says are refused, and holds up no exit for that', () => {
    const keysRefused = {
      ...({ book: 'positions', words: 'Invalid apikey' } as const),
      since: Date.parse('2026-11-23T10:15:30+05:30'),
    }
    const context = knowing({ keysRefused })
    const [asked] = found(regular(), context).filter(({ code }) => code === 'keys')
    expect(asked).toMatchObject({ level: 'ask', field: 'account' })
    expect(asked?.message).toBe(
      'The service refuses the keys of this account since 10:15:30, when its positions were read: “Invalid apikey”. Its orders may not get through. Type its keys anew, or send on purpose.',
    )
    expect(short(found([exit(), regular()], context))).toContain('1 ask keys account')
    expect(short(found(exit(), context))).toContain('0 note keys account')
    expect(short(found(regular(), knowing({ keysRefused, keyless: 'none' })))).not.toContain(
      '0 ask keys account',
    )
  })

  it('has the exchanges and products of its own record', () => {
    const context = knowing({ exchanges: new Set(['BSE']), products: new Set(['CNC', 'NRML']) })
    expect(short(found([regular(), bracket(), cover()], context))).toEqual([
      '0 refuse exchange exchange',
      '0 refuse product product',
      '1 refuse exchange exchange',
      '1 refuse product null',
      '2 refuse exchange exchange',
      '2 refuse product null',
    ])
    expect(found(option(), context).filter(({ level }) => level === 'refuse')).toEqual([])
  })

  it('leaves an exit to the broker: that it is held shows that the record is not all', () => {
    const context = knowing({
      exchanges: new Set(['BSE']),
      products: new Set(['CNC']),
      held: () => 10,
    })
    const notes = found(exit(), context).filter(({ code }) => code === 'product')
    expect(short(found(exit(), context))).toEqual([
      '0 note exchange exchange',
      '0 note product product',
    ])
    expect(notes[0]?.message).toBe(
      'MIS is not open to this account, only CNC. The broker may refuse it.',
    )
  })

  it('asks before shares are bought for more than is available, in all', () => {
    const buy = (quantity: string) => regular({ product: 'CNC', quantity })
    const context = knowing({ funds: 30_000 })
    expect(found([buy('10'), buy('9')], context)).toEqual([])
    expect(short(found([buy('10'), buy('11')], context))).toEqual(['0 ask funds null'])
    expect(found(buy('10'), knowing({ funds: null }))).toEqual([])
  })

  it('asks where they are not there if the losses of the day have to be taken off the funds', () => {
    const buy = regular({ product: 'CNC', quantity: '10' })
    expect(found(buy, knowing({ funds: 30_000, fundsInDoubt: 15_000 }))).toEqual([])
    const [problem, ...others] = found(buy, knowing({ funds: 30_000, fundsInDoubt: 15_001 }))
    expect(others).toEqual([])
    expect(problem).toMatchObject({ level: 'ask', code: 'funds' })
    expect(problem?.message).toContain('debits and losses of ₹15,001.00')
  })

  it('asks where accounts of one login buy for more than the funds that both show', () => {
    const of = (login: string) =>
      knowing([accountWith({ funds: 30_000 }), accountWith({ id: 'b', login, funds: 30_000 })])
    const both = [regular({ product: 'CNC' }), regular({ product: 'CNC', account: 'b' })]
    const more = [both[0]!, regular({ product: 'CNC', account: 'b', quantity: '11' })]
    const tooDear = (...of: Parameters<typeof found>) =>
      found(...of).filter(({ code }) => code === 'funds')
    expect(tooDear(both, of('a'))).toEqual([])
    expect(found(more, of('b'))).toEqual([])
    expect(tooDear(more, of('a')).map(({ message }) => message)).toEqual([
      expect.stringContaining(
        'Shares for ₹31,500.00 are bought here by accounts of the same login',
      ),
      expect.stringContaining('and ₹30,000.00 is available'),
    ])
  })
})

describe('a size', () => {
  it('is made of whole lots', () => {
    const inLots = knowing({ listing: () => listing({ lot: 75 }) })
    const [problem] = found(regular({ exchange: 'NFO', quantity: '100' }), inLots)
    expect(problem).toMatchObject({ level: 'refuse', code: 'lot', field: 'quantity' })
    expect(problem!.message).toContain('use 75 or 150')
    expect(found(regular({ exchange: 'NFO', quantity: '150' }), inLots)).toEqual([])
    expect(short(found(smart({ exchange: 'NFO' }), inLots))).toEqual(['0 refuse lot target'])
  })

  it('may be lots by themselves where brokers count these, which is asked about and not refused', () => {
    const asked = (quantity: string, sizes: number[]) =>
      found(
        regular({ exchange: 'MCX', symbol: 'CRUDEOIL26NOVFUT', quantity }),
        knowing({ listing: () => listing({ lot: 100 }), orderSizes: () => sizes }),
      ).filter(({ code }) => code === 'lot')
    const [one] = asked('1', [])
    expect(one).toMatchObject({ level: 'ask', field: 'quantity' })
    expect(one!.message).toMatch(/Where the broker counts lots .* it is 1 lot of 100/)
    expect(asked('100', [1])[0]!.message).toMatch(/counted in lots \(1\).* 100 lots of 100/)
    expect(asked('100', [])).toEqual([])
    expect(asked('100', [200])).toEqual([])
  })

  it('is said to be unchecked where the lot of a contract is not known', () => {
    const unknown = knowing({ listing: () => listing({ lot: null }) })
    expect(short(found(regular({ exchange: 'NFO' }), unknown))).toEqual(['0 note unknown quantity'])
    expect(found(regular(), unknown)).toEqual([])
  })

  it('above the largest order is refused with the slice to use', () => {
    const inLots = knowing({ listing: () => listing({ lot: 65 }) })
    const nifty = { exchange: 'NFO', symbol: 'NIFTY26NOV26000CE', quantity: '1950' } as const
    const [whole] = found(regular(nifty), inLots)
    expect(whole).toMatchObject({ level: 'refuse', code: 'slice', field: 'slice' })
    expect(whole!.message).toContain('slices of 1,755')
    expect(short(found(regular({ ...nifty, slice: '1820' }), inLots))).toEqual([
      '0 refuse slice slice',
    ])
    expect(found(regular({ ...nifty, slice: '1755' }), inLots)).toEqual([])
    const [bound] = found(bracket(nifty), inLots)
    expect(bound).toMatchObject({ level: 'refuse', code: 'slice', field: 'quantity' })
    expect(bound!.message).toContain('cannot be split: use 1,755 at most')
  })

  it('has slices of whole lots, and asks about many of them', () => {
    const inLots = knowing({ listing: () => listing({ lot: 65 }) })
    const order = { exchange: 'NFO', quantity: '1300' } as const
    expect(short(found(regular({ ...order, slice: '100' }), inLots))).toEqual([
      '0 refuse slice slice',
    ])
    expect(short(found(regular({ ...order, slice: '65' }), inLots))).toEqual(['0 ask slices slice'])
    const slowly = { ...usualTrading, perSecond: 2 }
    const account = { listing: () => listing({ lot: 65 }), trading: slowly }
    const [many] = found(regular({ ...order, slice: '65' }), knowing(account))
    expect(many!.message).toContain('what follows from this account waits for 10 seconds')
    expect(found(regular({ ...order, slice: '130' }), inLots)).toEqual([])
  })
})

describe('a price', () => {
  const limit = (price: string) => ({ type: 'LIMIT', price }) as const

  it('off the tick is refused with its neighbours', () => {
    const [problem] = found(regular({ pricing: limit('1500.03') }))
    expect(problem).toMatchObject({ level: 'refuse', code: 'tick', field: 'pricing.price' })
    expect(problem!.message).toContain('use 1,500.00 or 1,500.05')
    expect(short(found(bracket({ target: '20.01', trail: '0.01' })))).toEqual([
      '0 refuse tick target',
      '0 refuse tick trail',
    ])
    expect(short(found(cover({ stopPrice: '1490.01' })))).toEqual(['0 refuse tick stopPrice'])
  })

  it('off a tick that is only assumed asks, and on it says so', () => {
    const unknown = knowing({ listing: () => listing({ tick: 0 }) })
    expect(short(found(regular({ pricing: limit('1500.03') }), unknown))).toEqual([
      '0 ask tick pricing.price',
    ])
    expect(short(found(regular(), unknown))).toEqual(['0 note tick null'])
  })

  it('far from the last one asks', () => {
    const [problem] = found(regular({ pricing: limit('1650.05') }))
    expect(problem).toMatchObject({ level: 'ask', code: 'distance', field: 'pricing.price' })
    expect(problem!.message).toBe(
      '1,650.05 is 10.0 % above the last price of 1,500.00, more than 10 %.',
    )
    expect(found(regular({ pricing: limit('1650') }))).toEqual([])
    expect(found(regular({ pricing: limit('1350') }))).toEqual([])
    expect(short(found(regular({ pricing: limit('1349.95') })))).toEqual([
      '0 ask distance pricing.price',
    ])
    const stop = smart({ pricing: { type: 'SL-M', trigger: '1700' } })
    expect(short(found(stop))).toEqual(['0 ask distance pricing.trigger'])
    const never = knowing({ trading: { ...usualTrading, distance: null, limits: noLimits } })
    expect(found(regular({ pricing: limit('1') }), never)).toEqual([])
  })

  it('is said to be unchecked where the last one is not known', () => {
    const unknown = knowing({ listing: () => listing({ ltp: null }) })
    expect(short(found(regular(), unknown))).toEqual(['0 note unknown pricing.price'])
  })

  it('of a stop limit is not on the wrong side of its trigger', () => {
    const stop = (price: string, trigger: string) => ({ type: 'SL', price, trigger }) as const
    expect(found(smart({ pricing: stop('1511', '1510') }))).toEqual([])
    expect(short(found(smart({ pricing: stop('1509', '1510') })))).toEqual([
      '0 refuse price pricing.trigger',
    ])
    expect(short(found(bracket({ action: 'SELL', pricing: stop('1491', '1490') })))).toEqual([
      '0 refuse price pricing.trigger',
    ])
  })

  it('asks about a trigger that is reached already', () => {
    const pricing = { type: 'SL-M', trigger: '1500' } as const
    expect(short(found(smart({ pricing })))).toEqual(['0 ask price pricing.trigger'])
    expect(short(found(smart({ target: '-10', pricing })))).toEqual(['0 ask price pricing.trigger'])
  })

  it('asks where points are like a price, and where a stop that is a price is like points', () => {
    const prices = { target: '1520', stop: '10' }
    const [asked] = found(bracket(prices))
    expect(asked).toMatchObject({ level: 'ask', code: 'points', field: 'target' })
    expect(asked!.message).toMatch(/at 1,520\.00, use 20\.00 points/)
    expect(short(found(bracket({ stop: '1490' })))).toEqual(['0 ask points stop'])
    expect(found(bracket({ target: '300', stop: '200' }))).toEqual([])
    expect(short(found(cover({ stopPrice: '10' })))).toEqual(['0 ask points stopPrice'])
    expect(found(cover({ stopPrice: '1400' }))).toEqual([])
  })

  it('of a bracket leaves its target and its stop above zero', () => {
    expect(short(found(bracket({ stop: '1500' })))).toEqual(['0 refuse price stop'])
    expect(short(found(bracket({ action: 'SELL', target: '1500' })))).toEqual([
      '0 refuse price target',
    ])
  })

  it('of a cover order’s stop is on its right side', () => {
    expect(short(found(cover({ stopPrice: '1500' })))).toEqual(['0 refuse price stopPrice'])
    expect(short(found(cover({ action: 'SELL' })))).toEqual(['0 refuse price stopPrice'])
    expect(found(cover({ action: 'SELL', stopPrice: '1510' }))).toEqual([])
    const pricing = { type: 'MARKET', protection: null } as const
    expect(short(found(cover({ pricing, stopPrice: '1501' })))).toContain(
      '0 refuse price stopPrice',
    )
    const unknown = knowing({ listing: () => listing({ ltp: null }) })
    expect(short(found(cover({ pricing }), unknown))).toContain('0 note unknown stopPrice')
  })

  it('without a bound asks', () => {
    const pricing = { type: 'MARKET', protection: null } as const
    expect(short(found(regular({ pricing })))).toEqual(['0 ask plain-market pricing.protection'])
  })
})

describe('an exit', () => {
  it('never turns a position around', () => {
    const units = fc.integer({ min: 1, max: 100 })
    const exits = fc.array(fc.tuple(units, fc.constantFrom('BUY', 'SELL')), {
      minLength: 1,
      maxLength: 5,
    })
    fc.assert(
      fc.property(fc.integer({ min: -100, max: 100 }), exits, (held, orders) => {
        const tickets = orders.map(([quantity, action]) =>
          exit({ quantity: String(quantity), action }),
        )
        const problems = found(tickets, knowing({ held: () => held }))
        if (problems.some(({ level }) => level === 'refuse')) return
        let left = held
        for (const [quantity, action] of orders) {
          left += action === 'BUY' ? quantity : -quantity
          expect(Math.sign(left) === Math.sign(held) || left === 0).toBe(true)
          expect(Math.abs(left) < Math.abs(held)).toBe(true)
        }
      }),
      { numRuns: sampleCount(1000) },
    )
  })

  it('is refused where nothing is held, on the wrong side, and beyond what is held', () => {
    const holding = (held: number) => knowing({ held: () => held })
    expect(short(found(exit(), holding(0)))).toEqual(['0 refuse exit quantity'])
    expect(short(found(exit(), holding(-10)))).toEqual(['0 refuse exit action'])
    const [more] = found(exit({ quantity: '11' }), holding(10))
    expect(more).toMatchObject({ level: 'refuse', code: 'exit', field: 'quantity' })
    expect(more!.message).toContain('+10 INFY-EQ MIS is held')
    expect(more!.message).toContain('Use 10 at most')
    expect(short(found([exit({ quantity: '6' }), exit({ quantity: '5' })], holding(10)))).toEqual([
      '1 refuse exit quantity',
    ])
    expect(found([exit({ quantity: '6' }), exit({ quantity: '4' })], holding(10))).toEqual([])
  })

  it('is never refused for its size, its value, the loss, open orders or the pace', () => {
    const limits = { quantity: 1, value: 1, openOrders: 1, perMinute: 1, loss: 1 }
    const context = withLimits(limits, {
      held: () => 10,
      profit: -100,
      openOrders: 5,
      lastMinute: 5,
      listing: () => listing({ lot: null }),
    })
    expect(found(exit(), { ...context, limits, profit: -100, openOrders: 5 })).toEqual([])
  })

  it('asks where the position was never read, and where it is old', () => {
    expect(short(found(exit(), knowing({ held: () => null })))).toEqual(['0 ask stale null'])
    const old = knowing({ held: () => 10, stale: new Set(['positions']) })
    expect(short(found(exit(), old))).toEqual(['0 ask stale null'])
    // What it does not show may be there by now.
    for (const [held, field] of [
      [0, 'quantity'],
      [-10, 'action'],
      [5, 'quantity'],
    ] as const) {
      const problems = found(exit(), knowing({ held: () => held, stale: new Set(['positions']) }))
      expect(short(problems)).toContain(`0 ask exit ${field}`)
      expect(problems.every(({ level }) => level === 'ask')).toBe(true)
    }
  })

  it('asks where working orders leave the position already', () => {
    const context = (sells: number) =>
      knowing({ held: () => 10, underWay: () => ({ buys: 50, sells, unknown: [] }) })
    expect(short(found(exit({ quantity: '5' }), context(6)))).toEqual(['0 ask exit quantity'])
    expect(found(exit({ quantity: '5' }), context(5))).toEqual([])
  })

  it('asks where another order of the same go leaves the position as well', () => {
    const sale = regular({ action: 'SELL', quantity: '6' })
    const context = knowing({ held: () => 10 })
    expect(short(found([sale, exit({ quantity: '5' })], context))).toEqual(['1 ask exit quantity'])
    expect(found([sale, exit({ quantity: '4' })], context)).toEqual([])
    expect(found([{ ...sale, product: 'NRML' }, exit({ quantity: '5' })], context)).toEqual([])
    const purchase = regular({ quantity: '6' })
    expect(found([purchase, exit({ quantity: '5' })], context)).toEqual([])
  })

  it('asks where another exit of the go may leave the same position, in another spelling', () => {
    const mayBeOne: AccountContext['mayBeOne'] = (one, other) =>
      [one.symbol, other.symbol].toSorted().join() === 'INFY,INFY-EQ'
    const context = knowing({ held: () => 10, mayBeOne })
    const both = (quantity: string) => [
      exit({ symbol: 'INFY-EQ', quantity }),
      exit({ symbol: 'INFY', quantity }),
    ]
    const asked = found(both('10'), context)
    expect(short(asked)).toEqual(['1 ask exit quantity'])
    expect(asked[0]!.message).toMatch(/^INFY and INFY-EQ may be one position/)
    expect(found(both('5'), context)).toEqual([])
    expect(found(both('10'), knowing({ held: () => 10 }))).toEqual([])
  })

  it('asks where its book counts units, and orders may count lots', () => {
    const crude = { exchange: 'MCX', symbol: 'CRUDEOIL26NOVFUT' } as const
    const asked = (sizes: number[], held = 100, lot: number | null = 100) =>
      found(
        exit({ ...crude, quantity: String(held) }),
        knowing({
          held: () => held,
          orderSizes: () => sizes,
          listing: () => listing({ lot }),
        }),
      ).filter(({ code }) => code === 'exit')
    expect(asked([1])[0]?.message).toMatch(/100 in an order may be 100 lots of 100\. Use 1,/)
    expect(asked([])[0]?.message).toMatch(/no order of today shows it/)
    expect(asked([100, 200])).toEqual([])
    // It counts lots itself, or nothing says what a lot is.
    expect(asked([], 3)).toEqual([])
    expect(asked([], 100, null)).toEqual([])
  })

  it('asks where it is not known what else may leave the position', () => {
    const underWay = () => ({ buys: 0, sells: 0, unknown: ['the order book was not read'] })
    const asked = found(exit({ quantity: '5' }), knowing({ held: () => 10, underWay }))
    expect(short(asked)).toEqual(['0 ask exit quantity'])
    expect(asked[0]!.message).toContain('the order book was not read')
  })

  it('of all that is held may be an odd lot; of a part it asks', () => {
    const context = knowing({ held: () => 37, listing: () => listing({ lot: 25 }) })
    expect(found(exit({ quantity: '37' }), context)).toEqual([])
    expect(short(found(exit({ quantity: '30' }), context))).toEqual(['0 ask lot quantity'])
  })

  it('above the largest order asks, since the data may be out of date', () => {
    const context = knowing({ held: () => 3600, listing: () => listing({ lot: 75 }) })
    const nifty = { exchange: 'NFO', symbol: 'NIFTY26NOV26000CE', quantity: '3600' } as const
    expect(short(found(exit(nifty), context))).toEqual(['0 ask slice slice'])
  })
})

describe('an order to a target', () => {
  it('asks where what is held may still change, either way', () => {
    const context = (more: object) =>
      knowing({ held: () => 40, underWay: () => ({ buys: 0, sells: 0, unknown: [], ...more }) })
    expect(found(smart(), context({}))).toEqual([])
    for (const more of [{ buys: 60 }, { sells: 40 }, { unknown: ['the order book is old'] }])
      expect(short(found(smart(), context(more)))).toEqual(['0 ask position target'])
    expect(found(smart(), context({ buys: 60 }))[0]!.message).toContain('orders that buy 60')
  })
})

describe('orders to a target in one go', () => {
  it('ask where another order here changes the position as well, also of another account of the login', () => {
    const of = (login: string) => [accountWith(), accountWith({ id: 'b', login })]
    const both = [smart(), smart({ account: 'b' })]
    expect(found(both, knowing(of('b')))).toEqual([])
    const asked = found(both, knowing(of('a')))
    expect(short(asked)).toEqual(['0 ask position target', '1 ask position target'])
    expect(asked[0]!.message).toContain('others that buy 100 stand here')
    const leaving = [exit(), smart({ target: '0' })]
    expect(short(found(leaving, knowing({ held: () => 10 })))).toEqual([
      '0 ask exit quantity',
      '1 ask position target',
    ])
  })
})

describe('the same order', () => {
  it('asks when it stands twice in a go, or was confirmed a moment ago', () => {
    expect(short(found([regular(), regular({ quantity: '11' }), regular()]))).toEqual([
      '2 ask duplicate null',
    ])
    expect(short(found(regular(), knowing({ isRepeated: () => true })))).toEqual([
      '0 ask duplicate null',
    ])
    expect(
      found([option(), option({ offset: '3' })]).filter(({ level }) => level === 'ask'),
    ).toEqual([])
  })

  it('asks where it goes to two accounts that are one login, and is noted where that is meant', () => {
    const at = (more: Partial<AccountContext>) =>
      knowing([accountWith({ name: 'Father' }), accountWith({ id: 'b', name: 'Mother', ...more })])
    const both = [regular(), regular({ account: 'b', quantity: '20' })]
    expect(found(both, at({ login: 'b' }))).toEqual([])
    const asked = found(both, at({ login: 'a' }))
    expect(short(asked)).toEqual(['1 ask duplicate null'])
    expect(asked[0]!.message).toBe(
      'Mother: It has the same login at the broker as Father: the one account there gets an order like this twice, for 30 in all. Send it from one of them alone, or go on.',
    )
    expect(short(found(both, at({ login: 'a', strategy: 'Other' })))).toEqual([
      '1 note duplicate null',
    ])
    const apart = [
      regular({ account: 'b', action: 'SELL' }),
      regular({ account: 'b', symbol: 'TCS-EQ' }),
    ]
    for (const other of apart) {
      const said = short(found([regular(), other], at({ login: 'a' })))
      expect(said.filter((one) => one.includes('duplicate'))).toEqual([])
    }
  })

  it('asks once more for each further account of the login', () => {
    const three = ['a', 'b', 'c'].map((id) => accountWith({ id, name: `Account ${id}` }))
    const orders = ['a', 'b', 'c'].map((account) => regular({ account }))
    const asked = found(orders, knowing(three.map((one) => ({ ...one, login: 'a' }))))
    expect(short(asked)).toEqual(['1 ask duplicate null', '2 ask duplicate null'])
    expect(asked[1]!.message).toContain('gets an order like this 3 times, for 30 in all')
  })
})

describe('old books', () => {
  it('ask only where something was decided by them', () => {
    const stale = new Set(['orders', 'positions', 'funds'] as const)
    expect(found(regular(), knowing({ stale }))).toEqual([])
    const limited = withLimits({ openOrders: 5, loss: 5 }, { stale })
    const [problem, ...others] = found(regular(), limited)
    expect(others).toEqual([])
    expect(problem).toMatchObject({ level: 'ask', code: 'stale' })
    expect(problem!.message).toContain('the count of open orders is old; the profit or loss is old')
    expect(short(found(smart(), knowing({ stale })))).toEqual(['0 ask stale null'])
    expect(short(found(regular({ product: 'CNC' }), knowing({ stale, funds: 1e6 })))).toEqual([
      '0 ask stale null',
    ])
    const old = knowing({ listing: () => listing({ isOld: true }) })
    expect(short(found(regular(), old))).toEqual(['0 ask stale null'])
  })
})

describe('market hours', () => {
  const at = (wall: number, more: Partial<AccountContext> = {}) => knowing(more, { wall })
  const isAsked = (ticket: Ticket, wall: number): boolean =>
    found(ticket, at(wall)).some(({ code, level }) => code === 'hours' && level === 'ask')

  it('ask outside the session, at weekends and on holidays', () => {
    expect(isAsked(regular(), indianTime('09:14'))).toBe(true)
    expect(isAsked(regular(), indianTime('09:15'))).toBe(false)
    expect(isAsked(regular(), indianTime('15:29'))).toBe(false)
    expect(isAsked(regular(), indianTime('15:30'))).toBe(true)
    expect(isAsked(regular({ exchange: 'NFO' }), indianTime('15:35'))).toBe(false)
    expect(isAsked(regular(), indianTime('11:00', '2026-11-22'))).toBe(true)
    expect(isAsked(regular(), indianTime('11:00', '2026-11-24'))).toBe(true)
  })

  it('follow the seasons', () => {
    const late = (day: string) => isAsked(regular({ exchange: 'MCX' }), indianTime('23:40', day))
    expect(late('2026-10-30')).toBe(true)
    expect(late('2026-11-02')).toBe(false)
    expect(late('2027-03-12')).toBe(false)
    expect(late('2027-03-15')).toBe(true)
  })

  it('are those of after-market orders for such an order, and ask while the session is open', () => {
    const amo = smart({ amo: true })
    expect(isAsked(amo, indianTime('11:00'))).toBe(true)
    expect(isAsked(amo, indianTime('15:45'))).toBe(true)
    expect(isAsked(amo, indianTime('16:00'))).toBe(false)
    expect(isAsked(amo, indianTime('02:00'))).toBe(false)
    expect(isAsked(amo, indianTime('08:58'))).toBe(true)
    expect(isAsked(smart({ amo: true, exchange: 'MCX' }), indianTime('02:00'))).toBe(true)
  })

  it('of an option are over when no exchange of options is open', () => {
    expect(isAsked(option(), indianTime('20:00'))).toBe(false)
    expect(isAsked(option(), indianTime('23:58'))).toBe(true)
  })

  it('are none for practice', () => {
    expect(found(regular(), at(indianTime('03:00'), { isPractice: true }))).toEqual([])
  })
})

describe('an order whose turn comes later', () => {
  /** Confirmed as things were, and asked once more as they are. */
  const atTurn = (ticket: Ticket, before: OrderContext, now: OrderContext): string | null => {
    const leaving = planOf([ticket], before).orders.map(({ params }) => params)
    expect(leaving).toHaveLength(1)
    return refusalAtTurn(planOf([ticket], now), leaving, now)
  }
  const holding = (units: number | null) => knowing({ held: () => units })

  it('leaves where nothing has changed, and at another price of the market', () => {
    expect(atTurn(smart(), holding(0), holding(0))).toBeNull()
    const priced = (ltp: number) => knowing({ listing: () => listing({ ltp }) })
    const market = regular({ pricing: protectedMarket })
    expect(atTurn(market, priced(1500), priced(1510))).toBeNull()
  })

  it('does not where it is another order by now, or none', () => {
    expect(atTurn(smart(), holding(0), holding(60))).toMatch(/another order/)
    expect(atTurn(smart(), holding(0), holding(100))).not.toBeNull()
  })

  it('does not where it cannot be reckoned any more, and so be held against no limit', () => {
    expect(atTurn(smart(), holding(0), holding(null))).not.toBeNull()
    const priced = (ltp: number | null) => knowing({ listing: () => listing({ ltp }) })
    const market = regular({ pricing: protectedMarket })
    expect(atTurn(market, priced(1500), priced(null))).not.toBeNull()
  })
})
