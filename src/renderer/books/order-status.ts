import type { OrderRecord } from '../../shared/service/records.ts'
import { type OrderState, stateOfOrder } from '../../shared/service/words.ts'
import { formatPrice } from '../components/amounts.ts'
import { textOrDash } from './column-kinds.ts'

export const stateTitles: Record<OrderState, string> = {
  open: 'Open',
  pending: 'Pending',
  'partly-filled': 'Partly filled',
  complete: 'Complete',
  rejected: 'Rejected',
  cancelled: 'Cancelled',
  unknown: 'Unknown',
}

/** The folded state, and what a trader asks next: why, or at what. */
export function statusText(order: OrderRecord): string {
  const state = stateOfOrder(order)
  const title = state === 'unknown' ? textOrDash(order.status) : stateTitles[state]
  if (order.rejreason !== null && order.rejreason.trim() !== '')
    return `${title} · ${order.rejreason.trim()}`
  const waits = (state === 'pending' || state === 'open') && (order.trigger_price ?? 0) > 0
  return waits ? `${title} · trigger ${formatPrice(order.trigger_price)}` : title
}
