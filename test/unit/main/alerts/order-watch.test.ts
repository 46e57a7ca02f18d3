import { market } from '../orders/planning/contexts.ts'
import { randomUUID } from 'node:crypto'
import { type Row, type Rows, diff, keyed } from '../../../../src/shared/core/patch.ts'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openJournal } from '../../../../src/main/journal/journal.ts'
import { LoginPictures } from '../../../../src/main/picture/login-pictures.ts'
import { OrderWatch } from '../../../../src/main/alerts/order-watch.ts'
import type {
  FoundBySquareOff,
  Intent,
  IntentEvent,
  PartOutcome,
} from '../../../../src/shared/orders/intents.ts'
import { tempDir } from '../../../service/running-desk.ts'
import { openConf } from '../accounts/places.ts'
import { CountedRows } from '../books/counted-rows.ts'
import { FakeClock } from '../core/fake-clock.ts'
import {
  accepted,
  account,
  orderRow,
  recordedEvent,
  refused,
  sentAt,
  unanswered,
} from '../orders/doubt/doubts.ts'
import { newTeller } from './dispatches.ts'

/** A watch on a real journal. */
async function setUp(dataDir?: string, twins: readonly string[] = [account]) {
  const dir = dataDir ?? (await tempDir())
  let wall = sentAt
  const { journal } = openJournal({
    room: 0,
    open: openConf,
    dataDir: dir,
    now: () => wall,
    clock: new FakeClock(),
  })
  onTestFinished(() => journal.close())
  const clock = new FakeClock()
  const { alerts, teller } = newTeller({ dir, clock })
  const books = new Map<string, Rows>()
  const pictures = new LoginPictures({
    accountsAtService: (id) => [id],
    isSurelyOther: () => false,
    areTwoClients: () => false,
    exchanges: market.exchanges,
    clock,
    now: () => wall,
    journal,
    accountsOfLogin: (id) => (twins.includes(id) ? twins : [id]),
    perhapsOfLogin: (id) => [id],
    fingerprint: () => undefined,
    isSameLogin: (one, other) => one === other,
    unknownClient: () => null,
    poller: {
      read: (id, book) => {
        const rows = books.get(`${id} ${book}`)
        const meta = { seq: 1, age: 0, every: 1000, trouble: null, unreadable: [] }
        return rows && { meta, rows }
      },
      readAnew: () => Promise.reject(new Error('The watch reads nothing anew.')),
    },
  })
  const watch = new OrderWatch({
    pictures,
    append: (entries) => journal.append(entries),
    clock,
    now: () => wall,
    onChange: (intents) => watch.seeIntents(intents),
    tell: (news) => teller.tell(news),
  })
  const tell = (entries: { intent: string; event: IntentEvent }[]): Intent[] => {
    const changed = journal.append(entries)
    watch.seeIntents(changed)
    return changed
  }
  /** An order that was sent and got these answers. */
  const send = (parts: PartOutcome[], making: Parameters<typeof recordedEvent>[0] = {}): string => {
    const intent = randomUUID()
    tell([{ intent, event: recordedEvent(making) }])
    tell([{ intent, event: { kind: 'sent', rivals: [], bookAge: 0 } }])
    tell([{ intent, event: { kind: 'answered', parts } }])
    return intent
  }
  /** A square-off that left, and got these answers; null where none came yet. */
  const sendSquareOff = (parts: PartOutcome[] | null = null): string => {
    const intent = randomUUID()
    const operation = 'SquareOffAllPosition'
    tell([{ intent, event: { ...recordedEvent({ operation }), ticket: null, exit: true } }])
    tell([{ intent, event: { kind: 'sent', rivals: [], bookAge: 0 } }])
    if (parts !== null) tell([{ intent, event: { kind: 'answered', parts } }])
    return intent
  }
  const read = (whose: string, book: 'orders' | 'positions' | 'trades', rows: Rows): void => {
    const patch = diff(books.get(`${whose} ${book}`) ?? new Map(), rows) ?? {}
    books.set(`${whose} ${book}`, rows)
    pictures.seeAnswer({ account: whose, book, rows, patch })
  }
  const seeIn = (whose: string, ...all: ReturnType<typeof orderRow>[]): void => {
    const rows = keyed(all, (row) => row.order_id)
    read(whose, 'orders', rows)
    watch.seeAnswer(whose, rows)
  }
  const seeTrades = (...trades: Row[]): void =>
    read(account, 'trades', new Map(trades.map((row, place) => [`${place}`, row])))
  const seePositions = (...rows: Row[]): void =>
    read(account, 'positions', new Map(rows.map((row, place) => [`${place}`, row])))
  const see = (...rows: ReturnType<typeof orderRow>[]): void => seeIn(account, ...rows)
  const passDay = (): void => void (wall += 86_400_000)
  const passHours = (hours: number): void => void (wall += hours * 3_600_000)
  /** The same book again and again for so many seconds. */
  const seeFor = async (seconds: number, ...rows: ReturnType<typeof orderRow>[]): Promise<void> => {
    for (let second = 0; second <= seconds; second++) {
      see(...rows)
      await clock.advance(1000)
    }
  }
  const seen = { seeFor, seeTrades, seePositions, seeIn, see }
  const sent = { tell, send, sendSquareOff }
  return { ...seen, ...sent, dir, clock, journal, watch, alerts, passDay, passHours }
}

describe('an order book of thousands', () => {
  it('is not gone through for the few rows that changed', async () => {
    const { alerts, watch } = await setUp()
    const ids = Array.from({ length: 3000 }, (_, at) => `${at + 1}`)
    const before = new CountedRows(ids.map((order_id) => [order_id, orderRow({ order_id })]))
    watch.seeAnswer(account, before)
    const gone = new CountedRows([...before].slice(1))
    const back = new CountedRows([...gone, ['1', rejected({ order_id: '1' })]])
    CountedRows.gone = 0
    watch.seeAnswer(account, gone, { before, patch: { drop: ['1'] } })
    watch.seeAnswer(account, back, {
      before: gone,
      patch: { put: [['1', rejected({ order_id: '1' })]] },
    })
    expect(CountedRows.gone).toBe(0)
    expect(alerts).toMatchObject([{ kind: 'rejected', orderId: '1' }])
  })
})

describe('a number that the broker gives again on another day', () => {
  const of = (day: string, fields: object = {}) =>
    orderRow({ order_id: '1', orderentrytime: `Nov ${day} 2026 10:00:00`, ...fields })
  const done = { status: 'complete', fillshares: 100 }

  it('is no order that changed after its end, and its fill is told', async () => {
    const { alerts, see, send } = await setUp()
    see(of('24', done))
    see()
    send([accepted('1')])
    see(of('25', { status: 'open' }))
    expect(alerts).toEqual([])
    see(of('25', done))
    expect(alerts).toMatchObject([{ kind: 'filled', orderId: '1' }])
  })

  it('is a new order where the book was cleared in the night, whatever it says of times', async () => {
    const { alerts, see, send, passHours } = await setUp()
    const timeless = (fields: object) =>
      orderRow({ order_id: '1', orderentrytime: null, ...fields })
    see()
    send([accepted('1')])
    see(timeless({ status: 'cancelled', fillshares: 0 }))
    // Sent at 10:15, it is 01:15 now, and then 09:15.
    passHours(15)
    see(timeless({ status: 'cancelled', fillshares: 0, ltp: 1 }))
    see()
    passHours(8)
    see(orderRow({ order_id: '2', status: 'open' }))
    send([accepted('1')])
    see(timeless({ status: 'open' }))
    see(timeless(done))
    const told = alerts.filter(({ orderId }) => orderId === '1')
    expect(told).toMatchObject([{ kind: 'filled' }])
  })
})

it('an order whose number was a stranger’s on another day is told of when it is filled', async () => {
  const { alerts, see, send, clock, passDay } = await setUp()
  const stranger = orderRow({ order_id: '1', symbol: 'SBIN-EQ', status: 'complete', fillshares: 9 })
  see()
  see(stranger)
  await clock.advance(600_000)
  see({ ...stranger })
  expect(alerts.map(({ kind }) => kind)).toEqual(['elsewhere'])
  passDay()
  see()
  send([accepted('1')])
  const own = (fields: object) => orderRow({ order_id: '1', ...fields })
  see(own({ status: 'open', fillshares: 40 }))
  see(own({ status: 'complete', fillshares: 100 }))
  expect(alerts.map(({ kind }) => kind)).toEqual(['elsewhere', 'filled'])
})

describe('an order that was called refused after looks, and that a book shows then', () => {
  it('is told of as in doubt again', async () => {
    const { alerts, clock, send, tell } = await setUp()
    const intent = send([{ ...unanswered, code: 'said-no' }])
    await clock.advance(60_000)
    tell([{ intent, event: { kind: 'refused-after-looks', reads: 2 } }])
    tell([{ intent, event: { kind: 'doubted-again', candidates: ['9'] } }])
    const inDoubt = alerts.filter(({ kind }) => kind === 'in-doubt')
    expect(inDoubt.map(({ intent: of }) => of)).toEqual([intent, intent])
    expect(inDoubt[1]?.title).toContain('In doubt again')
    expect(inDoubt[1]?.message).toContain('If you have sent it again since, both may be')
  })
})

it('an order whose queue stood still is told of as not sent', async () => {
  const { alerts, tell } = await setUp()
  const intent = randomUUID()
  tell([{ intent, event: recordedEvent({}) }])
  tell([{ intent, event: { kind: 'called-off', why: 'stood-still' } }])
  expect(alerts).toMatchObject([{ kind: 'refused', tone: 'urgent', intent }])
  expect(alerts[0]?.title).toMatch(/^Not sent: /)
})

