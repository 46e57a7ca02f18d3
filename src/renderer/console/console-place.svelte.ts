import type { ConsoleView } from './console.svelte.ts'

/** Where a window has its console, which comes with all that nobody asks for before there is a deck. */
export class ConsolePlace {
  #view = $state.raw<ConsoleView | null>(null)

  /** The forms that were opened, each with what was typed into it. */
  get drafts(): ConsoleView['drafts'] {
    return this.#view?.drafts ?? []
  }

  /** The one console of the window; who first wants it makes it, and it outlives them. */
  view(make: () => ConsoleView): ConsoleView {
    if (this.#view === null) $effect.root(() => void (this.#view = make()))
    return this.#view!
  }
}
