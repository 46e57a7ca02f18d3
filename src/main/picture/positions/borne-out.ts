import type { Row } from '../../../shared/core/patch.ts'
import { figure, unitsSold } from '../../../shared/service/order-units.ts'
import type { SumsOfFills } from '../traded/filled-units.ts'

/**
 * Whether a row says rightly that nothing is held, though its figures do not come to that: its broker
 * counts what was brought forward among what was bought and sold today, which is so where the orders
 * of the day are just what is left of these without it.
 */
export function isBorneOutZero(row: Row, { buys, sells }: SumsOfFills): boolean {
  const [broughtIn, bought] = [figure(row['cfbuyqty']), figure(row['bqty'])]
  const [broughtOut, sold] = [unitsSold(row['cfsellqty']), unitsSold(row['sqty'])]
  if (broughtIn === null || broughtOut === null || bought === null || sold === null) return false
  return (
    figure(row['netqty']) === 0 &&
    bought === sold &&
    bought - broughtIn === buys &&
    sold - broughtOut === sells &&
    buys + sells > 0
  )
}
