import { toggled } from '../selection.ts'
import type { ColumnsShown } from './columns-shown.svelte.ts'
import { Grouper, type GridLine } from './grouping.ts'
import { Sorter } from './sorting.ts'

/** The rows in their order, and the lines that are drawn of them. */
export class Lines<Row extends { id: string }> {
  readonly #rows: () => readonly Row[]
  readonly #columns: ColumnsShown<Row>
  readonly #sorter = new Sorter<Row>()
  readonly #grouper = new Grouper<Row>()
  #toggled = $state.raw<ReadonlySet<string>>(new Set())

  /** Those of closed groups too. */
  readonly rows: readonly Row[] = $derived.by(() => {
    const { all, sort } = this.#columns
    return this.#sorter.sort(this.#rows(), all, sort)
  })
  readonly all: readonly GridLine<Row>[] = $derived.by(() =>
    this.#grouper.lines(this.rows, {
      column: this.#columns.group,
      toggled: this.#toggled,
      sort: this.#columns.sortedBy,
    }),
  )

  constructor(rows: () => readonly Row[], columns: ColumnsShown<Row>) {
    this.#rows = rows
    this.#columns = columns
  }

  /** How deep a row stands; undefined where rows are in no groups. */
  levelOf(row: Row): number | undefined {
    void this.all
    if (this.#columns.group === null) return undefined
    return this.#grouper.isAlone(row) ? 1 : 2
  }

  /** Opens a group that is closed, and closes one that is open. */
  toggleGroup(id: string): void {
    this.#toggled = toggled(this.#toggled, id)
  }
}
