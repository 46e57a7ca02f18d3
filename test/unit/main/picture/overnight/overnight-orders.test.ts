import { describe, expect, it } from 'vitest'
import { nothingAtAll } from '../../../../../src/main/exits/exit-goal.ts'
import { todoOf } from '../../../../../src/main/exits/left-words.ts'
import { isFlat, leftOf, remainderOf } from '../../../../../src/main/exits/remainder.ts'
import { foundBefore } from '../../../../../src/main/picture/positions/closed-since.ts'
import { OvernightOrders } from '../../../../../src/main/picture/overnight/overnight-orders.ts'
import { recordKey } from '../../../../../src/shared/books/books.ts'
import { dayLength } from '../../../../../src/shared/core/india.ts'
import { type Row, type Rows, keyed as keyedBy } from '../../../../../src/shared/core/patch.ts'
import type { Intent } from '../../../../../src/shared/orders/intents.ts'
import { after, recordedEvent } from '../../orders/doubt/doubts.ts'
import { indianTime, market } from '../../orders/planning/contexts.ts'
import { newPictures, order, position } from '../pictures.ts'

const future = { exchange: 'NFO', symbol: 'NIFTY24DEC26F', product: 'NRML' }

/** Bought on Monday at 14:00, with the number 7. */
const bought = (params: Record<string, string> = {}, more: Partial<Intent> = {}): Intent => {
  const { parts, ...intent } = after([recordedEvent({ params: { ...future, ...params } })])
  const taking = { state: 'accepted', orderId: '7' } as const
  return {
    ...{ ...intent, at: indianTime('14:00', '2026-11-23'), account: 'a', state: 'accepted' },
    parts: [{ ...parts[0]!, ...taking }],
    ...more,
  }
}
const row = (more: Row = {}): Row => order('7', { ...future, action: 'BUY', ...more })
const other = position(10, { symbol: 'ITC-EQ' })

const monday = indianTime('14:30', '2026-11-23')

interface Told {
  /** What the journal has of it; null where nobody placed it here. */
  intent?: Intent | null
  /** What the order book had when the session of Monday ended; null where it was not kept. */
  former?: readonly Row[] | null
  /** When that was. */
  formerAt?: number
  /** What of it was in an answer that was kept whole; none unless said otherwise. */
  whole?: readonly Row[]
  /** Orders of days before that it did not know the end of. */
  unended?: readonly Row[]
  /** What its positions showed last. */
  held?: readonly Row[]
  /** When an earlier session first saw the order. */
  firstSeen?: number | null
  now?: number
  logins?: Pick<Parameters<typeof newPictures>[0] & object, 'fingerprints' | 'same'>
}

/** A session that begins after one of Monday, which ended with its books in this state. */
function nextSession({
  intent = bought(),
  former = [row()],
  formerAt = monday,
  whole,
  unended = [],
  held = [],
  firstSeen = indianTime('14:00', '2026-11-23'),
  now = indianTime('09:40', '2026-11-24'),
  logins = {},
}: Told = {}) {
  const recorded = intent === null ? [] : [intent]
  const all = newPictures({ ...logins, recorded, now: () => now + all.clock.now() })
  const { pictures, answer, clock } = all
  pictures.takeUp(() => (firstSeen === null ? null : { at: firstSeen, number: 1 }))
  const keyed = (book: 'orders' | 'positions', rows: readonly Row[]) =>
    rows.map((of) => [recordKey(book, of), of] as const)
  const of = { account: 'a', at: formerAt, login: logins.fingerprints?.['a'] }
  if (former !== null)
    pictures.recall({
      ...{ ...of, book: 'orders', rows: keyed('orders', former), unended },
      ...(whole && { whole: { at: formerAt, rows: new Map(keyed('orders', whole)) } }),
    })
  pictures.recall({ ...of, book: 'positions', rows: keyed('positions', held) })
  const read = (orders: readonly Row[], positions: readonly Row[]): void => {
    answer('a', 'orders', orders)
    answer('a', 'positions', positions)
  }
  const isFlatNow = (): boolean => isFlat(remainderOf(pictures.of('a'), nothingAtAll))
  /** Whether nothing is open once the books have shown so for a minute. */
  const isFlatBy = async (orders: readonly Row[], positions: readonly Row[]): Promise<boolean> => {
    for (let seconds = 0; seconds <= 60; seconds += 10) {
      read(orders, positions)
      await clock.advance(10_000)
    }
    return isFlatNow()
  }
  return { ...all, read, isFlatNow, isFlatBy }
}

