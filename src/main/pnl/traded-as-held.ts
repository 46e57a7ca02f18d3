import { type TradedSide, ownFigures, resultOf } from '../../shared/pnl/reckoned-pnl.ts'
import type { PositionRecord } from '../../shared/service/records.ts'

/*
 * A trade book can net out to what is held and still be wrong: with each trade twice, or with prices
 * in paise. So what it tells is held against what the position says of the same day: how much was
 * bought and sold, and at which averages.
 */

/** Prices of trades are rounded to half a paisa, as far as nobody knows better. */
const roundedBy = 0.005

/** Whether trades of a position, which come to its net quantity, are all that its row tells of the day. */
export function areBorneOut(
  trades: readonly { units: number; price: number }[],
  position: PositionRecord,
): boolean {
  const buys = sideOf(trades.filter(({ units }) => units > 0))
  const sells = sideOf(trades.filter(({ units }) => units < 0))
  const [carriedIn, carriedOut] = [unitsIn(position.cfbuyqty), unitsIn(position.cfsellqty)]
  const [bought, sold] = [unitsIn(position.bqty), unitsIn(position.sqty)]
  if (bought + sold === 0 && buys.units > 0 && carriedIn + carriedOut === 0)
    return isResultTold({ buys, sells }, position)
  const areOfToday = buys.units === bought && sells.units === sold
  // What was brought forward is in the quantities of some services: the net quantity, which agrees, tells.
  if (!areOfToday)
    return (
      position.netqty === bought - sold &&
      buys.units === bought - carriedIn &&
      sells.units === sold - carriedOut
    )
  const { buyavgprc, sellavgprc, netbuyavgprc, netsellavgprc } = position
  const boughtAt = priceOf(buyavgprc, carriedIn === 0 ? netbuyavgprc : null)
  const soldAt = priceOf(sellavgprc, carriedOut === 0 ? netsellavgprc : null)
  return isWorth(buys, boughtAt, position) && isWorth(sells, soldAt, position)
}

const unitsIn = (said: number | null): number => Math.abs(said ?? 0)

function sideOf(trades: readonly { units: number; price: number }[]): TradedSide {
  const side = { units: 0, value: 0 }
  for (const { units, price } of trades) {
    side.units += Math.abs(units)
    side.value += Math.abs(units) * price
  }
  return side
}

/** An average of 0 is none. */
const priceOf = (average: number | null, orElse: number | null): number | null =>
  [average, orElse].find((price) => price !== null && price > 0) ?? null

/** Where no average is told, nothing speaks against it. */
function isWorth(
  { units, value }: TradedSide,
  price: number | null,
  position: PositionRecord,
): boolean {
  if (units === 0 || price === null) return true
  const { tolerance, from } = ownFigures(position)
  const rounding = tolerance / (from?.multiplier ?? 1) + roundedBy * units + 0.01
  return Math.abs(value - units * price) <= rounding
}

/** Some services clear the quantities of what is closed: its result is then all that they tell of it. */
function isResultTold(
  sides: { buys: TradedSide; sells: TradedSide },
  row: PositionRecord,
): boolean {
  if (row.realisedprofitloss === null) return false
  const { realised } = resultOf({ ...sides, net: 0, multiplier: 1 }, row)
  const rounding = roundedBy * (sides.buys.units + sides.sells.units) + 0.01
  return Math.abs(realised - row.realisedprofitloss) <= rounding
}