it('an order that got a clear no, and whose position grew, is told of as in doubt again', async () => {
  const { alerts, clock, send, tell } = await setUp()
  const intent = send([refused('Insufficient funds')])
  await clock.advance(60_000)
  tell([{ intent, event: { kind: 'doubted-again', candidates: [], grownBy: 10 } }])
  expect(alerts.find(({ kind }) => kind === 'in-doubt')?.message).toContain(
    'The position has grown by 10 units on its side since, which no order and no trade that is known explains.',
  )
})

it('an order that got a clear no, and whose like a book shows, is told of as in doubt again', async () => {
  const { alerts, clock, send, tell } = await setUp()
  const intent = send([refused('Insufficient funds')])
  await clock.advance(60_000)
  tell([{ intent, event: { kind: 'doubted-again', candidates: ['9'] } }])
  expect(alerts).toMatchObject([{ kind: 'refused' }, { kind: 'in-doubt', tone: 'urgent', intent }])
  expect(alerts[1]?.message).toContain('had clearly refused this order')
  expect(alerts[1]?.message).toContain('Look at it, and say which order it is.')
})

it.each([
  ['on the other side', { action: 'SELL' }],
  ['of another symbol', { symbol: 'SBIN-EQ' }],
])('an order whose row is %s is not told as filled in a good tone', async (_, other) => {
  const { alerts, see, send } = await setUp()
  send([accepted('7')], { operation: 'PlaceSmartOrder' })
  see(orderRow({ order_id: '7', status: 'open', fillshares: 0, ...other }))
  see(orderRow({ order_id: '7', status: 'complete', fillshares: 100, ...other }))
  const told = alerts.filter(({ kind }) => kind === 'filled')
  expect(told).toMatchObject([
    { tone: 'urgent', title: expect.stringContaining('Filled otherwise than it was sent') },
  ])
  expect(told[0]?.message).toContain('Sent was BUY 100 INFY-EQ')
})

it('an order like one of ours that the book has not under its number is not said to be from elsewhere', async () => {
  const { alerts, see, send } = await setUp()
  see()
  send([accepted('2002')])
  const other = { order_id: '1001', status: 'complete', fillshares: 100 }
  see(orderRow(other))
  expect(alerts.map(({ kind }) => kind)).not.toContain('elsewhere')
  see(orderRow(other), orderRow({ order_id: '2002' }))
  expect(alerts.map(({ kind }) => kind)).toContain('elsewhere')
})

it('a part of one of ours that the broker has sliced by itself is not said to be from elsewhere', async () => {
  const { alerts, see, send } = await setUp()
  see()
  send([accepted('2002')])
  const filled = (order_id: string, quantity: number) =>
    orderRow({ order_id, quantity, fillshares: quantity, status: 'complete' })
  see(filled('2002', 60), filled('2003', 40))
  expect(alerts.map(({ kind }) => kind)).not.toContain('elsewhere')
  // All of it is shown, and so this is none of it.
  const whole = await setUp()
  whole.see()
  whole.send([accepted('2002')])
  whole.see(filled('2002', 100), filled('2003', 40))
  expect(whole.alerts.map(({ kind }) => kind)).toContain('elsewhere')
})

it('an order that was found, and beside which another one like it comes up, is told of as in doubt again', async () => {
  const { alerts, clock, send, tell } = await setUp()
  const intent = send([unanswered])
  await clock.advance(60_000)
  tell([{ intent, event: { kind: 'matched', found: [{ part: 0, orderId: '7' }], absent: [] } }])
  const beside = { kind: 'found-beside' as const, orderIds: ['7'], candidates: ['7', '8'] }
  tell([{ intent, event: beside }])
  const inDoubt = alerts.filter(({ kind }) => kind === 'in-doubt')
  expect(inDoubt[1]).toMatchObject({ tone: 'urgent', intent })
  expect(inDoubt[1]?.message).toContain('more that are like it: 7, 8')
  expect(inDoubt[1]?.message).toContain('do not send it again before that')
})

describe('an order that was accepted, and that no book shows', () => {
  it('is told of, and told of again once a book does', async () => {
    const { alerts, send, tell } = await setUp()
    const intent = send([accepted('7')])
    tell([{ intent, event: { kind: 'not-shown', orderIds: ['7'], reads: 9 } }])
    expect(alerts).toMatchObject([{ kind: 'unknown-state', tone: 'urgent', account, intent }])
    expect(alerts[0]?.message).toContain('accepted this as 7')
    expect(alerts[0]?.message).toContain('read 9 times since, does not show it')
    tell([{ intent, event: { kind: 'shown', orderIds: ['7'] } }])
    expect(alerts).toHaveLength(2)
    expect(alerts[1]).toMatchObject({ kind: 'unknown-state', tone: 'good', intent })
  })
})

const working = orderRow({ order_id: '7', status: 'trigger pending' })
const rejected = (more: object = {}) =>
  orderRow({ order_id: '7', status: 'REJECTED', rejreason: 'RMS: Margin shortfall', ...more })

/** One of ours that an earlier session saw rejected. */
async function rejectedBefore() {
  const first = await setUp()
  first.see()
  const intent = first.send([accepted('7')])
  first.see(rejected())
  return { intent, ...(await setUp(first.dir)) }
}

describe('an order that is rejected after it was accepted', () => {
  it('is told of once, with its reason in plain words and as it came', async () => {
    const { journal, alerts, send, see } = await setUp()
    see()
    const intent = send([accepted('7')])
    see(working)
    see(rejected())
    see(rejected({ fillshares: 0 }))
    expect(alerts).toHaveLength(1)
    expect(alerts[0]).toMatchObject({ kind: 'rejected', account, intent, orderId: '7' })
    expect(alerts[0]?.message).toContain('RMS: Margin shortfall')
    expect(alerts[0]?.message).toContain('There is not enough money or margin in the account.')
    expect(journal.find(intent)?.parts[0]?.rejection).toEqual({ reason: 'RMS: Margin shortfall' })
  })

  it.each(['Rejected By Exch', 'REJ', 'rejected by RMS'])(
    'is told of in whichever words: %s',
    async (status) => {
      const { alerts, send, see } = await setUp()
      see()
      const intent = send([accepted('7')])
      see(working)
      see(rejected({ status }))
      expect(alerts).toMatchObject([{ kind: 'rejected', intent, orderId: '7' }])
    },
  )

  it('is not taken for another day’s order whose number it was given', async () => {
    const { journal, alerts, send, see } = await setUp()
    const former = send([accepted('7')])
    see(orderRow({ order_id: '7', symbol: 'TCS-EQ', status: 'open' }))
    see(orderRow({ order_id: '7', symbol: 'TCS-EQ', status: 'rejected' }))
    expect(alerts).toMatchObject([{ kind: 'rejected', intent: null, orderId: '7' }])
    expect(journal.find(former)?.parts[0]?.rejection).toBeNull()
  })

  it('is told of where the first sight of it shows that already', async () => {
    const { alerts, send, see } = await setUp()
    see()
    send([accepted('7')])
    see(rejected())
    expect(alerts).toMatchObject([{ kind: 'rejected', orderId: '7' }])
  })

  it('is told of where the book was faster than the answer', async () => {
    const { journal, alerts, send, see } = await setUp()
    see()
    see(rejected())
    expect(alerts).toEqual([])
    const intent = send([accepted('7')])
    expect(alerts).toMatchObject([{ kind: 'rejected', intent, orderId: '7' }])
    expect(journal.find(intent)?.parts[0]?.rejection).not.toBeNull()
  })

  it('is not told of again after a restart', async () => {
    const first = await setUp()
    first.see()
    first.send([accepted('7')])
    first.see(rejected())
    const second = await setUp(first.dir)
    second.see(rejected())
    expect(second.alerts).toEqual([])
  })

  it('is told of after a restart where it was rejected meanwhile', async () => {
    const first = await setUp()
    first.send([accepted('7')])
    const second = await setUp(first.dir)
    second.see(rejected())
    expect(second.alerts).toHaveLength(1)
  })
})

