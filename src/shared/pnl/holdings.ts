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

function unitsThatFit(holding: HoldingRecord, service: number): number | null {
  const ltp = lastPriceOf(holding)
  const average = aboveZero(holding.average_price)
  if (ltp === null || average === null || ltp === average) return null
  const isFit = (units: number): boolean =>
    units !== holding.holdqty && Math.abs(units * (ltp - average) - service) <= 0.005 * units + 0.01
  return possibleUnits(holding).find(isFit) ?? null
}

/** What was paid for a holding, or what it is worth, as the service says and as its quantity comes to. */
export interface HeldAmount {
  said: number | null
  /** Quantity times price; null where either is not known. */
  own: number | null
  /** `none`: a zero for shares that are held, which nobody reckoned. */
  state: 'same' | 'differs' | 'unknown' | 'none'
}

/** As a part of the own figure: charges are in what was paid, and last prices are of different moments. */
const mostApart = { invested: 0.01, value: 0.05 } as const

export function investedIn(holding: HoldingRecord): HeldAmount {
  const { invest_val: said, average_price } = holding
  return amountOf(holding, { said, price: aboveZero(average_price), apart: mostApart.invested })
}

export function worthOfHolding(holding: HoldingRecord): HeldAmount {
  const { hld_val: said } = holding
  return amountOf(holding, { said, price: lastPriceOf(holding), apart: mostApart.value })
}

function amountOf(
  holding: HoldingRecord,
  { said, price, apart }: { said: number | null; price: number | null; apart: number },
): HeldAmount {
  const held = holding.holdqty
  const own = held === null || price === null ? null : held * price
  if (said === null || held === null) return { said, own, state: 'unknown' }
  if (said === 0 && mostUnits(holding) !== 0) return { said, own, state: 'none' }
  if (price === null) return { said, own, state: 'unknown' }
  const isNear = possibleUnits(holding).some((units) => {
    const amount = units * price
    return Math.abs(said - amount) <= Math.abs(amount) * apart + 0.005 * Math.abs(units) + 0.01
  })
  return { said, own, state: isNear ? 'same' : 'differs' }
}

/** The service's profit or loss; null where it is reckoned with a price of 0, which is none. */
export function knownGain(holding: HoldingRecord): number | null {
  const { PL: said, holdqty } = holding
  if (said === null || holdqty === null || mostUnits(holding) === 0) return said
  const [ltp, average] = [lastPriceOf(holding), aboveZero(holding.average_price)]
  const isOf = (price: number): boolean =>
    possibleUnits(holding).some(
      (units) => units !== 0 && Math.abs(said - units * price) <= 0.005 * Math.abs(units) + 0.01,
    )
  if (ltp === null && average !== null && isOf(-average)) return null
  if (average === null && ltp !== null && isOf(ltp)) return null
  const areNone = holding.invest_val === 0 && holding.hld_val === 0
  return said === 0 && areNone && ltp !== average ? null : said
}

/** Brokers differ in whether what was bought yesterday, or is pledged, is in the quantity held. */
function possibleUnits({ holdqty, btst_qty, coll_qty }: HoldingRecord): readonly number[] {
  const [held, bought, pledged] = [holdqty ?? 0, btst_qty ?? 0, coll_qty ?? 0]
  return [held, held + bought, held + pledged, held + bought + pledged]
}

const mostUnits = (holding: HoldingRecord): number => possibleUnits(holding).at(-1)!
