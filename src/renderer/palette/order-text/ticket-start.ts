import type { Session } from '../../core/session.svelte.ts'
import type { TypedOrderParts } from './order-text.ts'
import { startFields, type TicketFields, withGroup } from '../../orders/ticket/ticket-fields.ts'

/** What a ticket begins with for what was typed: no field that was not. */
export function ticketStart(
  parts: TypedOrderParts,
  { accounts, groups }: Pick<Session, 'accounts' | 'groups'>,
): Partial<TicketFields> {
  const { verb: _, to, percent: __, ...fields } = parts
  if (to === undefined) return fields
  if ('accounts' in to) {
    const wanted = new Set(to.accounts)
    // One that is switched off has a line here for the desk to say that of it.
    const recipients = accounts.all
      .filter(({ id, enabled }) => enabled || wanted.has(id))
      .map(({ id }) => ({ account: id, isOn: wanted.has(id), own: '' }))
    return { ...fields, group: null, recipients }
  }
  const group = groups.find(({ id }) => id === to.group)
  if (group === undefined) return fields
  return { ...fields, ...withGroup(startFields(accounts.shown), group, accounts.enabled) }
}
