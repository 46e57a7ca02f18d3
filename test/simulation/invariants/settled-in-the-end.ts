import {
  normalisedRequest,
  normalisedRow,
  similarity,
} from '../../../src/main/picture/rows/order-similarity.ts'
import { type ClockMark, type Intent, saidNo } from '../../../src/shared/orders/intents.ts'
import type { OrderRecord } from '../../../src/shared/service/records.ts'
import { type RunRecord, isMoved, madeFor, tagOf } from '../record.ts'
import type { BrokerOrder } from '../service/orders.ts'
import { bookIdOf, orderRowsAt } from '../service/rows.ts'
import type { Login } from '../service/service.ts'
import { twinsOf } from './twin-orders.ts'

/** Milliseconds for which what a book showed before an order tells what came after it. */
const freshBook = 5000
/** Milliseconds from the first byte to the last one of an answer, once the service does what it should. */
const longestWay = 3100

/**
 * Once the service does what it should, nothing waits for an answer any more but what left a moment
 * ago, and every order in doubt that can be told apart is found: one that is there, and that no
 * other order of its login, whoever made it, looks like.
 */
export function settledInTheEnd(record: RunRecord): string[] {
  return [...record.told.values()].flatMap((intent) => {
    // No answer takes longer, and none comes to a desk that was killed.
    if (intent.state === 'sent')
      return leftJustNow(record, intent)
        ? []
        : [`${intent.operation} ${tagOf(intent)} is still on its way`]
    if (intent.state !== 'in-doubt' || intent.ticket === null) return []
    const made = madeFor(record, tagOf(intent))
    const login = record.loginsOf.get(intent.account)?.at(-1)?.login
    if (login !== undefined && made.length === 0 && isNoForGood(record, login, intent))
      return [
        `${tagOf(intent)} is in doubt, and was refused: nothing was made of it, and no other order is new: ${JSON.stringify([intent.sent, intent.look])}`,
      ]
    if (login === undefined || made.length !== intent.parts.length) return []
    if (isWithoutBearings(record, intent) || isMoved(record, intent)) return []
    if (!made.every((order) => login.broker.orders.includes(order))) return []
    // What was made otherwise than it was asked for is a person's.
    if (made.some(({ side }) => side !== intent.params['action'])) return []
    if (isMadeLate(record, intent, made)) return []
    return isAlone(record, login, intent, made)
      ? [
          `${tagOf(intent)} is in doubt, and is ${made.map(({ id }) => id).join(', ')} alone: ${JSON.stringify([intent.sent, intent.look])}`,
        ]
      : []
  })
}

/** Milliseconds in which a desk that is answered all the time has looked twice for what the service said no to, late enough. */
const untilRefused = 20_000
/** Before an order left within which what came up may have come after it, for all that its desk knows. */
const aboutThen = 10_000

/** The service said no in words that nobody knows, and nothing that its desk was shown speaks against that. */
function isNoForGood(record: RunRecord, login: Login, intent: Intent): boolean {
  const { told, departures, starts, jumps } = record
  const [tag, since] = [tagOf(intent), record.now() - untilRefused]
  const left = departures.findLast(({ legs }) => legs.some((leg) => leg.tag === tag))
  if (left === undefined || left.isUnderWay || left.at > since) return false
  // Every desk looks anew, and knows of former orders by a clock that may have been set.
  if (jumps.length > 0 || (starts.at(-1) ?? 0) > since || isMoved(record, intent)) return false
  const isDenied = intent.parts.every((part) => part.state === 'in-doubt' && saidNo(part))
  // What a cancel names, whoever placed it, is nobody's for that.
  const held = new Set(
    [...told.values()].flatMap(({ ticket, parts }) =>
      ticket === null ? [] : parts.flatMap(({ orderId }) => orderId ?? []),
    ),
  )
  const isKnown = ({ id }: BrokerOrder): boolean => held.has(id)
  // No clock proves that what no book had shown by then is not it.
  const shownBefore = new Set(login.longShown(left.at).map(({ id }) => id)).union(left.shown)
  const news = login.broker.orders.filter(
    ({ id, placedAt }) => placedAt > left.at - aboutThen || !shownBefore.has(id),
  )
  const rows = rowsNow(record, login)
  const order = normalisedRequest(intent)
  return (
    isDenied &&
    news.every(isKnown) &&
    // Books that leave out what is known leave out others, too.
    rows.length === login.broker.orders.length &&
    !rows.some((row) => similarity(order, normalisedRow(row)) !== 'no') &&
    ![...told.values()].some(({ state }) => state === 'sent') &&
    !mayBeLeg(record, intent) &&
    !mayBeSquaredOff(record, login)
  )
}

/** Milliseconds from its sending within which nobody had time to place it elsewhere, since its line was cut. */
const soon = 2000

/** What was made later, after its line was cut, somebody may have placed elsewhere meanwhile: it is a person's. */
const isMadeLate = (
  { departures }: RunRecord,
  intent: Intent,
  made: readonly BrokerOrder[],
): boolean => {
  const left = departures.findLast(({ legs }) => legs.some(({ tag }) => tag === tagOf(intent)))
  return left !== undefined && made.some(({ placedAt }) => placedAt > left.at + soon)
}

