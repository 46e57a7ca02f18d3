import { type GridLook, usualLook } from '../../shared/settings/grids.ts'
import type { Session } from './session.svelte.ts'

/** A grid as a person arranged it; the desk keeps that under its name. */
export class GridState {
  readonly #session: Session
  readonly #name: string

  constructor(session: Session, name: string) {
    this.#session = session
    this.#name = name
  }

  get look(): GridLook {
    return this.#session.settings.grids[this.#name] ?? usualLook
  }

  keep(look: GridLook): void {
    const { grids } = this.#session.settings
    void this.#session.change({ grids: { ...grids, [this.#name]: look } })
  }
}
