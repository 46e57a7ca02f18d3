import { describe, expect, it } from 'vitest'
import { option as ticketOfOption } from '../planning/contexts.ts'
import {
  type SeenOrder,
  noOrdersYet,
  rivalsOf,
} from '../../../../../src/main/picture/rows/order-similarity.ts'
import type { OrderBookView } from '../../../../../src/main/orders/doubt/match.ts'
import type { ClockReading } from '../../../../../src/main/orders/doubt/entry-time.ts'
import type { Intent } from '../../../../../src/shared/orders/intents.ts'
import {
  accepted,
  after,
  inDoubt,
  match,
  onTheWire,
  orderRow,
  recordedEvent,
  unanswered,
  sentAt,
} from './doubts.ts'

/** Without what the next reading is told of. */
const bare = (verdicts: ReturnType<typeof match>) =>
  new Map([...verdicts].map(([id, { alike: _, ...verdict }]) => [id, verdict]))

const decide = (
  intents: Intent[],
  rows: OrderBookView['rows'],
  more: {
    claimed?: string[]
    claimedLongAgo?: string[]
    onTheWire?: Intent[]
    mayHaveOthers?: boolean
    clock?: ClockReading
    seenAfter?: number | null
    thereBefore?: string[]
    shownBefore?: SeenOrder[]
  } = {},
) =>
  bare(
    match(
      intents.map((intent) => ({
        intent,
        clock: more.clock ?? 'presumed',
        appearanceOf: (key) => ({
          seenAfter: more.seenAfter === undefined ? 800 : more.seenAfter,
          wasThere: more.thereBefore?.includes(key) === true ? 'today' : 'no',
        }),
        mayHaveOthers: more.mayHaveOthers ?? false,
      })),
      {
        rows,
        isClaimed: (id) =>
          more.claimed?.includes(id) ? 'yes' : more.claimedLongAgo?.includes(id) ? 'perhaps' : 'no',
        onTheWire: more.onTheWire ?? [],
        shownBefore: more.shownBefore ?? [],
      },
    ),
  )

/** The decision about one intent alone. */
const about = (intent: Intent, rows: OrderBookView['rows'], more = {}) =>
  decide([intent], rows, more).get(intent.id)

const fresh = { bookAge: 900 }
const found = (...orderIds: string[]) => ({
  found: orderIds.map((orderId, part) => ({ part, orderId })),
  absent: [],
  candidates: [],
})
const open = (...candidates: string[]) => ({ found: [], absent: [], candidates })

describe('an order in doubt', () => {
  it('is the one new order that looks like it', () => {
    const rows = [
      orderRow({ order_id: '7' }),
      orderRow({ order_id: '8', quantity: 200 }),
      orderRow({ order_id: '9', action: 'SELL' }),
    ]
    expect(about(inDoubt(fresh), rows)).toEqual(found('7'))
  })

  it('is none that was known before it was sent', () => {
    const rows = [orderRow({ order_id: '6' }), orderRow({ order_id: '7' })]
    expect(about(inDoubt({ ...fresh, rivals: ['6'] }), rows)).toEqual(found('7'))
    expect(about(inDoubt({ ...fresh, rivals: ['6', '7'] }), rows)).toEqual(open())
  })

  it('is none that another intent holds', () => {
    const rows = [orderRow({ order_id: '6' }), orderRow({ order_id: '7' })]
    expect(about(inDoubt(fresh), rows, { claimed: ['6'] })).toEqual(found('7'))
  })

  it('is not decided where its number was that of an order long ago', () => {
    expect(about(inDoubt(fresh), [orderRow({ order_id: '7' })], { claimedLongAgo: ['7'] })).toEqual(
      open('7'),
    )
  })

  it('is not decided while two orders can be it', () => {
    const rows = [orderRow({ order_id: '6' }), orderRow({ order_id: '7' })]
    expect(about(inDoubt(fresh), rows)).toEqual(open('6', '7'))
  })

  it('is counted once where the service gives its row twice', () => {
    const rows = [orderRow({ order_id: '7' }), orderRow({ order_id: '7', status: 'complete' })]
    expect(about(inDoubt(fresh), rows)).toEqual(found('7'))
  })

  it('is one order where the service spells its id in several ways, and named by the first', () => {
    const rows = [orderRow({ order_id: '007' }), orderRow({ order_id: ' 7 ' })]
    expect(about(inDoubt(fresh), rows)).toEqual(found('007'))
    expect(about(inDoubt({ ...fresh, rivals: ['7'] }), rows)).toEqual(open())
    expect(about(inDoubt(fresh), rows, { claimed: ['7'] })).toEqual(open())
    const other = orderRow({ order_id: '70' })
    expect(about(inDoubt(fresh), [...rows, other])).toEqual(open('007', '70'))
  })

  it('waits for an answer that can still claim the same order', () => {
    const rows = [orderRow({ order_id: '7' })]
    expect(about(inDoubt(fresh), rows, { onTheWire: [onTheWire(fresh)] })).toEqual(open('7'))
    // One that was sent when the order was known already cannot be it.
    const later = onTheWire({ ...fresh, rivals: ['7'] })
    expect(about(inDoubt(fresh), rows, { onTheWire: [later] })).toEqual(found('7'))
  })

  it('is not decided after positions were squared off: those orders look alike', () => {
    expect(about(inDoubt(fresh), [orderRow({ order_id: '7' })], { mayHaveOthers: true })).toEqual(
      open('7'),
    )
  })

  it('is never a leg that protects another order', () => {
    expect(about(inDoubt(fresh), [orderRow({ order_id: '7', parentorderid: '3' })])).toEqual(open())
    for (const none of ['', '0', 'NA', '7'])
      expect(about(inDoubt(fresh), [orderRow({ order_id: '7', parentorderid: none })])).toEqual(
        found('7'),
      )
  })
})

