import type { Column, Sort } from './columns.ts'
import { compareTexts } from './text-order.ts'

type Value = number | string | null

interface Entry<Row> {
  row: Row
  value: Value
  /** Where it came: rows that are equal stay in that order. */
  at: number
  turn: number
}

/**
 * Keeps rows sorted from poll to poll. Most rows of a poll are those of the one before, the same
 * objects in the same order: only the others are sorted, and put between them.
 */
export class Sorter<Row extends object> {
  #column: Column<Row> | null = null
  #down = false
  #entries: Entry<Row>[] = []
  #byRow = new Map<Row, Entry<Row>>()
  #rows: readonly Row[] = []
  /** Of rows that were looked at, and not put in order yet. */
  #values = new Map<Row, Value>()
  #turn = 0

  sort(rows: readonly Row[], columns: readonly Column<Row>[], sort: Sort | null): readonly Row[] {
    const column = columns.find(({ id }) => id === sort?.column)
    if (sort === null || column === undefined) {
      this.#forget(null)
      return rows
    }
    if (column !== this.#column) this.#forget(column)
    if (sort.down !== this.#down) this.#entries = []
    this.#down = sort.down
    if (!this.#replace(rows, column)) this.#take(rows, column)
    this.#values.clear()
    this.#rows = rows
    return this.#entries.map(({ row }) => row)
  }

  #forget(column: Column<Row> | null): void {
    this.#column = column
    this.#entries = []
    this.#byRow.clear()
    this.#rows = []
  }

  /** Rows that stand where others stood, and are sorted by the same: false where more changed. */
  #replace(rows: readonly Row[], column: Column<Row>): boolean {
    const before = this.#rows
    if (this.#entries.length !== rows.length || before.length !== rows.length) return false
    const changed: { entry: Entry<Row>; row: Row }[] = []
    for (let at = 0; at < rows.length; at++) {
      const row = rows[at]!
      if (row === before[at]) continue
      const entry = this.#byRow.get(before[at]!)
      if (entry === undefined || this.#byRow.has(row)) return false
      const value = column.value(row)
      this.#values.set(row, value)
      if (entry.value !== value) return false
      changed.push({ entry, row })
    }
    for (const { entry, row } of changed) {
      this.#byRow.delete(entry.row)
      this.#byRow.set(row, entry)
      entry.row = row
    }
    return true
  }

  #take(rows: readonly Row[], column: Column<Row>): void {
    const turn = ++this.#turn
    const known = this.#entries.length === 0 ? null : this.#byRow
    const fresh: Entry<Row>[] = []
    const order = (one: Entry<Row>, other: Entry<Row>): number =>
      compareValues(one.value, other.value, this.#down) || one.at - other.at
    for (const [at, row] of rows.entries()) {
      const before = this.#byRow.get(row)
      if (before === undefined) {
        const known = this.#values.get(row)
        const value = known === undefined ? column.value(row) : known
        const entry = { row, value, at, turn }
        this.#byRow.set(row, entry)
        fresh.push(entry)
      } else {
        before.at = at
        before.turn = turn
        if (known === null) fresh.push(before)
      }
    }
    if (this.#byRow.size > rows.length)
      for (const [row, entry] of this.#byRow) if (entry.turn !== turn) this.#byRow.delete(row)
    const kept = this.#entries.filter((entry) => entry.turn === turn)
    // Equal rows may have come in another order than before.
    const isInOrder = kept.every(
      (entry, at) => at === 0 || kept[at - 1]!.value !== entry.value || kept[at - 1]!.at < entry.at,
    )
    this.#entries = isInOrder
      ? merge(kept, fresh.sort(order), order)
      : [...kept, ...fresh].sort(order)
  }
}

/** The unknown is last in either direction. */
export function compareValues(one: Value, other: Value, down: boolean): number {
  if (one === null || other === null) return Number(one === null) - Number(other === null)
  const order =
    typeof one === 'number' && typeof other === 'number'
      ? one - other
      : compareTexts(String(one), String(other))
  return down ? -order : order
}

/** Few into many: where each belongs is searched for, so that few of the many are compared. */
function merge<One>(many: One[], few: One[], order: (one: One, other: One) => number): One[] {
  if (few.length === 0) return many
  if (many.length === 0) return few
  const merged: One[] = []
  let from = 0
  for (const one of few) {
    let low = from
    let high = many.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if (order(many[middle]!, one) <= 0) low = middle + 1
      else high = middle
    }
    while (from < low) merged.push(many[from++]!)
    merged.push(one)
  }
  while (from < many.length) merged.push(many[from++]!)
  return merged
}
