import { market } from '../orders/planning/contexts.ts'
import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import type { AlertEvent } from '../../../../src/main/alerts/alert-events.ts'
import type { FreshRead } from '../../../../src/main/books/book-poll.ts'
import { Exits } from '../../../../src/main/exits/exits.ts'
import { type KeptWord, SaidOfExits } from '../../../../src/main/exits/said-of-exits.ts'
import { EventWriter } from '../../../../src/main/journal/event-writer.ts'
import { recordedExits, withSent } from '../../../../src/main/exits/exit-entries.ts'
import { longestSilence } from '../../../../src/main/picture/times/book-lag.ts'
import { LoginPictures } from '../../../../src/main/picture/login-pictures.ts'
import type { WatchedBookName } from '../../../../src/main/picture/missing/missed-for.ts'
import { Sending } from '../../../../src/main/orders/sending/sending.ts'
import type { AccountLogin } from '../../../../src/main/accounts/logins.ts'
import type { Login, ServiceClient } from '../../../../src/main/service/client.ts'
import { noOrdersYet } from '../../../../src/main/picture/rows/order-similarity.ts'
import type { Parsed } from '../../../../src/shared/contract.ts'
import { type Reply, fail, ok } from '../../../../src/shared/core/errors.ts'
import { type ExitRun, isUnderWay } from '../../../../src/shared/exits/exits.ts'
import type { Intent } from '../../../../src/shared/orders/intents.ts'
import { type Row, type Rows, diff } from '../../../../src/shared/core/patch.ts'
import { recordKey } from '../../../../src/shared/books/books.ts'
import { sampleCount } from '../../../sample-count.ts'
import { FakeClock } from '../core/fake-clock.ts'
import { accepted, after, inDoubt, onTheWire, wireEvents } from '../orders/doubt/doubts.ts'
import { type KeptJournal, keptJournal } from '../orders/memory-documents.ts'

const one = '00000000-0000-4000-8000-00000000000a'
const two = '00000000-0000-4000-8000-00000000000b'
const names: Record<string, string> = { [one]: 'Everyday', [two]: 'Family' }

interface Called {
  operation: string
  account: string
  params: Record<string, string>
  journaled: (string | undefined)[]
}
type Answering = (call: Called) => Reply<unknown> | Promise<Reply<unknown>>

const cancelled = (...orderids: string[]): Reply<unknown> =>
  ok({ outcomes: [orderids.map((orderid) => ok({ orderid }))] })
const closed = (...symbols: string[]): Reply<unknown> =>
  ok({ outcomes: [symbols.map((symbol) => ok({ symbol, status: 'closed' }))] })
const lost = fail('in-doubt', 'No clear answer came: this may or may not have happened.')
const refused = fail('refused', 'The broker is not reachable')

const order = (order_id: string, more: Row = {}): Row => ({
  ...{ order_id, symbol: 'INFY-EQ', action: 'SELL', status: 'open' },
  ...more,
})
const sold = (order_id: string, fillshares: number): Row =>
  order(order_id, {
    ...{ exchange: 'NSE', product: 'MIS', quantity: fillshares },
    ...{ fillshares, status: 'complete' },
  })
const position = (symbol: string, netqty: number | null): Row => ({
  ...{ symbol, exchange: 'NSE', product: 'MIS', netqty },
})
/** Brought forward and sold today. */
const squared = (symbol: string, units: number): Row => ({
  ...position(symbol, 0),
  ...{ cfbuyqty: units, cfsellqty: 0, bqty: 0, sqty: units },
})

interface World {
  orders: Row[]
  positions: Row[]
  trouble: Reply<FreshRead> | Promise<Reply<FreshRead>> | null
  unreadable: string[]
}

/** What was said, on a disk that outlives a session: each call begins one. */
function saidOnDisk() {
  let stored: KeptWord[] = []
  const document = {
    read: () => structuredClone(stored),
    write: (value: KeptWord[]) => {
      stored = value
    },
  }
  const begin = (clock = new FakeClock()): SaidOfExits =>
    new SaidOfExits({ document, clock, now: () => 7 })
  return { begin, stored: () => stored }
}

/** Real exits on a real journal and the real sending; the service and its books are the test's. */
function newExits({
  answer = ({ operation }) => (operation === 'CancelAllOrder' ? cancelled() : closed()),
  journal = keptJournal(),
  saidOfExits = saidOnDisk().begin(),
  logins = {},
  flags = {},
  twins = {},
  perhaps = {},
  fingerprints = { [one]: one, [two]: two },
  atOneService = false,
  isRead = true,
  onExit = () => undefined,
  history,
}: {
  /** Snapshots of an order; where none are given, what its book says, or that it was cancelled. */
  history?: (orderId: string) => readonly Row[] | null | Promise<null>
  onExit?: () => void
  /** Whether both accounts are of one broker and service. */
  atOneService?: boolean
  /** Whether the books were read before the test begins, and can be. */
  isRead?: boolean
  answer?: Answering
  journal?: KeptJournal
  saidOfExits?: SaidOfExits
  logins?: Record<string, Reply<AccountLogin> | Promise<Reply<AccountLogin>>>
  twins?: Record<string, string[]>
  /** Accounts that may be one with another. */
  perhaps?: Record<string, string[]>
  /** Of the logins that the accounts have. */
  fingerprints?: Record<string, string>
  flags?: { isEnabled?: boolean; isReadOnly?: boolean }
} = {}) {
  const clock = new FakeClock()
  const worlds: Record<string, World> = {}
  for (const id of [one, two])
    worlds[id] = { orders: [], positions: [], trouble: null, unreadable: [] }
  const calls: Called[] = []
  const reads: string[] = []
  const calledOff: unknown[] = []
  const told: Intent[] = []
  const writer = new EventWriter({
    journal,
    clock,
    now: () => 0,
    onChange: (all) => {
      pictures.follow(all)
      told.push(...all)
    },
  })
  const call = async (
    operation: string,
    login: Login,
    params: Record<string, string>,
    { tryToLeave }: { tryToLeave(): boolean },
  ): Promise<Reply<unknown>> => {
    // As the client asks: when its first byte is about to leave.
    if (!tryToLeave()) return fail('cancelled', 'It was called off before its first byte left.')
    const account = login.keys.apiKey
    const journaled = journal.unsettled().map(({ state }) => state)
    const called = { operation, account, params, journaled }
    calls.push(called)
    return answer(called)
  }
  const client = { call } as unknown as Pick<ServiceClient, 'call'>
  const loginOf = (id: string): Promise<Reply<AccountLogin>> => {
    const keys = { apiKey: id, apiSecret: 'secret' }
    const login = { url: 'https://a.example', broker: 'PX', keys, fingerprint: id }
    return Promise.resolve(logins[id] ?? ok(login))
  }
  const rows = (account: string, book: string) =>
    new Map(
      book === 'orders'
        ? worlds[account]!.orders.map((row) => [String(row['order_id']), row] as const)
        : worlds[account]!.positions.map((row) => [recordKey('positions', row), row] as const),
    )
  const orders = (account: string) => ({
    seen: [
      {
        ...noOrdersYet({ symbol: 'INFY-EQ', action: null }),
        ids: new Set(rows(account, 'orders').keys()),
      },
    ],
    age: 0,
  })
  const clockMark = () => ({ began: 0, ahead: 0 })
  const sending = new Sending({
    journal,
    writer,
    client,
    login: loginOf,
    orders,
    clockMark,
    formerlyNoted: () => 0,
    isAnother: () => false,
  })
  const read = Promise.withResolvers<void>()
  const runs: ExitRun[] = []
  const alerts: AlertEvent[] = []
  const accountsOfLogin = (id: string): string[] => twins[id] ?? [id]
  const freshRead = (account: string, book: string): FreshRead => {
    const { unreadable } = worlds[account]!
    const meta = { seq: 1, age: 0, every: 1000, trouble: null, unreadable }
    return { meta, rows: rows(account, book) }
  }
  const known = new Map<string, Rows>()
  // The first reading was long ago: an empty position book may only be silent for a while after it.
  let since = -longestSilence
  const pictures = new LoginPictures({
    accountsAtService: (id) => (atOneService ? [one, two] : [id]),
    isSurelyOther: () => false,
    areTwoClients: () => false,
    exchanges: market.exchanges,
    clock: { now: () => clock.now() + since },
    now: () => 7,
    journal,
    accountsOfLogin,
    perhapsOfLogin: accountsOfLogin,
    fingerprint: (id) => fingerprints[id],
    isSameLogin: (one, other) => one === other,
    unknownClient: () => null,
    poller: {
      read: (account, book) => (isRead ? freshRead(account, book) : undefined),
      readAnew: (account, book) => {
        if (!isRead) return Promise.resolve(refused)
        reads.push(`${names[account]} ${book}`)
        const now = rows(account, book)
        const before = known.get(`${account} ${book}`) ?? new Map<string, Row>()
        known.set(`${account} ${book}`, now)
        pictures.seeAnswer({ account, book, rows: now, patch: diff(before, now) })
        return Promise.resolve(worlds[account]!.trouble ?? ok(freshRead(account, book)))
      },
    },
  })
  const empty: Rows = new Map()
  if (isRead)
    for (const account of [one, two])
      pictures.seeAnswer({ account, book: 'positions', rows: empty, patch: diff(empty, empty) })
  since = 0
  const exits = new Exits({
    saidOfExits,
    clock,
    now: () => 7,
    journal,
    writer,
    sending,
    account: (id) => {
      const name = names[id]
      return name === undefined
        ? undefined
        : { name, broker: 'PX', isEnabled: true, isReadOnly: false, ...flags }
    },
    accountsOfLogin,
    perhapsSameClient: (id) => perhaps[id] ?? [],
    fingerprint: (id) => fingerprints[id],
    pictures,
    history: (account, orderId) => {
      const own = worlds[account]!.orders.find(({ order_id: id }) => id === orderId)
      const told = own ?? order(orderId, { status: 'cancelled' })
      return Promise.resolve(history === undefined ? [told] : history(orderId))
    },
    callOffQueue: (account, strategy) => calledOff.push([names[account], strategy]),
    beingRead: () => read.promise,
    onExit: (run) => {
      runs.push(run)
      onExit()
    },
    tell: (news) => alerts.push(...news),
  })
  const exit = (more: Partial<Parsed<'exitAccounts'>> = {}) =>
    exits.exit({
      confirmation: randomUUID(),
      what: 'both',
      accounts: [{ account: one, strategy: null }],
      ...more,
    })
  const last = (): ExitRun => runs.at(-1)!
  /** Polls find the books as they are. */
  const poll = (
    account = one,
    books: readonly WatchedBookName[] = ['orders', 'positions'],
  ): void => {
    for (const book of books) {
      const now = rows(account, book)
      const before = known.get(`${account} ${book}`) ?? new Map<string, Row>()
      known.set(`${account} ${book}`, now)
      pictures.seeAnswer({ account, book, rows: now, patch: diff(before, now) })
      exits.seeAnswer(account)
    }
  }
  const said = {
    clock,
    journal,
    worlds,
    pictures,
    calls,
    reads,
    calledOff,
    told,
    exits,
    exit,
    poll,
    runs,
    last,
    alerts,
    writer,
  }
  return { ...said, booksAreRead: read.resolve }
}

const both = [
  { account: one, strategy: null },
  { account: two, strategy: null },
]

const ticketed = (journal: KeptJournal, quantity = 60): Intent[] =>
  journal.append([
    {
      intent: randomUUID(),
      event: {
        ...{ kind: 'recorded', account: one, accountName: 'Everyday', broker: 'PX' },
        ...{ confirmation: randomUUID(), operation: 'PlaceMultiOrder', request: randomUUID() },
        ...{ leg: 0, exit: true, resends: null, quantities: [quantity] },
        params: {
          ...{ broker: 'PX', strategy: 'Manual', exchange: 'NSE', symbol: 'INFY-EQ' },
          ...{ action: 'SELL', product: 'MIS', pricetype: 'LIMIT', price: '1500' },
          quantity: String(quantity),
        },
        ticket: {
          ...{ kind: 'regular', account: one, exchange: 'NSE', symbol: 'INFY-EQ' },
          ...{ action: 'SELL', quantity: String(quantity), product: 'MIS', slice: null },
          ...{ pricing: { type: 'LIMIT', price: '1500' }, exit: true },
        },
      },
    },
  ])

