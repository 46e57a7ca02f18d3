import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { NamedRows, takenBack } from '../../../../../src/main/orders/doubt/named-rows.ts'
import { isOwn } from '../../../../../src/main/orders/doubt/own-row.ts'
import { stepIntent } from '../../../../../src/main/journal/intent.ts'
import type { Intent, IntentEvent } from '../../../../../src/shared/orders/intents.ts'
import { FakeClock } from '../../core/fake-clock.ts'
import { accepted, account, after, orderRow, recordedEvent, unanswered } from './doubts.ts'

const sent: IntentEvent = { kind: 'sent', rivals: [], bookAge: 0 }
/** An order whose slices were taken as these. */
const named = (orderIds: string[], making: Parameters<typeof recordedEvent>[0] = {}): Intent =>
  after([
    recordedEvent(making),
    sent,
    { kind: 'answered', parts: orderIds.map((orderId) => ({ ...accepted(orderId) })) },
  ])

/** No book had shown any of them before, and nobody holds what is beside them. */
const unseen = {
  mayBeAnother: (_: Intent, __: string): boolean => false,
  isFoundForAnother: (_: Intent, __: string): boolean => false,
  isClaimed: (): boolean => false,
  isSought: (): boolean => false,
}

const writesAsSent = {
  sent: new Set<string>(),
  hasSymbol: () => true,
  inBook: () => true,
  hasAsSent: () => false,
}
const unknownSpelling = { ...writesAsSent, hasSymbol: () => false, inBook: () => false }
/** Another row has all that was sent. */
const elsewhere = { ...unknownSpelling, hasAsSent: () => true }

