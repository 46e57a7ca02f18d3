import { startOfDay } from '../../../shared/core/india.ts'
import { type Intent, isSettled } from '../../../shared/orders/intents.ts'
import type { Journal } from '../../journal/journal.ts'
import { aboutThen } from '../times/book-lag.ts'
import { type MarketAt, latelySince } from '../times/market-days.ts'
import { isNeverShown } from './in-flight.ts'

/** When earlier sessions first saw an order in the books of an account. */
export type FirstSeenFormerly = (account: string, orderId: string) => FirstSeen | null

interface FirstSeen {
  /** Wall-clock milliseconds. */
  at: number
  /** Larger than that of every order that was seen before. */
  number: number
}

interface LeftIntents {
  /** All that may bear on now. */
  all: readonly Intent[]
  /** Those of today, and what is unsettled. */
  ofToday: readonly Intent[]
  /** Of these, what no book may show yet, or none has shown. */
  inFlight: readonly Intent[]
  /** Of these, those that left shortly before, and of which no book showed any order. */
  unseen: readonly Intent[]
  wasShown(intent: Intent, orderId: string): boolean
}

/**
 * Milliseconds before a start within which what left may not be in the books yet. They lag by less:
 * somebody may have set the clock ahead meanwhile.
 */
const shortlyBefore = 600_000

/** What earlier sessions left in the journal that bears on this one. */
export function leftIntents(
  {
    journal,
    exchanges,
    now,
  }: { journal: Pick<Journal, 'since'>; exchanges: MarketAt['exchanges']; now(): number },
  firstSeen: FirstSeenFormerly,
): LeftIntents {
  const recently = now() - shortlyBefore
  const isRecent = ({ at, state }: Intent): boolean => at >= recently || !isSettled(state)
  const today = Math.min(recently, startOfDay(now()))
  const all = journal.since(Math.min(today, inUseSince({ journal, exchanges, now: now() })))
  const noted = new LaterSessions(all)
  // Brokers give numbers again: what was seen well before it is another one. Clocks may be set back
  // meanwhile; what no session had seen when a later one began was first seen by that, whatever its clock.
  const wasShown = (intent: Intent, orderId: string): boolean => {
    const seen = firstSeen(intent.account, orderId)
    if (seen === null) return false
    const sentAt = intent.sent?.at ?? intent.at
    return seen.at >= sentAt - aboutThen || seen.number > noted.before(intent)
  }
  const areShown = (intent: Intent): boolean =>
    intent.parts.some(({ orderId }) => orderId !== null && wasShown(intent, orderId))
  const ofToday = all.filter((intent) => intent.at >= today || !isSettled(intent.state))
  return {
    ...{ all, ofToday, wasShown },
    inFlight: ofToday.filter((intent) => isRecent(intent) || isNeverShown(intent, wasShown)),
    unseen: ofToday.filter((intent) => isRecent(intent) && !areShown(intent)),
  }
}

/** Since when what was sent may bear on now: shortly before this day, and before the latest that was sent. */
function inUseSince({
  journal,
  ...market
}: { journal: Pick<Journal, 'since'> } & MarketAt): number {
  const latest = Math.max(...journal.since(0, 1).map(({ at }) => at))
  const since = latelySince(market)
  return Number.isFinite(latest) ? Math.min(since, latelySince({ ...market, now: latest })) : since
}

/** Tells sessions apart by what earlier ones had noted when they sent: no clock is asked. */
class LaterSessions {
  /** As they follow one another in the journal. */
  readonly #noted: readonly number[]

  constructor(latestFirst: readonly Intent[]) {
    const all = latestFirst.toReversed().flatMap(({ sent }) => sent?.noted ?? [])
    this.#noted = all.filter((noted, index) => noted !== all[index - 1])
  }

  /** The number of the last order that was seen before a session which began after that of an intent. */
  before({ sent }: Intent): number {
    const own = sent?.noted
    if (own === undefined) return Infinity
    const later = this.#noted.slice(this.#noted.lastIndexOf(own) + 1)
    return Math.min(...later.filter((noted) => noted > own))
  }
}