describe('an exit', () => {
  it('is in the journal, all of it, before anything leaves', async () => {
    const { exit, calls, journal, clock } = newExits()
    const confirmation = randomUUID()
    const run = await exit({ confirmation, accounts: both })
    expect(run).toMatchObject({ ok: true, value: { id: confirmation, state: 'running', at: 7 } })
    expect(journal.confirmed(confirmation)).toHaveLength(4)
    await clock.advance(0)
    expect(calls[0]!.journaled.toSorted()).toEqual(['recorded', 'recorded', 'recorded', 'sent'])
    expect(journal.confirmed(confirmation)[0]).toMatchObject({
      ...{ ticket: null, exit: true, accountName: 'Everyday', params: { broker: 'PX' } },
    })
  })

  it('leaves also where a mistake of ours keeps what the books show from being noted', async () => {
    const noted = vi.spyOn(console, 'error').mockReturnValue()
    const { exit, clock, calls, pictures } = newExits()
    const picture = pictures.of(one)
    vi.spyOn(picture.orders, 'working', 'get').mockImplementation(() => {
      throw new Error('of working orders')
    })
    vi.spyOn(picture.positions, 'surelyHeld', 'get').mockImplementation(() => {
      throw new Error('of positions')
    })
    vi.spyOn(pictures, 'of').mockReturnValue(picture)
    await exit()
    await clock.advance(0)
    expect(calls.map(({ operation }) => operation)).toEqual([
      'CancelAllOrder',
      'SquareOffAllPosition',
    ])
    expect(noted).toHaveBeenCalledWith(new Error('of positions'))
    noted.mockRestore()
  })

  it('squares nothing off in an account that was made read-only while its cancels were answered', async () => {
    const flags = { isReadOnly: false }
    const { exit, clock, calls, journal } = newExits({
      flags,
      answer: () => {
        flags.isReadOnly = true
        return cancelled()
      },
    })
    const confirmation = randomUUID()
    await exit({ confirmation })
    await clock.advance(0)
    expect(calls.map(({ operation }) => operation)).toEqual(['CancelAllOrder'])
    expect(journal.confirmed(confirmation).map(({ state }) => state)).toEqual([
      'accepted',
      'not-sent',
    ])
  })

  it('squares nothing off with keys, or at an address, that it was not confirmed for', async () => {
    const held = Promise.withResolvers<Reply<unknown>>()
    const { exit, exits, calls, clock, journal, last } = newExits({ answer: () => held.promise })
    const confirmation = randomUUID()
    await exit({ confirmation, accounts: both })
    await clock.advance(0)
    exits.accountReassigned(one)
    held.resolve(cancelled())
    await clock.advance(0)
    const called = () => calls.map(({ operation, account }) => `${names[account]} ${operation}`)
    expect(called()).toEqual([
      'Everyday CancelAllOrder',
      'Family CancelAllOrder',
      'Family SquareOffAllPosition',
    ])
    expect(journal.confirmed(confirmation)[1]).toMatchObject({ account: one, state: 'not-sent' })
    // The books of whom the account is now say nothing of it.
    await clock.advance(60_000)
    expect(last().accounts[0]).toMatchObject({ step: 'left', left: null })
    expect(last().accounts[0]!.todo).toMatch(/^The account was given other keys/)
    expect(journal.confirmed(confirmation)[0]).toMatchObject({ account: one, watched: 'left' })
    expect(last().accounts[1]).toMatchObject({ step: 'flat' })
  })

  it('says that the keys are another client’s where nobody changed the account', async () => {
    const held = Promise.withResolvers<Reply<unknown>>()
    const { exit, exits, clock, journal, last } = newExits({ answer: () => held.promise })
    const confirmation = randomUUID()
    await exit({ confirmation })
    await clock.advance(0)
    exits.accountReassigned(one, 'other-client')
    held.resolve(cancelled())
    await clock.advance(0)
    expect(last().accounts[0]!.todo).toMatch(/^The keys of this account answer for another client/)
    expect(journal.confirmed(confirmation)[1]).toMatchObject({ calledOff: 'other-client' })
  })

  it('of both waits for the answer to the cancels before it squares off, each account by itself', async () => {
    const held = Promise.withResolvers<Reply<unknown>>()
    const { exit, calls, clock } = newExits({
      answer: ({ operation, account }) =>
        operation === 'SquareOffAllPosition'
          ? closed()
          : account === one
            ? held.promise
            : cancelled(),
    })
    await exit({ accounts: both })
    await clock.advance(0)
    const called = () => calls.map(({ operation, account }) => `${names[account]} ${operation}`)
    expect(called()).toEqual([
      'Everyday CancelAllOrder',
      'Family CancelAllOrder',
      'Family SquareOffAllPosition',
    ])
    held.resolve(lost)
    await clock.advance(0)
    expect(called().at(-1)).toBe('Everyday SquareOffAllPosition')
  })

  it.each([
    ['shows as cancelled', [order('9', { status: 'cancelled' })]],
    ['shows no more', []],
    ['shows as filled', [order('9', { status: 'complete', quantity: 5, fillshares: 5 })]],
  ])('is not done while an order that its book %s works by its own history', async (_, rows) => {
    let state = 'trigger pending'
    const asked: string[] = []
    const { exit, worlds, clock, last } = newExits({
      answer: () => cancelled('9'),
      history: (orderId) => {
        asked.push(orderId)
        return [order(orderId, { status: 'open' }), order(orderId, { status: state })]
      },
    })
    worlds[one]!.orders = rows
    await exit({ what: 'orders' })
    for (let second = 0; second < 20; second++) await clock.advance(1000)
    expect(last().accounts[0]).toMatchObject({ step: 'checking' })
    expect(new Set(asked)).toEqual(new Set(['9']))
    state = 'cancelled'
    for (let second = 0; second < 3; second++) await clock.advance(1000)
    expect(last().accounts[0]).toMatchObject({ step: 'flat' })
  })

  it('says which order works by its own history when its time is over', async () => {
    const { exit, clock, last } = newExits({
      answer: () => cancelled('9'),
      history: (orderId) => [order(orderId)],
    })
    await exit({ what: 'orders' })
    for (let second = 0; second < 61; second++) await clock.advance(1000)
    const todo = expect.stringMatching(
      /^Order 9 does not work by the order book, and still works by its own/,
    )
    expect(last().accounts[0]).toMatchObject({ step: 'left', todo })
  })

  it.each([
    ['is told by nobody', null],
    ['is empty', []],
    ['is in words that nobody knows', [order('9', { status: 'half alive' })]],
    ['is of another order', [order('8')]],
  ])(
    'is done, and says by what, where the history of an order that was named when it was cancelled %s each time',
    async (_, rows) => {
      let asked = 0
      const { exit, clock, last } = newExits({
        answer: () => cancelled('9'),
        history: () => {
          asked++
          return rows
        },
      })
      await exit({ what: 'orders' })
      for (let second = 0; second < 8; second++) await clock.advance(1000)
      const todo =
        'The service did not tell the history of order 9: that it ended is said by the order book and the answer to its cancel.'
      expect(last().accounts[0]).toMatchObject({ step: 'flat', todo })
      expect(asked).toBe(3)
    },
  )

  it.each([
    ['works by its own history', 'open', 'left'],
    ['ended by its own history', 'cancelled', 'flat'],
  ])(
    'asks for an order of an earlier session that no book shows, and that %s',
    async (_, status, step) => {
      const journal = keptJournal()
      const [order9] = ticketed(journal)
      const sent = { kind: 'sent' as const, rivals: [], bookAge: 0, login: one }
      const parts = [accepted('9')]
      journal.append([{ intent: order9!.id, event: sent }])
      journal.append([{ intent: order9!.id, event: { kind: 'answered', parts } }])
      const asked: string[] = []
      const { exit, worlds, clock, last, pictures } = newExits({
        journal,
        history: (orderId) => {
          asked.push(orderId)
          return [order(orderId, { status })]
        },
      })
      // An earlier session saw it, and the book of now is cut.
      pictures.takeUp(() => ({ at: 7, number: 1 }))
      worlds[one]!.orders = [order('8', { status: 'cancelled' })]
      await clock.advance(60_000)
      await exit({ what: 'orders' })
      for (let second = 0; second < 61; second++) await clock.advance(1000)
      expect(new Set(asked)).toEqual(new Set(['9']))
      expect(last().accounts[0]).toMatchObject({ step })
    },
  )

  it('is not done where the order book alone says that an order ended, and its history is not told', async () => {
    const { exit, worlds, clock, last, poll } = newExits({
      answer: () => {
        worlds[one]!.orders = [order('9', { status: 'cancelled' })]
        return cancelled()
      },
      history: () => null,
    })
    worlds[one]!.orders = [order('9')]
    poll()
    await exit({ what: 'orders' })
    for (let second = 0; second < 61; second++) await clock.advance(1000)
    const todo = expect.stringMatching(
      /^Order 9 does not work by the order book, and the service did not tell its history, so whether it still works is not known/,
    )
    expect(last().accounts[0]).toMatchObject({ step: 'left', todo })
  })

  it('says whose history was not told where nobody answers before its time is over', async () => {
    const { exit, clock, last } = newExits({
      answer: () => cancelled('9'),
      history: () => new Promise(() => undefined),
    })
    await exit({ what: 'orders' })
    for (let second = 0; second < 61; second++) await clock.advance(1000)
    const todo = expect.stringMatching(/^Order 9 .* did not tell its history/)
    expect(last().accounts[0]).toMatchObject({ step: 'left', todo })
  })

  it('is done as soon as a history that was late says that its order ended', async () => {
    let history: Row[] | null = null
    const { exit, worlds, clock, last, poll } = newExits({
      answer: () => {
        worlds[one]!.orders = [order('9', { status: 'cancelled' })]
        return cancelled()
      },
      history: () => history,
    })
    worlds[one]!.orders = [order('9')]
    poll()
    await exit({ what: 'orders' })
    for (let second = 0; second < 30; second++) await clock.advance(1000)
    expect(last().accounts[0]).toMatchObject({ step: 'checking' })
    history = [order('9', { status: 'cancelled' })]
    for (let second = 0; second < 3; second++) await clock.advance(1000)
    expect(last().accounts[0]).toMatchObject({ step: 'flat', todo: null })
  })

  it.each(['both', 'positions'] as const)(
    'of %s is not done while a second order that came with the square-off works by its own history',
    async (what) => {
      const asked = new Set<string>()
      let state = 'open'
      const { exit, worlds, clock, last, poll } = newExits({
        answer: ({ operation }) => {
          if (operation === 'CancelAllOrder') return cancelled()
          worlds[one]!.orders = [
            order('3', { status: 'cancelled' }),
            sold('5', 100),
            { ...sold('6', 0), quantity: 100, status: 'cancelled' },
          ]
          worlds[one]!.positions = [squared('INFY-EQ', 100)]
          return closed('INFY-EQ')
        },
        history: (orderId) => {
          asked.add(orderId)
          return [order(orderId, { status: orderId === '6' ? state : 'cancelled' })]
        },
      })
      worlds[one]!.orders = [order('3', { status: 'cancelled' })]
      worlds[one]!.positions = [position('INFY-EQ', 100)]
      poll()
      await exit({ what })
      for (let second = 0; second < 20; second++) await clock.advance(1000)
      expect(last().accounts[0]).toMatchObject({ step: 'checking' })
      expect([...asked]).toEqual(['6'])
      state = 'cancelled'
      for (let second = 0; second < 3; second++) await clock.advance(1000)
      expect(last().accounts[0]).toMatchObject({ step: 'flat', todo: null })
    },
  )

  it('asks for ten histories in a second, and not again for those that have ended', async () => {
    const asked: string[] = []
    const { exit, clock, last } = newExits({
      answer: () => cancelled(...Array.from({ length: 30 }, (_, at) => String(at + 1))),
      history: (orderId) => {
        asked.push(orderId)
        // The first that was named, and asked for last, is told late.
        const isEarly = orderId === '1' && asked.filter((id) => id === '1').length === 1
        return [order(orderId, { status: isEarly ? 'open' : 'cancelled' })]
      },
    })
    await exit({ what: 'orders' })
    await clock.advance(500)
    expect(asked).toHaveLength(10)
    for (let second = 0; second < 3; second++) await clock.advance(1000)
    expect(new Set(asked).size).toBe(30)
    expect(last().accounts[0]).toMatchObject({ step: 'checking' })
    for (let second = 0; second < 4; second++) await clock.advance(1000)
    expect(last().accounts[0]).toMatchObject({ step: 'flat' })
    expect(asked).toHaveLength(31)
  })

  it.each([
    ['names none', cancelled(), '9'],
    ['names it in another spelling, which the book takes over', cancelled('009'), '009'],
  ])('is not done while an order works by its history whose cancel %s', async (_, said, id) => {
    const asked = new Set<string>()
    const { exit, worlds, clock, last, poll } = newExits({
      answer: () => {
        worlds[one]!.orders = [order(id, { status: 'cancelled' })]
        return said
      },
      history: (orderId) => {
        asked.add(orderId)
        return orderId === '9' ? [order('9')] : []
      },
    })
    worlds[one]!.orders = [order('9')]
    poll()
    await exit({ what: 'orders' })
    for (let second = 0; second < 20; second++) await clock.advance(1000)
    expect(last().accounts[0]).toMatchObject({ step: 'checking' })
    expect([...asked]).toEqual(['9'])
  })

  it('of a strategy says which', async () => {
    const { exit, calls, clock } = newExits()
    await exit({ what: 'orders', accounts: [{ account: one, strategy: 'SWING' }] })
    await clock.advance(0)
    expect(calls.map(({ params }) => params)).toEqual([{ strategy: 'SWING' }])
  })

  it('is flat only when the books say so, however often the service says that it is done', async () => {
    const { exit, worlds, clock, last, calls, alerts } = newExits({
      answer: ({ operation }) =>
        operation === 'CancelAllOrder' ? cancelled('1') : closed('INFY-EQ'),
    })
    worlds[one]!.orders = [order('1')]
    worlds[one]!.positions = [position('INFY-EQ', 100)]
    await exit()
    await clock.advance(0)
    expect(last()).toMatchObject({
      state: 'running',
      accounts: [
        {
          ...{ step: 'checking', cancelled: 1, closed: 1 },
          left: { orders: [{ orderId: '1' }], positions: [{ net: 100 }] },
        },
      ],
    })
    worlds[one]!.orders = [order('1', { status: 'cancelled' })]
    await clock.advance(1000)
    expect(last().accounts[0]).toMatchObject({ step: 'checking', left: { orders: [] } })
    worlds[one]!.positions = [squared('INFY-EQ', 100)]
    worlds[one]!.orders.push(sold('2', 100))
    await clock.advance(1000)
    await clock.advance(1000)
    expect(last()).toMatchObject({ state: 'done', accounts: [{ step: 'flat', todo: null }] })
    await clock.advance(120_000)
    expect(calls).toHaveLength(2)
    expect(alerts).toEqual([])
    expect(clock.pending).toBe(0)
  })

  it('waits for the orders of a square-off where an order of before closed what it was to close', async () => {
    const { exit, worlds, clock, last } = newExits({ answer: () => closed('INFY-EQ') })
    const target = order('1', { exchange: 'NSE', product: 'MIS', quantity: 100 })
    worlds[one]!.orders = [target]
    worlds[one]!.positions = [position('INFY-EQ', 100)]
    await exit({ what: 'positions', again: true })
    await clock.advance(0)
    worlds[one]!.orders = [sold('1', 100)]
    worlds[one]!.positions = [squared('INFY-EQ', 100)]
    for (let second = 0; second < 4; second++) await clock.advance(1000)
    expect(last()).toMatchObject({ state: 'running' })
    worlds[one]!.orders.push(order('2'))
    await clock.advance(1000)
    await clock.advance(1000)
    expect(last().accounts[0]).toMatchObject({ step: 'checking', left: { orders: [{}] } })
    worlds[one]!.orders = [sold('1', 100), order('2', { status: 'cancelled' })]
    await clock.advance(1000)
    await clock.advance(1000)
    expect(last()).toMatchObject({ state: 'done' })
  })

  it('waits a minute for one without an answer, whatever closed the positions: it may be a stranger’s', async () => {
    const { exit, worlds, clock, last, journal } = newExits({ answer: () => lost })
    worlds[one]!.positions = [position('INFY-EQ', 100)]
    await exit({ what: 'positions' })
    await clock.advance(0)
    worlds[one]!.positions = [squared('INFY-EQ', 100)]
    worlds[one]!.orders = [sold('2', 100)]
    for (let second = 0; second < 58; second++) await clock.advance(1000)
    expect(last()).toMatchObject({ state: 'running', accounts: [{ step: 'checking' }] })
    for (let second = 0; second < 3; second++) await clock.advance(1000)
    expect(last()).toMatchObject({ state: 'done', accounts: [{ step: 'flat' }] })
    expect(journal.unsettled()).toEqual([])
  })

  it('says what works where the order of one without an answer comes after a stranger’s', async () => {
    const { exit, worlds, clock, last } = newExits({ answer: () => lost })
    worlds[one]!.positions = [position('INFY-EQ', 100)]
    await exit({ what: 'positions' })
    await clock.advance(0)
    worlds[one]!.positions = [squared('INFY-EQ', 100)]
    worlds[one]!.orders = [sold('2', 100)]
    for (let second = 0; second < 3; second++) await clock.advance(1000)
    worlds[one]!.orders.push(order('3'))
    for (let second = 0; second < 70; second++) await clock.advance(1000)
    expect(last().accounts[0]).toMatchObject({ step: 'left', left: { orders: [{ orderId: '3' }] } })
  })

  it('asks before a second one for a minute after one without an answer, also once that was seen as done', async () => {
    const { exit, clock, last } = newExits({ answer: () => lost })
    // Nothing is held that it could close.
    await exit({ what: 'positions' })
    for (let second = 0; second < 3; second++) await clock.advance(1000)
    expect(last()).toMatchObject({ state: 'done' })
    expect(await exit({ what: 'positions' })).toMatchObject({ error: { field: 'again' } })
    await clock.advance(60_000)
    expect(await exit({ what: 'positions' })).toMatchObject({ ok: true })
  })

  it('is not flat because a book was empty once', async () => {
    const { exit, worlds, clock, last } = newExits()
    const [held, works] = [[position('INFY-EQ', 100)], [order('1')]]
    Object.assign(worlds[one]!, { orders: [], positions: [] })
    await exit()
    await clock.advance(0)
    Object.assign(worlds[one]!, { orders: works, positions: held })
    await clock.advance(1000)
    Object.assign(worlds[one]!, { orders: [], positions: [] })
    await clock.advance(1000)
    expect(last()).toMatchObject({ state: 'running', accounts: [{ step: 'checking' }] })
    const ended = [order('1', { status: 'cancelled' })]
    Object.assign(worlds[one]!, { orders: ended, positions: [position('INFY-EQ', 0)] })
    await clock.advance(2000)
    expect(last()).toMatchObject({ state: 'done', accounts: [{ step: 'flat' }] })
  })

  it('is not flat because a book lost all that it had, whatever was cancelled', async () => {
    const { exit, worlds, clock, last } = newExits()
    worlds[one]!.orders = [order('1')]
    await exit({ what: 'orders' })
    await clock.advance(0)
    worlds[one]!.orders = []
    await clock.advance(70_000)
    expect(last()).toMatchObject({ state: 'left', accounts: [{ step: 'left' }] })
    expect(last().accounts[0]!.todo).toMatch(/^1 order that worked is gone from the order book/)
  })

  it('is not flat because an order that was cancelled is missing in some looks', async () => {
    const { exit, worlds, clock, last } = newExits({
      answer: ({ operation }) => (operation === 'CancelAllOrder' ? cancelled('1') : closed()),
    })
    worlds[one]!.orders = [order('1')]
    await exit()
    await clock.advance(0)
    worlds[one]!.orders = []
    await clock.advance(4000)
    expect(last()).toMatchObject({ state: 'running', accounts: [{ step: 'checking' }] })
    await clock.advance(4000)
    expect(last()).toMatchObject({ state: 'done', accounts: [{ step: 'flat' }] })
  })

  it.each(['orders', 'both', 'stop'] as const)(
    'of %s is not flat while an order of ours may still come',
    async (what) => {
      const { exit, exits, worlds, pictures, clock, last } = newExits()
      const ours = { account: one, id: 'ours' }
      const began = () => (what === 'stop' ? exits.cancelAll([one]) : exit({ what }))
      // On the wire; then taken, and not in a book that lags; then there, and cancelled.
      pictures.follow([onTheWire(ours)])
      await began()
      await clock.advance(5000)
      expect(last().accounts[0]).toMatchObject({ step: 'checking' })
      const answered = { kind: 'answered' as const, parts: [accepted('7')] }
      pictures.follow([after([...wireEvents(ours), answered], ours)])
      await clock.advance(5000)
      expect(last().accounts[0]).toMatchObject({ step: 'checking' })
      worlds[one]!.orders = [order('7', { status: 'cancelled' })]
      await clock.advance(2000)
      expect(last().accounts[0]).toMatchObject({ step: 'flat' })
    },
  )

  it.each(['orders', 'both', 'positions', 'stop'] as const)(
    'of %s is not flat while the legs of a bracket that was filled may still come',
    async (what) => {
      const { exit, exits, worlds, clock, last } = newExits()
      const of = { exchange: 'NSE', product: 'BO', quantity: 100 }
      const entry = order('1', { ...of, action: 'BUY' })
      worlds[one]!.orders = [entry]
      await (what === 'stop' ? exits.cancelAll([one]) : exit({ what }))
      await clock.advance(0)
      // It is filled beside the cancel, and squared off; the broker makes its legs meanwhile.
      const filled = { status: 'complete', fillshares: 100 }
      const closed = [order('1', { ...entry, ...filled }), order('9', { ...of, ...filled })]
      worlds[one]!.orders = closed
      worlds[one]!.positions = [{ ...squared('INFY-EQ', 0), product: 'BO', bqty: 100, sqty: 100 }]
      for (let second = 0; second < 6; second++) await clock.advance(1000)
      expect(last().accounts[0]).toMatchObject({ step: 'checking' })
      const legs = ['2', '3'].map((id) => order(id, { ...of, parentorderid: '1' }))
      worlds[one]!.orders = [...closed, ...legs]
      await clock.advance(60_000)
      expect(last().accounts[0]).toMatchObject({ step: 'left', left: { orders: [{}, {}] } })
    },
  )

  it('is flat once the legs of a bracket are there and have ended, or had their time', async () => {
    const { exit, worlds, clock, last } = newExits()
    const filled = { exchange: 'NSE', product: 'CO', quantity: 100, fillshares: 100 }
    const entry = order('1', { ...filled, action: 'BUY', status: 'complete' })
    const stop = order('2', { ...filled, parentorderid: '1', status: 'complete' })
    worlds[one]!.orders = [entry, stop]
    await exit()
    await clock.advance(1000)
    await clock.advance(1000)
    expect(last().accounts[0]).toMatchObject({ step: 'flat' })
    const other = newExits()
    other.worlds[one]!.orders = [entry]
    other.worlds[one]!.positions = [{ ...position('INFY-EQ', 100), product: 'CO' }]
    await other.exit({ what: 'orders' })
    for (let second = 0; second < 7; second++) await other.clock.advance(1000)
    expect(other.last().accounts[0]).toMatchObject({ step: 'checking' })
    await other.clock.advance(1000)
    await other.clock.advance(1000)
    expect(other.last().accounts[0]).toMatchObject({ step: 'flat' })
  })

  it('is not flat while the positions do not show what the order book does', async () => {
    const { exit, worlds, clock, last } = newExits()
    const bought = { action: 'BUY', exchange: 'NSE', product: 'MIS', quantity: 100 }
    worlds[one]!.orders = [order('7', { ...bought, status: 'open' })]
    await exit()
    await clock.advance(0)
    // It was filled beside the cancel, and the positions lag behind by two looks and more.
    worlds[one]!.orders = [order('7', { ...bought, status: 'complete', fillshares: 100 })]
    await clock.advance(4000)
    expect(last().accounts[0]).toMatchObject({ step: 'checking' })
    worlds[one]!.positions = [position('INFY-EQ', 100)]
    await clock.advance(60_000)
    expect(last().accounts[0]).toMatchObject({ step: 'left', left: { positions: [{ net: 100 }] } })
  })

  it('is flat all the same at a service whose books never agree, but later', async () => {
    const { exit, worlds, clock, last } = newExits()
    const bought = { action: 'BUY', exchange: 'NSE', product: 'MIS', quantity: 100 }
    worlds[one]!.orders = [order('7', { ...bought, status: 'complete', fillshares: 100 })]
    worlds[one]!.positions = [position('INFY-EQ', 0)]
    await exit()
    await clock.advance(9000)
    expect(last().accounts[0]).toMatchObject({ step: 'checking' })
    await clock.advance(3000)
    expect(last().accounts[0]).toMatchObject({ step: 'flat' })
  })

  it('is never flat where no answer has a position that the fills of the day leave open', async () => {
    const { exit, worlds, clock, last } = newExits()
    const bought = { action: 'BUY', exchange: 'NSE', product: 'MIS', quantity: 100 }
    worlds[one]!.orders = [order('7', { ...bought, status: 'complete', fillshares: 100 })]
    await exit()
    await clock.advance(61_000)
    expect(last().accounts[0]).toMatchObject({
      step: 'left',
      left: { positions: [{ symbol: 'INFY-EQ', net: null }] },
    })
  })

  it('of two accounts that turn out to be one login closes its positions once', async () => {
    const twins: Record<string, string[]> = {}
    const { exit, calls, clock, worlds, journal } = newExits({ twins })
    for (const id of [one, two]) worlds[id]!.positions = [position('INFY-EQ', 5)]
    const confirmation = randomUUID()
    const going = exit({ confirmation, what: 'positions', accounts: both })
    // Their keys are read before anything leaves.
    twins[one] = twins[two] = [one, two]
    expect(await going).toMatchObject({ ok: true })
    await clock.advance(0)
    expect(calls.map(({ operation }) => operation)).toEqual(['SquareOffAllPosition'])
    expect(journal.confirmed(confirmation).map(({ state }) => state)).toEqual([
      'accepted',
      'not-sent',
    ])
  })

  it('of orders alone is not flat while the orders of a square-off may not be in the book yet', async () => {
    const { exit, clock, last, journal, pictures } = newExits()
    const squareOff = randomUUID()
    const recorded = recordedExits({
      ...{ account: one, strategy: null, confirmation: squareOff, what: 'positions', at: 0 },
      owner: { name: 'Everyday', broker: 'PX' },
    })
    const sent = journal.append(recorded.flatMap((entry) => withSent(entry, one)))
    pictures.follow(sent)
    const accepted = { state: 'accepted', orderId: null, name: 'INFY-EQ' } as const
    const parts = [{ ...accepted, code: null, message: null, detail: null }]
    pictures.follow(journal.append([{ intent: sent[0]!.id, event: { kind: 'answered', parts } }]))
    await exit({ what: 'orders' })
    await clock.advance(4000)
    expect(last().accounts[0]).toMatchObject({ step: 'checking' })
    await clock.advance(3000)
    expect(last().accounts[0]).toMatchObject({ step: 'flat' })
  })

  it('with an order in doubt is never flat, and says what is not known', async () => {
    const { exit, pictures, clock, last } = newExits()
    pictures.follow([inDoubt({ account: one })])
    await exit()
    await clock.advance(61_000)
    expect(last().accounts[0]).toMatchObject({
      step: 'left',
      todo: 'Look in the order book before you exit again: 1 order or exit was sent, and it does not show what became of it.',
    })
  })

  it('of a strategy does not wait for the orders of others', async () => {
    const { exit, pictures, clock, last } = newExits()
    pictures.follow([inDoubt({ account: one })])
    await exit({ what: 'orders', accounts: [{ account: one, strategy: 'SWING' }] })
    await clock.advance(1000)
    expect(last().accounts[0]).toMatchObject({ step: 'flat' })
  })

  it('takes back what waits in any account of the login: it would work in all of them', async () => {
    const { exit, calledOff, clock } = newExits({ twins: { [one]: [one, two] } })
    await exit()
    await clock.advance(0)
    expect(calledOff).toEqual([
      ['Everyday', null],
      ['Family', null],
    ])
  })

  it('takes back what waits for its turn before it cancels, unless only positions are to go', async () => {
    const { exit, calledOff, clock } = newExits()
    await exit({ what: 'positions' })
    await clock.advance(1000)
    expect(calledOff).toEqual([])
    await exit({ what: 'orders', accounts: [{ account: one, strategy: 'SWING' }] })
    await exit({ what: 'both', accounts: both })
    expect(calledOff).toEqual([
      ['Everyday', 'SWING'],
      ['Everyday', null],
      ['Family', null],
    ])
  })

  it('reads the orders before the positions, so that none can fill between the two', async () => {
    const { exit, reads, clock } = newExits()
    await exit()
    await clock.advance(0)
    expect(reads).toEqual(['Everyday orders', 'Everyday positions'])
  })

  it('names what is left after a minute, with the next thing to do, and raises an alert', async () => {
    const { exit, worlds, clock, last, alerts, calls, exits } = newExits()
    worlds[one]!.positions = [position('NIFTY24NOV26F', 65)]
    await exit({ accounts: both })
    await clock.advance(59_000)
    expect(last().state).toBe('running')
    await clock.advance(1_000)
    expect(last()).toMatchObject({
      state: 'left',
      accounts: [
        {
          step: 'left',
          left: { positions: [{ symbol: 'NIFTY24NOV26F', net: 65 }], orders: [] },
          todo: 'Exit NIFTY24NOV26F again: 65 units are still open.',
        },
        { step: 'flat' },
      ],
    })
    expect(alerts).toMatchObject([
      { kind: 'exit', account: one, title: 'The exit left something in Everyday' },
    ])
    expect(calls).toHaveLength(4)
    expect(exits.list()).toHaveLength(1)
  })

  it('whose books cannot be read is never flat', async () => {
    const { exit, worlds, clock, last } = newExits()
    worlds[one]!.trouble = fail('no-answer', 'The connection broke.')
    await exit()
    await clock.advance(60_000)
    expect(last().accounts[0]).toMatchObject({
      step: 'left',
      left: null,
      todo: 'The connection broke. The books could not be read: look at the account in the broker’s own terminal.',
    })
  })

  it('whose last look failed does not pass an old one off as the truth', async () => {
    const { exit, worlds, clock, last } = newExits()
    worlds[one]!.positions = [position('INFY-EQ', 5)]
    await exit()
    await clock.advance(0)
    worlds[one]!.trouble = fail('no-answer', 'The connection broke.')
    await clock.advance(60_000)
    expect(last().accounts[0]!.todo).toMatch(/The books could not be read/)
  })

  it('with a row that cannot be read, or a quantity that is not known, is not flat', async () => {
    const { exit, worlds, clock, last } = newExits()
    worlds[one]!.unreadable = ['{"symbol": ""}']
    worlds[two]!.positions = [position('INFY-EQ', null)]
    await exit({ accounts: both })
    await clock.advance(60_000)
    expect(last().accounts.map(({ step }) => step)).toEqual(['left', 'left'])
  })

  it('that was refused is looked at once, and then left to the person', async () => {
    const { exit, worlds, clock, last, reads } = newExits({ answer: () => refused })
    worlds[one]!.positions = [position('INFY-EQ', 5)]
    await exit({ what: 'positions' })
    await clock.advance(0)
    expect(last().accounts[0]).toMatchObject({
      step: 'left',
      closed: null,
      failures: [{ code: 'refused', message: 'The broker is not reachable' }],
      todo: 'Exit INFY-EQ again: 5 units are still open.',
    })
    expect(reads).toHaveLength(2)
  })

  it('in doubt is settled by books that show what it was to do', async () => {
    const { exit, clock, last, journal } = newExits({ answer: () => lost })
    const confirmation = randomUUID()
    await exit({ confirmation })
    await clock.advance(0)
    await clock.advance(1000)
    expect(last()).toMatchObject({
      state: 'done',
      accounts: [{ step: 'flat', cancelled: null, closed: null, failures: [{ code: 'in-doubt' }] }],
    })
    expect(journal.confirmed(confirmation).map(({ state }) => state)).toEqual([
      'settled',
      'settled',
    ])
  })

  it('in doubt stays so where something is left, and is not sent again', async () => {
    const { exit, worlds, clock, journal, calls } = newExits({ answer: () => lost })
    worlds[one]!.positions = [position('INFY-EQ', 5)]
    const confirmation = randomUUID()
    await exit({ confirmation, what: 'positions' })
    await clock.advance(300_000)
    expect(journal.confirmed(confirmation).map(({ state }) => state)).toEqual(['in-doubt'])
    expect(calls).toHaveLength(1)
  })

  it('that ends flat settles earlier ones of its account that were to do the same', async () => {
    const answers = [lost, lost, cancelled()]
    const { exit, worlds, clock, journal } = newExits({ answer: () => answers.shift()! })
    worlds[one]!.positions = [position('INFY-EQ', 5)]
    worlds[one]!.orders = [order('1')]
    const [orders, positions] = [randomUUID(), randomUUID()]
    await exit({ confirmation: orders, what: 'orders' })
    await clock.advance(60_000)
    await exit({ confirmation: positions, what: 'positions', again: true })
    await clock.advance(60_000)
    worlds[one]!.orders = [order('1', { status: 'cancelled' })]
    await exit({ what: 'orders' })
    await clock.advance(2000)
    const stateOf = (confirmation: string) => journal.confirmed(confirmation)[0]!.state
    expect([stateOf(orders), stateOf(positions)]).toEqual(['settled', 'in-doubt'])
  })

  it('goes on where a window fails at hearing of it', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    onTestFinished(() => logged.mockRestore())
    const { exit, clock, last, exits } = newExits({
      onExit: () => {
        throw new Error('the window is gone')
      },
    })
    await exit()
    await clock.advance(0)
    await clock.advance(1000)
    expect(last().state).toBe('done')
    expect(exits.list()).toEqual([last()])
  })

  it('of an account without a login fails with the reason, and the others go on', async () => {
    const { exit, clock, last, alerts } = newExits({
      logins: { [one]: fail('vault-locked', 'Unlock the keys first.') },
    })
    await exit({ accounts: both })
    await clock.advance(0)
    await clock.advance(1000)
    expect(last()).toMatchObject({
      state: 'left',
      accounts: [
        { step: 'failed', failures: [{ code: 'vault-locked' }], left: null },
        { step: 'flat' },
      ],
    })
    expect(alerts).toMatchObject([{ title: 'The exit did not reach Everyday' }])
  })

  it('of positions leaves the orders that were there, and waits for those that came', async () => {
    const held = Promise.withResolvers<Reply<unknown>>()
    const { exit, worlds, clock, last } = newExits({ answer: () => held.promise })
    worlds[one]!.orders = [order('1')]
    await exit({ what: 'positions' })
    await clock.advance(0)
    worlds[one]!.orders = [order('1'), order('2')]
    held.resolve(closed())
    await clock.advance(0)
    expect(last().accounts[0]).toMatchObject({
      step: 'checking',
      left: { orders: [{ orderId: '2' }] },
    })
    worlds[one]!.orders = [order('1'), order('2', { status: 'complete' })]
    await clock.advance(1000)
    await clock.advance(1000)
    expect(last().accounts[0]).toMatchObject({
      step: 'flat',
      todo: 'An order from before works on, and may open a position again.',
    })
  })
})

