import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Planned, planOf } from '../../../../../src/main/orders/planning/plan.ts'
import type { OrderContext } from '../../../../../src/main/orders/planning/order-context.ts'
import { usualTrading } from '../../../../../src/shared/orders/limits.ts'
import { Ticket } from '../../../../../src/shared/orders/tickets.ts'
import { operations } from '../../../../../src/shared/service/operations.ts'
import {
  anyContext,
  anyTicket,
  bracket,
  cover,
  knowing,
  listing,
  protectedMarket,
  option,
  regular,
  smart,
  typedPrice,
} from './contexts.ts'
import { sampleCount } from '../../../../sample-count.ts'

function planned(ticket: Ticket, context: OrderContext = knowing()): Planned {
  const { orders, problems } = planOf([ticket], context)
  expect(problems).toEqual([])
  return orders[0]!
}

function problemOf(ticket: Ticket, context: OrderContext = knowing()) {
  const { orders, problems } = planOf([ticket], context)
  expect(orders).toEqual([])
  expect(problems).toHaveLength(1)
  return problems[0]!
}

describe('a plan', () => {
  it('makes requests that the operation’s own schema takes as they are', () => {
    fc.assert(
      fc.property(fc.array(anyTicket, { maxLength: 6 }), anyContext, (tickets, context) => {
        for (const ticket of tickets) expect(Ticket.parse(ticket)).toEqual(ticket)
        const { orders, problems } = planOf(tickets, context)
        for (const { operation, params } of orders)
          expect(operations[operation].request.parse(params)).toEqual(params)
        const named = [...orders.map(({ index }) => index), ...problems.map(({ order }) => order)]
        expect(named.toSorted()).toEqual(tickets.map((_, index) => index).toSorted())
      }),
      { numRuns: sampleCount(500) },
    )
  })

  it('splits an order into slices that add up to it, the remainder last', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 1e6 }),
        fc.integer({ min: 1, max: 1e6 }),
        (all, slice) => {
          fc.pre(all / slice < 1000)
          const { shown, params } = planned(
            regular({ quantity: String(all), slice: String(slice) }),
          )
          expect(shown.slices.reduce((sum, one) => sum + one, 0)).toBe(all)
          expect(shown.slices.slice(0, -1).every((one) => one === slice)).toBe(true)
          expect(shown.slices.at(-1)! <= slice).toBe(true)
          expect(params).toMatchObject({ splitorder: 'YES', split_quantity: String(slice) })
        },
      ),
    )
  })

  it('refuses more slices than the journal keeps of an order', () => {
    expect(problemOf(regular({ quantity: '1001', slice: '1' }))).toMatchObject({
      level: 'refuse',
      code: 'slice',
      field: 'slice',
    })
  })

  it('names an account that is gone', () => {
    expect(problemOf(regular({ account: 'gone' }))).toMatchObject({
      level: 'refuse',
      code: 'account',
      field: 'account',
    })
  })

  it('writes symbols the way the account’s broker does', () => {
    const trading = { ...usualTrading, aliases: { 'INFY-EQ': 'INFY', NIFTY: 'NIFTY 50' } }
    const asked: string[] = []
    const context = knowing({
      trading,
      listing: ({ exchange, symbol }) => {
        asked.push(`${exchange} ${symbol}`)
        return listing()
      },
    })
    expect(planned(regular(), context).params).toMatchObject({ symbol: 'INFY' })
    expect(asked).toEqual(['NSE INFY'])
    expect(planned(option(), context).params).toMatchObject({ spot_symbol: 'NIFTY 50' })
    expect(planned(option(), context).shown.freeze).toBe(1800)
  })

  it('takes the strategy of the ticket, or else of the account', () => {
    expect(planned(regular()).params['strategy']).toBe('Manual')
    expect(planned(regular({ strategy: 'Gap' })).params['strategy']).toBe('Gap')
  })
})

