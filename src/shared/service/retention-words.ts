import { saysNone } from './none-words.ts'
import { lettersOf } from './words.ts'

/** Words for how long an order works, where it ends with its day at the latest. */
const ofOneDay: ReadonlySet<string> = new Set([
  ...['D', 'DAYIOC', 'VALIDITYDAY', 'NORMAL', 'REGULAR'],
  ...['DAY', 'DAYONLY', 'DAYORDER', 'TODAY', 'GFD', 'GOODFORDAY', 'EOD', 'ENDOFDAY'],
  ...['EOS', 'EOSES', 'ENDOFSESSION', 'TTL', 'FOK', 'FILLORKILL'],
  ...['IOC', 'IMMEDIATE', 'IMMEDIATEORCANCEL'],
])

/**
 * Whether an order may stay in the market over night, by the word for how long it works: one that is
 * good till it is cancelled, till a date, or in words that nobody knows. Where none is given it is of
 * its day, as all that are placed here.
 */
export function mayOutliveItsDay(word: unknown): boolean {
  if (typeof word !== 'string' || saysNone(word)) return false
  const letters = lettersOf(word)
  return letters !== '' && !ofOneDay.has(letters)
}