describe('as its broker writes it', () => {
  const written = (params: Record<string, string>, row: Record<string, unknown>) =>
    about(inDoubt({ ...fresh, params }), [orderRow({ order_id: '7', ...row })])

  it.each<[string, Record<string, string>, Record<string, unknown>]>([
    ['words in another case', {}, { exchange: 'nse', symbol: 'infy-eq', action: 'Buy' }],
    ['short words', {}, { action: 'B', product: 'I', pricetype: 'LMT' }],
    ['a market order', { pricetype: 'MARKET', price: '0' }, { pricetype: 'MKT', price: null }],
    ['a market order that became a limit', { pricetype: 'MARKET', price: '0' }, { price: 1507.2 }],
    [
      'a stop',
      { pricetype: 'SL', price: '1500.5', trigger_price: '1499' },
      { pricetype: 'SL', trigger_price: 1499 },
    ],
    [
      'a stop at market that became one with a limit',
      { pricetype: 'SL-M', price: '0', trigger_price: '1499' },
      { pricetype: 'SL', price: 1510, trigger_price: 1499 },
    ],
    ['a price without its last zero', { price: '1500.50' }, {}],
  ])('%s is recognised', (_, params, row) => {
    expect(written(params, row)).toEqual(found('7'))
  })

  it.each<[string, Record<string, string>, Record<string, unknown>]>([
    ['another symbol', {}, { symbol: 'TCS-EQ' }],
    ['the other side', {}, { action: 'SELL' }],
    ['another exchange', {}, { exchange: 'BSE' }],
    ['another product', {}, { product: 'CNC' }],
    ['another size', {}, { quantity: 99 }],
    ['another price', {}, { price: 1500.55 }],
    ['a limit that is a market order', {}, { pricetype: 'MARKET', price: 0 }],
    [
      'another trigger',
      { pricetype: 'SL', trigger_price: '1499' },
      { pricetype: 'SL', trigger_price: 1498 },
    ],
  ])('%s is another order', (_, params, row) => {
    expect(written(params, row)).toEqual(open())
  })

  it.each<[string, Record<string, unknown>]>([
    ['the same symbol without its series', { symbol: 'INFY' }],
    ['a product in words that nobody knows', { product: 'SUPER' }],
    ['a price type in words that nobody knows', { pricetype: 'ICEBERG' }],
    ['no side', { action: null }],
    ['no size', { quantity: 'NA' }],
    ['no price', { price: null }],
    ['an exchange by a longer name', { exchange: 'NSE_EQ' }],
  ])('%s is for a person to judge', (_, row) => {
    expect(written({}, row)).toEqual(open('7'))
  })

  it('the entry of a bracket or cover order has their product', () => {
    const protectedBy = (operation: Intent['operation'], product: string) => {
      const { product: _, ...params } = inDoubt().params
      const intent = { ...inDoubt({ ...fresh, operation }), params }
      return about(intent, [orderRow({ order_id: '7', product, trigger_price: 0 })])
    }
    expect(protectedBy('PlaceBOOrder', 'BO')).toEqual(found('7'))
    expect(protectedBy('PlaceMultiBOOrder', 'bracket')).toEqual(found('7'))
    expect(protectedBy('PlaceCOOrder', 'CO')).toEqual(found('7'))
    expect(protectedBy('PlaceCOOrder', 'MIS')).toEqual(open())
  })
})