describe('the row under an id that the service named', () => {
  const verdict = (
    making: Parameters<typeof recordedEvent>[0],
    row: Parameters<typeof orderRow>[0],
    spelling: Parameters<typeof isOwn>[1]['spelling'] = writesAsSent,
  ) => {
    const intent = named(['7'], making)
    const { quantity } = intent.parts[0]!
    return isOwn(intent, { row: orderRow(row), quantity, spelling })
  }

  it('is its own where symbol, side and units are', () => {
    expect(verdict({}, {})).toBe('yes')
    expect(verdict({}, { symbol: 'INFY', product: 'X' })).toBe('yes')
    expect(verdict({}, { quantity: 60, fillshares: 40 })).toBe('yes')
    const halves = { quantity: 50, fillshares: 50 }
    expect(verdict({}, { ...halves, status: 'open' })).toBe('yes')
    expect(verdict({}, { ...halves, status: 'complete' })).toBe('unknown')
  })

  it('is another one on the other side, or with more units than were asked for', () => {
    expect(verdict({}, { action: 'SELL' })).toBe('no')
    expect(verdict({}, { quantity: 101 })).toBe('no')
    expect(verdict({ quantities: [50, 50] }, { quantity: 100 })).toBe('yes')
  })

  it('is another one under a symbol that was not sent, in a book that writes symbols as they were', () => {
    expect(verdict({}, { symbol: 'SBIN-EQ' })).toBe('no')
    expect(verdict({}, { symbol: 'SBIN-EQ' }, unknownSpelling)).toBe('unknown')
    const sentFor = { ...unknownSpelling, sent: new Set(['SBIN-EQ']) }
    expect(verdict({}, { symbol: 'SBIN-EQ' }, sentFor)).toBe('no')
    for (const symbol of ['NSE:INFY-EQ', 'INFY_EQ', 'INFY.NS', 'infy'])
      expect(verdict({}, { symbol }), symbol).not.toBe('no')
  })

  it('is another one where its symbol can be read as another contract, or as none', () => {
    const option = {
      operation: 'PlaceMultiFOOptionsOrder',
      params: { symbol: undefined!, spot_symbol: 'NIFTY', expiry_date: '26NOV', option_type: 'CE' },
    } as const
    const of = (symbol: string, more: object = {}) =>
      verdict(option, { exchange: 'NFO', symbol, ...more }, unknownSpelling)
    for (const symbol of [
      'NIFTY26NOV24000PE',
      'NIFTY26NOVFUT',
      'NIFTY26DEC24000CE',
      'NFO:NIFTY26DEC24000CE',
      'BANKNIFTY26NOV52000CE',
      'INFY-EQ',
    ])
      expect(of(symbol), symbol).toBe('no')
    // In words that nobody can read, or that may mean the same.
    for (const symbol of [
      'NIFTY 26 NOV 24000 CE',
      'NIFTY26N2424000CE',
      'NIFTY24NOV26C24000',
      'NIFTY',
      '43854',
      'CNXBAN26NOV52000CE',
    ])
      expect(of(symbol), symbol).not.toBe('no')
    expect(verdict(option, { symbol: 'TCS26NOV3000CE' })).toBe('no')
    const put = { params: { exchange: 'NFO', symbol: 'NIFTY24NOV26P26000' } }
    expect(verdict(put, { symbol: 'NIFTY24NOV26C26000' }, unknownSpelling)).toBe('no')
    expect(verdict(put, { symbol: 'NIFTY24NOV2626000PE' }, unknownSpelling)).not.toBe('no')
    expect(verdict({}, { symbol: 'INFY26NOVFUT' }, unknownSpelling)).toBe('no')
  })

  it('is another one at another exchange', () => {
    expect(verdict({}, { exchange: 'BSE' }, unknownSpelling)).toBe('no')
    for (const exchange of ['NSE_EQ', 'NFO', 'N', ''])
      expect(verdict({}, { exchange }, unknownSpelling), exchange).not.toBe('no')
  })

  it('may be its own with fewer units: brokers split orders', () => {
    expect(verdict({}, { quantity: 60 })).toBe('unknown')
    expect(verdict({ quantities: [50, 50] }, { quantity: 10 })).toBe('yes')
  })

  it('is not judged by units where a broker may count lots, nor of an order to a target', () => {
    const gold = { exchange: 'MCX', symbol: 'GOLDM26DECFUT' }
    expect(verdict({ params: gold, quantities: [10] }, { ...gold, quantity: 1000 })).toBe('yes')
    const smart = { operation: 'PlaceSmartOrder' } as const
    expect(verdict(smart, { action: 'SELL', quantity: 500 })).toBe('unknown')
    expect(verdict(smart, { quantity: 40 })).toBe('yes')
    expect(verdict(smart, { symbol: 'SBIN-EQ' })).toBe('no')
  })

  it('is another one under a product that the book writes otherwise', () => {
    expect(verdict({}, { product: 'NRML' })).toBe('no')
    expect(verdict({}, { product: 'CO' })).toBe('no')
    expect(verdict({}, { product: 'NRML' }, unknownSpelling)).toBe('unknown')
    // What is carried is called one thing or the other, and a bracket's entry as its parts are.
    expect(verdict({ params: { product: 'NRML' } }, { product: 'CNC' })).toBe('unknown')
    expect(verdict({ operation: 'PlaceBOOrder' }, { product: 'MIS' })).toBe('unknown')
  })

  it('is another one of a price type that ours cannot have become', () => {
    for (const pricetype of ['MARKET', 'SL', 'SL-M']) {
      expect(verdict({}, { pricetype }), pricetype).toBe('no')
      expect(verdict({}, { pricetype }, unknownSpelling), pricetype).toBe('unknown')
    }
    const market = { params: { pricetype: 'MARKET', price: '0' } }
    expect(verdict(market, { pricetype: 'SL-M', trigger_price: 1400 })).toBe('no')
    // Sent on as a protected limit; triggered.
    expect(verdict(market, { pricetype: 'LIMIT', price: 1510 })).toBe('yes')
    const stop = { params: { pricetype: 'SL', trigger_price: '1490' } }
    expect(verdict(stop, { pricetype: 'LIMIT', trigger_price: 1490 })).toBe('yes')
  })

  it('is another one at another price where some other row is what was sent', () => {
    expect(verdict({}, { price: 1600 })).toBe('unknown')
    expect(verdict({}, { price: 1600 }, elsewhere)).toBe('no')
    expect(verdict({}, {}, elsewhere)).toBe('yes')
    const smart = { operation: 'PlaceSmartOrder' } as const
    expect(verdict(smart, { action: 'SELL' }, elsewhere)).toBe('no')
    expect(verdict(smart, { quantity: 500 }, elsewhere)).toBe('no')
    // Slices of it, which the broker refers to the order that it rejected as a whole.
    for (const making of [{}, smart])
      expect(verdict(making, { quantity: 50, parentorderid: '3' }, elsewhere)).not.toBe('no')
  })
})

