import { market } from '../planning/contexts.ts'
import { randomUUID } from 'node:crypto'
import { setImmediate as turn } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'
import {
  type Journal,
  type NewEntry,
  openJournal,
} from '../../../../../src/main/journal/journal.ts'
import { openFormerOrders } from '../../../../../src/main/orders/doubt/former-orders.ts'
import { Reconciler } from '../../../../../src/main/orders/doubt/reconcile.ts'
import { SeenOrders } from '../../../../../src/main/orders/doubt/seen-orders.ts'
import { LoginPictures } from '../../../../../src/main/picture/login-pictures.ts'
import { ok } from '../../../../../src/shared/core/errors.ts'
import type { Rows } from '../../../../../src/shared/core/patch.ts'
import type { Intent, IntentEvent } from '../../../../../src/shared/orders/intents.ts'
import { tempDir } from '../../../../service/running-desk.ts'
import { openConf } from '../../accounts/places.ts'
import { FakeClock } from '../../core/fake-clock.ts'
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

const orders = 300
const rows = 5000
const saidNo = { ...unanswered, code: 'said-no' as const, detail: 'Broken pipe' }
const symbolOf = (n: number): string => `S${n % 100}-EQ`
const goodMeta = { seq: 1, age: 0, every: 1000, trouble: null, unreadable: [] }

/** More than it takes to hold all of them against a book. */
const turnsOfALook = 200

/** What of a journal is read; `end` reads nothing. */
const reads = ['find', 'holdersOf', 'unsettled', 'since', 'changedAfter'] as const

/** A service said no to hundreds of orders, in words that nobody knows, beside a book of thousands. */
async function setUp() {
  const dataDir = await tempDir()
  const clock = new FakeClock()
  const now = (): number => sentAt + clock.now()
  const { journal } = openJournal({ room: 0, open: openConf, dataDir, now, clock })
  onTestFinished(() => journal.close())
  const { former } = openFormerOrders({ dataDir, clock, now })
  onTestFinished(() => former.close())
  const asked = { journal: 0, rows: 0, trades: 0 }
  const counted = Object.create(journal) as Journal
  for (const name of reads)
    Object.assign(counted, {
      [name]: (...of: never[]) => {
        asked.journal++
        return (journal[name] as (...of: never[]) => unknown).apply(journal, of)
      },
    })
  counted.append = (entries) => journal.append(entries)
  counted.end = () => journal.end()

  const seen = new SeenOrders({ clock, now, former })
  const book = Array.from({ length: rows }, (_, n) =>
    orderRow({ order_id: `${1 + n}`, symbol: symbolOf(n), action: n % 2 ? 'BUY' : 'SELL' }),
  )
  let trades: Rows | undefined
  let shown: Rows | undefined
  /** Thousands of trades that no order of the book has, each of which counts how often it is looked at. */
  const trade = (): void => {
    shown = answer().rows
    trades = new Map(
      Array.from({ length: rows }, (_, n) => [
        `t${n}`,
        {
          ...{ order_id: `9${n}`, action: 'SELL', exchtime: null, quantity: 1 },
          get symbol() {
            asked.trades++
            return symbolOf(n)
          },
        },
      ]),
    )
  }
  const answer = () => {
    const read = { meta: goodMeta, rows: new Map(book.map((row) => [row.order_id, row])) }
    seen.see(account, read)
    return read
  }
  const pictures = new LoginPictures({
    accountsAtService: (of) => [of],
    isSurelyOther: () => false,
    areTwoClients: () => false,
    exchanges: market.exchanges,
    clock,
    now,
    journal: counted,
    poller: {
      read: (_, name) => {
        const known = { orders: shown, trades }[name as string]
        return known && { meta: goodMeta, rows: known }
      },
      readAnew: () => Promise.resolve(ok(answer())),
    },
    accountsOfLogin: (of) => [of],
    perhapsOfLogin: (of) => [of],
    fingerprint: () => ownLogin,
    isSameLogin: (one, other) => one === other,
    unknownClient: () => null,
  })
  const reconciler = new Reconciler({
    clock,
    journal: counted,
    pictures,
    seen: {
      appearanceOf: (...of) => {
        asked.rows++
        return seen.appearanceOf(...of)
      },
      mayBeNew: (...of) => {
        asked.rows++
        return seen.mayBeNew(...of)
      },
      wasThereToday: (...of) => seen.wasThereToday(...of),
    },
    brokerOf: () => 'PX',
    history: () => Promise.resolve(null),
    onChange: (intents) => reconciler.follow(intents),
  })
  onTestFinished(() => reconciler.stop())

  let lastId = rows
  const mark = { began: sentAt, ahead: sentAt }
  const send = (
    count: number,
    answers: 'taken' | 'denied' | 'refused' | 'lost',
    orderIdOf = () => `${++lastId}`,
  ): Intent[] => {
    const entries = Array.from({ length: count }, (_, n): NewEntry[] => {
      const intent = randomUUID()
      const params = { symbol: symbolOf(n), price: '1.5' }
      const sent: IntentEvent = {
        kind: 'sent',
        rivals: [],
        bookAge: 500,
        clock: mark,
        login: ownLogin,
      }
      const answer = {
        taken: () => accepted(orderIdOf()),
        denied: () => saidNo,
        refused: () => refused('Insufficient funds'),
        lost: () => unanswered,
      }[answers]()
      const parts = [answer]
      if (answer.orderId !== null) book.push(orderRow({ order_id: answer.orderId, ...params }))
      return [
        { intent, event: recordedEvent({ params }) },
        { intent, event: sent },
        { intent, event: { kind: 'answered', parts } },
      ]
    })
    reconciler.follow(journal.append(entries.map(([recorded]) => recorded!)))
    reconciler.follow(journal.append(entries.map(([, sent]) => sent!)))
    const intents = journal.append(entries.map(([, , answered]) => answered!))
    reconciler.follow(intents)
    return intents
  }
  const beginPoll = (): void =>
    reconciler.seeOrders(account, {
      rows: answer().rows,
      unreadable: goodMeta.unreadable.length,
      vanished: [],
      isOddlyEmpty: false,
      readAt: clock.now(),
    })
  /** What was looked at in each turn of the loop until all of it was decided. */
  const poll = async (): Promise<(typeof asked)[]> => {
    const turns: (typeof asked)[] = []
    let before = { ...asked }
    beginPoll()
    for (let n = 0; n < turnsOfALook; n++) {
      const now = { ...asked }
      turns.push({
        journal: now.journal - before.journal,
        rows: now.rows - before.rows,
        trades: now.trades - before.trades,
      })
      before = now
      await turn()
    }
    return turns
  }
  /** A good reading in which one order is new, and none of ours. */
  const another = (): void => {
    book.push(orderRow({ order_id: `${++lastId}`, symbol: 'ELSE-EQ', action: 'BUY' }))
    reconciler.seeAnswer(account, answer().rows, clock.now())
  }
  /** Time passes, and what begins meanwhile has the turns that it takes. */
  const pass = async (milliseconds: number): Promise<void> => {
    for (let left = milliseconds; left > 0; left -= 500) {
      await clock.advance(Math.min(left, 500))
      for (let n = 0; n < turnsOfALook; n++) await turn()
    }
  }
  const show = (row: Parameters<typeof orderRow>[0]): void => void book.push(orderRow(row))
  const stop = (): void => reconciler.stop()
  return { clock, pass, asked, journal, answer, send, show, beginPoll, poll, another, trade, stop }
}

