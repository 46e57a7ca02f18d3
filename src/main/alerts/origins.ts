import { orderIn } from '../../shared/books/books.ts'
import type { Rows } from '../../shared/core/patch.ts'
import { type Intent, type Part, isSquareOff } from '../../shared/orders/intents.ts'
import { comparableOrderId } from '../../shared/service/order-ids.ts'
import { unitsFilled } from '../../shared/service/order-units.ts'
import type { OrderRecord } from '../../shared/service/records.ts'
import { sideOfWord } from '../../shared/service/words.ts'
import { isAboutSending } from '../picture/orders/another-number.ts'
import { isAfterMarket } from '../picture/orders/earlier-orders.ts'
import { areOneName } from '../picture/rows/other-spellings.ts'
import {
  type SoughtOrder,
  mayBeInstrument,
  normalisedRequest,
  normalisedRow,
} from '../picture/rows/order-similarity.ts'
import { isAtWork } from './ended-orders.ts'
import { squareOffMayMake } from './foreign-orders.ts'
import { stateIn } from './twin-rows.ts'

interface OriginSources {
  /** Whether a book showed the order before one of ours left. */
  wasThereBefore(intent: Intent): boolean
  /** When the order came up, by the clock on the wall, and when it was entered; null where nothing tells. */
  cameUp: number | null
  entered: number | null
  /** Whether it came up before our eyes; else the broker's clock tells alone. */
  wasSeen: boolean
  /** What left of its login today, or waits from an earlier day, the latest first. */
  ours: readonly Intent[]
  rows: Rows
  /** Orders that the book had before and has not now. */
  gone: ReadonlyMap<string, OrderRecord>
}

/**
 * Of ours, what an order may have come of that stands under a number which nothing here was given: a
 * broker makes an order anew when it triggers, in the morning or on another exchange, or in parts
 * that come later, and a service may make two of one request. So it may have come of each that is of
 * its share or contract and its side and has so many units in no row of its own; undefined where there
 * is none.
 */
export function originOf(row: OrderRecord, of: OriginSources): Intent | undefined {
  const those = of.ours.filter((intent) => mayHaveCome(row, intent, of))
  const isAlike = ({ parts }: Intent): boolean =>
    parts.some(({ quantity }) => quantity === row.quantity)
  return those.find(isAlike) ?? those[0]
}

function mayHaveCome(row: OrderRecord, intent: Intent, of: OriginSources): boolean {
  const { sent, operation, ticket } = intent
  if (sent === null || operation === 'CancelAllOrder' || of.wasThereBefore(intent)) return false
  const { cameUp, entered } = of
  if (isSquareOff(intent)) return mayBeOfSquareOff(row, intent, of)
  if (!isOfInstrument(row, intent)) return false
  const size = row.quantity ?? unitsFilled(row)
  const [own, side] = [sideOfWord(row.action), normalisedRequest(intent).side]
  const isOtherSide = own !== undefined && side !== undefined && own !== side
  // The broker closes what a bracket or a cover opened.
  const hasLegs = ticket?.kind === 'bracket' || ticket?.kind === 'cover'
  if (isOtherSide && hasLegs) return size <= unitsSent(intent)
  // A smart order goes either way.
  if (isOtherSide && ticket?.kind !== 'smart') return false
  const mayBeAgain =
    cameUp === null || [cameUp, entered].some((at) => isAboutSending(at, intent, of))
  return size <= (mayBeAgain ? unitsSent(intent) : unitsElsewhere(intent, of))
}

/**
 * Whether a square-off may have made it: it closes what that found open, as far as this is known, and
 * did not come up long after the answer where the books showed by then that all was closed.
 */
function mayBeOfSquareOff(row: OrderRecord, intent: Intent, of: OriginSources): boolean {
  const { cameUp, entered } = of
  const { sent, watched, changedAt } = intent
  if (sent === null || !squareOffMayMake(intent, row, cameUp ?? sent.at)) return false
  const isBeforeProof = watched !== 'flat' || cameUp === null || cameUp <= changedAt
  const isInTime = isBeforeProof || [cameUp, entered].some((at) => isAboutSending(at, intent, of))
  return isInTime && mayCloseWhatWasFound(row, intent, of)
}