describe('an order of the day before that worked when Quarterdeck was closed', () => {
  it('may have opened what the position book does not show, for an hour of readings', async () => {
    const { pictures, answer, clock, read, goOn } = nextSession()
    read([], [other])
    const { positions, pnl } = pictures.of('a')
    expect(positions.held(future)).toBeNull()
    expect(positions.lost).toEqual([future])
    expect(pnl.leftOut).toBe('rows')
    // Nothing is read for two hours, which proves nothing.
    await clock.advance(7_200_000)
    for (const [minutes, lost] of [
      [0, 1],
      [50, 1],
      [10, 0],
    ] as const) {
      await goOn(minutes * 60_000, () => answer('a', 'positions', [other]))
      expect(pictures.of('a').positions.lost).toHaveLength(lost)
    }
    expect(pictures.of('a').positions.held(future)).toBe(0)
  })

  it.each<[string, Told]>([
    ['one whose books were not kept', { former: null }],
    ['one that no book had shown', { former: [], firstSeen: null }],
    ['before the books of the day begin', { now: indianTime('08:50', '2026-11-24') }],
    ['after a day without Quarterdeck', { now: indianTime('09:40', '2026-11-26') }],
    ['after two weeks without it', { now: indianTime('09:40', '2026-12-07') }],
    ['the same, by the journal alone', { former: null, now: indianTime('09:40', '2026-12-07') }],
    ['one that nobody placed here', { intent: null }],
    [
      'one that a session of this day knew nothing of, before books are of the day',
      {
        ...{ intent: null, former: [], unended: [row()] },
        formerAt: indianTime('08:45', '2026-11-24'),
      },
    ],
    [
      'one that a session of this day could not tell the end of',
      { former: [], unended: [row()], formerAt: indianTime('09:35', '2026-11-24') },
    ],
  ])('is asked about: %s', async (_, told) => {
    expect(await nextSession(told).isFlatBy([], [])).toBe(false)
  })

  it('is told by a row of its position, or by its own that ended without a fill', async () => {
    const closed = position(0, { ...future, cfbuyqty: 100, cfsellqty: 0, bqty: 0, sqty: 100 })
    expect(await nextSession().isFlatBy([], [closed])).toBe(true)
    expect(await nextSession().isFlatBy([row({ status: 'cancelled' })], [])).toBe(true)
    expect(await nextSession().isFlatBy([row({ status: 'complete', fillshares: 100 })], [])).toBe(
      false,
    )
  })

  it.each<[string, Told]>([
    ['had ended by its last book', { former: [row({ status: 'cancelled' })] }],
    ['was shown, and had ended before its broker cleared the book', { former: [] }],
    ['was rejected', { former: null, intent: bought({}, { parts: [rejected()] }) }],
    ['was refused', { former: null, intent: bought({}, { parts: [refused()] }) }],
    ['was of its day', of({ product: 'MIS' })],
    ['was a delivery', of({ product: 'CNC' })],
    ['was of a contract that has ended', of({ symbol: 'NIFTY23NOV26F' })],
    [
      'was asked about by an earlier session of this day',
      { former: [], formerAt: indianTime('09:31', '2026-11-24') },
    ],
  ])('asks nothing where it %s', async (_, told) => {
    expect(await nextSession(told).isFlatBy([], [])).toBe(true)
  })

  const evening = indianTime('15:43', '2026-11-23')
  it.each<[string, boolean, Told]>([
    ['and no market could fill it any more', true, {}],
    ['also where the desk was closed after midnight', true, { formerAt: evening + 30_000_000 }],
    ['a moment before its book surely shows its last fill', false, { formerAt: evening - 120_000 }],
    ['by rows of which no answer was kept whole', false, { whole: [] }],
    ['which an earlier session saw after the market had closed', false, { firstSeen: evening }],
    ['which none saw before', false, { firstSeen: null }],
    ['whose number was of another day', false, { firstSeen: monday - dayLength }],
    ['which is good for longer', false, working({ ret: 'GTC' })],
    ['which waits for the next day', false, working({ status: 'amo req received' })],
    [
      'which was entered on the evening before',
      false,
      working({ orderentrytime: '22-Nov-2026 21:00:00' }),
    ],
    ['whose exchange goes on', false, working({ exchange: 'MCX', symbol: 'CRUDEOIL18DEC26F' })],
    [
      'of currencies that go on',
      false,
      working({ exchange: 'CDS', symbol: 'EURUSD28DEC26F' }, '17:20'),
    ],
    [
      'of currencies that do not',
      true,
      working({ exchange: 'CDS', symbol: 'USDINR28DEC26F' }, '17:20'),
    ],
  ])('that was seen at work after that: %s', async (_, isFlat, told) => {
    const all = { intent: null, former: [row()], whole: [row()], formerAt: evening, ...told }
    expect(await nextSession(all).isFlatBy([], [])).toBe(isFlat)
  })

  it('is missed by a later session of that day as well', () => {
    const { pictures, read } = nextSession()
    read([], [other])
    expect(pictures.missedRows('a', 'positions')).toEqual([{ row: future, as: 'open' }])
    expect(pictures.missedRows('a', 'orders')).toEqual([
      {
        row: {
          ...{ order_id: '7', ...future, action: 'BUY', status: 'open' },
          ...{ quantity: 100, fillshares: 0 },
        },
        as: 'unended',
      },
    ])
  })

  it('is known by the book of another account of its login, also where its own is gone', async () => {
    const { parts: _, ...sent } = bought()
    const ofTwin = { ...sent, account: 'b', sent: { ...sent.sent!, login: 'key b' } }
    const intent = { ...ofTwin, parts: bought().parts }
    const fingerprints = { a: 'key a' }
    expect(await nextSession({ intent, logins: { fingerprints } }).isFlatBy([], [])).toBe(false)
    const logins = { fingerprints, same: new Set(['key a', 'key b']) }
    expect(await nextSession({ intent, former: null, logins }).isFlatBy([], [])).toBe(false)
    const ended = [row({ status: 'cancelled' })]
    expect(await nextSession({ intent, former: ended, logins }).isFlatBy([], [])).toBe(true)
    const former = { intent, former: null, logins: { fingerprints } }
    expect(await nextSession(former).isFlatBy([], [])).toBe(true)
  })

  it('is asked about however long the positions of another client were read before', async () => {
    const intent = bought({}, { sent: { ...bought().sent!, login: 'key 2' } })
    for (const isForgotten of [false, true]) {
      const fingerprints: Record<string, string> = { a: 'key 1' }
      const told = { intent, former: null, logins: { fingerprints } }
      const { pictures, answer, goOn } = nextSession(told)
      const read = (): void => answer('a', 'positions', [other])
      await goOn(3_900_000, read)
      if (isForgotten) pictures.forget('a')
      fingerprints['a'] = 'key 2'
      read()
      expect(pictures.of('a').positions.lost).toEqual([future])
      await goOn(3_600_000, read)
      expect(pictures.of('a').positions.lost).toEqual([])
    }
  })

  it('is known by a session that goes on overnight', async () => {
    const { isFlatBy, pictures, clock, read } = nextSession({
      ...{ intent: null, former: [], now: indianTime('14:00', '2026-11-23') },
    })
    read([row()], [])
    // The machine sleeps.
    await clock.advance(indianTime('09:40', '2026-11-24') - indianTime('14:00', '2026-11-23'))
    expect(await isFlatBy([], [])).toBe(false)
    expect(pictures.of('a').positions.lost).toEqual([future])
  })
})