describe('an exit whose books contradict each other', () => {
  /** 100 were bought long enough ago for both books to agree on it. */
  async function heldWorld() {
    const world = newExits({ answer: () => closed('INFY-EQ') })
    const bought = order('1', {
      ...{ action: 'BUY', exchange: 'NSE', product: 'MIS', quantity: 100 },
      ...{ fillshares: 100, status: 'complete' },
    })
    world.worlds[one]!.orders = [bought]
    world.worlds[one]!.positions = [{ ...position('INFY-EQ', 100), bqty: 100, sqty: 0 }]
    world.poll()
    await world.clock.advance(20_000)
    world.poll()
    await world.exit({ what: 'positions' })
    await world.clock.advance(0)
    return world
  }
  const zero = { ...position('INFY-EQ', 0), cfbuyqty: 0, cfsellqty: 0, bqty: 100, sqty: 100 }

  it('is not flat while no order explains the zero of a position, and says that they contradict each other', async () => {
    const { worlds, clock, last, exits } = await heldWorld()
    worlds[one]!.positions = [zero]
    for (let second = 0; second < 20; second++) await clock.advance(1000)
    expect(last().accounts[0]).toMatchObject({ step: 'checking' })
    worlds[one]!.orders = []
    await clock.advance(8000)
    expect(last().accounts[0]).toMatchObject({ step: 'checking' })
    expect(exits.list()).toHaveLength(1)
  })

  it('is flat at once where the order book shows what closed it', async () => {
    const { worlds, clock, last } = await heldWorld()
    worlds[one]!.positions = [zero]
    worlds[one]!.orders.push(sold('2', 100))
    for (let second = 0; second < 3; second++) await clock.advance(1000)
    expect(last().accounts[0]).toMatchObject({ step: 'flat' })
  })

  it('is not flat either once the position book has held to its zero for a minute', async () => {
    const { worlds, clock, last } = await heldWorld()
    worlds[one]!.positions = [zero]
    for (let second = 0; second < 70; second++) await clock.advance(1000)
    expect(last().accounts[0]).toMatchObject({ step: 'left' })
    expect(last().accounts[0]!.todo).toContain('The two contradict each other')
  })

  it('is not said to be open still by a position book that stands where the orders closed it', async () => {
    const { worlds, clock, last } = await heldWorld()
    worlds[one]!.orders.push(sold('2', 100))
    for (let second = 0; second < 70; second++) await clock.advance(1000)
    expect(last().accounts[0]).toMatchObject({ step: 'left' })
    expect(last().accounts[0]!.todo).toMatch(
      /^The position book shows \+100 of INFY-EQ, and by the orders it is 0, so one of these is late or wrong: .+ before you exit again\.$/,
    )
  })

  it('names the contradiction where it is left', async () => {
    const { worlds, clock, last } = await heldWorld()
    for (let second = 0; second < 45; second++) await clock.advance(1000)
    worlds[one]!.positions = [zero]
    for (let second = 0; second < 20; second++) await clock.advance(1000)
    expect(last().accounts[0]).toMatchObject({ step: 'left' })
    expect(last().accounts[0]!.todo).toMatch(
      /^The position book shows INFY-EQ as closed, and by the order book \+\d+ is open\. The two/,
    )
  })
})

describe('flat, once it is said,', () => {
  const bought = { action: 'BUY', exchange: 'NSE', product: 'MIS', quantity: 100 }
  /** An order of before was cancelled, and nothing is held. */
  async function flatWorld(more: Parameters<typeof newExits>[0] = {}) {
    const world = newExits(more)
    world.worlds[one]!.orders = [order('7', { ...bought, status: 'cancelled', fillshares: 0 })]
    await world.exit()
    await world.clock.advance(2000)
    expect(world.last().accounts[0]).toMatchObject({ step: 'flat', todo: null })
    return world
  }

  it('is on the disk before it is told', async () => {
    let stepWhenWritten: string | undefined
    const document = {
      read: (): KeptWord[] => [],
      write: () => (stepWhenWritten ??= world.last().accounts[0]!.step),
    }
    const saidOfExits = new SaidOfExits({ document, clock: new FakeClock(), now: () => 7 })
    const world = newExits({ saidOfExits })
    await world.exit()
    await world.clock.advance(2000)
    expect(world.last().accounts[0]).toMatchObject({ step: 'flat' })
    expect(stepWhenWritten).toBe('checking')
  })

  it('is taken back where an order that had ended works again, and told aloud once', async () => {
    const { worlds, poll, last, alerts, exits, clock, journal } = await flatWorld()
    worlds[one]!.orders = [order('7', { ...bought, status: 'open', fillshares: 0 })]
    poll()
    // One answer may be an old one.
    expect(last()).toMatchObject({ state: 'done' })
    expect(alerts).toEqual([])
    await clock.advance(1000)
    poll()
    expect(last()).toMatchObject({
      state: 'left',
      accounts: [
        {
          ...{ step: 'left', takenBackAt: 7, left: { orders: [{ orderId: '7' }] } },
          todo: 'Order 7 of INFY-EQ had ended and works again. Cancel it, or exit again.',
        },
      ],
    })
    expect(exits.list()).toHaveLength(1)
    expect(alerts).toMatchObject([{ kind: 'exit', title: 'Not flat any more: Everyday' }])
    expect(journal.confirmed(last().id)[0]).toMatchObject({ watched: 'taken-back' })
    // It is said again once the books hold to it.
    worlds[one]!.orders = [order('7', { ...bought, status: 'cancelled', fillshares: 0 })]
    poll()
    await clock.advance(4000)
    poll()
    expect(last().accounts[0]).toMatchObject({ step: 'left' })
    await clock.advance(2000)
    poll()
    expect(last().accounts[0]).toMatchObject({ step: 'flat', takenBackAt: null })
    expect(last().accounts[0]!.todo).toMatch(
      /the books showed otherwise for a while\. Now they bear it out again\.$/,
    )
    expect(alerts).toHaveLength(1)
  })

  it('is taken back where an order that had ended shows more filled', async () => {
    const { worlds, poll, last } = await flatWorld()
    worlds[one]!.orders = [order('7', { ...bought, status: 'cancelled', fillshares: 60 })]
    poll()
    expect(last().accounts[0]).toMatchObject({ step: 'left' })
    expect(last().accounts[0]!.todo).toMatch(/^Order 7 of INFY-EQ had ended and shows more filled/)
    worlds[one]!.positions = [position('INFY-EQ', 60)]
    poll()
    expect(last().accounts[0]).toMatchObject({ left: { positions: [{ net: 60 }] } })
  })

  it.each([
    ['shows nothing of it', []],
    ['stands still', [{ ...position('INFY-EQ', 0), bqty: 0, sqty: 0 }]],
  ])('stays taken back where more was filled and its position book %s', async (_, positions) => {
    const { worlds, poll, last, clock } = await flatWorld()
    worlds[one]!.positions = positions
    worlds[one]!.orders = [order('7', { ...bought, status: 'cancelled', fillshares: 60 })]
    const polled = async (seconds: number): Promise<void> => {
      for (let second = 0; second < seconds; second++) {
        poll()
        await clock.advance(1000)
      }
    }
    await polled(60)
    expect(last().accounts[0]).toMatchObject({ step: 'left' })
    expect(last().accounts[0]!.todo).toMatch(/^Order 7 of INFY-EQ had ended and shows more filled/)
    // Until an order closes what it opened.
    worlds[one]!.positions = [{ ...position('INFY-EQ', 0), bqty: 60, sqty: 60 }]
    worlds[one]!.orders.push(sold('8', 60))
    await polled(10)
    expect(last().accounts[0]).toMatchObject({ step: 'flat' })
  })

  it('is taken back where a position is shown again that no later order opened', async () => {
    const { worlds, poll, last, clock } = await flatWorld()
    worlds[one]!.positions = [position('INFY-EQ', 100)]
    poll()
    // An order of afterwards may come up in its book a moment later.
    expect(last().accounts[0]).toMatchObject({ step: 'flat' })
    await clock.advance(5000)
    poll()
    expect(last().accounts[0]).toMatchObject({ step: 'left', left: { positions: [{ net: 100 }] } })
    expect(last().accounts[0]!.todo).toMatch(/^INFY-EQ shows \+100 again/)
  })

  it('is not taken back for a position of an order that was sent since, and that its book does not show yet', async () => {
    for (const [isOurs, units] of [
      [true, 100],
      [true, 101],
      [true, -100],
      [false, 100],
    ] as const) {
      const { worlds, poll, last, clock, pictures } = await flatWorld()
      const ours = { account: one, id: 'ours' }
      const answered = { kind: 'answered' as const, parts: [accepted('8')] }
      if (isOurs) pictures.follow([after([...wireEvents(ours), answered], ours)])
      worlds[one]!.positions = [position('INFY-EQ', units)]
      for (let second = 0; second < 8; second++) {
        poll()
        await clock.advance(1000)
      }
      const isExplained = isOurs && units === 100
      expect(last().accounts[0]).toMatchObject({ step: isExplained ? 'flat' : 'left' })
    }
  })

  it('is not taken back for a position before the order book could tell what opened it', async () => {
    const { worlds, poll, last, clock } = await flatWorld()
    worlds[one]!.positions = [position('INFY-EQ', 100)]
    poll()
    await clock.advance(5000)
    poll(one, ['positions'])
    expect(last().accounts[0]).toMatchObject({ step: 'flat' })
    worlds[one]!.orders.push(order('8', { ...bought, status: 'complete', fillshares: 100 }))
    poll()
    expect(last().accounts[0]).toMatchObject({ step: 'flat', todo: null })
  })

  it('stays taken back while its book leaves out what spoke against it', async () => {
    const open = order('7', { ...bought, status: 'open', fillshares: 0 })
    for (const [orders, positions] of [
      [[open], []],
      [[], [position('INFY-EQ', 30)]],
    ] as const) {
      const { worlds, poll, last, clock, alerts } = await flatWorld()
      const polled = async (seconds: number): Promise<void> => {
        for (let second = 0; second < seconds; second++) {
          await clock.advance(1000)
          poll()
        }
      }
      const before = worlds[one]!.orders
      const again = { orders: [...orders, ...(orders.length > 0 ? [] : before)], positions }
      Object.assign(worlds[one]!, again)
      await polled(8)
      expect(last().accounts[0]).toMatchObject({ step: 'left' })
      const { todo } = last().accounts[0]!
      Object.assign(worlds[one]!, { orders: [], positions: [] })
      await polled(20)
      expect(last().accounts[0]).toMatchObject({ step: 'left', todo })
      Object.assign(worlds[one]!, again)
      await polled(8)
      expect(last().accounts[0]).toMatchObject({ step: 'left', todo })
      expect(alerts).toHaveLength(1)
    }
  })

  it('stays so whatever a person trades afterwards', async () => {
    const { worlds, poll, last, clock } = await flatWorld()
    worlds[one]!.orders.push(order('8', { ...bought, status: 'open', fillshares: 0 }))
    poll()
    worlds[one]!.positions = [position('INFY-EQ', 100)]
    poll()
    worlds[one]!.orders.splice(1, 1, order('8', { ...bought, status: 'complete', fillshares: 100 }))
    poll()
    for (let second = 0; second < 20; second++) {
      await clock.advance(1000)
      poll()
    }
    expect(last().accounts[0]).toMatchObject({ step: 'flat', todo: null })
  })

  it('is taken back where an order comes up that was entered before others it had shown', async () => {
    const { worlds, poll, last, clock, exit } = newExits()
    const entered = (time: string): Row => ({ orderentrytime: `Nov 24 2026 ${time}` })
    const ended = order('7', { ...bought, status: 'cancelled', fillshares: 0 })
    worlds[one]!.orders = [{ ...ended, ...entered('10:20:00') }]
    await exit()
    await clock.advance(2000)
    // It may have been changed, and shows when that was.
    const other = order('8', { ...bought, ...entered('10:19:30'), fillshares: 0 })
    worlds[one]!.orders.push(other)
    poll()
    expect(last().accounts[0]).toMatchObject({ step: 'flat' })
    worlds[one]!.orders.push({ ...other, order_id: '6', ...entered('10:15:00') })
    poll()
    expect(last().accounts[0]).toMatchObject({
      ...{ step: 'left', left: { orders: [{ orderId: '6' }] } },
      todo: 'Order 6 of INFY-EQ was at the broker before, though its book did not show it, and works. Cancel it, or exit again.',
    })
  })

  it.each([
    [
      'shows what it opened',
      [position('INFY-EQ', 100)],
      /^INFY-EQ shows \+100 by order 6, which was at the broker before/,
    ],
    ['does not', [], /^Order 6 of INFY-EQ was at the broker before.+ and was filled/],
  ])(
    'is taken back where such an order comes up filled, and its position book %s',
    async (_, positions, words) => {
      const { worlds, poll, last, clock, exit } = newExits()
      const entered = (time: string): Row => ({ orderentrytime: `Nov 24 2026 ${time}` })
      const ended = order('7', { ...bought, status: 'cancelled', fillshares: 0 })
      worlds[one]!.orders = [{ ...ended, ...entered('10:20:00') }]
      await exit()
      await clock.advance(2000)
      expect(last().accounts[0]).toMatchObject({ step: 'flat' })
      const filled = { ...bought, status: 'complete', fillshares: 100 }
      worlds[one]!.orders.push(order('6', { ...filled, ...entered('10:15:00') }))
      worlds[one]!.positions = positions
      for (let second = 0; second < 40; second++) {
        poll()
        await clock.advance(1000)
      }
      expect(last().accounts[0]).toMatchObject({ step: 'left' })
      expect(last().accounts[0]!.todo).toMatch(words)
    },
  )

  it.each([
    ['it is made another product', 'MIS', 'NRML'],
    ['the book tells its bracket under another product', 'BO', 'MIS'],
  ])('stays so where a person bought afterwards, and %s', async (_, ordered, held) => {
    const { worlds, poll, last, clock } = await flatWorld()
    const filled = { ...bought, product: ordered, status: 'complete', fillshares: 100 }
    worlds[one]!.orders.push(order('8', filled))
    for (let second = 0; second < 10; second++) {
      worlds[one]!.positions = [
        { ...position('INFY-EQ', 100), product: second < 3 ? ordered : held },
      ]
      poll()
      await clock.advance(1000)
    }
    expect(last().accounts[0]).toMatchObject({ step: 'flat', todo: null })
  })

  it.each([
    [100, 'flat'],
    [60, 'left'],
  ])(
    'goes by orders that the books spell otherwise than the position: %i bought of 100',
    async (fillshares, end) => {
      const { worlds, poll, last, clock } = await flatWorld()
      worlds[one]!.orders.push(order('8', { ...bought, status: 'complete', fillshares }))
      worlds[one]!.positions = [position('INFY', 100)]
      for (let second = 0; second < 20; second++) {
        await clock.advance(1000)
        poll()
      }
      expect(last().accounts[0]).toMatchObject({ step: end })
    },
  )

  it('of orders alone is taken back by orders alone', async () => {
    const { worlds, poll, last, clock, exit } = newExits()
    worlds[one]!.orders = [order('7', { ...bought, status: 'cancelled', fillshares: 0 })]
    await exit({ what: 'orders' })
    await clock.advance(2000)
    worlds[one]!.positions = [position('INFY-EQ', 100)]
    for (let second = 0; second < 8; second++) {
      await clock.advance(1000)
      poll()
    }
    expect(last().accounts[0]).toMatchObject({ step: 'flat' })
    worlds[one]!.orders = [order('7', { ...bought, status: 'zustellung läuft', fillshares: 0 })]
    poll()
    await clock.advance(1000)
    poll()
    expect(last().accounts[0]).toMatchObject({ step: 'left', left: { orders: [{}] } })
  })

  it('is taken back of each account, however many others had exits since', async () => {
    const { worlds, poll, last, clock, exit, runs } = await flatWorld()
    const first = last().id
    for (let count = 0; count < 25; count++) {
      await exit({ what: 'orders', accounts: [{ account: two, strategy: null }] })
      await clock.advance(2000)
      expect(last()).toMatchObject({ state: 'done' })
    }
    worlds[one]!.orders = [order('7', { ...bought, status: 'open', fillshares: 0 })]
    poll()
    await clock.advance(1000)
    poll()
    expect(runs.findLast(({ id }) => id === first)).toMatchObject({ state: 'left' })
  })

  it('is told aloud of every account where it is taken back, however often of another one', async () => {
    const { worlds, poll, clock, exit, alerts } = newExits()
    const ended = order('7', { ...bought, status: 'cancelled', fillshares: 0 })
    for (const account of [one, two]) worlds[account]!.orders = [ended]
    await exit({ accounts: both })
    await clock.advance(2000)
    for (let count = 0; count < 5; count++) {
      worlds[one]!.orders = [{ ...ended, status: 'open' }]
      poll()
      await clock.advance(1000)
      poll()
      worlds[one]!.orders = [ended]
      for (let second = 0; second < 7; second++) {
        poll()
        await clock.advance(1000)
      }
    }
    worlds[two]!.orders = [{ ...ended, status: 'open' }]
    poll(two)
    await clock.advance(1000)
    poll(two)
    const of = (name: string): unknown[] => alerts.filter(({ title }) => title.endsWith(name))
    expect(of('Everyday')).toHaveLength(3)
    expect(of('Family')).toHaveLength(1)
  })

  it.each<[string, string, string, Row, 'left' | 'flat']>([
    ['in the same second', '10:20:05', '10:20:05', {}, 'left'],
    ['a moment before', '10:20:05', '10:20:03', {}, 'left'],
    ['afterwards', '10:20:05', '10:20:06', {}, 'flat'],
    ['in the same minute, by a book that tells no seconds', '10:20', '10:20', {}, 'flat'],
    ['in the same second, on the other side', '10:20:05', '10:20:05', { action: 'BUY' }, 'flat'],
    ['in the same second, of another one', '10:20:05', '10:20:05', { symbol: 'TCS-EQ' }, 'flat'],
  ])(
    'is held against a second order of a position that a square-off closed, entered %s',
    async (_, first, second, more, end) => {
      const { worlds, poll, last, clock, exit } = newExits()
      worlds[one]!.positions = [position('INFY-EQ', 100)]
      poll()
      await exit()
      await clock.advance(0)
      const closing = { ...sold('2', 100), orderentrytime: `Nov 24 2026 ${first}` }
      worlds[one]!.orders = [closing]
      worlds[one]!.positions = [squared('INFY-EQ', 100)]
      await clock.advance(3000)
      expect(last().accounts[0]).toMatchObject({ step: 'flat' })
      const again = { status: 'open', fillshares: 0, orderentrytime: `Nov 24 2026 ${second}` }
      worlds[one]!.orders.push({ ...sold('3', 100), ...again, ...more })
      for (let polls = 0; polls < 10; polls++) {
        await clock.advance(1000)
        poll()
      }
      expect(last().accounts[0]).toMatchObject({ step: end })
    },
  )

  it('is no more the desk’s to know once the account is another one', async () => {
    const fingerprints: Record<string, string> = { [one]: one }
    const { worlds, poll, last, exits } = await flatWorld({ fingerprints })
    exits.accountReassigned(one)
    fingerprints[one] = 'other keys'
    worlds[one]!.orders = [order('7', { ...bought, status: 'open', fillshares: 0 })]
    poll()
    expect(last().accounts[0]).toMatchObject({ step: 'flat' })
  })
})

