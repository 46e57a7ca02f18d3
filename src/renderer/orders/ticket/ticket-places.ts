import type { Remark } from '../../components/remarks.ts'
import { everywhere } from './ticket-remarks.ts'
import { ownField, type TicketFields } from './ticket-fields.ts'

/** What is said of prices stands below their fields. */
export const priceFields = [
  'pricing.trigger',
  'pricing.price',
  'pricing.protection',
  'pricing.reference',
  'pricing.type',
  'stopPrice',
] as const

/** The fields that a ticket's form shows now, as the desk names them. */
export function placesShown(fields: TicketFields): ReadonlySet<string> {
  const { kind, type } = fields
  const own = fields.recipients.map(({ account }) => ownField(account))
  const places: (string | false)[] = [
    ...own,
    'account',
    kind === 'smart' ? 'target' : 'quantity',
    ...(kind === 'option'
      ? ['underlying', 'expiry', 'optionType', 'strikeStep', 'offset']
      : ['symbol', 'exchange']),
    ...(kind === 'bracket' ? ['target', 'stop', 'trail'] : []),
    kind === 'cover' && 'stopPrice',
    kind !== 'bracket' && kind !== 'cover' && 'product',
    (kind === 'smart' || kind === 'bracket') && 'disclosed',
    kind !== 'bracket' && kind !== 'cover' && 'slice',
    (type === 'LIMIT' || type === 'SL') && 'pricing.price',
    (type === 'SL' || type === 'SL-M') && 'pricing.trigger',
    ...(type === 'MARKET' ? ['pricing.protection', 'pricing.reference'] : []),
    'pricing.type',
  ]
  return new Set(places.filter((place) => place !== false))
}

/** What is to be said that no field in sight is about. */
export function loose(
  remarks: ReadonlyMap<string, readonly Remark[]>,
  shown: ReadonlySet<string>,
): readonly Remark[] {
  return [...remarks].flatMap(([field, some]) =>
    field === everywhere || !shown.has(field) ? some : [],
  )
}