describe('an option that the service found', () => {
  const option = (more: Record<string, string> = {}) => {
    const { exchange: _, symbol: __, ...rest } = inDoubt().params
    const params = {
      ...rest,
      spot_symbol: 'NIFTY',
      expiry_date: '24NOV26',
      option_type: 'CE',
      strike_int: '50',
      quantity: '65',
      ...more,
    }
    return {
      ...inDoubt({ ...fresh, operation: 'PlaceMultiFOOptionsOrder', quantities: [65] }),
      params,
    }
  }
  const row = (symbol: string) => orderRow({ order_id: '7', exchange: 'NFO', symbol, quantity: 65 })

  it.each(['NIFTY24NOV26C26000', 'NIFTY24NOV2626000CE', 'NIFTY 24NOV26 26000 CE'])(
    'is recognised in %s',
    (symbol) => {
      expect(about(option(), [row(symbol)])).toEqual(found('7'))
    },
  )

  it.each(['NIFTY24NOV26C26030', 'NIFTY24NOV2626030CE'])(
    'is for a person to judge in %s, whose strike is no multiple of what was asked for',
    (symbol) => {
      expect(about(option(), [row(symbol)])).toEqual(open('7'))
    },
  )

  it.each([
    'NIFTY24NOV26P26000',
    'NIFTY01DEC26C26000',
    'BANKNIFTY24NOV26C58600',
    'NIFTYNXT5024NOV26C26000',
  ])('is not %s', (symbol) => {
    expect(about(option(), [row(symbol)])).toEqual(open())
  })

  it('is for a person to judge where the expiry is written in another way', () => {
    expect(about(option(), [row('NIFTY26NOV26000CE')])).toEqual(open('7'))
  })

  it('is found by the name of its index', () => {
    const bank = option({ spot_symbol: 'NIFTY BANK' })
    expect(about(bank, [row('BANKNIFTY24NOV26C58600')])).toEqual(found('7'))
  })

  describe('where its broker has a word of its own for the spot', () => {
    const contract = [row('NIFTY24NOV26C26000')]
    const ticket = ticketOfOption({ expiry: '24NOV26', quantity: '65' })

    it('is found by what a person called it, which that word goes on from', () => {
      expect(about({ ...option({ spot_symbol: 'NIFTY 50' }), ticket }, contract)).toEqual(
        found('7'),
      )
    })

    it.each(['IDX_N50', 'BANKNIFTY', 'NIFTYIT'])(
      'is for a person to judge by what they called it, where that word is %s',
      (spot_symbol) => {
        const own = option({ spot_symbol })
        expect(about(own, contract)).toEqual(open())
        expect(about({ ...own, ticket }, contract)).toEqual(open('7'))
        const bank = { ...ticket, underlying: 'FINNIFTY' }
        expect(about({ ...own, ticket: bank }, contract)).toEqual(open())
      },
    )
  })
})