describe('what an exit was said to have left', () => {
  type Exiting = ReturnType<typeof newExits>

  /** Polls go on beside and after the watching. */
  const polled = async ({ poll, clock }: Exiting, seconds: number): Promise<void> => {
    for (let second = 0; second < seconds; second++) {
      poll()
      await clock.advance(1000)
    }
  }

  const leftOrders = async (journal = keptJournal()): Promise<Exiting> => {
    const exiting = newExits({ journal, answer: () => cancelled('1', '2') })
    exiting.worlds[one]!.orders = [order('1'), order('2')]
    await exiting.exit({ what: 'orders' })
    await polled(exiting, 62)
    const todo = 'Cancel again: 2 orders still work.'
    expect(exiting.last().accounts[0]).toMatchObject({ step: 'left', todo })
    return exiting
  }

  it('is said to be over once cancels that take longer than a minute are', async () => {
    const exiting = await leftOrders()
    const { worlds, last, alerts, journal } = exiting
    worlds[one]!.orders = ['1', '2'].map((id) => order(id, { status: 'cancelled' }))
    await polled(exiting, 3)
    expect(last()).toMatchObject({ state: 'done' })
    expect(last().accounts[0]).toMatchObject({
      ...{ step: 'flat', todo: null },
      left: { orders: [], positions: [] },
    })
    expect(alerts.map(({ title, tone }) => [title, tone])).toEqual([
      ['The exit left something in Everyday', 'urgent'],
      ['No orders left after all: Everyday', 'good'],
    ])
    expect(journal.confirmed(last().id)[0]).toMatchObject({ watched: 'flat' })
    // From then on it is watched as what was said at once is.
    worlds[one]!.orders = [order('1'), order('2', { status: 'cancelled' })]
    await polled(exiting, 3)
    expect(last().accounts[0]).toMatchObject({ step: 'left', takenBackAt: 7 })
  })

  it('is over where a square-off is filled later', async () => {
    const exiting = newExits()
    const { worlds, exit, last, alerts } = exiting
    worlds[one]!.positions = [{ ...squared('INFY-EQ', 100), netqty: 100, sqty: 0 }]
    await exit({ what: 'positions' })
    await polled(exiting, 1)
    worlds[one]!.orders = [{ ...sold('8', 100), status: 'open', fillshares: 0 }]
    await polled(exiting, 75)
    expect(last().accounts[0]).toMatchObject({ step: 'left', left: { positions: [{ net: 100 }] } })
    worlds[one]!.orders = [sold('8', 100)]
    worlds[one]!.positions = [squared('INFY-EQ', 100)]
    await polled(exiting, 4)
    expect(last().accounts[0]).toMatchObject({ step: 'flat', todo: null })
    expect(alerts.at(-1)).toMatchObject({ title: 'Flat after all: Everyday' })
  })

  it('is over where books that could not be read show that nothing is left', async () => {
    const exiting = newExits()
    const { worlds, exit, exits, clock, last, alerts } = exiting
    worlds[one]!.trouble = fail('no-answer', 'The connection broke.')
    await exit()
    await clock.advance(61_000)
    expect(last().accounts[0]).toMatchObject({ step: 'left', left: null })
    expect(exits.notKnownLeft()).toEqual([one])
    worlds[one]!.trouble = null
    await polled(exiting, 3)
    expect(last().accounts[0]).toMatchObject({ step: 'flat', todo: null })
    expect(exits.notKnownLeft()).toEqual([])
    expect(alerts.map(({ title }) => title)).toEqual([
      'Not known what the exit left in Everyday',
      'Flat after all: Everyday',
    ])
  })

  it('is said to be nothing that one look showed where the time was over before the next', async () => {
    const exiting = newExits()
    const { worlds, exit, clock, last } = exiting
    worlds[one]!.orders = [order('1')]
    await exit({ what: 'orders' })
    for (let second = 0; second < 58; second++) await clock.advance(1000)
    worlds[one]!.orders = [order('1', { status: 'cancelled' })]
    await clock.advance(1000)
    await clock.advance(1000)
    expect(last().accounts[0]!.todo).toMatch(/^The books showed nothing left, but not often enough/)
    await polled(exiting, 3)
    expect(last().accounts[0]).toMatchObject({ step: 'flat', todo: null })
  })

  it('is not over by one reading, nor by a book that is only empty', async () => {
    const exiting = await leftOrders()
    const { worlds, poll, clock, last, alerts } = exiting
    worlds[one]!.orders = ['1', '2'].map((id) => order(id, { status: 'cancelled' }))
    poll()
    worlds[one]!.orders = [order('1'), order('2')]
    await clock.advance(2000)
    worlds[one]!.orders = []
    await polled(exiting, 1)
    expect(last().accounts[0]).toMatchObject({ step: 'left' })
    expect(alerts).toHaveLength(1)
  })

  it('is asked for no oftener the longer it cannot be proved', async () => {
    const exiting = newExits({
      answer: () => cancelled('9'),
      history: () => [order('9')],
    })
    const { worlds, exit, reads, last } = exiting
    worlds[one]!.orders = [order('9', { status: 'cancelled' })]
    await exit({ what: 'orders' })
    await polled(exiting, 62)
    expect(last().accounts[0]!.todo).toMatch(/still works by its own history/)
    const before = reads.length
    await polled(exiting, 3600)
    expect(last().accounts[0]).toMatchObject({ step: 'left' })
    // Each of them a minute of looks.
    expect(reads.length - before).toBeLessThan(20 * 62)
  })

  it('is said anew as it grows less, and where it was not known, aloud', async () => {
    const exiting = await leftOrders()
    const { worlds, last, alerts } = exiting
    worlds[one]!.orders = [order('1', { status: 'cancelled' }), order('2')]
    await polled(exiting, 4)
    expect(last().accounts[0]!.todo).toBe('Cancel again: 2 orders still work.')
    await polled(exiting, 4)
    expect(last().accounts[0]).toMatchObject({
      ...{ step: 'left', todo: 'Cancel again: 1 order still works.' },
      left: { orders: [{ orderId: '2' }] },
    })
    expect(alerts).toHaveLength(1)
    const other = newExits()
    other.worlds[one]!.trouble = fail('no-answer', 'The connection broke.')
    await other.exit()
    await other.clock.advance(61_000)
    other.worlds[one]!.trouble = null
    other.worlds[one]!.positions = [{ ...squared('INFY-EQ', 100), netqty: 100, sqty: 0 }]
    await polled(other, 8)
    expect(other.last().accounts[0]).toMatchObject({ left: { positions: [{ net: 100 }] } })
    expect(other.last().accounts[0]!.todo).toMatch(/^Exit INFY-EQ again: /)
    expect(other.alerts.at(-1)).toMatchObject({ title: 'The exit left something in Everyday' })
  })

  it('is not what came up since, which is named for itself', async () => {
    const exiting = await leftOrders()
    const { worlds, last, alerts } = exiting
    const ended = ['1', '2'].map((id) => order(id, { status: 'cancelled' }))
    worlds[one]!.orders = [...ended, order('3')]
    await polled(exiting, 8)
    expect(last().accounts[0]).toMatchObject({
      ...{ step: 'left', left: { orders: [{ orderId: '3' }] } },
      todo: 'The books show nothing more of what this exit left. What stands here came up in them since: 1 order.',
    })
    expect(alerts).toHaveLength(1)
    worlds[one]!.orders = [...ended, order('3', { status: 'cancelled' })]
    await polled(exiting, 3)
    expect(last().accounts[0]).toMatchObject({ step: 'flat' })
  })

  it('is not over because an order has been missing for an hour, and is once its end is shown', async () => {
    const exiting = newExits()
    const { worlds, exit, last } = exiting
    worlds[one]!.orders = [order('1')]
    exiting.poll()
    await exit({ what: 'orders' })
    await exiting.clock.advance(0)
    worlds[one]!.orders = [order('0', { status: 'cancelled' })]
    await polled(exiting, 3700)
    expect(last().accounts[0]!.todo).toMatch(/^1 order that worked is gone from the order book/)
    worlds[one]!.orders.push(order('1', { status: 'cancelled' }))
    await polled(exiting, 3)
    expect(last().accounts[0]).toMatchObject({ step: 'flat' })
  })

  it('is over at a broker that drops the row of what is closed, however late it shows by what', async () => {
    const exiting = newExits()
    const { worlds, exit, last } = exiting
    worlds[one]!.positions = [{ ...squared('INFY-EQ', 100), netqty: 100, sqty: 0 }]
    await exit({ what: 'positions' })
    await polled(exiting, 75)
    expect(last().accounts[0]).toMatchObject({ step: 'left' })
    worlds[one]!.positions = []
    await polled(exiting, 20)
    expect(last().accounts[0]).toMatchObject({ step: 'left' })
    worlds[one]!.orders = [sold('8', 100)]
    await polled(exiting, 12)
    expect(last().accounts[0]).toMatchObject({ step: 'flat' })
  })

  const restarted = (journal: KeptJournal, fingerprints?: Record<string, string>): Exiting => {
    const next = newExits({ journal, ...(fingerprints && { fingerprints }) })
    next.exits.takeUp(0, null)
    next.booksAreRead()
    return next
  }

  it('is told of by the next session once it is over, and not before', async () => {
    const before = await leftOrders()
    // Whose keys these are is known only a while after the first reading.
    const fingerprints: Record<string, string> = { [one]: 'not known yet', [two]: two }
    const next = restarted(before.journal, fingerprints)
    next.worlds[one]!.orders = [order('1'), order('2')]
    await polled(next, 5)
    fingerprints[one] = one
    await polled(next, 70)
    expect([next.runs, next.alerts]).toEqual([[], []])
    next.worlds[one]!.orders = ['1', '2'].map((id) => order(id, { status: 'cancelled' }))
    await polled(next, 4)
    expect(next.last()).toMatchObject({ id: before.last().id, what: 'orders', state: 'done' })
    expect(next.last().accounts).toMatchObject([{ account: one, step: 'flat', cancelled: 2 }])
    expect(next.alerts).toMatchObject([{ title: 'No orders left after all: Everyday' }])
    expect(next.journal.confirmed(before.last().id)[0]).toMatchObject({ watched: 'flat' })
  })

  it('is not told of by the next session as a run that is done while others of it are not', async () => {
    const before = newExits({ answer: () => cancelled('1') })
    for (const account of [one, two]) before.worlds[account]!.orders = [order('1')]
    await before.exit({ what: 'orders', accounts: both })
    await polled(before, 62)
    expect(before.last().accounts.map(({ step }) => step)).toEqual(['left', 'left'])
    const next = restarted(before.journal)
    for (const account of [one, two]) next.worlds[account]!.orders = [order('1')]
    const bothPolled = async (seconds: number): Promise<void> => {
      for (let second = 0; second < seconds; second++) {
        next.poll(two)
        await polled(next, 1)
      }
    }
    await bothPolled(10)
    expect(next.runs).toEqual([])
    next.worlds[one]!.orders = [order('1', { status: 'cancelled' })]
    await bothPolled(4)
    expect(next.last()).toMatchObject({ id: before.last().id, state: 'left' })
    expect(next.last().accounts).toMatchObject([
      { account: one, step: 'flat', cancelled: 1 },
      { account: two, step: 'left', cancelled: 1 },
    ])
    next.worlds[two]!.orders = [order('1', { status: 'cancelled' })]
    await bothPolled(4)
    expect(next.last()).toMatchObject({ state: 'done' })
    expect(next.last().accounts.map(({ account }) => account)).toEqual([one, two])
    expect(next.alerts.map(({ title }) => title)).toEqual([
      'No orders left after all: Everyday',
      'No orders left after all: Family',
    ])
  })

  it('stands beside nothing that the next session tells of where a later exit came to its end', async () => {
    let at = 0
    const journal = keptJournal({ now: () => at })
    const before = newExits({ journal, answer: () => cancelled('1') })
    for (const account of [one, two]) before.worlds[account]!.orders = [order('1')]
    await before.exit({ what: 'orders', accounts: both })
    await polled(before, 62)
    expect(before.last().accounts.map(({ step }) => step)).toEqual(['left', 'left'])
    at = 5
    await before.exit({ what: 'both', accounts: [{ account: two, strategy: null }], again: true })
    before.worlds[two]!.orders = [order('1', { status: 'cancelled' })]
    for (let second = 0; second < 2; second++) {
      await before.clock.advance(1000)
      if (before.last().state === 'done') break
    }
    const [earlier] = before.exits.list()
    expect([before.last().state, earlier!.accounts[1]!.step]).toEqual(['done', 'left'])
    const next = restarted(journal)
    for (const account of [one, two])
      next.worlds[account]!.orders = [order('1', { status: 'cancelled' })]
    await polled(next, 4)
    const run = next.exits.list().find(({ id }) => id === earlier!.id)
    expect(run).toMatchObject({ state: 'done', accounts: [{ account: one, step: 'flat' }] })
  })

  it('stands beside what the next session takes up of the same run', async () => {
    const before = newExits({ answer: () => cancelled('1') })
    for (const account of [one, two]) before.worlds[account]!.orders = [order('1')]
    await before.exit({ what: 'orders', accounts: both })
    await before.clock.advance(2000)
    const { id } = before.last()
    const [, second] = before.journal.confirmed(id)
    const end = { kind: 'watched', end: 'left' } as const
    before.journal.append([{ intent: second!.id, event: end }])
    const next = restarted(before.journal)
    expect(next.last().accounts).toMatchObject([
      { account: one, step: 'waiting' },
      { account: two, step: 'left' },
    ])
    next.worlds[one]!.orders = [order('1', { status: 'cancelled' })]
    await polled(next, 4)
    expect(next.last()).toMatchObject({ state: 'left', accounts: [{ step: 'flat' }, {}] })
    next.worlds[two]!.orders = [order('1', { status: 'cancelled' })]
    next.poll(two)
    await next.clock.advance(3000)
    expect(next.last()).toMatchObject({ state: 'done' })
  })

  it('is over without a word beside the end of a later exit, and is taken back with it', async () => {
    const exiting = await leftOrders()
    const { worlds, runs, alerts, exits } = exiting
    const stepsOf = (): string[] =>
      exits.list().map(({ accounts }) => accounts[0]!.step + (accounts[0]!.takenBackAt ? '!' : ''))
    const before = runs.length
    await exiting.exit({ what: 'both' })
    await polled(exiting, 1)
    worlds[one]!.orders = ['1', '2'].map((id) => order(id, { status: 'cancelled' }))
    await polled(exiting, 20)
    expect(stepsOf()).toEqual(['flat', 'flat'])
    expect(alerts.map(({ title }) => title)).toEqual(['The exit left something in Everyday'])
    // The later comes to its end first.
    const laterFlatAt = runs.findIndex(
      ({ what, accounts }) => what === 'both' && accounts[0]!.step === 'flat',
    )
    const earlierFlatAt = runs.findIndex(
      ({ what, accounts }) => what === 'orders' && accounts[0]!.step === 'flat',
    )
    expect(earlierFlatAt).toBeGreaterThan(laterFlatAt)
    expect(laterFlatAt).toBeGreaterThan(before)
    worlds[one]!.orders = [order('1'), order('2', { status: 'cancelled' })]
    await polled(exiting, 3)
    expect(stepsOf()).toEqual(['left!', 'left!'])
    expect(alerts.slice(1).map(({ title }) => title)).toEqual(['Not flat any more: Everyday'])
  })

  it('is taken back in the next session by the word of the later exit alone', async () => {
    const disk = saidOnDisk()
    const saidOfExits = disk.begin()
    const before = newExits({ saidOfExits, answer: () => cancelled('1', '2') })
    before.worlds[one]!.orders = [order('1'), order('2')]
    for (let exits = 0; exits < 4; exits++) {
      await before.exit({ what: 'orders' })
      await polled(before, 62)
    }
    const later = before.last().id
    const ended = ['1', '2'].map((id) => order(id, { status: 'cancelled' }))
    before.worlds[one]!.orders = ended
    await polled(before, 20)
    expect(before.exits.list().map(({ state }) => state)).toEqual(Array(4).fill('done'))
    saidOfExits.stop()
    expect(disk.stored().map(({ run }) => run)).toEqual([later])
    const next = newExits({ journal: before.journal, saidOfExits: disk.begin() })
    next.exits.takeUp(0, null)
    next.worlds[one]!.orders = ended
    next.booksAreRead()
    await polled(next, 2)
    next.worlds[one]!.orders = [order('1'), ended[1]!]
    await polled(next, 4)
    expect(next.exits.list().map(({ id }) => id)).toEqual([later])
    expect(next.alerts.map(({ title }) => title)).toEqual(['Orders work again: Everyday'])
  })

  it('is taken back beside a later exit also once other keys proved to be the same client’s', async () => {
    const fingerprints: Record<string, string> = { [one]: one, [two]: two }
    const exiting = newExits({ fingerprints, answer: () => cancelled('1', '2') })
    const { worlds, exits } = exiting
    worlds[one]!.orders = [order('1'), order('2')]
    for (let count = 0; count < 2; count++) {
      await exiting.exit({ what: 'orders' })
      await polled(exiting, 62)
    }
    worlds[one]!.orders = ['1', '2'].map((id) => order(id, { status: 'cancelled' }))
    await polled(exiting, 20)
    fingerprints[one] = 'other keys'
    exits.accountReassigned(one)
    await polled(exiting, 2)
    fingerprints[one] = one
    await polled(exiting, 2)
    worlds[one]!.orders = [order('1'), order('2', { status: 'cancelled' })]
    await polled(exiting, 4)
    expect(exits.list().map(({ state }) => state)).toEqual(['left', 'left'])
  })

  it('is said to be over by the later one alone where that left as much', async () => {
    const exiting = await leftOrders()
    const { worlds, alerts, exits } = exiting
    await exiting.exit({ what: 'orders' })
    await polled(exiting, 62)
    worlds[one]!.orders = ['1', '2'].map((id) => order(id, { status: 'cancelled' }))
    await polled(exiting, 8)
    expect(exits.list().map(({ state }) => state)).toEqual(['done', 'done'])
    expect(alerts.map(({ title }) => title)).toEqual([
      'The exit left something in Everyday',
      'The exit left something in Everyday',
      'No orders left after all: Everyday',
    ])
  })

  it('is not told of by the next session with the books of other keys, nor where more was sent since', async () => {
    let at = 0
    const journal = keptJournal({ now: () => at })
    await leftOrders(journal)
    const ended = ['1', '2'].map((id) => order(id, { status: 'cancelled' }))
    const other = restarted(journal, { [one]: 'other keys', [two]: two })
    other.worlds[one]!.orders = ended
    await polled(other, 4)
    expect(other.alerts).toEqual([])
    at = 5
    const confirmation = randomUUID()
    const owner = { name: 'Everyday', broker: 'PX' }
    const account = { account: one, strategy: null }
    journal.append(recordedExits({ ...account, confirmation, at, what: 'orders', owner }))
    const next = restarted(journal)
    next.worlds[one]!.orders = ended
    await polled(next, 4)
    expect(next.alerts).toEqual([])
  })

  it('is nothing that the books of other keys can tell', async () => {
    const exiting = await leftOrders()
    const { worlds, exits, last } = exiting
    exits.accountReassigned(one)
    worlds[one]!.orders = ['1', '2'].map((id) => order(id, { status: 'cancelled' }))
    await polled(exiting, 5)
    expect(last().accounts[0]).toMatchObject({ step: 'left' })
  })

  it('is watched no more once Quarterdeck stops', async () => {
    const exiting = await leftOrders()
    const { worlds, exits, poll, clock, last } = exiting
    worlds[one]!.orders = ['1', '2'].map((id) => order(id, { status: 'cancelled' }))
    poll()
    exits.stop()
    await clock.advance(5000)
    expect(last().accounts[0]).toMatchObject({ step: 'left' })
  })
})