describe('a price', () => {
  it('is sent as it was typed, but for zeros in front', () => {
    const typed = { type: 'LIMIT', price: '01500.50' } as const
    expect(planned(regular({ pricing: typed })).params).toMatchObject({
      pricetype: 'LIMIT',
      price: '1500.50',
    })
  })

  it('of a protected market order is never worse than the percentage, and on the tick', () => {
    const bigint = (text: string): bigint => {
      const [whole = '', rest = ''] = text.split('.')
      return BigInt(whole + rest.padEnd(10, '0'))
    }
    fc.assert(
      fc.property(
        typedPrice,
        fc.constantFrom('0.05', '0.5', '1', '2.75', '20'),
        fc.constantFrom('BUY', 'SELL'),
        fc.constantFrom(0.0025, 0.01, 0.05, 0.1, 0.5, 1, 5),
        (reference, protection, action, tick) => {
          const { orders } = planOf(
            [regular({ action, pricing: { type: 'MARKET', protection, reference } })],
            knowing({ listing: () => listing({ ltp: null, tick }) }),
          )
          for (const { params, shown } of orders) {
            const [sent, last] = [bigint(params['price']!), bigint(reference)]
            // One on the better side of the market would rest there.
            expect(action === 'BUY' ? sent >= last : sent <= last).toBe(true)
            const most = last * (bigint('100') + bigint(protection) * (action === 'BUY' ? 1n : -1n))
            const worst = sent * bigint('100')
            expect(action === 'BUY' ? worst <= most : worst >= most).toBe(true)
            expect(bigint(params['price']!) % bigint(shown.tick)).toBe(0n)
            expect(sent > 0n).toBe(true)
            expect(params['pricetype']).toBe('LIMIT')
          }
        },
      ),
      { numRuns: sampleCount(500) },
    )
  })

  it('of a protected market order is reckoned from the books before it is from the person', () => {
    const pricing = { ...protectedMarket, reference: '900' }
    expect(planned(regular({ pricing })).params['price']).toBe('1507.5')
    expect(planned(regular({ pricing, action: 'SELL' })).params['price']).toBe('1492.5')
    const unknown = knowing({ listing: () => undefined })
    expect(planned(regular({ pricing }), unknown).params['price']).toBe('904.5')
  })

  it('cannot be protected where nobody knows the last one', () => {
    for (const ltp of [null, 0])
      expect(
        problemOf(
          regular({ pricing: protectedMarket }),
          knowing({ listing: () => listing({ ltp }) }),
        ),
      ).toMatchObject({ level: 'refuse', code: 'price', field: 'pricing.reference' })
    expect(problemOf(option({ pricing: protectedMarket }))).toMatchObject({
      field: 'pricing.reference',
    })
  })

  it('cannot be protected where no tick lies between it and the last one', () => {
    const between = (action: 'BUY' | 'SELL', protection: string, ltp = 3.02) => {
      const pricing = { type: 'MARKET', protection } as const
      const context = knowing({ listing: () => listing({ ltp, tick: null }) })
      return [regular({ action, pricing }), context] as const
    }
    for (const action of ['BUY', 'SELL'] as const)
      expect(problemOf(...between(action, '0.5'))).toMatchObject({ field: 'pricing.protection' })
    expect(planned(...between('BUY', '1')).params['price']).toBe('3.05')
    expect(planned(...between('SELL', '1')).params['price']).toBe('3')
    expect(planned(...between('BUY', '0.5', 3)).params['price']).toBe('3')
  })

  it('cannot be protected where no tick lies above zero', () => {
    const context = knowing({ listing: () => listing({ ltp: 0.03 }) })
    expect(problemOf(regular({ pricing: protectedMarket }), context)).toMatchObject({
      code: 'price',
      field: 'pricing.protection',
    })
  })

  it('is 0 with a plain market order and with SL-M, whose trigger is sent', () => {
    const pricing = { type: 'MARKET', protection: null } as const
    expect(planned(regular({ pricing })).params).toMatchObject({ pricetype: 'MARKET', price: '0' })
    const stop = planned(smart({ pricing: { type: 'SL-M', trigger: '1510' } }))
    expect(stop.params).toMatchObject({ pricetype: 'SL-M', price: '0', trigger_price: '1510' })
    expect(stop.shown.value).toBe(151_000)
  })

  it('steps by the usual tick where the listed one cannot be', () => {
    for (const tick of [0, -1, 1001, 800, null])
      expect(planned(regular(), knowing({ listing: () => listing({ tick }) })).shown).toMatchObject(
        {
          tick: '0.05',
          isTickAssumed: true,
        },
      )
    expect(
      planned(regular(), knowing({ listing: () => listing({ tick: 0.1 }) })).shown,
    ).toMatchObject({ tick: '0.1', isTickAssumed: false })
  })

  it('makes the value, and the funds where shares are paid in full', () => {
    expect(planned(regular({ product: 'CNC' })).shown).toMatchObject({
      value: 15_000,
      funds: 15_000,
    })
    expect(planned(regular({ product: 'CNC', action: 'SELL' })).shown.funds).toBeNull()
    expect(planned(regular({ product: 'MIS' })).shown).toMatchObject({ value: 15_000, funds: null })
    const pricing = { type: 'MARKET', protection: null } as const
    expect(planned(regular({ pricing })).shown.value).toBe(15_000)
    const unknown = knowing({ listing: () => undefined })
    expect(planned(regular({ pricing }), unknown).shown.value).toBeNull()
  })
})