describe('an order that one answer called rejected, and a later one filled', () => {
  const filled = (fillshares: number, status = 'complete') =>
    orderRow({ order_id: '7', fillshares, status })

  it('is not called rejected while an order that belongs to it is filled or works', async () => {
    const { alerts, journal, see, send } = await setUp()
    const [early, late] = [send([accepted('1')]), send([accepted('2')])]
    const leg = (parentorderid: string, more: object = {}) =>
      orderRow({ order_id: `${parentorderid}5`, action: 'SELL', parentorderid, ...more })
    const filled = { status: 'complete', fillshares: 100 }
    see()
    see(rejected({ order_id: '1' }), leg('1', filled), rejected({ order_id: '2' }))
    expect(journal.find(early)?.parts).toMatchObject([{ rejection: null }])
    expect(journal.find(late)?.parts).toMatchObject([{ rejection: { reason: expect.any(String) } }])
    // Its leg comes up a moment later.
    see(rejected({ order_id: '1' }), leg('1', filled), rejected({ order_id: '2' }), leg('2'))
    expect(journal.find(late)?.parts).toMatchObject([{ rejection: null }])
    const told = alerts.filter(({ kind }) => kind !== 'filled')
    expect(told.map(({ kind, title }) => `${kind}, ${title}`)).toEqual([
      'unknown-state, Not all of it rejected: BUY 100 INFY-EQ',
      'rejected, Rejected: BUY 100 INFY-EQ',
      'unknown-state, Not all rejected: 2 orders',
    ])
    // What is gone again, and was never filled, leaves nothing behind.
    const gone = leg('2', { status: 'cancelled' })
    see(rejected({ order_id: '1' }), leg('1', filled), rejected({ order_id: '2' }), gone)
    expect(journal.find(late)?.parts).toMatchObject([{ rejection: { reason: expect.any(String) } }])
  })

  const [reason, whole] = ['Quantity exceeds the freeze limit', { order_id: '1', quantity: 100 }]
  const slice = (order_id: string, quantity: number, more: object = {}) =>
    orderRow({ order_id, quantity, fillshares: 0, ...more })

  it('is not called rejected beside slices that name no owner and have all of its units', async () => {
    const { alerts, journal, see, send } = await setUp()
    see()
    const intent = send([accepted('1')])
    const all = [rejected({ ...whole, rejreason: reason }), slice('2', 60), slice('3', 40)]
    see(...all)
    expect(alerts).toMatchObject([{ title: 'Not all of it rejected: BUY 100 INFY-EQ', intent }])
    expect(alerts[0]?.message).toContain('together have all of its units')
    expect(journal.find(intent)?.parts).toMatchObject([{ rejection: null }])
    // What they fill is of that order, and not from elsewhere.
    see(all[0]!, slice('2', 60, { status: 'complete', fillshares: 60 }), all[2]!)
    expect(alerts.slice(1)).toMatchObject([{ kind: 'filled', orderId: '2', intent }])
  })

  it('is rejected no longer once slices have come up that have all of its units', async () => {
    const { alerts, journal, see, send } = await setUp()
    see()
    const intent = send([accepted('1')])
    const filled = slice('2', 60, { status: 'complete', fillshares: 60 })
    see(rejected({ ...whole, rejreason: reason }))
    see(rejected({ ...whole, rejreason: reason }), filled)
    expect(alerts).toMatchObject([{ kind: 'rejected' }])
    see(rejected({ ...whole, rejreason: reason }), filled, slice('3', 40))
    expect(journal.find(intent)?.parts).toMatchObject([{ rejection: null }])
    expect(alerts.map(({ kind }) => kind)).toEqual(['rejected', 'unknown-state', 'filled'])
  })

  it.each([
    ['have fewer units', [slice('2', 60), slice('3', 30)]],
    ['are of another product', [slice('2', 60, { product: 'CNC' }), slice('3', 40)]],
    ['are of the other side', [slice('2', 60, { action: 'SELL' }), slice('3', 40)]],
    ['were entered at another time', [slice('2', 60), slice('3', 40, { orderentrytime: null })]],
    [
      'are rejected, too',
      [slice('2', 60, { status: 'rejected' }), slice('3', 40, { status: 'rejected' })],
    ],
  ])('is rejected beside smaller ones that %s', async (_, others) => {
    const { alerts, journal, see, send } = await setUp()
    see()
    const intent = send([accepted('1')])
    see(rejected(whole), ...others.map((row) => ({ ...row })))
    expect(alerts).toMatchObject([{ kind: 'rejected' }])
    expect(journal.find(intent)?.parts).toMatchObject([{ rejection: expect.anything() }])
  })

  it('is rejected beside what was sent in its place, and what fills beside it is told as from elsewhere', async () => {
    const { alerts, clock, see, send } = await setUp()
    see()
    send([accepted('1')])
    send([accepted('2')], { quantities: [60] })
    send([accepted('3')], { quantities: [40] })
    const own = [rejected(whole), slice('2', 60), slice('3', 40)]
    see(...own)
    expect(alerts).toMatchObject([{ kind: 'rejected' }])
    const strange = slice('9', 10, { status: 'complete', fillshares: 10 })
    see(...own, strange)
    expect(alerts).toHaveLength(1)
    await clock.advance(30_000)
    see(...own, strange)
    expect(alerts.slice(1)).toMatchObject([{ kind: 'elsewhere', orderId: '9' }])
  })

  it('is rejected no longer: what is filled was not rejected', async () => {
    const { journal, alerts, send, see } = await setUp()
    see()
    const intent = send([accepted('7')])
    see(working)
    see(rejected())
    see(filled(100))
    expect(journal.find(intent)?.parts[0]?.rejection).toBeNull()
    expect(alerts).toMatchObject([
      { kind: 'rejected' },
      { kind: 'unknown-state', tone: 'urgent', intent },
    ])
    expect(alerts[1]?.message).toContain('now calls it complete with 100 of 100 filled')
  })

  it('is so after a restart as well, and where only a part of it is filled', async () => {
    const { intent, journal, see } = await rejectedBefore()
    see(filled(40, 'open'))
    expect(journal.find(intent)?.parts[0]?.rejection).toBeNull()
  })
})

describe('an order that one answer called ended, and a later one shows at work', () => {
  const cancelled = orderRow({ order_id: '7', status: 'cancelled' })
  const filled = () => orderRow({ order_id: '7', status: 'complete', fillshares: 100 })

  it('is told of where it had been rejected, and is rejected no longer', async () => {
    const { journal, alerts, send, see } = await setUp()
    see()
    const intent = send([accepted('7')])
    see(rejected())
    see(working)
    // One answer may be an old one.
    expect(alerts).toHaveLength(1)
    see(working)
    expect(journal.find(intent)?.parts[0]?.rejection).toBeNull()
    expect(alerts).toMatchObject([
      { kind: 'rejected' },
      { kind: 'unknown-state', tone: 'urgent', intent, orderId: '7' },
    ])
    expect(alerts[1]?.title).toContain('Working after all')
    expect(alerts[1]?.message).toContain('had called this order rejected')
    expect(alerts[1]?.message).toContain('as ‘trigger pending’ now')
  })

  it('is told of as rejected again where it is that after all', async () => {
    const { journal, alerts, clock, send, see } = await setUp()
    see()
    const intent = send([accepted('7')])
    see(rejected())
    await clock.advance(60_000)
    see(working)
    see(working)
    await clock.advance(60_000)
    see(rejected())
    expect(journal.find(intent)?.parts[0]?.rejection).not.toBeNull()
    expect(alerts.map(({ kind }) => kind)).toEqual(['rejected', 'unknown-state', 'rejected'])
  })

  it('is told of where a restart stands between', async () => {
    const { intent, journal, alerts, see } = await rejectedBefore()
    see(working)
    expect(journal.find(intent)?.parts[0]?.rejection).toBeNull()
    expect(alerts).toMatchObject([{ kind: 'unknown-state', orderId: '7' }])
  })

  it('is told of where it had been cancelled, ours or not, also after it was left out for a while', async () => {
    const { alerts, clock, send, see } = await setUp()
    const other = { order_id: '50', symbol: 'SBIN-EQ' }
    see(orderRow({ ...other, status: 'open' }))
    const intent = send([accepted('7')])
    see(working, orderRow({ ...other, status: 'open' }))
    see(cancelled, orderRow({ ...other, status: 'cancelled' }))
    see(working)
    see(working)
    expect(alerts).toMatchObject([{ kind: 'unknown-state', tone: 'urgent', intent, orderId: '7' }])
    expect(alerts[0]?.message).toContain('had called this order cancelled')
    await clock.advance(60_000)
    see(working, orderRow({ ...other, status: 'open' }))
    see(working, orderRow({ ...other, status: 'open' }))
    expect(alerts).toHaveLength(2)
    expect(alerts[1]).toMatchObject({ kind: 'unknown-state', intent: null, orderId: '50' })
  })

  it('is not told of where a single answer shows it so, or where it is gone by the next one', async () => {
    const { alerts, send, see } = await setUp()
    see()
    send([accepted('7')])
    see(working)
    for (const next of [[cancelled], []]) {
      see(cancelled)
      see(working)
      see(...next)
    }
    expect(alerts).toEqual([])
  })

  it('is told of where it had been complete', async () => {
    const { alerts, clock, send, see } = await setUp()
    see()
    const intent = send([accepted('7')])
    see(working)
    see(filled())
    await clock.advance(60_000)
    for (let again = 0; again < 2; again++)
      see(orderRow({ order_id: '7', status: 'open', fillshares: 40 }))
    expect(alerts).toMatchObject([
      { kind: 'filled' },
      { kind: 'unknown-state', tone: 'urgent', intent, orderId: '7' },
    ])
    expect(alerts[1]?.message).toContain('had called this order complete')
  })

  it('is not called rejected any more where its state is in words that nobody knows', async () => {
    const { journal, alerts, send, see } = await setUp()
    see()
    const intent = send([accepted('7')])
    see(rejected())
    see(orderRow({ order_id: '7', status: 'zustellung läuft' }))
    expect(journal.find(intent)?.parts[0]?.rejection).toBeNull()
    expect(alerts).toMatchObject([{ kind: 'rejected' }, { kind: 'unknown-state', intent }])
    expect(alerts[1]?.message).toContain('It had called it rejected before')
  })

  it('is told of where it stays ended and shows more filled, each time once', async () => {
    const { alerts, clock, send, see } = await setUp()
    see()
    const intent = send([accepted('7')])
    see(working)
    see({ ...cancelled, fillshares: 20 })
    expect(alerts).toMatchObject([{ kind: 'filled', tone: 'bad', orderId: '7' }])
    see({ ...cancelled, fillshares: 60 })
    see({ ...cancelled, fillshares: 60, remarks: 'x' })
    expect(alerts.slice(1)).toMatchObject([
      { kind: 'unknown-state', tone: 'urgent', intent, orderId: '7' },
    ])
    expect(alerts[1]?.message).toContain(
      'had called this order cancelled, with 20 of 100 filled, and now calls it cancelled with 60 of 100 filled',
    )
    await clock.advance(60_000)
    see(filled())
    expect(alerts).toHaveLength(3)
    expect(alerts[2]?.title).toContain('Changed after its end')
  })

  it('is told of where it had been complete, and ends otherwise now', async () => {
    const { alerts, clock, see } = await setUp()
    see(working)
    see(filled())
    await clock.advance(60_000)
    see({ ...cancelled, fillshares: 0 })
    expect(alerts).toHaveLength(2)
    expect(alerts[1]?.message).toContain('now calls it cancelled with 0 of 100 filled')
  })

  it('is told of with others under words that are true of all', async () => {
    const { alerts, see } = await setUp()
    const two = (status: string) => [
      orderRow({ order_id: '7', status }),
      orderRow({ order_id: '8', status }),
    ]
    see(...two('open'))
    see(...two('cancelled'))
    see(...two('open'))
    see(...two('open'))
    expect(alerts).toMatchObject([{ count: 2, title: 'Working after all: 2 orders' }])
    expect(alerts[0]?.message).not.toContain('not understood')
  })

  it('is told of some times at most where its book flickers on and on', async () => {
    const { alerts, clock, send, see } = await setUp()
    see()
    send([accepted('7')])
    for (let time = 0; time < 9; time++) {
      see({ ...cancelled })
      see({ ...working })
      see({ ...working })
      await clock.advance(3_600_000)
    }
    expect(alerts).toHaveLength(3)
  })
})

