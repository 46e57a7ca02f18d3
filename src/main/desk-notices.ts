import type { Emit } from '../shared/contract.ts'
import type { Notice } from '../shared/core/notice.ts'

/** What a person should know of the program: windows are told of it, and later ones find it in their view. */
export class DeskNotices {
  readonly #emit: Emit
  readonly #all: Notice[] = []

  constructor(emit: Emit) {
    this.#emit = emit
  }

  get all(): readonly Notice[] {
    return this.#all
  }

  /** For the views alone: of what was found before there was a window. */
  keep(notice: Notice): void {
    if (!this.#all.some(({ message }) => message === notice.message)) this.#all.push(notice)
  }

  tell(notice: Notice): void {
    this.keep(notice)
    this.#emit('notice', notice)
  }
}
