import { isLossReached } from '../limits/loss-limit.ts'

interface Reached {
  profit: number
  day: string
  of: readonly string[]
}

/**
 * Losses that stood at their limit today. That a book does not tell of one any more, or that an account
 * which had a part in it is not counted any more, makes nothing of it undone; a profit that is known of
 * all of them does.
 */
export class ReachedLosses {
  readonly #reached = new Map<string, Reached>()

  /** A profit or loss as it counts, by what it was: null where neither is known. */
  hold(
    name: string,
    now: {
      profit: number | null
      limit: number | null
      day: string
      /** Whose it is. */
      of: readonly string[]
    },
  ): number | null {
    const { profit, limit, day, of } = now
    if (limit === null) return profit
    if (profit !== null && isLossReached({ profit, limit })) {
      this.#reached.set(name, { profit, day, of })
      return profit
    }
    const before = this.#reached.get(name)
    if (before === undefined) return profit
    const isMadeUp = profit !== null && before.of.every((one) => of.includes(one))
    if (before.day !== day || isMadeUp) this.#reached.delete(name)
    const holds = this.#reached.has(name) && isLossReached({ profit: before.profit, limit })
    return holds ? before.profit : profit
  }
}

/** A profit or loss as it counts today, by its name: one that stands at its limit is kept from then on. */
export type HoldLoss = (
  name: string,
  of: Omit<Parameters<ReachedLosses['hold']>[1], 'day'>,
) => number | null
