import { allChosen, chooseRange, toggled } from '../selection.ts'
import type { Binding } from './binding.ts'
import { RowGroup, type GridLine } from './grouping.ts'
import type { Lines } from './lines.svelte.ts'

/** The rows that are chosen, where rows can be. */
export class RowChoice<Row extends { id: string }> {
  readonly #chosen: Binding<ReadonlySet<string> | null>
  readonly #lines: Lines<Row>
  /** Where a range begins. */
  #anchor: string | null = null

  readonly isAll = $derived.by(
    () => this.#lines.rows.length > 0 && this.#lines.rows.every(({ id }) => this.ids?.has(id)),
  )

  constructor(chosen: Binding<ReadonlySet<string> | null>, lines: Lines<Row>) {
    this.#chosen = chosen
    this.#lines = lines
  }

  /** Null where rows cannot be chosen. */
  get ids(): ReadonlySet<string> | null {
    return this.#chosen.get()
  }
  get rows(): readonly Row[] {
    const { ids } = this
    return ids === null ? [] : this.#lines.rows.filter(({ id }) => ids.has(id))
  }

  /** Of a group, whether all its rows are; null where rows cannot be chosen. */
  has(line: GridLine<Row>): boolean | null {
    const { ids } = this
    if (ids === null) return null
    return line instanceof RowGroup ? line.rows.every(({ id }) => ids.has(id)) : ids.has(line.id)
  }

  toggleAll(): void {
    this.#chosen.set(this.isAll ? new Set() : allChosen(this.#lines.rows))
  }

  /** Space for one, Ctrl+A for all, Escape for none; whether the key was for that. */
  press(event: KeyboardEvent, line: GridLine<Row> | undefined): boolean {
    const { ids } = this
    if (ids === null) return false
    if (event.key === ' ' && line !== undefined) {
      this.#chosen.set(
        line instanceof RowGroup ? this.#withGroupToggled(line, ids) : toggled(ids, line.id),
      )
      this.#anchor = line.id
    } else if (event.key === 'a' && (event.ctrlKey || event.metaKey))
      this.#chosen.set(allChosen(this.#lines.rows))
    else if (event.key === 'Escape' && ids.size > 0) this.#chosen.set(new Set())
    else return false
    return true
  }

  click(
    { shiftKey, ctrlKey, metaKey }: MouseEvent,
    { id, from, isTick }: { id: string; from: string | null; isTick: boolean },
  ): void {
    const { ids } = this
    if (ids === null) return
    if (shiftKey) return this.extend({ from, to: id })
    if (isTick || ctrlKey || metaKey) this.#chosen.set(toggled(ids, id))
    this.#anchor = id
  }

  /** From where the range begins, or from here where none has begun. */
  extend({ from, to }: { from: string | null; to: string | null }): void {
    if (this.ids === null) return
    this.#anchor ??= from
    this.#chosen.set(chooseRange(this.#lines.all, this.#anchor, to))
  }

  endRange(): void {
    this.#anchor = null
  }

  /** With all rows of a group, or with none where all are chosen. */
  #withGroupToggled(group: RowGroup<Row>, ids: ReadonlySet<string>): ReadonlySet<string> {
    const rows = allChosen(group.rows)
    return this.has(group) === true ? ids.difference(rows) : ids.union(rows)
  }
}
