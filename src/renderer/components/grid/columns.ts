/** How a cell's text is dressed; the words are classes of GridRow.svelte. */
export type CellLook =
  | ''
  | 'strong'
  | 'dim'
  | 'faint'
  | 'up'
  | 'down'
  | 'side buy'
  | 'side sell'
  | `state ${string}`

/** What a column says of several rows together. */
export interface Total {
  text: string
  /** What groups are sorted by; null and absent for unknown, which comes last either way. */
  value?: number | null
  look?: CellLook
  tip?: string | undefined
}

/** One column, described; a grid knows nothing else of what it shows. */
export interface Column<Row> {
  id: string
  title: string
  /** Pixels at least; what is left over is shared by `grow`. */
  width: number
  grow?: number
  /** A figure: its digits stand below each other, and it is filtered by its size. */
  align?: 'end'
  /** What it is sorted by. Null, for unknown, comes last either way. */
  value: (row: Row) => number | string | null
  /** What it says. */
  text: (row: Row) => string
  /** What a file says, where that is neither the value of a figure nor the text of a word. */
  plain?: (row: Row) => number | string | null
  /** What a file says of it beside the rest, where the text has a mark that a figure cannot have. */
  note?: (row: Row) => string | null
  look?: (row: Row) => CellLook
  /** What is to be minded of it, beside what it says: no filter asks for it. */
  mark?: (row: Row) => string | null
  /** More of it, on hover. */
  tip?: (row: Row) => string | undefined
  /** Lights up for a moment when it changes. */
  flash?: true
  /** Stays while the others scroll sideways. */
  pinned?: true
  /** Stands behind the others where not all of them find room. */
  givesWay?: true
  /** Not shown until somebody asks for it. */
  hidden?: true
  /** What the group of a row is called, where rows can be grouped by it. Null is unknown. */
  group?: (row: Row) => string | null
  /** Where `group` says no more than what belongs together: what their line is called. */
  groupTitle?: (rows: readonly Row[]) => string
  /** What groups are in order of, where that is not their title. */
  groupOrder?: (row: Row) => string
  /** Groups by it begin folded: their line says what matters. */
  folds?: true
  /** A row without another of its group stands by itself, and all are sorted as rows are. */
  leavesAlone?: true
  /** What is to be minded of a group by it. */
  doubt?: (rows: readonly Row[]) => GroupDoubt | null
  /** What stands in the line of a group. */
  total?: (rows: readonly Row[]) => Total
}

/** Why the sums of a group are not to be taken for all, or not for now. */
export interface GroupDoubt {
  /** A few words for the line; more of it on hover. */
  text: string
  tip: string
  /** Something that may belong to the sums is not in them. */
  isPartial: boolean
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

/** Where the keys take the row that is pointed at; null for keys that are not ours. */
export function moveTo(
  key: string,
  { from, count, page }: { from: number; count: number; page: number },
): number | null {
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
