import * as z from 'zod'
import { type Decimal, compare, times, wholeTimes } from '../core/decimal.ts'

/** Of what an account has, or of a sum that a ticket names. */
export const SharePercent = z
  .string()
  .trim()
  .regex(/^\d{1,3}(\.\d{1,4})?$/, 'must be a percentage, such as 25')
  .refine((percent) => /[1-9]/.test(percent), 'must be more than zero')
  .refine((percent) => Number(percent) <= 100, 'must be 100 % at most')

/** What one account is sent of an order, and a word where that is not what its share says. */
export interface Portion {
  units: Decimal
  /** Whether nothing is left of it after rounding, or nobody knows how much it is: it is sent nothing. */
  isLeftOut: boolean
  says: string | null
}

export const percentOf = (money: Decimal, percent: Decimal): Decimal =>
  times(times(money, percent), '0.01')

/** The most whole lots that cost no more than so much. */
export function unitsForMoney(
  money: Decimal,
  { price, lot }: { price: Decimal; lot: number },
): Decimal {
  const each = times(price, String(lot))
  if (compare(money, '0') <= 0 || compare(each, '0') <= 0) return '0'
  return String(wholeTimes(money, each) * BigInt(lot))
}
