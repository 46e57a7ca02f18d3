import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { Dispatch } from '../../../../../src/main/orders/sending/dispatch.ts'
import type { AccountContext } from '../../../../../src/main/orders/planning/order-context.ts'
import { EventWriter } from '../../../../../src/main/journal/event-writer.ts'
import { Sending } from '../../../../../src/main/orders/sending/sending.ts'
import type { AccountLogin } from '../../../../../src/main/accounts/logins.ts'
import type { Login, ServiceClient } from '../../../../../src/main/service/client.ts'
import type { Pace } from '../../../../../src/shared/orders/calls.ts'
import { type Failure, type Reply, fail, ok } from '../../../../../src/shared/core/errors.ts'
import type { Intent } from '../../../../../src/shared/orders/intents.ts'
import { SymbolNames } from '../../../../../src/shared/orders/symbol-names.ts'
import { noLimits, usualTrading } from '../../../../../src/shared/orders/limits.ts'
import type { Placement } from '../../../../../src/shared/orders/placing.ts'
import { consentTo } from '../../../../../src/shared/orders/problems.ts'
import type { RegularTicket } from '../../../../../src/shared/orders/tickets.ts'
import { FakeClock } from '../../core/fake-clock.ts'
import { type KeptJournal, keptJournal, tempFolder } from '../memory-documents.ts'
import { nothingToCheck } from '../../../../../src/main/picture/pnl/profit.ts'

/** A Monday, 10:15 in India. */
const monday = Date.UTC(2026, 10, 23, 4, 45)
const day = 86_400_000

const always = { from: '00:00', to: '23:59' }
const hours = { session: always, seasons: [], afterMarket: null, holidays: [] }
const market = {
  source: '',
  exchanges: { NSE: hours, BSE: hours, NFO: hours, BFO: hours, MCX: hours, CDS: hours },
  freeze: {},
  mostSlices: 10,
}

function accountNamed(id: string, more: Partial<AccountContext> = {}): AccountContext {
  return {
    id,
    login: id,
    service: 'practice',
    name: id,
    broker: 'PX',
    strategy: 'Manual',
    isEnabled: true,
    keyless: null,
    keysRefused: null,
    isPractice: true,
    trading: { ...usualTrading, limits: noLimits },
    listing: () => ({ ltp: 1500, tick: 0.05, lot: 1, isOld: false }),
    shows: () => false,
    held: () => 0,
    mayBeOne: () => false,
    orderSizes: () => [],
    underWay: () => ({ buys: 0, sells: 0, unknown: [] }),
    spot: () => null,
    exchanges: new Set(['NSE']),
    products: new Set(['MIS']),
    funds: 1e9,
    fundsInDoubt: 0,
    openOrders: 0,
    lastMinute: 0,
    profit: 0,
    profitCheck: nothingToCheck,
    stale: new Set(),
    isRepeated: () => false,
    ...more,
  }
}

let numbered = 0
/** Each buys another quantity, so that none is a repetition. */
const buy = (more: Partial<RegularTicket> = {}): RegularTicket => ({
  kind: 'regular',
  account: 'a',
  exchange: 'NSE',
  symbol: 'INFY-EQ',
  action: 'BUY',
  quantity: String((numbered = (numbered % 1000) + 1)),
  product: 'MIS',
  pricing: { type: 'LIMIT', price: '1500' },
  slice: null,
  exit: false,
  ...more,
})
const buys = (count: number, more: Partial<RegularTicket> = {}): RegularTicket[] =>
  Array.from({ length: count }, () => buy(more))

const login: AccountLogin = {
  url: 'https://service.example',
  broker: 'PX',
  keys: { apiKey: 'key', apiSecret: 'secret' },
  fingerprint: 'own login',
}

interface Sent {
  orders: readonly Record<string, string>[]
  /** Entries that the journal was given so far. */
  appends: number
}

function newDispatch({
  clock = new FakeClock(),
  dataDir = tempFolder(),
  loginOf = () => Promise.resolve(ok(login)),
  answers = true,
  perSecond = 10,
  connected = null,
  wall = monday,
  held = 0,
  accountNow = () => ({}),
  answerOf = () => null,
}: {
  clock?: FakeClock
  dataDir?: string
  loginOf?: (account: string) => Promise<Reply<AccountLogin>>
  answers?: boolean
  perSecond?: number
  /** When connections stand; at once where there is none. */
  connected?: Promise<void> | null
  /** Wall-clock milliseconds at its start. */
  wall?: number
  held?: number
  /** What is otherwise with an account, at the moment at which it is asked for. */
  accountNow?: (account: string) => Partial<AccountContext>
  /** What is wrong with an order, by its fields; null where it is accepted. */
  answerOf?: (params: Record<string, string>) => Failure['code'] | 'named in error' | 'twice' | null
} = {}) {
  let isStopped = false
  const closed = new Set<string>()
  const journal: KeptJournal = keptJournal({ dataDir, now: () => wall })
  const append = journal.append.bind(journal)
  let appends = 0
  journal.append = (entries) => {
    appends++
    return append(entries)
  }
  const told: Intent[] = []
  const paces: { at: number; pace: Pace[] }[] = []
  const onChange = (intents: Intent[]): void => void told.push(...intents)
  const writer = new EventWriter({ journal, clock, now: () => wall, onChange })
  const sent: Sent[] = []
  let answer: () => void = () => undefined
  const client = {
    call: async (_: string, __: Login, params: object, options: { tryToLeave(): boolean }) => {
      if (connected !== null) await connected
      if (!options.tryToLeave()) return fail('not-sent', 'It was called off.')
      const { orders } = params as { orders: { params: Record<string, string> }[] }
      sent.push({ orders: orders.map((order) => order.params), appends })
      if (!answers) await new Promise<void>((resolve) => (answer = resolve))
      const named = sent.length
      const outcomes = orders.map((order, leg) => {
        const code = answerOf(order.params)
        const accepted = ok({ orderid: `${named}.${leg}` })
        if (code === null) return [accepted]
        if (code === 'twice') return [accepted, ok({ orderid: `${named}.${leg}.2` })]
        return [code === 'named in error' ? { ...accepted, trouble: 'No' } : fail(code, 'No.')]
      })
      return ok({ outcomes })
    },
  } as unknown as ServiceClient
  const orders = () => ({ seen: [], age: null })
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
  const dispatch: Dispatch = new Dispatch({
    clock,
    now: () => wall,
    journal,
    writer,
    sending,
    context: () => ({
      accounts: new Map(
        ['a', 'b'].map((id) => [
          id,
          accountNamed(id, {
            trading: { ...usualTrading, limits: noLimits, perSecond },
            isEnabled: !closed.has(id),
            held: () => held,
            lastMinute: dispatch.lastMinute(id),
            isRepeated: (order) => dispatch.isRepeated(id, order),
            ...accountNow(id),
          }),
        ]),
      ),
      market,
      symbols: { names: new SymbolNames(), unsaid: () => [] },
      wall,
      isStopped,
      limits: noLimits,
      practice: null,
      openOrders: 0,
      lastMinute: 0,
      profit: 0,
      profitCheck: nothingToCheck,
    }),
    isStopped: () => isStopped,
    isOpen: (id) => !closed.has(id),
    onPace: (pace) => paces.push({ at: clock.now(), pace }),
  })
  const place = (
    orders: RegularTicket[],
    confirmation: string = randomUUID(),
    accepted: string[] = [],
  ) => dispatch.place({ confirmation, orders, accepted })
  const placeTogether = (orders: RegularTicket[]) =>
    dispatch.place({ confirmation: randomUUID(), orders, accepted: [], oneRequest: true })
  const placeOneByOne = (orders: RegularTicket[]) =>
    dispatch.place({ confirmation: randomUUID(), orders, accepted: [], oneByOne: true })
  return {
    ...{
      clock,
      dataDir,
      dispatch,
      journal,
      writer,
      sending,
      told,
      sent,
      paces,
      place,
      placeOneByOne,
      placeTogether,
      closed,
    },
    orders: () => sent.flatMap(({ orders }) => orders),
    appends: () => appends,
    answer: () => answer(),
    jump: (by: number) => (wall += by),
    halt: (cancelsLeft = Promise.resolve()) => {
      isStopped = true
      dispatch.halt(cancelsLeft)
    },
    lift: () => (isStopped = false),
  }
}

