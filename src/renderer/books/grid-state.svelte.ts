import { dayOf } from '../../shared/core/india.ts'
import type { SheetCell } from '../../shared/core/spreadsheets.ts'
import { type GridLook, usualLook } from '../../shared/workspace/grid-looks.ts'
import type { Session } from '../core/session.svelte.ts'

type Sheet = SheetCell[][]

/** A grid as a person arranged it; the desk keeps that under its name. */
export class GridState {
  readonly #session: Session
  readonly #name: string
  readonly #usual: GridLook
  #sheet: (() => Sheet) | null = null
  #dayOfFile: (now: number) => string = dayOf
  /** Whether the line of filters is there. */
  isFiltering = $state(false)

  constructor(session: Session, name: string, usual: GridLook = usualLook) {
    this.#session = session
    this.#name = name
    this.#usual = usual
    this.isFiltering = this.filterCount > 0
  }

  get look(): GridLook {
    return this.#session.settings.grids[this.#name] ?? this.#usual
  }

  get filterCount(): number {
    return Object.keys(this.look.filters).length
  }

  keep(look: GridLook): void {
    const { grids } = this.#session.settings
    void this.#session.change({ grids: { ...grids, [this.#name]: look } })
  }

  showAll(): void {
    this.keep({ ...this.look, filters: {} })
  }

  /** Who draws it says what is shown, in its order, and of which day that is. Returns what takes that back. */
  offer(sheet: () => Sheet, dayOfFile: (now: number) => string = dayOf): () => void {
    this.#sheet = sheet
    this.#dayOfFile = dayOfFile
    return () => {
      if (this.#sheet === sheet) this.#sheet = null
    }
  }

  get isDrawn(): boolean {
    return this.#sheet !== null
  }

  /** Of which day it is, in the name of a file. */
  dayOfFile(now: number): string {
    return this.#dayOfFile(now)
  }

  /** What is shown, written out cell by cell; null while nobody draws it. */
  sheet(): Sheet | null {
    return this.#sheet?.() ?? null
  }
}