describe('an order whose state is not understood', () => {
  it.each(['Put on ice by desk', '', null])('is told of once as that: %j', async (status) => {
    const { alerts, send, see } = await setUp()
    see()
    const intent = send([accepted('7')])
    see(working)
    see(orderRow({ order_id: '7', status }))
    see(orderRow({ order_id: '7', status, remarks: 'x' }))
    see(working)
    see(orderRow({ order_id: '7', status: 'Yet another word' }))
    expect(alerts).toMatchObject([{ kind: 'unknown-state', intent, orderId: '7' }])
    expect(alerts[0]?.message).toContain(status || 'gives no state')
    expect(alerts[0]?.message).toContain('It counts as working.')
  })

  it('is told of where the first sight of it shows that, ours also at the start', async () => {
    const first = await setUp()
    first.see()
    first.see(orderRow({ order_id: '50', status: 'Frozen' }))
    expect(first.alerts).toMatchObject([{ kind: 'unknown-state', intent: null, orderId: '50' }])
    const intent = first.send([accepted('7')])
    const second = await setUp(first.dir)
    const others = orderRow({ order_id: '51', status: 'Frozen' })
    second.see(orderRow({ order_id: '7', status: 'Frozen' }), others)
    expect(second.alerts).toMatchObject([{ kind: 'unknown-state', intent, orderId: '7' }])
  })
})

it('an order that is complete with nothing filled is not told of as filled, but as not understood', async () => {
  const { alerts, send, see } = await setUp()
  see()
  send([accepted('7')])
  see(working)
  see(orderRow({ order_id: '7', status: 'complete', quantity: 100, fillshares: 0 }))
  expect(alerts).toMatchObject([{ kind: 'unknown-state', orderId: '7' }])
  expect(alerts[0]?.message).toContain('says ‘complete’ and 0 of 100 filled of this order')
})

describe('an order that was placed elsewhere', () => {
  it('is not told of while the service had named it for one in doubt', async () => {
    const { alerts, send, see, tell } = await setUp()
    see()
    const intent = send([accepted('7')])
    const row = { order_id: '7', symbol: 'INFOSYS LTD' }
    see(orderRow(row))
    tell([{ intent, event: { kind: 'disowned', orderId: '7', is: 'BUY 100 INFOSYS LTD' } }])
    see(orderRow({ ...row, status: 'complete', fillshares: 100 }))
    expect(alerts).toMatchObject([{ kind: 'in-doubt', intent }])
    expect(alerts[0]?.message).toContain('named order 7 for this one, which may be another')
    tell([{ intent, event: { kind: 'settled-absent' } }])
    expect(alerts).toMatchObject([{ kind: 'in-doubt' }, { kind: 'elsewhere', orderId: '7' }])
  })

  it('is told of where it was seen at work before', async () => {
    const { alerts, see } = await setUp()
    see(working)
    see(rejected({ rejreason: '' }))
    see(rejected({ rejreason: '', remarks: 'x' }))
    expect(alerts).toMatchObject([{ kind: 'rejected', intent: null, orderId: '7' }])
    expect(alerts[0]?.message).toContain('It gave no reason.')
  })

  it('is no news where it was rejected before anybody looked', async () => {
    const { watch, alerts, see } = await setUp()
    see(rejected())
    see(rejected({ fillshares: 0 }), orderRow({ order_id: '8', status: 'rejected' }))
    watch.forget(account)
    see(rejected())
    expect(alerts).toEqual([])
  })

  it('is no news where it is cancelled or complete', async () => {
    const { alerts, see } = await setUp()
    see(working)
    see(orderRow({ order_id: '7', status: 'cancelled' }))
    expect(alerts).toEqual([])
  })
})

describe('an order of another account of the same login', () => {
  const twin = '00000000-0000-4000-8000-000000000002'
  const filled = orderRow({ order_id: '7', status: 'complete', fillshares: 100 })

  it('is not from elsewhere, and its fill is told once', async () => {
    const { alerts, send, see, seeIn } = await setUp(undefined, [account, twin])
    see()
    seeIn(twin)
    const intent = send([accepted('7')])
    for (const row of [orderRow({ order_id: '7' }), filled]) {
      seeIn(twin, row)
      see(row)
    }
    expect(alerts).toMatchObject([{ kind: 'filled', account, intent, orderId: '7' }])
  })

  it('is waited for while it is on the wire', async () => {
    const { alerts, tell, seeIn } = await setUp(undefined, [account, twin])
    seeIn(twin)
    const intent = randomUUID()
    tell([{ intent, event: recordedEvent() }])
    tell([{ intent, event: { kind: 'sent', rivals: [], bookAge: 0 } }])
    seeIn(twin, filled)
    expect(alerts).toEqual([])
    tell([{ intent, event: { kind: 'answered', parts: [accepted('7')] } }])
    expect(alerts).toMatchObject([{ kind: 'filled', intent, orderId: '7' }])
  })

  it('is told of once where it is from elsewhere indeed', async () => {
    const { alerts, see, seeIn } = await setUp(undefined, [account, twin])
    see()
    seeIn(twin)
    seeIn(twin, filled)
    see(filled)
    expect(alerts).toMatchObject([{ kind: 'elsewhere', orderId: '7' }])
  })
})

describe('an answer that is bad news', () => {
  it('is told of where an order is refused', async () => {
    const { alerts, send } = await setUp()
    const intent = send([refused('Price is outside the price band 80 to 120')])
    expect(alerts).toMatchObject([{ kind: 'refused', intent, title: 'Refused: BUY 100 INFY-EQ' }])
    expect(alerts[0]?.message).toContain('It is not at the broker.')
    expect(alerts[0]?.message).toContain('Choose a price inside the range.')
  })

  it('is told of where only a part of it is at the broker', async () => {
    const { alerts, send } = await setUp()
    send([accepted('7'), refused('No')], { quantities: [60, 40] })
    expect(alerts).toMatchObject([{ kind: 'refused', title: 'Partly refused: BUY 100 INFY-EQ' }])
  })

  it('is told of where an order is in doubt, and not again when it is settled', async () => {
    const { alerts, send, tell } = await setUp()
    const intent = send([unanswered])
    expect(alerts).toMatchObject([{ kind: 'in-doubt', intent }])
    tell([{ intent, event: { kind: 'looked', reads: 1, candidates: [] } }])
    tell([{ intent, event: { kind: 'settled-absent' } }])
    expect(alerts).toHaveLength(1)
  })

  it('is not said to be missing where the service said no, in words that are looked up', async () => {
    const { alerts, send } = await setUp()
    send([{ ...unanswered, code: 'said-no', detail: 'Broken pipe' }])
    expect(alerts[0]?.message).toMatch(/^The service refused this order, in words/)
  })

  it('is told of once for all orders of a request', async () => {
    const { alerts, tell } = await setUp()
    const request = randomUUID()
    const ids = [randomUUID(), randomUUID(), randomUUID()]
    tell(ids.map((intent, leg) => ({ intent, event: { ...recordedEvent(), request, leg } })))
    tell(ids.map((intent) => ({ intent, event: { kind: 'sent', rivals: [], bookAge: 0 } })))
    tell(ids.map((intent) => ({ intent, event: { kind: 'answered', parts: [] } })))
    expect(alerts).toMatchObject([{ kind: 'in-doubt', intent: null, title: 'In doubt: 3 orders' }])
  })

  it.each([
    ['in doubt', { code: 'said-no' as const }, 'In doubt until the next login: 30 orders'],
    ['refused', { code: 'bad-keys' as const, state: 'refused' as const }, 'Refused: 30 orders'],
  ])('is one for all accounts whose logins ran out: %s', async (_, of, title) => {
    const { alerts, tell } = await setUp()
    const ids = Array.from({ length: 30 }, () => randomUUID())
    for (const [n, intent] of ids.entries()) {
      const ofOne = { account: randomUUID(), accountName: `Account ${n}` }
      tell([{ intent, event: { ...recordedEvent(), ...ofOne } }])
      tell([{ intent, event: { kind: 'sent', rivals: [], bookAge: 0 } }])
      const parts = [{ ...unanswered, ...of, detail: 'Token expired' }]
      tell([{ intent, event: { kind: 'answered', parts } }])
    }
    const all = new Map(alerts.map((alert) => [alert.id, alert]))
    expect([...all.values()]).toMatchObject([{ title, account: null, count: 30 }])
    expect(alerts.at(-1)?.message).toContain('Log in at the broker anew')
    expect(alerts.at(-1)?.message).toContain('BUY 100 INFY-EQ: Account 0, Account 1,')
  })

  it('says of one whose login ran out that its book cannot be read before', async () => {
    const { alerts, send } = await setUp()
    send([{ ...unanswered, code: 'said-no', detail: 'Token expired' }])
    expect(alerts).toMatchObject([{ title: 'In doubt: BUY 100 INFY-EQ' }])
    expect(alerts[0]?.message).toContain('it can be read once the account is logged in')
  })

  it('is none where an order is accepted or called off, and an exit speaks for itself', async () => {
    const { alerts, tell, send } = await setUp()
    send([accepted('7')])
    const [off, exit] = [randomUUID(), randomUUID()]
    tell([{ intent: off, event: recordedEvent() }])
    tell([{ intent: off, event: { kind: 'called-off', why: 'person' } }])
    const operation = 'CancelAllOrder'
    tell([{ intent: exit, event: { ...recordedEvent({ operation }), ticket: null, exit: true } }])
    tell([{ intent: exit, event: { kind: 'sent', rivals: [], bookAge: 0 } }])
    tell([{ intent: exit, event: { kind: 'answered', parts: [refused('No')] } }])
    expect(alerts).toEqual([])
  })
})

