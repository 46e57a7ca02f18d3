import * as z from 'zod'
import { Ticket, type TicketKind } from '../../../shared/orders/tickets.ts'
import type { PriceType } from '../../../shared/service/words.ts'
import { type FieldName, fieldNames, fieldRow, type TicketText } from './field-table.ts'
import { ticketKinds } from './ticket-kinds.ts'

/** What the schema of a kind says of its fields: the table of fields has no second list of that. */
interface TicketShape {
  /** Schemas by the ticket's own keys. */
  keys: ReadonlyMap<string, unknown>
  /** What stands in `pricing`, by the type of price. */
  pricing: ReadonlyMap<string, ReadonlySet<string>>
}

const shapes: ReadonlyMap<TicketKind, TicketShape> = new Map(
  Ticket.options.map(({ shape }) => [
    shape.kind.value,
    {
      keys: new Map<string, unknown>(Object.entries(shape)),
      pricing: new Map<string, ReadonlySet<string>>(
        shape.pricing.options.map((type) => [
          type.shape.type.value,
          new Set(Object.keys(type.shape)),
        ]),
      ),
    },
  ]),
)
const shapeOf = (kind: TicketKind): TicketShape => shapes.get(kind)!

const keyOf = (field: FieldName): string => fieldRow(field).key ?? field
const pricingKeys = new Set(
  [...shapes.values()].flatMap(({ pricing }) => [...pricing.values()].flatMap((keys) => [...keys])),
)

/** Where a ticket has a field, as the desk names it too, such as `pricing.price`. */
export const pathOf = (field: FieldName): string =>
  pricingKeys.has(field) ? `pricing.${field}` : keyOf(field)

/** The fields that mean something for a kind, with any of its price types. */
export const fieldsOfKind: Readonly<Record<TicketKind, ReadonlySet<FieldName>>> = byKind((kind) => {
  const { keys, pricing } = shapeOf(kind)
  const isIn = (field: FieldName): boolean =>
    pricingKeys.has(field)
      ? [...pricing.values()].some((type) => type.has(field))
      : keys.has(keyOf(field)) && (fieldRow(field).kind ?? kind) === kind
  return new Set(fieldNames.filter(isIn))
})

/** Whether an order of this kind and price type has a place for a field. */
export function isUsed(
  field: FieldName,
  { kind, type }: { kind: TicketKind; type: string },
): boolean {
  if (field === 'type') return true
  return pricingKeys.has(field)
    ? shapeOf(kind).pricing.get(type)?.has(field) === true
    : fieldsOfKind[kind].has(field)
}

/** The words of a choice that a kind takes; null for a field that takes any text. */
export function wordsOf<Field extends FieldName>(
  field: Field,
  kind: TicketKind,
): readonly TicketText[Field][] | null {
  const { input } = fieldRow(field)
  if (input.as !== 'choice') return null
  const { keys, pricing } = shapeOf(kind)
  const schema = keys.get(keyOf(field))
  return input.words.filter((word): word is TicketText[Field] =>
    field === 'type'
      ? pricing.has(word)
      : !(schema instanceof z.ZodEnum) || schema.options.includes(word),
  )
}

export const typesOf: Readonly<Record<TicketKind, readonly PriceType[]>> = byKind((kind) =>
  wordsOf('type', kind)!,
)

/** The field in which what the desk names is typed. */
export function fieldAt(path: string, kind: TicketKind): FieldName {
  const own = [...fieldsOfKind[kind]].find((field) => pathOf(field) === path)
  if (own !== undefined) return own
  if (path === 'pricing') return 'type'
  // Where only a target is typed, side and quantity follow from it.
  if (path === 'quantity' || path === 'action') return ticketKinds[kind].amount
  const last = path.slice(path.lastIndexOf('.') + 1)
  return fieldNames.find((field) => field === last) ?? 'kind'
}

function byKind<Value>(value: (kind: TicketKind) => Value): Readonly<Record<TicketKind, Value>> {
  const kinds = [...shapes.keys()]
  return Object.fromEntries(kinds.map((kind) => [kind, value(kind)])) as Record<TicketKind, Value>
}
