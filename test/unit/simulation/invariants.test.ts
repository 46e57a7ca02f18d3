import { describe, expect, it } from 'vitest'
import { noLimits } from '../../../src/shared/orders/limits.ts'
import type { Intent } from '../../../src/shared/orders/intents.ts'
import type { RegularTicket, SmartTicket } from '../../../src/shared/orders/tickets.ts'
import { confirmedOnce } from '../../simulation/invariants/confirmed-once.ts'
import { deniedIsAbsent } from '../../simulation/invariants/denied-is-absent.ts'
import {
  exitKnowsTheOthers,
  squareOffKnowsTheOthers,
  squareOffLeavesAlone,
} from '../../simulation/invariants/exits-know-the-others.ts'
import { flatIsFlat } from '../../simulation/invariants/flat-is-flat.ts'
import { foundIsItsOwn, heldOnce } from '../../simulation/invariants/found-is-its-own.ts'
import { limitsHold } from '../../simulation/invariants/limits-hold.ts'
import { notTurnedRound } from '../../simulation/invariants/not-turned-round.ts'
import {
  blockingOf,
  nothingWithheld,
  restsSince,
} from '../../simulation/invariants/nothing-withheld.ts'
import { oneAfterTheOther } from '../../simulation/invariants/one-after-the-other.ts'
import { paceHolds, queueMoves } from '../../simulation/invariants/pace-holds.ts'
import { queueStays } from '../../simulation/invariants/queue-stays.ts'
import { sentAgainWhenAbsent } from '../../simulation/invariants/sent-again-when-absent.ts'
import { sentAsConfirmed } from '../../simulation/invariants/sent-as-confirmed.ts'
import { sentOnce } from '../../simulation/invariants/sent-once.ts'
import { settledInTheEnd } from '../../simulation/invariants/settled-in-the-end.ts'
import { sharesHold } from '../../simulation/invariants/shares-hold.ts'
import { stopHolds } from '../../simulation/invariants/stop-holds.ts'
import { turnsHold } from '../../simulation/invariants/turns-hold.ts'
import {
  type KnownToWindow,
  windowsAgree,
  windowsShow,
} from '../../simulation/invariants/windows-agree.ts'
import { writtenFirst } from '../../simulation/invariants/written-first.ts'
import { marksOfGroups } from '../../simulation/group-marks.ts'
import { randomOf } from '../../simulation/random.ts'
import {
  type Asked,
  type Departure,
  type EndedExit,
  type Tightened,
  holdingOf,
  newRecord,
} from '../../simulation/record.ts'
import { instruments } from '../../simulation/service/instruments.ts'
import { LeftOutOfBook } from '../../simulation/service/left-out.ts'
import { Service } from '../../simulation/service/service.ts'
import { everything } from '../../simulation/theme.ts'
import { VirtualClock } from '../../simulation/world/virtual-clock.ts'
import { inDoubt } from '../main/orders/doubt/doubts.ts'

const infosys = instruments[0]!
const account = 'a'

const ticket: RegularTicket = {
  ...{ kind: 'regular', account, strategy: 't1', exchange: 'NSE', symbol: infosys.symbol },
  ...{ action: 'BUY', quantity: '10', product: 'MIS', slice: null, exit: false },
  pricing: { type: 'LIMIT', price: '1500.00' },
}
const fields = {
  ...{ strategy: 't1', exchange: 'NSE', symbol: infosys.symbol, action: 'BUY', quantity: '10' },
  ...{ product: 'MIS', pricetype: 'LIMIT', price: '1500' },
}

/** A run in which one ticket was confirmed, and whatever a test adds to it. */
function newRun(more: Partial<RegularTicket> = {}) {
  const clock = new VirtualClock()
  const service = new Service({
    clock,
    wall: () => clock.now(),
    random: randomOf(1),
    tradesRandom: randomOf(2),
    overnightRandom: randomOf(3),
    customsRandom: randomOf(4),
    theme: everything,
    isStormy: () => false,
    mark: () => undefined,
    note: () => undefined,
    onFill: () => undefined,
  })
  const keys = { origin: 'https://one.example', apiKey: 'key' }
  const login = service.loginOf(keys)
  const asked = { tag: 't1', account, ticket: { ...ticket, ...more }, agreed: new Set<string>() }
  const isWarned = false
  const logins = () => service.logins
  const record = newRecord({ now: () => clock.now(), count: () => 100, logins })
  record.asked.set('t1', { ...asked, isWarned, inTurn: [], at: 0, confirmed: 10, login })
  record.loginsOf.set(account, [{ since: 0, until: Infinity, login }])
  const departure: Departure = {
    ...{ at: 0, account, login, operation: 'PlaceMultiOrder', isUnderWay: false, noted: 1 },
    request: { ...keys, operation: 'PlaceMultiOrder', fields: [fields], apiKeys: [keys.apiKey] },
    legs: [{ tag: 't1', units: 10, orders: 1, fields }],
    shown: new Set(),
    said: [],
  }
  /** Confirms one more, or what was confirmed in another way. */
  const confirm = (tag: string, of: Partial<Asked> = {}): void => {
    record.asked.set(tag, { ...record.asked.get('t1')!, tag, ...of })
  }
  const place = (
    side: 'BUY' | 'SELL' = 'BUY',
    by: 'desk' | 'phone' = 'desk',
    quantity = 10,
    tag = 't1',
  ) =>
    login.broker.place({
      ...{ tag: by === 'desk' ? tag : 'by telephone', by, instrument: infosys, product: 'MIS' },
      ...{ side, quantity, price: 1500, trigger: 0, pricetype: 'LIMIT', parent: null },
    })
  const told = (
    state: 'refused' | 'accepted' | 'in-doubt' | 'settled',
    orderId: string | null = null,
  ) => {
    const [part] = inDoubt({}).parts
    const intent: Intent = {
      ...inDoubt({ account, params: fields }),
      state,
      parts: [{ ...part!, state, orderId, quantity: 10 }],
    }
    record.told.set(intent.id, intent)
    return intent
  }
  return { clock, service, record, login, departure, place, told, confirm }
}