describe('orders whose ids the service named', () => {
  const setUp = (...intents: Intent[]) => setUpWith({}, ...intents)
  function setUpWith(known: Partial<typeof unseen>, ...intents: Intent[]) {
    const clock = new FakeClock()
    const closed: string[] = []
    const rows = new NamedRows({ ...unseen, ...known, clock, onClose: ({ id }) => closed.push(id) })
    for (const intent of intents) {
      rows.follow({ ...intent, state: 'sent' })
      rows.follow(intent)
    }
    const see = (...book: Parameters<typeof orderRow>[0][]) =>
      rows
        .see(new Map(book.map(orderRow).map((row) => [row.order_id, row])), () => true)
        .map(({ intent, orderId }) => [intent.id, orderId])
    return { clock, closed, rows, see }
  }

  it('keep a row of fewer units, also where another row is all of them: services slice', () => {
    const { see } = setUp(named(['1']))
    const whole = { order_id: '3', status: 'rejected' }
    const halves = ['1', '2'].map((order_id) => ({ order_id, quantity: 50 }))
    expect(see(...halves, whole)).toEqual([])
    // A quantity that counts down, beside one that was phoned in.
    expect(see({ order_id: '1', quantity: 40 }, { order_id: '2' })).toEqual([])
  })

  it('are disowned where each of two has the other’s units, also where one row comes up later', () => {
    const small = named(['2'], { quantities: [10] })
    const large = named(['1'], { quantities: [25] })
    const [one, two] = [
      { order_id: '1', quantity: 10, fillshares: 0 },
      { order_id: '2', quantity: 25, fillshares: 0 },
    ]
    expect(setUp(large, small).see(one, two)).toEqual([
      [small.id, '2'],
      [large.id, '1'],
    ])
    const { see, rows } = setUp(large, small)
    expect(see(two)).toEqual([[small.id, '2']])
    const event = { kind: 'disowned', orderId: '2', is: 'BUY 25' } as const
    rows.follow(stepIntent(small, { id: small.id, at: small.at, event }))
    expect(see(one, two)).toEqual([[large.id, '1']])
    // What was filled before may be counted down.
    expect(setUp(large, small).see({ ...one, fillshares: null }, two)).toEqual([[small.id, '2']])
  })

  it('are disowned with fewer units, none of them filled, beside one of nobody’s that is what was sent', () => {
    const half = { order_id: '1', quantity: 50, fillshares: 0 }
    const whole = { order_id: '2' }
    const own = named(['1'])
    expect(setUp(own).see(half, whole)).toEqual([[own.id, '1']])
    // Slices of it; one that a broker counts down; that asked for slices; the other one was not taken.
    expect(setUp(own).see(half, whole, { ...half, order_id: '3' })).toEqual([])
    expect(setUp(own).see({ ...half, parentorderid: '2' }, whole)).toEqual([])
    expect(setUp(own).see({ ...half, fillshares: null }, whole)).toEqual([])
    expect(setUp(own).see({ ...half, fillshares: 50 }, whole)).toEqual([])
    expect(setUp(own).see(half, { ...whole, status: 'rejected' })).toEqual([])
    expect(setUp(own).see(half, { ...whole, price: 1501 })).toEqual([])
    const sliced = named(['1'], { params: { splitorder: 'YES', splitquantity: '50' } })
    expect(setUp(sliced).see(half, whole)).toEqual([])
    const disclosed = named(['1'], { params: { disclosed_quantity: '50' } })
    expect(setUp(disclosed).see(half, whole)).toEqual([])
    const owned = { isClaimed: () => true }
    expect(setUpWith(owned, own).see(half, whole)).toEqual([])
  })

  it('are disowned whose row is just what another order of their request was to be, that got a no', () => {
    const request = randomUUID()
    const own = { ...named(['1']), request }
    const denied = (quantities: number[], of = request): Intent => {
      const answered = {
        kind: 'answered' as const,
        parts: [{ ...unanswered, code: 'said-no' as const }],
      }
      return { ...after([recordedEvent({ quantities }), sent, answered]), request: of }
    }
    const half = { order_id: '1', quantity: 50, fillshares: 0 }
    expect(setUp(own, denied([50])).see(half)).toEqual([[own.id, '1']])
    // What is left of it, or the other one, in a word that nobody knows.
    const filled = { ...half, fillshares: 50, status: '?' }
    expect(setUp(own, denied([50])).see(filled)).toEqual([[own.id, '1']])
    expect(setUp(own, denied([25])).see(filled)).toEqual([])
    expect(setUp(own, denied([50], randomUUID())).see(half)).toEqual([])
    expect(setUp(own, denied([25])).see(half)).toEqual([])
    expect(setUp(own, denied([100])).see({ order_id: '1' })).toEqual([])
  })

  it('are not believed where the book shows them, as what cannot have been made, before they are named', () => {
    const { rows } = setUp()
    const intent = after([recordedEvent({}), sent])
    rows.follow(intent)
    const shows = (row: Parameters<typeof orderRow>[0]) =>
      rows.isAnothers(intent, '1', new Map([['1', orderRow({ order_id: '1', ...row })]]))
    expect(shows({ action: 'SELL' })).toBe(true)
    expect(shows({ quantity: 101 })).toBe(true)
    expect(shows({})).toBe(false)
    expect(shows({ quantity: 50 })).toBe(false)
    expect(rows.isAnothers(intent, '1', new Map([['2', orderRow({ action: 'SELL' })]]))).toBe(false)
  })

  it('are disowned whose row has the price, or the price type, of another order of their request, that got a no', () => {
    const request = randomUUID()
    const answered: IntentEvent = { kind: 'answered', parts: [{ ...unanswered, code: 'said-no' }] }
    const denied = (params: Record<string, string>, of = request): Intent => ({
      ...after([recordedEvent({ params }), sent, answered]),
      request: of,
    })
    const dearer = { price: '1501' }
    const own = { ...named(['1']), request }
    const market = { ...named(['1'], { params: { pricetype: 'MARKET', price: '0' } }), request }
    const row = { order_id: '1', price: 1501 }
    for (const one of [own, market]) {
      expect(setUp(one, denied(dearer)).see(row)).toEqual([[one.id, '1']])
      expect(setUp(one, denied(dearer, randomUUID())).see(row)).toEqual([])
      expect(setUp(one, denied({ price: '1502' })).see(row)).toEqual([])
    }
    // Nor is it taken back, as long as the other is in doubt.
    const event = { kind: 'disowned', orderId: '1', is: 'another' } as const
    const doubted = stepIntent(market, { id: market.id, at: market.at, event })
    const book = new Map([['1', orderRow(row)]])
    const backBeside = (...doubts: Intent[]) =>
      takenBack(doubted, book, { isFree: () => true, doubts: [doubted, ...doubts] })
    expect(backBeside(denied(dearer))).toEqual([])
    expect(backBeside()).toEqual([{ part: 0, orderId: '1' }])
    // One that was to be just that itself.
    const same = { ...named(['1'], { params: dearer }), request }
    expect(setUp(same, denied(dearer)).see(row)).toEqual([])
  })

  it('are compared with what another order of their request was to be as long as its answer may be another’s', async () => {
    const request = randomUUID()
    const market = { ...named(['1'], { params: { pricetype: 'MARKET', price: '0' } }), request }
    const limit = { ...named(['2']), request }
    const { see, rows, closed, clock } = setUp(market, limit)
    const [made, others] = [{ order_id: '1' }, { order_id: '2', action: 'SELL' }]
    expect(see(made)).toEqual([])
    expect(see(made, others)).toEqual([
      [limit.id, '2'],
      [market.id, '1'],
    ])
    const event = { kind: 'disowned', orderId: '2', is: 'another' } as const
    rows.follow(stepIntent(limit, { id: limit.id, at: limit.at, event }))
    expect(see(made, others)).toEqual([[market.id, '1']])
    expect(closed).toEqual([])
    await clock.advance(61_000)
    see(made, others)
    expect(closed).toEqual([market.id])
  })

  it('are disowned where the book has just what was sent under the number that another account’s order was given', async () => {
    const request = randomUUID()
    const own = { ...named(['2002']), request }
    const other = { ...named(['1001']), request, account: randomUUID() }
    const row = { order_id: '1001', orderentrytime: 'November 21 2026 10:15:00' }
    const seenBeside = async (one: Intent): Promise<string[]> => {
      const { clock, rows } = setUp(own, one)
      const see = () => rows.see(new Map([['1001', orderRow(row)]]), ({ id }) => id === own.id)
      expect(see()).toEqual([])
      await clock.advance(5000)
      return see().map(({ orderId }) => orderId)
    }
    expect(await seenBeside(other)).toEqual(['2002'])
    expect(await seenBeside({ ...other, request: randomUUID() })).toEqual([])
  })

  it('are disowned that were entered well before, beside one of nobody’s that was entered then', () => {
    const own = named(['1'])
    const early = { order_id: '1', orderentrytime: 'November 21 2026 09:16:00' }
    const now = { order_id: '2', orderentrytime: 'November 21 2026 10:15:01' }
    expect(setUp(own).see(early, now)).toEqual([[own.id, '1']])
    expect(setUp(own).see({ ...early, orderentrytime: 'November 20 2026 10:15:00' }, now)).toEqual([
      [own.id, '1'],
    ])
    // Its own, which is shown later.
    const { see, closed } = setUp(own)
    expect(see(early)).toEqual([])
    expect(closed).toEqual([])
    expect(see(early, now)).toEqual([[own.id, '1']])
    // The broker's clock is wrong; it writes full minutes, or the day alone; it was before.
    expect(setUp(own).see(early, { ...now, orderentrytime: early.orderentrytime })).toEqual([])
    for (const orderentrytime of ['November 21 2026 10:14:00', 'November 21 2026 00:00:00'])
      expect(setUp(own).see({ ...early, orderentrytime }, now), orderentrytime).toEqual([])
    const event = { kind: 'disowned', orderId: '1', is: 'another' } as const
    const doubted = stepIntent(own, { id: own.id, at: own.at, event })
    const book = (...rows: Parameters<typeof orderRow>[0][]) =>
      new Map(rows.map(orderRow).map((row) => [row.order_id, row]))
    expect(takenBack(doubted, book(early, now), { isFree: () => true, doubts: [] })).toEqual([])
    expect(takenBack(doubted, book(early), { isFree: () => true, doubts: [] })).toEqual([
      { part: 0, orderId: '1' },
    ])
    expect(setUpWith({ mayBeAnother: () => true }, own).see(early, now)).toEqual([])
    for (const known of [{ isClaimed: () => true }, { isSought: () => true }])
      expect(setUpWith(known, own).see(early, now)).toEqual([])
  })

  it('are disowned where the row belongs to another order, beside one that is what was sent', () => {
    const own = named(['1'])
    const leg = { order_id: '1', parentorderid: '8' }
    const like = { order_id: '2' }
    expect(setUp(own).see(leg, like)).toEqual([[own.id, '1']])
    // Its own is shown later.
    const { see, closed } = setUp(own)
    expect(see(leg)).toEqual([])
    expect(closed).toEqual([])
    expect(see(leg, like)).toEqual([[own.id, '1']])
    // A slice of what was sent, an order that refers to itself, and what belongs to the one beside it.
    expect(setUp(own).see({ ...leg, quantity: 50 }, like)).toEqual([])
    for (const parentorderid of ['1', '2', '', '0'])
      expect(setUp(own).see({ ...leg, parentorderid }, like), parentorderid).toEqual([])
    // Beside it is no order of then, or none that is there.
    for (const more of [
      { orderentrytime: 'November 21 2026 10:25:00' },
      { status: 'rejected' },
      { price: 1501 },
    ])
      expect(setUp(own).see(leg, { ...like, ...more })).toEqual([])
    for (const known of [{ isClaimed: () => true }, { isSought: () => true }])
      expect(setUpWith(known, own).see(leg, like)).toEqual([])
    const doubted = stepIntent(own, {
      ...{ id: own.id, at: own.at },
      event: { kind: 'disowned', orderId: '1', is: 'another' },
    })
    const book = (...rows: Parameters<typeof orderRow>[0][]) =>
      new Map(rows.map(orderRow).map((row) => [row.order_id, row]))
    expect(takenBack(doubted, book(leg, like), { isFree: () => true, doubts: [] })).toEqual([])
    expect(takenBack(doubted, book(leg), { isFree: () => true, doubts: [] })).toEqual([
      { part: 0, orderId: '1' },
    ])
  })

  it('are disowned where each of two has the other’s price', () => {
    const cheap = named(['2'])
    const dear = named(['1'], { params: { price: '1600' } })
    const { see } = setUp(cheap, dear)
    const other = { order_id: '2', price: 1600 }
    expect(see(other)).toEqual([])
    const known = named(['2'])
    const rows = setUp({ ...known, sent: { ...known.sent!, rivals: ['1'] } })
    expect(rows.see({ order_id: '1' }, other)).toEqual([])
    expect(see({ order_id: '1' }, other)).toEqual([
      [cheap.id, '2'],
      [dear.id, '1'],
    ])
  })

  it('are disowned where a book had them before and has not now, beside a new order of nobody’s that is as it was sent', async () => {
    const own = named(['7'])
    const clock = new FakeClock()
    const book = new Map([['9', orderRow({ order_id: '9' })]])
    const see = async (of: Partial<typeof unseen>, rows = book) => {
      const all = new NamedRows({ ...unseen, ...of, clock, onClose: () => undefined })
      all.follow({ ...own, state: 'sent' })
      all.follow(own)
      const early = all.see(rows, () => true)
      await clock.advance(5000)
      return [early, all.see(rows, () => true)]
    }
    const mayBeAnother = (_: Intent, orderId: string): boolean => orderId === '7'
    expect(await see({ mayBeAnother })).toMatchObject([
      [],
      [{ orderId: '7', is: expect.stringContaining('it has order 9, BUY 100 INFY-EQ') }],
    ])
    // Books lag, and brokers give numbers again.
    expect(await see({})).toEqual([[], []])
    expect(await see({ mayBeAnother, isClaimed: () => true })).toEqual([[], []])
    const other = new Map([['9', orderRow({ order_id: '9', quantity: 99 })]])
    expect(await see({ mayBeAnother }, other)).toEqual([[], []])
  })

  it('are disowned where their number is misspelt beside the one order of nobody’s that is what was sent', async () => {
    const like = { order_id: '260001' }
    const of = async (
      orderId: string,
      {
        known = {},
        rows = [like],
      }: {
        known?: Partial<typeof unseen>
        rows?: Parameters<typeof orderRow>[0][]
      } = {},
    ) => {
      const { see, clock } = setUpWith(known, named([orderId]))
      const early = see(...rows)
      await clock.advance(5000)
      return [early, see(...rows)].flat().map(([, id]) => id)
    }
    for (const orderId of ['ab260001', '26000', '60001'])
      expect(await of(orderId), orderId).toEqual([orderId])
    // Books lag, and others place orders, too.
    for (const orderId of ['9', '260002', '26']) expect(await of(orderId), orderId).toEqual([])
    const late = { ...like, orderentrytime: 'November 21 2026 10:16:30' }
    const two = [like, { order_id: '260005' }]
    for (const rows of [[late], two, [{ ...like, price: 1501 }], []])
      expect(await of('26000', { rows })).toEqual([])
    for (const known of [{ isClaimed: () => true }, { isSought: () => true }])
      expect(await of('26000', { known })).toEqual([])
  })

  it('are disowned where an answer of the same time named the one that their book has for another login, whose book has it not', async () => {
    const [here, there] = [account, 'other']
    const own = named(['8'])
    const mixedUp = async (other: Intent, ofOther: Parameters<typeof orderRow>[0][] = []) => {
      const clock = new FakeClock()
      const rows = new NamedRows({ ...unseen, clock, onClose: () => undefined })
      for (const intent of [own, other]) {
        rows.follow({ ...intent, state: 'sent' })
        rows.follow(intent)
      }
      await clock.advance(5000)
      const see = (of: string, ...shown: Parameters<typeof orderRow>[0][]) =>
        rows
          .see(
            new Map(shown.map((row) => [String(row!['order_id']), orderRow(row)])),
            (intent) => intent.account === of,
          )
          .map(({ intent, orderId }) => [intent.id, orderId])
      const before = see(there, ...ofOther)
      return [...before, ...see(here, { order_id: '7' })]
    }
    expect(await mixedUp(named(['7'], { account: there }))).toEqual([[own.id, '8']])
    // Numbers are a login's: two may have the same.
    expect(await mixedUp(named(['7'], { account: there }), [{ order_id: '7' }])).toEqual([])
    expect(await mixedUp(named(['7'], { account: here }))).toEqual([])
    const earlier = named(['7'], { account: there })
    const sentEarlier = { ...earlier.sent!, at: earlier.sent!.at - 15_000 }
    expect(await mixedUp({ ...earlier, sent: sentEarlier })).toEqual([])
  })

  it('are disowned where their book has them not, and another order was found to have them', async () => {
    const own = named(['7', '8'], { quantities: [50, 50] })
    const isFoundForAnother = (_: Intent, orderId: string): boolean => orderId === '7'
    const { see, clock } = setUpWith({ isFoundForAnother }, own)
    const second = { order_id: '8', quantity: 50 }
    // Books lag.
    expect([see(), see(second)]).toEqual([[], []])
    await clock.advance(5000)
    expect([see(), see(second)]).toEqual([[[own.id, '7']], [[own.id, '7']]])
    // Numbers are a login’s: two may have the same.
    expect(see({ order_id: '7', quantity: 50 }, second)).toEqual([])
  })

  it('of an earlier session are compared as well', () => {
    const own = named(['1'])
    const clock = new FakeClock()
    const rows = new NamedRows({ ...unseen, clock, onClose: () => undefined })
    rows.takeUp([own, after([recordedEvent(), sent])])
    const book = new Map([['1', orderRow({ order_id: '1', action: 'SELL' })]])
    expect(rows.see(book, () => true)).toMatchObject([
      { orderId: '1', is: 'SELL 100 INFY-EQ MIS LIMIT 1500.5' },
    ])
  })

  it('are compared until the row is their own, and no longer than a minute', async () => {
    const [own, odd] = [named(['1']), named(['2'])]
    const { see, closed, clock, rows } = setUp(own, odd)
    const strange = { order_id: '2', symbol: 'SCRIP 500209' }
    // The book has our symbol: it would write it so.
    expect(see(strange)).toEqual([])
    expect(closed).toEqual([])
    await clock.advance(60_001)
    expect(see(strange)).toEqual([])
    expect(closed).toEqual([odd.id])
    expect(see({ order_id: '1' })).toEqual([])
    expect(closed).toEqual([odd.id, own.id])
    expect(rows.isOpen(own.id)).toBe(false)
  })

  it('are another’s once a row that was their own is of another instrument or side', () => {
    const own = named(['1'])
    const turned = (...later: Parameters<typeof orderRow>[0][]) => {
      const { see } = setUp(own)
      return [{}, ...later].flatMap((row) => see({ order_id: '1', ...row }))
    }
    const disowned = [[own.id, '1']]
    expect(turned({ symbol: 'TCS-EQ' })).toEqual(disowned)
    expect(turned({ status: 'complete' }, { action: 'SELL' }, { action: 'SELL' })).toEqual(disowned)
    expect(turned({ exchange: 'BSE' })).toEqual(disowned)
    // As people change orders at their broker's, and books write them in other words.
    const changed = { price: 1510, quantity: 200, product: 'CNC', pricetype: 'MARKET' }
    for (const row of [changed, { symbol: 'INFY' }, { symbol: '500209' }, { action: 'B' }])
      expect(turned(row), JSON.stringify(row)).toEqual([])
    // The number was given again.
    const nextDay = { orderentrytime: 'November 22 2026 09:15:00', symbol: 'TCS-EQ' }
    expect(turned(nextDay)).toEqual([])
  })

  it('say what a row was that has turned into another order’s', () => {
    const own = named(['1'])
    const rows = new NamedRows({ ...unseen, clock: new FakeClock(), onClose: () => undefined })
    rows.follow({ ...own, state: 'sent' })
    rows.follow(own)
    const see = (row: Record<string, unknown>) =>
      rows.see(new Map([['1', orderRow(row)]]), () => true)
    expect(see({})).toEqual([])
    expect(see({ action: 'SELL', symbol: 'TCS-EQ' })).toMatchObject([
      {
        is: 'its row was BUY 100 INFY-EQ MIS LIMIT 1500.5 before, and is SELL 100 TCS-EQ MIS LIMIT 1500.5 now',
      },
    ])
    rows.follow({ ...own, parts: [{ ...own.parts[0]!, state: 'in-doubt', orderId: null }] })
    expect(see({ action: 'BUY' })).toEqual([])
  })

  it('are compared in books of their own login alone, and those of this session', () => {
    const other = named(['1'])
    const rows = new NamedRows({ ...unseen, clock: new FakeClock(), onClose: () => undefined })
    const book = new Map([['1', orderRow({ order_id: '1', action: 'SELL' })]])
    rows.follow(other)
    expect(rows.see(book, () => true)).toEqual([])
    rows.follow({ ...other, state: 'sent' })
    rows.follow(other)
    expect(rows.see(book, () => false)).toEqual([])
    expect(rows.see(book, () => true)).toHaveLength(1)
    rows.follow(after([recordedEvent(), sent, { kind: 'answered', parts: [unanswered] }], other))
    expect(rows.isOpen(other.id)).toBe(false)
  })
})
