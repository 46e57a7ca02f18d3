import type { Intent } from '../../../shared/orders/intents.ts'
import type { OrderRecord } from '../../../shared/service/records.ts'
import { type OrderState, countsUnits, stateOfOrder } from '../../../shared/service/words.ts'
import { isSameOrderId } from '../../../shared/service/order-ids.ts'
import { aboutThen } from '../../picture/times/book-lag.ts'
import { momentEntered } from '../../picture/times/entered-at.ts'
import { normalisedRow, parentOf } from '../../picture/rows/order-similarity.ts'

/** Clocks that are a little wrong, and times without seconds, are no earlier than that. */
const clearlyEarlier = aboutThen + 60_000

/** Whether a row says that it was entered well before an order left. A day alone is no time. */
export function isEarlier({ sent }: Pick<Intent, 'sent'>, row: OrderRecord): boolean {
  const entered = momentEntered(row)
  return sent !== null && entered !== null && entered < sent.at - clearlyEarlier
}

/** Whether a row says that it was entered when an order left: then its broker's clock is right. */
export function isTimely({ sent }: Pick<Intent, 'sent'>, row: OrderRecord): boolean {
  const entered = momentEntered(row)
  return sent !== null && entered !== null && Math.abs(entered - sent.at) <= aboutThen
}

/** The order that a row, of all units of one that was sent alone, belongs to by its own word; null where it is none. */
export function ownerOf(
  { parts, params }: Pick<Intent, 'params' | 'parts'>,
  row: OrderRecord,
): string | null {
  const [{ quantity, orderId } = { quantity: null, orderId: null }] = parts
  const owner = parentOf(row)
  // Of a bracket or a cover, which name no product, the broker makes several.
  const isPlain = params['product'] !== undefined && parts.length === 1
  const isWhole = quantity !== null && row.quantity === quantity
  if (owner === null || !isPlain || !isWhole) return null
  return orderId !== null && isSameOrderId(owner, orderId) ? null : owner
}

/** Whether one beside such a row is what was sent: it was entered then, and is not what that belongs to. */
export const isBesideOwned = (
  intent: Pick<Intent, 'params' | 'parts' | 'sent'>,
  { row, like }: { row: OrderRecord; like: OrderRecord },
): boolean => {
  const owner = ownerOf(intent, row)
  const isOwner = owner !== null && isSameOrderId(owner, like.order_id)
  return owner !== null && !isOwner && isTimely(intent, like) && isThere(like)
}

/**
 * Whether a row has fewer units than all that was sent, although nothing asked for slices, none of
 * it is filled, and it belongs to no other order.
 */
export function isSmaller(
  { operation, params, parts }: Pick<Intent, 'operation' | 'params' | 'parts'>,
  row: OrderRecord,
): boolean {
  const [{ quantity } = { quantity: null }] = parts
  const mayBeSliced =
    params['splitorder'] === 'YES' || Number(params['disclosed_quantity'] ?? 0) > 0
  if (parts.length !== 1 || mayBeSliced || operation === 'PlaceSmartOrder') return false
  const { quantity: shown, isChild } = normalisedRow(row)
  const isKnown = quantity !== null && shown !== null && countsUnits(row.exchange)
  return isKnown && shown > 0 && shown < quantity && row.fillshares === 0 && !isChild
}

const there: ReadonlySet<OrderState> = new Set<OrderState>([
  'open',
  'pending',
  'partly-filled',
  'complete',
])

/** A broker that slices an order itself rejects the one that is all of it. */
export const isThere = (row: OrderRecord): boolean => there.has(stateOfOrder(row))