describe('what the simulation holds against a desk', () => {
  it('is an order that leaves twice', () => {
    const { departure } = newRun()
    expect(sentOnce({ departures: [departure] })).toEqual([])
    expect(sentOnce({ departures: [departure, departure] })).toHaveLength(1)
  })

  it('is an order that is said to be refused, and is there', () => {
    const { record, place, told } = newRun()
    const intent = told('refused')
    expect(deniedIsAbsent(record, [intent])).toEqual([])
    place()
    expect(deniedIsAbsent(record, [intent])).toHaveLength(1)
    expect(deniedIsAbsent(record, [told('in-doubt')])).toEqual([])
    const held = told('accepted', record.logins()[0]!.broker.orders[0]!.id)
    expect(deniedIsAbsent(record, [held, { ...intent, ticket: null }])).toEqual([])
  })

  it('is no refusal of one of two orders in the same words in one request, where the other is said to be the one that was made', () => {
    const { record, departure, place, told } = newRun()
    const intent = told('refused')
    place()
    const [leg] = departure.legs
    const twin = { ...leg!, tag: 't2', fields: { ...leg!.fields, strategy: 't2' } }
    record.departures.push({ ...departure, legs: [leg!, twin] })
    record.asked.set('t2', { ...record.asked.get('t1')!, tag: 't2' })
    const other = told('accepted', record.logins()[0]!.broker.orders[0]!.id)
    record.told.delete(other.id)
    const isOther: Intent = { ...other, id: 'other', params: { ...other.params, strategy: 't2' } }
    expect(deniedIsAbsent(record, [intent])).toHaveLength(1)
    record.told.set(isOther.id, isOther)
    expect(deniedIsAbsent(record, [intent])).toEqual([])
  })

  it('is a number that is another’s once a book has shown that', () => {
    const { record, departure, place, told } = newRun()
    place()
    const others = place('SELL', 'phone')
    const found = told('accepted', others.id)
    record.departures[0] = { ...departure, shown: new Set() }
    expect(foundIsItsOwn(record, found, () => false)).toEqual([])
    expect(foundIsItsOwn(record, found, () => true)).toHaveLength(1)
    record.departures[0] = { ...departure, shown: new Set([others.id]) }
    expect(foundIsItsOwn(record, found, () => false)).toHaveLength(1)
  })

  it('is an order that is found and is another, or another’s', () => {
    const { clock, record, departure, place, told } = newRun()
    const own = place()
    expect(foundIsItsOwn(record, told('accepted', own.id), () => true)).toEqual([])
    clock.step(60_000)
    const others = place('BUY', 'phone')
    const found = told('accepted', others.id)
    expect(foundIsItsOwn(record, found, () => true)).toHaveLength(1)
    // Phoned in within the same seconds nobody can tell it from ours, unless the book had shown it.
    record.departures.push({ ...departure, at: 60_500 })
    expect(foundIsItsOwn(record, found, () => true)).toEqual([])
    record.departures[0] = { ...departure, at: 60_500, shown: new Set([others.id]) }
    expect(foundIsItsOwn(record, found, () => true)).toHaveLength(1)
    expect(heldOnce(record, () => false)).toEqual([])
    told('accepted', own.id)
    record.told.set('another', told('accepted', own.id))
    expect(heldOnce(record, () => false)).not.toEqual([])
  })

  it('is an order that two have, once the book was read of the one that another login’s was named for', () => {
    const { record, departure, place, told, confirm, service } = newRun()
    const own = place()
    const named = told('accepted', own.id)
    const found = told('settled', own.id)
    const params = { ...fields, strategy: 't2' }
    record.told.set(named.id, { ...named, params })
    const login = service.loginOf({ origin: 'https://one.example', apiKey: 'other' })
    confirm('t2', { login })
    record.departures = [{ ...departure, at: 100, legs: [{ ...departure.legs[0]!, tag: 't2' }] }]
    record.held.set(holdingOf('t1', own.id), 7000)
    const heldWhere = (readAt: number, of = login): string[] =>
      heldOnce(record, (asked, moment) => asked === of && readAt > moment)
    expect(heldWhere(6999)).toEqual([])
    expect(heldWhere(7001)).toHaveLength(1)
    // Books lag behind what leaves, and a desk that is up again waits for them anew.
    record.held.clear()
    expect([5100, 5101].map((at) => heldWhere(at).length)).toEqual([0, 1])
    record.starts.push(1000)
    expect([6000, 6001].map((at) => heldWhere(at).length)).toEqual([0, 1])
    // The word of the service alone is not more than that word.
    record.told.set(found.id, { ...found, parts: [{ ...found.parts[0]!, state: 'accepted' }] })
    expect(heldWhere(0)).toHaveLength(1)
    record.told.set(found.id, found)
    confirm('t2', { login: service.loginOf({ origin: 'https://one.example', apiKey: 'key' }) })
    expect(heldWhere(0)).toHaveLength(1)
  })

  it.each([
    ['beside it', true],
    ['in its place', false],
  ])(
    'is not the order that its own request made %s in the same words at the same login',
    (_, isMade) => {
      const { record, departure, place, told } = newRun()
      if (isMade) place()
      const twin = place('BUY', 'desk', 10, 't2')
      const found = told('accepted', twin.id)
      const [leg] = departure.legs
      const beside = (words: Record<string, string>): void => {
        const other = { ...leg!, tag: 't2', fields: { ...leg!.fields, strategy: 't2', ...words } }
        record.departures[0] = { ...departure, legs: [leg!, other] }
      }
      beside({})
      expect(foundIsItsOwn(record, found, () => true)).toEqual([])
      beside({ price: '1501.00' })
      expect(foundIsItsOwn(record, found, () => true)).toHaveLength(1)
      // What the same request made for another account of the login.
      const ofOther = { ...leg!, tag: 't2', fields: { ...leg!.fields, strategy: 't2' } }
      const other = { ...departure, account: 'b', legs: [ofOther] }
      record.departures = [departure, other]
      expect(foundIsItsOwn(record, found, () => true)).toEqual([])
      record.departures = [departure, { ...other, request: { ...departure.request } }]
      expect(foundIsItsOwn(record, found, () => true)).toHaveLength(1)
      record.departures = [departure]
      expect(foundIsItsOwn(record, found, () => true)).toHaveLength(1)
    },
  )

  it('is an order in doubt that could be found in the end, unless its number was given to one in its words', () => {
    const { record, departure, place, told, confirm } = newRun()
    const own = place()
    const lost = told('in-doubt')
    record.told.set(lost.id, { ...lost, sent: { at: 1, rivals: [], bookAge: 100 } })
    expect(settledInTheEnd(record)).toHaveLength(1)
    confirm('t2')
    const [leg] = departure.legs
    const twin = told('accepted', own.id)
    const name = (words: Record<string, string>): void => {
      const params = { ...fields, strategy: 't2', ...words }
      record.departures = [{ ...departure, legs: [leg!, { ...leg!, tag: 't2', fields: params }] }]
      record.told.set(twin.id, { ...twin, params })
    }
    name({ price: '1501' })
    expect(settledInTheEnd(record)).toHaveLength(1)
    name({})
    expect(settledInTheEnd(record)).toEqual([])
  })

  it('is an order that the service said no to and that is in doubt for good, though nothing speaks against that', () => {
    const { record, departure, place, told } = newRun()
    const later = { ...record, now: () => 30_000 }
    record.departures.push(departure)
    const lost = told('in-doubt')
    expect(settledInTheEnd(later)).toEqual([])
    const parts = lost.parts.map((part) => ({ ...part, code: 'said-no' as const }))
    record.told.set(lost.id, { ...lost, parts })
    expect(settledInTheEnd(later)).toHaveLength(1)
    expect(settledInTheEnd({ ...later, now: () => 15_000 })).toEqual([])
    expect(settledInTheEnd({ ...later, starts: [20_000] })).toEqual([])
    expect(settledInTheEnd({ ...later, jumps: [1] })).toEqual([])
    // Somebody else’s, which may be it in other words.
    const phoned = place('SELL', 'phone')
    expect(settledInTheEnd(later)).toEqual([])
    // To be named when all orders are cancelled makes it no order of ours.
    const named = told('accepted', phoned.id)
    expect(settledInTheEnd(later)).toHaveLength(1)
    record.told.set(named.id, { ...named, operation: 'CancelAllOrder', ticket: null })
    expect(settledInTheEnd(later)).toEqual([])
  })

  it('is such an order beside one of long before, where a book had shown that by then', () => {
    const { clock, record, departure, place, told, login } = newRun()
    const phoned = place('SELL', 'phone')
    const left = { ...departure, at: 20_000 }
    record.departures.push(left)
    const later = { ...record, now: () => 50_000 }
    const lost = told('in-doubt')
    const parts = lost.parts.map((part) => ({ ...part, code: 'said-no' as const }))
    record.told.set(lost.id, { ...lost, parts })
    expect(settledInTheEnd(later)).toEqual([])
    record.departures[0] = { ...left, shown: new Set([phoned.id]) }
    expect(settledInTheEnd(later)).toHaveLength(1)
    record.departures[0] = left
    // By a desk before it, which noted it.
    login.noteShown([phoned.id], clock.now())
    expect(settledInTheEnd(later)).toHaveLength(1)
  })

  it('is a way out of which is not said for long that it is flat', () => {
    const { record, departure, place, told, login } = newRun()
    const way = { account, since: 0, flatAt: null, step: 'checking', todo: null }
    const after = (seconds: number): string[] =>
      nothingWithheld({ ...record, now: () => seconds * 1000 }, way)
    expect(after(44)).toEqual([])
    expect(after(46)).toHaveLength(1)
    expect(nothingWithheld(record, { ...way, flatAt: 44_000 })).toEqual([])
    expect(nothingWithheld(record, { ...way, flatAt: 46_000 })).toHaveLength(1)
    const order = place()
    expect(blockingOf(record, login)).toBe('something is left')
    order.become(7000, { standing: 'cancelled' })
    expect(restsSince(record, login, 9000)).toBe(7000)
    expect(after(60)).toHaveLength(1)
    const { left } = login
    const customs = { ...everything.leavesOut, closedPositions: true }
    Object.assign(login, { left: new LeftOutOfBook(customs, randomOf(5)) })
    expect(blockingOf(record, login)).toBe('what ended is not told')
    Object.assign(login, { left })
    const doubt = told('in-doubt')
    expect(blockingOf(record, login)).toBe('an order is in doubt')
    expect(after(60)).toEqual([])
    // A square-off without an answer may be carried out for a minute after it is waited for no more.
    const operation = 'SquareOffAllPosition'
    record.told.set(doubt.id, { ...doubt, operation, ticket: null })
    record.departures.push({ ...departure, operation, at: 5000 })
    expect(restsSince(record, login, 4000)).toBe(7000)
    expect(restsSince(record, login, 9000)).toBe(80_000)
    // A fill that the positions had, and the orders not within the time by which they may be late.
    order.become(8000, { standing: 'cancelled', filled: 10 })
    order.become(8500, { filled: 0 })
    login.noteOrders(7999, 8100)
    login.notePositions(8000, 8100)
    login.noteOrders(8000, 13_100)
    expect(blockingOf(record, login)).toBeNull()
    order.become(9000, { filled: 10 })
    order.become(9500, { filled: 0 })
    login.notePositions(9000, 14_000)
    expect(blockingOf(record, login)).toBe('orders were told later than they may be')
    login.noteOrders(9000, 19_000)
    expect(blockingOf(record, login)).toBeNull()
    // The next desk is shown it anew.
    login.forgetFills()
    login.notePositions(9000, 20_000)
    login.noteOrders(9000, 25_100)
    expect(blockingOf(record, login)).toBe('orders were told later than they may be')
  })

  it('is no account that is not called flat, whose book at a former address was left before it showed an order', () => {
    const { record, service, login, place, told } = newRun()
    const now = service.loginOf({ origin: 'https://two.example', apiKey: 'key' })
    const order = place()
    told('accepted', order.id)
    const moved = (to: typeof login, until = 9000): void => {
      record.loginsOf.set(account, [
        { since: 0, until, login },
        { since: until, until: Infinity, login: to },
      ])
    }
    moved(now)
    expect(blockingOf(record, now)).toBe('an order was never shown elsewhere')
    // It was shown, but not long enough before that to be surely on disk.
    login.noteShown([order.id], 5000)
    expect(blockingOf(record, now)).toBe('an order was never shown elsewhere')
    moved(now, 10_000)
    expect(blockingOf(record, now)).toBeNull()
    // At one address the profiles tell of two clients.
    told('accepted', place().id)
    expect(blockingOf(record, now)).toBe('an order was never shown elsewhere')
    const other = service.loginOf({ origin: login.origin, apiKey: 'other' })
    moved(other, 10_000)
    expect(blockingOf(record, other)).toBeNull()
  })

  it('is an account that is called flat while an order of ours works, be it only on its way', () => {
    const { record, departure, place } = newRun()
    const said: EndedExit = {
      run: { id: 'r', what: 'both', at: 0, state: 'done', accounts: [] },
      account: {
        ...{ account, strategy: null, step: 'flat', cancelled: 0, closed: 0 },
        ...{ failures: [], left: null, todo: null },
      },
    }
    expect(flatIsFlat(record, said)).toEqual([])
    record.departures.push({ ...departure, isUnderWay: true })
    expect(flatIsFlat(record, said)).toHaveLength(1)
    const squareOff = { ...departure, operation: 'SquareOffAllPosition', legs: [] } as const
    record.departures[0] = { ...squareOff, isUnderWay: true }
    expect(flatIsFlat(record, said)).toEqual([])
    const cancelled = { ...said, run: { ...said.run, what: 'orders' } } as const
    expect(flatIsFlat(record, cancelled)).toHaveLength(1)
    record.departures.pop()
    const order = place()
    expect(flatIsFlat(record, said)).toHaveLength(1)
    order.become(0, { standing: 'complete', filled: 10 })
    // It works no more, and is held.
    expect(flatIsFlat(record, said)).toHaveLength(1)
    const phoned = place('BUY', 'phone')
    expect(flatIsFlat(record, cancelled)).toEqual([])
    // Of what was shown, or was not looked for in a whole book, nobody may say so.
    const seen = { shown: new Set([phoned.id]), isPartAlone: false, newestAt: Infinity }
    expect(flatIsFlat(record, cancelled, seen)).toHaveLength(1)
    phoned.become(0, { standing: 'cancelled' })
    expect(flatIsFlat(record, cancelled, seen)).toEqual([])
    expect(flatIsFlat(record, cancelled, { ...seen, isPartAlone: true })).toHaveLength(1)
  })

  it('is a position that is called flat though it was not zero for as long as books lag', () => {
    const { record, place } = newRun()
    const said = (now: number): string[] =>
      flatIsFlat(
        { ...record, now: () => now },
        {
          run: { id: 'r', what: 'positions', at: 0, state: 'done', accounts: [] },
          account: {
            ...{ account, strategy: null, step: 'flat', cancelled: 0, closed: 0 },
            ...{ failures: [], left: null, todo: null },
          },
        },
      )
    record.told.set('t1', {
      ...inDoubt({ params: { strategy: 't1' } }),
      state: 'accepted',
      parts: [],
    })
    place().become(10_000, { standing: 'complete', filled: 10 })
    // The order book may lag; the positions may for longer, but what the orders show is known.
    expect(said(17_000)).toEqual([])
    expect(said(18_000)).toHaveLength(1)
    place().become(18_000, { standing: 'complete', filled: 10 })
    expect(said(18_000)).toHaveLength(1)
  })

  it('is an exit that turns a position round, unless a person was warned of it', () => {
    const { record, login, place, confirm } = newRun({ action: 'SELL', exit: true })
    const exit = place('SELL')
    exit.become(0, { standing: 'complete', filled: 10 })
    expect(notTurnedRound(record, login, exit)).toHaveLength(1)
    // A warning about another way out of the login is none about this order.
    record.risks.push({ at: 0, login })
    expect(notTurnedRound(record, login, exit)).toHaveLength(1)
    confirm('t1', { isWarned: true })
    expect(notTurnedRound(record, login, exit)).toEqual([])
  })

  it('is an exit that turned a position round with another that was known, be it no exit', () => {
    const { record, login, place, confirm } = newRun({ action: 'SELL', exit: true })
    const sale = { ...ticket, action: 'SELL' as const }
    confirm('t2', { confirmed: 5, ticket: sale })
    const entry = place('SELL', 'desk', 10, 't2')
    entry.become(0, { standing: 'complete', filled: 10 })
    const exit = place('SELL')
    exit.become(0, { standing: 'complete', filled: 10 })
    expect(notTurnedRound(record, login, exit)).toEqual([])
    confirm('t3', { confirmed: 4, ticket })
    place('BUY', 'desk', 10, 't3').become(0, { standing: 'complete', filled: 10 })
    expect(notTurnedRound(record, login, exit)).toHaveLength(1)
    // What was confirmed after it nobody could have counted.
    confirm('t2', { confirmed: 15, ticket: sale })
    expect(notTurnedRound(record, login, exit)).toEqual([])
    // Nor what the service made of an order to the other side.
    confirm('t2', { confirmed: 5, ticket })
    expect(notTurnedRound(record, login, exit)).toEqual([])
  })

  it('is an exit that leaves beside others of ours which close its position too, unasked', () => {
    const { clock, record, departure, place, confirm } = newRun({ action: 'SELL', exit: true })
    clock.step(1)
    confirm('t0', { confirmed: 1 })
    place('BUY', 'desk', 15, 't0').become(0, { standing: 'complete', filled: 15 })
    const leaving = { ...departure, at: 1 }
    confirm('t2', { confirmed: 5, at: 1 })
    expect(exitKnowsTheOthers(record, leaving)).toEqual([])
    const other = place('SELL', 'desk', 10, 't2')
    expect(exitKnowsTheOthers(record, leaving)).toHaveLength(1)
    other.become(1, { filled: 5 })
    expect(exitKnowsTheOthers(record, leaving)).toEqual([])
    place('SELL', 'phone')
    expect(exitKnowsTheOthers(record, leaving)).toEqual([])
    place('SELL', 'desk', 1, 't2')
    expect(exitKnowsTheOthers(record, leaving)).toHaveLength(1)
    confirm('t1', { isWarned: true })
    expect(exitKnowsTheOthers(record, leaving)).toEqual([])
    confirm('t1', { isWarned: false })
    confirm('t2', { confirmed: 5, at: 1, ticket: { ...ticket, action: 'BUY' } })
    expect(exitKnowsTheOthers(record, leaving)).toEqual([])
    // A target has no side: what left for it has.
    const more = { kind: 'smart', target: '10', disclosed: null, amo: false } as const
    confirm('t2', { confirmed: 5, at: 1, ticket: { ...ticket, ...more } })
    const [leg] = departure.legs
    const left = (action: 'BUY' | 'SELL'): void =>
      void record.departures.push({
        ...departure,
        legs: [{ ...leg!, tag: 't2', fields: { ...leg!.fields, action } }],
      })
    left('SELL')
    expect(exitKnowsTheOthers(record, leaving)).toHaveLength(1)
    left('BUY')
    expect(exitKnowsTheOthers(record, leaving)).toEqual([])
  })

  it('is a square-off that begins beside an exit unasked', () => {
    const { record, place, confirm } = newRun({ action: 'SELL', exit: true })
    const begun = { at: 1, confirmed: 20, what: 'both', accounts: [account] } as const
    const isWarned = false
    confirm('t1', { at: 1 })
    expect(squareOffKnowsTheOthers(record, { ...begun, isWarned })).toEqual([])
    place('SELL')
    expect(squareOffKnowsTheOthers(record, { ...begun, isWarned })).toHaveLength(1)
    expect(squareOffKnowsTheOthers(record, { ...begun, isWarned: true })).toEqual([])
    expect(squareOffKnowsTheOthers(record, { ...begun, what: 'orders', isWarned })).toEqual([])
  })

  it('is a square-off that leaves while another one of its login has no answer, unasked', () => {
    const { record, login, departure } = newRun()
    const first: Departure = { ...departure, operation: 'SquareOffAllPosition', legs: [] }
    const second = { ...first, at: 500 }
    expect(squareOffLeavesAlone(record, second, [second])).toEqual([])
    expect(squareOffLeavesAlone(record, second, [first, second])).toHaveLength(1)
    expect(squareOffLeavesAlone(record, second, [departure, second])).toEqual([])
    record.risks.push({ at: 400, login })
    expect(squareOffLeavesAlone(record, second, [first, second])).toEqual([])
  })

  it('is what leaves while the stop is on, or was confirmed before it', () => {
    const { record, departure } = newRun()
    expect(stopHolds(record, departure)).toEqual([])
    expect(stopHolds({ ...record, isStopped: true }, departure)).toHaveLength(1)
    expect(stopHolds({ ...record, stops: [11] }, departure)).toHaveLength(1)
    expect(stopHolds({ ...record, stops: [9] }, departure)).toEqual([])
  })

  it('is what leaves after all orders of its account were to go', () => {
    const { record, departure } = newRun()
    const late = { ...departure, at: 1000 }
    record.cleared.push({ account, at: 500, count: 5 })
    expect(queueStays(record, late)).toEqual([])
    record.cleared.push({ account, at: 500, count: 50 })
    expect(queueStays(record, late)).toHaveLength(1)
  })

  it('is a limit that is passed: of units, of rupees, of a minute', () => {
    const { record, departure } = newRun()
    record.departures.push(departure)
    const of = { accounts: new Set([account]), whose: 'it' }
    const passed = (limits: Partial<typeof noLimits>): string[] =>
      limitsHold({ ...record, now: () => 0 }, departure, {
        ...of,
        limits: { ...noLimits, ...limits },
      })
    expect(passed({ quantity: 10, value: 15_000, perMinute: 1, openOrders: 1 })).toEqual([])
    expect(passed({ quantity: 9 })).toHaveLength(1)
    expect(passed({ value: 14_999 })).toHaveLength(1)
    record.departures.push({ ...departure, at: 0 })
    expect(passed({ perMinute: 1 })).toHaveLength(1)
  })

  it('is a pace that is too fast', () => {
    const { departure } = newRun()
    const many = Array.from({ length: 3 }, (_, place) => ({ ...departure, at: 300 * place }))
    expect(paceHolds(many, many[2]!, 3)).toEqual([])
    expect(paceHolds(many, many[2]!, 2)).toHaveLength(1)
    // Five orders at one a second fill five of them.
    const heavy = { ...departure, legs: [{ ...departure.legs[0]!, orders: 5 }] }
    const [early, late] = [4999, 5000].map((at) => ({ ...departure, at })) as [Departure, Departure]
    expect(paceHolds([heavy, early], early, 1)).toHaveLength(1)
    expect(paceHolds([heavy, late], late, 1)).toEqual([])
  })

  it('is a queue that stands with nothing before it', () => {
    const { record, departure } = newRun()
    const legs = [{ ...departure.legs[0]!, orders: 5 }]
    const params = { strategy: 't1' }
    const waiting: Intent = { ...inDoubt(), account, params, state: 'recorded' }
    record.told.set(waiting.id, waiting)
    record.departures.push({ ...departure, legs })
    const at = (now: number): string[] =>
      queueMoves({ ...record, now: () => now }, { account, most: 2 })
    expect(at(4199)).toEqual([])
    expect(at(4200)).toHaveLength(1)
    // So many were noted to leave before a kill, and did not.
    const noted = { ...inDoubt(), id: 'noted', account, params: { strategy: 't9' } }
    const parts = Array.from({ length: 5 }, () => noted.parts[0]!)
    record.told.set('noted', { ...noted, at: 0, sent: { ...noted.sent!, at: 1000 }, parts })
    record.asked.set('t9', { ...record.asked.get('t1')!, at: 0, inTurn: [] })
    expect(at(5199)).toEqual([])
    expect(at(5200)).toHaveLength(1)
    record.told.delete('noted')
    // What leaves in turn waits behind one of another account.
    const before: Intent = {
      ...waiting,
      id: 'before',
      account: 'another',
      params: { strategy: 't0' },
    }
    record.told.set(before.id, before)
    record.asked.set('t1', { ...record.asked.get('t1')!, inTurn: ['t0', 't1'] })
    expect(at(4200)).toEqual([])
    record.told.set(before.id, { ...before, state: 'accepted' })
    expect(at(4200)).toHaveLength(1)
  })

  it('is an order that leaves before it is written down, or other than it was confirmed', () => {
    const { record, departure } = newRun()
    expect(writtenFirst(departure)).toEqual([])
    expect(writtenFirst({ ...departure, noted: 0 })).toHaveLength(1)
    expect(sentAsConfirmed(record, departure)).toEqual([])
    const [leg] = departure.legs
    const swapped = { ...leg!, fields: { ...fields, action: 'SELL' } }
    expect(sentAsConfirmed(record, { ...departure, legs: [swapped] })).toHaveLength(1)
  })

  it('is an order to a target that it does not reach, be it from what the book last said where the person was warned', () => {
    const { clock, record, departure, confirm, place } = newRun()
    place().become(1, { standing: 'complete', filled: 10 })
    while (clock.step(60_000));
    const { symbol } = infosys
    const smart = { kind: 'smart', account, strategy: 't1', target: '20' } as const
    confirm('t1', { at: 60_000, ticket: { ...ticket, ...smart } as unknown as SmartTicket })
    const leg = {
      tag: 't1',
      units: 20,
      orders: 1,
      fields: { ...fields, quantity: '20', position_size: '20' },
    }
    const leaves = { ...departure, legs: [leg] }
    expect(sentAsConfirmed(record, leaves)).toHaveLength(1)
    confirm('t1', { isWarned: true })
    expect(sentAsConfirmed(record, leaves)).toEqual([])
    const said = [{ symbol, product: 'MIS', net: 10 }]
    expect(sentAsConfirmed(record, { ...leaves, said })).toHaveLength(1)
    expect(sentAsConfirmed(record, { ...leaves, said: null })).toEqual([])
  })

  it('is not the login before while nobody was told that another is saved', () => {
    const { service, record, departure, login, confirm } = newRun()
    const other = service.loginOf({ origin: 'https://one.example', apiKey: 'another key' })
    record.loginsOf.set(account, [
      { since: 0, until: 5000, login },
      { since: 3000, until: Infinity, login: other },
    ])
    confirm('t1', { at: 3000, login: other })
    expect(sentAsConfirmed(record, departure)).toEqual([])
    confirm('t1', { at: 5001, login: other })
    expect(sentAsConfirmed(record, departure)).toHaveLength(1)
  })

  it('is what one window confirmed and another is answered otherwise, or makes anew', () => {
    const { record, told } = newRun()
    const intent = told('accepted')
    const { confirmation } = intent
    record.told.set(intent.id, intent)
    const answered = (...all: (readonly string[] | null)[]): string[] => {
      record.answers.set(
        confirmation,
        all.map((took, at) => ({ window: `window ${at + 1}`, took })),
      )
      return confirmedOnce(record, confirmation)
    }
    // Who was asked about something first was answered before it was taken.
    expect(answered(null, null, [intent.id], [intent.id])).toEqual([])
    expect(answered([intent.id], null)).toHaveLength(1)
    expect(answered([intent.id], ['another'])).toHaveLength(1)
    expect(answered(['another'])).toHaveLength(1)
  })

  it('is a window that shows another state, stop, place or arming than there is', () => {
    const { record, told } = newRun()
    const intent = told('accepted')
    record.told.set(intent.id, intent)
    const nobodyArmed = new Map([
      ['one', 0],
      ['two', 0],
    ])
    const window = (name: string, other: Partial<KnownToWindow> = {}): KnownToWindow => ({
      ...{ name, place: name, intents: new Map([[intent.id, intent]]), isStopped: false },
      ...{ armedUntil: 0, heardArmed: nobodyArmed },
      ...other,
    })
    const shown = (other: Partial<KnownToWindow>): string[] =>
      windowsShow(record, [window('one'), window('two', other)], [intent.id])
    expect(shown({})).toEqual([])
    expect(shown({ intents: new Map() })).toHaveLength(1)
    expect(shown({ intents: new Map([[intent.id, told('in-doubt')]]) })).toHaveLength(1)
    const said = (other: Partial<KnownToWindow>): string[] =>
      windowsAgree({ ...record, now: () => 10_000 }, [window('one'), window('two', other)])
    expect(said({})).toEqual([])
    expect(said({ isStopped: true })).toHaveLength(1)
    expect(said({ place: 'one' })).toHaveLength(1)
    // Neither is told that it is armed.
    expect(said({ armedUntil: 20_000 })).toHaveLength(2)
    const isSaid = new Map([
      ['one', 0],
      ['two', 20_000],
    ])
    expect(said({ heardArmed: isSaid })).toHaveLength(1)
    expect(said({ heardArmed: new Map([['two', 0]]) })).toHaveLength(1)
  })

  it('is what is sent again while it may be there', () => {
    const { record, told } = newRun()
    const again = { ...told('accepted'), resends: told('in-doubt').id }
    expect(sentAgainWhenAbsent(record, again)).toHaveLength(1)
    const rightly = { ...told('accepted'), resends: told('refused').id }
    expect(sentAgainWhenAbsent(record, rightly)).toEqual([])
  })

  it('is what is sent again beside another try of it, at whatever remove', () => {
    const { record, told } = newRun()
    const first = told('refused')
    const again = (state: 'refused' | 'accepted', former: Intent): Intent => {
      const intent = { ...told(state), resends: former.id }
      record.told.set(intent.id, intent)
      return intent
    }
    const second = again('refused', first)
    const third = again('accepted', second)
    expect(sentAgainWhenAbsent(record, third)).toEqual([])
    expect(sentAgainWhenAbsent(record, again('accepted', first))).toHaveLength(1)
    expect(sentAgainWhenAbsent(record, again('accepted', second))).toHaveLength(2)
  })

  it('is what leaves in its turn before the one before it was accepted', () => {
    const { record, departure, confirm } = newRun()
    confirm('t0', { inTurn: ['t0', 't1'] })
    confirm('t1', { inTurn: ['t0', 't1'] })
    expect(oneAfterTheOther(record, departure)).toHaveLength(1)
    record.accepted.set('t0', 0)
    expect(oneAfterTheOther(record, departure)).toEqual([])
  })

  it('is what leaves in its turn after a limit stood against it, and not what left before', () => {
    const { record, departure, confirm } = newRun()
    confirm('t0', { inTurn: ['t0', 't1'] })
    confirm('t1', { inTurn: ['t0', 't1'] })
    record.accepted.set('t0', 2000)
    const leaving = { ...departure, at: 2010 }
    const tight = { account, loosenedAt: Infinity, quantity: null, perMinute: null }
    const under = (limits: Partial<Tightened>): string[] =>
      turnsHold({ ...record, tightened: [{ ...tight, savedAt: 1000, ...limits }] }, leaving)
    expect(under({})).toEqual([])
    expect(under({ quantity: 9 })).toHaveLength(1)
    expect(under({ quantity: 10 })).toEqual([])
    expect(under({ quantity: 9, savedAt: 2000 })).toEqual([])
    expect(under({ quantity: 9, loosenedAt: 2005 })).toEqual([])
    expect(under({ quantity: 9, account: 'b' })).toEqual([])
    expect(under({ perMinute: 1 })).toEqual([])
    record.departures.push({ ...departure, at: 500 }, leaving)
    expect(under({ perMinute: 1 })).toHaveLength(1)
    record.starts.push(700)
    expect(under({ perMinute: 1 })).toEqual([])
  })

  it('is what costs more than its share of the funds that were told, unless it was agreed to', () => {
    const { record, departure, confirm } = newRun()
    const ofFunds = { percent: '10', funds: '150000' }
    confirm('t1', { ticket: { ...ticket, ofFunds } })
    expect(sharesHold(record, departure, [20_000, 150_000])).toEqual([])
    expect(sharesHold(record, departure, [149_990])).toHaveLength(1)
    expect(sharesHold(record, departure, [])).toHaveLength(1)
    confirm('t1', { ticket: { ...ticket, ofFunds }, agreed: new Set(['share']) })
    expect(sharesHold(record, departure, [])).toEqual([])
  })

  it('convicts a share of a sum that is worth more than its part of it, whatever the funds are', () => {
    const { record, departure, confirm } = newRun()
    confirm('t1', { ticket })
    record.sums.set('t1', { percent: '25', sum: '60000' })
    expect(sharesHold(record, departure, [])).toEqual([])
    record.sums.set('t1', { percent: '25', sum: '59999' })
    expect(sharesHold(record, departure, [1e9])).toHaveLength(1)
  })
})