it('a poll beside hundreds of orders in doubt reads what changed in the journal, and else nothing', async () => {
  const { asked, answer, send, poll } = await setUp()
  answer()
  send(orders, 'taken')
  send(orders, 'denied')
  await poll()
  asked.journal = 0
  await poll()
  expect(asked.journal).toBe(0)
  send(1, 'taken')
  await poll()
  // What changed, and whose the new row is.
  expect(asked.journal).toBe(2)
})

it('a look for hundreds of orders asks for each row of the book about once', async () => {
  const { pass, asked, journal, answer, send } = await setUp()
  answer()
  await pass(1000)
  const denied = send(orders, 'denied')
  const states = (): Set<string | undefined> =>
    new Set(denied.map(({ id }) => journal.find(id)?.state))
  await pass(5500)
  asked.rows = 0
  asked.journal = 0
  await pass(6000)
  // Each look is of all of them, and this one is the last that their noes needed.
  expect(asked.rows).toBeLessThan(3 * rows)
  expect(asked.journal).toBeLessThan(10)
  await pass(10_000)
  expect(states()).toEqual(new Set(['refused']))
})

it('a poll beside hundreds of orders in doubt and thousands of trades compares each with those of its symbol', async () => {
  const { asked, send, poll, trade } = await setUp()
  trade()
  send(orders, 'denied')
  await poll()
  expect(asked.trades).toBeLessThan(10 * rows)
  asked.trades = 0
  await poll()
  expect(asked.trades).toBeLessThan(5 * rows)
})

it('a poll beside hundreds of orders in doubt is held against them in many turns of the loop, each short', async () => {
  const { send, poll, trade } = await setUp()
  trade()
  send(orders, 'denied')
  await poll()
  const turns = await poll()
  const all = turns.reduce((sum, { trades }) => sum + trades, 0)
  expect(all).toBeGreaterThan(rows)
  for (const { trades } of turns) expect(trades).toBeLessThan(all / 10)
})

it('a look is given up where Quarterdeck is stopped between two of its turns', async () => {
  const { asked, clock, send, trade, stop } = await setUp()
  trade()
  send(orders, 'denied')
  // The second look, which takes its turns after the answer.
  await clock.advance(1000)
  for (let n = 0; n < 20; n++) await turn()
  stop()
  const then = { ...asked }
  for (let n = 0; n < turnsOfALook; n++) await turn()
  expect(asked).toEqual(then)
})

it.each([[null], [0], [5]] as const)(
  'gives an order to one of many in doubt, unless another is named for it after some of the turns: %s',
  async (named) => {
    const { journal, answer, send, show, beginPoll, poll, pass } = await setUp()
    answer()
    await pass(1000)
    const lost = send(40, 'lost')
    await pass(1000)
    show({ order_id: '77777', symbol: symbolOf(0), price: 1.5 })
    beginPoll()
    for (let n = 0; n < (named ?? 0); n++) await turn()
    const [other] = named === null ? [] : send(1, 'taken', () => '77777')
    await poll()
    // What one reading found a second one has to show again.
    await pass(1500)
    const holders = journal.holdersOf('77777').map(({ id }) => id)
    expect(holders).toEqual([(other ?? lost[0])!.id])
  },
)

it.each([['denied'], ['refused']] as const)(
  'a poll beside hundreds of orders that were %s and may still come up looks only at what is new in it',
  async (answers) => {
    const { pass, asked, journal, answer, send, another } = await setUp()
    answer()
    await pass(1000)
    const denied = send(orders, answers)
    await pass(22_000)
    expect(new Set(denied.map(({ id }) => journal.find(id)?.state))).toEqual(new Set(['refused']))
    another()
    asked.rows = 0
    another()
    expect(asked.rows).toBeLessThan(10)
  },
)
