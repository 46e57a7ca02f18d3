import { market } from '../planning/contexts.ts'
import { resendOf } from '../../../../../src/shared/orders/resending.ts'
import { randomUUID } from 'node:crypto'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { StorageError } from '../../../../../src/main/core/documents.ts'
import { openJournal } from '../../../../../src/main/journal/journal.ts'
import { openFormerOrders } from '../../../../../src/main/orders/doubt/former-orders.ts'
import { rivalsOf } from '../../../../../src/main/picture/rows/order-similarity.ts'
import { SeenOrders } from '../../../../../src/main/orders/doubt/seen-orders.ts'
import { LoginPictures } from '../../../../../src/main/picture/login-pictures.ts'
import { stillWatchedIn } from '../../../../../src/main/orders/doubt/still-watched.ts'
import { Reconciler } from '../../../../../src/main/orders/doubt/reconcile.ts'
import type { FreshRead } from '../../../../../src/main/books/book-poll.ts'
import { fail, ok } from '../../../../../src/shared/core/errors.ts'
import { timeOf } from '../../../../../src/shared/core/india.ts'
import type { Intent, IntentEvent } from '../../../../../src/shared/orders/intents.ts'
import { type Row, diff } from '../../../../../src/shared/core/patch.ts'
import type { HistoryRecord, OrderRecord } from '../../../../../src/shared/service/records.ts'
import { tempDir } from '../../../../service/running-desk.ts'
import { openConf } from '../../accounts/places.ts'
import { FakeClock } from '../../core/fake-clock.ts'
import { doubtWords, notShownWords } from '../../../../../src/main/alerts/order-words.ts'
import {
  accepted,
  account,
  orderRow,
  ownLogin,
  recordedEvent,
  refused,
  sentAt,
  unanswered,
} from './doubts.ts'

/** An order of another instrument, on the other side. */
const elsewhere = orderRow({ order_id: '3', symbol: 'TCS-EQ', action: 'SELL' })
const enteredLater = 'November 21 2026 10:16:30'
const saidNo = { ...unanswered, code: 'said-no' as const, detail: 'Broken pipe' }

const keyedAsText = ([place, row]: [number, Row]): [string, Row] => [String(place), row]

const emptyBook = {
  ...{ rows: new Map(), readAt: 0, unreadable: 0, vanished: [] },
  isOddlyEmpty: false,
}

const goodMeta = { seq: 1, age: 0, every: 1000, trouble: null }
const metaOf = (book: { unreadable: string[]; isOddlyEmpty: boolean }) => ({
  unreadable: book.unreadable,
  isOddlyEmpty: book.isOddlyEmpty,
})

/** A reconciler on a real journal, with an order book that tests write. */
async function setUp({ dataDir }: { dataDir?: string } = {}) {
  const dir = dataDir ?? (await tempDir())
  const clock = new FakeClock()
  /** How far the wall clock is ahead of where it should be. */
  const wall = { jump: 0 }
  const profile = {
    ...{ broker: 'PX', isGone: false, isTwinKnown: true, isTwin: true },
    login: ownLogin as string | undefined,
  }
  const now = (): number => sentAt + clock.now() + wall.jump
  const { journal } = openJournal({ room: 0, open: openConf, dataDir: dir, now, clock })
  onTestFinished(() => journal.close())
  const book = {
    ...{ rows: [] as OrderRecord[], trades: [] as Row[] },
    ...{ unreadable: [] as string[], isBroken: false, reads: 0 },
    isOddlyEmpty: false,
  }
  /** What the service tells of orders by their numbers. */
  const histories = new Map<string, Promise<HistoryRecord[]>>()
  const { former } = openFormerOrders({ dataDir: dir, clock, now })
  onTestFinished(() => former.close())
  const seen = new SeenOrders({ clock, now, former })
  const rows = () => new Map(book.rows.map((row) => [row.order_id, row]))
  /** A good answer of the order book. */
  const answer = (of = account): FreshRead => {
    const read = { meta: { ...goodMeta, ...metaOf(book) }, rows: rows() }
    seen.see(of, read)
    return read
  }
  const pictures = new LoginPictures({
    accountsAtService: (of) => [of],
    isSurelyOther: () => false,
    areTwoClients: () => false,
    exchanges: market.exchanges,
    clock,
    now,
    journal,
    poller: {
      read: (_, name) => ({
        meta: { ...goodMeta, ...metaOf(book) },
        rows: name === 'trades' ? new Map([...book.trades.entries()].map(keyedAsText)) : rows(),
      }),
      readAnew: () => {
        book.reads += 1
        return Promise.resolve(book.isBroken ? fail('no-answer', 'It broke.') : ok(answer()))
      },
    },
    accountsOfLogin: (of) => (profile.isTwinKnown ? [account, twin] : [of]),
    perhapsOfLogin: (of) => (profile.isTwin ? [account, twin] : [of]),
    fingerprint: () => profile.login,
    isSameLogin: (one, other) => one === other,
    unknownClient: () => null,
  })
  const reconciler = new Reconciler({
    clock,
    journal,
    pictures,
    seen,
    history: (_, orderId) => histories.get(orderId) ?? Promise.resolve(null),
    brokerOf: () => (profile.isGone ? undefined : profile.broker),
    onChange: (intents) => reconciler.follow(intents),
  })
  onTestFinished(() => reconciler.stop())

  const tell = (intent: string, event: IntentEvent): Intent => {
    const changed = journal.append([{ intent, event }])
    reconciler.follow(changed)
    return changed[0]!
  }
  const send = (
    making: Parameters<typeof recordedEvent>[0] & {
      rivals?: string[]
      bookAge?: number | null
      /** Null of an order that an older desk sent. */
      login?: string | null
    } = {},
  ): string => {
    const id = randomUUID()
    tell(id, recordedEvent(making))
    const { rivals = [], bookAge = 500, login = ownLogin } = making
    const mark = { began: sentAt, ahead: now() - clock.now() }
    tell(id, {
      ...{ kind: 'sent', rivals, bookAge, clock: mark, noted: former.lastFormer },
      ...(login !== null && { login }),
    })
    return id
  }
  return {
    ...{ dir, clock, wall, profile, journal, pictures, reconciler, book, histories, tell, send },
    /** The book is polled, so often. */
    poll: (times = 1) => {
      for (let poll = 0; poll < times; poll += 1) {
        const { rows: seenRows, meta } = answer()
        reconciler.seeAnswer(account, seenRows, clock.now())
        const unreadable = meta.unreadable.length
        const readAt = clock.now()
        reconciler.seeOrders(account, {
          rows: seenRows,
          readAt,
          unreadable,
          vanished: [],
          isOddlyEmpty: false,
        })
      }
    },
    /** The same, of a book that says nothing new. */
    pollUnchanged: () => reconciler.seeAnswer(account, answer().rows, clock.now()),
    /** Sends one as the desk would, by what the books have shown. */
    sendByBook: (making: Parameters<typeof recordedEvent>[0] = {}) => {
      const rivals = rivalsOf(recordedEvent(making), seen.of([account, twin]))
      return send({ ...making, rivals, bookAge: seen.isSure(account) ? 0 : null })
    },
    stop: () => {
      reconciler.stop()
      former.close()
      journal.close()
    },
    lose: (id: string) => tell(id, { kind: 'answered', parts: [] }),
    /** The service said no, in words that nobody knows. */
    deny: (id: string) => tell(id, { kind: 'answered', parts: [saidNo] }),
    /** What the journal was told of an order, by its kinds. */
    told: (id: string) => journal.entries(id).map(({ event }) => event.kind),
    stateOf: (id: string) => journal.find(id)?.state,
  }
}

/** Milliseconds until what one reading shows is read for again. */
const seenAgain = 1000

/** Another account of the same login at the broker. */
const twin = '00000000-0000-4000-8000-000000000002'

const historyOf = (more: Partial<HistoryRecord>): HistoryRecord => ({
  ...(orderRow({ order_id: '7', quantity: 50 }) as unknown as HistoryRecord),
  ...more,
})

describe('an order that was accepted, and that no book shows', () => {
  async function accept() {
    const desk = await setUp()
    const { journal, pictures, book, poll, clock } = desk
    const id = desk.send()
    const follow = () => pictures.follow([journal.find(id)!])
    desk.tell(id, { kind: 'answered', parts: [accepted('7')] })
    follow()
    /** Half a minute of readings. */
    const readOn = async (): Promise<void> => {
      for (let reads = 0; reads < 6; reads++) {
        await clock.advance(5000)
        const rows = new Map(book.rows.map((row) => [row.order_id, row]))
        pictures.seeAnswer({ account, book: 'orders', rows, patch: null })
        poll()
        follow()
      }
    }
    return { ...desk, id, readOn }
  }

  it('is said to be missed, once, until a book shows it', async () => {
    const { id, book, journal, readOn, told } = await accept()
    book.rows = [orderRow({ order_id: '1' })]
    await readOn()
    await readOn()
    expect(told(id)).toEqual(['recorded', 'sent', 'answered', 'not-shown'])
    expect(journal.find(id)).toMatchObject({
      state: 'accepted',
      parts: [{ orderId: '7', notShown: { reads: 7, isOver: false } }],
    })
    book.rows = [...book.rows, orderRow({ order_id: '7' })]
    await readOn()
    expect(told(id).slice(3)).toEqual(['not-shown', 'shown'])
  })

  it('is said to be missed with what it is by its own history, where the service tells that', async () => {
    const { id, histories, journal, readOn } = await accept()
    histories.set('7', Promise.resolve([historyOf({ status: 'complete', fillshares: 50 })]))
    await readOn()
    await readOn()
    expect(journal.find(id)?.parts[0]?.notShown?.history).toBe('‘complete’, with 50 of 50 filled')
    expect(notShownWords(journal.find(id)!).message).toContain(
      'does not show it. By its own history it is ‘complete’, with 50 of 50 filled. It counts as working',
    )
  })

  it('is not said to be missed if a book shows it before its history is told', async () => {
    const { id, book, histories, readOn, told } = await accept()
    const asked = Promise.withResolvers<HistoryRecord[]>()
    histories.set('7', asked.promise)
    await readOn()
    await readOn()
    expect(told(id)).not.toContain('not-shown')
    book.rows = [orderRow({ order_id: '7' })]
    await readOn()
    asked.resolve([historyOf({ status: 'complete', fillshares: 50 })])
    await readOn()
    expect(told(id)).not.toContain('not-shown')
  })

  it('is said to be missed only after two minutes where a row cannot be read, which may be it', async () => {
    const { id, book, journal, readOn, told } = await accept()
    book.unreadable = ['a row']
    await readOn()
    expect(told(id)).not.toContain('not-shown')
    for (let halves = 0; halves < 4; halves++) await readOn()
    expect(told(id)).toContain('not-shown')
    expect(journal.find(id)?.parts[0]).toMatchObject({ notShown: { unreadable: 1 } })
    expect(notShownWords(journal.find(id)!).message).toContain(
      'does not show it. 1 row of it cannot be read, and may be it.',
    )
  })

  it('is said to be missed as soon as a row that could not be read can be', async () => {
    const { id, book, readOn, told } = await accept()
    book.unreadable = ['a row']
    await readOn()
    book.unreadable = []
    await readOn()
    expect(told(id)).toContain('not-shown')
  })

  it('is not said to be, by the book of another login', async () => {
    const { id, profile, readOn, told } = await accept()
    profile.login = 'another login'
    await readOn()
    expect(told(id)).not.toContain('not-shown')
  })

  it('that comes up as another one is looked for, and not said to be there', async () => {
    const { id, book, readOn, told, stateOf } = await accept()
    await readOn()
    book.rows = [orderRow({ order_id: '7', action: 'SELL' })]
    await readOn()
    expect(told(id)).toContain('disowned')
    expect(stateOf(id)).toBe('in-doubt')
  })
})

describe('slices of which one order seems to be all', () => {
  const halves = { quantities: [50, 50], params: { splitorder: 'YES', quantity: '100' } }
  const taken: IntentEvent = { kind: 'answered', parts: [accepted('1')] }

  it('were never made, which two good looks tell, five seconds after the answer: nothing is missing', async () => {
    const { clock, book, send, tell, poll, stateOf, journal } = await setUp()
    poll(2)
    const id = send(halves)
    tell(id, taken)
    book.rows = [orderRow({ order_id: '1', quantity: 100 })]
    poll()
    await clock.advance(4900)
    expect(stateOf(id)).toBe('in-doubt')
    await clock.advance(15_000)
    const intent = journal.find(id)!
    expect(intent).toMatchObject({ state: 'accepted', parts: [{ state: 'accepted' }] })
    expect(intent.parts).toHaveLength(1)
    expect(resendOf(intent)).toBeNull()
  })

  it('are not said to be absent where the other comes up late', async () => {
    const { clock, book, send, tell, poll, journal } = await setUp()
    poll(2)
    const id = send(halves)
    tell(id, taken)
    book.rows = [orderRow({ order_id: '1', quantity: 100 })]
    poll()
    await clock.advance(3000)
    book.rows = [...book.rows, orderRow({ order_id: '2', quantity: 50 })]
    await clock.advance(30_000)
    expect(journal.find(id)).toMatchObject({
      state: 'in-doubt',
      parts: [{ state: 'accepted' }, { state: 'in-doubt' }],
      look: { candidates: ['2'] },
    })
  })
})

