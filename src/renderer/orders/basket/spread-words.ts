import type { PlannedOrder } from '../../../shared/orders/placing.ts'
import { counted, unitsText } from '../../../shared/core/figures.ts'
import { money } from '../../components/amounts.ts'
import type { Session } from '../../core/session.svelte.ts'
import { sum } from '../../core/sums.ts'

/** What a line for a group comes to: '3 accounts · 130 units · ₹1,99,147.00'. */
export function spreadWords(
  planned: readonly PlannedOrder[],
  session: Pick<Session, 'apart'>,
): string {
  const real = session.apart(planned)
  const { value, partial } = sum(real.map((order) => order.value))
  const units = planned.reduce((total, { quantity }) => total + quantity, 0)
  const worth = partial ? 'value not known' : money(value)
  const apart = real.length < planned.length ? ' without practice' : ''
  return `${counted(planned.length, 'account')} · ${unitsText(units)} units · ${worth}${apart}`
}
