import { tick } from 'svelte'
import type { Binding } from './binding.ts'
import type { ColumnsShown } from './columns-shown.svelte.ts'
import type { RowGroup } from './grouping.ts'
import type { Lines } from './lines.svelte.ts'
import type { ScrollWindow } from './scroll.svelte.ts'

export interface CursorOptions<Row extends { id: string }> {
  /** What the ids of all elements of the grid begin with. */
  uid: string
  pointed: Binding<string | null>
  columns: ColumnsShown<Row>
  lines: Lines<Row>
  view: ScrollWindow
}

/** The line that the keys or the mouse are on, and the column in it. */
export class Cursor<Row extends { id: string }> {
  readonly #options: CursorOptions<Row>
  #column = $state<string | null>(null)
  #isInHead = $state(false)
  /** The keys are in the grid, also while its window is behind another. */
  #isInside = false
  #last = 0

  /** Its place among the lines; -1 where it is on none. */
  readonly index = $derived.by(() => {
    const { pointed } = this
    const lines = this.#options.lines.all
    if (pointed === null) return -1
    if (lines[this.#last]?.id !== pointed) this.#last = lines.findIndex(({ id }) => id === pointed)
    return this.#last
  })
  /** Null where the keys are on the line as a whole. */
  readonly column = $derived.by(
    () =>
      this.#options.columns.drawn.find(({ column }) => column.id === this.#column)?.column ?? null,
  )
  /** The column whose header the keys are on; null where they are on a line. */
  readonly head = $derived.by(() =>
    this.#isInHead ? (this.column ?? this.#options.columns.drawn[0]?.column ?? null) : null,
  )
  /** The id of the element that the keys are on. */
  readonly active = $derived.by(() => {
    const { pointed, index, head, column } = this
    const { first, end } = this.#options.view
    if (head !== null) return this.headId(head.id)
    if (pointed === null || index < first || index >= end) return undefined
    return column === null ? this.lineId(pointed) : `${this.lineId(pointed)}-${column.id}`
  })

  constructor(options: CursorOptions<Row>) {
    this.#options = options
  }

  /** The id of the line. */
  get pointed(): string | null {
    return this.#options.pointed.get()
  }
  get isInHead(): boolean {
    return this.#isInHead
  }

  /** Ids of elements know no spaces; ids of rows may hold anything, halves of characters included. */
  lineId(id: string): string {
    const known = id.replaceAll(/[^\w-]/g, (mark) => `%${mark.charCodeAt(0)}.`)
    return `${this.#options.uid}-${known}`
  }

  headId(id: string): string {
    return `${this.#options.uid}-head-${id}`
  }

  point(id: string, column: string | null): void {
    this.#isInside = true
    this.#options.pointed.set(id)
    this.#column = column
    this.#isInHead = false
  }

  /**
   * To the first line in sight, where it is on none. Keys that come back without having been
   * anywhere else were not moved by a person: where the line that they were on has gone meanwhile,
   * the next key must not be about another one.
   */
  enter(): void {
    if (!this.#isInside) this.#toFirst()
    this.#isInside = true
  }

  leave(): void {
    this.#isInside = false
  }

  enterHead(): void {
    this.#isInHead = true
  }

  leaveHead(): void {
    this.#isInHead = false
    this.#toFirst()
  }

  goTo(index: number): void {
    const { lines, view, pointed } = this.#options
    pointed.set(lines.all[index]?.id ?? null)
    view.reveal(index)
  }

  /** Brings the line into sight; false where it is there. One that is folded away is left. */
  reveal(): boolean {
    const { view, pointed } = this.#options
    if (this.pointed === null || view.shows(this.index)) return false
    if (this.index < 0) pointed.set(null)
    else view.reveal(this.index)
    return true
  }

  /** To the side by one, or to the end; whether the key was for that. */
  sideways(key: string, isFar: boolean): boolean {
    const ids = this.#options.columns.drawn.map(({ column }) => column.id)
    const place = ids.indexOf((this.head ?? this.column)?.id ?? '')
    if (key === 'ArrowRight') this.#column = ids[Math.min(ids.length - 1, place + 1)] ?? null
    else if (key === 'ArrowLeft' && (place > 0 || !this.#isInHead))
      this.#column = ids[place - 1] ?? null
    else if (key === 'Home' && isFar) this.#column = ids[0] ?? null
    else if (key === 'End' && isFar) this.#column = ids.at(-1) ?? null
    else return key === 'ArrowLeft'
    void tick().then(() => {
      const cell = this.active === undefined ? null : document.getElementById(this.active)
      cell?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    })
    return true
  }

  toggleGroup({ id, rows }: RowGroup<Row>): void {
    const { lines, pointed } = this.#options
    lines.toggleGroup(id)
    // Keys must not reach a row that is folded away.
    if (rows.some((row) => row.id === this.pointed)) pointed.set(id)
  }

  #toFirst(): void {
    const { lines, view, pointed } = this.#options
    if (this.index < 0) pointed.set(lines.all[view.first]?.id ?? null)
  }
}