describe('an order whose answer named another', () => {
  const takenAs = (orderId: string): IntentEvent => ({
    kind: 'answered',
    parts: [accepted(orderId)],
  })

  it('is in doubt once the book shows it, and both are found', async () => {
    const { clock, book, send, tell, told, journal, poll } = await setUp()
    poll(2)
    const bought = send()
    const sold = send({ params: { symbol: 'SBIN-EQ', action: 'SELL' } })
    tell(bought, takenAs('2'))
    tell(sold, takenAs('1'))
    book.rows = [
      orderRow({ order_id: '1' }),
      orderRow({ order_id: '2', symbol: 'SBIN-EQ', action: 'SELL' }),
    ]
    poll()
    await clock.advance(seenAgain)
    for (const id of [bought, sold])
      expect(told(id)).toEqual(['recorded', 'sent', 'answered', 'disowned', 'matched'])
    expect(journal.find(bought)).toMatchObject({
      state: 'matched',
      parts: [{ orderId: '1', message: expect.stringContaining('another one: SELL 100 SBIN-EQ') }],
    })
    expect(journal.find(sold)).toMatchObject({ state: 'matched', parts: [{ orderId: '2' }] })
  })

  it('is found where nothing but the price tells the two apart', async () => {
    const { clock, book, send, tell, told, journal, poll } = await setUp()
    poll(2)
    const [cheap, dear] = [send(), send({ params: { price: '1600' } })]
    tell(cheap, takenAs('2'))
    tell(dear, takenAs('1'))
    book.rows = [orderRow({ order_id: '2', price: 1600 })]
    poll()
    expect(told(cheap)).not.toContain('disowned')
    book.rows.push(orderRow({ order_id: '1' }))
    poll()
    await clock.advance(seenAgain)
    expect(journal.find(cheap)).toMatchObject({ state: 'matched', parts: [{ orderId: '1' }] })
    expect(journal.find(dear)).toMatchObject({ state: 'matched', parts: [{ orderId: '2' }] })
  })

  it('is the person’s to find where the named one may be its own in other words', async () => {
    const { clock, book, send, tell, stateOf, journal, poll } = await setUp()
    const other = orderRow({ order_id: '9', action: 'SELL', quantity: 7 })
    book.rows = [other]
    poll(2)
    const bought = send()
    tell(bought, takenAs('2'))
    const inOtherWords = orderRow({ order_id: '2', symbol: 'INFOSYS LTD' })
    book.rows = [other, inOtherWords]
    poll()
    // Somebody telephones the same.
    await clock.advance(3000)
    book.rows = [other, inOtherWords, orderRow({ order_id: '3' })]
    poll()
    await clock.advance(30_000)
    expect(journal.find(bought)).toMatchObject({
      state: 'in-doubt',
      look: { candidates: expect.arrayContaining(['2', '3']) },
    })
    book.rows = [other, orderRow({ order_id: '2' }), orderRow({ order_id: '3' })]
    poll()
    expect(stateOf(bought)).toBe('matched')
    expect(journal.find(bought)!.parts).toMatchObject([{ orderId: '2' }])
  })

  it('is in doubt also where no book showed it before a restart', async () => {
    const first = await setUp()
    first.poll(2)
    const id = first.send()
    first.tell(id, takenAs('2'))
    first.stop()
    const { book, journal, reconciler, poll } = await setUp({ dataDir: first.dir })
    reconciler.takeUp([journal.find(id)!])
    book.rows = [orderRow({ order_id: '2', product: 'NRML' }), orderRow({ order_id: '9' })]
    poll()
    expect(journal.find(id)).toMatchObject({
      state: 'in-doubt',
      parts: [{ message: expect.stringContaining('BUY 100 INFY-EQ NRML LIMIT 1500.5') }],
      disowned: ['2'],
    })
  })

  it('stays in doubt while its own does not come up; the named one is shown to the person', async () => {
    const { clock, book, send, tell, journal, poll, reconciler } = await setUp()
    poll(2)
    const bought = send()
    tell(bought, takenAs('2'))
    // Such as the stop of a cover order, which a broker writes under the id of its entry.
    book.rows = [orderRow({ order_id: '2', action: 'SELL' })]
    poll()
    await clock.advance(30_000)
    expect(journal.find(bought)).toMatchObject({
      state: 'in-doubt',
      look: { candidates: ['2'] },
      disowned: ['2'],
    })
    const settled = reconciler.settle({ intent: bought, how: { kind: 'is', orderIds: ['2'] } })
    expect(settled).toMatchObject({ ok: true, value: { state: 'settled', disowned: [] } })
  })

  it('is not taken for its slices', async () => {
    const { clock, book, send, tell, journal, poll } = await setUp()
    poll(2)
    const bought = send()
    tell(bought, takenAs('1'))
    book.rows = [
      orderRow({ order_id: '1', quantity: 50 }),
      orderRow({ order_id: '2', quantity: 50 }),
      orderRow({ order_id: '3', status: 'rejected' }),
    ]
    poll()
    await clock.advance(30_000)
    expect(journal.find(bought)).toMatchObject({ state: 'accepted', parts: [{ orderId: '1' }] })
  })

  it.each([
    ['is in other words for a while', { symbol: 'INFOSYS LTD' }],
    ['was raised in the broker’s terminal, and lowered again', { quantity: 150 }],
  ])('is the named one again where its row %s', async (_, shown) => {
    const { clock, book, send, tell, told, journal, poll } = await setUp()
    const other = orderRow({ order_id: '9', action: 'SELL', quantity: 7 })
    book.rows = [other]
    poll(2)
    const bought = send()
    tell(bought, takenAs('1'))
    book.rows = [other, orderRow({ order_id: '1', ...shown })]
    poll()
    await clock.advance(4000)
    expect(journal.find(bought)).toMatchObject({
      state: 'in-doubt',
      parts: [{ message: expect.stringContaining('may be another one') }],
      look: { candidates: ['1'] },
    })
    book.rows = [other, orderRow({ order_id: '1' })]
    poll()
    expect(told(bought).slice(-1)).toEqual(['matched'])
    expect(journal.find(bought)).toMatchObject({
      state: 'matched',
      parts: [{ orderId: '1', code: null, message: null }],
      disowned: [],
    })
  })

  it('is the person’s to find where two orders had been named the same one', async () => {
    const { book, send, tell, stateOf, poll } = await setUp()
    poll(2)
    const ids: string[] = []
    for (const _ of [1, 2]) {
      const id = send()
      ids.push(id)
      tell(id, takenAs('1'))
      book.rows = [orderRow({ order_id: '1', action: 'SELL' })]
      poll()
    }
    book.rows = [orderRow({ order_id: '1' })]
    poll()
    expect(ids.map(stateOf)).toEqual(['in-doubt', 'in-doubt'])
  })
})

describe('a number that the broker gives again on the next day', () => {
  it('is the person’s to take, though yesterday’s order had it a few hours ago', async () => {
    const { clock, wall, book, send, tell, lose, journal, reconciler } = await setUp()
    // 23:15 of the day before.
    wall.jump = -11 * 3_600_000
    tell(send(), { kind: 'answered', parts: [accepted('7')] })
    wall.jump = 0
    const id = send()
    lose(id)
    book.rows = [orderRow({ order_id: '7' })]
    await clock.advance(30_000)
    expect(journal.find(id)).toMatchObject({ state: 'in-doubt', look: { candidates: ['7'] } })
    const settled = reconciler.settle({ intent: id, how: { kind: 'is', orderIds: ['7'] } })
    expect(settled).toMatchObject({ ok: true, value: { state: 'settled' } })
  })
})

describe('two accounts that are one login', () => {
  it('never find the same order twice', async () => {
    const { clock, book, send, lose, journal } = await setUp()
    const first = send()
    book.rows = [orderRow({ order_id: '7' })]
    lose(first)
    await clock.advance(seenAgain)
    expect(journal.find(first)).toMatchObject({ state: 'matched', parts: [{ orderId: '7' }] })
    const second = send({ account: twin })
    lose(second)
    await clock.advance(60_000)
    expect(journal.find(second)).toMatchObject({ state: 'in-doubt' })
  })

  it('do not guess whose an order is that can be of both', async () => {
    const { clock, book, send, lose, stateOf } = await setUp()
    const both = [send(), send({ account: twin })]
    book.rows = [orderRow({ order_id: '7' })]
    for (const id of both) lose(id)
    await clock.advance(60_000)
    expect(both.map(stateOf)).toEqual(['in-doubt', 'in-doubt'])
  })
})

describe('two accounts of which it is not known yet whether they are one login', () => {
  it('do not take an order that the other one has lost, or holds', async () => {
    const { clock, profile, book, send, tell, lose, journal } = await setUp()
    profile.isTwinKnown = false
    const theirs = send({ account: twin, login: null })
    const ours = send()
    book.rows = [orderRow({ order_id: '7' })]
    for (const id of [theirs, ours]) lose(id)
    await clock.advance(30_000)
    expect(journal.find(ours)).toMatchObject({ state: 'in-doubt', look: { candidates: ['7'] } })
    tell(theirs, { kind: 'settled', orderIds: ['7'] })
    await clock.advance(30_000)
    expect(journal.find(ours)).toMatchObject({ state: 'in-doubt', look: { candidates: ['7'] } })
  })

  it('do not take an order that a square-off of the other one made', async () => {
    const { clock, profile, book, send, tell, lose, stateOf } = await setUp()
    profile.isTwinKnown = false
    const id = send()
    lose(id)
    const exit = randomUUID()
    const operation = 'SquareOffAllPosition'
    const ofExit = { ticket: null, exit: true, params: {} }
    tell(exit, { ...recordedEvent({ operation, account: twin }), ...ofExit })
    tell(exit, { kind: 'sent', rivals: [], bookAge: null })
    book.rows = [orderRow({ order_id: '7' })]
    await clock.advance(60_000)
    expect(stateOf(id)).toBe('in-doubt')
    profile.isTwin = false
    await clock.advance(60_000)
    expect(stateOf(id)).toBe('matched')
  })
})

