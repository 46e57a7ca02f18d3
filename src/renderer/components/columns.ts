/** How a cell's text is dressed; the words are classes of Grid.svelte. */
export type CellLook =
  '' | 'strong' | 'dim' | 'faint' | 'up' | 'down' | 'side buy' | 'side sell' | `state ${string}`

/** One column, described; a grid knows nothing else of what it shows. */
export interface Column<Row> {
  id: string
  title: string
  /** Pixels at least; what is left over is shared by `grow`. */
  width: number
  grow?: number
  align?: 'end'
  /** What it is sorted by. Null, for unknown, comes last either way. */
  value: (row: Row) => number | string | null
  /** What it says. */
  text: (row: Row) => string
  look?: (row: Row) => CellLook
  /** More of it, on hover. */
  tip?: (row: Row) => string | undefined
  /** Lights up for a moment when it changes. */
  flash?: true
  /** Stays while the others scroll sideways. */
  pinned?: true
}

export interface Sort {
  column: string
  down: boolean
}

/** A header pressed again and again: up, down, as it came. Figures start with the largest. */
export function nextSort<Row>(column: Column<Row>, sort: Sort | null): Sort | null {
  const first = column.align === 'end'
  if (sort?.column !== column.id) return { column: column.id, down: first }
  return sort.down === first ? { column: column.id, down: !first } : null
}

const collator = new Intl.Collator('en', { numeric: true })

function compare(one: number | string | null, other: number | string | null): number {
  if (typeof one === 'number' && typeof other === 'number') return one - other
  return collator.compare(String(one), String(other))
}

export function sortRows<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  sort: Sort | null,
): readonly Row[] {
  const column = columns.find(({ id }) => id === sort?.column)
  if (sort === null || column === undefined) return rows
  const keyed = rows.map((row) => ({ row, value: column.value(row) }))
  const turn = sort.down ? -1 : 1
  keyed.sort((one, other) => {
    if (one.value === null || other.value === null)
      return Number(one.value === null) - Number(other.value === null)
    return turn * compare(one.value, other.value)
  })
  return keyed.map(({ row }) => row)
}

export const template = <Row>(columns: readonly Column<Row>[]): string =>
  columns
    .map(({ width, grow }) => `minmax(calc(${width}px * var(--scale)), ${grow ?? 1}fr)`)
    .join(' ')

export const leastWidth = <Row>(columns: readonly Column<Row>[]): number =>
  columns.reduce((sum, { width }) => sum + width, 0)

/** Where the keys take the row that is pointed at; null for keys that are not ours. */
export function moveTo(key: string, from: number, count: number, page: number): number | null {
  if (count === 0) return null
  const last = count - 1
  switch (key) {
    case 'ArrowDown':
      return Math.min(last, from + 1)
    case 'ArrowUp':
      return Math.max(0, from - 1)
    case 'PageDown':
      return Math.min(last, Math.max(0, from) + page)
    case 'PageUp':
      return Math.max(0, from - page)
    case 'Home':
      return 0
    case 'End':
      return last
    default:
      return null
  }
}