describe('a smart order', () => {
  it('always brings what is held to its target', () => {
    const units = fc.integer({ min: -1e6, max: 1e6 })
    fc.assert(
      fc.property(units, units, (held, target) => {
        const ticket = smart({ target: String(target) })
        const { orders, problems } = planOf([ticket], knowing({ held: () => held }))
        if (held === target) expect(problems).toMatchObject([{ code: 'position', field: 'target' }])
        else {
          const { params, shown } = orders[0]!
          const signed = (params['action'] === 'BUY' ? 1 : -1) * Number(params['quantity'])
          expect(held + signed).toBe(target)
          expect(params['position_size']).toBe(String(target))
          expect(shown).toMatchObject({ action: params['action'], quantity: Math.abs(signed) })
        }
      }),
    )
  })

  it('says what it will do', () => {
    const says = (held: number, target: string) =>
      planned(smart({ target }), knowing({ held: () => held })).shown.says
    expect(says(50, '-100')).toBe('Holds +50. Sells 150 to reach −100, crossing zero.')
    expect(says(0, '-1200')).toBe('Holds nothing. Sells 1,200 to reach −1,200.')
    expect(says(-50, '0')).toBe('Holds −50. Buys 50 to be flat.')
    expect(says(50, '75')).toBe('Holds +50. Buys 25 to reach +75.')
  })

  it('is refused from flat to 0, where the service would open a position', () => {
    expect(problemOf(smart({ target: '-0' }), knowing({ held: () => 0 }))).toMatchObject({
      code: 'position',
      field: 'target',
      message: expect.stringContaining('open a position') as string,
    })
  })

  it('is refused while the position is not known', () => {
    for (const held of [null, 0.5])
      expect(problemOf(smart(), knowing({ held: () => held }))).toMatchObject({
        code: 'position',
        field: 'target',
        message: expect.stringContaining('not read yet') as string,
      })
  })

  it('keeps its target when it is split, and tells of the after-market and the disclosed part', () => {
    const ticket = smart({ target: '-100', slice: '40', disclosed: '10', amo: true })
    const { params, shown } = planned(ticket)
    expect(params).toMatchObject({ position_size: '-100', splitorder: 'YES', split_quantity: '40' })
    expect(params).toMatchObject({ disclosed_quantity: '10', amo: 'YES' })
    expect(shown.slices).toEqual([40, 40, 20])
  })
})

describe('a bracket order', () => {
  it('travels alone where the account has one, and with its like where it has more', () => {
    const { orders } = planOf([bracket(), regular(), bracket({ quantity: '5' })], knowing())
    expect(orders.map(({ operation }) => operation)).toEqual([
      'PlaceMultiBOOrder',
      'PlaceMultiOrder',
      'PlaceMultiBOOrder',
    ])
    expect(planned(bracket()).operation).toBe('PlaceBOOrder')
  })

  it('sends points, and says the prices that they make', () => {
    const { params, shown } = planned(bracket({ trail: '1' }))
    expect(params).toMatchObject({ squareoff: '20', stoploss: '10', trailing_stoploss: '1' })
    expect(shown.says).toBe(
      'Entered at 1,500.00, the target is 1,520.00 and the stop 1,490.00. The stop trails in steps of 1.00.',
    )
    const sold = planned(bracket({ action: 'SELL' }))
    expect(sold.params['trailing_stoploss']).toBe('0')
    expect(sold.shown.says).toContain('the target is 1,480.00 and the stop 1,510.00')
  })
})

describe('a cover order', () => {
  it('sends the price of its stop', () => {
    const { operation, params, shown } = planned(cover())
    expect(operation).toBe('PlaceCOOrder')
    expect(params['stop_price']).toBe('1490')
    expect(shown.says).toBe('The stop sells at 1,490.00.')
  })
})

describe('an option order', () => {
  const says = (more: Partial<Parameters<typeof option>[0]>, spot: number | null) =>
    planned(option(more), knowing({ spot: () => spot })).shown.says

  it('says which strike it means, out of the money above for calls and below for puts', () => {
    expect(says({ offset: '1' }, 26_130.4)).toBe(
      'Spot 26,130.40: buys the 26,200 CE of 23FEB, 1 step out of the money.',
    )
    expect(says({ offset: '2', optionType: 'PE', action: 'SELL' }, 26_130.4)).toBe(
      'Spot 26,130.40: sells the 26,050 PE of 23FEB, 2 steps out of the money.',
    )
    expect(says({ offset: '-3' }, 26_124)).toContain('the 25,950 CE of 23FEB, 3 steps in the money')
    expect(says({ offset: '0', optionType: 'PE' }, 26_125)).toContain(
      'the 26,150 PE of 23FEB, at the money',
    )
  })

  it('says that the service picks the strike where the spot is not known', () => {
    expect(says({}, null)).toContain('The spot of NIFTY is not known here')
  })

  it('has the freeze of its underlying, and no lot', () => {
    expect(planned(option()).shown).toMatchObject({ freeze: 1800, lot: null, symbol: null })
  })
})

describe('the largest order', () => {
  const freezeOf = (symbol: string) => planned(regular({ exchange: 'NFO', symbol })).shown.freeze

  it('is that of the longest name that the symbol begins with and a digit follows', () => {
    expect(freezeOf('NIFTY26NOV26000CE')).toBe(1800)
    expect(freezeOf('NIFTYNXT5026NOVFUT')).toBe(600)
    expect(freezeOf('NIFTYBEES26NOVFUT')).toBeNull()
    expect(freezeOf('BANKNIFTY26NOV58000PE')).toBeNull()
    expect(planned(regular({ symbol: 'NIFTY26' })).shown.freeze).toBeNull()
  })
})