describe('an order in doubt', () => {
  it('is looked for at once, and found by the second reading that shows it alone', async () => {
    const { clock, book, send, lose, journal } = await setUp()
    const id = send()
    book.rows = [orderRow({ order_id: '7' })]
    lose(id)
    await clock.advance(0)
    expect(journal.find(id)).toMatchObject({ state: 'in-doubt', look: { candidates: ['7'] } })
    await clock.advance(seenAgain)
    expect(journal.find(id)).toMatchObject({ state: 'matched', parts: [{ orderId: '7' }] })
    await clock.advance(60_000)
    expect(book.reads).toBe(2)
  })

  it('is found also where the stop has cancelled it before it was found', async () => {
    const { clock, book, send, lose, tell, journal } = await setUp()
    const id = send()
    lose(id)
    const exit = randomUUID()
    const ofExit = { ticket: null, quantities: [null], exit: true }
    tell(exit, { ...recordedEvent({ operation: 'CancelAllOrder' }), ...ofExit })
    tell(exit, { kind: 'sent', rivals: [], bookAge: null })
    tell(exit, { kind: 'answered', parts: [accepted('7')] })
    book.rows = [orderRow({ order_id: '7', status: 'cancelled', fillshares: 40 })]
    await clock.advance(seenAgain)
    expect(journal.find(id)).toMatchObject({ state: 'matched', parts: [{ orderId: '7' }] })
  })

  it('is not looked for at another broker, and so never missed there', async () => {
    const { clock, book, profile, send, lose, stateOf, reconciler, told } = await setUp()
    const id = send()
    profile.broker = 'PY'
    book.rows = [orderRow({ order_id: '7' })]
    lose(id)
    await clock.advance(60_000)
    expect(stateOf(id)).toBe('in-doubt')
    expect(told(id)).not.toContain('looked')
    expect(await reconciler.look(id)).toMatchObject({ ok: false, error: { code: 'invalid' } })
    expect(reconciler.settle({ intent: id, how: { kind: 'absent' } }).ok).toBe(false)
    profile.broker = 'PX'
    await clock.advance(60_000)
    expect(stateOf(id)).toBe('matched')
  })

  it('is a person’s to find where the account got another address or other keys since', async () => {
    const { clock, book, profile, send, lose, journal, reconciler } = await setUp()
    const id = send()
    lose(id)
    await clock.advance(0)
    profile.login = 'another login'
    book.rows = [orderRow({ order_id: '7' })]
    await clock.advance(60_000)
    const look = { candidates: ['7'], isOtherLogin: true }
    expect(journal.find(id)).toMatchObject({ state: 'in-doubt', look })
    profile.login = ownLogin
    expect(await reconciler.look(id)).toMatchObject({ ok: true, value: { state: 'matched' } })
  })

  it('is not said to be of other keys while the keys are locked', async () => {
    const { clock, book, profile, send, lose, journal } = await setUp()
    const id = send()
    lose(id)
    await clock.advance(0)
    profile.login = undefined
    book.rows = [orderRow({ order_id: '7' })]
    await clock.advance(60_000)
    expect(journal.find(id)).toMatchObject({ state: 'in-doubt', look: { candidates: ['7'] } })
    expect(journal.find(id)!.look).not.toHaveProperty('isOtherLogin')
  })

  it('is a person’s to find after a restart, too, where its account has other keys then', async () => {
    const before = await setUp()
    const id = before.send()
    before.lose(id)
    before.stop()
    const { book, clock, profile, journal, reconciler } = await setUp({ dataDir: before.dir })
    profile.login = 'another login'
    reconciler.follow(journal.unsettled())
    book.rows = [orderRow({ order_id: '7' })]
    await clock.advance(60_000)
    expect(journal.find(id)).toMatchObject({ state: 'in-doubt', look: { isOtherLogin: true } })
    expect(
      reconciler.settle({ intent: id, how: { kind: 'is', orderIds: ['of the former login'] } }),
    ).toMatchObject({ ok: true, value: { state: 'settled' } })
  })

  it('is not refused because the book of other keys shows nothing like it', async () => {
    const { clock, profile, send, deny, stateOf } = await setUp()
    const id = send()
    profile.login = 'another login'
    deny(id)
    await clock.advance(120_000)
    expect(stateOf(id)).toBe('in-doubt')
    profile.login = ownLogin
    await clock.advance(120_000)
    expect(stateOf(id)).toBe('refused')
  })

  it('is nobody else’s because the account of the one that it may be has other keys now', async () => {
    const { clock, book, profile, send, lose, tell, stateOf, journal } = await setUp()
    profile.isTwin = profile.isTwinKnown = false
    const ofTwin = send({ account: twin })
    const ours = send()
    book.rows = [orderRow({ order_id: '7' })]
    for (const id of [ofTwin, ours]) lose(id)
    await clock.advance(60_000)
    expect(stateOf(ours)).toBe('in-doubt')
    tell(ofTwin, { kind: 'settled', orderIds: ['7'] })
    await clock.advance(60_000)
    expect(journal.find(ours)).toMatchObject({ state: 'in-doubt', look: { candidates: [] } })
  })

  it('is not taken for one that an account has sent with other keys than it has now', async () => {
    const { clock, book, send, lose, stateOf } = await setUp()
    const former = send({ login: 'another login' })
    const ours = send({ account: twin })
    book.rows = [orderRow({ order_id: '7' })]
    for (const id of [former, ours]) lose(id)
    await clock.advance(60_000)
    expect([stateOf(former), stateOf(ours)]).toEqual(['in-doubt', 'in-doubt'])
  })

  it('is not refused while the book has a new order that is nobody’s, in whatever words', async () => {
    const { clock, book, poll, send, deny, stateOf } = await setUp()
    book.rows = [orderRow({ order_id: '1', symbol: 'TCS-EQ' })]
    poll(2)
    await clock.advance(1000)
    const id = send()
    deny(id)
    book.rows.push(orderRow({ order_id: '7', symbol: 'INFY.NS', product: 'NRML' }))
    await clock.advance(120_000)
    expect(stateOf(id)).toBe('in-doubt')
  })

  it.each([
    ['a look', 1000],
    ['a poll', 2500],
  ])(
    'is not refused where %s had shown such an order, and the next ones leave it out',
    async (_, at) => {
      const { clock, book, poll, journal, dir, stop, ...desk } = await setUp()
      const id = desk.send()
      desk.deny(id)
      await clock.advance(at - 500)
      book.rows = [orderRow({ order_id: '9', symbol: 'SBIN-EQ' })]
      poll()
      await clock.advance(at === 1000 ? 500 : 0)
      book.rows = []
      await clock.advance(60_000)
      const look = { unproven: 'stranger', strangerId: '9', candidates: [] }
      expect(journal.find(id)).toMatchObject({ state: 'in-doubt', look })
      stop()
      const later = await setUp({ dataDir: dir })
      later.reconciler.follow(later.journal.unsettled())
      await later.clock.advance(60_000)
      expect(later.journal.find(id)).toMatchObject({ state: 'in-doubt', look })
    },
  )

  it('is not refused after a restart where one of several such orders proved to be ours, and the book leaves the other out', async () => {
    const before = await setUp()
    const id = before.send()
    before.deny(id)
    for (const order_id of ['9', '10']) {
      before.book.rows = [orderRow({ order_id, symbol: 'SBIN-EQ' })]
      await before.clock.advance(3000)
    }
    const look = { unproven: 'stranger', strangerId: '10' }
    expect(before.journal.find(id)).toMatchObject({ state: 'in-doubt', look })
    before.stop()
    const { clock, book, journal, reconciler, ...desk } = await setUp({ dataDir: before.dir })
    desk.tell(desk.send({ params: { symbol: 'SBIN-EQ' } }), {
      kind: 'answered',
      parts: [accepted('10')],
    })
    book.rows = [orderRow({ order_id: '10', symbol: 'SBIN-EQ' })]
    reconciler.follow(journal.unsettled())
    await clock.advance(60_000)
    expect(journal.find(id)).toMatchObject({
      state: 'in-doubt',
      look: { unproven: 'stranger', strangerId: '9' },
    })
  })

  it('is refused where such an order proved to be another of ours', async () => {
    const { clock, book, send, deny, tell, stateOf } = await setUp()
    const [id, other] = [send(), send({ params: { symbol: 'SBIN-EQ' } })]
    deny(id)
    tell(other, { kind: 'answered', parts: [unanswered] })
    book.rows = [orderRow({ order_id: '9', symbol: 'SBIN-EQ', quantity: 50 })]
    await clock.advance(500)
    tell(send({ params: { symbol: 'SBIN-EQ' } }), { kind: 'answered', parts: [accepted('9')] })
    await clock.advance(60_000)
    expect(stateOf(id)).toBe('refused')
  })

  it('is refused beside a new order that is known as another of ours', async () => {
    const { clock, book, poll, send, deny, tell, stateOf } = await setUp()
    poll(2)
    await clock.advance(1000)
    const [id, other] = [send(), send({ params: { symbol: 'TCS-EQ' } })]
    tell(other, { kind: 'answered', parts: [accepted('7')] })
    deny(id)
    book.rows = [
      orderRow({ order_id: '7', symbol: 'TCS-EQ' }),
      orderRow({ order_id: '8', symbol: 'TCS-EQ', action: 'SELL', parentorderid: '7' }),
    ]
    await clock.advance(120_000)
    expect(stateOf(id)).toBe('refused')
  })

  it('that once was shown is not refused after a restart, when it is gone again', async () => {
    const before = await setUp()
    const id = before.send()
    before.book.rows = [orderRow({ order_id: '7', product: 'odd' })]
    before.deny(id)
    await before.clock.advance(1000)
    before.book.rows = []
    await before.clock.advance(5000)
    expect(before.journal.find(id)!.look).toMatchObject({ candidates: [], wasShown: true })
    before.stop()
    const { clock, journal, reconciler, stateOf } = await setUp({ dataDir: before.dir })
    reconciler.follow(journal.unsettled())
    await clock.advance(120_000)
    expect(stateOf(id)).toBe('in-doubt')
  })

  it('did not arrive by no look into the book of another login', async () => {
    const { clock, book, profile, send, lose, reconciler } = await setUp()
    book.isBroken = true
    const id = send()
    lose(id)
    await clock.advance(5000)
    profile.login = 'another login'
    book.isBroken = false
    await clock.advance(30_000)
    profile.login = ownLogin
    expect(reconciler.settle({ intent: id, how: { kind: 'absent' } }).ok).toBe(false)
    await reconciler.look(id)
    expect(reconciler.settle({ intent: id, how: { kind: 'absent' } }).ok).toBe(true)
  })

  it('that could be the leg of a bracket of ours is for a person to find', async () => {
    const { clock, book, send, tell, lose, journal } = await setUp()
    const ticket = { ...recordedEvent().ticket!, kind: 'bracket' } as never
    const bracket = randomUUID()
    const params = { ...recordedEvent().params, action: 'SELL' }
    tell(bracket, { ...recordedEvent(), ticket, params })
    tell(bracket, { kind: 'sent', rivals: [], bookAge: 500, login: ownLogin })
    tell(bracket, { kind: 'answered', parts: [accepted('6')] })
    const id = send()
    lose(id)
    book.rows = [
      orderRow({ order_id: '6', action: 'SELL', status: 'complete' }),
      orderRow({ order_id: '7', parentorderid: '' }),
    ]
    await clock.advance(30_000)
    expect(journal.find(id)).toMatchObject({ state: 'in-doubt', look: { candidates: ['7'] } })
  })

  it.each([
    ['was refused: a no may be of one position among several', refused('TCS: no margin.'), false],
    ['never left', { ...refused('It was called off.'), state: 'not-sent' as const }, true],
  ])('beside a square-off that %s', async (_, outcome, isFound) => {
    const { clock, book, send, tell, lose, stateOf } = await setUp()
    const exit = randomUUID()
    const ofExit = { ticket: null, quantities: [null], exit: true, params: {} }
    tell(exit, { ...recordedEvent({ operation: 'SquareOffAllPosition' }), ...ofExit })
    tell(exit, { kind: 'sent', rivals: [], bookAge: null })
    const id = send()
    lose(id)
    tell(exit, { kind: 'answered', parts: [outcome] })
    book.rows = [orderRow({ order_id: '7' })]
    await clock.advance(30_000)
    expect(stateOf(id) === 'matched').toBe(isFound)
  })

  it('is found as soon as the book has shown it twice', async () => {
    const { clock, book, send, lose, stateOf } = await setUp()
    const id = send()
    lose(id)
    await clock.advance(500)
    book.rows = [orderRow({ order_id: '7' })]
    expect(stateOf(id)).toBe('in-doubt')
    await clock.advance(500 + seenAgain)
    expect(stateOf(id)).toBe('matched')
    expect(book.reads).toBe(3)
  })

  it('is never found beside another one like it that any reading had shown, however long that is gone', async () => {
    const { clock, book, poll, send, lose, journal } = await setUp()
    const id = send()
    lose(id)
    await clock.advance(500)
    book.rows = ['7', '8'].map((order_id) => orderRow({ order_id }))
    poll()
    book.rows = [orderRow({ order_id: '7' })]
    await clock.advance(600_000)
    const look = { candidates: ['7', '8'] }
    expect(journal.find(id)).toMatchObject({ state: 'in-doubt', look })
  })

  it('is found by a poll that was asked for after the first sight, also where the book did not change', async () => {
    const { clock, book, reconciler, send, lose, stateOf } = await setUp()
    const id = send()
    book.rows = [orderRow({ order_id: '7' })]
    lose(id)
    await clock.advance(0)
    const rows = new Map(book.rows.map((row) => [row.order_id, row]))
    reconciler.seeAnswer(account, rows, clock.now() - 1)
    expect(stateOf(id)).toBe('in-doubt')
    reconciler.seeAnswer(account, rows, clock.now())
    expect(stateOf(id)).toBe('matched')
  })

  it('is not found by a reading that is short of orders which worked a moment ago', async () => {
    const { clock, book, pictures, send, lose, stateOf } = await setUp()
    const working = orderRow({ order_id: '3', symbol: 'TCS-EQ' })
    const keyed = (rows: OrderRecord[]) => new Map(rows.map((row) => [row.order_id, row]))
    const see = (rows: OrderRecord[]): void => {
      const patch = diff(keyed(book.rows), keyed(rows))
      book.rows = rows
      pictures.seeAnswer({ account, book: 'orders', rows: keyed(rows), patch })
    }
    see([working])
    const id = send()
    see([orderRow({ order_id: '7' })])
    lose(id)
    await clock.advance(2000)
    expect(stateOf(id)).toBe('in-doubt')
    see([working, orderRow({ order_id: '7' })])
    await clock.advance(1000)
    expect(stateOf(id)).toBe('matched')
  })

  it('that was found is in doubt again, for a person, where the book shows another one like it', async () => {
    const { clock, book, poll, send, lose, journal, reconciler } = await setUp()
    const id = send()
    // Another one, phoned in at the same moment; the book leaves ours out.
    book.rows = [orderRow({ order_id: '7' })]
    lose(id)
    await clock.advance(2000)
    expect(journal.find(id)).toMatchObject({ state: 'matched', parts: [{ orderId: '7' }] })
    book.rows.push(orderRow({ order_id: '8' }))
    poll()
    const doubted = { state: 'in-doubt', wasFound: ['7'], parts: [{ orderId: null }] }
    expect(journal.find(id)).toMatchObject({ ...doubted, look: { candidates: ['7', '8'] } })
    book.rows = [orderRow({ order_id: '7' })]
    await clock.advance(60_000)
    expect(journal.find(id)).toMatchObject(doubted)
    book.rows.push(orderRow({ order_id: '8' }))
    poll()
    const how = { kind: 'is' as const, orderIds: ['8'] }
    expect(reconciler.settle({ intent: id, how })).toMatchObject({ value: { state: 'settled' } })
  })

  it('that was found is in doubt beside one like it that is so again, of which a kill kept this from being written', async () => {
    const { clock, book, poll, send, lose, tell, journal } = await setUp()
    const [one, other] = [send(), send()]
    book.rows = ['7', '8'].map((order_id) => orderRow({ order_id }))
    lose(one)
    lose(other)
    await clock.advance(2000)
    const found = [one, other].map((id) => journal.find(id)!.parts[0]!.orderId!)
    expect(found.toSorted()).toEqual(['7', '8'])
    tell(one, {
      ...{ kind: 'found-beside', orderIds: [found[0]!], candidates: [found[0]!, '9'] },
    })
    book.rows.push(orderRow({ order_id: '9' }))
    poll()
    expect(journal.find(other)).toMatchObject({ state: 'in-doubt', wasFound: [found[1]] })
  })

  it.each([
    ['is in doubt again there', {}, 'in-doubt'],
    ['stays so beside one that was entered later', { orderentrytime: enteredLater }, 'matched'],
  ])('that was found is watched by the next session, too, and %s', async (_, of, state) => {
    const first = await setUp()
    const id = first.send()
    first.book.rows = [orderRow({ order_id: '7' })]
    first.lose(id)
    await first.clock.advance(2000)
    expect(first.stateOf(id)).toBe('matched')
    first.stop()
    const { clock, book, journal, reconciler, poll } = await setUp({ dataDir: first.dir })
    await clock.advance(10_000)
    reconciler.follow(stillWatchedIn(journal, sentAt + clock.now()))
    book.rows = [orderRow({ order_id: '7' })]
    poll(2)
    expect(journal.find(id)).toMatchObject({ state: 'matched' })
    book.rows.push(orderRow({ order_id: '8', ...of }))
    poll()
    expect(journal.find(id)).toMatchObject({ state })
    const candidates = ['7', '8']
    if (state === 'in-doubt') expect(journal.find(id)).toMatchObject({ look: { candidates } })
  })

  it.each([
    ['of another size', { quantity: 200 }],
    ['of another price', { price: 1490 }],
    ['that was entered a minute later', { orderentrytime: 'November 21 2026 10:16:30' }],
  ])('that was found stays so beside one %s', async (_, of) => {
    const { clock, book, poll, send, lose, stateOf } = await setUp()
    const id = send()
    book.rows = [orderRow({ order_id: '7' })]
    lose(id)
    await clock.advance(2000)
    book.rows.push(orderRow({ order_id: '8', ...of }))
    poll(3)
    expect(stateOf(id)).toBe('matched')
  })

  describe('whose line was cut a moment after it was sent', () => {
    const enteredAfter = (seconds: number, order_id = '7') =>
      orderRow({ order_id, orderentrytime: timeText(sentAt + seconds * 1000) })

    it.each([
      ['in the same second', 0, 'matched', undefined],
      ['two seconds later', 2, 'matched', undefined],
      ['three seconds later', 3, 'in-doubt', 'entered about 3 s after its answer was lost'],
      ['eighteen seconds later', 18, 'in-doubt', 'entered about 18 s after its answer was lost'],
    ])('is found, or a person’s to find: entered %s', async (_, seconds, state, late) => {
      const { clock, book, poll, send, lose, journal } = await setUp()
      poll(2)
      const id = send()
      await clock.advance(100)
      lose(id)
      await clock.advance(seconds * 1000)
      book.rows = [enteredAfter(seconds)]
      poll()
      await clock.advance(60_000)
      expect(journal.find(id)).toMatchObject({ state })
      if (late !== undefined)
        expect(journal.find(id)?.look).toMatchObject({ candidates: ['7'], late })
    })

    it('stays found beside one that was phoned in after that', async () => {
      const { clock, book, poll, send, lose, journal } = await setUp()
      poll(2)
      const id = send()
      await clock.advance(100)
      book.rows = [enteredAfter(0)]
      lose(id)
      await clock.advance(6000)
      book.rows.push(enteredAfter(5, '9'))
      poll()
      await clock.advance(60_000)
      expect(journal.find(id)).toMatchObject({ state: 'matched', parts: [{ orderId: '7' }] })
    })

    it.each([
      ['lost', [unanswered], {}, 4, 'in-doubt'],
      ['lost', [unanswered], {}, 2, 'matched'],
      ['not there when the session ended', [unanswered], { isByLater: true }, 2, 'matched'],
      ['not there when the session ended', [unanswered], { isByLater: true }, 4, 'in-doubt'],
    ] as const)(
      'is so for the next session, too, where its answer was %s',
      async (_, parts, by, seconds, state) => {
        const first = await setUp()
        first.poll(2)
        const id = first.send()
        if (!('isByLater' in by)) {
          await first.clock.advance(100)
          first.tell(id, { kind: 'answered', parts: [...parts] })
        }
        first.stop()
        const { clock, book, journal, reconciler, tell } = await setUp({ dataDir: first.dir })
        await clock.advance(9000)
        if ('isByLater' in by) tell(id, { kind: 'answered', parts: [...parts], ...by })
        reconciler.follow(journal.unsettled())
        book.rows = [enteredAfter(seconds)]
        await clock.advance(20_000)
        expect(journal.find(id)).toMatchObject({ state })
      },
    )
  })

  it('that nobody answered in time is found also where it was made long after it was sent', async () => {
    const { clock, book, poll, send, lose, stateOf } = await setUp()
    poll(2)
    const id = send()
    await clock.advance(15_000)
    lose(id)
    book.rows = [orderRow({ order_id: '7', orderentrytime: timeText(sentAt + 14_000) })]
    await clock.advance(2000)
    expect(stateOf(id)).toBe('matched')
  })

  it('is read for again as soon as any poll shows it, between two looks', async () => {
    const { clock, book, poll, reconciler, send, lose, journal, stateOf } = await setUp()
    const id = send()
    lose(id)
    await clock.advance(40_000)
    const { reads } = book
    const see = (...ids: string[]): void => {
      book.rows = ids.map((order_id) => orderRow({ order_id }))
      reconciler.seeOrders('another account', emptyBook)
      poll()
    }
    see('7')
    expect(journal.find(id)?.look).toMatchObject({ reads: 7, candidates: ['7'] })
    await clock.advance(seenAgain)
    expect(stateOf(id)).toBe('matched')
    expect(book.reads).toBe(reads + 1)
  })

  it('is looked for less and less often, and for as long as it is in doubt', async () => {
    const { clock, book, send, lose, journal } = await setUp()
    const id = send()
    lose(id)
    const reads: number[] = []
    for (const until of [0, 1000, 2000, 5000, 11_000, 20_000, 35_000, 65_000, 95_000]) {
      await clock.advance(until - clock.now())
      reads.push(book.reads)
    }
    expect(reads).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9])
    book.rows = [orderRow({ order_id: '7' })]
    await clock.advance(30_000)
    // What comes up as late as this may be another's.
    expect(journal.find(id)).toMatchObject({ state: 'in-doubt', look: { candidates: ['7'] } })
  })

  it('is told of in the journal when something is new, not at each look', async () => {
    const { clock, book, send, lose, journal, told } = await setUp()
    const id = send()
    lose(id)
    await clock.advance(0)
    expect(journal.find(id)?.look).toMatchObject({ reads: 1, candidates: [] })
    await clock.advance(2000)
    expect(told(id)).toEqual(['recorded', 'sent', 'answered', 'looked'])
    book.rows = ['7', '8'].map((order_id) => orderRow({ order_id }))
    await clock.advance(3000)
    expect(journal.find(id)?.look).toMatchObject({ reads: 4, candidates: ['7', '8'] })
    // From the sixth look on, after twenty seconds, a person is asked.
    await clock.advance(15_000)
    expect(journal.find(id)?.look).toMatchObject({ reads: 6, candidates: ['7', '8'] })
    await clock.advance(600_000)
    expect(told(id)).toHaveLength(6)
  })

  it('does not count a read that failed', async () => {
    const { clock, book, send, lose, journal } = await setUp()
    const id = send()
    book.isBroken = true
    lose(id)
    await clock.advance(20_000)
    expect(journal.find(id)?.look).toBeNull()
    book.isBroken = false
    book.rows = [orderRow({ order_id: '7' })]
    await clock.advance(15_000 + seenAgain)
    expect(journal.find(id)?.state).toBe('matched')
  })

  it('is looked for in the next readings that say nothing new, once a look got no answer', async () => {
    const { clock, book, send, lose, stateOf, pollUnchanged } = await setUp()
    const id = send()
    book.rows = [orderRow({ order_id: '7' })]
    book.isBroken = true
    lose(id)
    await clock.advance(500)
    pollUnchanged()
    await clock.advance(100)
    expect(stateOf(id)).toBe('in-doubt')
    pollUnchanged()
    await clock.advance(100)
    expect(stateOf(id)).toBe('matched')
  })

  it('is not decided by a book with rows that cannot be read', async () => {
    const { clock, book, send, lose, journal } = await setUp()
    const id = send()
    book.rows = [orderRow({ order_id: '7' })]
    book.unreadable = ['{"symbol":"INFY-EQ"']
    lose(id)
    await clock.advance(0)
    expect(journal.find(id)).toMatchObject({ state: 'in-doubt', look: { candidates: ['7'] } })
    book.unreadable = []
    await clock.advance(1000 + seenAgain)
    expect(journal.find(id)?.state).toBe('matched')
  })

  it('shares its looks with others of its account, and one that joins is looked for at once', async () => {
    const { clock, book, send, lose, stateOf } = await setUp()
    const [first, second] = [send(), send({ quantities: [200] })]
    lose(first)
    await clock.advance(5500)
    expect(book.reads).toBe(4)
    book.rows = [orderRow({ order_id: '7' }), orderRow({ order_id: '8', quantity: 200 })]
    lose(second)
    await clock.advance(0)
    expect(book.reads).toBe(5)
    await clock.advance(seenAgain)
    expect([stateOf(first), stateOf(second)]).toEqual(['matched', 'matched'])
  })

  it('waits for the answer of an equal order', async () => {
    const { clock, book, send, lose, tell, journal } = await setUp()
    const [first, second] = [send(), send()]
    book.rows = [orderRow({ order_id: '7' })]
    lose(first)
    await clock.advance(1500)
    expect(journal.find(first)).toMatchObject({ state: 'in-doubt', look: { candidates: ['7'] } })
    tell(second, { kind: 'answered', parts: [accepted('7')] })
    await clock.advance(10_000)
    expect(journal.find(first)).toMatchObject({ state: 'in-doubt', look: { candidates: [] } })
  })

  it('is not mistaken for what a square-off made', async () => {
    const { clock, book, send, lose, tell, stateOf } = await setUp()
    const id = send({ params: { action: 'SELL', pricetype: 'MARKET', price: '0' } })
    lose(id)
    await clock.advance(1500)
    const exit = randomUUID()
    const operation = 'SquareOffAllPosition'
    tell(exit, { ...recordedEvent({ operation }), ticket: null, exit: true, params: {} })
    tell(exit, { kind: 'sent', rivals: [], bookAge: null })
    book.rows = [orderRow({ order_id: '7', action: 'SELL', pricetype: 'MARKET', price: 0 })]
    await clock.advance(60_000)
    expect(stateOf(id)).toBe('in-doubt')
  })

  it('is not mistaken for what a square-off of the session before made', async () => {
    const first = await setUp()
    const exit = randomUUID()
    const operation = 'SquareOffAllPosition'
    first.tell(exit, { ...recordedEvent({ operation }), ticket: null, exit: true, params: {} })
    first.tell(exit, { kind: 'sent', rivals: [], bookAge: null, login: ownLogin })
    first.tell(exit, { kind: 'answered', parts: [accepted('')] })
    first.stop()

    const { clock, book, send, lose, journal } = await setUp({ dataDir: first.dir })
    await clock.advance(2000)
    const id = send({ params: { action: 'SELL', pricetype: 'MARKET', price: '0' } })
    lose(id)
    book.rows = [orderRow({ order_id: '7', action: 'SELL', pricetype: 'MARKET', price: 0 })]
    await clock.advance(60_000)
    expect(journal.find(id)).toMatchObject({ state: 'in-doubt', look: { candidates: ['7'] } })
  })

  it('is told of again when the disk refused what a look decided', async () => {
    const { clock, book, send, lose, journal, stateOf } = await setUp()
    const id = send()
    book.rows = [orderRow({ order_id: '7' })]
    lose(id)
    const { append } = journal
    journal.append = () => {
      throw new StorageError('journal', new Error('full'))
    }
    await clock.advance(500)
    journal.append = append.bind(journal)
    expect(stateOf(id)).toBe('in-doubt')
    await clock.advance(500)
    expect(stateOf(id)).toBe('matched')
  })
})

