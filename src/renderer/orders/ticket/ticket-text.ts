import { ungrouped } from '../../../shared/core/typed-number.ts'
import { type Ticket, type TicketKind, TypedTicket } from '../../../shared/orders/tickets.ts'
import { type FieldName, fieldNames, fieldRow, type TicketText } from './field-table.ts'
import type { OwnValues } from './field-values.ts'
import { fieldsOfKind, isUsed, pathOf } from './ticket-shape.ts'

const textFrom = (valueOf: (field: FieldName) => string): TicketText =>
  Object.fromEntries(fieldNames.map((field) => [field, valueOf(field)])) as TicketText

export const emptyText: TicketText = textFrom((field) => {
  const { input, start = '' } = fieldRow(field)
  return input.as === 'choice' ? input.words[0]! : start
})

/** By the ticket's field, as the desk names them too, such as `pricing.price`. */
export type FieldProblems = Readonly<Partial<Record<string, string>>>

export type ReadTicket = { ok: true; ticket: Ticket } | { ok: false; problems: FieldProblems }

/** The ticket that fields make, each with a value as `valueOf` has it; `undefined` leaves it out. */
export function ticketFrom(
  { kind, type }: { kind: TicketKind; type: string },
  valueOf: (field: FieldName) => unknown,
): ReadTicket {
  const pricing: Record<string, unknown> = {}
  const ticket: Record<string, unknown> = { pricing }
  for (const field of fieldsOfKind[kind]) {
    if (!isUsed(field, { kind, type })) continue
    const value = valueOf(field)
    if (value === undefined) continue
    const path = pathOf(field)
    if (path.startsWith('pricing.')) pricing[field] = value
    else ticket[path] = value
  }
  const parsed = TypedTicket.safeParse(ticket)
  if (parsed.success) return { ok: true, ticket: parsed.data }
  const problems: Record<string, string> = {}
  for (const { path, message } of parsed.error.issues) problems[path.join('.')] ??= message
  return { ok: false, problems }
}

export const ticketOf = (text: TicketText, own: OwnValues['protection']): ReadTicket =>
  ticketFrom(text, (field) => {
    const { input, value } = fieldRow(field)
    const typed = input.as === 'number' ? ungrouped(text[field]) : text[field]
    return value.read(typed, { protection: own })
  })

/** A ticket as a person would have typed it. */
export function textOf(ticket: Ticket): TicketText {
  const line = { kind: ticket.kind, type: ticket.pricing.type }
  const values: Readonly<Record<string, unknown>> = ticket
  const pricing: Readonly<Record<string, unknown>> = ticket.pricing
  return textFrom((field) => {
    if (!isUsed(field, line)) return emptyText[field]
    const path = pathOf(field)
    return fieldRow(field).value.write(path.startsWith('pricing.') ? pricing[field] : values[path])
  })
}
