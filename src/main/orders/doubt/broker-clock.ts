import type { Rows } from '../../../shared/core/patch.ts'
import { orderIn } from '../../../shared/books/books.ts'
import type { ClockMark, Intent, Part } from '../../../shared/orders/intents.ts'
import type { OrderRecord } from '../../../shared/service/records.ts'
import {
  type ClockReading,
  type KnownEntry,
  isBookSure,
  latestEntryAfterSending,
  skewFrom,
} from './entry-time.ts'
import { normalisedRow } from '../../picture/rows/order-similarity.ts'

/** Milliseconds by which two marks differ although nobody set the clock: a slow disk stands between. */
const markSlack = 10_000

const isNear = (one: number, other: number): boolean => Math.abs(one - other) < markSlack

/** Whether nobody set our clock between two moments of one session. */
const isComparable = (one: ClockMark | undefined, other: ClockMark | undefined): boolean =>
  one !== undefined &&
  other !== undefined &&
  isNear(one.began, other.began) &&
  isNear(one.ahead, other.ahead)

interface KnownOrder {
  intent: string
  clock: ClockMark | undefined
  sentAt: number
  answeredAt: number
  orderIds: readonly string[]
}

/** Of each login so many are kept: those next to an order in doubt are asked. */
const mostKnown = 500
/** Milliseconds that an answer takes at most. */
const longestAnswer = 20_000

/** Learns how the clocks of brokers differ from ours, of orders whose ids the service named, or that we saw come. */
export class BrokerClocks {
  /** By the fingerprints of their logins. */
  readonly #known = new Map<string, KnownOrder[]>()

  /** Told of an order that is settled. */
  note({ id, ticket, sent, parts, changedAt }: Intent): void {
    if (ticket === null || sent?.login === undefined) return
    const took = changedAt - sent.at
    const isNamed = parts.some(isThere('accepted'))
    // What was found by its time, or said by a person, proves nothing of a clock; what the eyes
    // found does: it was entered before it was seen.
    const isSighted = isBookSure(sent) && took >= 0 && took <= latestEntryAfterSending
    const orderIds = parts
      .filter(isThere(isNamed || !isSighted ? 'accepted' : 'matched'))
      .flatMap(({ orderId }) => orderId ?? [])
    if (orderIds.length === 0) return
    const known = this.#known.get(sent.login) ?? []
    this.#known.set(sent.login, known)
    if (known.some(({ intent }) => intent === id)) return
    // It may have changed once more since its answer, or the clock was set meanwhile.
    const isAnswer = took >= 0 && (took < longestAnswer || !isNamed)
    const answeredAt = sent.at + (isAnswer ? took : longestAnswer)
    known.push({ intent: id, clock: sent.clock, sentAt: sent.at, answeredAt, orderIds })
    if (known.length > mostKnown) known.shift()
  }

  /**
   * The broker's clock when an order was sent, by the known orders next to it: one on either side,
   * or two where there is none on the other. They have to agree, and nobody may have set our clock
   * between them.
   */
  readingOf(of: {
    sent: Intent['sent']
    /** Whether the clock was seen to be set since; only an older desk did not note when it was. */
    wasSetBack: boolean
    rows: Rows
  }): ClockReading {
    const { sent, wasSetBack, rows } = of
    if (sent === null) return 'unknown'
    const { at, clock, login = '' } = sent
    const known = (this.#known.get(login) ?? [])
      .filter((order) => isComparable(order.clock, clock))
      .toSorted((one, other) => one.sentAt - other.sentAt)
    const before = entriesOf(known.filter(({ sentAt }) => sentAt <= at).toReversed(), rows)
    const after = entriesOf(
      known.filter(({ sentAt }) => sentAt > at),
      rows,
    )
    const isBetween = before.length > 0 && after.length > 0
    const skew = skewFrom(isBetween ? [before[0]!, after[0]!] : [...before, ...after])
    const isPresumable = clock === undefined ? !wasSetBack : isNear(clock.began, clock.ahead)
    return skew ?? (isPresumable ? 'presumed' : 'unknown')
  }
}

const isThere =
  (as: Part['state']) =>
  ({ state, orderId }: Part): boolean =>
    state === as && orderId !== null

/** The first two of these that the book shows with a time. */
function entriesOf(known: readonly KnownOrder[], rows: Rows): KnownEntry[] {
  const entries: KnownEntry[] = []
  for (const { sentAt, answeredAt, orderIds } of known) {
    const entered = orderIds
      .map((id) => orderIn(rows, id) as OrderRecord | undefined)
      .flatMap((row) => (row === undefined ? [] : (normalisedRow(row).entered ?? [])))
    if (entered.length > 0) entries.push({ sentAt, answeredAt, entered: Math.min(...entered) })
    if (entries.length === 2) break
  }
  return entries
}