function takenOf(reply: Reply<Placement>): Intent[] {
  if (!reply.ok) throw new Error(reply.error.message)
  if (!reply.value.isTaken) throw new Error(JSON.stringify(reply.value.problems))
  return reply.value.intents
}

const statesOf = (journal: KeptJournal, intents: readonly Intent[]): (string | undefined)[] =>
  intents.map(({ id }) => journal.find(id)?.state)

/** Lets all that needs no time come to its end. */
const settle = (clock: FakeClock): Promise<void> => clock.advance(0)

describe('an order that need not wait', () => {
  it('is written down as recorded and sent in one go, and only then sent', async () => {
    const { place, journal, sent, told, clock } = newDispatch()
    const [intent] = takenOf(await place([buy()])) as [Intent]
    expect(intent.state).toBe('sent')
    await settle(clock)
    expect(sent).toEqual([{ orders: [expect.objectContaining({ symbol: 'INFY-EQ' })], appends: 1 }])
    expect(journal.entries(intent.id).map(({ event }) => event.kind)).toEqual([
      'recorded',
      'sent',
      'answered',
    ])
    expect(told.map(({ state }) => state)).toEqual(['sent', 'accepted'])
  })

  it('is answered as soon as it is written down, and not when the service answers', async () => {
    const { place, dispatch, answer, journal } = newDispatch({ answers: false })
    const intents = takenOf(await place([buy()]))
    expect(statesOf(journal, intents)).toEqual(['sent'])
    const stopped = dispatch.stop()
    answer()
    await stopped
    expect(statesOf(journal, intents)).toEqual(['accepted'])
  })

  it('waits for its keys where they are not at hand', async () => {
    const keys = Promise.withResolvers<Reply<AccountLogin>>()
    const { place, journal, clock, sent } = newDispatch({ loginOf: () => keys.promise })
    const intents = takenOf(await place([buy()]))
    expect(statesOf(journal, intents)).toEqual(['recorded'])
    keys.resolve(ok(login))
    await settle(clock)
    expect(statesOf(journal, intents)).toEqual(['accepted'])
    expect(sent).toHaveLength(1)
  })
})

