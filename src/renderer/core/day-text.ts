import { dayLength, dayOf } from '../../shared/core/india.ts'

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** A day of India as a person names it, such as 'yesterday', '18 Nov' or '2026-11-18'; null where it is none. */
export function readDay(text: string, now: number): string | null {
  const said = text.trim().toLowerCase()
  const today = dayOf(now)
  if (said === 'today') return today
  if (said === 'yesterday') return dayOf(now - dayLength)
  const iso = /^(\d{4})-(\d{2})-(\d{2})$/.exec(said)
  if (iso !== null) return made(Number(iso[1]), Number(iso[2]) - 1, Number(iso[3]))
  const found = /^(\d{1,2})[ /.-](\d{1,2}|[a-z]{3,9})(?:[ /.-](\d{4}))?$/.exec(said)
  if (found === null) return null
  const [, day = '', name = '', year] = found
  const month = /^\d/.test(name) ? Number(name) - 1 : months.indexOf(name.slice(0, 3))
  if (year !== undefined) return made(Number(year), month, Number(day))
  // Without a year it is the last such day: nothing was ordered on days to come.
  const thisYear = Number(today.slice(0, 4))
  const there = made(thisYear, month, Number(day))
  return there !== null && there > today ? made(thisYear - 1, month, Number(day)) : there
}

/** The 31st of November would become the 1st of December. */
function made(year: number, month: number, day: number): string | null {
  const there = new Date(Date.UTC(year, month, day))
  const isThere = there.getUTCMonth() === month && there.getUTCDate() === day
  return isThere ? there.toISOString().slice(0, 10) : null
}