describe('the system clock', () => {
  const day = 86_400_000

  it.each([day, -day])('may jump by %i ms where the book was fresh', async (jump) => {
    const { clock, wall, book, send, lose, stateOf } = await setUp()
    const id = send({ bookAge: 500 })
    wall.jump = jump
    lose(id)
    await clock.advance(0)
    book.rows = [orderRow({ order_id: '7' })]
    await clock.advance(1000 + seenAgain)
    expect(stateOf(id)).toBe('matched')
  })

  it.each([day, -day])('that jumped by %i ms does not tell orders apart', async (jump) => {
    const { clock, wall, book, send, lose, journal } = await setUp()
    const id = send({ bookAge: null })
    wall.jump = jump
    book.rows = [orderRow({ order_id: '7' })]
    lose(id)
    await clock.advance(30_000)
    expect(journal.find(id)).toMatchObject({ state: 'in-doubt', look: { candidates: ['7'] } })
  })

  it('tells the time of an order by those that are known, where it stood still between them', async () => {
    const { clock, book, send, tell, lose, stateOf } = await setUp()
    tell(send(), { kind: 'answered', parts: [accepted('6')] })
    const id = send({ bookAge: null })
    const old = orderRow({ order_id: '3', orderentrytime: 'November 21 2026 09:30:00' })
    book.rows = [old, orderRow({ order_id: '6' }), orderRow({ order_id: '7' })]
    lose(id)
    await clock.advance(seenAgain)
    expect(stateOf(id)).toBe('matched')
  })
})

/** A time of the broker's, which is ahead of ours by so many milliseconds. */
const timeText = (at: number, ahead = 0): string => {
  const [day = '', time = ''] = timeOf(at + ahead).split(' ')
  return `${day} ${time.slice(0, 8)}`
}