describe('a fill', () => {
  const open = orderRow({ order_id: '7', status: 'open' })
  const filled = (more: object = {}) =>
    orderRow({ order_id: '7', status: 'complete', fillshares: 100, avgprc: 1500.25, ...more })

  it('is told of once, with what was paid', async () => {
    const { alerts, send, see } = await setUp()
    see()
    const intent = send([accepted('7')])
    see(open)
    see(orderRow({ order_id: '7', status: 'open', fillshares: 40 }))
    see(filled())
    see(filled({ remarks: 'x' }))
    expect(alerts).toMatchObject([
      { kind: 'filled', tone: 'good', intent, title: 'Filled: BUY 100 INFY-EQ' },
    ])
    expect(alerts[0]?.message).toBe('All 100 filled at 1,500.25 on average.')
  })

  it('is told of where its order was never seen at work', async () => {
    const { alerts, send, see } = await setUp()
    see()
    send([accepted('7')])
    see(filled())
    expect(alerts).toMatchObject([{ kind: 'filled', orderId: '7' }])
  })

  it('that came while nothing ran is told of at the next start, and never again', async () => {
    const first = await setUp()
    first.send([accepted('7')])
    const second = await setUp(first.dir)
    second.see(filled())
    expect(second.alerts).toMatchObject([{ kind: 'filled', orderId: '7' }])
    const third = await setUp(first.dir)
    third.see(filled())
    expect(third.alerts).toEqual([])
  })

  it('of an order from before that is not ours is told of where it was seen at work', async () => {
    const { alerts, see } = await setUp()
    see(open, orderRow({ order_id: '8', status: 'complete', fillshares: 100 }))
    see(filled(), orderRow({ order_id: '8', status: 'complete', fillshares: 100, remarks: 'x' }))
    expect(alerts).toMatchObject([{ kind: 'filled', orderId: '7', intent: null }])
    expect(alerts[0]?.message).toContain('It was not placed from here.')
  })

  it('of ours is not counted with those that are not', async () => {
    const { alerts, clock, send, see } = await setUp()
    const others = [orderRow({ order_id: '8' }), orderRow({ order_id: '9' })]
    see(...others)
    await clock.advance(1000)
    send([accepted('7')])
    see(open, ...others)
    see(filled(), ...others.map((row) => ({ ...row, status: 'complete', fillshares: 100 })))
    expect(alerts).toMatchObject([
      { kind: 'filled', orderId: '7', isOurs: true },
      { title: 'Filled, not placed from here: 2 orders', isOurs: false },
    ])
  })

  it('of a leg that protects one of our entries is ours, and not from elsewhere', async () => {
    const { alerts, send, see } = await setUp()
    see()
    send([accepted('7')])
    see(filled({ order_id: '9', parentorderid: '7', action: 'SELL' }))
    expect(alerts).toMatchObject([{ kind: 'filled', orderId: '9' }])
  })
})

describe('an order that came up and is not ours', () => {
  const strange = (more: object = {}) =>
    orderRow({ order_id: '50', status: 'open', fillshares: 0, ...more })
  const filled = strange({ status: 'complete', fillshares: 100 })

  it('is told of once, as soon as it changes a position', async () => {
    const { alerts, see } = await setUp()
    see()
    see(strange())
    expect(alerts).toEqual([])
    see(strange({ fillshares: 10 }))
    see(filled)
    expect(alerts).toMatchObject([{ kind: 'elsewhere', tone: 'urgent', orderId: '50' }])
  })

  it('is none where it is cancelled, nor where it was there at the start', async () => {
    const { alerts, see } = await setUp()
    see(strange({ order_id: '49', status: 'complete', fillshares: 100 }))
    see(strange(), strange({ order_id: '49', status: 'complete', fillshares: 100, remarks: 'x' }))
    see(strange({ status: 'cancelled' }))
    expect(alerts).toEqual([])
  })

  it('is no news where an answer only left it out for a while', async () => {
    const { alerts, see } = await setUp()
    const old = strange({ order_id: '49', status: 'complete', fillshares: 100 })
    see(old, working)
    see()
    see({ ...old })
    see({ ...old }, orderRow({ order_id: '7', status: 'complete', fillshares: 100 }))
    expect(alerts).toMatchObject([{ kind: 'filled', orderId: '7' }])
  })

  it('is ours where the broker calls what we bought by another name', async () => {
    const { alerts, send, see } = await setUp()
    see()
    send([accepted('50')])
    see(strange({ symbol: '500209', status: 'complete', fillshares: 100 }))
    expect(alerts).toMatchObject([{ kind: 'filled', orderId: '50' }])
  })

  it('is ours where the book was only faster than the answer', async () => {
    const { alerts, tell, see } = await setUp()
    see()
    const intent = randomUUID()
    tell([{ intent, event: recordedEvent() }])
    tell([{ intent, event: { kind: 'sent', rivals: [], bookAge: 0 } }])
    see(filled)
    expect(alerts).toEqual([])
    tell([{ intent, event: { kind: 'answered', parts: [accepted('50')] } }])
    expect(alerts).toMatchObject([{ kind: 'filled', intent, orderId: '50' }])
  })

  it('waits for an order in doubt that it may be, and is told of once that is another', async () => {
    const { alerts, tell, send, see } = await setUp()
    see()
    const intent = send([unanswered])
    see(filled, strange({ order_id: '51' }))
    expect(alerts).toMatchObject([{ kind: 'in-doubt' }])
    tell([{ intent, event: { kind: 'settled', orderIds: ['51'] } }])
    expect(alerts).toMatchObject([{ kind: 'in-doubt' }, { kind: 'elsewhere', orderId: '50' }])
  })

  it('waits for an order in doubt that it may be, also where its book left it out for a while', async () => {
    const { alerts, tell, send, see } = await setUp()
    see()
    const intent = send([unanswered])
    see(strange())
    see()
    see(strange())
    see(filled)
    expect(alerts).toMatchObject([{ kind: 'in-doubt' }])
    tell([{ intent, event: { kind: 'matched', found: [{ part: 0, orderId: '50' }], absent: [] } }])
    expect(alerts).toMatchObject([{ kind: 'in-doubt' }, { kind: 'filled', intent }])
  })

  it('waits for an order in doubt that an earlier session sent, and that the first sight shows', async () => {
    const first = await setUp()
    const intent = first.send([unanswered])
    for (const atStart of [strange(), filled]) {
      const second = await setUp(first.dir)
      second.see(atStart)
      second.see(filled)
      expect(second.alerts).toEqual([])
    }
    const last = await setUp(first.dir)
    last.see(filled)
    const found = [{ part: 0, orderId: '50' }]
    last.tell([{ intent, event: { kind: 'matched', found, absent: [] } }])
    expect(last.alerts).toMatchObject([{ kind: 'filled', intent, orderId: '50' }])
  })

  it('is said to be perhaps ours where it waits for long, and is told of as what it is then', async () => {
    const { alerts, clock, tell, send, see, seeFor } = await setUp()
    see(strange())
    await clock.advance(1000)
    const intent = send([unanswered])
    await seeFor(40, filled)
    const [, perhaps, ...others] = alerts
    expect(others).toEqual([])
    expect(perhaps).toMatchObject({
      title: 'Filled, perhaps yours: BUY 100 INFY-EQ',
      message: expect.stringContaining('or it was placed elsewhere'),
    })
    tell([{ intent, event: { kind: 'settled', orderIds: ['51'] } }])
    expect(alerts.at(-1)?.message).toContain('It was not placed from here.')
  })

  it('does not wait for an order in doubt that a book showed it before', async () => {
    const { alerts, tell, see } = await setUp()
    see(strange())
    const intent = randomUUID()
    tell([{ intent, event: recordedEvent() }])
    tell([{ intent, event: { kind: 'sent', rivals: ['50'], bookAge: 0 } }])
    see(filled)
    expect(alerts).toMatchObject([{ kind: 'filled', orderId: '50', intent: null }])
  })

  it('does not wait for an order in doubt that it cannot be', async () => {
    const { alerts, send, see } = await setUp()
    see()
    send([unanswered], { params: { symbol: 'TCS-EQ' } })
    see(filled)
    expect(alerts).toMatchObject([{ kind: 'in-doubt' }, { kind: 'elsewhere' }])
  })

  it('is that of a square-off, which tells nobody its ids, for the symbols that it named', async () => {
    const { alerts, clock, tell, see, sendSquareOff } = await setUp()
    see()
    const intent = sendSquareOff()
    see(filled)
    expect(alerts).toEqual([])
    const named = { ...accepted(''), orderId: null, name: 'INFY-EQ' }
    tell([{ intent, event: { kind: 'answered', parts: [named] } }])
    see(filled, strange({ order_id: '51', symbol: 'TCS-EQ', status: 'complete', fillshares: 5 }))
    expect(alerts).toMatchObject([{ kind: 'elsewhere', orderId: '51' }])
    await clock.advance(300_000)
    see(filled, strange({ order_id: '52', status: 'complete', fillshares: 5 }))
    expect(alerts.at(-1)).toMatchObject({ kind: 'elsewhere', orderId: '52' })
  })

  it('is none of a square-off any more once the books showed that it was done', async () => {
    const { alerts, clock, tell, see, sendSquareOff } = await setUp()
    see()
    const intent = sendSquareOff([unanswered])
    see(filled)
    tell([{ intent, event: { kind: 'seen-done' } }])
    tell([{ intent, event: { kind: 'watched', end: 'flat' } }])
    see(filled)
    expect(alerts).toEqual([])
    await clock.advance(10_000)
    // The broker carries it out a second time.
    see(filled, strange({ order_id: '52', status: 'complete', fillshares: 5 }))
    expect(alerts).toMatchObject([{ kind: 'elsewhere', orderId: '52' }])
  })
})