describe('a word that an earlier session said', () => {
  const entered = (time: string): Row => ({ orderentrytime: `Nov 24 2026 ${time}` })
  const bought = { action: 'BUY', exchange: 'NSE', product: 'MIS', quantity: 100, fillshares: 0 }
  const ended = order('7', { ...bought, status: 'cancelled', ...entered('10:20:00') })
  const works: Row = { ...ended, status: 'open' }

  /** One answer may be an old one. */
  const pollTwice = async ({
    clock,
    poll,
  }: Pick<ReturnType<typeof newExits>, 'clock' | 'poll'>) => {
    poll()
    await clock.advance(1000)
    poll()
  }

  /** A desk that ended after it had said so, and one that begins on what it left. */
  async function again({
    what = 'both',
    fingerprints,
  }: {
    what?: 'orders' | 'both'
    fingerprints?: Record<string, string>
  } = {}) {
    const disk = saidOnDisk()
    const saidOfExits = disk.begin()
    const before = newExits({ saidOfExits })
    before.worlds[one]!.orders = [ended]
    await before.exit({ what })
    await before.clock.advance(2000)
    expect(before.last()).toMatchObject({ state: 'done' })
    saidOfExits.stop()
    const { journal } = before
    const saidOfNext = disk.begin()
    const next = newExits({
      journal,
      saidOfExits: saidOfNext,
      ...(fingerprints && { fingerprints }),
    })
    next.exits.takeUp(0, null)
    next.worlds[one]!.orders = [ended]
    next.booksAreRead()
    next.poll()
    const sessionAfter = (): readonly KeptWord[] => {
      saidOfNext.stop()
      return disk.begin().ofToday()
    }
    return { ...next, id: before.last().id, sessionAfter }
  }

  it('is told of no more as long as the books bear it out, whatever a person trades', async () => {
    const { worlds, poll, clock, exits, runs } = await again()
    const filled = { ...bought, status: 'complete', fillshares: 100, ...entered('10:25:00') }
    worlds[one]!.orders.push(order('8', filled))
    worlds[one]!.positions = [position('INFY-EQ', 100)]
    for (let second = 0; second < 20; second++) {
      poll()
      await clock.advance(1000)
    }
    expect([exits.list(), runs]).toEqual([[], []])
  })

  it.each([
    ['an order that had ended works again', works, /had ended and works/],
    [
      'an order comes up that was entered before',
      order('6', { ...bought, ...entered('10:15:00') }),
      /was at the broker before/,
    ],
  ])('is taken back where %s, aloud and for the next session as well', async (_, row, todo) => {
    const next = await again({ what: 'orders' })
    const { worlds, last, alerts, id, journal, runs } = next
    worlds[one]!.orders = row === works ? [row] : [ended, row]
    await pollTwice(next)
    const accounts = [{ step: 'left', takenBackAt: 7, cancelled: 0 }]
    expect(last()).toMatchObject({ id, what: 'orders', at: 7, state: 'left', accounts })
    expect(last().accounts[0]!.todo).toMatch(todo)
    expect(runs).toHaveLength(1)
    expect(alerts).toMatchObject([{ title: 'Orders work again: Everyday' }])
    expect(journal.confirmed(id)[0]).toMatchObject({ watched: 'taken-back' })
  })

  it('is taken back where a position is shown again that no order of since explains', async () => {
    const { worlds, poll, last, clock } = await again()
    worlds[one]!.positions = [position('INFY-EQ', 100)]
    for (let second = 0; second < 8; second++) {
      poll()
      await clock.advance(1000)
    }
    expect(last().accounts[0]!.todo).toMatch(/^INFY-EQ shows \+100 again/)
  })

  it('is not held against the books of other keys, and against none once it was taken back', async () => {
    const other = await again({ fingerprints: { [one]: 'other keys', [two]: two } })
    other.worlds[one]!.orders = [{ ...ended, status: 'open' }]
    await pollTwice(other)
    expect(other.alerts).toEqual([])
    expect(other.sessionAfter()).toHaveLength(1)
    const next = await again()
    next.worlds[one]!.orders = [{ ...ended, status: 'open' }]
    await pollTwice(next)
    expect(next.sessionAfter()).toEqual([])
  })

  it('of this session is held against the books again once other keys are the same client’s', async () => {
    const fingerprints: Record<string, string> = { [one]: one, [two]: two }
    const next = newExits({ fingerprints })
    const { worlds, last, exit, exits, clock } = next
    worlds[one]!.orders = [ended]
    await exit()
    await clock.advance(2000)
    fingerprints[one] = 'other keys'
    exits.accountReassigned(one)
    worlds[one]!.orders = [{ ...ended, status: 'open' }]
    await pollTwice(next)
    expect(last().accounts[0]).toMatchObject({ step: 'flat' })
    fingerprints[one] = one
    await pollTwice(next)
    expect(last().accounts[0]).toMatchObject({ step: 'left', takenBackAt: 7 })
  })

  it('of chosen orders is taken back where one of theirs works again, and not for another', async () => {
    const disk = saidOnDisk()
    const saidOfExits = disk.begin()
    const before = newExits({ saidOfExits })
    before.worlds[one]!.positions = [position('INFY-EQ', 100)]
    const intents = ticketed(before.journal)
    before.exits.watch(intents)
    before.journal.append(
      intents.flatMap(({ id }) => [
        { intent: id, event: { kind: 'sent', rivals: [], bookAge: null, login: one } as const },
        { intent: id, event: { kind: 'answered', parts: [accepted('5')] } as const },
      ]),
    )
    const done = order('5', { status: 'complete', exchange: 'NSE', product: 'MIS' })
    before.worlds[one]!.orders = [done]
    before.worlds[one]!.positions = [position('INFY-EQ', 40)]
    await before.clock.advance(3000)
    expect(before.last()).toMatchObject({ what: 'chosen', state: 'done' })
    saidOfExits.stop()
    const next = newExits({ journal: before.journal, saidOfExits: disk.begin() })
    next.exits.takeUp(0, null)
    next.worlds[one]!.positions = [position('INFY-EQ', 40)]
    next.worlds[one]!.orders = [done, order('9', { exchange: 'NSE', product: 'MIS' })]
    await pollTwice(next)
    expect(next.runs).toEqual([])
    next.worlds[one]!.orders = [{ ...done, status: 'open' }]
    await pollTwice(next)
    expect(next.last()).toMatchObject({ what: 'chosen', accounts: [{ takenBackAt: 7 }] })
  })
})