describe('an order that was lost after one empty answer of the order book', () => {
  const hours = 3_600_000

  it.each([
    ['of three hours earlier', -3 * hours],
    ['of yesterday', -24 * hours],
    ['of the same minute', -2000],
  ])('is none %s', async (_, since) => {
    const { clock, book, poll, sendByBook, lose, journal } = await setUp()
    poll()
    const id = sendByBook()
    lose(id)
    book.rows = [orderRow({ order_id: '3', orderentrytime: timeText(sentAt + since) })]
    await clock.advance(60_000)
    expect(journal.find(id)).toMatchObject({ state: 'in-doubt', look: { candidates: ['3'] } })
  })

  it.each([
    ['one empty answer', 1],
    ['a book that is empty', 2],
  ])('is none that was phoned in three hours later, after %s', async (_, polls) => {
    const { clock, book, poll, sendByBook, lose, journal } = await setUp()
    poll(polls)
    const id = sendByBook()
    lose(id)
    await clock.advance(3 * hours)
    book.rows = [orderRow({ order_id: '9', orderentrytime: timeText(sentAt + 3 * hours) })]
    await clock.advance(60_000)
    expect(journal.find(id)).toMatchObject({ state: 'in-doubt', look: { candidates: ['9'] } })
  })

  it('is none that was in the book before that answer', async () => {
    const { clock, book, poll, sendByBook, lose, journal } = await setUp()
    const before = [orderRow({ order_id: '3', orderentrytime: null })]
    book.rows = before
    poll(2)
    book.rows = []
    poll()
    const id = sendByBook()
    lose(id)
    book.rows = before
    await clock.advance(60_000)
    expect(journal.find(id)).toMatchObject({ state: 'in-doubt', look: { candidates: [] } })
  })

  it('is found once an order that is known shows the broker’s clock', async () => {
    const { clock, book, poll, sendByBook, send, tell, lose, journal } = await setUp()
    const ahead = 7 * hours
    poll()
    const id = sendByBook()
    lose(id)
    const old = orderRow({ order_id: '3', orderentrytime: timeText(sentAt - 3 * hours, ahead) })
    const ours = orderRow({ order_id: '7', orderentrytime: timeText(sentAt + 1000, ahead) })
    book.rows = [old, ours]
    await clock.advance(20_000)
    expect(journal.find(id)).toMatchObject({ state: 'in-doubt', look: { candidates: ['3', '7'] } })
    const known = send({ quantities: [200] })
    const at = sentAt + clock.now()
    tell(known, { kind: 'answered', parts: [accepted('8')] })
    const row = orderRow({ order_id: '8', quantity: 200, orderentrytime: timeText(at, ahead) })
    book.rows = [old, ours, row]
    await clock.advance(15_000 + seenAgain)
    expect(journal.find(id)).toMatchObject({ state: 'matched', parts: [{ orderId: '7' }] })
  })
})

it('an order that the eyes have found shows the broker’s clock to one that was lost before', async () => {
  const { clock, book, poll, sendByBook, lose, stateOf } = await setUp()
  poll()
  const first = sendByBook()
  lose(first)
  const ours = orderRow({ order_id: '7', orderentrytime: timeText(sentAt) })
  book.rows = [ours]
  await clock.advance(2000)
  expect(stateOf(first)).toBe('in-doubt')
  const second = sendByBook({ quantities: [200] })
  lose(second)
  const time = timeText(sentAt + clock.now())
  book.rows = [ours, orderRow({ order_id: '8', quantity: 200, orderentrytime: time })]
  await clock.advance(seenAgain)
  expect(stateOf(second)).toBe('matched')
  await clock.advance(1000 + seenAgain)
  expect(stateOf(first)).toBe('matched')
})

it('an order that was lost after two answers that agree is found, whatever its book says of time', async () => {
  const { clock, book, poll, sendByBook, lose, stateOf } = await setUp()
  poll(2)
  const id = sendByBook()
  lose(id)
  book.rows = [orderRow({ order_id: '7', orderentrytime: null })]
  await clock.advance(seenAgain)
  expect(stateOf(id)).toBe('matched')
})

it('a clock that was set between an order that is known and a lost one tells nothing of either', async () => {
  const { clock, wall, book, poll, sendByBook, tell, lose, journal } = await setUp()
  const known = sendByBook({ quantities: [200] })
  tell(known, { kind: 'answered', parts: [accepted('6')] })
  const row = orderRow({ order_id: '6', quantity: 200, orderentrytime: timeText(sentAt) })
  wall.jump = 3 * 3_600_000
  book.rows = []
  poll()
  const id = sendByBook()
  lose(id)
  // Entered three hours after the known one, which is when ours seems to have been sent.
  book.rows = [row, orderRow({ order_id: '9', orderentrytime: timeText(sentAt + wall.jump) })]
  await clock.advance(60_000)
  expect(journal.find(id)).toMatchObject({ state: 'in-doubt', look: { candidates: ['9'] } })
})

describe('after a restart', () => {
  it('what was in doubt is looked for, and found', async () => {
    const first = await setUp()
    const id = first.send({ rivals: ['6'] })
    first.lose(id)
    await first.clock.advance(0)
    first.reconciler.stop()

    const { clock, book, reconciler, journal, stateOf } = await setUp({ dataDir: first.dir })
    book.rows = [orderRow({ order_id: '6' }), orderRow({ order_id: '7' })]
    reconciler.follow(journal.unsettled())
    await clock.advance(seenAgain)
    expect(stateOf(id)).toBe('matched')
  })

  it('what was in the books of an earlier session is not ours, however empty they were since', async () => {
    const first = await setUp()
    const old = orderRow({ order_id: '3', orderentrytime: null })
    first.book.rows = [old]
    first.poll(2)
    await first.clock.advance(1000)
    first.stop()

    const { clock, book, poll, sendByBook, lose, journal } = await setUp({ dataDir: first.dir })
    poll(2)
    const id = sendByBook()
    lose(id)
    book.rows = [old]
    await clock.advance(60_000)
    expect(journal.find(id)).toMatchObject({ state: 'in-doubt', look: { candidates: ['3'] } })
  })

  it('what was lost is found later by the orders next to it that are known', async () => {
    const first = await setUp()
    const known = first.send({ quantities: [200] })
    first.tell(known, { kind: 'answered', parts: [accepted('6')] })
    const id = first.send({ bookAge: null })
    first.lose(id)
    first.stop()

    const later = await setUp({ dataDir: first.dir })
    later.wall.jump = 3_600_000
    const row = orderRow({ order_id: '6', quantity: 200 })
    later.book.rows = [orderRow({ order_id: '7' })]
    later.reconciler.follow(later.journal.unsettled())
    await later.clock.advance(0)
    expect(later.journal.find(id)).toMatchObject({ look: { candidates: ['7'] } })
    later.book.rows = [row, orderRow({ order_id: '7' })]
    await later.clock.advance(1000 + seenAgain)
    expect(later.stateOf(id)).toBe('matched')
  })

  it.each([
    ['back', 0, -3_600_000],
    ['ahead before it was sent, and back right after it', 3_600_000, 0],
  ])(
    'that was set %s takes no order for one of before which came up after it',
    async (_, before, after) => {
      const first = await setUp()
      first.wall.jump = before
      const known = first.send({ quantities: [200] })
      first.tell(known, { kind: 'answered', parts: [accepted('6')] })
      const id = first.send({ bookAge: null })
      first.wall.jump = after
      const entered = { orderentrytime: timeText(sentAt) }
      first.book.rows = [
        orderRow({ order_id: '6', quantity: 200, ...entered }),
        orderRow({ order_id: '7', ...entered }),
      ]
      first.poll(2)
      await first.clock.advance(2000)
      first.stop()

      const later = await setUp({ dataDir: first.dir })
      later.wall.jump = after
      later.tell(id, { kind: 'answered', parts: [] })
      later.book.rows = first.book.rows
      later.poll(2)
      await later.clock.advance(10_000)
      expect(later.stateOf(id)).toBe('matched')
    },
  )

  it('that was set back makes no order the only one that another can be', async () => {
    const first = await setUp()
    const entered = { orderentrytime: timeText(sentAt) }
    const known = (orderId: string): OrderRecord => {
      const id = first.send({ quantities: [200] })
      first.tell(id, { kind: 'answered', parts: [accepted(orderId)] })
      return orderRow({ order_id: orderId, quantity: 200, ...entered })
    }
    const rows = [known('6')]
    const lost = [first.send({ bookAge: null })]
    first.wall.jump = -600_000
    rows.push(known('8'))
    lost.push(first.send({ bookAge: null }))
    for (const id of lost) first.lose(id)
    first.stop()

    rows.push(orderRow({ order_id: '7', ...entered }))
    for (const _ of ['the session that sees it first', 'the next']) {
      const later = await setUp({ dataDir: first.dir })
      later.wall.jump = -600_000
      later.book.rows = rows
      later.reconciler.follow(later.journal.unsettled())
      later.poll(2)
      await later.clock.advance(10_000)
      expect(lost.map(later.stateOf)).toEqual(['in-doubt', 'in-doubt'])
      later.stop()
    }
  })

  it('that was set ahead hides no square-off that may have made what looks like an order', async () => {
    const first = await setUp()
    const exit = randomUUID()
    const operation = 'SquareOffAllPosition'
    const clockMark = { began: sentAt, ahead: sentAt }
    first.tell(exit, { ...recordedEvent({ operation }), ticket: null, exit: true, params: {} })
    first.tell(exit, { kind: 'sent', rivals: [], bookAge: 500, clock: clockMark, login: ownLogin })
    first.tell(exit, { kind: 'answered', parts: [accepted('')] })
    first.wall.jump = 3_600_000
    const id = first.send({ params: { action: 'SELL', pricetype: 'MARKET', price: '0' } })
    first.lose(id)
    first.stop()

    const later = await setUp({ dataDir: first.dir })
    const entered = { orderentrytime: timeText(sentAt + 3_600_000) }
    const made = { order_id: '7', action: 'SELL', pricetype: 'MARKET', price: 0, ...entered }
    later.wall.jump = 3_600_000
    later.book.rows = [orderRow(made)]
    later.reconciler.follow(later.journal.unsettled())
    await later.clock.advance(10_000)
    expect(later.stateOf(id)).toBe('in-doubt')
  })

  it('that was set back hides no square-off of a later session that may have made what looks like an order', async () => {
    const first = await setUp()
    first.wall.jump = -3_600_000
    const id = first.send({ params: { action: 'SELL', pricetype: 'MARKET', price: '0' } })
    first.lose(id)
    first.stop()

    const second = await setUp({ dataDir: first.dir })
    second.wall.jump = -3_600_000
    const exit = randomUUID()
    const operation = 'SquareOffAllPosition'
    second.tell(exit, { ...recordedEvent({ operation }), ticket: null, exit: true, params: {} })
    second.tell(exit, { kind: 'sent', rivals: [], bookAge: 500, login: ownLogin })
    second.tell(exit, { kind: 'answered', parts: [accepted('')] })
    second.stop()

    const later = await setUp({ dataDir: first.dir })
    const entered = { orderentrytime: timeText(sentAt - 3_600_000) }
    const made = { order_id: '7', action: 'SELL', pricetype: 'MARKET', price: 0, ...entered }
    later.wall.jump = -3_600_000
    later.book.rows = [orderRow(made)]
    later.reconciler.follow(later.journal.unsettled())
    await later.clock.advance(10_000)
    expect(later.stateOf(id)).toBe('in-doubt')
  })

  it('what was sent after the clock was set is not compared with what was sent before', async () => {
    const first = await setUp()
    first.tell(first.send({ quantities: [200] }), { kind: 'answered', parts: [accepted('6')] })
    first.wall.jump = 3_600_000
    const id = first.send()
    first.lose(id)
    first.stop()

    const later = await setUp({ dataDir: first.dir })
    later.wall.jump = 3_600_000
    later.book.rows = [orderRow({ order_id: '6', quantity: 200 }), orderRow({ order_id: '7' })]
    later.reconciler.follow(later.journal.unsettled())
    await later.clock.advance(seenAgain)
    expect(later.stateOf(id)).toBe('matched')
  })

  it('a look goes on counting, and says nothing twice', async () => {
    const first = await setUp()
    const id = first.send()
    first.lose(id)
    await first.clock.advance(0)
    first.reconciler.stop()

    const { clock, reconciler, journal, told } = await setUp({ dataDir: first.dir })
    reconciler.follow(journal.unsettled())
    await clock.advance(0)
    expect(told(id)).toHaveLength(4)
    await clock.advance(20_000)
    expect(journal.find(id)?.look?.reads).toBe(6)
  })
})