describe('a confirmation', () => {
  it('does not send an order that became worse than it was shown, and can be used again', async () => {
    const { dispatch, orders, clock, appends } = newDispatch()
    const confirmation = randomUUID()
    const ticket = buy({ pricing: { type: 'MARKET', protection: '0.5' } })
    const seen = (price: string) => [
      { action: 'BUY' as const, quantity: Number(ticket.quantity), price },
    ]
    const confirm = (price: string) =>
      dispatch.place({
        confirmation,
        orders: [ticket],
        accepted: ['0:changed'],
        shown: seen(price),
      })
    expect(await confirm('1490')).toMatchObject({
      value: { isTaken: false, problems: [{ code: 'changed', level: 'refuse' }] },
    })
    await settle(clock)
    expect([orders(), appends()]).toEqual([[], 0])
    takenOf(await confirm('1507.5'))
    await settle(clock)
    expect(orders()).toMatchObject([{ price: '1507.5' }])
  })

  it('is good for one sending, however often and from wherever it comes', async () => {
    const { place, orders, clock } = newDispatch()
    const confirmation = randomUUID()
    const ticket = buy()
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => place([ticket], confirmation)),
    )
    const [id] = takenOf(replies[0]!).map((intent) => intent.id)
    await settle(clock)
    replies.push(await place([ticket], confirmation), await place([buy()], confirmation))
    for (const reply of replies) expect(takenOf(reply).map((one) => one.id)).toEqual([id])
    expect(orders()).toHaveLength(1)
  })

  it('is used up also for a desk that is started later', async () => {
    const first = newDispatch()
    const confirmation = randomUUID()
    const intents = takenOf(await first.place([buy()], confirmation))
    await settle(first.clock)
    first.journal.close()
    const second = newDispatch({ dataDir: first.dataDir })
    const again = takenOf(await second.place([buy()], confirmation))
    expect(again.map(({ id, state }) => [id, state])).toEqual([[intents[0]!.id, 'accepted']])
    expect(second.sent).toEqual([])
  })

  it('can be used again where the order was asked about, and is kept nowhere until then', async () => {
    const { place, orders, clock, journal } = newDispatch()
    const confirmation = randomUUID()
    const ticket = buy({ pricing: { type: 'LIMIT', price: '1900' } })
    const asked = await place([ticket], confirmation)
    expect(asked).toMatchObject({
      value: { isTaken: false, problems: [{ order: 0, level: 'ask', code: 'distance' }] },
    })
    expect([orders(), journal.confirmed(confirmation)]).toEqual([[], []])
    takenOf(await place([ticket], confirmation, [consentTo({ order: 0, code: 'distance' })]))
    await settle(clock)
    expect(orders()).toHaveLength(1)
  })

  it('of orders of which one is refused sends none of them', async () => {
    const { place, orders, clock } = newDispatch()
    const reply = await place([buy(), buy({ account: 'nobody' }), buy()])
    expect(reply).toMatchObject({
      value: { isTaken: false, problems: [{ order: 1, level: 'refuse', code: 'account' }] },
    })
    await settle(clock)
    expect(orders()).toEqual([])
  })

  it('of orders that the disk refuses to keep sends nothing, and holds no room', async () => {
    const { place, journal, orders, clock, dispatch, told } = newDispatch()
    const confirmation = randomUUID()
    const tickets = buys(10)
    journal.refuse(() => true)
    expect(await place(tickets, confirmation)).toMatchObject({ error: { code: 'storage-failed' } })
    await settle(clock)
    expect([orders(), told, dispatch.lastMinute('a')]).toEqual([[], [], 0])
    journal.accept()
    takenOf(await place(tickets, confirmation))
    await settle(clock)
    expect(orders()).toHaveLength(10)
  })
})

describe('many orders', () => {
  it('of one account leave together, as many as may leave within a second', async () => {
    const { place, sent, clock, dispatch } = newDispatch()
    const tickets = buys(25)
    const intents = takenOf(await place(tickets))
    await settle(clock)
    expect(sent.map(({ orders }) => orders.length)).toEqual([10])
    expect(dispatch.pace()).toEqual([{ account: 'a', used: 10, most: 10, waiting: 15 }])
    expect(dispatch.lastMinute('a')).toBe(25)
    await clock.advance(3000)
    expect(sent.map(({ orders }) => orders.length)).toEqual([10, 10, 5])
    expect(sent.flatMap(({ orders }) => orders.map(({ quantity }) => quantity))).toEqual(
      tickets.map(({ quantity }) => quantity),
    )
    expect(intents.map(({ leg }) => leg)).toEqual(
      Array.from({ length: 25 }, (_, place) => place % 10),
    )
    expect(new Set(intents.map(({ request }) => request)).size).toBe(3)
  })

  it('of two accounts do not wait for one another', async () => {
    const { place, orders, clock } = newDispatch({ perSecond: 5 })
    takenOf(await place([...buys(12), ...buys(4, { account: 'b' })]))
    await settle(clock)
    expect(orders()).toHaveLength(9)
  })

  it('do not overtake each other', async () => {
    const { place, orders, clock } = newDispatch({ perSecond: 2 })
    const tickets = buys(3)
    for (const ticket of tickets) takenOf(await place([ticket]))
    const last = buy()
    await clock.advance(1000)
    takenOf(await place([last]))
    await clock.advance(5000)
    const quantities = [...tickets, last].map(({ quantity }) => quantity)
    expect(orders().map(({ quantity }) => quantity)).toEqual(quantities)
  })

  it('do not overtake each other where a later one would need less room', async () => {
    const { place, orders, clock } = newDispatch()
    takenOf(await place(buys(5)))
    const large = buy({ quantity: '808', slice: '101' })
    const small = buy({ quantity: '303', slice: '101' })
    takenOf(await place([large, small]))
    await settle(clock)
    expect(orders()).toHaveLength(5)
    await clock.advance(5000)
    expect(
      orders()
        .map(({ quantity }) => quantity)
        .slice(5),
    ).toEqual(['808', '303'])
  })

  it('that do not leave after all leave their room to others', async () => {
    const { place, dispatch, clock, journal } = newDispatch({
      loginOf: () => Promise.resolve(fail('vault-locked', 'Unlock the keys first.')),
    })
    const intents = takenOf(await place(buys(10)))
    await settle(clock)
    expect(statesOf(journal, intents)).toEqual(intents.map(() => 'not-sent'))
    expect(dispatch.pace()).toEqual([{ account: 'a', used: 0, most: 10, waiting: 0 }])
    expect(dispatch.lastMinute('a')).toBe(0)
  })

  it('tell how fast they leave, but not more often than five times a second', async () => {
    const { place, clock, paces } = newDispatch()
    for (let turn = 0; turn < 40; turn++) {
      takenOf(await place([buy()]))
      await clock.advance(50)
    }
    await clock.advance(20_000)
    const times = paces.map(({ at }) => at)
    expect(times.length).toBeGreaterThan(5)
    for (const [place, at] of times.entries())
      if (place > 0) expect(at - times[place - 1]!).toBeGreaterThanOrEqual(200)
    expect(paces.at(-1)?.pace).toEqual([{ account: 'a', used: 0, most: 10, waiting: 0 }])
    expect(clock.pending).toBe(0)
  })
})

