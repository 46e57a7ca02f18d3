import { countsUnits } from '../service/words.ts'
import type { PositionRecord } from '../service/records.ts'
import { lastPriceOf } from '../service/row-figures.ts'

/*
 * P&L reckoned from quantities, averages and the last price, beside what the service says of it.
 *
 * What is bought and what is sold are averaged apart, brought-forward units included. As many units
 * as are on both sides are realised, at the two averages; the rest stands at the average of its own
 * side. Other ways of matching (first in, first out) split a result differently and never change
 * its sum: what was received, less what was paid, plus what is held at the last price.
 */

/** Why a figure cannot be reckoned. */
export type Missing =
  /** How many units were bought or sold is not said. */
  | 'quantities'
  /** Bought less sold is not the net quantity. */
  | 'contradiction'
  /** Units that have no average. */
  | 'average'
  /** Units are held, and have no last price. */
  | 'ltp'
  /** What one unit of the quantity is worth when the price moves by one rupee. */
  | 'multiplier'

export interface Figures {
  realised: number | null
  unrealised: number | null
}

export interface OwnPnl extends Figures {
  net: number | null
  /** Rupees by which rounded averages may make it differ from what was reckoned without rounding. */
  tolerance: number
  missing: Missing | null
  /** What it was reckoned from; null where that is not known. */
  from: CostBasis | null
}

export interface CostBasis {
  buys: TradedSide
  sells: TradedSide
  /** Units, signed. */
  net: number
  multiplier: number
}

export interface TradedSide {
  units: number
  /** Units times their prices. */
  value: number
}

/** `areUnits`: whether its quantities are known to be units, or the row's net amount tells what one is worth. */
export function ownFigures(
  position: PositionRecord,
  areUnits = countsUnits(position.exchange),
): OwnPnl {
  const sides = sidesOf(position)
  if (typeof sides === 'string') return unknown(sides)
  const { buys, sells, net, precision } = sides
  const gross = sells.value - buys.value
  const dust = precision * (buys.units + sells.units)
  const isWorthOne = areUnits || buys.units + sells.units === 0
  const multiplier = isWorthOne ? 1 : multiplierOf(position, { gross, dust })
  if (multiplier === null) return unknown('multiplier')

  const tolerance = multiplier * dust + 0.01 + 1e-9 * multiplier * (buys.value + sells.value)
  const from = { buys, sells, net, multiplier }
  const { realised, unrealised } = resultOf(from, position)
  // A row can hold numbers whose product no number holds.
  if (!Number.isFinite(realised + (unrealised ?? 0) + tolerance)) return unknown('quantities')
  if (unrealised === null)
    return { realised, unrealised, net: null, tolerance, missing: 'ltp', from }
  return { realised, unrealised, net: tidy(realised + unrealised), tolerance, missing: null, from }
}

/** As many units as are on both sides are realised, the rest stands at the average of its side. */
export function resultOf(
  { buys, sells, net, multiplier }: CostBasis,
  position: Pick<PositionRecord, 'ltp'>,
): { realised: number; unrealised: number | null } {
  const matched = Math.min(buys.units, sells.units)
  const bought = average(buys)
  const sold = average(sells)
  const realised = matched === 0 ? 0 : tidy(multiplier * matched * (sold - bought))
  if (net === 0) return { realised, unrealised: 0 }
  const ltp = lastPriceOf(position)
  if (ltp === null) return { realised, unrealised: null }
  const gained = net > 0 ? ltp - bought : sold - ltp
  return { realised, unrealised: tidy(multiplier * Math.abs(net) * gained) }
}

const unknown = (missing: Missing): OwnPnl => ({
  realised: null,
  unrealised: null,
  net: null,
  tolerance: 0,
  missing,
  from: null,
})

export const average = ({ units, value }: TradedSide): number => (units === 0 ? 0 : value / units)

/** Without the dust of binary fractions; four decimals are a hundredth of a paisa. */
const tidy = (amount: number): number => Math.round(amount * 1e4) / 1e4 + 0

interface Leg {
  units: number
  price: number | null
}

interface Sides {
  buys: TradedSide
  sells: TradedSide
  net: number
  /** Half of the last digit of the averages. */
  precision: number
}