describe('time', () => {
  const at = (orderentrytime: string | null) => orderRow({ order_id: '7', orderentrytime })

  const ours = 'November 21 2026 10:15:02'
  const jumped = { clock: 'unknown' as const }
  /** The broker's clock is as ours, as orders that are known have shown. */
  const learned = { clock: { least: -300, most: 900, isToTheSecond: true } }

  describe('after a book that was sure and fresh', () => {
    it('is that of the sending, or is not told', () => {
      for (const time of [ours, null, 'soon'])
        expect(about(inDoubt(fresh), [at(time)])).toEqual(found('7'))
    })

    it.each([
      ['just before it', 'November 21 2026 10:14:40'],
      ['just after its deadline', 'November 21 2026 10:15:31'],
    ])('is not that of an order %s, unless clocks are known to differ so', (_, time) => {
      expect(about(inDoubt(fresh), [at(time)])).toEqual(open('7'))
      expect(about(inDoubt(fresh), [at(time)], learned)).toEqual(open('7'))
      const differing = { clock: { least: 25_000, most: 26_000, isToTheSecond: true } }
      const isLate = time.endsWith('31')
      expect(about(inDoubt(fresh), [at(time)], differing)).toEqual(isLate ? found('7') : open('7'))
    })

    it.each([
      ['of three hours earlier', 'November 21 2026 07:15:00'],
      ['of yesterday', 'November 20 2026 10:15:00'],
      ['of three hours later', 'November 21 2026 13:15:00'],
    ])('is not that of an order %s, which a person has to judge', (_, time) => {
      expect(about(inDoubt(fresh), [at(time)])).toEqual(open('7'))
      expect(about(inDoubt(fresh), [at(time)], learned)).toEqual(open('7'))
    })

    it('does not matter where the clock was set, and the order was seen soon', () => {
      const old = at('November 20 2026 09:00:00')
      expect(about(inDoubt(fresh), [old], jumped)).toEqual(found('7'))
      expect(about(inDoubt(fresh), [old], { ...jumped, seenAfter: 61_000 })).toEqual(open('7'))
      expect(about(inDoubt(fresh), [old], { ...jumped, seenAfter: null })).toEqual(open('7'))
    })

    it('is looked at where the order came up late', () => {
      const late = { seenAfter: 10_800_000 }
      expect(about(inDoubt(fresh), [at(ours)], late)).toEqual(open('7'))
      expect(about(inDoubt(fresh), [at(ours)], { ...late, ...learned })).toEqual(found('7'))
    })

    it('sets an order aside that was seen before, so that ours is found beside it', () => {
      const old = orderRow({ order_id: '3', orderentrytime: null })
      const seen = { thereBefore: ['3'] }
      expect(about(inDoubt(fresh), [old, at(null)], seen)).toEqual(found('7'))
      expect(about(inDoubt(fresh), [old], { ...seen, ...learned })).toEqual(open('3'))
    })
  })

  it('tells what was entered well before an order that was known', () => {
    const known = orderRow({ order_id: '6', orderentrytime: 'November 21 2026 10:14:30' })
    const doubt = inDoubt({ ...fresh, rivals: ['6'] })
    for (const more of [{}, jumped])
      expect(about(doubt, [known, at('November 21 2026 10:13:00')], more)).toEqual(open('7'))
    expect(about(doubt, [known, at('November 21 2026 10:14:20')], jumped)).toEqual(found('7'))
    expect(about(doubt, [known, at('November 21 2026 10:14:59')])).toEqual(found('7'))
  })

  it('does not mistake ours for an old one where a known order was changed since', () => {
    const changed = orderRow({ order_id: '6', orderentrytime: 'November 21 2026 10:40:00' })
    const doubt = inDoubt({ ...fresh, rivals: ['6'] })
    expect(about(doubt, [changed, at('November 21 2026 10:15:01')])).toEqual(found('7'))
  })

  describe.each([
    ['no sure book', null],
    ['an old book', 30_000],
  ])('after %s', (_, bookAge) => {
    const doubt = inDoubt({ bookAge })

    it('has to be that of the sending, by a broker’s clock that is known', () => {
      expect(about(doubt, [at(ours)], learned)).toEqual(found('7'))
      expect(about(doubt, [at('November 21 2026 10:14:58')], learned)).toEqual(found('7'))
      expect(about(doubt, [at('November 21 2026 10:14:54')], learned)).toEqual(open('7'))
      expect(about(doubt, [at('November 21 2026 10:17:00')], learned)).toEqual(open('7'))
    })

    it('is for a person to judge where it cannot be read or compared', () => {
      expect(about(doubt, [at(null)], learned)).toEqual(open('7'))
      expect(about(doubt, [at('10:15:02')], learned)).toEqual(open('7'))
      expect(about(doubt, [at(ours)], jumped)).toEqual(open('7'))
      // Two clocks that nobody compared may be wrong by just as much as another order is older.
      expect(about(doubt, [at(ours)])).toEqual(open('7'))
    })

    it('keeps a later order of the same kind from what came late', () => {
      // The first was lost for two minutes on its way, or the second arrived: nobody knows.
      const second = inDoubt({ bookAge, at: sentAt + 115_000, params: { strategy: 'Swing' } })
      const row = at('November 21 2026 10:16:56')
      const verdicts = decide([doubt, second], [row], learned)
      expect([...verdicts.values()]).toEqual([open('7'), open('7')])
    })

    it('leaves what came late to a person where only a clock that nobody compared speaks against another', () => {
      const late = inDoubt(fresh)
      // Sent by a clock that had been set ahead: by it, the order is an old one.
      const ahead = inDoubt({ at: sentAt + 180_000, bookAge: null, params: { strategy: 'Swing' } })
      const row = at('November 21 2026 10:15:02')
      expect(about(late, [row])).toEqual(found('7'))
      const verdicts = decide([late, ahead], [row])
      expect([...verdicts.values()]).toEqual([open('7'), open('7')])
    })

    it('sets orders of another time aside', () => {
      const old = orderRow({ order_id: '3', orderentrytime: 'November 21 2026 09:20:00' })
      expect(about(doubt, [old, at(ours)], learned)).toEqual(found('7'))
    })
  })
})

