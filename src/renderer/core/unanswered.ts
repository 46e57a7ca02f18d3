import type { Reply } from '../../shared/core/errors.ts'

/** Changes that this window shows already, until the desk has answered them. */
export class Unanswered<Change extends object> {
  readonly #changes = new Set<Change>()

  async until<Answer>(change: Change, ask: () => Promise<Reply<Answer>>): Promise<Reply<Answer>> {
    this.#changes.add(change)
    const reply = await ask()
    this.#changes.delete(change)
    return reply
  }

  /** What the desk tells of an earlier change takes no later one back for a moment. */
  over<Told extends object>(told: Told): Told {
    return [...this.#changes].reduce<Told>((all, change) => ({ ...all, ...change }), told)
  }
}
