/**
 * What changed between two versions of a keyed book. Rows keep their identity when nothing in
 * them changed, so that whoever draws them can skip them.
 */
export type Row = Readonly<Record<string, unknown>>
export type Rows<R extends Row = Row> = ReadonlyMap<string, R>

export interface RowsPatch<R extends Row = Row> {
  /** Rows that are new, or whose set of fields changed. */
  put?: [key: string, row: R][]
  /** Rows of which only some values changed. */
  set?: [key: string, fields: Partial<R>][]
  /** Rows that are gone. */
  drop?: string[]
}

/** What a reading of a book changed, and in which rows. */
export interface RowsChange<R extends Row = Row> {
  before: Rows<R>
  patch: RowsPatch<R> | null
}

/**
 * Keys of rows that are new or others than they were, and of those that are gone. Where the change
 * is of these very rows it is all there is to look at; else both readings are looked through.
 */
export function changedKeys<R extends Row>(
  before: Rows<R>,
  after: Rows<R>,
  change: RowsChange<R> | null,
): { changed: readonly string[]; gone: readonly string[] } {
  if (before === after) return { changed: [], gone: [] }
  if (change?.before === before) {
    const { put = [], set = [], drop = [] } = change.patch ?? {}
    return { changed: [...put, ...set].map(([key]) => key), gone: drop }
  }
  const changed: string[] = []
  for (const [key, row] of after) if (before.get(key) !== row) changed.push(key)
  const gone: string[] = []
  for (const key of before.keys()) if (!after.has(key)) gone.push(key)
  return { changed, gone }
}

/** Values come from JSON, so only plain objects and arrays nest. */
export function isSame(one: unknown, other: unknown): boolean {
  if (one === other) return true
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null)
    return false
  if (Array.isArray(one) !== Array.isArray(other)) return false
  let fields = 0
  for (const name in one) {
    if (!Object.hasOwn(other, name)) return false
    if (!isSame((one as Row)[name], (other as Row)[name])) return false
    fields++
  }
  for (const _ in other) fields--
  return fields === 0
}

function changedFields<R extends Row>(before: R, after: R): Partial<R> | 'all' | null {
  const changed: Record<string, unknown> = {}
  let any = false
  let fields = 0
  for (const name in after) {
    fields++
    const [old, value] = [before[name], after[name]]
    // Nothing that rows inherit is a value of JSON.
    if (old === value && old !== undefined) continue
    if (!Object.hasOwn(before, name)) return 'all'
    if (isSame(old, value)) continue
    changed[name] = value
    any = true
  }
  for (const _ in before) fields--
  if (fields !== 0) return 'all'
  return any ? (changed as Partial<R>) : null
}

/** A row that stands where another one stood. */
export interface ReplacedRow<R extends Row = Row> {
  key: string
  old: R
  row: R
}

/** The patch that makes `after` of `before`, or null where they hold the same. */
export function diff<R extends Row>(before: Rows<R>, after: Rows<R>): RowsPatch<R> | null {
  const put: [string, R][] = []
  const replaced: ReplacedRow<R>[] = []
  const drop: string[] = []
  for (const [key, row] of after) {
    const old = before.get(key)
    if (old === undefined) put.push([key, row])
    else if (old !== row) replaced.push({ key, old, row })
  }
  if (after.size - put.length < before.size)
    for (const key of before.keys()) if (!after.has(key)) drop.push(key)
  return patchOf({ put, replaced, drop })
}

/** The patch of rows that are new, others or gone, or null where all of them hold the same. */
export function patchOf<R extends Row>(of: {
  put?: [string, R][]
  replaced: readonly ReplacedRow<R>[]
  drop?: string[]
}): RowsPatch<R> | null {
  const { put = [], replaced, drop = [] } = of
  const set: [string, Partial<R>][] = []
  for (const { key, old, row } of replaced) {
    const changed = changedFields(old, row)
    if (changed === 'all') put.push([key, row])
    else if (changed !== null) set.push([key, changed])
  }
  if (put.length + set.length + drop.length === 0) return null
  return {
    ...(put.length > 0 && { put }),
    ...(set.length > 0 && { set }),
    ...(drop.length > 0 && { drop }),
  }
}

export function apply<R extends Row>(rows: Rows<R>, patch: RowsPatch<R>): Map<string, R> {
  const next = new Map(rows)
  for (const key of patch.drop ?? []) next.delete(key)
  for (const [key, fields] of patch.set ?? []) {
    const row = next.get(key)
    if (row !== undefined) next.set(key, { ...row, ...fields })
  }
  for (const [key, row] of patch.put ?? []) next.set(key, row)
  return next
}

/** All rows whose key this is. */
export function rowsOfKey<R>(rows: ReadonlyMap<string, R>, key: string): R[] {
  const found: R[] = []
  for (let count = 1; ; count++) {
    const row = rows.get(count === 1 ? key : repeatedKey(key, count))
    if (row === undefined) return found
    found.push(row)
  }
}

const repeatedKey = (key: string, count: number): string => `${key}#${count}`

/** A key that repeats is suffixed: two rows that look alike are still two rows. */
export function keyed<T>(items: Iterable<T>, keyOf: (item: T) => string): Map<string, T> {
  const rows = new Map<string, T>()
  const seen = new Map<string, number>()
  for (const item of items) {
    const base = keyOf(item)
    let key = base
    if (rows.has(key)) {
      let count = seen.get(base) ?? 1
      do key = repeatedKey(base, ++count)
      while (rows.has(key))
      seen.set(base, count)
    }
    rows.set(key, item)
  }
  return rows
}