describe('orders that leave one after the other', () => {
  const inTurn = (count: number): RegularTicket[] =>
    Array.from({ length: count }, (_, place) => buy({ account: place % 2 === 0 ? 'a' : 'b' }))
  const quantitiesOf = (tickets: readonly RegularTicket[]) =>
    tickets.map(({ quantity }) => quantity)

  it('are on disk together, and each waits until the one before it is accepted', async () => {
    const { placeOneByOne, orders, clock, answer, journal, dispatch } = newDispatch({
      answers: false,
    })
    const tickets = inTurn(3)
    const intents = takenOf(await placeOneByOne(tickets))
    expect(intents.map(({ state }) => state)).toEqual(['sent', 'recorded', 'recorded'])
    expect(dispatch.pace().map(({ waiting }) => waiting)).toEqual([1, 1])
    for (const count of [1, 2, 3]) {
      await clock.advance(5000)
      expect(orders()).toHaveLength(count)
      answer()
    }
    await settle(clock)
    expect(orders().map(({ quantity }) => quantity)).toEqual(quantitiesOf(tickets))
    expect(statesOf(journal, intents)).toEqual(['accepted', 'accepted', 'accepted'])
  })

  it.each(['refused', 'in-doubt', 'rate-limited', 'no-answer'] as const)(
    'end at the first that is not accepted: %s',
    async (code) => {
      const tickets = inTurn(4)
      const { placeOneByOne, orders, clock, journal } = newDispatch({
        answerOf: ({ quantity }) => (quantity === tickets[1]!.quantity ? code : null),
      })
      const intents = takenOf(await placeOneByOne(tickets))
      await clock.advance(60_000)
      expect(orders()).toHaveLength(2)
      expect(statesOf(journal, intents).slice(2)).toEqual(['not-sent', 'not-sent'])
      expect(journal.find(intents[3]!.id)).toMatchObject({
        calledOff: 'not-accepted',
        calledOffAfter: 'b',
      })
    },
  )

  it.each(['named in error', 'twice'] as const)(
    'end at the first that was no plain yes, though the service named an order: %s',
    async (odd) => {
      const tickets = inTurn(3)
      const { placeOneByOne, orders, clock, journal } = newDispatch({
        answerOf: ({ quantity }) => (quantity === tickets[0]!.quantity ? odd : null),
      })
      const intents = takenOf(await placeOneByOne(tickets))
      await clock.advance(60_000)
      expect(orders()).toHaveLength(1)
      expect(statesOf(journal, intents)).toEqual(['accepted', 'not-sent', 'not-sent'])
    },
  )

  it('end at one that was called off before its turn', async () => {
    const { placeOneByOne, orders, clock, answer, journal, dispatch } = newDispatch({
      answers: false,
    })
    const intents = takenOf(await placeOneByOne(inTurn(4)))
    await settle(clock)
    dispatch.dropFromQueue([intents[1]!.id])
    answer()
    await clock.advance(60_000)
    expect(orders()).toHaveLength(1)
    expect(intents.map(({ id }) => journal.find(id)?.calledOff)).toEqual([
      ...[null, 'person', 'not-accepted', 'not-accepted'],
    ])
  })

  it('end at one that was called off while it waited for the pace of its account', async () => {
    const { placeOneByOne, orders, clock, journal, dispatch } = newDispatch({ perSecond: 1 })
    const intents = takenOf(await placeOneByOne(inTurn(4)))
    await clock.advance(500)
    expect(orders()).toHaveLength(2)
    dispatch.dropFromQueue([intents[2]!.id])
    await clock.advance(60_000)
    expect(orders()).toHaveLength(2)
    expect(journal.find(intents[3]!.id)).toMatchObject({ calledOff: 'not-accepted' })
  })

  const limited = { ...usualTrading, limits: { ...noLimits, loss: 1000 } }
  const against: [string, Partial<AccountContext>, RegExp][] = [
    ['a limit', { trading: limited, profit: -1500 }, /loss/],
    ['keys that were locked', { keyless: 'locked' }, /keys of this account are locked/],
    ['an exchange that was closed to it', { exchanges: new Set(['BSE']) }, /NSE is not open/],
  ]
  it.each(against)('are held against %s again at each turn', async (_, later, says) => {
    let isLater = false
    const { placeOneByOne, orders, clock, answer, journal } = newDispatch({
      answers: false,
      accountNow: (id) => (isLater && id === 'b' ? later : {}),
    })
    const intents = takenOf(await placeOneByOne(inTurn(4)))
    await settle(clock)
    isLater = true
    answer()
    await clock.advance(60_000)
    expect(orders()).toHaveLength(1)
    const [, second, ...rest] = intents.map(({ id }) => journal.find(id)!)
    expect(second).toMatchObject({ state: 'not-sent', calledOff: 'not-allowed' })
    expect(second?.calledOffSays).toMatch(says)
    for (const one of rest)
      expect(one).toMatchObject({ calledOff: 'not-accepted', calledOffAfter: 'b' })
  })

  it('are called off where it cannot be known whether the next one is still allowed', async () => {
    const said = vi.spyOn(console, 'error').mockReturnValue()
    onTestFinished(() => said.mockRestore())
    const { placeOneByOne, clock, journal, sent, dispatch } = newDispatch({
      accountNow: () => {
        if (sent.length > 0) throw new Error('disk I/O error')
        return {}
      },
    })
    const intents = takenOf(await placeOneByOne(inTurn(3)))
    await clock.advance(5000)
    expect(sent).toHaveLength(1)
    expect(statesOf(journal, intents)).toEqual(['accepted', 'not-sent', 'not-sent'])
    expect(journal.find(intents[1]!.id)?.calledOffSays).toContain('disk I/O error')
    expect(dispatch.pace().every(({ waiting }) => waiting === 0)).toBe(true)
  })

  it('are not counted twice by the limits: they were among what waits', async () => {
    const tickets = inTurn(4)
    const { placeOneByOne, clock, journal, dispatch } = newDispatch({
      accountNow: (id) => ({
        trading: { ...usualTrading, limits: { ...noLimits, perMinute: 2, openOrders: 2 } },
        openOrders: dispatch.lastMinute(id),
      }),
    })
    const intents = takenOf(await placeOneByOne(tickets))
    await clock.advance(10_000)
    expect(statesOf(journal, intents)).toEqual(tickets.map(() => 'accepted'))
  })

  it('can be sent on with what was not sent', async () => {
    const tickets = inTurn(3)
    let isRefused = true
    const { placeOneByOne, orders, clock } = newDispatch({
      answerOf: () => (isRefused ? 'refused' : null),
    })
    const intents = takenOf(await placeOneByOne(tickets))
    await clock.advance(2000)
    isRefused = false
    const again = intents.map(({ id, ticket }) => ({ ...(ticket as RegularTicket), resends: id }))
    takenOf(await placeOneByOne(again))
    await clock.advance(5000)
    expect(orders()).toHaveLength(4)
  })

  it('are never sent by themselves after a restart', async () => {
    const first = newDispatch({ answers: false })
    const intents = takenOf(await first.placeOneByOne(inTurn(3)))
    await settle(first.clock)
    first.journal.close()
    const second = newDispatch({ dataDir: first.dataDir })
    await second.clock.advance(60_000)
    expect(second.sent).toEqual([])
    expect(statesOf(second.journal, intents)).toEqual(['in-doubt', 'not-sent', 'not-sent'])
  })

  it('leave in turn or not at all, whatever becomes of them and is done meanwhile', async () => {
    const code = fc.constantFrom(null, null, null, 'refused' as const, 'in-doubt' as const)
    const act = fc.constantFrom('none', 'drop', 'stop', 'close an account', 'way out')
    await fc.assert(
      fc.asyncProperty(
        fc.array(code, { minLength: 2, maxLength: 8 }),
        act,
        fc.nat({ max: 2500 }),
        fc.nat(),
        fc.constantFrom(1, 2, 10),
        async (codes, what, when, which, perSecond) => {
          const tickets = inTurn(codes.length)
          const codeOf = new Map(tickets.map(({ quantity }, place) => [quantity, codes[place]!]))
          const { placeOneByOne, orders, clock, journal, dispatch, halt, closed } = newDispatch({
            perSecond,
            answerOf: ({ quantity }) => codeOf.get(quantity!) ?? null,
          })
          const intents = takenOf(await placeOneByOne(tickets))
          await clock.advance(when)
          if (what === 'drop') dispatch.dropFromQueue([intents[which % intents.length]!.id])
          else if (what === 'stop') halt()
          else if (what === 'way out') dispatch.callOffQueue('a', null)
          else if (what === 'close an account') {
            closed.add('b')
            dispatch.accountsChanged([])
          }
          await clock.advance(30_000)
          const states = statesOf(journal, intents)
          const left = orders().map(({ quantity }) => quantity)
          expect(left).toEqual(quantitiesOf(tickets).slice(0, left.length))
          const firstNot = states.findIndex((state) => state !== 'accepted')
          if (firstNot >= 0) {
            expect(left.length).toBeLessThanOrEqual(firstNot + 1)
            for (const state of states.slice(firstNot + 1)) expect(state).toBe('not-sent')
          }
          expect(dispatch.pace().every(({ waiting }) => waiting === 0)).toBe(true)
          journal.close()
        },
      ),
      { numRuns: 40 },
    )
  })
})

