import type { Preview } from '../../shared/orders/placing.ts'
import type { Ticket, TicketKind } from '../../shared/orders/tickets.ts'
import type { PlaceOperation } from '../../shared/service/operations.ts'
import { fieldRow } from '../orders/ticket/field-table.ts'
import type { ServiceFields } from '../orders/ticket/field-values.ts'
import { fieldsOfKind, pathOf } from '../orders/ticket/ticket-shape.ts'
import { ticketFrom } from '../orders/ticket/ticket-text.ts'

/** What a placement means as an order of the desk. */
interface Meaning {
  kind: TicketKind
  /** What this operation can say and an order of the desk cannot. */
  cannot: readonly string[]
}

const notSplit = 'split_quantity without splitorder YES is left out.'
const notTriggered = 'trigger_price is sent with SL and SL-M only.'
const plainOnly = 'SL and SL-M need a trigger price, for which this operation has no field.'
const ownProducts = 'BO and CO are placed with their own operations.'
const oneAccount =
  'All orders are for the chosen account; for several, run it for each, or use a basket.'
const disclosedNothing = 'A disclosed_quantity of 0 is left out.'

const meanings: Readonly<Record<PlaceOperation, Meaning>> = {
  PlaceMultiOrder: { kind: 'regular', cannot: [plainOnly, ownProducts, notSplit, oneAccount] },
  PlaceSmartOrder: {
    kind: 'smart',
    cannot: [
      'action and quantity follow from position_size and what is held.',
      ownProducts,
      notTriggered,
      notSplit,
    ],
  },
  PlaceMultiFOOptionsOrder: {
    kind: 'option',
    cannot: [
      'Without an offset, 0 is sent: at the money.',
      'Options cannot have CNC, BO or CO as their product.',
      notTriggered,
      notSplit,
      oneAccount,
    ],
  },
  PlaceMultiBOOrder: {
    kind: 'bracket',
    cannot: [notTriggered, disclosedNothing, 'A single one is sent with PlaceBOOrder.', oneAccount],
  },
  PlaceBOOrder: { kind: 'bracket', cannot: [notTriggered, disclosedNothing] },
  PlaceCOOrder: { kind: 'cover', cannot: [plainOnly] },
}

/** What a placement of this operation cannot say, since it is an order of the desk like any other. */
export const cannotSay = (operation: PlaceOperation): readonly string[] =>
  meanings[operation].cannot

export type MeantOrder =
  | { ok: true; ticket: Ticket }
  | { ok: false; problems: ReadonlyMap<string, string> }

/** The operation's field that stands for a ticket's, as the desk names that, such as `pricing.price`. */
export function fieldNamed(operation: PlaceOperation, path: string): string {
  const fields = [...fieldsOfKind[meanings[operation].kind]]
  const field = path === 'pricing' ? 'type' : fields.find((one) => pathOf(one) === path)
  return (field === undefined ? null : fieldRow(field).service?.name) ?? path
}

/** The order that the fields of a placement mean; the fields have passed the operation's schema. */
export function meantBy(
  operation: PlaceOperation,
  account: string,
  fields: ServiceFields,
): MeantOrder {
  const { kind } = meanings[operation]
  const meant = ticketFrom({ kind, type: fields['pricetype'] ?? '' }, (field) =>
    field === 'kind' ? kind : field === 'account' ? account : fieldRow(field).service?.read(fields),
  )
  if (meant.ok) return meant
  const problems = new Map<string, string>()
  for (const [path, message] of Object.entries(meant.problems)) {
    const name = fieldNamed(operation, path)
    if (!problems.has(name)) problems.set(name, wordsFor(name, fields[name], message!))
  }
  return { ok: false, problems }
}

function wordsFor(name: string, typed: string | undefined, message: string): string {
  if (typed === undefined) return 'is missing'
  if (name === 'pricetype')
    return 'cannot be this here: the operation has no field for a trigger price'
  if (name === 'product') return 'cannot be this here: it has an operation of its own, or none'
  return message
}

/** Where what will be sent is not what was typed. */
export interface Difference {
  /** Its place among the orders, from 0. */
  order: number
  field: string
  /** Null where it was not typed, or is not sent. */
  typed: string | null
  sent: string | null
}

/** The fields of every order in the requests, in their order. */
export function sentFields(requests: Preview['requests']): ServiceFields[] {
  return requests.flatMap(({ body }) => {
    const { data } = JSON.parse(body) as {
      data: ServiceFields | { orders: { data: ServiceFields }[] }
    }
    return Array.isArray(data['orders'])
      ? (data['orders'] as { data: ServiceFields }[]).map((order) => order.data)
      : [data as ServiceFields]
  })
}

export function differences(
  typed: readonly ServiceFields[],
  sent: readonly ServiceFields[],
): Difference[] {
  return typed.flatMap((fields, order) => {
    const going = sent[order]
    if (going === undefined) return []
    const names = new Set([...Object.keys(fields), ...Object.keys(going)])
    return [...names].flatMap((field) => {
      const [one, other] = [fields[field] ?? null, going[field] ?? null]
      return one === other ? [] : [{ order, field, typed: one, sent: other }]
    })
  })
}
