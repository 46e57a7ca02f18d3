import type { Row } from '../../../shared/core/patch.ts'
import { contractWords } from '../../../shared/service/contracts.ts'
import { figure, unitsSold } from '../../../shared/service/order-units.ts'
import type { Product } from '../../../shared/service/words.ts'
import { positionOfRow } from './instruments.ts'

/** Nothing of these is brought forward from another day. */
const ofOneDay: ReadonlySet<string> = new Set<Product>(['MIS', 'BO', 'CO'])
export const isOfOneDay = (product: string): boolean => ofOneDay.has(product)

/** Units of a position that were held before the day, signed; null where its row does not say. */
export function broughtForward(row: Row): number | null {
  const [broughtIn, broughtOut] = [figure(row['cfbuyqty']), unitsSold(row['cfsellqty'])]
  if (broughtIn !== null && broughtOut !== null) return broughtIn - broughtOut
  return isOfOneDay(positionOfRow(row).product) ? 0 : null
}

/** Whether what was held of a row overnight is held on a later day as well: contracts end, and what was delivered is a holding. */
export function goesOnUntil(row: Row, day: string): boolean {
  const { symbol, product } = positionOfRow(row)
  if (isOfOneDay(product) || product === 'CNC') return false
  const ends = contractWords(symbol)?.ends ?? []
  return ends.length === 0 || ends.some((end) => end >= day.slice(0, end.length))
}