/** The queue may hold an order back until the very end of a run. */
const leftJustNow = (record: RunRecord, intent: Intent): boolean =>
  intent.ticket !== null &&
  record.departures.some(
    ({ at, legs }) =>
      at > record.now() - longestWay && legs.some(({ tag }) => tag === tagOf(intent)),
  )

/**
 * What came while it was on its way can be told by the broker's clock, once an order is known that
 * was sent to the same broker, in the same session and by the same clock of ours; or by the eyes,
 * where a sure reading of the book preceded it and our clock, which was never set, does not speak
 * against it. Without both a person is asked.
 */
function isWithoutBearings(record: RunRecord, intent: Intent): boolean {
  const { told, asked, starts, jumps } = record
  const { id, account, sent } = intent
  const loginOfOrder = (of: Intent): Login | undefined => asked.get(tagOf(of))?.login
  const began = starts.findLast((at) => at <= (asked.get(tagOf(intent))?.at ?? 0)) ?? 0
  const isClockKnown = [...told.values()].some(
    (other) =>
      other.id !== id &&
      other.account === account &&
      other.ticket !== null &&
      loginOfOrder(other) === loginOfOrder(intent) &&
      // Every session learns the broker's clock anew.
      (asked.get(tagOf(other))?.at ?? 0) >= began &&
      isSameClock(other.sent?.clock, sent?.clock) &&
      other.parts.some(({ state, orderId }) => state === 'accepted' && orderId !== null),
  )
  const isBookSure = (sent?.bookAge ?? Infinity) <= freshBook
  return !isClockKnown && (!isBookSure || jumps.length > 0)
}

const isSameClock = (one: ClockMark | undefined, other: ClockMark | undefined): boolean =>
  one !== undefined &&
  other !== undefined &&
  Math.abs(one.began - other.began) < 1000 &&
  Math.abs(one.ahead - other.ahead) < 1000

function isAlone(
  record: RunRecord,
  login: Login,
  intent: Intent,
  made: readonly BrokerOrder[],
): boolean {
  const own = made.map(({ id }) => bookIdOf(id))
  const isOwn = (row: OrderRecord): boolean => own.includes(row.order_id ?? '')
  const order = normalisedRequest(intent)
  const rows = rowsNow(record, login)
  const [mine, rest] = [rows.filter(isOwn), rows.filter((row) => !isOwn(row))]
  return (
    // A book may have dropped it while nobody read there.
    mine.length === own.length &&
    !rest.some((row) => similarity(order, normalisedRow(row)) !== 'no') &&
    !hasTwin(record, intent, mine) &&
    !isHeldByTwin(record, intent, made) &&
    !mayBeLeg(record, intent) &&
    !mayBeSquaredOff(record, login)
  )
}

const rowsNow = (record: RunRecord, { broker, left }: Login): OrderRecord[] =>
  orderRowsAt(broker, record.now(), { words: () => 'open', left }) as unknown as OrderRecord[]

/** A bracket or a cover makes orders that close it, at any time: one that looks like them is a person's. */
const mayBeLeg = ({ told }: RunRecord, { params }: Intent): boolean =>
  [...told.values()].some(
    ({ ticket, params: of }) =>
      (ticket?.kind === 'bracket' || ticket?.kind === 'cover') &&
      of['symbol'] === params['symbol'] &&
      of['action'] !== params['action'],
  )

/** Another one in doubt that could be the same order, by whatever operation, or be made into it on the other side: neither is found. */
const hasTwin = (
  { told }: RunRecord,
  { id, params }: Intent,
  rows: readonly OrderRecord[],
): boolean =>
  [...told.values()].some((other) => {
    if (other.id === id || other.state !== 'in-doubt' || other.ticket === null) return false
    const order = normalisedRequest(other)
    const canBe = (row: OrderRecord): boolean => {
      const seen = normalisedRow(row)
      return similarity({ ...order, side: seen.side }, seen) !== 'no'
    }
    return other.params['symbol'] === params['symbol'] || rows.some(canBe)
  })

/** Whether the service named it for another one in its words of its request: nobody can say which of the two it is. */
const isHeldByTwin = (record: RunRecord, { id }: Intent, made: readonly BrokerOrder[]): boolean =>
  [...record.told.values()].some((other) => {
    const held = made.filter((order) => other.parts.some(({ orderId }) => orderId === order.id))
    if (other.id === id || held.length === 0) return false
    const twins = twinsOf(record, tagOf(other))
    return held.some((order) => twins.includes(order.id))
  })

/** Square-offs make orders of any kind, whose ids nobody is told: beside one, a person is asked. */
const mayBeSquaredOff = ({ told, loginsOf }: RunRecord, login: Login): boolean =>
  [...told.values()].some(
    ({ operation, account, state }) =>
      operation === 'SquareOffAllPosition' &&
      state !== 'not-sent' &&
      loginsOf.get(account)?.some((one) => one.login === login),
  )