describe('orders of several accounts that leave as one request', () => {
  const forBoth = (): RegularTicket[] => [buy({ account: 'a' }), buy({ account: 'b' })]

  it('are on disk before it, count for each account, and have each its own outcome', async () => {
    const tickets = forBoth()
    const { placeTogether, sent, clock, journal, dispatch } = newDispatch({
      answerOf: ({ quantity }) => (quantity === tickets[1]!.quantity ? 'refused' : null),
    })
    const intents = takenOf(await placeTogether(tickets))
    expect(intents.map(({ account, leg }) => [account, leg])).toEqual([
      ['a', 0],
      ['b', 1],
    ])
    await settle(clock)
    expect(sent).toMatchObject([{ orders: [{}, {}], appends: 1 }])
    expect(statesOf(journal, intents)).toEqual(['accepted', 'refused'])
    expect(dispatch.pace().map(({ account, used }) => [account, used])).toEqual([
      ['a', 1],
      ['b', 1],
    ])
  })

  it('leave by themselves where that was not chosen, the services differ, or one of them has to wait', async () => {
    const usual = newDispatch()
    takenOf(await usual.place(forBoth()))
    await settle(usual.clock)
    expect(usual.sent).toHaveLength(2)

    const apart = newDispatch({ accountNow: (id) => ({ service: `https://${id}.example` }) })
    takenOf(await apart.placeTogether(forBoth()))
    await settle(apart.clock)
    expect(apart.sent).toHaveLength(2)

    const busy = newDispatch({ perSecond: 2 })
    takenOf(await busy.place(buys(3, { account: 'b' })))
    const intents = takenOf(await busy.placeTogether(forBoth()))
    expect(intents.map(({ state }) => state)).toEqual(['sent', 'recorded'])
    await busy.clock.advance(5000)
    expect(statesOf(busy.journal, intents)).toEqual(['accepted', 'accepted'])
  })

  it('leave none of them where the stop is pulled, or one account is switched off, before the first byte', async () => {
    for (const what of ['stop', 'off'] as const) {
      const connected = Promise.withResolvers<void>()
      const { placeTogether, sent, clock, journal, halt, closed } = newDispatch({
        connected: connected.promise,
      })
      const intents = takenOf(await placeTogether(forBoth()))
      if (what === 'stop') halt()
      else closed.add('b')
      connected.resolve()
      await settle(clock)
      expect(sent).toEqual([])
      expect(statesOf(journal, intents)).toEqual(['not-sent', 'not-sent'])
    }
  })

  it('are all in doubt after one request that nobody answered', async () => {
    const { placeTogether, clock, journal } = newDispatch({ answerOf: () => 'no-answer' })
    const intents = takenOf(await placeTogether(forBoth()))
    await settle(clock)
    expect(statesOf(journal, intents)).toEqual(['in-doubt', 'in-doubt'])
  })

  it('are shown as the one request that they make', () => {
    const { dispatch } = newDispatch()
    const requestsOf = (oneRequest: boolean) => {
      const preview = dispatch.preview(forBoth(), { oneRequest })
      return preview.ok ? preview.value.requests : null
    }
    expect(requestsOf(true)).toMatchObject([{ account: 'a', beside: ['b'] }])
    expect(requestsOf(false)).toMatchObject([{ account: 'a', beside: [] }, { account: 'b' }])
  })
})

