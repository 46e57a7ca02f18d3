import { dayLength, dayOf, inIndia, startOfDay } from '../core/india.ts'
import type { ExchangeRules } from './exchange-rules.ts'

export type ExchangeHours = ExchangeRules['exchanges'][keyof ExchangeRules['exchanges']]
type Span = ExchangeHours['session']

/** A moment as the clocks in India show it. */
export interface IndianMoment {
  day: string
  isWeekend: boolean
  minute: number
}

const minuteLong = 60_000

export function momentInIndia(wall: number): IndianMoment {
  const date = inIndia(wall)
  const weekday = date.getUTCDay()
  return {
    day: dayOf(wall),
    isWeekend: weekday === 0 || weekday === 6,
    minute: date.getUTCHours() * 60 + date.getUTCMinutes(),
  }
}

export const isMarketOpen = (hours: ExchangeHours, moment: IndianMoment): boolean =>
  isTradingDay(hours, moment) && isWithin(sessionOf(hours, moment.day), moment.minute)

export const isTradingDay = (hours: ExchangeHours, { isWeekend, day }: IndianMoment): boolean =>
  hours.openDays?.includes(day) === true || (!isWeekend && !hours.holidays.includes(day))

/** Names of those that do not trade on the day of a moment. */
export function closedOn(all: ExchangeRules['exchanges'], wall: number): string[] {
  const moment = momentInIndia(wall)
  return Object.entries(all).flatMap(([name, hours]) => (isTradingDay(hours, moment) ? [] : [name]))
}

/** Days are written so that the later one is the greater text. */
export const sessionOf = (hours: ExchangeHours, day: string): Span =>
  hours.seasons.find(({ from, to }) => from <= day && day <= to)?.session ?? hours.session

/** A span that ends before it begins runs over midnight. */
export function isWithin(span: Span, minute: number): boolean {
  const from = minuteOfDay(span.from)
  const to = minuteOfDay(span.to)
  return from <= to ? from <= minute && minute < to : minute >= from || minute < to
}

/** Of a time such as 09:15. */
export const minuteOfDay = (time: string): number =>
  Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

export type MarketPhase = 'open' | 'pre-open' | 'after-market' | 'holiday' | 'weekend' | 'closed'

export interface MarketState {
  phase: MarketPhase
  /** Wall-clock milliseconds: when it closes, or, where it is not open, when it opens next. */
  until: number | null
}

/** Longer than any row of holidays. */
const daysAhead = 40

export function marketState(hours: ExchangeHours, wall: number): MarketState {
  const now = momentInIndia(wall)
  const midnight = startOfDay(wall)
  const at = (day: number, time: string) =>
    midnight + day * dayLength + minuteOfDay(time) * minuteLong
  if (isMarketOpen(hours, now)) {
    const { to } = sessionOf(hours, now.day)
    const closes = at(0, to)
    return { phase: 'open', until: closes > wall ? closes : at(1, to) }
  }
  let until: number | null = null
  for (let day = 0; day < daysAhead && until === null; day++) {
    const moment = momentInIndia(midnight + day * dayLength)
    const opens = at(day, sessionOf(hours, moment.day).from)
    if (isTradingDay(hours, moment) && opens > wall) until = opens
  }
  return { phase: closedPhase(hours, now), until }
}

function closedPhase(hours: ExchangeHours, now: IndianMoment): MarketPhase {
  if (!isTradingDay(hours, now)) return hours.holidays.includes(now.day) ? 'holiday' : 'weekend'
  if (hours.preOpen && isWithin(hours.preOpen, now.minute)) return 'pre-open'
  return hours.afterMarket !== null && isWithin(hours.afterMarket, now.minute)
    ? 'after-market'
    : 'closed'
}
