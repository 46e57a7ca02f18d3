import type { Row } from '../../../shared/core/patch.ts'
import { momentEntered } from '../times/entered-at.ts'

/** What an order keeps from its entry to its end. */
const lasting = ['exchange', 'symbol', 'action'] as const

/** Whether a row of the same number may be one and the same order: what does not change of it is alike. */
export function isSameEntry(one: Row, other: Row): boolean {
  const [entered, otherEntered] = [momentEntered(one), momentEntered(other)]
  const isOfTime = entered === null || otherEntered === null || entered === otherEntered
  return isOfTime && !isOtherOrder(one, other)
}

/** Whether rows of the same number are surely two orders. */
function isOtherOrder(one: Row, other: Row): boolean {
  const isOther = (name: string): boolean =>
    typeof one[name] === 'string' && typeof other[name] === 'string' && one[name] !== other[name]
  if (lasting.some(isOther)) return true
  const [number, otherNumber] = [exchangeNumberOf(one), exchangeNumberOf(other)]
  return number !== null && otherNumber !== null && number !== otherNumber
}

/** No exchange gives one twice; some services write a zero where there is none yet. */
function exchangeNumberOf({ exchordid: number }: Row): string | null {
  const text = typeof number === 'string' ? number.trim() : ''
  return /^0*$/.test(text) ? null : text
}
