import { type OperationName, operations } from '../../shared/service/operations.ts'
import { visible } from '../../shared/core/visible-text.ts'
import { unknown } from '../components/amounts.ts'
import type { Column } from '../components/grid/columns.ts'

type Fields = Readonly<Record<string, unknown>>

interface RecordLine {
  id: string
  record: Fields
}

export const recordLine = (record: Fields, place: number): RecordLine => ({
  id: String(place),
  record,
})

/** The documented fields, and then whatever else the service sent. */
export function recordColumns(
  operation: OperationName,
  records: readonly Fields[],
): Column<RecordLine>[] {
  const names = new Set<string>(operations[operation].record.fields)
  for (const record of records) for (const name of Object.keys(record)) names.add(name)
  return [...names].map((name, place) => {
    const isNumber = records.some((record) => typeof record[name] === 'number')
    const longest = Math.max(
      name.length,
      ...records.slice(0, 50).map((record) => written(valueOf(record, name)).length),
    )
    return {
      id: String(place),
      title: visible(name),
      width: Math.min(220, 20 + 7 * longest),
      ...(isNumber && { align: 'end' as const }),
      value: ({ record }) => sortable(valueOf(record, name)),
      // As the service means it and not as a trader reads it: no grouping, no rounding.
      text: ({ record }) => written(valueOf(record, name)),
      look: ({ record }) => (record[name] === null ? 'faint' : ''),
      tip: ({ record }) => written(valueOf(record, name)),
    }
  })
}

/** A field may be called 'constructor'; what every object has is none of its fields. */
const valueOf = (record: Fields, name: string): unknown =>
  Object.hasOwn(record, name) ? record[name] : undefined

const written = (value: unknown): string => {
  if (value === null || value === undefined) return unknown
  return typeof value === 'object' ? JSON.stringify(value) : String(value as string | number)
}

const sortable = (value: unknown): number | string | null => {
  if (value === null || value === undefined) return null
  return typeof value === 'number' ? value : written(value)
}

export function sizeText(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`
  return bytes < 999_500 ? `${(bytes / 1000).toPrecision(3)} kB` : `${(bytes / 1e6).toFixed(1)} MB`
}
