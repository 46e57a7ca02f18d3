import type { TicketDraft } from './ticket.svelte.ts'
import type { TicketFields } from './ticket-fields.ts'

/**
 * For accounts that nobody named one by one, a ticket goes on with an order that not all of them got.
 * How many of them it leaves out by that: they have it, or may.
 */
export function resumed(
  draft: TicketDraft,
  { recipients, group = null }: Partial<TicketFields>,
): number {
  const before = countOn(draft)
  if (recipients === undefined || group !== null) draft.resume()
  return before - countOn(draft)
}

const countOn = ({ fields }: TicketDraft): number =>
  fields.recipients.filter(({ isOn }) => isOn).length