describe('the stop', () => {
  it('keeps a hundred orders that wait from leaving', async () => {
    const { place, journal, orders, clock, halt, lift, told } = newDispatch()
    const intents = takenOf(await place(buys(100)))
    await settle(clock)
    halt()
    await clock.advance(60_000)
    lift()
    await clock.advance(60_000)
    expect(orders()).toHaveLength(10)
    const states = statesOf(journal, intents)
    expect(states.filter((state) => state === 'accepted')).toHaveLength(10)
    expect(states.filter((state) => state === 'not-sent')).toHaveLength(90)
    const off = told.filter(({ state }) => state === 'not-sent')
    expect(new Set(off.map(({ calledOff }) => calledOff))).toEqual(new Set(['stop']))
  })

  it('writes what it halted down once the cancels have left, which do not wait for the disk', async () => {
    const { place, journal, orders, clock, halt } = newDispatch()
    const waiting = takenOf(await place(buys(15))).slice(10)
    await settle(clock)
    const cancels = Promise.withResolvers<void>()
    halt(cancels.promise)
    await clock.advance(60_000)
    expect(orders()).toHaveLength(10)
    expect(new Set(statesOf(journal, waiting))).toEqual(new Set(['recorded']))
    cancels.resolve()
    await cancels.promise
    await settle(clock)
    expect(new Set(statesOf(journal, waiting))).toEqual(new Set(['not-sent']))
  })

  it('keeps back what waits for its keys', async () => {
    const keys = Promise.withResolvers<Reply<AccountLogin>>()
    const { place, journal, clock, halt, lift, sent } = newDispatch({ loginOf: () => keys.promise })
    const intents = takenOf(await place([buy()]))
    halt()
    lift()
    keys.resolve(ok(login))
    await settle(clock)
    expect([statesOf(journal, intents), sent]).toEqual([['not-sent'], []])
  })

  it('keeps back what was confirmed before it and still being made ready, also where it is lifted in the same turn', async () => {
    const { place, journal, clock, halt, lift, sent } = newDispatch()
    const confirmation = randomUUID()
    const placed = place([buy()], confirmation)
    halt()
    lift()
    expect(await placed).toMatchObject({ ok: false, error: { code: 'cancelled' } })
    await settle(clock)
    expect([journal.confirmed(confirmation), sent]).toEqual([[], []])
    takenOf(await place([buy()], confirmation))
  })

  it('keeps no exit back that was confirmed before it and still being made ready', async () => {
    const { place, clock, halt, orders } = newDispatch({ held: 5000 })
    const placed = place([buy({ action: 'SELL', exit: true })])
    halt()
    takenOf(await placed)
    await settle(clock)
    expect(orders()).toHaveLength(1)
  })

  it('keeps back what waits for its connection, also where it is lifted before that stands', async () => {
    const connection = Promise.withResolvers<void>()
    const { place, journal, clock, halt, lift, sent } = newDispatch({
      connected: connection.promise,
    })
    const intents = takenOf(await place([buy()]))
    expect(statesOf(journal, intents)).toEqual(['sent'])
    halt()
    lift()
    connection.resolve()
    await settle(clock)
    expect([statesOf(journal, intents), sent]).toEqual([['not-sent'], []])
  })

  it('is answered at once, also while the disk refuses', async () => {
    const { place, journal, orders, clock, halt, told } = newDispatch()
    takenOf(await place(buys(15)))
    await settle(clock)
    journal.refuse(() => true)
    halt()
    await clock.advance(10_000)
    expect(orders()).toHaveLength(10)
    expect(told.filter(({ calledOff }) => calledOff === 'stop')).toHaveLength(5)
    journal.accept()
    await clock.advance(2000)
    expect(journal.unsettled()).toEqual([])
  })

  it('refuses new orders while it is on', async () => {
    const { place, halt, orders, clock } = newDispatch()
    halt()
    expect(await place([buy()])).toMatchObject({
      value: { isTaken: false, problems: [{ level: 'refuse', code: 'stopped' }] },
    })
    await settle(clock)
    expect(orders()).toEqual([])
  })
})

describe('calling off', () => {
  it('takes orders out of the queue, and answers the others as they are', async () => {
    const { place, dispatch, journal, orders, clock } = newDispatch()
    const intents = takenOf(await place(buys(25)))
    await settle(clock)
    const off = [intents[0]!, intents[12]!, intents[24]!].map(({ id }) => id)
    const reply = dispatch.dropFromQueue(off)
    expect(reply).toMatchObject({
      value: [
        { id: off[0], state: 'accepted', calledOff: null },
        { id: off[1], state: 'not-sent', calledOff: 'person' },
        { id: off[2], state: 'not-sent', calledOff: 'person' },
      ],
    })
    await clock.advance(5000)
    expect(orders()).toHaveLength(23)
    for (const { id, params } of intents) {
      const isOff = off.slice(1).includes(id)
      expect(journal.find(id)?.state).toBe(isOff ? 'not-sent' : 'accepted')
      expect(orders().some(({ quantity }) => quantity === params['quantity'])).toBe(!isOff)
    }
  })

  it('comes too late for an order that only waits for its connection', async () => {
    const connection = Promise.withResolvers<void>()
    const { place, dispatch, clock, told } = newDispatch({ connected: connection.promise })
    const [intent] = takenOf(await place([buy()])) as [Intent]
    expect(dispatch.dropFromQueue([intent.id])).toMatchObject({ value: [{ state: 'sent' }] })
    expect(dispatch.lastMinute('a')).toBe(1)
    connection.resolve()
    await settle(clock)
    expect(told.map(({ state }) => state)).toEqual(['sent', 'accepted'])
    expect(dispatch.lastMinute('a')).toBe(1)
  })

  it('of an order that is not in the journal changes nothing', async () => {
    const { place, dispatch, orders, clock } = newDispatch()
    const intents = takenOf(await place(buys(12)))
    expect(dispatch.dropFromQueue([intents[11]!.id, randomUUID()])).toMatchObject({
      error: { code: 'not-found' },
    })
    await clock.advance(5000)
    expect(orders()).toHaveLength(12)
  })
})