function sidesOf(position: PositionRecord): Sides | Missing {
  const legs = legsOf(position)
  if (typeof legs === 'string') return legs
  const buys = sideOf(legs.buys, position.netbuyavgprc)
  const sells = sideOf(legs.sells, position.netsellavgprc)
  if (buys === null || sells === null) return 'average'
  return { buys: buys.side, sells: sells.side, net: legs.net, precision: precisionOf(position) }
}

/**
 * The service's document does not say whether what was bought today includes what was brought
 * forward. The net quantity tells.
 */
function legsOf(position: PositionRecord): { buys: Leg[]; sells: Leg[]; net: number } | Missing {
  const { cfbuyqty, cfsellqty, bqty, sqty, netqty } = position
  if (bqty === null && sqty === null) return 'quantities'
  const [carriedIn, carriedOut] = [Math.abs(cfbuyqty ?? 0), Math.abs(cfsellqty ?? 0)]
  const [bought, sold] = [Math.abs(bqty ?? 0), Math.abs(sqty ?? 0)]
  const today = bought - sold
  const all = carriedIn - carriedOut + today
  // A quantity that is not said is none only where the net quantity bears that out.
  if (netqty === null && [cfbuyqty, cfsellqty, bqty, sqty].includes(null)) return 'quantities'
  const net = netqty ?? all
  const buy = { units: bought, price: position.buyavgprc }
  const sell = { units: sold, price: position.sellavgprc }
  if (net === all)
    return {
      buys: [{ units: carriedIn, price: position.cfbuyavgprc }, buy],
      sells: [{ units: carriedOut, price: position.cfsellavgprc }, sell],
      net,
    }
  return net === today ? { buys: [buy], sells: [sell], net } : 'contradiction'
}

/** Whether a row says of what was bought and sold that it comes to another quantity than it is said to. */
export const isContradictory = (position: PositionRecord): boolean =>
  legsOf(position) === 'contradiction'

/** An average of 0 is none: nothing is traded at that price. */
function sideOf(legs: readonly Leg[], whole: number | null): { side: TradedSide } | null {
  const units = legs.reduce((sum, leg) => sum + leg.units, 0)
  let value = 0
  for (const leg of legs) {
    if (leg.units === 0) continue
    if (leg.price === null || leg.price <= 0)
      return whole === null || whole <= 0 ? null : { side: { units, value: units * whole } }
    value += leg.units * leg.price
  }
  return { side: { units, value } }
}

/** Averages are rounded to two decimals or more, and all of a row alike. */
function precisionOf(position: PositionRecord): number {
  let unit = 100
  unit = finer(unit, position.cfbuyavgprc)
  unit = finer(unit, position.cfsellavgprc)
  unit = finer(unit, position.buyavgprc)
  unit = finer(unit, position.sellavgprc)
  unit = finer(unit, position.netbuyavgprc)
  unit = finer(unit, position.netsellavgprc)
  return 0.5 / unit
}

/** Thousands of rows are reckoned at a time: the digits are counted without writing them. */
function finer(unit: number, price: number | null): number {
  if (price === null) return unit
  let fine = unit
  while (fine < 1e6 && Math.abs(price * fine - Math.round(price * fine)) > 1e-4) fine *= 10
  return fine
}

/**
 * In currencies and commodities some brokers count units and some count lots. The net amount of
 * the row, which is reckoned in rupees, tells which; without it nothing does.
 */
function multiplierOf(
  { netamt, lot_size, netqty }: PositionRecord,
  { gross, dust }: { gross: number; dust: number },
): number | null {
  if (netamt === null || gross === 0) return null
  const size = Math.abs(gross)
  const whole = Math.round(Math.abs(netamt) / size)
  const reach = whole * dust + 0.01
  // Where rounding alone could make it the next number, it says nothing.
  const isClear = whole >= 1 && reach < size / 4
  // A broker that counts lots may reckon its amount from them as well: nothing trades in parts of these.
  const arePartsOfLots = whole === 1 && (lot_size ?? 0) > 1 && (netqty ?? 0) % lot_size! !== 0
  const isIt = Math.abs(Math.abs(netamt) - whole * size) <= reach
  return isClear && isIt && !arePartsOfLots ? whole : null
}