describe('an exit beside an order book that was late', () => {
  const entered = (second: number): Row => ({
    orderentrytime: `Nov 24 2026 10:20:${String(second).padStart(2, '0')}`,
  })
  const bought = { action: 'BUY', exchange: 'NSE', product: 'MIS', quantity: 100, fillshares: 0 }
  const elsewhere = order('6', { ...bought, status: 'open' })

  /** An order of ours was taken at second 0, and its book shows it so many seconds later. */
  async function lateBy(seconds: number, times: Row = entered(0), atOneService = false) {
    const world = newExits({ atOneService })
    const { worlds, pictures, poll, clock } = world
    const polled = async (count: number): Promise<void> => {
      for (let second = 0; second < count; second++) {
        await clock.advance(1000)
        poll()
      }
    }
    const ours = { account: one, id: 'ours', at: 6 }
    const answered = { kind: 'answered' as const, parts: [accepted('9')] }
    pictures.follow([after(wireEvents(ours), ours)])
    pictures.follow([after([...wireEvents(ours), answered], ours)])
    poll()
    await polled(seconds)
    worlds[one]!.orders = [order('9', { ...bought, status: 'cancelled', ...times })]
    await polled(1)
    return { ...world, polled }
  }

  it.each(['orders', 'both'] as const)(
    'is done by %s no sooner than it showed that',
    async (what) => {
      const { exit, polled, last } = await lateBy(6)
      await exit({ what })
      await polled(6)
      expect(last()).toMatchObject({ state: 'running' })
      await polled(3)
      expect(last().accounts[0]).toMatchObject({ step: 'flat', todo: null })
    },
  )

  it('of another login is done no sooner either, where both are of one service', async () => {
    for (const atOneService of [false, true]) {
      const { exit, polled, last } = await lateBy(6, entered(0), atOneService)
      await exit({ what: 'orders', accounts: [{ account: two, strategy: null }] })
      await polled(3)
      expect(last().state).toBe(atOneService ? 'running' : 'done')
      await polled(6)
      expect(last().state).toBe('done')
    }
  })

  it('of another login is done as soon as ever where its own orders were shown in time', async () => {
    const { exit, polled, last, pictures, worlds, poll } = await lateBy(6, entered(0), true)
    const ours = { account: two, id: 'other', at: 6 }
    const answered = { kind: 'answered' as const, parts: [accepted('21')] }
    pictures.follow([after(wireEvents(ours), ours)])
    pictures.follow([after([...wireEvents(ours), answered], ours)])
    worlds[two]!.orders = [order('21', { ...bought, status: 'cancelled', ...entered(7) })]
    poll(two)
    await exit({ what: 'orders', accounts: [{ account: two, strategy: null }] })
    await polled(3)
    expect(last()).toMatchObject({ state: 'done' })
  })

  it('is done by what that shows in the meantime', async () => {
    const { exit, polled, last, worlds } = await lateBy(6)
    await exit({ what: 'orders' })
    await polled(4)
    worlds[one]!.orders.push({ ...elsewhere, ...entered(5) })
    await polled(60)
    expect(last().accounts[0]).toMatchObject({ step: 'left', left: { orders: [{ orderId: '6' }] } })
  })

  it('waits for twenty seconds at the most', async () => {
    const { exit, polled, last } = await lateBy(45)
    await exit({ what: 'orders' })
    await polled(19)
    expect(last()).toMatchObject({ state: 'running' })
    await polled(3)
    expect(last().accounts[0]).toMatchObject({ step: 'flat', todo: null })
  })

  it('is done as soon as ever where it showed that within a second, or shows later ones at once', async () => {
    const inTime = await lateBy(0)
    await inTime.exit({ what: 'orders' })
    await inTime.polled(2)
    expect(inTime.last().accounts[0]).toMatchObject({ step: 'flat' })

    const { exit, polled, last, pictures, worlds } = await lateBy(6)
    for (const orderId of ['11', '12', '13', '14', '15']) {
      const ours = { account: one, id: orderId, at: 6 }
      const answered = { kind: 'answered' as const, parts: [accepted(orderId)] }
      pictures.follow([after(wireEvents(ours), ours)])
      pictures.follow([after([...wireEvents(ours), answered], ours)])
      worlds[one]!.orders.push(order(orderId, { ...bought, status: 'cancelled' }))
      await polled(1)
    }
    await exit({ what: 'orders' })
    await polled(2)
    expect(last().accounts[0]).toMatchObject({ step: 'flat' })
  })

  it('is not done any more once that shows one which was entered before, by the broker’s clock', async () => {
    const { exit, polled, last, worlds, alerts } = await lateBy(6)
    await exit({ what: 'orders' })
    await polled(10)
    expect(last().accounts[0]).toMatchObject({ step: 'flat' })
    // It was said at second 15 or later.
    worlds[one]!.orders.push({ ...elsewhere, ...entered(9) })
    await polled(1)
    expect(last().accounts[0]).toMatchObject({
      ...{ step: 'left', left: { orders: [{ orderId: '6' }] } },
      todo: 'Order 6 of INFY-EQ was at the broker before, though its book did not show it, and works. Cancel it, or exit again.',
    })
    expect(alerts).toMatchObject([{ title: 'Orders work again: Everyday' }])
  })

  it('stays done beside one that was entered afterwards, or may have been', async () => {
    for (const second of [16, 30]) {
      const { exit, polled, last, worlds } = await lateBy(6)
      await exit({ what: 'orders' })
      await polled(10)
      worlds[one]!.orders.push({ ...elsewhere, ...entered(second) })
      await polled(20)
      expect(last().accounts[0]).toMatchObject({ step: 'flat', todo: null })
    }
  })

  it('is not done any more for a position only where such a book could tell by then what opened it', async () => {
    for (const [seconds, isTold] of [
      [7, true],
      [30, false],
    ] as const) {
      const { exit, polled, last, worlds } = await lateBy(8)
      await exit({ what: 'both' })
      await polled(20)
      expect(last().accounts[0]).toMatchObject({ step: 'flat' })
      worlds[one]!.positions = [position('INFY-EQ', 100)]
      await polled(seconds)
      expect(last().accounts[0]).toMatchObject({ step: isTold ? 'flat' : 'left' })
      const filled = { status: 'complete', fillshares: 100, ...entered(31) }
      if (isTold) worlds[one]!.orders.push({ ...elsewhere, ...filled })
      await polled(20)
      expect(last().accounts[0]).toMatchObject({ step: isTold ? 'flat' : 'left' })
    }
  })

  describe('and a clock that was set back', () => {
    /** Taken from here once the exit was said to be done. */
    async function sentSince(time: Row) {
      const world = await lateBy(6)
      const { exit, polled, last, worlds, pictures, journal, writer } = world
      await exit({ what: 'orders' })
      await polled(10)
      expect(last().accounts[0]).toMatchObject({ step: 'flat' })
      const sent = ticketed(journal, 100)
      const wire = { kind: 'sent' as const, rivals: [], bookAge: null, login: one }
      writer.note(sent, () => wire)
      writer.note(sent, () => ({ kind: 'answered', parts: [accepted('12')] }))
      vi.spyOn(pictures.intents, 'holderOf').mockImplementation((_, orderId) =>
        orderId === '12' ? { ...sent[0]!, at: 8 } : undefined,
      )
      worlds[one]!.orders.push(order('12', { ...bought, status: 'open', ...time }))
      await polled(1)
      return world
    }

    it.each<[string, Row]>([
      ['a few seconds', entered(9)],
      ['half a day', { orderentrytime: 'Nov 23 2026 22:20:16' }],
    ])('stays done beside what was sent from here since: by %s', async (_, time) => {
      const { polled, last, alerts, worlds } = await sentSince(time)
      await polled(10)
      expect(last().accounts[0]).toMatchObject({ step: 'flat', todo: null })
      // And beside what came up since by the same clock.
      worlds[one]!.orders.push({ ...elsewhere, ...time })
      await polled(10)
      expect(last().accounts[0]).toMatchObject({ step: 'flat', todo: null })
      expect(alerts).toEqual([])
    })
  })

  it('is not done any more once that says when an order was entered, and was before', async () => {
    for (const [until, since, end] of [
      ['Jan 01 1980 00:00:00', entered(9), 'left'],
      ['Nov 24 2026 00:00:00', entered(9), 'left'],
      ['Jan 01 1980 00:00:00', entered(17), 'flat'],
      ['Nov 24 2026 00:00:00', entered(17), 'flat'],
    ] as const) {
      const { exit, polled, last, worlds } = await lateBy(0)
      await polled(12)
      await exit({ what: 'orders' })
      await polled(3)
      worlds[one]!.orders.push({ ...elsewhere, orderentrytime: until })
      await polled(3)
      expect(last().accounts[0]).toMatchObject({ step: 'flat', todo: null })
      worlds[one]!.orders = [...worlds[one]!.orders.slice(0, -1), { ...elsewhere, ...since }]
      await polled(20)
      expect(last().accounts[0]).toMatchObject({ step: end })
    }
  })

  it('is not done any more where it comes up filled, and opened a position', async () => {
    const { exit, polled, last, worlds } = await lateBy(6)
    await exit({ what: 'both' })
    await polled(10)
    expect(last().accounts[0]).toMatchObject({ step: 'flat' })
    const filled = { status: 'complete', fillshares: 100, ...entered(9) }
    worlds[one]!.orders.push({ ...elsewhere, ...filled })
    worlds[one]!.positions = [position('INFY-EQ', 100)]
    await polled(12)
    expect(last().accounts[0]).toMatchObject({ step: 'left', left: { positions: [{ net: 100 }] } })
  })

  describe('that tells no times', () => {
    it('may not be done where it shows one a few seconds later', async () => {
      const { exit, polled, last, worlds } = await lateBy(6, {})
      await exit({ what: 'orders' })
      await polled(10)
      expect(last().accounts[0]).toMatchObject({ step: 'flat' })
      worlds[one]!.orders.push(elsewhere)
      await polled(1)
      expect(last().accounts[0]).toMatchObject({
        ...{ step: 'left', left: { orders: [{ orderId: '6' }] } },
        todo: 'Order 6 of INFY-EQ works, and may have been at the broker before: the order book, which was late to show other orders, came up with it a few seconds later. Cancel it, or exit again.',
      })
      // For as long as it works.
      await polled(60)
      expect(last().accounts[0]).toMatchObject({ step: 'left' })
      worlds[one]!.orders = [{ ...elsewhere, status: 'cancelled' }]
      await polled(8)
      expect(last().accounts[0]).toMatchObject({ step: 'flat' })
    })

    it('stays done where it comes up later, and where the book showed others in time', async () => {
      for (const [lag, wait] of [
        [6, 12],
        [0, 1],
      ] as const) {
        const { exit, polled, last, worlds } = await lateBy(lag, {})
        await exit({ what: 'orders' })
        await polled(10 + wait)
        worlds[one]!.orders.push(elsewhere)
        await polled(10)
        expect(last().accounts[0]).toMatchObject({ step: 'flat', todo: null })
      }
    })

    it('stays done beside what was sent from here since', async () => {
      const { exit, polled, last, worlds, pictures } = await lateBy(6, {})
      await exit({ what: 'orders' })
      await polled(10)
      const ours = { account: one, id: 'later' }
      pictures.follow([after(wireEvents(ours), ours)])
      worlds[one]!.orders.push(elsewhere)
      await polled(20)
      expect(last().accounts[0]).toMatchObject({ step: 'flat', todo: null })
    })
  })
})

describe('an exit of a strategy', () => {
  const accounts = [{ account: one, strategy: 'SWING' }]

  it('covers what the service named, and says that the books show no more', async () => {
    const { exit, worlds, clock, last } = newExits({ answer: () => closed('INFY-EQ') })
    worlds[one]!.positions = [position('INFY-EQ', 10), position('TCS-EQ', 5)]
    await exit({ what: 'positions', accounts })
    await clock.advance(0)
    expect(last().accounts[0]!.left!.positions).toMatchObject([{ symbol: 'INFY-EQ' }])
    worlds[one]!.positions = [squared('INFY-EQ', 10), position('TCS-EQ', 5)]
    worlds[one]!.orders = [sold('2', 10)]
    await clock.advance(1000)
    await clock.advance(1000)
    expect(last().accounts[0]).toMatchObject({
      step: 'flat',
      todo: 'The books do not tell strategies apart: only what the service named, and what was placed from here today, was checked.',
    })
  })

  it('covers what the service named without its series', async () => {
    const { exit, worlds, clock, last } = newExits({
      answer: ({ operation }) => (operation === 'CancelAllOrder' ? cancelled() : closed('INFY')),
    })
    worlds[one]!.positions = [position('INFY-EQ', 100), position('TCS-EQ', 5)]
    await exit({ accounts })
    await clock.advance(60_000)
    expect(last().accounts[0]).toMatchObject({
      step: 'left',
      left: { positions: [{ symbol: 'INFY-EQ', net: 100 }] },
    })
  })

  it('waits for orders that the service named, and for those that were placed for it from here', async () => {
    const { exit, worlds, clock, last, journal } = newExits({ answer: () => cancelled('3') })
    const [ours] = ticketed(journal) as [Intent]
    const accepted = { state: 'accepted', orderId: '5', name: null } as const
    const said = { code: null, message: null, detail: null }
    journal.append([
      { intent: ours.id, event: { kind: 'sent', rivals: [], bookAge: null } },
      { intent: ours.id, event: { kind: 'answered', parts: [{ ...accepted, ...said }] } },
    ])
    const strategy = ours.params['strategy']!
    worlds[one]!.orders = [order('3'), order('4'), order('5')]
    await exit({ what: 'orders', accounts: [{ account: one, strategy }] })
    await clock.advance(0)
    const left = () => last().accounts[0]!.left!.orders.map(({ orderId }) => orderId)
    expect(left()).toEqual(['3', '5'])
    const gone = { status: 'cancelled' }
    worlds[one]!.orders = [order('3', gone), order('4'), order('5', gone)]
    await clock.advance(1000)
    await clock.advance(1000)
    expect(last().accounts[0]).toMatchObject({ step: 'flat' })
  })

  it('covers what it was filled with today, also where the service names nothing', async () => {
    const { exit, worlds, clock, last, journal } = newExits({ answer: () => closed() })
    const [ours] = ticketed(journal, 10) as [Intent]
    const accepted = { state: 'accepted', orderId: '5', name: null } as const
    const said = { code: null, message: null, detail: null }
    journal.append([
      { intent: ours.id, event: { kind: 'sent', rivals: [], bookAge: null } },
      { intent: ours.id, event: { kind: 'answered', parts: [{ ...accepted, ...said }] } },
    ])
    const strategy = ours.params['strategy']!
    const filled = { status: 'complete', action: 'BUY', quantity: 10, fillshares: 10 }
    worlds[one]!.orders = [order('5', filled)]
    worlds[one]!.positions = [position('INFY-EQ', 10), position('TCS-EQ', 5)]
    await exit({ what: 'positions', accounts: [{ account: one, strategy }] })
    await clock.advance(70_000)
    expect(last().accounts[0]).toMatchObject({
      step: 'left',
      left: { positions: [{ symbol: 'INFY-EQ' }] },
    })
  })

  it('whose answer was lost is seen as done only where the whole account is flat', async () => {
    const { exit, worlds, clock, last } = newExits({ answer: () => lost })
    worlds[one]!.positions = [position('TCS-EQ', 5)]
    await exit({ what: 'positions', accounts })
    await clock.advance(70_000)
    expect(last().accounts[0]).toMatchObject({
      step: 'left',
      todo: "Exit TCS-EQ again: 5 units are still open. The books do not tell strategies apart: some of it may be another's.",
    })
  })
})

describe('a confirmation', () => {
  it('is good for one run', async () => {
    const { exit, clock, calls } = newExits()
    const confirmation = randomUUID()
    await Promise.all([exit({ confirmation }), exit({ confirmation })])
    await clock.advance(1000)
    expect(await exit({ confirmation })).toMatchObject({
      value: { id: confirmation, state: 'done' },
    })
    expect(calls).toHaveLength(2)
  })

  it('that was used for orders is good for no exit', async () => {
    const { exit, exits, journal, calls } = newExits()
    const [intent] = ticketed(journal) as [Intent]
    exits.watch([intent])
    const { confirmation } = intent
    expect(await exit({ confirmation })).toMatchObject({
      error: { code: 'invalid', field: 'confirmation' },
    })
    expect(calls).toEqual([])
  })

  it('answers what became of its run after a restart, and sends nothing', async () => {
    const before = newExits()
    const confirmation = randomUUID()
    await before.exit({ confirmation })
    await before.clock.advance(1000)
    const after = newExits({ journal: before.journal })
    expect(await after.exit({ confirmation })).toMatchObject({
      value: {
        ...{ id: confirmation, what: 'both', state: 'left' },
        accounts: [{ account: one, step: 'left', cancelled: 0, closed: 0, left: null }],
      },
    })
    await after.clock.advance(1000)
    expect(after.calls).toEqual([])
  })
})

describe('an exit is refused before anything is kept', () => {
  const isRefused = async (
    { exit, journal, calls, clock }: ReturnType<typeof newExits>,
    more: Partial<Parsed<'exitAccounts'>>,
    message: RegExp,
  ) => {
    const confirmation = randomUUID()
    const reply = await exit({ confirmation, ...more })
    expect(reply).toMatchObject({ ok: false, error: { code: 'invalid', field: 'accounts' } })
    expect(reply.ok ? '' : reply.error.message).toMatch(message)
    await clock.advance(0)
    expect(journal.confirmed(confirmation)).toEqual([])
    return calls
  }

  it('for an account that is unknown, switched off or read-only', async () => {
    const unknown = [{ account: randomUUID(), strategy: null }]
    expect(await isRefused(newExits(), { accounts: unknown }, /no account/)).toEqual([])
    await isRefused(newExits({ flags: { isEnabled: false } }), {}, /^Everyday is switched off/)
    await isRefused(newExits({ flags: { isReadOnly: true } }), {}, /^Everyday is read-only/)
  })

  it('where an account is named twice, since its positions would be closed twice', async () => {
    const whole = { account: one, strategy: null }
    const part = { account: one, strategy: 'SWING' }
    await isRefused(newExits(), { accounts: [whole, whole] }, /^Everyday is named twice/)
    await isRefused(newExits(), { accounts: [part, whole] }, /^Everyday is named twice/)
    await isRefused(newExits(), { accounts: [whole, part] }, /^Everyday is named twice/)
    const exits = newExits()
    expect(await exits.exit({ accounts: [part, { ...part, strategy: 'MORNING' }] })).toMatchObject({
      ok: true,
    })
  })

  it('from two accounts that are one login, which would close its positions twice', async () => {
    const held = Promise.withResolvers<Reply<unknown>>()
    const twins = { [one]: [one, two], [two]: [one, two] }
    const world = newExits({ twins, answer: () => held.promise })
    await isRefused(
      world,
      { accounts: both },
      /^Family and Everyday have the same login at the broker/,
    )
    expect(await world.exit({ what: 'orders', accounts: both })).toMatchObject({ ok: true })
    const apart = newExits({ twins, answer: () => held.promise })
    await apart.exit({ what: 'positions' })
    const other = { what: 'positions' as const, accounts: [{ account: two, strategy: null }] }
    await isRefused(apart, other, /^Family is being squared off already/)
  })

  it('while a square-off of the same account has no answer yet', async () => {
    const held = Promise.withResolvers<Reply<unknown>>()
    const world = newExits({ answer: () => held.promise })
    await world.exit({ what: 'positions' })
    await isRefused(world, { what: 'both' }, /^Everyday is being squared off already/)
    expect(await world.exit({ what: 'orders' })).toMatchObject({ ok: true })
    held.resolve(closed())
    await world.clock.advance(0)
    await world.clock.advance(1000)
    expect(await world.exit({ what: 'positions' })).toMatchObject({ ok: true })
  })

  it('while an order that was to leave a position still works, also one of before a restart', async () => {
    const world = newExits()
    const [exiting] = ticketed(world.journal)
    const sent = { kind: 'sent' as const, rivals: [], bookAge: 0 }
    const answered = { kind: 'answered' as const, parts: [accepted('9')] }
    world.journal.append([sent, answered].map((event) => ({ intent: exiting!.id, event })))
    const asked = { ok: false, error: { code: 'invalid', field: 'again' } }
    for (const orders of [[], [order('9')], [order('9', { status: 'pending' })]]) {
      world.worlds[one]!.orders = orders
      expect(await world.exit({ what: 'positions' })).toMatchObject(asked)
      expect(await world.exit({ what: 'both' })).toMatchObject(asked)
    }
    world.worlds[one]!.orders = [order('9', { status: 'complete' })]
    expect(await world.exit({ what: 'positions' })).toMatchObject({ ok: true })
  })

  it('while an order in the book works that closes what is open, whosever it is, until that is agreed to', async () => {
    const world = newExits()
    const at = { exchange: 'NSE', product: 'MIS', quantity: 100 }
    const [stop, leg] = [order('7', at), order('8', { ...at, product: 'BO', parentorderid: '1' })]
    world.worlds[one]!.positions = [position('INFY-EQ', 100), position('TCS-EQ', -5)]
    for (const [orders, said] of [
      [[stop], 'SELL 100 INFY-EQ (order 7) may'],
      [[{ ...stop, fillshares: 60 }], 'SELL 40 INFY-EQ (order 7) may'],
      [[leg, stop], 'SELL 100 INFY-EQ (order 8) and 1 other order may'],
      [[{ ...stop, symbol: 'INFY' }], 'SELL 100 INFY (order 7) may'],
      [[{ ...stop, symbol: 'TCS-EQ', action: 'BUY' }], 'BUY 100 TCS-EQ (order 7) may'],
      [[{ ...stop, quantity: null, action: null }], 'INFY-EQ (order 7) may'],
    ] as const) {
      world.worlds[one]!.orders = [...orders]
      const reply = await world.exit({ what: 'positions' })
      if (reply.ok) throw new Error('nothing was asked')
      expect(reply.error.field).toBe('again')
      expect(reply.error.message.slice(0, said.length)).toBe(said)
    }
    Object.assign(world.worlds[two]!, world.worlds[one]!)
    expect(await world.exit({ what: 'positions', accounts: both })).toMatchObject({
      error: { message: expect.stringMatching(/of Everyday, .* The same is asked of Family\.$/) },
    })
    expect(world.calls).toEqual([])
    expect(await world.exit({ what: 'positions', again: true })).toMatchObject({ ok: true })
  })

  it('not for orders that close nothing of it, nor where all are cancelled first', async () => {
    const world = newExits()
    const at = { exchange: 'NSE', product: 'MIS', quantity: 100 }
    world.worlds[one]!.positions = [position('INFY-EQ', 100)]
    world.worlds[one]!.orders = [
      order('1', { ...at, action: 'BUY' }),
      order('2', { ...at, symbol: 'TCS-EQ' }),
      order('3', { ...at, product: 'CNC' }),
      order('4', { ...at, exchange: 'BSE' }),
      order('5', { ...at, status: 'cancelled' }),
    ]
    expect(await world.exit({ what: 'positions' })).toMatchObject({ ok: true })
    const other = newExits()
    other.worlds[one]!.positions = [position('INFY-EQ', 100)]
    other.worlds[one]!.orders = [order('7', at)]
    expect(await other.exit({ what: 'both' })).toMatchObject({ ok: true })
  })

  it('while an earlier exit is at work or in doubt, until that is agreed to', async () => {
    const world = newExits({ answer: () => fail('in-doubt', 'No clear answer came.') })
    world.worlds[one]!.positions = [position('INFY-EQ', 100)]
    await world.exit({ what: 'positions' })
    await world.clock.advance(0)
    const asked = { ok: false, error: { code: 'invalid', field: 'again' } }
    expect(await world.exit({ what: 'both' })).toMatchObject(asked)
    // Its watching ends; what became of it is not known all the same.
    await world.clock.advance(120_000)
    expect(world.last().state).toBe('left')
    expect(await world.exit({ what: 'positions' })).toMatchObject(asked)
    expect(await world.exit({ what: 'orders' })).toMatchObject({ ok: true })
    expect(await world.exit({ what: 'positions', again: true })).toMatchObject({ ok: true })
  })

  it('where two accounts may be one client, until that is agreed to', async () => {
    const perhaps = { [one]: [two], [two]: [one] }
    const asked = { ok: false, error: { code: 'invalid', field: 'again' } }
    const world = newExits({ perhaps })
    const reply = await world.exit({ what: 'positions', accounts: both })
    expect(reply).toMatchObject(asked)
    expect(!reply.ok && reply.error.message).toMatch(/^Family and Everyday have one client id/)
    expect(await world.exit({ what: 'orders', accounts: both })).toMatchObject({ ok: true })
    expect(await world.exit({ what: 'positions', accounts: both, again: true })).toMatchObject({
      ok: true,
    })
    const other = newExits({ perhaps, answer: () => new Promise(() => undefined) })
    expect(await other.exit({ what: 'both' })).toMatchObject({ ok: true })
    const second = { what: 'both' as const, accounts: [{ account: two, strategy: null }] }
    expect(await other.exit(second)).toMatchObject(asked)
  })

  it('for a minute after the service said no to one: it may have made orders all the same', async () => {
    const world = newExits({ answer: () => refused })
    world.worlds[one]!.positions = [position('INFY-EQ', 100)]
    await world.exit({ what: 'positions' })
    await world.clock.advance(1000)
    expect(world.last().state).toBe('left')
    const asked = { ok: false, error: { code: 'invalid', field: 'again' } }
    expect(await world.exit({ what: 'positions' })).toMatchObject(asked)
    await world.clock.advance(58_000)
    expect(await world.exit({ what: 'both' })).toMatchObject(asked)
    await world.clock.advance(2000)
    expect(await world.exit({ what: 'positions' })).toMatchObject({ ok: true })
  })

  it('not after a no of the service’s own door', async () => {
    const world = newExits({ answer: () => fail('bad-keys', 'The service refused the keys.') })
    world.worlds[one]!.positions = [position('INFY-EQ', 100)]
    await world.exit({ what: 'positions' })
    await world.clock.advance(1000)
    expect(await world.exit({ what: 'positions' })).toMatchObject({ ok: true })
  })

  it('where the journal cannot be written', async () => {
    const { exit, journal, calls, calledOff, clock } = newExits()
    journal.refuse(() => true)
    expect(await exit()).toMatchObject({ ok: false, error: { code: 'storage-failed' } })
    await clock.advance(0)
    expect(calls).toEqual([])
    // What waits to be sent is as it was, too.
    expect(calledOff).toEqual([])
  })
})

