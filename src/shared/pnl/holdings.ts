import type { HoldingRecord } from '../service/records.ts'
import { aboveZero, lastPriceOf } from '../service/row-figures.ts'

export interface HoldingComparison {
  /** Units held times what each has gained. */
  own: number | null
  service: number | null
  /** Rupees that rounded averages can make. */
  tolerance: number
  state: 'same' | 'differs' | 'unknown'
  /** How many units the service's figure is of, where that is what differs. */
  units: number | null
}

const seen = new WeakMap<HoldingRecord, HoldingComparison>()

export function holdingComparisonOf(holding: HoldingRecord): HoldingComparison {
  let comparison = seen.get(holding)
  if (comparison === undefined) {
    comparison = compare(holding)
    seen.set(holding, comparison)
  }
  return comparison
}

function compare(holding: HoldingRecord): HoldingComparison {
  const { holdqty, PL: service } = holding
  const ltp = lastPriceOf(holding)
  const average = aboveZero(holding.average_price)
  const tolerance = 0.005 * Math.abs(holdqty ?? 0) + 0.01
  const gained = ltp === null || average === null ? null : ltp - average
  const own = holdqty === 0 ? 0 : holdqty === null || gained === null ? null : holdqty * gained
  if (own === null || service === null)
    return { own, service, tolerance, state: 'unknown', units: null }
  if (Math.abs(service - own) <= tolerance)
    return { own, service, tolerance, state: 'same', units: null }
  return { own, service, tolerance, state: 'differs', units: unitsThatFit(holding, service) }
}

/** Brokers differ in whether what was bought yesterday, or is pledged, is in the quantity held. */
function unitsThatFit(holding: HoldingRecord, service: number): number | null {
  const { holdqty, btst_qty, coll_qty } = holding
  const ltp = lastPriceOf(holding)
  const average = aboveZero(holding.average_price)
  if (ltp === null || average === null || ltp === average) return null
  const held = holdqty ?? 0
  for (const more of [btst_qty ?? 0, coll_qty ?? 0, (btst_qty ?? 0) + (coll_qty ?? 0)]) {
    const units = held + more
    const isFit = Math.abs(units * (ltp - average) - service) <= 0.005 * units + 0.01
    if (more !== 0 && isFit) return units
  }
  return null
}
