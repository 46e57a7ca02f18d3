import type { Remark } from '../../components/remarks.ts'
import { type FieldName, fieldNames, fieldRow } from './field-table.ts'
import { namesSum, ownField, sumField, type TicketFields } from './ticket-fields.ts'
import { generalRemarksKey } from './ticket-remarks.ts'
import { isUsed, pathOf } from './ticket-shape.ts'

/** Amounts and prices share a row: what is said of them stands below it, in the whole width. */
export const remarksBelow: readonly FieldName[] = [
  'quantity',
  'position',
  'trigger',
  'price',
  'protection',
  'reference',
  'type',
  'stopPrice',
]

/** The id of what is said below of a field. */
export const remarksId = (ticket: string, field: FieldName): string =>
  `remarks-${ticket}-${pathOf(field)}`

/** What a ticket's form says something about now beside its fields, as the desk names it. */
export function placesShown(fields: TicketFields): ReadonlySet<string> {
  const own = fields.recipients.map(({ account }) => ownField(account))
  const shown = fieldNames.filter(
    (field) => fieldRow(field).form?.remarks === 'at' && isUsed(field, fields),
  )
  const sum = namesSum(fields) ? [sumField] : []
  return new Set(['account', ...sum, ...own, ...shown.map(pathOf)])
}

/** What is to be said that no field in sight is about. */
export function remarksWithoutField(
  remarks: ReadonlyMap<string, readonly Remark[]>,
  shown: ReadonlySet<string>,
): readonly Remark[] {
  return [...remarks].flatMap(([field, some]) =>
    field === generalRemarksKey || !shown.has(field) ? some : [],
  )
}
