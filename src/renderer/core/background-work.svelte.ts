import { SvelteSet } from 'svelte/reactivity'

/** Something that goes on without being watched. */
export interface Job {
  id: string
  title: string
  /** From 0 to 1; null where nobody knows how far it is. */
  done: number | null
  /** Where stopping is safe: what the button says, and does. */
  stop?: { label: string; run: () => void }
  /** Leads to where it is dealt with. */
  open?: () => void
}

/** What goes on in the background. Whoever does some of it says what of it goes on now. */
export class BackgroundWork {
  readonly #sources = new SvelteSet<() => readonly Job[]>()

  readonly jobs: readonly Job[] = $derived.by(() =>
    [...this.#sources].flatMap((source) => source()),
  )

  /** Returns what takes it away. */
  add(source: () => readonly Job[]): () => void {
    this.#sources.add(source)
    return () => this.#sources.delete(source)
  }
}
