import { untrack } from 'svelte'
import { type GridLook, usualLook } from '../../../shared/workspace/grid-looks.ts'
import {
  arrange,
  type Arranged,
  movedColumn,
  shiftedColumn,
  sizedColumn,
  template,
  widthOf,
} from './arranging.ts'
import { type Column, nextSort, type Sort } from './columns.ts'
import { HeaderDrag } from './header-drag.svelte.ts'

export interface ColumnsOptions<Row> {
  columns: () => readonly Column<Row>[]
  /** How a person arranged them; undefined where nobody keeps it. */
  look: () => GridLook | undefined
  onlook: (look: GridLook) => void
  startSort: () => Sort | null
  /** Whether there are boxes to tick, left of the columns. */
  hasTicks: () => boolean
  /** Whether not all of them find room. */
  isTight: () => boolean
}

const tickWidth = 28

/** Which columns are shown and where, and by which of them the rows are sorted and grouped. */
export class ColumnsShown<Row> {
  readonly #options: ColumnsOptions<Row>
  #own = $state.raw(usualLook)
  readonly look = $derived.by(() => this.#options.look() ?? this.#own)
  readonly all = $derived.by(() => this.#options.columns())
  readonly drag = new HeaderDrag({
    onmove: (move) => this.change(movedColumn(this.all, this.look, move)),
    onsize: (id, width) => this.size(id, width),
  })

  /** Not each change of the look is one of its columns. */
  readonly #shape = $derived.by(() => {
    const { order, visible, pinned, widths } = this.look
    return JSON.stringify([order, visible, pinned, widths])
  })
  readonly #arranged = $derived.by(() => {
    void this.#shape
    return arrange(
      this.all,
      untrack(() => this.look),
      { isTight: this.#options.isTight() },
    )
  })
  /** As they are while an edge is dragged; what is arranged waits for its end. */
  readonly drawn: readonly Arranged<Row>[] = $derived.by(() => {
    const { sizing } = this.drag
    return sizing === null
      ? this.#arranged
      : arrange(this.all, sizedColumn(this.look, sizing.id, sizing.width))
  })

  readonly sort = $derived.by(() =>
    this.look.sort === undefined ? this.#options.startSort() : this.look.sort,
  )
  readonly sortedBy = $derived.by(() => {
    const { sort } = this
    const column = this.all.find(({ id }) => id === sort?.column)
    return sort === null || column === undefined ? null : { column, down: sort.down }
  })
  readonly group = $derived.by(
    () => this.all.find(({ id, group }) => group && id === this.look.group) ?? null,
  )
  /** What the rows are grouped by is said in their lines, where it has no column of its own. */
  readonly written: readonly Column<Row>[] = $derived.by(() => {
    const { group } = this
    const shown = this.drawn.map(({ column }) => column)
    return group === null || shown.some(({ id }) => id === group.id) ? shown : [group, ...shown]
  })

  readonly hasTicks = $derived.by(() => this.#options.hasTicks())
  readonly tickWidth = $derived(`${this.hasTicks ? tickWidth : 0}px`)
  readonly layout = $derived(`${this.hasTicks ? `${tickWidth}px ` : ''}${template(this.drawn)}`)
  readonly leastWidth = $derived(this.#withTicks(this.drawn))
  readonly pinnedWidth = $derived(this.#withTicks(this.drawn.filter(({ left }) => left !== null)))

  constructor(options: ColumnsOptions<Row>) {
    this.#options = options
  }

  change(next: GridLook): void {
    if (next === this.look) return
    this.#own = next
    this.#options.onlook(next)
  }

  sortBy(id: string): void {
    const column = this.all.find((one) => one.id === id)
    if (column !== undefined) this.change({ ...this.look, sort: nextSort(column, this.sort) })
  }

  size(id: string, width: number): void {
    this.change(sizedColumn(this.look, id, width))
  }

  /** Answers what became of it, to be read aloud. */
  shift(id: string, by: -1 | 1): string {
    this.change(shiftedColumn(this.all, this.look, { id, by }))
    const place = this.#arranged.findIndex(({ column }) => column.id === id)
    return `${this.#arranged[place]?.column.title} is column ${place + 1} of ${this.#arranged.length}`
  }

  #withTicks(columns: readonly Arranged<Row>[]): string {
    return `calc(${widthOf(columns)}px * var(--scale) + ${this.tickWidth})`
  }
}
