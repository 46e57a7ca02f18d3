const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** The service writes Indian time, with no zone, wherever this machine stands. */
const istOffset = 5.5 * 3_600_000

const clock = String.raw`(\d{1,2}):(\d{2}):(\d{2})`
const patterns: readonly {
  form: RegExp
  order: readonly ['y' | 'm' | 'd', 'y' | 'm' | 'd', 'y' | 'm' | 'd']
}[] = [
  {
    form: new RegExp(String.raw`^([A-Za-z]{3,9}) (\d{1,2}),? (\d{4}) ${clock}$`),
    order: ['m', 'd', 'y'],
  },
  {
    form: new RegExp(String.raw`^(\d{1,2})-([A-Za-z]{3,9})-(\d{4}) ${clock}$`),
    order: ['d', 'm', 'y'],
  },
  { form: new RegExp(String.raw`^(\d{4})-(\d{2})-(\d{2})[ T]${clock}$`), order: ['y', 'm', 'd'] },
]

const monthOf = (word: string): number =>
  /^\d+$/.test(word) ? Number(word) - 1 : months.indexOf(word.slice(0, 3).toLowerCase())

/** The moment that a text of the service names, in milliseconds since 1970; null where it is none. */
export function parseTime(text: string | null | undefined): number | null {
  const said = text?.trim().replaceAll(/\s+/g, ' ')
  if (said === undefined || said === '') return null
  for (const { form, order } of patterns) {
    const found = form.exec(said)
    if (found === null) continue
    const word = (part: 'y' | 'm' | 'd') => found[order.indexOf(part) + 1] ?? ''
    const [year, month, day] = [Number(word('y')), monthOf(word('m')), Number(word('d'))]
    const [hours, minutes, seconds] = [Number(found[4]), Number(found[5]), Number(found[6])]
    if (month < 0 || hours > 23 || minutes > 59 || seconds > 59) return null
    const at = Date.UTC(year, month, day, hours, minutes, seconds)
    const there = new Date(at)
    // The 31st of November would become the 1st of December.
    if (there.getUTCMonth() !== month || there.getUTCDate() !== day) return null
    return at - istOffset
  }
  return null
}

const two = (number: number): string => String(number).padStart(2, '0')

const parts = (at: number) => new Date(at + istOffset)

export function clockTime(at: number): string {
  const there = parts(at)
  return `${two(there.getUTCHours())}:${two(there.getUTCMinutes())}:${two(there.getUTCSeconds())}`
}

const monthNames = months.map((name) => name[0]!.toUpperCase() + name.slice(1))

/** Today's times are a clock; other days carry their date; what cannot be read stays as it came. */
export function serviceTime(text: string | null | undefined, now: number): string {
  const at = parseTime(text)
  if (at === null) return text?.trim() ? text.trim() : '–'
  const there = parts(at)
  const today = parts(now)
  const sameDay =
    there.getUTCFullYear() === today.getUTCFullYear() &&
    there.getUTCMonth() === today.getUTCMonth() &&
    there.getUTCDate() === today.getUTCDate()
  if (sameDay) return clockTime(at)
  return `${there.getUTCDate()} ${monthNames[there.getUTCMonth()]} ${clockTime(at).slice(0, 5)}`
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
