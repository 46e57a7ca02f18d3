import { dayLength, dayOf, inIndia, startOfDay, timeOf } from '../../shared/core/india.ts'
import { parseTime } from '../../shared/core/times.ts'

export const clockTime = (at: number): string => timeOf(at).slice(11, 19)

const monthNames = [
  'Jan',
  'Feb',
  'Mar',
  'Apr',
  'May',
  'Jun',
  'Jul',
  'Aug',
  'Sep',
  'Oct',
  'Nov',
  'Dec',
]

/** To the millisecond: two entries of the journal may share a second. */
export const preciseTime = (at: number): string => timeOf(at).slice(11)

/** Today's times are a clock; other days carry their date; what cannot be read stays as it came. */
export function serviceTime(text: string | null | undefined, now: number): string {
  const at = parseTime(text)
  return at === null ? text?.trim() || '–' : moment(at, now)
}

export const moment = (at: number, now: number): string =>
  dayOf(at) === dayOf(now) ? clockTime(at) : minuteOf(at, now)

/** To the second, with its date where that is another day than this moment's: '26 Nov 10:30:00'. */
export const timeBeside = (at: number, beside: number): string =>
  dayOf(at) === dayOf(beside) ? clockTime(at) : `${dateOf(at)} ${clockTime(at)}`

const dateOf = (at: number): string => {
  const there = inIndia(at)
  return `${there.getUTCDate()} ${monthNames[there.getUTCMonth()]}`
}

/** Without seconds: '15:29', and of another day '18 Nov 15:29'. */
export function minuteOf(at: number, now: number): string {
  const time = clockTime(at).slice(0, 5)
  if (dayOf(at) === dayOf(now)) return time
  return `${dateOf(at)} ${time}`
}

/** When rows of an earlier session were read: 'from 15:29', 'from yesterday 15:29', 'from 18 Nov 15:29'. */
export function readAtText(at: number, now: number): string {
  const isOfYesterday = startOfDay(now) - startOfDay(at) === dayLength
  return isOfYesterday ? `from yesterday ${minuteOf(at, at)}` : `from ${minuteOf(at, now)}`
}

/** How long ago something was, from a count of milliseconds and never from two clocks. */
export function ageText(age: number): string {
  if (age < 9950) return `${(age / 1000).toFixed(1)} s ago`
  if (age < 59_500) return `${Math.round(age / 1000)} s ago`
  if (age < 3_570_000) return `${Math.max(1, Math.round(age / 60_000))} min ago`
  return `${Math.max(1, Math.round(age / 3_600_000))} h ago`
}

export function latencyText(milliseconds: number | null): string {
  if (milliseconds === null) return '–'
  return milliseconds < 1000
    ? `${Math.round(milliseconds)} ms`
    : `${(milliseconds / 1000).toFixed(1)} s`
}
