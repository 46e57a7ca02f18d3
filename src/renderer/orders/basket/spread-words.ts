import type { AccountGroup } from '../../../shared/accounts/groups.ts'
import type { PlannedOrder } from '../../../shared/orders/placing.ts'
import { counted, unitsText } from '../../../shared/core/figures.ts'
import { money } from '../../components/amounts.ts'
import type { WindowAccounts } from '../../core/window-accounts.ts'
import { sum } from '../../core/sums.ts'

/** What a line for a group comes to: '3 accounts · 130 units · ₹1,99,147.00 · 1 left out'. */
export function spreadWords(
  planned: readonly PlannedOrder[],
  group: Pick<AccountGroup, 'members'>,
  accounts: Pick<WindowAccounts, 'apart'>,
): string {
  const real = accounts.apart(planned)
  const { value, partial } = sum(real.map((order) => order.value))
  const units = planned.reduce((total, { quantity }) => total + quantity, 0)
  const worth = partial ? 'value not known' : money(value)
  const apart = real.length < planned.length ? ' without practice' : ''
  const without = group.members.length - planned.length
  const rest = without > 0 ? ` · ${unitsText(without)} left out` : ''
  return `${counted(planned.length, 'account')} · ${unitsText(units)} units · ${worth}${apart}${rest}`
}