describe('a desk that is never closed', () => {
  const keyedRows = (rows: readonly Row[]): Rows => keyedBy(rows, (of) => JSON.stringify(of))
  const login = {
    fingerprint: undefined,
    isSame: () => false,
    isOther: () => false,
    accounts: ['a'],
    alike: ['a'],
  }

  it('keeps of positions the latest, and those by which it asks about orders', () => {
    const overnight = new OvernightOrders(market)
    for (let day = 0; day < 8; day++) {
      const now = monday + day * dayLength
      overnight.seePositions('a', keyedRows([other]), login, { at: now, wall: now })
      if (day < 2)
        overnight.seeOrders('a', keyedRows(day === 0 ? [row()] : []), login, { ...market, now })
    }
    expect(overnight.kept).toEqual({ orders: 1, positions: 2 })
  })

  it('keeps no order that names no position, nor one of a contract that has ended', () => {
    const overnight = new OvernightOrders(market)
    const { symbol: _, ...nameless } = bought().params
    overnight.takeUp([{ ...bought(), params: nameless }], () => null)
    const ended = row({ symbol: 'NIFTY24NOV26F' })
    const former = { account: 'b', at: monday, rows: [ended] }
    overnight.seeFormerOrders(former)
    expect(overnight.kept.orders).toBe(1)
    overnight.seeFormerOrders({ account: 'a', at: monday + 2 * dayLength, rows: [] })
    expect(overnight.kept.orders).toBe(0)
  })
})

