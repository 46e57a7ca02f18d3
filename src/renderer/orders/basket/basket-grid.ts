import { type FieldName, fieldNames, fieldRow, type TicketText } from '../ticket/field-table.ts'
import { isUsed } from '../ticket/ticket-shape.ts'

export interface CellColumn {
  field: FieldName
  title: string
  /** Pixels. */
  width: number
  isNumber: boolean
}

type Line = Pick<TicketText, 'kind' | 'type'>

/** Columns that some line of the basket has a use for; and what few need is left to files. */
export function columnsFor(lines: readonly Line[]): readonly CellColumn[] {
  const used = new Map(lines.map(({ kind, type }) => [`${kind}/${type}`, { kind, type }]))
  return fieldNames.flatMap((field) => {
    const { column, width, input } = fieldRow(field)
    if (width === null || ![...used.values()].some((line) => isUsed(field, line))) return []
    const title = column[0]!.toUpperCase() + column.slice(1)
    return [{ field, title, width, isNumber: input.as === 'number' }]
  })
}
