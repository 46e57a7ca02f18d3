import type { OrderRecord } from '../../shared/service/records.ts'
import { stateOfOrder } from '../../shared/service/words.ts'

/** Milliseconds for which something odd lasts, and looks that find it, until it is told: books lag by seconds. */
const toldAfter = 30_000
const looksBeforeTold = 3
/** Milliseconds between two looks: it takes a picture of the login. */
const looksEvery = 5000

type Kind = 'cut short' | 'gone' | 'traded'

/** What is odd about orders of one book, and since when: only what lasts is no lag. */
export class LastingOddities {
  readonly #found = new Map<Kind, Map<string, { since: number; looks: number }>>()
  #lookedAt = -Infinity

  /** Whether it is time for another look; it counts as one. */
  isDue(now: number): boolean {
    if (now - this.#lookedAt < looksEvery) return false
    this.#lookedAt = now
    return true
  }

  /** Of what this look found, by the keys of its orders, that which has lasted. */
  lasting<Found extends { key: string }>(
    kind: Kind,
    found: readonly Found[],
    now: number,
  ): readonly Found[] {
    const before = this.#found.get(kind)
    const known = new Map(
      found.map(({ key }) => {
        const { since = now, looks = 0 } = before?.get(key) ?? {}
        return [key, { since, looks: looks + 1 }] as const
      }),
    )
    this.#found.set(kind, known)
    return found.filter(({ key }) => {
      const { since, looks } = known.get(key)!
      return now - since >= toldAfter && looks >= looksBeforeTold
    })
  }
}

/** Whether an order is called complete by a word alone, and less is filled of it than was ordered. */
export const isCutShort = ({ status, quantity, fillshares }: OrderRecord): boolean =>
  stateOfOrder({ status }) === 'complete' &&
  stateOfOrder({ status, quantity, fillshares }) === 'partly-filled'
