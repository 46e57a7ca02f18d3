import { dayOf } from '../../shared/core/india.ts'
import { brief } from '../../shared/core/visible-text.ts'
import { unitsFilled } from '../../shared/service/order-units.ts'
import type { OrderRecord } from '../../shared/service/records.ts'
import { type OrderState, isFinished, stateOfOrder } from '../../shared/service/words.ts'
import { enteredAt } from '../picture/times/entered-at.ts'
import type { EndedState } from './order-words.ts'

export const isEnded = (state: OrderState): state is EndedState => isFinished(state)

export const isAtWork = (state: OrderState): boolean => !isFinished(state) && state !== 'unknown'

/** Whether an order that had ended shows more filled than it did then, or is filled in whole no more. */
export function hasChangedAfterEnd(row: OrderRecord, old: OrderRecord): boolean {
  const [now, then] = [unitsFilled(row), unitsFilled(old)]
  return now > then || (now < then && stateOfOrder(old) === 'complete')
}

/** What of a row speaks against its having been rejected; null where nothing does. */
export function livesWith(row: OrderRecord): string | null {
  const state = stateOfOrder(row)
  const { fillshares, quantity, status } = row
  if (state === 'rejected') return null
  if ((fillshares ?? 0) > 0) return `${fillshares} of ${quantity ?? 'unknown'} filled`
  if (state === 'complete') return 'all of it filled'
  const word = status?.trim() ? `the state ‘${brief(status.trim(), 60)}’` : 'no state'
  return isAtWork(state) || state === 'unknown' ? word : null
}

/** Books show the orders of a day until the next morning, and brokers give a number again. */
export function isOfAnotherDay(one: OrderRecord, other: OrderRecord): boolean {
  if (one.orderentrytime === other.orderentrytime) return false
  const [before, now] = [enteredAt(one), enteredAt(other)]
  return before !== null && now !== null && dayOf(before) !== dayOf(now)
}
