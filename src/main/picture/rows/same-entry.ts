import { type Row, isSame } from '../../../shared/core/patch.ts'
import { momentEntered } from '../times/entered-at.ts'

/** What an order keeps from its entry to its end. */
const lasting = ['exchange', 'symbol', 'action'] as const

/** Whether a row of the same number may be one and the same order: what does not change of it is alike. */
export function isSameEntry(one: Row, other: Row): boolean {
  const [entered, otherEntered] = [momentEntered(one), momentEntered(other)]
  const isOfTime = entered === null || otherEntered === null || entered === otherEntered
  return isOfTime && !isOtherOrder(one, other)
}

/** The same where it is told by what no two orders have alike by chance: their time of entry, or the number of the exchange. */
export function isToldSameEntry(one: Row, other: Row): boolean {
  const isTimed = momentEntered(one) !== null && momentEntered(other) !== null
  const isNumbered = exchangeNumberOf(one) !== null && exchangeNumberOf(other) !== null
  return (isTimed || isNumbered) && isSameEntry(one, other)
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

/** What tells how a position stands; its prices are told to whoever asks. */
const standing = ['netqty', 'bqty', 'sqty', 'cfbuyqty', 'cfsellqty'] as const

export const isAlikePosition = (one: Row, other: Row): boolean =>
  standing.every((name) => isSame(one[name], other[name]))
