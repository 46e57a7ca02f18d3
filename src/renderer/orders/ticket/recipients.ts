import { apartFromPractice } from '../../../shared/accounts/accounts.ts'
import type { WindowAccounts } from '../../core/window-accounts.ts'
import { mostInSight, type TicketFields, withGroup } from './ticket-fields.ts'

/**
 * To the group that the window shows, or to the accounts that were picked for it, or that it shows
 * where they are few enough to be seen at once: no practice beside real ones.
 */
export function toChosen(
  fields: TicketFields,
  { group, picked, shown, enabled }: WindowAccounts,
): Partial<TicketFields> {
  if (group !== undefined) return withGroup(fields, group, enabled)
  const chosen = picked.length > 0 || shown.length > mostInSight ? picked : shown
  const ids = new Set(apartFromPractice(chosen).map(({ id }) => id))
  return ids.size === 0 ? {} : withTicks(fields, ({ account }) => ids.has(account))
}

/** Whether a ticket begins with one account that was named alone: it is meant, whatever it got before. */
export const isOneNamed = ({ recipients, group = null }: Partial<TicketFields>): boolean =>
  group === null && recipients?.filter(({ isOn }) => isOn).length === 1

type Recipient = TicketFields['recipients'][number]

/** Whom it goes to, each ticked or not. */
export const withTicks = (
  { recipients }: Pick<TicketFields, 'recipients'>,
  isOn: (one: Recipient) => boolean,
): Pick<TicketFields, 'recipients'> => ({
  recipients: recipients.map((one) => ({ ...one, isOn: isOn(one) })),
})

export const ticked = ({ recipients }: Pick<TicketFields, 'recipients'>): ReadonlySet<string> =>
  new Set(recipients.flatMap(({ account, isOn }) => (isOn ? [account] : [])))