describe('an order under a number that nothing here was given', () => {
  const own = (more: object = {}) => orderRow({ order_id: '7', ...more })
  const done = { status: 'complete', fillshares: 100 }
  const other = (more: object = {}) => orderRow({ order_id: '50', ...done, ...more })
  const later = { orderentrytime: 'November 21 2026 11:15:00' }
  const perhaps = {
    kind: 'elsewhere',
    orderId: '50',
    title: expect.stringMatching(/^Perhaps not from here: /),
    message: expect.stringContaining('It may come of your BUY 100 INFY-EQ (sent'),
  }
  const notFromHere = {
    kind: 'elsewhere',
    orderId: '50',
    title: expect.stringMatching(/^Not from here: /),
    message: expect.stringContaining('change the keys'),
  }
  /** Our order stands in the book so, and an hour later it has another one. */
  const anHourLater = async (
    ours: { sent?: Making; before: object; then: object | null },
    row: ReturnType<typeof orderRow>,
  ) => {
    const { alerts, clock, see, send, passHours } = await setUp()
    see()
    await clock.advance(1000)
    send([accepted('7')], ours.sent)
    see(own(ours.before))
    await clock.advance(3_600_000)
    passHours(1)
    see(...(ours.then === null ? [] : [own(ours.then)]), row)
    await clock.advance(30_000)
    see(...(ours.then === null ? [] : [own(ours.then)]), row)
    return alerts
  }
  type Making = Parameters<typeof recordedEvent>[0]

  it.each([
    ['while ours was filled', done],
    ['while ours works', { status: 'open' }],
  ])('may be a second one of our request, %s', async (_, fields) => {
    const { alerts, clock, see, send } = await setUp()
    see()
    send([accepted('7')])
    see(own(fields))
    await clock.advance(20_000)
    see(own(fields), other())
    expect(alerts.at(-1)).toMatchObject(perhaps)
    expect(alerts.at(-1)?.message).toContain('order 7) all the same, or be from elsewhere')
    expect(alerts.at(-1)?.message).not.toContain('keys')
  })

  it('may be ours under a number of the service’s own, and is told of once a minute is over', async () => {
    const { alerts, clock, see, send, passHours } = await setUp()
    see()
    await clock.advance(1000)
    send([accepted('GW-7')])
    const fillsAfter = async (seconds: number) => {
      for (let second = 0; second < seconds; second++) {
        see(other())
        await clock.advance(1000)
        passHours(1 / 3600)
      }
      return alerts.filter(({ orderId }) => orderId === '50')
    }
    expect(await fillsAfter(55)).toEqual([])
    expect(await fillsAfter(65)).toMatchObject([perhaps])
    expect(await fillsAfter(65)).toHaveLength(1)
  })

  it.each<[string, Parameters<typeof anHourLater>[0], object]>([
    [
      'was triggered',
      {
        sent: { params: { pricetype: 'SL', trigger_price: '1499' } },
        before: { pricetype: 'SL', trigger_price: 1499, status: 'trigger pending' },
        then: { pricetype: 'SL', trigger_price: 1499, status: 'triggered' },
      },
      {},
    ],
    ['was rejected', { before: { status: 'open' }, then: { status: 'rejected' } }, { price: 1510 }],
    [
      'went to another exchange',
      { before: { status: 'open' }, then: { status: 'rejected' } },
      { exchange: 'BSE', symbol: 'INFY' },
    ],
    [
      'is called by a number there',
      { before: { status: 'open' }, then: { status: 'cancelled' } },
      { exchange: 'BSE', symbol: '500209' },
    ],
    ['is gone from the book', { before: { status: 'open' }, then: null }, {}],
    [
      'has but a part in its own row',
      { sent: { quantities: [200] }, before: { status: 'open' }, then: done },
      {},
    ],
  ])('may be ours under another one, which %s', async (_, ours, more) => {
    const alerts = await anHourLater(ours, other({ ...later, ...more }))
    const units = ours.sent?.quantities?.[0] ?? 100
    const named = `It may come of your BUY ${units} INFY-EQ (sent`
    const message = expect.stringContaining(named)
    expect(alerts.filter(({ kind }) => kind === 'elsewhere')).toMatchObject([
      { ...perhaps, message },
    ])
  })

  it.each<[string, Parameters<typeof anHourLater>[0], object]>([
    ['are filled', { before: done, then: done }, {}],
    ['are at work', { before: { status: 'open' }, then: { status: 'open' } }, {}],
    [
      'are too few for it',
      { before: { status: 'open' }, then: { status: 'rejected' } },
      { quantity: 200, fillshares: 200 },
    ],
    [
      'are of the other side',
      { before: { status: 'open' }, then: { status: 'rejected' } },
      { action: 'SELL' },
    ],
    [
      'are of another share',
      { before: { status: 'open' }, then: { status: 'rejected' } },
      { symbol: 'TCS-EQ' },
    ],
  ])('is from elsewhere where the units of ours %s', async (_, ours, more) => {
    const alerts = await anHourLater(ours, other({ ...later, ...more }))
    expect(alerts.filter(({ kind }) => kind === 'elsewhere')).toMatchObject([notFromHere])
  })

  it('is from elsewhere where a book showed it before ours left', async () => {
    const { alerts, clock, see, send } = await setUp()
    see()
    see(other({ status: 'open', fillshares: 0 }))
    await clock.advance(1000)
    send([accepted('7')])
    see(own(), other())
    expect(alerts).toMatchObject([notFromHere])
  })

  it.each([
    [60, []],
    [61, ['elsewhere']],
  ])('waits for ours that is not shown, %d s after its answer: else %j', async (after, kinds) => {
    const { alerts, clock, tell, see, passHours } = await setUp()
    const pass = async (seconds: number): Promise<void> => {
      await clock.advance(seconds * 1000)
      passHours(seconds / 3600)
    }
    see()
    const intent = randomUUID()
    tell([{ intent, event: recordedEvent() }])
    tell([{ intent, event: { kind: 'sent', rivals: [], bookAge: 0 } }])
    await pass(15)
    tell([{ intent, event: { kind: 'answered', parts: [accepted('7')] } }])
    await pass(after)
    see(other())
    await pass(30)
    see(other())
    expect(alerts.map(({ kind }) => kind)).toEqual(kinds)
  })

  it('may be that of a refused order all the same', async () => {
    const { alerts, clock, see, send } = await setUp()
    see()
    send([refused('Insufficient funds')])
    await clock.advance(30_000)
    see(other())
    expect(alerts.at(-1)).toMatchObject(perhaps)
  })

  it.each([
    ['it came up later', true],
    ['it was there at the first look', false],
  ])('may be an after-market order of the evening before, where %s', async (_, isSeen) => {
    const first = await setUp()
    first.see()
    const intent = randomUUID()
    const event = recordedEvent()
    const ticket = { ...event.ticket, amo: true } as typeof event.ticket
    first.tell([{ intent, event: { ...event, ticket } }])
    first.tell([{ intent, event: { kind: 'sent', rivals: [], bookAge: 0 } }])
    first.tell([{ intent, event: { kind: 'answered', parts: [accepted('7')] } }])
    first.see(own({ status: 'AMO_REQ_RECEIVED' }))
    const { alerts, see, passHours } = isSeen ? first : await setUp(first.dir)
    passHours(24)
    const morning = { orderentrytime: 'November 22 2026 09:00:00' }
    see(other({ ...morning, status: 'open', fillshares: 0 }))
    see(other(morning))
    const told = alerts.filter(({ orderId }) => orderId === '50')
    expect(told).toMatchObject([{ message: perhaps.message }])
    expect(told[0]?.message).not.toContain('was not placed from here')
  })

  it('is told with others as what it may be', async () => {
    const { alerts, clock, see, send } = await setUp()
    see()
    send([accepted('7')], { quantities: [200] })
    await clock.advance(20_000)
    see(own({ quantity: 200 }), other(), other({ order_id: '51' }))
    expect(alerts).toMatchObject([{ title: 'Filled, perhaps not from here: 2 orders' }])
    expect(alerts[0]?.message).not.toContain('keys')
  })

  it('may be a second one of a square-off', async () => {
    const { alerts, clock, tell, see, sendSquareOff } = await setUp()
    see()
    const intent = sendSquareOff([unanswered])
    tell([{ intent, event: { kind: 'seen-done' } }])
    tell([{ intent, event: { kind: 'watched', end: 'flat' } }])
    await clock.advance(10_000)
    see(other({ action: 'SELL' }))
    expect(alerts).toMatchObject([
      { kind: 'elsewhere', message: expect.stringContaining('It may come of a square-off (sent') },
    ])
  })

  describe('and of which a square-off that was done', () => {
    const infosys = { exchange: 'NSE', symbol: 'INFY-EQ', product: 'MIS' }
    const found = { working: [], positions: [{ ...infosys, net: 100 }] }
    const setUpDone = async (of: FoundBySquareOff | null = found) => {
      const all = await setUp()
      const { clock, tell, see } = all
      see()
      const intent = randomUUID()
      const operation = 'SquareOffAllPosition'
      tell([{ intent, event: { ...recordedEvent({ operation }), ticket: null, exit: true } }])
      tell([
        {
          intent,
          event: { kind: 'sent', rivals: [], bookAge: 0, ...(of !== null && { found: of }) },
        },
      ])
      tell([{ intent, event: { kind: 'answered', parts: [] } }])
      tell([{ intent, event: { kind: 'watched', end: 'flat' } }])
      await clock.advance(10_000)
      return all
    }
    const unknown = { working: [], positions: [{ ...infosys, net: null }] }
    const perhaps = { buys: 1, sells: 0 }
    const about = { working: [], positions: [{ ...infosys, net: 100, perhaps }] }
    const more = { action: 'SELL', quantity: 101, fillshares: 101 }
    const beside = { ...found, working: [{ orderId: '9', filled: 0 }] }

    it.each([
      ['closed as many units', { action: 'SELL' }, found],
      ['found an unknown number', { action: 'BUY' }, unknown],
      ['closed no more than it may have found', more, about],
      ['found an order at work, that may have turned it round', { action: 'BUY' }, beside],
      ['did not write down what it found', { action: 'BUY' }, null],
    ])('%s is perhaps its second one', async (_, row, of) => {
      const { alerts, see } = await setUpDone(of)
      see(other(row))
      expect(alerts).toMatchObject([{ title: expect.stringMatching(/^Perhaps not from here: /) }])
    })

    it.each([
      ['closed the other side', { action: 'BUY' }],
      ['closed fewer units', { action: 'SELL', quantity: 101, fillshares: 101 }],
      ['closed nothing', { action: 'SELL', symbol: 'TCS-EQ' }],
    ])('%s is not from here', async (_, row) => {
      const { alerts, see } = await setUpDone()
      see(other(row))
      expect(alerts).toMatchObject([notFromHere])
    })

    it('was said to be so minutes before is not from here', async () => {
      const { alerts, passHours, see } = await setUpDone()
      passHours(0.05)
      see(other({ action: 'SELL', ...later }))
      expect(alerts).toMatchObject([notFromHere])
    })
  })
})