describe("the stop's cancels", () => {
  it('are recorded and marked as sent in one go, for every account that may send', async () => {
    const { exits, calls, clock, last, journal } = newExits()
    const run = exits.cancelAll([one, two, randomUUID()])?.run
    expect(run).toMatchObject({ what: 'stop', state: 'running' })
    expect(journal.confirmed(run!.id).map(({ state }) => state)).toEqual(['sent', 'sent'])
    await clock.advance(0)
    expect(calls.map(({ operation, account }) => [operation, account])).toEqual([
      ['CancelAllOrder', one],
      ['CancelAllOrder', two],
    ])
    await clock.advance(1000)
    expect(last()).toMatchObject({ state: 'done', what: 'stop' })
  })

  it('are sent where the journal refuses, and written down when it does not any more', async () => {
    const { exits, calls, clock, last, journal, worlds } = newExits()
    worlds[one]!.orders = [order('1')]
    journal.refuse(() => true)
    const run = exits.cancelAll([one])!.run
    await clock.advance(0)
    expect(calls).toHaveLength(1)
    expect(last().accounts[0]!.failures).toMatchObject([{ code: 'storage-failed' }])
    expect(journal.confirmed(run.id)).toEqual([])
    journal.accept()
    await clock.advance(5000)
    expect(journal.confirmed(run.id).map(({ state }) => state)).toEqual(['accepted'])
  })

  it('have left before they are answered, and wait for no account that is out of reach', async () => {
    const unanswered = newExits({ answer: () => new Promise(() => undefined) })
    await unanswered.exits.cancelAll([one, two])!.left
    expect(unanswered.calls).toHaveLength(2)

    const { exits, clock } = newExits({ logins: { [two]: new Promise(() => undefined) } })
    let hasLeft = false
    void exits.cancelAll([one, two])!.left.then(() => (hasLeft = true))
    await clock.advance(400)
    expect(hasLeft).toBe(false)
    await clock.advance(200)
    expect(hasLeft).toBe(true)
  })

  describe('of a stop that is pulled again', () => {
    const ended = order('1', { quantity: 100, fillshares: 0, status: 'cancelled' })
    const stopRuns = (exits: Exits) => exits.list().filter(({ what }) => what === 'stop')

    it('leave again, and are of the one run that tells its end and all that was cancelled', async () => {
      const answers = [cancelled('1', '2'), cancelled('2', '3')]
      const { exits, calls, clock, worlds, alerts, last, runs } = newExits({
        answer: () => answers.shift()!,
      })
      worlds[one]!.orders = [order('1'), order('2')]
      const first = exits.cancelAll([one])!.run
      await clock.advance(0)
      worlds[one]!.orders = [ended, order('2', { status: 'cancelled' }), order('3')]
      const again = exits.cancelAll([one])!.run
      expect(again).toMatchObject({ id: first.id, accounts: [{ step: 'sending', cancelled: 2 }] })
      await clock.advance(0)
      expect(calls).toHaveLength(2)
      worlds[one]!.orders = ['1', '2', '3'].map((id) => order(id, { status: 'cancelled' }))
      await clock.advance(2000)
      expect(last()).toMatchObject({ id: first.id, state: 'done', accounts: [{ cancelled: 3 }] })
      expect(stopRuns(exits)).toEqual([last()])
      expect(runs.filter(({ state }) => state === 'left')).toEqual([])
      expect(alerts).toEqual([])
    })

    it.each([
      ['tells what it cancelled', cancelled('1', '2'), 3],
      ['is lost', lost, 1],
    ])('are watched to the end once, also where an answer %s after it', async (_, reply, count) => {
      const late = Promise.withResolvers<Reply<unknown>>()
      const answers = [late.promise, cancelled('3')]
      const { exits, clock, last, journal } = newExits({ answer: () => answers.shift()! })
      const { id } = exits.cancelAll([one])!.run
      await clock.advance(0)
      exits.cancelAll([one])
      await clock.advance(2000)
      expect(last()).toMatchObject({ state: 'done', accounts: [{ step: 'flat', cancelled: 1 }] })
      late.resolve(reply)
      await clock.advance(0)
      const now = { step: 'flat', cancelled: count }
      expect(last()).toMatchObject({ state: 'done', accounts: [now] })
      expect(journal.unsettled()).toEqual([])
      expect(journal.confirmed(id).map(({ watched }) => watched)).toEqual(['flat', 'flat'])
      expect(clock.pending).toBe(0)
    })

    it('are done by nothing but books that are read after the latest of them', async () => {
      const { exits, clock, last, worlds, runs } = newExits()
      exits.cancelAll([one])
      await clock.advance(1000)
      expect(last().state).toBe('done')
      worlds[one]!.orders = [order('9')]
      exits.cancelAll([one])
      expect(last()).toMatchObject({ state: 'running', accounts: [{ left: null, todo: null }] })
      const told = runs.length
      await clock.advance(60_000)
      expect(runs.slice(told).map(({ state }) => state)).not.toContain('done')
      expect(last()).toMatchObject({ state: 'left', accounts: [{ left: { orders: [{}] } }] })
    })

    it('leave alone what was cancelled before where nothing can be sent, and say so of none', async () => {
      const flags = { isReadOnly: false }
      const { exits, clock, last, worlds } = newExits({ flags })
      worlds[one]!.orders = [order('1')]
      exits.cancelAll([one])
      await clock.advance(0)
      flags.isReadOnly = true
      expect(exits.cancelAll([one])).toBeNull()
      await clock.advance(1000)
      expect(last()).toMatchObject({ state: 'running', accounts: [{ step: 'checking' }] })
      worlds[one]!.orders = [ended]
      await clock.advance(2000)
      expect(last()).toMatchObject({ state: 'done' })
    })

    it('say nothing of accounts that the later pull does not reach, nor leave any out that it does', async () => {
      const { exits, clock, last, worlds } = newExits()
      worlds[one]!.orders = [order('1')]
      exits.cancelAll([one])
      await clock.advance(0)
      exits.cancelAll([two])
      await clock.advance(2000)
      expect(last()).toMatchObject({
        state: 'running',
        accounts: [
          { account: one, step: 'checking' },
          { account: two, step: 'flat' },
        ],
      })
      worlds[one]!.orders = [ended]
      await clock.advance(2000)
      expect(last()).toMatchObject({ state: 'done' })
    })

    it('that cannot be sent are not said to have failed where those of before were', async () => {
      const logins: Record<string, Reply<AccountLogin>> = {}
      const { exits, clock, last } = newExits({ logins, answer: () => cancelled('1') })
      exits.cancelAll([one])
      await clock.advance(0)
      logins[one] = fail('no-keys', 'The keys are locked.')
      exits.cancelAll([one])
      await clock.advance(2000)
      expect(last()).toMatchObject({
        state: 'done',
        accounts: [{ step: 'flat', cancelled: 1, failures: [{ message: 'The keys are locked.' }] }],
      })
    })

    it('are told aloud again where they leave something again', async () => {
      const { exits, clock, worlds, alerts } = newExits()
      worlds[one]!.orders = [order('1')]
      for (let pull = 1; pull <= 2; pull++) {
        exits.cancelAll([one])
        await clock.advance(60_000)
        expect(alerts).toHaveLength(pull)
      }
      expect(new Set(alerts.map(({ title }) => title)).size).toBe(1)
      expect(new Set(alerts.map(({ cause }) => cause)).size).toBe(2)
    })

    it('take over from what was said before, which nothing takes back any more', async () => {
      const { exits, clock, worlds, poll, last, alerts } = newExits()
      worlds[one]!.orders = [ended]
      exits.cancelAll([one])
      await clock.advance(2000)
      expect(last().state).toBe('done')
      exits.cancelAll([one])
      worlds[one]!.orders = [{ ...ended, status: 'open' }]
      poll()
      await clock.advance(1000)
      expect(last()).toMatchObject({ state: 'running' })
      expect(last().accounts[0]!.takenBackAt).toBeUndefined()
      expect(alerts).toEqual([])
      worlds[one]!.orders = [ended]
      await clock.advance(2000)
      expect(last()).toMatchObject({ state: 'done' })
      worlds[one]!.orders = [{ ...ended, status: 'open' }]
      poll()
      await clock.advance(1000)
      poll()
      expect(alerts).toMatchObject([{ title: 'Orders work again after the stop: Everyday' }])
    })

    it('are watched on together where the desk ended before the later were seen to be done', async () => {
      const { exits, journal, clock, last } = newExits({ answer: () => cancelled('1') })
      exits.cancelAll([one])
      await clock.advance(1000)
      expect(last().state).toBe('done')
      exits.cancelAll([one])
      exits.stop()
      await clock.advance(0)
      expect(last()).toMatchObject({ state: 'left', accounts: [{ cancelled: 1 }] })
      const next = newExits({ journal })
      next.exits.takeUp(0, null)
      expect(next.exits.list()).toMatchObject([{ id: last().id, state: 'running' }])
      next.booksAreRead()
      await next.clock.advance(1000)
      expect(next.last()).toMatchObject({ state: 'done', accounts: [{ cancelled: 1 }] })
      expect(journal.confirmed(last().id).map(({ watched }) => watched)).toEqual(['flat', 'flat'])
    })

    it('are a run of their own once it was lifted, and of an account that is another one', async () => {
      const { exits, clock, last, worlds } = newExits()
      worlds[one]!.orders = [order('1')]
      const pulled = [exits.cancelAll([one])!.run.id]
      await clock.advance(0)
      exits.stopLifted()
      pulled.push(exits.cancelAll([one])!.run.id)
      await clock.advance(0)
      exits.accountReassigned(two)
      pulled.push(exits.cancelAll([one])!.run.id)
      await clock.advance(0)
      exits.accountReassigned(one)
      pulled.push(exits.cancelAll([one])!.run.id)
      const [first, second, third, fourth] = pulled
      expect(second).not.toBe(first)
      expect(third).toBe(second)
      expect(fourth).not.toBe(second)
      worlds[one]!.orders = [ended]
      await clock.advance(2000)
      expect(last()).toMatchObject({ id: fourth, state: 'done' })
      expect(stopRuns(exits).map(({ id, state }) => [id, state])).toEqual([
        [first, 'left'],
        [second, 'left'],
        [fourth, 'done'],
      ])
    })
  })

  it('and all exits are told a window that comes as one knows them that was there all the time', async () => {
    const act = fc.constantFrom('pull', 'pull', 'lift', 'exit', 'end', 'fill', 'empty', 'reassign')
    const of = fc.constantFrom([one], [two], [one, two])
    const step = fc.tuple(act, of, fc.constantFrom(0, 0, 150, 700, 3000, 61_000))
    const answer = fc.constantFrom(cancelled('1'), cancelled('2', '3'), cancelled(), refused, lost)
    const asked = fc.tuple(answer, fc.constantFrom(0, 100, 5000))
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 1, maxLength: 12 }),
        fc.array(asked, { minLength: 1, maxLength: 4 }),
        async (steps, answers) => {
          let count = 0
          const world = newExits({
            answer: async () => {
              const [reply, delay] = answers[count++ % answers.length]!
              const late = Promise.withResolvers<void>()
              if (delay === 0) return reply
              world.clock.after(delay, late.resolve)
              await late.promise
              return reply
            },
          })
          const { exits, clock, runs, worlds } = world
          const seen = (): Map<string, ExitRun> => new Map(runs.map((run) => [run.id, run]))
          let ofStop = new Set<string>()
          for (const [what, accounts, delay] of steps) {
            if (what === 'pull') ofStop.add(exits.cancelAll(accounts)!.run.id)
            else if (what === 'lift') {
              exits.stopLifted()
              ofStop = new Set()
            } else if (what === 'exit')
              await world.exit({
                accounts: accounts.map((account) => ({ account, strategy: null })),
                again: true,
              })
            else if (what === 'end') {
              const running = runs.findLast(({ id }) => seen().get(id)!.state === 'running')
              if (running !== undefined) exits.stopWatching(running.id)
            } else if (what === 'reassign') {
              exits.accountReassigned(accounts[0]!)
              ofStop = new Set()
            } else
              for (const id of accounts) worlds[id]!.orders = what === 'fill' ? [order('9')] : []
            await clock.advance(delay)
            // One stop is one run, and what is told of it is one thing wherever it is shown.
            expect(ofStop.size).toBeLessThanOrEqual(1)
            const byId = (all: Iterable<ExitRun>) => new Map([...all].map((run) => [run.id, run]))
            expect(byId(exits.list())).toEqual(byId(seen().values()))
          }
          await clock.advance(200_000)
          for (const { accounts } of exits.list()) expect(accounts.some(isUnderWay)).toBe(false)
          expect(clock.pending).toBe(0)
        },
      ),
      { numRuns: sampleCount(200) },
    )
  })

  it('are none for accounts that are only looked at', () => {
    expect(newExits({ flags: { isReadOnly: true } }).exits.cancelAll([one])).toBeNull()
  })
})

describe('the watching', () => {
  it('of a run that is called off ends, and says that it was not watched to its end', async () => {
    const { exit, exits, worlds, clock, last, reads, alerts } = newExits()
    worlds[one]!.positions = [position('INFY-EQ', 5)]
    const run = await exit()
    await clock.advance(0)
    expect(exits.stopWatching(run.ok ? run.value.id : '')).toEqual(ok(null))
    expect(last()).toMatchObject({ state: 'left', accounts: [{ step: 'left' }] })
    expect(last().accounts[0]!.todo).toMatch(/^This was not watched to its end/)
    const before = reads.length
    await clock.advance(60_000)
    expect(reads).toHaveLength(before)
    expect(alerts).toEqual([])
    expect(clock.pending).toBe(0)
  })

  it('that nobody began cannot be called off', () => {
    expect(newExits().exits.stopWatching(randomUUID())).toMatchObject({
      error: { code: 'not-found' },
    })
  })

  it('gives windows copies, which nobody changes afterwards', async () => {
    const { exit, runs, clock } = newExits()
    await exit()
    await clock.advance(0)
    expect(runs[0]!.state).toBe('running')
    await clock.advance(1000)
    expect(runs.at(-1)!.state).toBe('done')
    expect(new Set(runs).size).toBe(runs.length)
  })

  it('ends with the desk, which sends no square-off any more', async () => {
    const held = Promise.withResolvers<Reply<unknown>>()
    const { exit, exits, calls, clock, journal } = newExits({ answer: () => held.promise })
    const confirmation = randomUUID()
    await exit({ confirmation })
    await clock.advance(0)
    exits.stop()
    held.resolve(cancelled())
    await clock.advance(0)
    expect(calls).toHaveLength(1)
    expect(
      journal.confirmed(confirmation).map(({ state, calledOff }) => [state, calledOff]),
    ).toEqual([
      ['accepted', null],
      ['not-sent', 'shutdown'],
    ])
  })
})