describe('a position whose order of the day before was filled in part when Quarterdeck was closed', () => {
  const former = [row({ fillshares: 30 })]
  const held = [position(30, future)]
  /** What was brought forward, and was sold today. */
  const sold = (forward: number): Row =>
    position(0, { ...future, cfbuyqty: forward, cfsellqty: 0, bqty: 0, sqty: forward })

  it('may be larger than its row by the rest, for ten minutes of readings', async () => {
    const { pictures, answer, isFlatBy, goOn } = nextSession({ former, held })
    const sale = order('8', { ...future, quantity: 30, fillshares: 30, status: 'complete' })
    expect(await isFlatBy([sale], [sold(30)])).toBe(false)
    expect(pictures.of('a').positions.perhapsMore).toEqual([{ of: future, buys: 70, sells: 0 }])
    expect(pictures.of('a').positions.held(future)).toBe(0)
    await goOn(600_000, () => answer('a', 'positions', [sold(30)]))
    expect(await isFlatBy([sale], [sold(30)])).toBe(true)
  })

  it.each<[string, string, number, boolean]>([
    ['at once', '09:16', 30, false],
    ['before its exchange opens', '09:12', 60, false],
    ['by a row that was made for the day', '09:16', 60, true],
    ['by one that may be of the day before', '09:16', 60, false],
    ['by the same once that is cleared', '09:31', 60, true],
    ['by a row that may have none of it yet', '09:31', 60, false],
  ])(
    'is what its row brings forward as it was held before: %s',
    async (which, time, seconds, isSure) => {
      const isRolled = !which.includes('may be of the day before') && !which.includes('the same')
      const has = which.includes('none of it') ? 0 : 30
      const before = has === 0 ? 0 : isRolled ? 0 : 30
      const heldThen = [position(has, { ...future, cfbuyqty: before, cfsellqty: 0 })]
      const now = indianTime(time, '2026-11-25')
      const { read, clock, pictures } = nextSession({ former, held: heldThen, now })
      for (let passed = 0; passed <= seconds; passed += 15) {
        read([], [position(has, { ...future, cfbuyqty: has, cfsellqty: 0 })])
        if (passed < seconds) await clock.advance(15_000)
      }
      const left = pictures.of('a').positions.perhapsMore
      expect(left).toEqual(isSure ? [] : [{ of: future, buys: 70, sells: 0 }])
    },
  )

  it('is asked about anew where a reading between shows less', async () => {
    const now = indianTime('09:31', '2026-11-25')
    const { read, clock, pictures } = nextSession({ former, held, now })
    for (const has of [30, 30, 20, 30, 30]) {
      read([], [position(has, { ...future, cfbuyqty: has, cfsellqty: 0 })])
      await clock.advance(30_000)
    }
    expect(pictures.of('a').positions.perhapsMore).toHaveLength(1)
  })

  it('is what its row says once that shows the rest, or the order its end', async () => {
    const sale = order('8', { ...future, fillshares: 100, status: 'complete' })
    expect(await nextSession({ former, held }).isFlatBy([sale], [sold(100)])).toBe(true)
    const { read, pictures } = nextSession({ former, held })
    read([row({ fillshares: 30 })], [sold(30)])
    expect(pictures.of('a').positions.perhapsMore).toEqual([])
    const other = nextSession({ former, held })
    other.read([row({ fillshares: 50, status: 'cancelled' })], [sold(30)])
    expect(other.pictures.of('a').positions.perhapsMore).toEqual([
      { of: future, buys: 20, sells: 0 },
    ])
  })

  it('is of that size to a square-off, give or take, which is closed once all of it was', () => {
    const { pictures, read } = nextSession({ former, held })
    read([], [position(30, { ...future, cfbuyqty: 30, cfsellqty: 0 })])
    const { found } = pictures.of('a')
    expect(found?.positions).toEqual([{ ...future, net: 30, perhaps: { buys: 70, sells: 0 } }])
    const isClosedBy = (units: number): boolean => {
      const sale = order('8', { ...future, quantity: units, fillshares: units, status: 'complete' })
      read([sale], [sold(30)])
      return pictures.of('a').notClosedSince(foundBefore(found!, [])).length === 0
    }
    expect([10, 30, 100, 101].map(isClosedBy)).toEqual([false, true, true, false])
  })

  it('is not closed by less than all of it, though a stop may have closed it the day before', () => {
    const { pictures, read } = nextSession({
      ...{ intent: null, held: [position(-100, future)] },
      former: [row({ action: 'BUY', quantity: null })],
    })
    read([], [position(-100, { ...future, cfbuyqty: 0, cfsellqty: 100 })])
    const { found } = pictures.of('a')
    expect(found?.positions).toMatchObject([{ net: -100, perhaps: { buys: null, sells: 0 } }])
    for (const [units, isClosed] of [
      [20, false],
      [100, true],
    ] as const) {
      read(
        [order('8', { ...future, action: 'BUY', fillshares: units, status: 'complete' })],
        [position(units - 100, { ...future, cfbuyqty: 0, cfsellqty: 100, bqty: units, sqty: 0 })],
      )
      const left = pictures.of('a').notClosedSince(foundBefore(found!, []))
      expect(left.length === 0).toBe(isClosed)
    }
  })

  it('may be smaller, where the order was to close it', () => {
    const { pictures, read } = nextSession({
      ...{ intent: null, former: [row({ action: 'SELL' })], held: [position(100, future)] },
    })
    read([], [position(100, { ...future, cfbuyqty: 100, cfsellqty: 0 })])
    expect(pictures.of('a').positions.perhapsMore).toEqual([{ of: future, buys: 0, sells: 100 }])
    read([], [position(0, { ...future, cfbuyqty: 100, cfsellqty: 100 })])
    expect(pictures.of('a').positions.perhapsMore).toEqual([])
  })

  it('is told in the words of an exit', () => {
    const { pictures, read } = nextSession({ former, held })
    read([], [sold(30)])
    const remainder = remainderOf(pictures.of('a'), nothingAtAll)
    expect(todoOf(remainder)).toContain('up to 70 units more may have been bought')
    expect(leftOf(remainder).positions).toEqual([{ ...future, net: null }])
  })
})

/** An order of that kind at work when the desk was closed. */
function working(words: Row, time = '15:43'): Told {
  const rows = [row(words)]
  return { former: rows, whole: rows, formerAt: indianTime(time, '2026-11-23') }
}

/** What the journal and the former book tell of an order of another kind. */
function of(words: Record<string, string>): Told {
  return { intent: bought(words), former: [row(words)] }
}

function rejected(): Intent['parts'][number] {
  return { ...bought().parts[0]!, rejection: { reason: null } }
}

function refused(): Intent['parts'][number] {
  return { ...bought().parts[0]!, state: 'refused' }
}
