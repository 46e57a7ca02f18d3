import type { Column } from './columns.ts'
import { compareValues } from './sorting.ts'
import { compareTexts } from './text-order.ts'

/** Rows of which a column says the same, and their line above them. */
export class RowGroup<Row> {
  readonly id: string
  /** Null where it is not known what the rows belong to. */
  readonly title: string | null
  readonly isOpen: boolean
  readonly rows: Row[] = []

  constructor({ id, title, isOpen }: { id: string; title: string | null; isOpen: boolean }) {
    this.id = id
    this.title = title
    this.isOpen = isOpen
  }
}

export type GridLine<Row> = Row | RowGroup<Row>

/** What is not known comes last. */
const byTitle = (one: RowGroup<unknown>, other: RowGroup<unknown>): number =>
  Number(one.title === null) - Number(other.title === null) ||
  compareTexts(one.title ?? '', other.title ?? '')

interface ColumnSort<Row> {
  column: Column<Row>
  down: boolean
}

function inOrder<Row>(groups: RowGroup<Row>[], sort: ColumnSort<Row> | null): RowGroup<Row>[] {
  const { total } = sort?.column ?? {}
  if (sort === null || total === undefined) return groups
  const values = new Map(groups.map((group) => [group, total(group.rows).value ?? null]))
  return groups.sort((one, other) =>
    compareValues(values.get(one) ?? null, values.get(other) ?? null, sort.down),
  )
}

export class Grouper<Row extends object> {
  #column: Column<Row> | null = null
  #titles = new WeakMap<Row, string | null>()

  /** The rows in their order, beneath the lines of their groups; those of a closed one are not there. */
  lines(
    rows: readonly Row[],
    {
      column,
      closed,
      sort,
    }: {
      column: Column<Row> | null
      closed: ReadonlySet<string>
      /** A column that sorts rows sorts their groups by what it says of each as a whole. */
      sort: ColumnSort<Row> | null
    },
  ): readonly GridLine<Row>[] {
    const { group: titleOf } = column ?? {}
    if (column === null || titleOf === undefined) return rows
    if (column !== this.#column) this.#titles = new WeakMap()
    this.#column = column
    const groups = new Map<string | null, RowGroup<Row>>()
    for (const row of rows) {
      const title = this.#title(row, titleOf)
      let group = groups.get(title)
      if (group === undefined) {
        const id = `/${column.id}/${title ?? ''}`
        group = new RowGroup<Row>({ id, title, isOpen: !closed.has(id) })
        groups.set(title, group)
      }
      group.rows.push(row)
    }
    const lines: GridLine<Row>[] = []
    for (const group of inOrder([...groups.values()].sort(byTitle), sort)) {
      lines.push(group)
      if (group.isOpen) for (const row of group.rows) lines.push(row)
    }
    return lines
  }

  #title(row: Row, titleOf: (row: Row) => string | null): string | null {
    const known = this.#titles.get(row)
    if (known !== undefined) return known
    const title = titleOf(row) || null
    this.#titles.set(row, title)
    return title
  }
}