describe('a person', () => {
  it('can have the book looked at now', async () => {
    const { clock, book, reconciler, send, lose } = await setUp()
    const id = send()
    lose(id)
    await clock.advance(40_000)
    book.rows = [orderRow({ order_id: '7' })]
    const looked = await reconciler.look(id)
    expect(looked).toMatchObject({ ok: true, value: { state: 'matched' } })
    const { reads } = book
    expect(await reconciler.look(id)).toEqual(looked)
    expect(book.reads).toBe(reads)
    expect(await reconciler.look(randomUUID())).toMatchObject({ error: { code: 'not-found' } })
  })

  it('is told why a look failed', async () => {
    const { book, reconciler, send, lose } = await setUp()
    const id = send()
    lose(id)
    book.isBroken = true
    expect(await reconciler.look(id)).toMatchObject({ error: { code: 'no-answer' } })
  })

  it('says which order it is, of those that are there and not held by another', async () => {
    const { clock, book, reconciler, send, lose, tell } = await setUp()
    const other = send()
    book.rows = ['6', '7', '8'].map((order_id) => orderRow({ order_id }))
    tell(other, { kind: 'answered', parts: [accepted('6')] })
    const id = send()
    lose(id)
    await clock.advance(0)
    const is = (...orderIds: string[]) =>
      reconciler.settle({ intent: id, how: { kind: 'is', orderIds } })
    for (const wrong of [['9'], ['6'], ['7', '6']])
      expect(is(...wrong)).toMatchObject({ error: { code: 'invalid', field: 'orderIds' } })
    expect(is('7', '7')).toMatchObject({
      ok: true,
      value: { state: 'settled', parts: [{ orderId: '7' }] },
    })
    expect(is('8')).toMatchObject({ error: { code: 'invalid', field: 'intent' } })
  })

  it('says that it did not arrive, once the book was read for it', async () => {
    const { clock, book, reconciler, send, lose } = await setUp()
    const id = send()
    book.isBroken = true
    lose(id)
    await clock.advance(3000)
    const absent = () => reconciler.settle({ intent: id, how: { kind: 'absent' } })
    expect(absent()).toMatchObject({ error: { code: 'invalid', field: 'how' } })
    book.isBroken = false
    await clock.advance(3000)
    expect(absent()).toMatchObject({ ok: true, value: { state: 'absent' } })
    const { reads } = book
    await clock.advance(60_000)
    expect(book.reads).toBe(reads)
    const how = { kind: 'absent' } as const
    expect(reconciler.settle({ intent: randomUUID(), how })).toMatchObject({
      error: { code: 'not-found' },
    })
  })

  it.each(['is', 'absent'] as const)('settles an order of a deleted account: %s', async (kind) => {
    const { book, profile, reconciler, send, lose, stateOf } = await setUp()
    const id = send()
    book.isBroken = true
    lose(id)
    profile.isGone = true
    const how = kind === 'is' ? { kind, orderIds: ['2511210001'] } : { kind }
    expect(reconciler.settle({ intent: id, how }).ok).toBe(true)
    expect(stateOf(id)).toBe(kind === 'is' ? 'settled' : 'absent')
  })

  it('settles an exit in doubt, which no order of the book stands for', async () => {
    const { clock, book, reconciler, tell } = await setUp()
    const id = randomUUID()
    tell(id, { ...recordedEvent({ operation: 'CancelAllOrder' }), ticket: null, exit: true })
    tell(id, { kind: 'sent', rivals: [], bookAge: 500 })
    tell(id, { kind: 'answered', parts: [unanswered] })
    book.rows = [orderRow({ order_id: '7' })]
    await clock.advance(60_000)
    expect(book.reads).toBe(0)
    expect(await reconciler.look(id)).toMatchObject({ value: { look: { candidates: [] } } })
    expect(reconciler.settle({ intent: id, how: { kind: 'absent' } }).ok).toBe(true)
  })
})