describe('an order of ours that is filled in part and then cancelled', () => {
  const part = orderRow({ order_id: '1', status: 'open', fillshares: 40, avgprc: 1500 })
  const cut = { ...part, status: 'cancelled' }

  it('is told of once where nobody here cancelled it, also where a restart finds it so', async () => {
    const { alerts, dir, send, see } = await setUp()
    see()
    send([accepted('1')])
    see(part)
    see(cut)
    see({ ...cut })
    expect(alerts).toMatchObject([
      { kind: 'filled', tone: 'bad', title: 'Filled in part and cancelled: BUY 100 INFY-EQ' },
    ])
    expect(alerts[0]?.message).toContain('40 of 100 filled at 1,500.00, and the broker calls')
    const again = await setUp(dir)
    again.see(cut)
    expect(again.alerts).toEqual([])
  })

  it('is told of by what was sent, where its row counts the quantity down', async () => {
    const { alerts, send, see } = await setUp()
    see()
    send([accepted('1')])
    see(part)
    see({ ...cut, quantity: 60 })
    expect(alerts[0]?.message).toContain('40 of 100 filled at 1,500.00, and the broker calls')
  })

  it('is told of where the first sight of it shows its end', async () => {
    const { alerts, send, see } = await setUp()
    see()
    send([accepted('1')])
    see(cut)
    expect(alerts.map(({ title }) => title)).toEqual([
      'Filled in part and cancelled: BUY 100 INFY-EQ',
    ])
  })

  it('is no news where it was cancelled from here, or nothing of it was filled', async () => {
    const { alerts, send, tell, see } = await setUp()
    see()
    send([accepted('1')])
    send([accepted('2')])
    const none = { order_id: '2', fillshares: 0 }
    see(part, orderRow({ ...none, status: 'open' }))
    see(part, orderRow({ ...none, status: 'cancelled' }))
    const operation = 'CancelAllOrder'
    const event = { ...recordedEvent({ operation }), ticket: null, exit: true }
    tell([{ intent: randomUUID(), event }])
    see(cut, orderRow({ ...none, status: 'cancelled' }))
    expect(alerts).toEqual([])
  })
})

describe('what is odd about an order of ours', () => {
  const open = orderRow({ order_id: '1', status: 'open', fillshares: 0 })
  const short = { ...open, status: 'complete', fillshares: 40 }

  it('is told once where it is complete with less than was ordered for half a minute', async () => {
    const { alerts, dir, send, see, seeFor } = await setUp()
    see()
    send([accepted('1')])
    await seeFor(10, open)
    // A book that merely lags.
    await seeFor(7, short)
    await seeFor(3, { ...open, status: 'partially filled', fillshares: 40 })
    expect(alerts).toEqual([])
    await seeFor(80, short)
    expect(alerts).toMatchObject([
      { kind: 'unknown-state', title: 'State not known: BUY 100 INFY-EQ' },
    ])
    expect(alerts[0]?.message).toContain('‘complete’ and 40 of 100 filled')
    const again = await setUp(dir)
    await again.seeFor(80, short)
    expect(again.alerts).toEqual([])
  })

  it('is told once where the book drops it at work, and that it is back', async () => {
    const { alerts, send, see, seeFor } = await setUp()
    see()
    send([accepted('1')])
    await seeFor(10, open)
    await seeFor(7)
    await seeFor(5, open)
    expect(alerts).toEqual([])
    await seeFor(80)
    expect(alerts).toMatchObject([
      { tone: 'urgent', title: 'Gone from the order book: BUY 100 INFY-EQ' },
    ])
    see(open)
    expect(alerts.slice(1)).toMatchObject([
      { tone: 'good', title: 'In the order book after all: BUY 100 INFY-EQ' },
    ])
  })

  const trade = {
    ...{ order_id: '1', exchange: 'NSE', symbol: 'INFY-EQ', product: 'MIS', action: 'BUY' },
    ...{ quantity: 100, price: 1500, exchtime: '2026-11-21 10:16:00' },
  }

  it('is told once where its trades alone tell of its fill', async () => {
    const { alerts, send, see, seeFor, seeTrades } = await setUp()
    seeTrades()
    see()
    send([accepted('1')])
    await seeFor(10, open)
    seeTrades(trade)
    await seeFor(7, open)
    seeTrades(trade)
    expect(alerts).toEqual([])
    await seeFor(80, open)
    expect(alerts).toMatchObject([
      { tone: 'urgent', title: 'Traded, and not filled in the order book: BUY 100 INFY-EQ' },
    ])
    expect(alerts[0]?.message).toContain('told of 100 filled of this order')
  })

  it.each(['rejected', 'cancelled', 'expired'])(
    'is told of where its row says %s, and its trades tell of a fill',
    async (status) => {
      const { alerts, send, see, seeFor, seeTrades } = await setUp()
      seeTrades()
      see()
      send([accepted('1')])
      const ended = { ...open, status, fillshares: 0 }
      await seeFor(10, ended)
      seeTrades(trade)
      await seeFor(7, ended)
      seeTrades(trade)
      await seeFor(80, ended)
      expect(alerts.at(-1)).toMatchObject({
        tone: 'urgent',
        title: 'Traded, and not filled in the order book: BUY 100 INFY-EQ',
      })
    },
  )

  it('is told at once where its row called it rejected with nothing filled', async () => {
    const { alerts, send, see, seeFor, seeTrades } = await setUp()
    seeTrades()
    see()
    send([accepted('1')])
    const ended = { ...open, status: 'rejected', rejreason: 'price band', fillshares: 0 }
    await seeFor(10, ended)
    seeTrades({ ...trade, quantity: 60 })
    await seeFor(2, ended)
    seeTrades({ ...trade, quantity: 60 })
    await seeFor(6, ended)
    expect(alerts).toMatchObject([
      { title: 'Rejected: BUY 100 INFY-EQ' },
      { tone: 'urgent', title: 'Traded, and not filled in the order book: BUY 100 INFY-EQ' },
    ])
    expect(alerts[1]?.message).toContain('The trade book tells of 60 filled of this order, and')
  })

  it('is told with its rejection where the trade book knew of its trades by then', async () => {
    const { alerts, send, see, seeTrades } = await setUp()
    see()
    send([accepted('1')])
    see(open)
    const other = { ...trade, order_id: '2', quantity: 7 }
    seeTrades({ ...trade, quantity: 60 }, other, { ...trade, action: 'SELL', quantity: 9 })
    see({ ...open, status: 'rejected', rejreason: 'price band', fillshares: 0 })
    expect(alerts).toMatchObject([{ title: 'Rejected, with a fill: BUY 100 INFY-EQ' }])
    expect(alerts[0]?.message).toContain('the trade book tells of 60 of 100')
    expect(alerts[0]?.message).not.toContain('in the market')
  })

  it('is no news of an order that is not ours', async () => {
    const { alerts, see, seeFor } = await setUp()
    see()
    await seeFor(40, { ...open, status: 'open' })
    await seeFor(40)
    expect(alerts).toEqual([])
  })
})

it('a rejection without a reason does not say to read it', async () => {
  const { alerts, send, see } = await setUp()
  send([accepted('1')])
  see(rejected({ order_id: '1', rejreason: '' }))
  expect(alerts[0]?.message).toContain('It gave no reason.')
  expect(alerts[0]?.message).not.toContain('Read the reason')
})