describe('orders that are still being made ready', () => {
  it.each<[string, { account: string; strategy: string | null }]>([
    ['the account', { account: 'a', strategy: null }],
    ['their strategy', { account: 'a', strategy: 'Manual' }],
  ])('are not recorded behind a way out of %s that was taken after them', async (_, of) => {
    const { place, dispatch, journal, sent, clock } = newDispatch()
    const confirmation = randomUUID()
    const placed = place([buy({ account: 'b' }), buy()], confirmation)
    dispatch.callOffQueue(of.account, of.strategy)
    expect(await placed).toMatchObject({ ok: false, error: { code: 'cancelled' } })
    await clock.advance(5000)
    expect([journal.confirmed(confirmation), sent]).toEqual([[], []])
    takenOf(await place([buy({ account: 'b' }), buy()], confirmation))
  })

  it('leave where the way out is of another account, or of another strategy', async () => {
    const { place, dispatch, orders, clock } = newDispatch()
    const placed = place([buy()])
    dispatch.callOffQueue('b', null)
    dispatch.callOffQueue('a', 'Another')
    takenOf(await placed)
    await settle(clock)
    expect(orders()).toHaveLength(1)
  })

  it('leave for nobody else whose account it is now', async () => {
    const { place, dispatch, sent, clock } = newDispatch()
    const placed = place([buy()])
    dispatch.accountsChanged(['a'])
    expect(await placed).toMatchObject({ ok: false, error: { code: 'cancelled' } })
    await settle(clock)
    expect(sent).toEqual([])
  })
})

it('orders that wait do not leave from an account that is closed meanwhile', async () => {
  const { place, journal, orders, clock, closed } = newDispatch()
  const intents = takenOf(await place(buys(11)))
  closed.add('a')
  await clock.advance(5000)
  expect(orders()).toHaveLength(10)
  expect(journal.find(intents[10]!.id)).toMatchObject({ state: 'not-sent', calledOff: 'person' })
})

describe('an account that is changed while orders wait', () => {
  it('keeps them back where it is somebody else’s now', async () => {
    const { place, dispatch, journal, orders, clock } = newDispatch()
    const intents = takenOf(await place([...buys(11), ...buys(11, { account: 'b' })]))
    dispatch.accountsChanged(['a'])
    await clock.advance(5000)
    expect(orders()).toHaveLength(21)
    const ofA = intents.filter(({ account }) => account === 'a')
    expect(journal.find(ofA[10]!.id)).toMatchObject({ state: 'not-sent', calledOff: 'person' })
  })

  it('says that the keys are another client’s now where nobody changed it', async () => {
    const { place, dispatch, journal } = newDispatch()
    const intents = takenOf(await place(buys(11)))
    dispatch.accountsChanged(['a'], 'other-client')
    expect(journal.find(intents[10]!.id)).toMatchObject({ calledOff: 'other-client' })
  })

  it('keeps them back where it was closed, also when it is open again before their turn', async () => {
    const { place, dispatch, journal, orders, clock, closed } = newDispatch()
    const intents = takenOf(await place(buys(11)))
    closed.add('a')
    dispatch.accountsChanged([])
    closed.delete('a')
    await clock.advance(5000)
    expect(orders()).toHaveLength(10)
    expect(journal.find(intents[10]!.id)?.state).toBe('not-sent')
  })

  it('lets them leave where only something else about it is new', async () => {
    const { place, dispatch, orders, clock } = newDispatch()
    await place(buys(11))
    dispatch.accountsChanged([])
    await clock.advance(5000)
    expect(orders()).toHaveLength(11)
  })
})

describe('a machine that sleeps', () => {
  it('sends nothing whose connection was still being made when it fell asleep', async () => {
    const connected = Promise.withResolvers<void>()
    const { place, journal, orders, clock } = newDispatch({ connected: connected.promise })
    const intents = takenOf(await place([buy()]))
    await settle(clock)
    clock.sleep(3_600_000)
    connected.resolve()
    await clock.advance(1000)
    expect(orders()).toHaveLength(0)
    expect(journal.find(intents[0]!.id)?.state).toBe('not-sent')
  })

  it('sends nothing that was to follow an answer that came after it', async () => {
    const { placeOneByOne, journal, orders, clock, answer } = newDispatch({ answers: false })
    const intents = takenOf(await placeOneByOne([buy(), buy({ account: 'b' }), buy()]))
    await settle(clock)
    clock.sleep(3_600_000)
    answer()
    await clock.advance(5000)
    expect(orders()).toHaveLength(1)
    expect(journal.find(intents[0]!.id)?.state).toBe('accepted')
    for (const { id } of intents.slice(1))
      expect(journal.find(id)).toMatchObject({ state: 'not-sent', calledOff: 'stood-still' })
  })

  it('sends nothing of what waited once it is awake, and says so', async () => {
    const { place, journal, orders, clock } = newDispatch()
    const intents = takenOf(await place(buys(12)))
    await settle(clock)
    clock.sleep(3_600_000)
    await clock.advance(5000)
    expect(orders()).toHaveLength(10)
    for (const { id } of intents.slice(10))
      expect(journal.find(id)).toMatchObject({ state: 'not-sent', calledOff: 'stood-still' })
  })
})

describe('a desk that ends', () => {
  it('calls off what waits, lets what is on the wire have its answer, and takes nothing more', async () => {
    const { place, dispatch, journal, answer, clock } = newDispatch({ answers: false })
    const intents = takenOf(await place(buys(11)))
    await settle(clock)
    const stopped = dispatch.stop()
    expect(await place([buy()])).toMatchObject({ error: { code: 'cancelled' } })
    answer()
    await stopped
    expect(journal.find(intents[0]!.id)?.state).toBe('accepted')
    expect(journal.find(intents[10]!.id)).toMatchObject({
      state: 'not-sent',
      calledOff: 'shutdown',
    })
    expect(clock.pending).toBe(0)
  })

  it('without a warning leaves in doubt what was on the wire, and calls off what waited', async () => {
    const first = newDispatch({ answers: false })
    const intents = takenOf(await first.place(buys(11)))
    await settle(first.clock)
    first.journal.close()

    const second = newDispatch({ dataDir: first.dataDir })
    await second.clock.advance(60_000)
    expect(second.sent).toEqual([])
    expect(second.journal.find(intents[0]!.id)).toMatchObject({
      state: 'in-doubt',
      parts: [{ code: 'in-doubt', message: expect.stringContaining('ended before') as string }],
    })
    expect(second.journal.find(intents[10]!.id)).toMatchObject({
      state: 'not-sent',
      calledOff: 'restart',
    })
    expect(second.told).toHaveLength(11)
  })
})

