import type { PositionRecord } from '../service/records.ts'
import { lastPriceOf } from '../service/row-figures.ts'
import { type OwnPnl, average, ownFigures } from './reckoned-pnl.ts'
import { type ServiceFigures, serviceFigures } from './service-figures.ts'

/** What the service's figure would be, if something is so; the first that fits is said. */
export type DifferenceReason =
  | { code: 'sign' }
  /** The service's figure is that of today's trades alone. */
  | { code: 'not-brought-forward' }
  /** The service's figure is that of what is held alone. */
  | { code: 'not-realised' }
  /** The service's figure is reckoned from the row's net average, which its own legs do not have. */
  | { code: 'net-average'; said: number; reckoned: number }
  | { code: 'scaled'; by: number }
  | { code: 'last-price'; fits: number; said: number }
  | { code: 'unexplained' }

export interface Comparison {
  own: OwnPnl
  service: ServiceFigures
  /** `split` where the sums agree and their parts do not; `unknown` where one side is. */
  state: 'same' | 'split' | 'differs' | 'unknown'
  /** The service's net figure less the own one; null where one of them is unknown. */
  difference: number | null
  /** Null unless they differ. */
  reason: DifferenceReason | null
}

const seen = new WeakMap<PositionRecord, Comparison>()

/** A record that did not change keeps its identity, and with it what was made of it. */
export function comparisonOf(position: PositionRecord): Comparison {
  let comparison = seen.get(position)
  if (comparison === undefined) {
    comparison = compare(position)
    seen.set(position, comparison)
  }
  return comparison
}

function compare(position: PositionRecord): Comparison {
  const own = ownFigures(position)
  const service = serviceFigures(position)
  if (own.net === null || service.net === null)
    return { own, service, state: 'unknown', difference: null, reason: null }
  const difference = service.net - own.net
  const isNear = (one: number | null, other: number | null): boolean =>
    one !== null && other !== null && Math.abs(one - other) <= own.tolerance
  if (!isNear(service.net, own.net))
    return { own, service, state: 'differs', difference, reason: reasonOf(position, own, service) }
  const state = isNear(service.realised, own.realised) ? 'same' : 'split'
  return { own, service, state, difference, reason: null }
}

function reasonOf(
  position: PositionRecord,
  own: OwnPnl,
  service: Comparison['service'],
): DifferenceReason {
  const said = service.net ?? 0
  const mine = own.net ?? 0
  const fits = (figure: number | null): boolean =>
    figure !== null && Math.abs(figure - said) <= own.tolerance
  if (fits(-mine)) return { code: 'sign' }
  if (hasCarried(position) && fits(ownFigures(withoutCarried(position)).net))
    return { code: 'not-brought-forward' }
  if (own.realised !== 0 && fits(own.unrealised)) return { code: 'not-realised' }
  return (
    scaled({ mine, said, tolerance: own.tolerance }) ??
    heldOtherwise(position, own, service) ?? { code: 'unexplained' }
  )
}

const hasCarried = ({ cfbuyqty, cfsellqty }: PositionRecord): boolean =>
  (cfbuyqty ?? 0) !== 0 || (cfsellqty ?? 0) !== 0

/** The same day, as if it had begun with nothing. */
const withoutCarried = (position: PositionRecord): PositionRecord => ({
  ...position,
  cfbuyqty: 0,
  cfsellqty: 0,
  netbuyavgprc: null,
  netsellavgprc: null,
  netqty: Math.abs(position.bqty ?? 0) - Math.abs(position.sqty ?? 0),
})

function scaled(of: { mine: number; said: number; tolerance: number }): DifferenceReason | null {
  const { mine, said, tolerance } = of
  const by = Math.round(said / mine)
  // Near to nothing, any figure is a multiple; and so it is where the next multiple would do as well.
  const isClear = by >= 2 && by <= 1e6 && Math.abs(mine) > 4 * by * tolerance
  return isClear && Math.abs(said - by * mine) <= by * tolerance ? { code: 'scaled', by } : null
}

/** What is realised agrees, and what is held does not: another average, or another last price. */
function heldOtherwise(
  position: PositionRecord,
  own: OwnPnl,
  service: Comparison['service'],
): DifferenceReason | null {
  const { from } = own
  const { netavgprc } = position
  const ltp = lastPriceOf(position)
  if (from === null || from.net === 0 || ltp === null || service.unrealised === null) return null
  const units = from.net * from.multiplier
  const reckoned = average(from.net > 0 ? from.buys : from.sells)
  if (netavgprc !== null && netavgprc > 0) {
    const figure = units * (ltp - netavgprc)
    if (Math.abs(figure - service.unrealised) <= own.tolerance)
      return { code: 'net-average', said: netavgprc, reckoned }
  }
  const isRealisedSame = Math.abs((service.realised ?? 0) - (own.realised ?? 0)) <= own.tolerance
  const fits = reckoned + service.unrealised / units
  // Farther away it is no last price of the same minute.
  const isLikely = Math.abs(fits - ltp) <= 0.02 * ltp
  return isRealisedSame && isLikely ? { code: 'last-price', fits, said: ltp } : null
}

export interface PnlTotals {
  /** Of the rows of which both figures are known. */
  service: number
  own: number
  /** Rows that differ, and rows that one side does not know. */
  differing: number
  unknown: number
  /** Whether the sums differ by more than rounding. */
  differs: boolean
}

export function totalsOf(positions: Iterable<PositionRecord>): PnlTotals {
  const comparing = new PnlAddition()
  for (const position of positions) comparing.add(comparisonOf(position))
  return comparing.totals
}

/** Totals in the making. */
export class PnlAddition {
  readonly #totals = { service: 0, own: 0, differing: 0, unknown: 0 }
  #tolerance = 0

  add({ own, service, state }: Comparison): void {
    const totals = this.#totals
    if (own.net === null || service.net === null) {
      totals.unknown++
      return
    }
    totals.own += own.net
    totals.service += service.net
    this.#tolerance += own.tolerance
    if (state !== 'same') totals.differing++
  }

  /** One of which the book has several rows: none of its figures counts. */
  leaveOut(): void {
    this.#totals.unknown++
  }

  get totals(): PnlTotals {
    const { service, own } = this.#totals
    return { ...this.#totals, differs: Math.abs(service - own) > this.#tolerance }
  }
}