describe('several orders in doubt', () => {
  it('that are the same are not told apart where only one arrived', () => {
    const [one, other] = [inDoubt(fresh), inDoubt(fresh)]
    const verdicts = decide([one, other], [orderRow({ order_id: '7' })])
    expect([...verdicts.values()]).toEqual([open('7'), open('7')])
  })

  it('that are the same take one each where both arrived', () => {
    const [one, other] = [inDoubt(fresh), inDoubt(fresh)]
    const verdicts = decide(
      [one, other],
      [orderRow({ order_id: '7' }), orderRow({ order_id: '8' })],
    )
    expect([...verdicts.values()]).toEqual([found('7'), found('8')])
  })

  it('that are the same but for their strategy are not dealt out at random', () => {
    const [one, other] = [inDoubt(fresh), inDoubt({ ...fresh, params: { strategy: 'Swing' } })]
    const rows = [orderRow({ order_id: '7' }), orderRow({ order_id: '8' })]
    expect([...decide([one, other], rows).values()]).toEqual([open('7', '8'), open('7', '8')])
  })

  it('are told apart by what each was sent after', () => {
    const first = inDoubt(fresh)
    const second = inDoubt({ ...fresh, rivals: ['7'] })
    const verdicts = decide(
      [first, second],
      [orderRow({ order_id: '7' }), orderRow({ order_id: '8' })],
    )
    expect(verdicts.get(first.id)).toEqual(found('7'))
    expect(verdicts.get(second.id)).toEqual(found('8'))
  })

  it('are told apart where a market order and a limit can be the same', () => {
    const market = inDoubt({ ...fresh, params: { pricetype: 'MARKET', price: '0' } })
    const limit = inDoubt(fresh)
    const verdicts = decide(
      [market, limit],
      [orderRow({ order_id: '7' }), orderRow({ order_id: '8', pricetype: 'MARKET', price: 0 })],
    )
    expect(verdicts.get(market.id)).toEqual(found('8'))
    expect(verdicts.get(limit.id)).toEqual(found('7'))
  })

  it('do not hold up one that has nothing to do with them', () => {
    const twins = [inDoubt(fresh), inDoubt(fresh)]
    const third = inDoubt({ ...fresh, quantities: [300] })
    const rows = [orderRow({ order_id: '7' }), orderRow({ order_id: '9', quantity: 300 })]
    expect(decide([...twins, third], rows).get(third.id)).toEqual(found('9'))
  })
})

