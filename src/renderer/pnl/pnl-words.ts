import {
  type Comparison,
  comparisonOf,
  type DifferenceReason,
  type PnlTotals,
} from '../../shared/pnl/compare.ts'
import { type HoldingComparison, holdingComparisonOf } from '../../shared/pnl/holdings.ts'
import { firstPnlTime, isBeforePnl } from '../../shared/pnl/history.ts'
import type { Missing } from '../../shared/pnl/reckoned-pnl.ts'
import type { HoldingRecord, PositionRecord } from '../../shared/service/records.ts'
import { change, formatPrice, quantity, signedMoney } from '../components/amounts.ts'

/** Stands before an own figure that differs from the service's, or that the service has none for. */
export const mark = '≠ '

export const ownPnl = (position: PositionRecord): number | null => comparisonOf(position).own.net

export function ownPnlText(position: PositionRecord): string {
  const { own, state } = comparisonOf(position)
  return `${state === 'differs' || state === 'split' ? mark : ''}${change(own.net)}`
}

/** A figure of the service, and the own one behind it where that is another. */
export const besideOwn = (service: number | null, own: number | null): string =>
  own === null ? change(service) : `${change(service)} ${mark}${change(own)}`

/** The sums agree where only what is realised is counted otherwise: that is said in the tip. */
export function pnlText(position: PositionRecord): string {
  const { own, service, state } = comparisonOf(position)
  const isOther = state === 'differs' || state === 'unknown'
  return besideOwn(service.net, isOther ? own.net : null)
}

/** What there is to say of the two figures of a position; nothing where they agree. */
export function comparisonTip(position: PositionRecord): string | undefined {
  const comparison = comparisonOf(position)
  switch (comparison.state) {
    case 'same':
      return undefined
    case 'unknown':
      return comparison.own.missing === null
        ? `The service gives no P&L for this position. Reckoned from its quantities and averages it is ${signedMoney(comparison.own.net)}.`
        : `Not reckoned: ${missing[comparison.own.missing]}.`
    case 'split':
      return `The sums agree, at ${signedMoney(comparison.own.net)}. The service counts ${signedMoney(comparison.service.realised)} of it as realised, and by the averages of both sides it is ${signedMoney(comparison.own.realised)}.`
    case 'differs':
      return differenceText(comparison)
  }
}

function differenceText({ own, service, difference, reason }: Comparison): string {
  const figures = `The service says ${signedMoney(service.net)}; reckoned from quantities, averages and the last price it is ${signedMoney(own.net)}. They are ${signedMoney(difference)} apart, and rounding explains ${signedMoney(own.tolerance).slice(1)}.`
  return reason === null ? figures : `${figures} ${reasonText(reason)}`
}

function reasonText(reason: DifferenceReason): string {
  switch (reason.code) {
    case 'sign':
      return 'The service’s figure has the other sign.'
    case 'not-brought-forward':
      return 'The service’s figure is that of today’s trades alone: what was brought forward is not in it.'
    case 'not-realised':
      return 'The service’s figure is that of what is held alone: what was realised is not in it.'
    case 'net-average':
      return `The service’s figure fits its net average of ${formatPrice(reason.said)}; the trades of this row average ${formatPrice(reason.reckoned)}.`
    case 'scaled':
      return `The service’s figure is ${quantity(reason.by)} times the other: it may count units where its quantities are lots.`
    case 'last-price':
      return `The service’s figure would fit a last price of ${formatPrice(reason.fits)}, and the row says ${formatPrice(reason.said)}: the two may be of different moments.`
    case 'unexplained':
      return 'Nothing in the row explains it.'
  }
}

const missing: Record<Missing, string> = {
  quantities: 'how much was bought or sold is not said',
  contradiction: 'what was bought less what was sold is not the net quantity',
  average: 'a quantity has no average',
  ltp: 'a position is held, and its last price is not known',
  multiplier:
    'whether this exchange’s quantities are lots or units is not said, and the net amount does not tell',
}

/** Whose P&L is missing, after words that say that something is. */
export const unreadWords = (accounts: readonly string[]): string =>
  accounts.length === 0 ? '' : `: the positions of ${accounts.join(', ')} are not read well`

/** Why nothing is drawn of today. */
export function nothingYetWords(of: {
  at: number
  isOfReal: boolean
  /** Exchanges that do not trade on that day. */
  closed: readonly string[]
}): string {
  if (of.isOfReal && of.closed.length > 0)
    return `${of.closed.join(', ')} ${of.closed.length === 1 ? 'is' : 'are'} closed today. The curve goes on when ${of.closed.length === 1 ? 'it opens' : 'they open'}; what was made before is in the curve of that day.`
  return of.isOfReal && isBeforePnl(of.at)
    ? `The curve of real accounts begins at ${firstPnlTime} IST: before that, their books may still be yesterday’s.`
    : 'The curve begins once the positions are read. A point is added every few seconds while they are fresh.'
}

/** What the sums are of that stand where one is missing, after whose P&L that is. */
export const withOldWords = (unread: string): string =>
  `Of all accounts${unread}. An account that was not read well counts with its last known figure.`
export const partWords = (unread: string): string =>
  `Of the accounts that are known${unread}. One that was read before counts with its last known figure, the others are not in it.`

/** As the day is called: Mon 23 Nov 2026. */
export const dayText = (day: string): string =>
  new Date(`${day}T00:00:00Z`).toLocaleDateString('en-GB', {
    timeZone: 'UTC',
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
  })

/** How far the two sums are apart; null where they agree, as far as both are known. */
export function totalsTip(totals: PnlTotals): string | null {
  if (!totals.differs) return null
  const rows =
    totals.differing === 1 ? 'One position differs' : `${totals.differing} positions differ`
  const left =
    totals.unknown === 0 ? '' : ` ${quantity(totals.unknown)} of unknown P&L are left out of both.`
  return `The service’s figures sum to ${signedMoney(totals.service)}, and what is reckoned here to ${signedMoney(totals.own)}. ${rows}, with a ≠ in Positions.${left}`
}

export const ownHolding = (holding: HoldingRecord): number | null =>
  holdingComparisonOf(holding).own

export function holdingPnlText(holding: HoldingRecord): string {
  const { own, service, state } = holdingComparisonOf(holding)
  return besideOwn(service, state === 'same' ? null : own)
}

export function ownHoldingText(holding: HoldingRecord): string {
  const { own, state } = holdingComparisonOf(holding)
  return `${state === 'differs' ? mark : ''}${change(own)}`
}

export function holdingTip(holding: HoldingRecord): string | undefined {
  const comparison = holdingComparisonOf(holding)
  if (comparison.state === 'same') return undefined
  if (comparison.state === 'unknown')
    return comparison.own === null
      ? 'Not reckoned: the quantity, the average or the last price is not known.'
      : `The service gives no P&L for this holding. Reckoned from its quantity and average it is ${signedMoney(comparison.own)}.`
  return `The service says ${signedMoney(comparison.service)}; quantity times what each has gained is ${signedMoney(comparison.own)}. ${unitsText(comparison)}`
}

const unitsText = ({ units }: HoldingComparison): string =>
  units === null
    ? 'Nothing in the row explains it.'
    : `The service’s figure is that of ${quantity(units)} units: those bought lately or pledged are in it.`
