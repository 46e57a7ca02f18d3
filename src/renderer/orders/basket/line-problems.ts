import type { Account } from '../../../shared/accounts/accounts.ts'
import type { FieldName, TicketText } from '../ticket/field-table.ts'
import { fieldAt } from '../ticket/ticket-shape.ts'
import { ticketOf } from '../ticket/ticket-text.ts'

/** What stands against a line as it is typed, by place. */
export function problemsAt(
  text: TicketText,
  account: Account | null,
): Partial<Record<FieldName, string>> {
  const read = ticketOf(text, account?.trading.protection ?? null)
  if (read.ok) return {}
  const bad: Partial<Record<FieldName, string>> = {}
  for (const [field, message] of Object.entries(read.problems))
    bad[fieldAt(field, text.kind)] ??= message!
  return bad
}
