import { isObject } from '../../shared/core/json.ts'
import { comparable } from '../../shared/core/visible-text.ts'
import { isNone, maxDepth } from './envelope.ts'

/** What is known of the rows of a book. */
export interface RowKind {
  isRow(value: object): boolean
  /** Whether an object has a field of them. */
  hasKnownField(value: object): boolean
  /** Whether it has the place of what tells one from another, as what is no wrapping has. */
  hasIdentity(value: object): boolean
  /** Whether words say that there are none. */
  saysEmpty(words: string): boolean
}

/** Rows of a result that is no list, or what shows that they are not all. */
type Wrapped = { rows: readonly unknown[] } | { lacks: string }

/** One record, or lists of them somewhere inside: where holdings nest is not documented. */
export function wrappedRows(data: Record<string, unknown>, kind: RowKind): Wrapped {
  if (kind.isRow(data)) return { rows: [data] }
  return netOfTwo(data) ?? rowsWithin(data, kind, 0) ?? { rows: [data] }
}

/**
 * Positions as some brokers tell them, once with what was carried over and once of the day alone:
 * the first has all of them. Undefined where it is no such pair.
 */
function netOfTwo(data: Record<string, unknown>): Wrapped | undefined {
  const { net, day } = Object.fromEntries(
    Object.entries(data).map(([field, value]) => [field.toLowerCase(), value]),
  )
  if (net === undefined || day === undefined) return undefined
  if (!Array.isArray(net) || !(Array.isArray(day) || isNone(day)))
    return { lacks: 'net and day, of which one is no list' }
  const names = new Set(net.map(nameOfPosition))
  const isLess = Array.isArray(day) && day.some((row) => !names.has(nameOfPosition(row)))
  return isLess ? { lacks: 'day has what net has not' } : { rows: net }
}

/** Null is a name of its own: what has none stands for nothing that has. */
function nameOfPosition(row: unknown): string | null {
  if (!isObject(row)) return null
  const fields = new Map(Object.entries(row).map(([field, value]) => [field.toLowerCase(), value]))
  const said = ['exchange', 'symbol', 'product'].map((field) => fields.get(field))
  return typeof said[1] === 'string' ? comparable(said.map(String).join('|')) : null
}

/** Names under which services put the parts of one book: by exchange, by state, by book. */
const namesOfParts: readonly RegExp[] = [
  /^((nse|bse|nfo|bfo|mcx|cds|bcd|nco|ncdex)(eq|cm|fo|cd|com)?|equit(y|ies)|cash|fo|fno|derivatives?|futures?|options?|commodit(y|ies)|currenc(y|ies))$/,
  /^(open|pending|working|complete|completed|executed|traded|cancelled|canceled|rejected|closed)$/,
  /^(positions?|orders?|trades?|holdings?|overnight|intraday|carryforward|btst|mtf|t1)$/,
]

function arePartsOfOne(one: string, other: string): boolean {
  const [mine, others] = [one, other].map((name) => name.toLowerCase().replaceAll(/[^a-z0-9]/g, ''))
  return namesOfParts.some((names) => names.test(mine!) && names.test(others!))
}

/** Undefined where it is neither a record nor holds any, which makes it a row that cannot be read. */
function rowsWithin(
  data: Record<string, unknown>,
  kind: RowKind,
  depth: number,
): Wrapped | undefined {
  if (depth > maxDepth) return undefined
  if (kind.isRow(data)) return { rows: [data] }
  const parts = Object.entries(data).map(([name, value]) => ({
    name,
    value,
    held: listWithin(value, kind, depth),
  }))
  const lists = parts.filter(({ held }) => held !== undefined)
  const missing = parts.find(
    ({ name, value, held }) =>
      held === undefined &&
      mayStandForList(value, kind) &&
      lists.some((list) => arePartsOfOne(list.name, name)),
  )
  if (missing !== undefined) return { lacks: `${missing.name} is no list` }
  let rows: unknown[] = []
  for (const { held } of lists) {
    if (held === undefined) continue
    if ('lacks' in held) return held
    rows = rows.concat(held.rows)
  }
  if (rows.length > 0) return { rows }
  const isEmpty = lists.length > 0 || Object.keys(data).length === 0
  return isEmpty && !kind.hasKnownField(data) ? { rows } : undefined
}

/** Nothing stands for an empty list, and a number counts what is elsewhere. */
function mayStandForList(value: unknown, kind: RowKind): boolean {
  if (value === null || typeof value === 'number') return false
  return typeof value !== 'string' || (value.trim() !== '' && !kind.saysEmpty(value))
}

function listWithin(value: unknown, kind: RowKind, depth: number): Wrapped | undefined {
  if (isObject(value)) {
    const within = rowsWithin(value, kind, depth + 1)
    return within ?? (kind.hasIdentity(value) ? { rows: [value] } : undefined)
  }
  if (!Array.isArray(value)) return undefined
  const items = value.flat(maxDepth) as unknown[]
  // Names of columns, or of whatever else, are no rows; beside rows, what is none is one that was cut.
  return items.length === 0 || items.some(isObject) ? { rows: items } : undefined
}
