import { istOffset } from './india.ts'

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** Some write no seconds, and some say whose time it is. */
const clock = String.raw`(\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d{1,6})?)? ?(IST|Z|UTC|GMT|\+05:?30|\+00:?00)?`
const patterns: readonly {
  form: RegExp
  order: readonly ['y' | 'm' | 'd', 'y' | 'm' | 'd', 'y' | 'm' | 'd']
}[] = [
  {
    form: new RegExp(String.raw`^([A-Za-z]{3,9}) (\d{1,2}),? (\d{4}) ${clock}$`, 'i'),
    order: ['m', 'd', 'y'],
  },
  {
    form: new RegExp(String.raw`^(\d{1,2})-([A-Za-z]{3,9})-(\d{4}) ${clock}$`, 'i'),
    order: ['d', 'm', 'y'],
  },
  {
    form: new RegExp(String.raw`^(\d{4})-(\d{2})-(\d{2})[ T]${clock}$`, 'i'),
    order: ['y', 'm', 'd'],
  },
]

const isUniversal = /^(Z|UTC|GMT|\+00:?00)$/i

const monthOf = (word: string): number =>
  /^\d+$/.test(word) ? Number(word) - 1 : months.indexOf(word.slice(0, 3).toLowerCase())

/**
 * The moment that a text of the service names, in milliseconds since 1970; null where it is none.
 * It is Indian time unless it says otherwise.
 */
export function parseTime(text: string | null | undefined): number | null {
  const said = text?.trim().replaceAll(/\s+/g, ' ')
  if (said === undefined || said === '') return null
  for (const { form, order } of patterns) {
    const found = form.exec(said)
    if (found === null) continue
    const word = (part: 'y' | 'm' | 'd') => found[order.indexOf(part) + 1] ?? ''
    const [year, month, day] = [Number(word('y')), monthOf(word('m')), Number(word('d'))]
    const [hours, minutes, seconds] = [Number(found[4]), Number(found[5]), Number(found[6] ?? 0)]
    if (month < 0 || hours > 23 || minutes > 59 || seconds > 59) return null
    const at = Date.UTC(year, month, day, hours, minutes, seconds)
    const there = new Date(at)
    // The 31st of November would become the 1st of December.
    if (there.getUTCMonth() !== month || there.getUTCDate() !== day) return null
    return isUniversal.test(found[7] ?? '') ? at : at - istOffset
  }
  return null
}
