import { isOneNamed } from './recipients.ts'
import type { TicketDraft } from './ticket.svelte.ts'
import type { TicketFields } from './ticket-fields.ts'

/**
 * For several accounts, named one by one or not, a ticket goes on with an order that not all of them
 * got. How many of them it leaves out by that: they have it, or may. One that is named alone is meant.
 */
export function resumed(draft: TicketDraft, start: Partial<TicketFields>): number {
  const before = countOn(draft)
  if (!isOneNamed(start)) draft.resume()
  return before - countOn(draft)
}

const countOn = ({ fields }: TicketDraft): number =>
  fields.recipients.filter(({ isOn }) => isOn).length
