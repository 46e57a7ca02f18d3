import type { Sight } from '../../shared/workspace/windows.ts'

export interface Seen {
  sight: Sight
  /** Counts up with each window that comes to the front; the highest is there, or was last. */
  frontAt: number
}

const rank: Readonly<Record<Sight, number>> = { front: 0, seen: 1, hidden: 2 }

/**
 * The windows by how likely somebody looks at them: that with the focus, those that can be seen, and
 * those that cannot; among equals the one that was in front last.
 */
export const bySight = <Id>(windows: ReadonlyMap<Id, Seen>): Id[] =>
  [...windows]
    .toSorted(
      ([, one], [, other]) => rank[one.sight] - rank[other.sight] || other.frontAt - one.frontAt,
    )
    .map(([id]) => id)