describe('an exit that a restart cuts off', () => {
  /** The exits of a desk that starts on what another one left. */
  const restarted = (journal: KeptJournal, fingerprints?: Record<string, string>) => {
    const desk = newExits({ journal, ...(fingerprints && { fingerprints }) })
    desk.worlds[one]!.positions = [position('INFY-EQ', 5)]
    desk.exits.takeUp(0, null)
    return desk
  }

  /** One that squared off, was told so, and ended before the books showed it. */
  const cutOff = async (answer: Answering, what: 'positions' | 'both' = 'both') => {
    const desk = newExits({ answer })
    desk.worlds[one]!.positions = [position('INFY-EQ', 5)]
    desk.worlds[one]!.orders = [order('1')]
    await desk.exit({ what, again: true })
    await desk.clock.advance(1000)
    desk.exits.stop()
    await desk.clock.advance(0)
    return desk
  }

  it('and that was the stop’s is the stop’s still, and goes on where that is pulled again', async () => {
    const { exits, clock, journal } = newExits()
    const { id } = exits.cancelAll([one])!.run
    exits.stop()
    await clock.advance(0)
    const next = newExits({ journal })
    next.exits.takeUp(0, 0)
    expect(next.last()).toMatchObject({ id, what: 'stop', accounts: [{ step: 'waiting' }] })
    next.exits.cancelAll([one])
    next.booksAreRead()
    await next.clock.advance(3000)
    expect(next.last()).toMatchObject({ id, what: 'stop', state: 'done' })
    expect(next.exits.list().map((run) => run.id)).toEqual([id])
    expect(journal.confirmed(id)).toHaveLength(2)
    expect(next.alerts).toEqual([])
  })

  it('and that an older desk wrote as cancels alone is read as such', async () => {
    const { clock, journal } = newExits()
    const owner = { name: 'Everyday', broker: 'PX' }
    const of = { account: one, strategy: null, confirmation: randomUUID(), at: clock.now(), owner }
    journal.append(recordedExits({ ...of, what: 'orders' }).flatMap((each) => withSent(each, '1')))
    const next = newExits({ journal })
    next.exits.takeUp(0, 0)
    expect(next.last()).toMatchObject({ what: 'orders' })
  })

  it('is never said to be done by the books of other keys than it was sent with', async () => {
    const { journal } = await cutOff(() => lost)
    const desk = restarted(journal, { [one]: 'another login' })
    desk.worlds[one]!.positions = []
    desk.booksAreRead()
    await desk.clock.advance(61_000)
    expect(desk.last()).toMatchObject({ state: 'left', accounts: [{ step: 'left', left: null }] })
    expect(desk.last().accounts[0]!.todo).toMatch(/^The account was given other keys/)
    // Nor does an exit that is sent with the other keys settle it.
    const again = await desk.exit({ what: 'both', again: true })
    await desk.clock.advance(61_000)
    expect(desk.runs.findLast(({ id }) => again.ok && id === again.value.id)).toMatchObject({
      accounts: [{ step: 'flat' }],
    })
    expect(journal.unsettled()).toMatchObject([{ state: 'in-doubt' }, { state: 'in-doubt' }])
  })

  it.each([
    ['was accepted', closed('INFY-EQ')],
    ['is in doubt', lost],
  ])('and that %s is watched on once the books are read, and never sent again', async (_, said) => {
    const { journal } = await cutOff(({ operation }) =>
      operation === 'CancelAllOrder' ? cancelled() : said,
    )
    const { clock, last, reads, worlds, calls, booksAreRead } = restarted(journal)
    await clock.advance(90_000)
    expect(reads).toEqual([])
    expect(last()).toMatchObject({ what: 'both', accounts: [{ account: one, step: 'waiting' }] })
    booksAreRead()
    await clock.advance(1000)
    expect(last().accounts[0]).toMatchObject({
      step: 'checking',
      left: { positions: [{ symbol: 'INFY-EQ', net: 5 }] },
    })
    worlds[one]!.positions = [squared('INFY-EQ', 5)]
    worlds[one]!.orders = [sold('9', 5)]
    await clock.advance(1000)
    await clock.advance(1000)
    expect(last()).toMatchObject({ state: 'done', accounts: [{ step: 'flat' }] })
    expect(calls).toEqual([])
    expect(journal.unsettled()).toEqual([])
  })

  it('names what is left, and is not taken up a third time', async () => {
    const { journal } = await cutOff(() => closed('INFY-EQ'))
    const { clock, last, alerts, booksAreRead } = restarted(journal)
    booksAreRead()
    await clock.advance(61_000)
    expect(last().accounts[0]).toMatchObject({
      step: 'left',
      todo: 'Exit INFY-EQ again: +5 is open.',
    })
    expect(alerts).toMatchObject([{ title: 'The exit left something in Everyday' }])
    expect(restarted(journal).runs).toEqual([])
  })

  it('still knows which orders were there before it', async () => {
    const { journal } = await cutOff(() => closed('INFY-EQ'), 'positions')
    const { clock, last, worlds, booksAreRead } = restarted(journal)
    worlds[one]!.positions = []
    worlds[one]!.orders = [order('1'), order('2')]
    booksAreRead()
    await clock.advance(0)
    expect(last().accounts[0]!.left!.orders).toMatchObject([{ orderId: '2' }])
  })

  describe.each(['MIS', 'NRML', 'CNC'])('and whose %s row says zero', (product) => {
    const bought = { ...sold('1', 50), action: 'BUY', product }
    const own = { ...sold('2', 50), product }
    const held = {
      ...position('INFY-EQ', 50),
      product,
      bqty: 50,
      sqty: 0,
      cfbuyqty: 0,
      cfsellqty: 0,
    }
    const zero = { ...held, netqty: 0, sqty: 50 }

    const again = async (
      of: Partial<World>,
      { what = 'both', later }: { what?: 'positions' | 'both'; later?: Partial<World> } = {},
    ) => {
      const before = newExits({ answer: () => closed('INFY-EQ') })
      Object.assign(before.worlds[one]!, { positions: [held], orders: [bought] })
      await before.exit({ what, again: true })
      await before.clock.advance(1000)
      before.exits.stop()
      await before.clock.advance(0)
      const desk = newExits({ journal: before.journal })
      Object.assign(desk.worlds[one]!, { positions: [], orders: [], ...of })
      desk.exits.takeUp(0, null)
      desk.booksAreRead()
      await desk.clock.advance(10_000)
      Object.assign(desk.worlds[one]!, later)
      await desk.clock.advance(60_000)
      return desk.last().accounts[0]!
    }

    it.each([
      [
        'the order that is to close it was rejected',
        [{ ...own, status: 'rejected', fillshares: 0 }],
      ],
      ['no order of the book sold it', []],
      ['half of it was sold', [{ ...own, fillshares: 25, status: 'cancelled' }]],
    ])('is not flat where %s', async (_, orders) => {
      for (const positions of [[zero], []])
        for (const what of ['positions', 'both'] as const) {
          const end = await again({ positions, orders: [bought, ...orders] }, { what })
          expect(end).toMatchObject({ step: 'left' })
          expect(end.todo).toMatch(/INFY-EQ/)
        }
    })

    it('is flat where an order sold it, also one that worked before and the book shows late', async () => {
      const orders = [bought, own]
      expect(await again({ positions: [zero], orders })).toMatchObject({ step: 'flat' })
      const later = { positions: [zero], orders }
      const works = [bought, { ...own, fillshares: 0, status: 'open' }]
      expect(await again({ positions: [held], orders: works }, { later })).toMatchObject({
        step: 'flat',
      })
    })
  })

  it.each([
    ['and nothing is named', closed()],
    ['and what is named was not sold', closed('INFY-EQ')],
    ['and nothing is answered', lost],
  ])('and that began before its books were read is not flat by absence (%s)', async (_, said) => {
    const before = newExits({ answer: () => said, isRead: false })
    await before.exit({ what: 'positions', again: true })
    await before.clock.advance(1000)
    before.exits.stop()
    await before.clock.advance(0)
    const desk = newExits({ journal: before.journal })
    desk.exits.takeUp(0, null)
    desk.booksAreRead()
    await desk.clock.advance(80_000)
    expect(desk.last().accounts[0]).toMatchObject({ step: 'left' })
    expect(desk.last().accounts[0]!.todo).toMatch(/^What was open when this exit began/)
  })

  it('before anything left is told as not sent', async () => {
    const journal = keptJournal()
    const owner = { name: 'Everyday', broker: 'PX' }
    const of = { account: one, strategy: null, confirmation: randomUUID(), at: 0, owner }
    const recorded = recordedExits({ ...of, what: 'both' })
    journal.append(recorded)
    const event = { kind: 'called-off', why: 'restart' } as const
    journal.append(recorded.map(({ intent }) => ({ intent, event })))
    const { last, alerts, calls, booksAreRead, clock } = restarted(journal)
    booksAreRead()
    await clock.advance(0)
    expect(last()).toMatchObject({ state: 'left', accounts: [{ step: 'failed' }] })
    expect(alerts).toMatchObject([{ title: 'The exit did not reach Everyday' }])
    expect(calls).toEqual([])
    expect(restarted(journal).runs).toEqual([])
  })

  it('is not taken up where a person ended the watching', async () => {
    const { exit, exits, clock, journal, worlds } = newExits()
    worlds[one]!.positions = [position('INFY-EQ', 5)]
    const run = await exit()
    await clock.advance(0)
    exits.stopWatching(run.ok ? run.value.id : '')
    expect(restarted(journal).runs).toEqual([])
  })
})

describe('opposite orders for chosen positions', () => {
  const answered = (journal: KeptJournal, [intent]: Intent[], parts: Answered) =>
    journal.append([
      { intent: intent!.id, event: { kind: 'sent', rivals: [], bookAge: null, login: one } },
      { intent: intent!.id, event: { kind: 'answered', parts: [parts] } },
    ])
  type Answered = Pick<Intent['parts'][number], 'orderId' | 'code' | 'message'> & {
    state: 'accepted' | 'refused'
    name: null
    detail: null
  }
  const accepted: Answered = {
    ...{ state: 'accepted', orderId: '5', name: null, code: null, message: null, detail: null },
  }

  it('are watched until the position is where the ticket wanted it', async () => {
    const { exits, worlds, journal, clock, last } = newExits()
    worlds[one]!.positions = [position('INFY-EQ', 100)]
    const intents = ticketed(journal)
    exits.watch(intents)
    await clock.advance(0)
    expect(last()).toMatchObject({ what: 'chosen', accounts: [{ step: 'sending' }] })
    answered(journal, intents, accepted)
    worlds[one]!.orders = [order('5')]
    await clock.advance(1000)
    expect(last().accounts[0]).toMatchObject({ step: 'checking' })
    worlds[one]!.orders = [order('5', { status: 'complete' })]
    worlds[one]!.positions = [position('INFY-EQ', 40)]
    await clock.advance(1000)
    await clock.advance(1000)
    expect(last()).toMatchObject({ state: 'done', accounts: [{ step: 'flat', todo: null }] })
  })

  it('are done where the last of them fills after the watching, however late', async () => {
    const { exits, worlds, journal, clock, last, poll, alerts } = newExits()
    const forward = { cfbuyqty: 100, cfsellqty: 0, bqty: 0 }
    worlds[one]!.positions = [{ ...position('INFY-EQ', 100), ...forward, sqty: 0 }]
    const intents = ticketed(journal)
    exits.watch(intents)
    answered(journal, intents, accepted)
    worlds[one]!.orders = [{ ...sold('5', 60), status: 'open', fillshares: 0 }]
    const polled = async (seconds: number): Promise<void> => {
      for (let second = 0; second < seconds; second++) {
        poll()
        await clock.advance(1000)
      }
    }
    await polled(120)
    expect(last().accounts[0]!.todo).toMatch(/^Wait for the order that closes INFY-EQ/)
    worlds[one]!.orders = [sold('5', 60)]
    worlds[one]!.positions = [{ ...position('INFY-EQ', 40), ...forward, sqty: 60 }]
    await polled(3)
    expect(last()).toMatchObject({ state: 'done', accounts: [{ step: 'flat', todo: null }] })
    expect(alerts.at(-1)).toMatchObject({ tone: 'good', title: 'Exit done after all: Everyday' })
  })

  it('are not said to be sent still, where the first look takes longer than the answer', async () => {
    const { exits, worlds, journal, clock, last } = newExits()
    worlds[one]!.positions = [position('INFY-EQ', 100)]
    const intents = ticketed(journal)
    worlds[one]!.trouble = new Promise(() => undefined)
    exits.watch(intents)
    answered(journal, intents, accepted)
    await clock.advance(500)
    expect(last().accounts[0]).toMatchObject({ step: 'checking' })
  })

  it('that came to their end without it are told at once, when two looks agree', async () => {
    const { exits, worlds, journal, clock, last, alerts } = newExits()
    worlds[one]!.positions = [position('INFY-EQ', 100)]
    const intents = ticketed(journal)
    worlds[one]!.orders = [order('5', { status: 'rejected' })]
    exits.watch(intents)
    answered(journal, intents, accepted)
    await clock.advance(0)
    expect(last().state).toBe('running')
    await clock.advance(1000)
    expect(last()).toMatchObject({
      state: 'left',
      accounts: [{ todo: 'Exit INFY-EQ again: 100 units are open, and 40 were to stay.' }],
    })
    expect(alerts).toHaveLength(1)
  })

  it('that were filled are not said to be open still by a position book that lags behind, and end with it', async () => {
    const { exits, worlds, journal, clock, last, poll, alerts } = newExits()
    const forward = { cfbuyqty: 100, cfsellqty: 0, bqty: 0 }
    worlds[one]!.positions = [{ ...position('INFY-EQ', 100), ...forward, sqty: 0 }]
    for (let seconds = 0; seconds < 12; seconds++) {
      poll()
      await clock.advance(1000)
    }
    const intents = ticketed(journal, 100)
    exits.watch(intents)
    answered(journal, intents, accepted)
    worlds[one]!.orders = [order('5', sold('5', 100))]
    for (let seconds = 0; seconds < 8; seconds++) await clock.advance(1000)
    expect(last().accounts[0]).toMatchObject({ step: 'checking' })
    worlds[one]!.positions = [{ ...position('INFY-EQ', 0), ...forward, sqty: 100 }]
    for (let seconds = 0; seconds < 3; seconds++) await clock.advance(1000)
    expect(last().accounts[0]).toMatchObject({ step: 'flat', todo: null })
    expect(alerts).toEqual([])
  })

  it('are not done while a second order that their book calls cancelled works by its own history', async () => {
    const asked = new Set<string>()
    let state = 'open'
    const { exits, worlds, journal, clock, last, poll } = newExits({
      history: (orderId) => {
        asked.add(orderId)
        return [order(orderId, { status: state })]
      },
    })
    const forward = { cfbuyqty: 100, cfsellqty: 0, bqty: 0 }
    worlds[one]!.positions = [{ ...position('INFY-EQ', 100), ...forward, sqty: 0 }]
    for (let seconds = 0; seconds < 12; seconds++) {
      poll()
      await clock.advance(1000)
    }
    const intents = ticketed(journal)
    exits.watch(intents)
    answered(journal, intents, accepted)
    const second = { ...sold('6', 0), quantity: 60, status: 'cancelled' }
    worlds[one]!.orders = [order('5', sold('5', 60)), order('6', second)]
    worlds[one]!.positions = [{ ...position('INFY-EQ', 40), ...forward, sqty: 60 }]
    for (let seconds = 0; seconds < 20; seconds++) await clock.advance(1000)
    expect(last().accounts[0]).toMatchObject({ step: 'checking' })
    expect([...asked]).toEqual(['6'])
    state = 'cancelled'
    for (let seconds = 0; seconds < 3; seconds++) await clock.advance(1000)
    expect(last().accounts[0]).toMatchObject({ step: 'flat', todo: null })
  })

  describe('that the service made twice', () => {
    const entered = (second: number): Row => ({
      orderentrytime: `Nov 24 2026 10:20:${String(second).padStart(2, '0')}`,
    })
    const held = (units: number): Row => ({
      ...position('INFY-EQ', units),
      ...{ cfbuyqty: 100, cfsellqty: 0, bqty: 0, sqty: 100 - units },
    })
    /** All that was held was sold by the one order that the book shows, entered at second 10. */
    async function saidDone(times = entered(10)) {
      const world = newExits()
      const { exits, worlds, journal, clock, poll, last } = world
      worlds[one]!.positions = [held(100)]
      const polled = async (seconds: number): Promise<void> => {
        for (let second = 0; second < seconds; second++) {
          poll()
          await clock.advance(1000)
        }
      }
      await polled(12)
      const intents = ticketed(journal, 100)
      exits.watch(intents)
      answered(journal, intents, accepted)
      worlds[one]!.orders = [order('5', { ...sold('5', 100), ...times })]
      worlds[one]!.positions = [held(0)]
      await polled(8)
      expect(last().accounts[0]).toMatchObject({ step: 'flat', todo: null })
      const comeUp = async (row: Row, net: number): Promise<void> => {
        worlds[one]!.orders.push(row)
        worlds[one]!.positions = [held(net)]
        await polled(12)
      }
      return { ...world, comeUp }
    }
    const second = order('6', { ...sold('6', 0), quantity: 100, status: 'open' })

    it('are not done any more once the book shows the second one, which works', async () => {
      const { last, comeUp } = await saidDone()
      await comeUp({ ...second, ...entered(10) }, 0)
      expect(last().accounts[0]).toMatchObject({
        ...{ step: 'left', left: { orders: [{ orderId: '6' }] } },
        todo: 'Order 6 of INFY-EQ was at the broker before, though its book did not show it, and works. Cancel it, or exit again.',
      })
    })

    it('but stay done beside one of the same minute, where the book tells no seconds', async () => {
      const times = { orderentrytime: 'Nov 24 2026 10:20' }
      const { last, comeUp } = await saidDone(times)
      await comeUp({ ...second, ...times }, 0)
      expect(last().accounts[0]).toMatchObject({ step: 'flat', todo: null })
    })

    it('nor where it comes up filled', async () => {
      const { last, comeUp } = await saidDone()
      await comeUp({ ...sold('6', 100), ...entered(9) }, -100)
      expect(last().accounts[0]).toMatchObject({
        ...{ step: 'left', left: { positions: [{ net: -100 }] } },
      })
    })

    it('but stay done whatever a person sends afterwards, or on the other side', async () => {
      for (const [row, net] of [
        [{ ...second, ...entered(30) }, 0],
        [{ ...second, ...entered(10), action: 'BUY' }, 0],
        [{ ...sold('6', 100), ...entered(30) }, -100],
      ] as const) {
        const { last, comeUp } = await saidDone()
        await comeUp(row, net)
        expect(last().accounts[0]).toMatchObject({ step: 'flat', todo: null })
      }
    })
  })

  describe('of a half that are confirmed twice', () => {
    /** Two exits of 50 of 100 units, when their orders and the position have come to this. */
    async function ends(orders: Row[], net: number) {
      const { exits, worlds, journal, clock, runs, poll } = newExits()
      const held = (units: number): Row => ({
        ...position('INFY-EQ', units),
        ...{ cfbuyqty: 100, cfsellqty: 0, bqty: 0, sqty: 100 - units },
      })
      worlds[one]!.positions = [held(100)]
      for (let seconds = 0; seconds < 12; seconds++) {
        poll()
        await clock.advance(1000)
      }
      const twice = [ticketed(journal, 50), ticketed(journal, 50)]
      for (const [n, intents] of twice.entries()) {
        exits.watch(intents)
        answered(journal, intents, { ...accepted, orderId: `${5 + n}` })
      }
      worlds[one]!.orders = orders
      worlds[one]!.positions = [held(net)]
      for (let seconds = 0; seconds < 70; seconds++) await clock.advance(1000)
      const stateOf = ({ confirmation }: Intent) => runs.findLast(({ id }) => id === confirmation)
      return twice.map(([intent]) => stateOf(intent!)!.state)
    }
    const rejected = (id: string): Row => ({ ...sold(id, 0), quantity: 50, status: 'rejected' })

    it('are both done where both were filled', async () => {
      expect(await ends([sold('5', 50), sold('6', 50)], 0)).toEqual(['done', 'done'])
    })

    it('are not both done where one alone was filled', async () => {
      expect(await ends([sold('5', 50), rejected('6')], 50)).toEqual(['done', 'left'])
      expect(await ends([rejected('5'), sold('6', 50)], 50)).toEqual(['left', 'done'])
    })

    it('leave a half to the first where the second is another exit that works', async () => {
      const first = order('5', sold('5', 50))
      expect(await ends([first, order('6', { ...rejected('6'), status: 'open' })], 50)).toEqual([
        'done',
        'left',
      ])
    })
  })

  it('that were refused say why', async () => {
    const { exits, worlds, journal, clock, last } = newExits()
    worlds[one]!.positions = [position('INFY-EQ', 60)]
    const intents = ticketed(journal)
    exits.watch(intents)
    const no: Answered = {
      ...accepted,
      state: 'refused',
      orderId: null,
      code: 'refused',
      message: 'No',
    }
    answered(journal, intents, no)
    await clock.advance(1000)
    expect(last().accounts[0]).toMatchObject({ step: 'left', failures: [{ message: 'No' }] })
  })

  describe('whose units are made another product meanwhile', () => {
    const of = (product: string, netqty: number): Row => ({
      ...position('INFY-EQ', netqty),
      ...{ product, cfbuyqty: 0, cfsellqty: 0, bqty: netqty, sqty: 0 },
    })
    /** An exit of 60 of 100 units, when its order and the positions have come to this. */
    async function end(fields: Row, positions: Row[]) {
      const { exits, worlds, journal, clock, last, poll } = newExits()
      worlds[one]!.positions = [of('MIS', 100)]
      for (let second = 0; second < 12; second++) {
        poll()
        await clock.advance(1000)
      }
      const intents = ticketed(journal)
      exits.watch(intents)
      answered(journal, intents, accepted)
      worlds[one]!.orders = [order('5', { ...sold('5', 60), ...fields })]
      worlds[one]!.positions = positions
      for (let second = 0; second < 5; second++) await clock.advance(1000)
      return last()
    }

    it('are not done where they were to go, and nothing was sold', async () => {
      const rejected = { status: 'rejected', fillshares: 0 }
      const run = await end(rejected, [of('NRML', 100)])
      expect(run).toMatchObject({ state: 'left' })
      expect(run.accounts[0]!.todo).toBe(
        '60 units were to leave INFY-EQ MIS and made another product meanwhile: exit what is open under that.',
      )
    })

    it('are not done where some stay that were to go', async () => {
      const rejected = { status: 'rejected', fillshares: 0 }
      expect(await end(rejected, [of('MIS', 40), of('NRML', 60)])).toMatchObject({
        state: 'left',
        accounts: [{ left: { positions: [{ product: 'MIS', net: 40 }] } }],
      })
    })
  })

  it('that were answered long ago are not watched again', async () => {
    const { exits, journal, clock, runs } = newExits()
    const intents = ticketed(journal)
    exits.watch(answered(journal, intents, accepted))
    await clock.advance(0)
    expect(runs).toEqual([])
    exits.watch(intents)
    exits.watch(intents)
    expect(exits.list()).toHaveLength(1)
  })
})