function mayCloseWhatWasFound(
  row: OrderRecord,
  { sent, state, parts }: Intent,
  of: Pick<OriginSources, 'rows' | 'gone'>,
): boolean {
  const { symbol, action } = row
  const side = sideOfWord(action)
  const found = sent?.found
  // A number in place of a name may be that of any share.
  if (found === undefined || side === undefined || /^\d+$/.test(symbol.trim())) return true
  // What worked then may have been filled before it, and made another position of it.
  const mayHaveChanged = found.working.some(({ orderId }) => {
    const worked = orderIn(of.rows, orderId) ?? of.gone.get(comparableOrderId(orderId))
    return worked === undefined || areOneName(String(worked['symbol']), symbol)
  })
  if (mayHaveChanged) return true
  const open = found.positions.filter((position) => areOneName(position.symbol, symbol))
  // The service may name what no book shows.
  if (open.length === 0)
    return state === 'accepted' && parts.some(({ name }) => areOneName(name ?? '', symbol))
  const toClose = open.map(({ net, perhaps }) => {
    if (net === null) return Infinity
    const { buys, sells } = perhaps ?? { buys: 0, sells: 0 }
    return side === 'SELL' ? net + (buys ?? Infinity) : (sells ?? Infinity) - net
  })
  const units = toClose.reduce((sum, most) => sum + Math.max(0, most), 0)
  return units > 0 && (row.quantity ?? unitsFilled(row)) <= units
}

/** A number in place of a name is that of a share on one of the exchanges. */
const isOfInstrument = ({ symbol }: OrderRecord, intent: Intent): boolean =>
  /^\d+$/.test(symbol.trim()) || mayBeInstrument(normalisedRequest(intent), symbol)

const partsThatLeft = ({ parts }: Intent): readonly Part[] =>
  parts.filter(({ state }) => state !== 'not-sent' && state !== 'recorded')

/** How many units a smart order comes to, the service alone knows. */
const unitsOf = ({ quantity }: Part, { ticket }: Intent): number | null =>
  ticket?.kind === 'smart' ? null : quantity

const unitsSent = (intent: Intent): number =>
  partsThatLeft(intent).reduce((sum, part) => sum + (unitsOf(part, intent) ?? Infinity), 0)

/** Those that no row of its own has, filled or at work. */
function unitsElsewhere(
  intent: Intent,
  { rows, gone }: Pick<OriginSources, 'rows' | 'gone'>,
): number {
  // A stop gets another number when it triggers, and what waits for a morning gets one then.
  const mayBeMadeAnew = isStop(normalisedRequest(intent)) || isAfterMarket(intent)
  let sent = 0
  const own = new Map<string, number>()
  for (const part of partsThatLeft(intent)) {
    const key = comparableOrderId(part.orderId ?? '')
    const shown = part.orderId === null ? undefined : orderIn(rows, part.orderId)
    const found = (shown ?? gone.get(key)) as OrderRecord | undefined
    const row = found !== undefined && isOfInstrument(found, intent) ? found : undefined
    sent += unitsOf(part, intent) ?? row?.quantity ?? Infinity
    if (row === undefined) continue
    const isAtItsPlace =
      shown !== undefined &&
      isAtWork(stateIn(rows, row)) &&
      !mayBeMadeAnew &&
      !isStop(normalisedRow(row))
    own.set(key, isAtItsPlace ? (row.quantity ?? 0) : unitsFilled(row))
  }
  return [...own.values()].reduce((left, units) => left - units, sent)
}

const isStop = ({ type, trigger }: Pick<SoughtOrder, 'trigger' | 'type'>): boolean =>
  trigger > 0 || type === 'SL' || type === 'SL-M'
