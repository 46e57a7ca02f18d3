import { isObject } from '../../shared/core/json.ts'
import { comparable } from '../../shared/core/visible-text.ts'
import { envelopeOf, isNone, maxDepth } from './envelope.ts'

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
  const isNothing = isNone(day) || isEmptyObject(day)
  if (isNone(net) && isNothing) return { rows: [] }
  if (!Array.isArray(net) || !(Array.isArray(day) || isNothing))
    return { lacks: 'net and day, of which one is not a list' }
  const isLess = Array.isArray(day) && !coversDay(net, day)
  return isLess ? { lacks: 'day has what net has not' } : { rows: net }
}

const isEmptyObject = (value: unknown): boolean =>
  isObject(value) && Object.keys(value).length === 0

/**
 * Whether the positions of the day stand among all. One that was converted has another product
 * there: then what the symbol comes to is what was carried over and what the day made of it.
 */
function coversDay(net: readonly unknown[], day: readonly unknown[]): boolean {
  const [all, ofDay] = [net, day].map((rows) => rows.map(told)) as [Told[], Told[]]
  return ofDay.every((one) => {
    if (one === null) return false
    const isOfIt = (other: Told): boolean => other?.instrument === one.instrument
    const alike = all.filter(isOfIt)
    if (alike.some((other) => other?.product === one.product)) return true
    const sum = (rows: readonly Told[], figure: 'units' | 'carried'): number =>
      rows.reduce((so, row) => so + (row?.[figure] ?? NaN), 0)
    const due = sum(ofDay.filter(isOfIt), 'units') + sum(alike, 'carried')
    return alike.length > 0 && sum(alike, 'units') === due
  })
}

type Told = ReturnType<typeof told>

/** What a row of a position tells of itself; null where it has no name. */
function told(row: unknown) {
  if (!isObject(row)) return null
  const fields = new Map(Object.entries(row).map(([field, value]) => [field.toLowerCase(), value]))
  const [exchange, symbol, product] = ['exchange', 'symbol', 'product'].map((of) => fields.get(of))
  if (typeof symbol !== 'string') return null
  const unitsIn = (field: string): number => Number(fields.get(field) ?? NaN)
  return {
    instrument: comparable(`${String(exchange)}|${symbol}`),
    product: comparable(String(product)),
    units: unitsIn('netqty'),
    carried: Math.abs(unitsIn('cfbuyqty')) - Math.abs(unitsIn('cfsellqty')),
  }
}

/** Names under which services put the parts of one book: by exchange, by product, side or age, and by state. */
const namesOfParts: readonly RegExp[] = [
  /^((nse|bse|nfo|bfo|mcx|cds|bcd|nco|ncdex)(eq|cm|fo|cd|com)?|eq|equit(y|ies)|cash|fo|fno|derivatives?|futures?|options?|commodit(y|ies)|currenc(y|ies))$/,
  /^(mis|nrml|cnc|bo|co|mtf|btst|t1|holdings?|overnight|intraday|carryforward|longs?|shorts?|(net|day)(positions?)?)$/,
  /^(open|pending|working|complete|completed|executed|traded|cancelled|canceled|rejected|closed)$/,
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
  if (missing !== undefined) return { lacks: `${missing.name} is not a list` }
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

/**
 * Whether something may stand where a list should. Nothing, and a word for it, stand for an empty one,
 * as of an exchange where somebody does not trade; a yes or no, and a number, tell of the list.
 */
function mayStandForList(value: unknown, kind: RowKind): boolean {
  if (typeof value === 'string')
    return !isNone(value) && !kind.saysEmpty(value) && Number.isNaN(Number(value))
  if (!isObject(value)) return false
  const envelope = envelopeOf(value)
  if (envelope?.status === 'success' && envelope.hasData) return !isNone(envelope.data)
  return !Object.values(value).every((one) => one === 0)
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