describe('slices', () => {
  const sliced = (ids: (string | null)[]) =>
    after([
      recordedEvent({ quantities: [60, 60, 30], params: { splitorder: 'YES', quantity: '150' } }),
      { kind: 'sent', rivals: [], bookAge: 900 },
      {
        kind: 'answered',
        parts: ids.map((orderId) => (orderId === null ? unanswered : accepted(orderId))),
      },
    ])
  const slice = (order_id: string, quantity: number) => orderRow({ order_id, quantity })

  it('are all found where each is there', () => {
    const rows = [slice('7', 60), slice('8', 60), slice('9', 30)]
    expect(about(sliced([null, null, null]), rows)).toEqual(found('7', '8', '9'))
  })

  it('are all found where the broker refers them to the first one', () => {
    const rows = [
      slice('7', 60),
      ...[slice('8', 60), slice('9', 30)].map((row) => ({ ...row, parentorderid: '7' })),
    ]
    expect(about(sliced([null, null, null]), rows)).toEqual(found('7', '8', '9'))
    const legs = rows.map((row, at) => (at === 0 ? row : { ...row, action: 'SELL' }))
    expect(about(sliced([null, null, null]), legs)).toEqual(open('7'))
    const ofAnother = rows.map((row, at) => (at === 0 ? { ...row, symbol: 'SBIN-EQ' } : row))
    expect(about(sliced([null, null, null]), ofAnother)).toEqual(open())
  })

  it('of one size are found while those of another are not', () => {
    expect(about(sliced([null, null, null]), [slice('7', 60), slice('9', 30)])).toEqual({
      found: [{ part: 2, orderId: '9' }],
      absent: [],
      candidates: ['7'],
    })
  })

  it('that got no answer are looked for beside those that did', () => {
    const rows = [slice('7', 60), slice('8', 60), slice('9', 30)]
    expect(about(sliced(['7', null, null]), rows, { claimed: ['7'] })).toEqual({
      found: [
        { part: 1, orderId: '8' },
        { part: 2, orderId: '9' },
      ],
      absent: [],
      candidates: [],
    })
  })

  it('never were where one order holds all units', () => {
    expect(about(sliced(['7']), [slice('7', 150)], { claimed: ['7'] })).toEqual({
      found: [],
      absent: [1, 2],
      candidates: [],
    })
  })

  it('may still come where an order holds only some of the units, or another turned up', () => {
    expect(about(sliced(['7']), [slice('7', 60)], { claimed: ['7'] })).toEqual(open())
    const more = [slice('7', 150), slice('8', 60)]
    expect(about(sliced(['7']), more, { claimed: ['7'] })).toEqual(open('8'))
  })

  it('that were cut otherwise than asked are shown to a person', () => {
    expect(about(sliced([null, null, null]), [slice('7', 75), slice('8', 75)])).toEqual(
      open('7', '8'),
    )
  })
})

describe('rivals', () => {
  const alone = (row: ReturnType<typeof orderRow>) => ({
    ...noOrdersYet(row),
    ids: new Set([row.order_id]),
  })
  const rivals = (params: Record<string, string>, rows: ReturnType<typeof orderRow>[]) =>
    rivalsOf(
      { operation: 'PlaceMultiOrder', params: { ...inDoubt().params, ...params } },
      rows.map(alone),
    )

  it('are the orders of the same side and symbol, however they are written', () => {
    const rows = [
      orderRow({ order_id: '1', price: 7, quantity: 3, product: 'CNC', exchange: 'BSE' }),
      orderRow({ order_id: '2', symbol: 'infy-eq', action: 'buy' }),
      orderRow({ order_id: '3', symbol: 'INFY' }),
      orderRow({ order_id: '4', action: 'SELL' }),
      orderRow({ order_id: '5', symbol: 'TCS-EQ' }),
      orderRow({ order_id: '6', action: null }),
    ]
    expect(rivals({}, rows)).toEqual(['1', '2', '3', '6'])
  })

  it('of an option that the service finds are those that it can turn out to be', () => {
    const { symbol: _, ...params } = inDoubt().params
    const option = { ...params, spot_symbol: 'NIFTY', expiry_date: '24NOV26', option_type: 'CE' }
    const rows = ['NIFTY24NOV26C26000', 'NIFTY24NOV26C26100', 'NIFTY24NOV26P26000', 'INFY-EQ'].map(
      (symbol) => orderRow({ order_id: symbol, symbol }),
    )
    expect(
      rivalsOf({ operation: 'PlaceMultiFOOptionsOrder', params: option }, rows.map(alone)),
    ).toEqual(['NIFTY24NOV26C26000', 'NIFTY24NOV26C26100'])
  })
})