describe('an order that closes what a square-off was to close', () => {
  const day = { orderentrytime: 'Nov 21 2026 10:16:00', symbol: 'INFY-EQ', status: 'complete' }
  const bought = orderRow({ ...day, order_id: '1', action: 'BUY', fillshares: 100 })
  const sold = orderRow({ ...day, order_id: '2', action: 'SELL', fillshares: 100 })
  const closed = { ...accepted(''), orderId: null, name: 'INFY-EQ' }

  it('is its own after a restart, and one beyond that is not', async () => {
    const { dir, sendSquareOff } = await setUp()
    sendSquareOff([closed])
    const { alerts, see } = await setUp(dir)
    see(bought)
    see(bought, sold)
    expect(alerts).toEqual([])
    see(bought, sold, { ...sold, order_id: '3' })
    expect(alerts).toMatchObject([{ kind: 'elsewhere', orderId: '3' }])
  })

  it('is its own once, where two come up in one answer', async () => {
    const { alerts, dir, sendSquareOff } = await setUp()
    sendSquareOff([closed])
    const again = await setUp(dir)
    again.see(bought)
    again.see(bought, sold, { ...sold, order_id: '3' })
    expect(again.alerts).toMatchObject([{ kind: 'elsewhere', orderId: '3' }])
    expect(alerts).toEqual([])
  })

  it.each([
    ['said no', refused('Gateway timeout')],
    ['named nothing', null],
  ])('is its own where the service %s', async (_, part) => {
    const { alerts, sendSquareOff, see } = await setUp()
    see(bought)
    sendSquareOff(part === null ? [] : [part])
    see(bought, sold)
    expect(alerts).toEqual([])
  })

  it.each([
    ['opens more', { action: 'BUY' }],
    ['is for more than was held', { quantity: 200 }],
    ['is of another position', { symbol: 'TCS-EQ' }],
  ])('is not its own where it %s', async (_, other) => {
    const { dir, sendSquareOff } = await setUp()
    sendSquareOff([closed])
    const { alerts, see } = await setUp(dir)
    see(bought)
    see(bought, { ...sold, ...other })
    expect(alerts).toMatchObject([{ kind: 'elsewhere', orderId: '2' }])
  })

  it.each([
    ['one after the other', ['2'], ['2', '3']],
    ['in one answer', ['2', '3'], ['2', '3']],
  ])('is told where it is filled beyond what was held, %s', async (_, ...answers) => {
    const { alerts, clock, sendSquareOff, see, seePositions } = await setUp()
    const held = { symbol: 'INFY-EQ', exchange: 'NSE', product: 'MIS', netqty: 100 }
    see()
    seePositions(held)
    await clock.advance(20_000)
    see()
    seePositions(held)
    sendSquareOff([closed])
    for (const ids of answers) {
      await clock.advance(1000)
      see(...ids.map((order_id) => ({ ...sold, order_id })))
    }
    expect(alerts).toMatchObject([{ kind: 'elsewhere', orderId: '3' }])
  })

  it.each([
    ['before', ['positions', 'orders']],
    ['after', ['orders', 'positions']],
  ])('is its own where the positions show it %s the orders do', async (_, books) => {
    const { alerts, clock, sendSquareOff, see, seePositions } = await setUp()
    const held = { symbol: 'INFY-EQ', exchange: 'NSE', product: 'MIS', netqty: 100 }
    see(bought)
    seePositions(held)
    await clock.advance(20_000)
    sendSquareOff([closed])
    for (const book of books) {
      if (book === 'orders') see(bought, sold)
      else seePositions({ ...held, netqty: 0 })
      await clock.advance(3000)
    }
    see(bought, sold)
    expect(alerts).toEqual([])
  })

  describe('in another spelling than', () => {
    const plain = orderRow({ ...bought, symbol: 'INFY' })
    const held = { symbol: 'INFY-EQ', exchange: 'NSE', product: 'MIS', netqty: 100 }
    /** A hundred were bought from here as INFY, and are to be closed. */
    const setUpBought = async ({
      shownAs = 'INFY-EQ',
      namedAs = 'INFY-EQ',
      isBookRead = true,
    } = {}) => {
      const desk = await setUp()
      const { alerts, clock, tell, see, seePositions, send } = desk
      const position = { ...held, symbol: shownAs }
      for (let second = 0; second < 60; second++) {
        see()
        if (isBookRead) seePositions()
        await clock.advance(1000)
      }
      send([accepted('1')], { params: { symbol: 'INFY' } })
      for (let second = 0; second < 60; second++) {
        see(plain)
        if (second > 0 && isBookRead) seePositions(position)
        await clock.advance(1000)
      }
      const intent = randomUUID()
      const operation = 'SquareOffAllPosition'
      const found = {
        working: [],
        positions: [{ exchange: 'NSE', symbol: shownAs, product: 'MIS', net: 100 }],
      }
      tell([{ intent, event: { ...recordedEvent({ operation }), ticket: null, exit: true } }])
      tell([{ intent, event: { kind: 'sent', rivals: ['1'], bookAge: 0, found } }])
      tell([{ intent, event: { kind: 'answered', parts: [{ ...closed, name: namedAs }] } }])
      await clock.advance(1000)
      const strange = () => alerts.filter(({ kind }) => kind === 'elsewhere')
      return { ...desk, intent, strange }
    }

    it.each([
      ['it was bought in', {}],
      ['its book and the service have', { shownAs: 'INFY', namedAs: 'INFY' }],
      ['its book has', { shownAs: 'INFY' }],
      ['the service has', { namedAs: 'INFY' }],
      ['the service has, and positions were never read', { namedAs: 'INFY', isBookRead: false }],
    ])('%s is its own', async (_, spelt) => {
      const { strange, see, seeFor } = await setUpBought(spelt)
      see(plain, sold)
      expect(strange()).toEqual([])
      await seeFor(70, plain, sold)
      expect(strange()).toEqual([])
    })

    describe.each([
      ['it was bought in', {}],
      ['its book and the service have', { shownAs: 'INFY', namedAs: 'INFY' }],
      ['its book has', { shownAs: 'INFY' }],
      ['the service has', { namedAs: 'INFY' }],
      ['the service has, and positions were never read', { namedAs: 'INFY', isBookRead: false }],
    ])('%s', (_, spelt) => {
      it.each([
        ['for more than was found', { quantity: 200, fillshares: 200 }],
        ['on the other side', { action: 'BUY' }],
        ['of another share', { symbol: 'TCS-EQ' }],
        ['of another product', { product: 'CNC' }],
      ])('a stranger’s is not its own: %s', async (__, other) => {
        const { strange, see } = await setUpBought(spelt)
        see(plain, { ...sold, ...other })
        expect(strange()).toMatchObject([{ orderId: '2' }])
      })

      it('a second one is not', async () => {
        const { clock, strange, see } = await setUpBought(spelt)
        see(plain, sold)
        await clock.advance(1000)
        see(plain, sold, { ...sold, order_id: '3' })
        expect(strange()).toMatchObject([{ orderId: '3' }])
      })
    })

    it.each([
      ['in one answer', [['2', '3']]],
      ['one after the other', [['2'], ['2', '3']]],
    ])('it was bought in, a second one is not, %s', async (_, answers) => {
      const { clock, strange, see } = await setUpBought()
      for (const ids of answers) {
        see(plain, ...ids.map((order_id) => ({ ...sold, order_id })))
        await clock.advance(1000)
      }
      expect(strange()).toMatchObject([{ orderId: '3' }])
    })

    it('it was bought in, one that comes up once all was closed is not', async () => {
      const { intent, clock, passHours, strange, see, tell } = await setUpBought()
      tell([{ intent, event: { kind: 'watched', end: 'flat' } }])
      await clock.advance(1000)
      passHours(0.01)
      see(plain, sold)
      expect(strange()).toMatchObject([{ orderId: '2' }])
    })
  })

  it('is not its own without a square-off', async () => {
    const { alerts, see } = await setUp()
    see(bought)
    see(bought, sold)
    expect(alerts).toMatchObject([{ kind: 'elsewhere', orderId: '2' }])
  })
})

describe('an order that one answer of its book has twice', () => {
  const done = { status: 'complete', fillshares: 100 }
  const titles = ({ alerts }: Awaited<ReturnType<typeof setUp>>): string[] =>
    alerts.map(({ title }) => title)

  it.each([
    ['complete and open', done],
    ['rejected and open', { status: 'rejected' }],
    ['cancelled and open', { status: 'cancelled', fillshares: 40 }],
  ])('as %s is told neither as the one nor as the other', async (_, ended) => {
    for (const isFirst of [true, false]) {
      const desk = await setUp()
      desk.send([accepted('1')])
      const rows = [orderRow(ended), orderRow()]
      desk.see(orderRow())
      desk.see(...(isFirst ? rows : rows.toReversed()))
      expect(titles(desk)).toEqual(['State not known: BUY 100 INFY-EQ'])
      expect(desk.journal.unsettled()).toEqual([])
    }
  })

  it('is told of once only one of them is left', async () => {
    for (const isFirst of [true, false]) {
      const desk = await setUp()
      desk.send([accepted('1')])
      const [open, filled] = [orderRow(), orderRow(done)]
      desk.see(open)
      desk.see(...(isFirst ? [filled, open] : [open, filled]))
      desk.see(filled)
      expect(titles(desk)).toContain('Filled: BUY 100 INFY-EQ')
    }
  })

  it('alike, or as the entry of a cover and its stop, is what it says', async () => {
    const stop = { action: 'SELL', pricetype: 'SL-M', status: 'trigger pending' }
    for (const second of [orderRow(done), orderRow(stop)]) {
      const desk = await setUp()
      desk.send([accepted('1')])
      desk.see(orderRow())
      desk.see(orderRow(done), second)
      expect(titles(desk)).toEqual(['Filled: BUY 100 INFY-EQ'])
    }
  })
})