describe('an order sent again', () => {
  it('must surely not be at the broker', async () => {
    const { place, clock } = newDispatch()
    const [accepted] = takenOf(await place([buy()])) as [Intent]
    await settle(clock)
    expect(await place([buy({ resends: accepted.id })])).toMatchObject({
      value: { isTaken: false, problems: [{ order: 0, level: 'refuse', code: 'duplicate' }] },
    })
    expect(await place([buy({ resends: randomUUID() })])).toMatchObject({
      value: { isTaken: false, problems: [{ level: 'refuse', code: 'duplicate' }] },
    })
  })

  it('is so once', async () => {
    const { place, clock, dispatch, orders } = newDispatch()
    const [, off] = takenOf(await place(buys(2, { slice: null }))) as [Intent, Intent]
    await settle(clock)
    expect(off.state).toBe('sent')
    const waiting = takenOf(await place(buys(10)))
    const former = waiting[9]!
    dispatch.dropFromQueue([former.id])
    const before = orders().length
    const { quantity } = former.ticket as RegularTicket
    const twice = ['1501', '1502'].map((price) =>
      buy({ resends: former.id, quantity, pricing: { type: 'LIMIT', price } }),
    )
    await clock.advance(1000)
    expect(await place(twice)).toMatchObject({ value: { problems: [{ order: 1 }] } })
    takenOf(await place(twice.slice(0, 1)))
    await clock.advance(1000)
    expect(await place(twice.slice(1))).toMatchObject({
      value: { isTaken: false, problems: [{ order: 0, level: 'refuse', code: 'duplicate' }] },
    })
    await clock.advance(5000)
    expect(orders().length).toBe(before + 9 + 1)
  })
})

describe('a system clock that jumps by a day', () => {
  it.each([day, -day])('(%i ms) changes nothing for a repeated order', async (by) => {
    const { place, clock, jump } = newDispatch()
    const ticket = buy()
    takenOf(await place([ticket]))
    jump(by)
    await clock.advance(999)
    expect(await place([ticket])).toMatchObject({
      value: { isTaken: false, problems: [{ level: 'ask', code: 'duplicate' }] },
    })
    jump(by)
    await clock.advance(1)
    takenOf(await place([ticket]))
  })

  it.each([0, -day])('(%i ms) over a restart leaves counted what left of late', async (by) => {
    const first = newDispatch()
    takenOf(await first.place(buys(15)))
    await first.clock.advance(500)
    await first.dispatch.stop()
    first.journal.close()
    const again = newDispatch({ dataDir: first.dataDir, wall: monday + 20_000 + by })
    // Ten left; five were called off in the queue.
    expect(again.dispatch.lastMinute('a')).toBe(10)
    expect(again.dispatch.lastMinute('b')).toBe(0)
    await again.clock.advance(by === 0 ? 39_999 : 59_999)
    expect(again.dispatch.lastMinute('a')).toBe(10)
    await again.clock.advance(1)
    expect(again.dispatch.lastMinute('a')).toBe(0)
  })

  it('that does not jump keeps the pace over a restart within a second', async () => {
    const first = newDispatch()
    takenOf(await first.place(buys(10)))
    await first.clock.advance(500)
    await first.dispatch.stop()
    first.journal.close()
    const again = newDispatch({ dataDir: first.dataDir, wall: monday + 500 })
    takenOf(await again.place(buys(5, { strategy: 'again' })))
    await again.clock.advance(500)
    expect(again.orders()).toHaveLength(0)
    await again.clock.advance(100)
    expect(again.orders()).toHaveLength(5)
  })

  it.each([day, -day])(
    '(%i ms) changes nothing for the pace, nor for what left of late',
    async (by) => {
      const { place, clock, jump, orders, dispatch } = newDispatch()
      takenOf(await place(buys(15)))
      jump(by)
      await clock.advance(1000)
      expect(orders()).toHaveLength(10)
      await clock.advance(100)
      expect(orders()).toHaveLength(15)
      jump(by)
      await clock.advance(58_800)
      expect(dispatch.lastMinute('a')).toBe(15)
      await clock.advance(200)
      expect(dispatch.lastMinute('a')).toBe(5)
      await clock.advance(1100)
      expect(dispatch.lastMinute('a')).toBe(0)
    },
  )
})

describe('a preview', () => {
  it('shows the requests as they would be sent, without keys, and sends nothing', async () => {
    const { dispatch, place, sent, clock } = newDispatch()
    const tickets = [...buys(11), buy({ account: 'nobody' })]
    const preview = dispatch.preview(tickets)
    if (!preview.ok) throw new Error(preview.error.message)
    const { orders, problems, requests } = preview.value
    expect(orders.map((order) => order?.quantity ?? null)).toEqual([
      ...tickets.slice(0, 11).map(({ quantity }) => Number(quantity)),
      null,
    ])
    expect(problems).toMatchObject([{ order: 11, level: 'refuse', code: 'account' }])
    expect(requests.map(({ account, operation }) => [account, operation])).toEqual([
      ['a', 'PlaceMultiOrder'],
      ['a', 'PlaceMultiOrder'],
    ])
    await settle(clock)
    expect(sent).toEqual([])

    takenOf(await place(tickets.slice(0, 11)))
    await clock.advance(2000)
    const keys = { api_key: '••••', api_secret: '••••' }
    expect(requests.map(({ body }) => JSON.parse(body) as unknown)).toEqual(
      sent.map((request) => ({
        ...keys,
        data: {
          orders: request.orders.map((one) => ({ ...keys, data: { ...one, broker: 'PX' } })),
        },
      })),
    )
    expect(requests[0]!.body).toContain('\n  "data": {\n')
  })
})