describe('an order to which the service said no in unknown words', () => {
  it('is refused after two looks that show nothing like it, both of them late enough', async () => {
    const { clock, book, send, deny, stateOf, told } = await setUp()
    const id = send()
    book.rows = [elsewhere]
    deny(id)
    // A book may lag behind the orders in it by some seconds: what it lacks before proves nothing.
    await clock.advance(10_999)
    expect(stateOf(id)).toBe('in-doubt')
    await clock.advance(1)
    expect(stateOf(id)).toBe('refused')
    expect(told(id).at(-1)).toBe('refused-after-looks')
    const { reads } = book
    await clock.advance(600_000)
    expect(book.reads).toBe(reads)
  })

  it.each([
    ['unreadable', 'a row cannot be read', { unreadable: ['a row'] }],
    ['oddly-empty', 'it is empty in words of its own', { isOddlyEmpty: true }],
    [
      'stranger',
      'there is a new order on its side',
      { rows: [orderRow({ order_id: '9', symbol: 'TCS-EQ' })] },
    ],
    [
      'stranger',
      'there is a new order of its instrument on the other side',
      { rows: [orderRow({ order_id: '9', action: 'SELL' })] },
    ],
    [
      'stranger',
      'a row that is it in all names a plain order of ours as its parent',
      { rows: [orderRow({ order_id: '9', parentorderid: '6' })] },
    ],
  ] as const)('stays in doubt and says why: %s, where %s', async (unproven, _, has) => {
    const { clock, book, send, deny, poll, stateOf, journal, told } = await setUp()
    poll(2)
    const id = send()
    Object.assign(book, has)
    deny(id)
    await clock.advance(60_000)
    expect(stateOf(id)).toBe('in-doubt')
    expect(journal.find(id)?.look).toMatchObject({ candidates: [], unproven })
    // It is said once, and once more when the person is asked.
    expect(told(id).filter((kind) => kind === 'looked').length).toBeLessThanOrEqual(2)
    Object.assign(book, { unreadable: [], isOddlyEmpty: false })
    book.rows = [elsewhere]
    await clock.advance(60_000)
    if (unproven === 'unreadable' || unproven === 'oddly-empty') expect(stateOf(id)).toBe('refused')
  })

  it.each([
    ['minutes earlier, by the clock that another order of ours tells', 'November 21 2026 10:10:00'],
    ['just after the no', 'November 21 2026 10:15:02'],
  ])(
    'stays in doubt beside a stranger’s order that no book had shown before, entered %s, be it named as cancelled',
    async (_, orderentrytime) => {
      const { clock, book, send, deny, tell, journal } = await setUp()
      tell(send({ params: { symbol: 'SBIN-EQ' } }), { kind: 'answered', parts: [accepted('6')] })
      const id = send({ bookAge: null })
      deny(id)
      const strangers = orderRow({ order_id: '5', quantity: 7, orderentrytime })
      book.rows = [orderRow({ order_id: '6', symbol: 'SBIN-EQ' }), strangers]
      const cancel = randomUUID()
      tell(cancel, { ...recordedEvent({ operation: 'CancelAllOrder' }), ticket: null, exit: true })
      tell(cancel, { kind: 'sent', rivals: [], bookAge: null, login: ownLogin })
      tell(cancel, { kind: 'answered', parts: [accepted('5')] })
      await clock.advance(120_000)
      expect(journal.find(id)).toMatchObject({
        state: 'in-doubt',
        look: { unproven: 'stranger', strangerId: '5', candidates: [] },
      })
    },
  )

  it('stays in doubt and says why, where the book lacks an order that is known to be there', async () => {
    const { clock, book, send, deny, tell, poll, stateOf, journal } = await setUp()
    poll(2)
    const known = send({ quantities: [200] })
    tell(known, { kind: 'answered', parts: [accepted('6')] })
    const id = send()
    book.rows = [elsewhere]
    deny(id)
    await clock.advance(60_000)
    expect(stateOf(id)).toBe('in-doubt')
    expect(journal.find(id)?.look).toMatchObject({ candidates: [], unproven: 'incomplete' })
  })

  it('stays in doubt and says why, where only the book of the next day could be read', async () => {
    const { clock, wall, book, send, deny, poll, stateOf, journal } = await setUp()
    poll(2)
    const id = send()
    book.isBroken = true
    deny(id)
    await clock.advance(11_000)
    wall.jump = 18 * 3_600_000
    Object.assign(book, { isBroken: false, rows: [] })
    await clock.advance(60_000)
    expect(stateOf(id)).toBe('in-doubt')
    expect(journal.find(id)?.look).toMatchObject({ candidates: [], unproven: 'another-day' })
  })

  /** Refused after looks, by a book that is polled. */
  async function refusedByLooks() {
    const desk = await setUp()
    const { clock, book, send, deny, poll, stateOf } = desk
    poll(2)
    const id = send()
    book.rows = [elsewhere]
    deny(id)
    await clock.advance(11_000)
    expect(stateOf(id)).toBe('refused')
    return { ...desk, id }
  }
  const late = orderRow({ order_id: '9' })

  it('is in doubt again where the book shows an order like it minutes after it was called refused', async () => {
    const { id, clock, book, poll, journal, stateOf, told } = await refusedByLooks()
    await clock.advance(300_000)
    book.rows = [...book.rows, late]
    poll()
    expect(stateOf(id)).toBe('in-doubt')
    expect(journal.find(id)).toMatchObject({ isDoubtedAgain: true, look: { candidates: ['9'] } })
    await clock.advance(60_000)
    // That it goes again proves nothing: a person says what it was.
    book.rows = book.rows.slice(0, 1)
    await clock.advance(60_000)
    expect(stateOf(id)).toBe('in-doubt')
    expect(told(id).filter((kind) => kind === 'doubted-again')).toHaveLength(1)
  })

  describe('and that the trades alone tell of', () => {
    const trade = (fields: Row = {}): Row => ({
      ...{ order_id: '9', exchange: 'NSE', symbol: 'INFY-EQ', product: 'MIS', action: 'BUY' },
      ...{ pricetype: 'LIMIT', quantity: 40, price: 1500.5, exchordid: 'X9' },
      exchtime: timeOf(sentAt + 1000),
      ...fields,
    })

    it('stays in doubt, and is the person’s to find', async () => {
      const { clock, book, send, deny, stateOf, journal, reconciler } = await setUp()
      const id = send()
      book.rows = [elsewhere]
      book.trades = [trade(), trade({ quantity: 60 })]
      deny(id)
      await clock.advance(60_000)
      expect(stateOf(id)).toBe('in-doubt')
      expect(journal.find(id)).toMatchObject({ look: { candidates: ['9'] } })
      const settled = reconciler.settle({ intent: id, how: { kind: 'is', orderIds: ['9'] } })
      expect(settled).toMatchObject({ ok: true, value: { state: 'settled' } })
    })

    it('is in doubt again where they are read after it was called refused', async () => {
      const { id, clock, book, poll, journal, stateOf } = await refusedByLooks()
      book.trades = [trade()]
      poll()
      expect(journal.find(id)).toMatchObject({ isDoubtedAgain: true, look: { candidates: ['9'] } })
      await clock.advance(60_000)
      expect(stateOf(id)).toBe('in-doubt')
    })

    it.each([
      ['of the other side', { action: 'SELL' }],
      ['of another symbol', { symbol: 'TCS-EQ' }],
      ['of the morning, whose order is dropped by now', { exchtime: timeOf(sentAt - 3_600_000) }],
      ['of an order that the book shows', { order_id: '3' }],
    ])('is refused beside one %s', async (_, fields) => {
      const { id, clock, book, poll, stateOf } = await refusedByLooks()
      book.trades = [trade(fields)]
      poll()
      await clock.advance(60_000)
      expect(stateOf(id)).toBe('refused')
    })

    describe('by a clock of the broker’s that is not ours', () => {
      const minutes = 60_000

      /** Denied, after an order that is known told by how much the broker's clock is ahead. */
      async function deniedBeside(ahead: number) {
        const desk = await setUp()
        const { book, poll, send, tell, deny } = desk
        poll(2)
        const known = send({ quantities: [200] })
        tell(known, { kind: 'answered', parts: [accepted('6')] })
        const orderentrytime = timeText(sentAt + ahead + 1000)
        book.rows = [orderRow({ order_id: '6', quantity: 200, orderentrytime })]
        poll()
        const id = send()
        return { ...desk, id, deny: () => deny(id) }
      }

      it.each([
        ['is five minutes behind', -5 * minutes],
        ['is five minutes ahead', 5 * minutes],
      ])('stays in doubt where it %s, as a known order told', async (_, ahead) => {
        const { id, clock, book, deny, journal, stateOf } = await deniedBeside(ahead)
        book.trades = [trade({ exchtime: timeOf(sentAt + ahead + 1000) })]
        deny()
        await clock.advance(60_000)
        expect(stateOf(id)).toBe('in-doubt')
        expect(journal.find(id)).toMatchObject({ look: { candidates: ['9'] } })
      })

      it('is refused beside one that was traded well before it by that clock', async () => {
        const ahead = 5 * minutes
        const { id, clock, book, deny, stateOf } = await deniedBeside(ahead)
        // By our clock it would be of after it.
        book.trades = [trade({ exchtime: timeOf(sentAt + 2 * minutes) })]
        deny()
        await clock.advance(60_000)
        expect(stateOf(id)).toBe('refused')
      })

      it('has as a candidate what came up since, six hours behind, while no order tells how they stand', async () => {
        const { clock, book, pictures, send, lose, journal } = await setUp()
        const rows = () => new Map([...book.trades.entries()].map(keyedAsText))
        const readTrades = (before = rows()): void =>
          pictures.seeAnswer({ account, book: 'trades', rows: rows(), patch: diff(before, rows()) })
        const behind = (of: Row) => trade({ ...of, exchtime: timeOf(sentAt - 360 * minutes) })
        book.trades = [behind({ order_id: '8' })]
        readTrades()
        const id = send()
        lose(id)
        await clock.advance(500)
        const before = rows()
        book.trades = [...book.trades, behind({ order_id: '9' })]
        readTrades(before)
        await clock.advance(30_000)
        expect(journal.find(id)).toMatchObject({ state: 'in-doubt', look: { candidates: ['9'] } })
      })

      it('stays in doubt where ours was set and nothing tells how they stand', async () => {
        const { clock, wall, book, send, deny, stateOf } = await setUp()
        wall.jump = 10 * minutes
        const id = send()
        book.rows = [elsewhere]
        book.trades = [trade()]
        deny(id)
        await clock.advance(60_000)
        expect(stateOf(id)).toBe('in-doubt')
      })
    })
  })

  describe('in words that are known to be final, while the order is there', () => {
    /** Refused after an order that is known told the broker's clock. */
    async function refusedAtOnce() {
      const desk = await setUp()
      const { book, poll, send, tell, stateOf } = desk
      poll(2)
      const known = send({ quantities: [200] })
      tell(known, { kind: 'answered', parts: [accepted('6')] })
      const orderentrytime = timeText(sentAt + 1000)
      book.rows = [orderRow({ order_id: '6', quantity: 200, orderentrytime })]
      poll()
      const id = send()
      tell(id, { kind: 'answered', parts: [refused('Insufficient funds')] })
      expect(stateOf(id)).toBe('refused')
      const show = (fields: object = {}): void => {
        book.rows = [...book.rows, orderRow({ order_id: '9', ...fields })]
        poll()
      }
      return { ...desk, id, show }
    }

    it('is asked about where the book shows one that is alike in everything, and never found', async () => {
      const { id, clock, journal, show, stateOf } = await refusedAtOnce()
      await clock.advance(3000)
      show()
      expect(journal.find(id)).toMatchObject({
        state: 'in-doubt',
        isDoubtedAgain: true,
        look: { candidates: ['9'] },
      })
      await clock.advance(60_000)
      expect(stateOf(id)).toBe('in-doubt')
    })

    it.each([
      ['of another price', { price: 1401 }],
      ['of another size', { quantity: 101 }],
      ['of another product', { product: 'CNC' }],
      ['without a size', { quantity: null }],
      ['without a time, and of another price', { orderentrytime: null, price: 1401 }],
      ['phoned in a minute later', { orderentrytime: timeText(sentAt + 60_000) }],
      ['of before', { orderentrytime: timeText(sentAt - 60_000) }],
    ])('stays refused beside one %s', async (_, fields) => {
      const { clock, id, show, stateOf } = await refusedAtOnce()
      await clock.advance(3000)
      show(fields)
      await clock.advance(10_000)
      expect(stateOf(id)).toBe('refused')
    })

    it.each([
      ['without a time', { orderentrytime: null }],
      ['of a time in Greenwich', { orderentrytime: timeText(sentAt - 19_800_000) }],
      ['of a clock that was set meanwhile', { orderentrytime: timeText(sentAt + 18_000_000) }],
      ['for a part of it', { quantity: 90 }],
    ])('is asked about beside one %s that came up at once', async (_, fields) => {
      const { clock, id, show, stateOf } = await refusedAtOnce()
      await clock.advance(1000)
      show(fields)
      expect(stateOf(id)).toBe('in-doubt')
    })

    it.each([
      ['of another price', { price: 1401 }],
      ['at the market', { pricetype: 'MARKET', price: 0 }],
      ['of more units', { quantity: 101 }],
      ['of another product', { product: 'CNC' }],
      ['on another exchange', { exchange: 'BSE' }],
      ['without a size', { quantity: null }],
      ['of the other side', { action: 'SELL' }],
      ['of an entry that nobody knows', { parentorderid: '8' }],
    ])('is asked about beside one %s that came up at once', async (_, fields) => {
      const { clock, id, journal, show } = await refusedAtOnce()
      await clock.advance(1000)
      show(fields)
      expect(journal.find(id)).toMatchObject({ isDoubtedAgain: true, look: { candidates: ['9'] } })
      await clock.advance(60_000)
      expect(journal.find(id)).toMatchObject({ state: 'in-doubt', look: { candidates: ['9'] } })
    })

    it.each([3000, 5000, 7000])(
      'is asked about beside one alike in everything that a late book without times shows after %d ms',
      async (wait) => {
        const { clock, id, journal, show, stateOf } = await refusedAtOnce()
        await clock.advance(wait)
        show({ orderentrytime: null })
        expect(journal.find(id)).toMatchObject({
          ...{ state: 'in-doubt', isDoubtedAgain: true, look: { candidates: ['9'] } },
        })
        await clock.advance(60_000)
        expect(stateOf(id)).toBe('in-doubt')
      },
    )

    it.each([
      ['of another symbol', { symbol: 'TCS-EQ' }],
      ['of another product and size', { product: 'CNC', quantity: 7 }],
      ['of the other side and another size', { action: 'SELL', quantity: 7 }],
      ['that is the leg of another', { action: 'SELL', parentorderid: '3' }],
      ['that is the leg of an order of ours', { action: 'SELL', parentorderid: '6' }],
    ])('stays refused beside one %s that came up at once', async (_, fields) => {
      const { clock, book, id, show, stateOf } = await refusedAtOnce()
      book.rows = [...book.rows, elsewhere]
      await clock.advance(1000)
      show(fields)
      await clock.advance(10_000)
      expect(stateOf(id)).toBe('refused')
    })

    it('stays refused beside one of the other side that another of ours is waited for', async () => {
      const { clock, id, send, tell, show, poll, stateOf } = await refusedAtOnce()
      const other = send({ params: { action: 'SELL' } })
      await clock.advance(1000)
      show({ action: 'SELL' })
      tell(other, { kind: 'answered', parts: [accepted('9')] })
      poll()
      expect(stateOf(id)).toBe('refused')
    })

    it('is asked about beside its own where another one, refused as well, came up just before', async () => {
      const { clock, book, poll, send, tell, stateOf } = await setUp()
      poll(2)
      const ids = [send(), send({ quantities: [75], params: { price: '1400' } })]
      for (const id of ids) tell(id, { kind: 'answered', parts: [refused('Insufficient funds')] })
      await clock.advance(500)
      book.rows = [orderRow({ order_id: '9' })]
      poll()
      expect(ids.map(stateOf)).toEqual(['in-doubt', 'refused'])
      await clock.advance(500)
      book.rows = [...book.rows, orderRow({ order_id: '10', quantity: 75, price: 1400 })]
      poll()
      expect(ids.map(stateOf)).not.toContain('refused')
    })

    it('of a bracket is asked about beside one that came up at once, whatever its product', async () => {
      const { book, clock, poll, send, tell, stateOf } = await setUp()
      poll(2)
      // Its request has no product.
      const params = { product: undefined as unknown as string }
      const id = send({ operation: 'PlaceBOOrder', params })
      tell(id, { kind: 'answered', parts: [refused('Insufficient funds')] })
      await clock.advance(1000)
      book.rows = [orderRow({ order_id: '9', product: 'MIS', orderentrytime: null })]
      poll()
      expect(stateOf(id)).toBe('in-doubt')
    })

    it('stays refused beside what was sent again', async () => {
      const { clock, id, send, tell, show, stateOf } = await refusedAtOnce()
      await clock.advance(3000)
      tell(send(), { kind: 'answered', parts: [accepted('9')] })
      show()
      expect(stateOf(id)).toBe('refused')
    })

    it('is asked about also where no order of ours told the broker’s clock, and nobody set our own', async () => {
      const { book, clock, poll, send, tell, stateOf } = await setUp()
      poll(2)
      const id = send()
      tell(id, { kind: 'answered', parts: [refused('Insufficient funds')] })
      await clock.advance(3000)
      book.rows = [late]
      poll()
      expect(stateOf(id)).toBe('in-doubt')
    })

    it.each([
      ['phoned in a minute later', { orderentrytime: timeText(sentAt + 60_000) }, 3000],
      ['without a time', { orderentrytime: null }, 8000],
      ['first seen minutes later', {}, 300_000],
    ])('stays refused then beside one %s', async (_, fields, wait) => {
      const { book, clock, poll, send, tell, stateOf } = await setUp()
      poll(2)
      const id = send()
      tell(id, { kind: 'answered', parts: [refused('Insufficient funds')] })
      await clock.advance(wait)
      book.rows = [orderRow({ order_id: '9', ...fields })]
      poll()
      expect(stateOf(id)).toBe('refused')
    })

    it('stays refused where our clock was set, and nothing told the broker’s', async () => {
      const { book, clock, wall, poll, send, tell, stateOf } = await setUp()
      wall.jump = 3_600_000
      poll(2)
      const id = send()
      tell(id, { kind: 'answered', parts: [refused('Insufficient funds')] })
      await clock.advance(3000)
      book.rows = [orderRow({ order_id: '9', orderentrytime: timeText(sentAt + 3_600_000) })]
      poll()
      expect(stateOf(id)).toBe('refused')
    })

    describe('and the trades alone tell of it', () => {
      const trade = (fields: Row = {}): Row => ({
        ...{ order_id: '9', exchange: 'NSE', symbol: 'INFY-EQ', product: 'MIS', action: 'BUY' },
        ...{ pricetype: 'LIMIT', quantity: 100, price: 1500.5, exchordid: 'X9' },
        exchtime: timeOf(sentAt + 1000),
        ...fields,
      })

      it('is asked about, and stays so', async () => {
        const { id, book, clock, journal, poll, stateOf } = await refusedAtOnce()
        book.trades = [trade({ quantity: 40 }), trade({ quantity: 60 })]
        await clock.advance(3000)
        poll()
        expect(journal.find(id)).toMatchObject({
          isDoubtedAgain: true,
          look: { candidates: ['9'] },
        })
        await clock.advance(60_000)
        expect(stateOf(id)).toBe('in-doubt')
      })

      it.each([
        ['of the other side', { action: 'SELL' }],
        ['of another symbol', { symbol: 'TCS-EQ' }],
        ['of another product', { product: 'CNC' }],
        ['of more units', { quantity: 101 }],
        ['of a moment before', { exchtime: timeOf(sentAt - 5000) }],
        ['phoned in half a minute later', { exchtime: timeOf(sentAt + 30_000) }],
        ['of an order that the book shows', { order_id: '6' }],
      ])('stays refused beside one %s', async (_, fields) => {
        const { id, book, clock, poll, stateOf } = await refusedAtOnce()
        book.trades = [trade(fields)]
        await clock.advance(3000)
        poll()
        await clock.advance(10_000)
        expect(stateOf(id)).toBe('refused')
      })

      it('waits for an order like it whose answer is missing', async () => {
        const { id, book, clock, poll, send, lose, stateOf } = await refusedAtOnce()
        lose(send())
        book.trades = [trade()]
        await clock.advance(3000)
        poll()
        expect(stateOf(id)).toBe('refused')
      })

      it('of several slices is asked about for the one that was refused', async () => {
        const { book, clock, journal, poll, send, tell } = await setUp()
        poll(2)
        const id = send({ params: { splitorder: 'YES' }, quantities: [100, 50] })
        tell(id, { kind: 'answered', parts: [accepted('5'), refused('Insufficient funds')] })
        book.rows = [orderRow({ order_id: '5' })]
        book.trades = [trade({ quantity: 50 })]
        await clock.advance(3000)
        poll()
        expect(journal.find(id)?.parts.map(({ state }) => state)).toEqual(['accepted', 'in-doubt'])
      })
    })

    it('of several slices is asked about for the one that is there under another number', async () => {
      const { clock, book, journal, poll, send, tell, stateOf } = await setUp()
      poll(2)
      const slices = { params: { splitorder: 'YES' }, quantities: [100, 100, 50] }
      const id = send(slices)
      const parts = [accepted('5'), refused('Insufficient funds'), accepted('7')]
      tell(id, { kind: 'answered', parts })
      expect(stateOf(id)).toBe('partly')
      await clock.advance(1000)
      const named = [
        orderRow({ order_id: '5', quantity: 100 }),
        orderRow({ order_id: '7', quantity: 50 }),
      ]
      // While a slice that was taken is missing, it may be that one.
      book.rows = [...named.slice(0, 1), orderRow({ order_id: '9', quantity: 100 })]
      poll()
      expect(stateOf(id)).toBe('partly')
      book.rows = [...named, orderRow({ order_id: '9', quantity: 100 })]
      poll()
      expect(journal.find(id)).toMatchObject({ state: 'in-doubt', look: { candidates: ['9'] } })
      expect(journal.find(id)?.parts.map(({ state }) => state)).toEqual([
        ...['accepted', 'in-doubt', 'accepted'],
      ])
      await clock.advance(60_000)
      expect(stateOf(id)).toBe('in-doubt')
    })

    it('of several slices stays refused beside one of another size', async () => {
      const { clock, book, poll, send, tell, stateOf } = await setUp()
      poll(2)
      const id = send({ params: { splitorder: 'YES' }, quantities: [100, 50] })
      tell(id, { kind: 'answered', parts: [accepted('5'), refused('Insufficient funds')] })
      await clock.advance(1000)
      book.rows = [orderRow({ order_id: '5' }), orderRow({ order_id: '9', quantity: 100 })]
      poll()
      expect(stateOf(id)).toBe('partly')
    })

    it('of two that are alike says that one of them must be wrong', async () => {
      const { clock, book, journal, poll, send, tell } = await setUp()
      poll(2)
      const ids = [send(), send()]
      for (const id of ids) tell(id, { kind: 'answered', parts: [refused('Insufficient funds')] })
      await clock.advance(3000)
      book.rows = [late]
      poll()
      for (const id of ids)
        expect(journal.find(id)).toMatchObject({
          state: 'in-doubt',
          look: { candidates: ['9'], sharedBy: 2 },
        })
      expect(doubtWords(journal.find(ids[0]!)!).message).toContain(
        '2 orders of yours can be what it shows, and it shows fewer',
      )
    })
  })

  it('is asked about again where that could not be written down', async () => {
    const { id, clock, book, journal, reconciler, stateOf } = await refusedByLooks()
    await clock.advance(300_000)
    book.rows = [...book.rows, late]
    const rows = new Map(book.rows.map((row) => [row.order_id, row]))
    const full = vi.spyOn(journal, 'append').mockImplementationOnce(() => {
      throw new StorageError('journal', new Error('full'))
    })
    reconciler.seeAnswer(account, rows, clock.now())
    expect(full).toHaveBeenCalledOnce()
    expect(stateOf(id)).toBe('refused')
    reconciler.seeAnswer(account, rows, clock.now())
    expect(stateOf(id)).toBe('in-doubt')
  })

  it('is in doubt again also by a session that comes after', async () => {
    const first = await refusedByLooks()
    first.stop()
    const { clock, book, journal, reconciler, poll, told } = await setUp({ dataDir: first.dir })
    reconciler.follow(stillWatchedIn(journal, sentAt + clock.now()))
    book.rows = [elsewhere]
    poll(2)
    await clock.advance(60_000)
    book.rows = [...book.rows, late]
    poll()
    expect(told(first.id)).toContain('doubted-again')
  })

  it('stays in doubt then, also where the book drops that order at once', async () => {
    const { id, clock, book, poll, stateOf } = await refusedByLooks()
    await clock.advance(300_000)
    book.rows = [...book.rows, late]
    poll()
    book.rows = book.rows.slice(0, 1)
    await clock.advance(120_000)
    expect(stateOf(id)).toBe('in-doubt')
  })

  it('stays refused where what comes up is another order of ours, or unlike it', async () => {
    const { id, clock, book, poll, send, tell, stateOf } = await refusedByLooks()
    const again = send({ rivals: ['3'] })
    book.rows = [...book.rows, late]
    poll()
    tell(again, { kind: 'answered', parts: [accepted('9')] })
    poll()
    book.rows = [
      ...book.rows,
      orderRow({ order_id: '10', symbol: 'TCS-EQ' }),
      orderRow({ order_id: '11', action: 'SELL', parentorderid: '9' }),
    ]
    poll()
    await clock.advance(10_000)
    expect(stateOf(id)).toBe('refused')
  })

  it.each([
    ['a slice of it', { quantity: 50 }],
    ['a price that was rounded', { price: 1500.55 }],
    ['a child of an order that nobody knows', { parentorderid: '8' }],
  ])(
    'is in doubt again where what comes up is %s, until a person says what it was',
    async (_, like) => {
      const { id, clock, book, poll, stateOf } = await refusedByLooks()
      await clock.advance(300_000)
      book.rows = [...book.rows, orderRow({ order_id: '9', ...like })]
      poll()
      await clock.advance(120_000)
      expect(stateOf(id)).toBe('in-doubt')
    },
  )

  it('is looked for beside another order in doubt, and waits only where that may be what came up', async () => {
    const { id, clock, book, poll, send, lose, stateOf } = await refusedByLooks()
    const other = send({ params: { symbol: 'TCS-EQ' }, rivals: ['3'] })
    lose(other)
    await clock.advance(300_000)
    book.rows = [...book.rows, late]
    poll()
    expect([stateOf(id), stateOf(other)]).toEqual(['in-doubt', 'in-doubt'])
  })

  it('waits for an order like it that is in doubt itself', async () => {
    const { id, clock, book, poll, send, lose, reconciler, stateOf } = await refusedByLooks()
    const again = send({ rivals: ['3'] })
    lose(again)
    await clock.advance(300_000)
    book.rows = [...book.rows, late]
    poll()
    expect(stateOf(id)).toBe('refused')
    await clock.advance(60_000)
    reconciler.settle({ intent: again, how: { kind: 'absent' } })
    poll()
    expect(stateOf(id)).toBe('in-doubt')
  })

  /** Two orders that were refused one after the other, of so many units. */
  async function twoRefused(units: readonly [number, number]) {
    const desk = await setUp()
    const { clock, book, send, deny, poll, stateOf } = desk
    poll(2)
    const ids = units.map((quantity) => send({ quantities: [quantity], rivals: ['3'] }))
    book.rows = [elsewhere]
    for (const id of ids) deny(id)
    await clock.advance(20_000)
    expect(ids.map(stateOf)).toEqual(['refused', 'refused'])
    return { ...desk, ids }
  }

  it.for([
    ['alike', [100, 100]],
    ['of other sizes', [100, 75]],
  ] as const)(
    'is in doubt again where two that are %s come up one after the other',
    async ([, units]) => {
      const { ids, clock, book, poll, stateOf } = await twoRefused(units)
      for (const [at, quantity] of units.entries()) {
        await clock.advance(30_000)
        book.rows = [...book.rows, orderRow({ order_id: `${9 + at}`, quantity })]
        poll()
        expect(ids.map(stateOf)).toContain('in-doubt')
      }
      expect(ids.map(stateOf)).not.toContain('refused')
    },
  )

  it('is in doubt again where what comes up is like it, and unlike the one that is in doubt', async () => {
    const { id, clock, book, poll, send, lose, stateOf } = await refusedByLooks()
    const other = send({ quantities: [50], params: { price: '1400' }, rivals: ['3'] })
    lose(other)
    await clock.advance(300_000)
    book.rows = [...book.rows, late]
    poll()
    expect([stateOf(id), stateOf(other)]).toEqual(['in-doubt', 'in-doubt'])
  })

  it('stays refused where a square-off made an order like it', async () => {
    const { id, clock, book, poll, tell, stateOf } = await refusedByLooks()
    const exit = randomUUID()
    tell(exit, {
      ...recordedEvent({ operation: 'SquareOffAllPosition' }),
      ...{ ticket: null, exit: true },
    })
    tell(exit, { kind: 'sent', rivals: [], bookAge: 500, login: ownLogin })
    tell(exit, { kind: 'answered', parts: [{ ...accepted('5'), orderId: null, name: 'INFY-EQ' }] })
    await clock.advance(30_000)
    book.rows = [...book.rows, late]
    poll()
    expect(stateOf(id)).toBe('refused')
  })

  it('stays refused by the book of another login, and an hour later', async () => {
    const { id, clock, book, profile, poll, stateOf } = await refusedByLooks()
    book.rows = [...book.rows, late]
    profile.login = 'another login'
    poll()
    expect(stateOf(id)).toBe('refused')
    profile.login = ownLogin
    await clock.advance(3_600_000)
    poll()
    expect(stateOf(id)).toBe('refused')
  })

  it('is found where the book shows it', async () => {
    const { clock, book, send, deny, journal } = await setUp()
    const id = send()
    deny(id)
    await clock.advance(2500)
    book.rows = [orderRow({ order_id: '7' })]
    await clock.advance(60_000)
    expect(journal.find(id)).toMatchObject({
      state: 'matched',
      parts: [{ orderId: '7', code: 'said-no', detail: 'Broken pipe' }],
    })
  })

  it.each([
    ['a second after it', 3, 1, 'matched'],
    ['three seconds after it', 4, 3, 'in-doubt'],
    ['fifteen seconds after it', 16, 15, 'in-doubt'],
    ['at a time that nobody knows, and comes up with the lag of a book', 4, null, 'matched'],
    ['at a time that nobody knows, and comes up later', 10, null, 'in-doubt'],
  ])('that was entered %s is found, or a person’s to find', async (_, seen, entered, state) => {
    const { clock, book, poll, send, deny, journal } = await setUp()
    poll(2)
    const id = send()
    await clock.advance(100)
    deny(id)
    await clock.advance(seen * 1000)
    const orderentrytime = entered === null ? null : timeText(sentAt + entered * 1000)
    book.rows = [orderRow({ order_id: '7', orderentrytime })]
    poll()
    await clock.advance(60_000)
    expect(journal.find(id)?.state).toBe(state)
    if (state === 'in-doubt') expect(journal.find(id)?.look?.candidates).toEqual(['7'])
  })

  it('is a person’s to find also for a session that comes after, where it was entered seconds later', async () => {
    const first = await setUp()
    first.poll(2)
    const id = first.send()
    first.deny(id)
    await first.clock.advance(100)
    first.stop()
    const { clock, book, journal, reconciler } = await setUp({ dataDir: first.dir })
    reconciler.follow(journal.unsettled())
    book.rows = [orderRow({ order_id: '7', orderentrytime: timeText(sentAt + 4000) })]
    await clock.advance(60_000)
    expect(journal.find(id)).toMatchObject({ state: 'in-doubt', look: { candidates: ['7'] } })
  })

  it('is refused seven seconds after the service answers again, however long it did not', async () => {
    const { clock, book, send, deny, pollUnchanged, stateOf } = await setUp()
    const id = send()
    book.isBroken = true
    deny(id)
    await clock.advance(600_000)
    expect(stateOf(id)).toBe('in-doubt')
    book.isBroken = false
    pollUnchanged()
    // Two looks all the same, as far from each other as where it answered all the time.
    await clock.advance(6999)
    expect(stateOf(id)).toBe('in-doubt')
    await clock.advance(1)
    expect(stateOf(id)).toBe('refused')
  })

  it('is looked for no oftener than each ten seconds where polls are answered and looks are not', async () => {
    const { clock, book, send, deny, pollUnchanged } = await setUp()
    const id = send()
    book.isBroken = true
    deny(id)
    await clock.advance(600_000)
    const { reads } = book
    for (let second = 0; second < 60; second++) {
      pollUnchanged()
      await clock.advance(1000)
    }
    expect(book.reads - reads).toBeGreaterThan(2)
    expect(book.reads - reads).toBeLessThanOrEqual(8)
  })

  it('is refused by a second look six seconds after the first one that shows nothing, be it a late one', async () => {
    const { clock, book, send, deny, stateOf } = await setUp()
    const id = send()
    deny(id)
    book.unreadable = ['{"x":1}']
    // The looks are half a minute apart by then.
    await clock.advance(600_000)
    book.unreadable = []
    const { reads } = book
    while (book.reads === reads) await clock.advance(1000)
    await clock.advance(5000)
    expect(stateOf(id)).toBe('in-doubt')
    await clock.advance(1000)
    expect(stateOf(id)).toBe('refused')
  })

  it('is not refused by reads that fail, by unreadable rows, or while another is on the wire', async () => {
    const { clock, book, send, deny, tell, stateOf } = await setUp()
    const other = send({ params: { symbol: 'SBIN-EQ' } })
    const id = send()
    deny(id)
    await clock.advance(60_000)
    expect(stateOf(id)).toBe('in-doubt')
    tell(other, { kind: 'answered', parts: [accepted('9')] })
    book.rows = [orderRow({ order_id: '9', symbol: 'SBIN-EQ' })]
    book.isBroken = true
    await clock.advance(120_000)
    expect(stateOf(id)).toBe('in-doubt')
    book.isBroken = false
    book.unreadable = ['{"x":1}']
    await clock.advance(120_000)
    expect(stateOf(id)).toBe('in-doubt')
    book.unreadable = []
    await clock.advance(90_000)
    expect(stateOf(id)).toBe('refused')
  })

  it('is not refused by a book that lacks an order which is known to be there', async () => {
    const { clock, book, send, deny, tell, stateOf } = await setUp()
    const known = send({ params: { symbol: 'SBIN-EQ' } })
    tell(known, { kind: 'answered', parts: [accepted('9')] })
    const id = send()
    const rival = send({ rivals: ['5'] })
    deny(id)
    deny(rival)
    await clock.advance(120_000)
    expect([stateOf(id), stateOf(rival)]).toEqual(['in-doubt', 'in-doubt'])
    book.rows = [orderRow({ order_id: '9', symbol: 'SBIN-EQ' })]
    await clock.advance(90_000)
    expect([stateOf(id), stateOf(rival)]).toEqual(['refused', 'in-doubt'])
  })

  it('is not refused while the book lacks an order, or an answer is due, of another account of the login', async () => {
    const { clock, book, send, deny, tell, stateOf } = await setUp()
    const other = { account: twin, params: { symbol: 'SBIN-EQ' } }
    const onTheWay = send(other)
    const id = send()
    deny(id)
    await clock.advance(60_000)
    expect(stateOf(id)).toBe('in-doubt')
    tell(onTheWay, { kind: 'answered', parts: [accepted('9')] })
    await clock.advance(60_000)
    expect(stateOf(id)).toBe('in-doubt')
    book.rows = [orderRow({ order_id: '9', symbol: 'SBIN-EQ' })]
    await clock.advance(90_000)
    expect(stateOf(id)).toBe('refused')
  })

  it('is a person’s to decide once something that could be it has come and gone', async () => {
    const { clock, book, send, deny, stateOf } = await setUp()
    const id = send()
    deny(id)
    book.rows = ['7', '8'].map((order_id) => orderRow({ order_id }))
    await clock.advance(1000)
    book.rows = []
    await clock.advance(600_000)
    expect(stateOf(id)).toBe('in-doubt')
  })

  it('is not decided by polls, which may have begun before the answer', async () => {
    const { clock, reconciler, send, deny, stateOf } = await setUp()
    const id = send()
    deny(id)
    await clock.advance(4900)
    for (let poll = 0; poll < 20; poll += 1) reconciler.seeOrders(account, emptyBook)
    expect(stateOf(id)).toBe('in-doubt')
  })

  it('is looked for anew after a restart, and its looks of before do not count', async () => {
    const first = await setUp()
    const id = first.send()
    first.deny(id)
    await first.clock.advance(2000)
    first.reconciler.stop()
    first.journal.close()
    const { clock, journal, reconciler, stateOf } = await setUp({ dataDir: first.dir })
    reconciler.follow(journal.unsettled())
    await clock.advance(10_999)
    expect(stateOf(id)).toBe('in-doubt')
    await clock.advance(1)
    expect(stateOf(id)).toBe('refused')
  })
})

it('an order without any answer is never refused by itself', async () => {
  const { clock, send, lose, stateOf } = await setUp()
  const id = send()
  lose(id)
  await clock.advance(3_600_000)
  expect(stateOf(id)).toBe('in-doubt')
})