describe('what is marked of an order for several accounts that leaves', () => {
  it('is each thing that a rule about such orders is asked of', () => {
    const { record, departure, confirm } = newRun()
    expect(marksOfGroups(record, departure)).toEqual([])
    const ofFunds = { percent: '10', funds: '150000' }
    confirm('t1', { ticket: { ...ticket, ofFunds, resends: 'before' }, inTurn: ['t0', 't1'] })
    expect(marksOfGroups(record, departure)).toEqual([
      'left: a share of funds',
      'left: when its turn came',
      'left: sent again',
    ])
    confirm('t1', { ticket: { ...ticket, ofFunds }, agreed: new Set(['share']), inTurn: ['t1'] })
    expect(marksOfGroups(record, departure)).toEqual(['left: a share of funds that fell'])
    confirm('t1', { ticket })
    record.sums.set('t1', { percent: '25', sum: '60000' })
    expect(marksOfGroups(record, departure)).toEqual(['left: a share of a sum'])
  })
})

describe('the clock of the simulation', () => {
  it('jumps from timer to timer, in the order in which they were set where they are due at once', () => {
    const clock = new VirtualClock()
    const ran: string[] = []
    clock.after(20, () => ran.push('second'))
    clock.after(10, () => ran.push(`first at ${clock.now()}`))
    clock.after(20, () => ran.push('third'))
    clock.after(15, () => ran.push('never'))()
    while (clock.step(100));
    expect(ran).toEqual(['first at 10', 'second', 'third'])
    expect(clock.now()).toBe(100)
  })
})
