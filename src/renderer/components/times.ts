import { istOffset, parseTime } from '../../shared/times.ts'

const two = (number: number): string => String(number).padStart(2, '0')

const parts = (at: number) => new Date(at + istOffset)

export function clockTime(at: number): string {
  const there = parts(at)
  return `${two(there.getUTCHours())}:${two(there.getUTCMinutes())}:${two(there.getUTCSeconds())}`
}

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
export const preciseTime = (at: number): string =>
  `${clockTime(at)}.${String(Math.floor(at) % 1000).padStart(3, '0')}`

/** Today's times are a clock; other days carry their date; what cannot be read stays as it came. */
export function serviceTime(text: string | null | undefined, now: number): string {
  const at = parseTime(text)
  return at === null ? text?.trim() || '–' : moment(at, now)
}

export function moment(at: number, now: number): string {
  const there = parts(at)
  const today = parts(now)
  const sameDay =
    there.getUTCFullYear() === today.getUTCFullYear() &&
    there.getUTCMonth() === today.getUTCMonth() &&
    there.getUTCDate() === today.getUTCDate()
  if (sameDay) return clockTime(at)
  return `${there.getUTCDate()} ${monthNames[there.getUTCMonth()]} ${clockTime(at).slice(0, 5)}`
}

/** When rows of an earlier session were read: 'from 15:29', 'from yesterday 15:29', 'from 18 Nov 15:29'. */
export function keptText(at: number, now: number): string {
  const days = startOfDay(now) - startOfDay(at)
  const time = clockTime(at).slice(0, 5)
  if (days === 0) return `from ${time}`
  return days === dayLength ? `from yesterday ${time}` : `from ${moment(at, now)}`
}

const dayLength = 86_400_000
/** In India, whose days the markets keep. */
const startOfDay = (at: number): number => Math.floor((at + istOffset) / dayLength) * dayLength

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
