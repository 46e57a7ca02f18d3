import { dayLength, dayOf, startOfDay } from '../../../shared/core/india.ts'
import type { ExchangeRules } from '../../../shared/market/exchange-rules.ts'
import {
  type ExchangeHours,
  type IndianMoment,
  minuteOfDay,
  momentInIndia,
  sessionOf,
} from '../../../shared/market/market-hours.ts'
import { lettersOf, mayBeExchange } from '../../../shared/service/words.ts'

/** The exchanges' days, and a moment by the clock on the wall. */
export interface MarketAt {
  exchanges: ExchangeRules['exchanges']
  now: number
}

/** Longer than any row of holidays. */
const daysOfRest = 40

/** Milliseconds from one day of trading to the next at the most, over holidays that stand beside a weekend. */
const longestPause = 5 * dayLength

/** A special session may pass by what waits for the next day: it counts as none here. */
const isUsualDay = (hours: ExchangeHours, { isWeekend, day }: IndianMoment): boolean =>
  !isWeekend && !hours.holidays.includes(day)

/**
 * The day of trading for which an order waits at a moment: this one until its session is over, or the
 * next. Where a word may be of several exchanges, or is none, it is that of the one that waits longest.
 */
export function dayWaitedFor(exchange: unknown, { exchanges, now }: MarketAt): string {
  const days = hoursOfWord(exchange, exchanges).map((hours) => nextDayOf(hours, now))
  return days.toSorted().at(-1)!
}

/**
 * When the last session before the day of a moment began: what is kept at the broker since then may
 * wait for that day. Where a word may be of several exchanges, or is none, it is the earliest.
 */
export function sessionBefore(exchange: unknown, { exchanges, now }: MarketAt): number {
  const all = hoursOfWord(exchange, exchanges).map((hours) => lastSessionOf(hours, now))
  return Math.min(...all)
}

/** Since when a moment counts as shortly before the day of another: within a few days, or with no session in between. */
export const latelySince = (market: MarketAt): number =>
  Math.min(market.now - longestPause, sessionBefore(null, market))

/** Whether an exchange rests on the day of a moment. */
export const isRestOf = (exchange: unknown, { exchanges, now }: MarketAt): boolean =>
  hoursOfWord(exchange, exchanges).some((hours) => !isUsualDay(hours, momentInIndia(now)))

/**
 * When the usual session of the day of a moment has surely begun, and when it is surely over, in
 * wall-clock milliseconds; of each exchange where a word may be of several, or is none. Null where one
 * of them rests: a special session may be at any hour.
 */
export function usualSession(
  exchange: unknown,
  { exchanges, now }: MarketAt,
): { from: number; to: number } | null {
  const { moment, at } = dayBeside(now, 0)
  const all = hoursOfWord(exchange, exchanges)
  if (!all.every((hours) => isUsualDay(hours, moment))) return null
  const spans = all.map((hours) => sessionOf(hours, moment.day))
  // One that runs over midnight has no end on its day.
  if (spans.some(({ from, to }) => to <= from)) return null
  return {
    from: Math.max(...spans.map(({ from }) => at(from))),
    to: Math.max(...spans.map(({ to }) => at(to))),
  }
}

/** Hours of the exchanges that a broker's word may mean; all of them where it means none that we know. */
function hoursOfWord(word: unknown, exchanges: MarketAt['exchanges']): readonly ExchangeHours[] {
  const all = Object.entries(exchanges)
  const isSaid = typeof word === 'string' && lettersOf(word) !== ''
  const meant = isSaid ? all.filter(([name]) => mayBeExchange(name, word)) : []
  return (meant.length === 0 ? all : meant).map(([, hours]) => hours)
}

function nextDayOf(hours: ExchangeHours, now: number): string {
  for (let ahead = 0; ahead < daysOfRest; ahead++) {
    const { moment, at } = dayBeside(now, ahead)
    if (isUsualDay(hours, moment) && now < at(sessionOf(hours, moment.day).to)) return moment.day
  }
  return dayOf(now)
}

function lastSessionOf(hours: ExchangeHours, now: number): number {
  for (let back = 1; back < daysOfRest; back++) {
    const { moment, at } = dayBeside(now, -back)
    if (isUsualDay(hours, moment)) return at(sessionOf(hours, moment.day).from)
  }
  return startOfDay(now) - daysOfRest * dayLength
}

function dayBeside(now: number, days: number): { moment: IndianMoment; at(time: string): number } {
  const midnight = startOfDay(now) + days * dayLength
  return {
    moment: momentInIndia(midnight),
    at: (time) => midnight + minuteOfDay(time) * 60_000,
  }
}
