import type { Action, Product } from '../../shared/service/words.ts'
import type { Instrument } from './instruments.ts'
import type { PositionFigures } from './positions.ts'

/** What working entries of one instrument and product may still add. */
export interface Exposure {
  buyUnits: number
  buyValue: number
  sellUnits: number
  sellValue: number
}

export const noExposure = (): Exposure => ({
  buyUnits: 0,
  buyValue: 0,
  sellUnits: 0,
  sellValue: 0,
})

export function commit(
  exposure: Exposure,
  of: { action: Action; units: number; price: number },
): void {
  if (of.action === 'BUY') {
    exposure.buyUnits += of.units
    exposure.buyValue = exposure.buyUnits === 0 ? 0 : exposure.buyValue + of.units * of.price
  } else {
    exposure.sellUnits += of.units
    exposure.sellValue = exposure.sellUnits === 0 ? 0 : exposure.sellValue + of.units * of.price
  }
}

const isIntraday = (product: Product): boolean => product !== 'CNC' && product !== 'NRML'

/** Rates are round figures of the kind brokers publish; a practice needs no more. */
function futureRate(instrument: Instrument, product: Product): number {
  const full = instrument.exchange === 'CDS' ? 0.03 : instrument.exchange === 'MCX' ? 0.1 : 0.12
  return isIntraday(product) ? full * 0.65 : full
}

function required(of: {
  instrument: Instrument
  product: Product
  side: Action
  units: number
  value: number
}): number {
  const { instrument, product, side, units, value } = of
  const option = instrument.contract?.option
  if (option) {
    if (side === 'BUY') return value
    return units * option.strike * (isIntraday(product) ? 0.08 : 0.12)
  }
  if (instrument.kind === 'future') return value * futureRate(instrument, product)
  if (isIntraday(product)) return value * 0.2
  // Delivered shares are sold out of the holdings: nothing is owed for them.
  return side === 'SELL' && product === 'CNC' ? 0 : value
}

/** The margin of the worse of two futures: every buy fills and no sell, or the other way. */
export function marginOf(of: {
  instrument: Instrument
  product: Product
  figures: Pick<PositionFigures, 'net' | 'average'>
  exposure: Exposure
}): number {
  const { instrument, product, figures, exposure } = of
  const held = Math.abs(figures.net)
  const long = figures.net > 0
  const add = (units: number, value: number): { units: number; value: number } => ({
    units: held + units,
    value: held * figures.average + value,
  })
  const beyond = (units: number, value: number): { units: number; value: number } => {
    const excess = Math.max(0, units - held)
    return { units: excess, value: units === 0 ? 0 : (excess / units) * value }
  }
  const { buyUnits, buyValue, sellUnits, sellValue } = exposure
  const buys = long ? add(buyUnits, buyValue) : beyond(buyUnits, buyValue)
  const sells = long ? beyond(sellUnits, sellValue) : add(sellUnits, sellValue)
  return Math.max(
    required({ instrument, product, side: 'BUY', ...buys }),
    required({ instrument, product, side: 'SELL', ...sells }),
  )
}
