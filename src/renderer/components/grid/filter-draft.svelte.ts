type Filters = Readonly<Record<string, string>>

/** Keys that follow each other are one question. */
const settles = 250

/** Filters as they are typed; what is asked follows when the typing pauses. */
export class FilterDraft {
  readonly #asked: () => Filters
  readonly #ask: (filters: Filters) => void
  #typed = $state.raw<Filters>({})
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(asked: () => Filters, ask: (filters: Filters) => void) {
    this.#asked = asked
    this.#ask = ask
  }

  get filters(): Filters {
    return { ...this.#asked(), ...this.#typed }
  }

  type(id: string, text: string): void {
    this.#typed = { ...this.#typed, [id]: text }
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.settle(), settles)
  }

  settle(): void {
    clearTimeout(this.#timer)
    if (Object.keys(this.#typed).length === 0) return
    const filters = Object.entries(this.filters).filter(([, text]) => text.trim() !== '')
    this.#ask(Object.fromEntries(filters))
    this.#typed = {}
  }
}
