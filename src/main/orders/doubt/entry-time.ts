import { slowestOrderBook } from '../../picture/times/book-lag.ts'

/** By how many milliseconds the broker's clock is ahead of ours: at least, and at most. */
export interface Skew {
  least: number
  most: number
  /** Whether the broker writes seconds, and not full minutes alone. */
  isToTheSecond: boolean
}

/**
 * What is known of the broker's clock beside ours. `presumed`: nothing, but ours was not set since,
 * so that times which lie far apart speak against an order. `unknown`: not even that.
 */
export type ClockReading = Skew | 'presumed' | 'unknown'

/** An order of ours that is known, and when its row says it was entered. */
export interface KnownEntry {
  /** Wall-clock milliseconds: when it left, and when its answer was there, or it was found. */
  sentAt: number
  answeredAt: number
  entered: number
}

const second = 1000
const minute = 60_000
/** Milliseconds by which what several orders say of a clock may differ, beyond what their answers took. */
const agreement = minute

/** What orders that are known say of the broker's clock; null where there are none, or they disagree. */
export function skewFrom(known: readonly KnownEntry[]): Skew | null {
  if (known.length === 0) return null
  const isToTheSecond = known.some(({ entered }) => entered % minute !== 0)
  // It was entered at some moment between its sending and its answer, and what is less than a
  // second, or a minute, was left out of its time.
  const leftOut = isToTheSecond ? second : minute
  const leasts = known.map(({ entered, answeredAt }) => entered - answeredAt)
  const mosts = known.map(({ entered, sentAt }) => entered + leftOut - sentAt)
  if (Math.max(...leasts) - Math.min(...mosts) > agreement) return null
  // Where they agree to the second, each of them bounds it; one may have been on its way for long.
  const [least, most] = [Math.max(...leasts), Math.min(...mosts)]
  return {
    least: Math.min(...leasts),
    most: least <= most ? most : Math.max(...mosts),
    isToTheSecond,
  }
}

/** An order that was sent, and what it can be recognised by in time. */
export interface MomentSent {
  /** Wall-clock milliseconds. */
  at: number
  clock: ClockReading
  /** Whether the book that it was sent after surely showed all orders of before. */
  isBookSure: boolean
  /** Milliseconds until its answer was waited for no more, be it that it came or was lost; null where nobody knows. */
  awaitedFor?: number | null
}

/** An order of the book, and when it came up. */
export interface Appearance {
  /** By the broker's clock. */
  entered: number | null
  /** Milliseconds from the sending to its first sight; null where that cannot be said. */
  seenAfter: number | null
  /** Its number was in the book before: today, or on an earlier day, when it may have been another's. */
  wasThere: 'no' | 'earlier' | 'today'
}

/** `fits`: entered while ours was on its way; `other`: surely not; `unknown`: for a person to judge. */
export type Timing = 'fits' | 'unknown' | 'other'

/** A book this old shows nearly all orders that were there before ours. */
const freshBook = 5000

/** Whether the book that an order was sent after surely showed all orders of before. */
export const isBookSure = ({ bookAge }: { bookAge: number | null }): boolean =>
  bookAge !== null && bookAge <= freshBook

/** Milliseconds after the sending within which ours was entered: its deadline is fifteen seconds, and clocks and books lag. */
export const latestEntryAfterSending = 20 * second
/** And by the broker's clock, of which a second and the time of an answer are not known. */
const latestEntry = 18 * second
/** And within which it is first seen, where a clock that nobody compared speaks for it, too: reads may fail for a while. */
const latestSight = minute
/**
 * Once its answer is there, or is lost, the service is done with it or a person knows that something is
 * wrong: what is entered later by more than the seconds of two clocks may be placed again elsewhere.
 */
const latestEntryAfterAnswer = 2 * second
/** And what comes up later than a book lags. */
const latestSightAfterAnswer = slowestOrderBook + latestEntryAfterAnswer
/** Clocks that nobody compared may differ by so many milliseconds and still be right. */
const presumedWithin = minute

/**
 * Whether an order can be ours by its time, which has two ends: it is not there before ours is sent,
 * and it is there soon after. Either the broker's clock says so, where it was compared with ours,
 * or our own eyes: a book that surely showed all orders did not have it, and the next ones do.
 */
export function timingOf(sending: MomentSent, appearance: Appearance): Timing {
  const { clock, isBookSure, awaitedFor } = sending
  const { seenAfter, wasThere } = appearance
  if (wasThere === 'today' || (seenAfter !== null && seenAfter < 0)) return 'other'
  const place = placeOf(sending, appearance)
  if (place === 'before') return 'other'
  // It may be ours, which was on its way for long or whose clock is wrong, or another's.
  if (place === 'beside') return 'unknown'
  if (place === 'inside' && clock !== 'presumed') return 'fits'
  if (wasThere === 'earlier') return 'other'
  const within =
    place === 'inside'
      ? latestSight
      : Math.min(latestEntryAfterSending, (awaitedFor ?? Infinity) + latestSightAfterAnswer)
  const isSighted = isBookSure && seenAfter !== null && seenAfter <= within
  return isSighted ? 'fits' : 'unknown'
}

/** About how many milliseconds after its answer was waited for no more an order was entered that may be another's for that. */
export function lateBy(
  sending: Omit<MomentSent, 'isBookSure'>,
  entered: number | null,
): number | null {
  const { at, clock, awaitedFor = null } = sending
  if (entered === null || awaitedFor === null || placeOf(sending, { entered }) !== 'beside')
    return null
  const ahead = typeof clock === 'string' ? 0 : (clock.least + clock.most) / 2
  const late = entered - at - ahead - awaitedFor
  return late > 0 ? late : null
}

/** Whether an order of this time was entered while ours was on its way, by the clocks alone. */
export const isInTime = (
  sending: Omit<MomentSent, 'isBookSure'>,
  entered: number | null,
): boolean => placeOf(sending, { entered }) === 'inside'

function placeOf(
  { at, clock, awaitedFor }: Omit<MomentSent, 'isBookSure'>,
  { entered }: Pick<Appearance, 'entered'>,
): 'before' | 'inside' | 'beside' | 'unknown' {
  if (entered === null || clock === 'unknown') return 'unknown'
  const ahead = entered - at
  const { least, most } = clock === 'presumed' ? { least: 0, most: 0 } : ofSeconds(clock, entered)
  const isEarly = ahead < least - earlier(entered, clock)
  // A clock that nobody compared may be wrong.
  if (isEarly) return clock === 'presumed' && ahead >= -presumedWithin ? 'beside' : 'before'
  const latest = Math.min(latestEntry, (awaitedFor ?? Infinity) + latestEntryAfterAnswer)
  return ahead > most + latest ? 'beside' : 'inside'
}

/** Known orders that were entered as a minute began look as if their broker wrote minutes alone: this row says otherwise. */
const ofSeconds = (clock: Skew, entered: number): Skew =>
  clock.isToTheSecond || entered % minute === 0
    ? clock
    : { ...clock, most: clock.most - (minute - second) }

/** What is written without parts of a second, or without its seconds, seems to be of a little before its time. */
function earlier(entered: number, clock: Skew | 'presumed'): number {
  const isToTheSecond = clock !== 'presumed' && clock.isToTheSecond
  return isToTheSecond || entered % minute !== 0 ? 2 * second : minute + second
}
