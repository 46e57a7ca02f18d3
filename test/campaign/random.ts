export interface Random {
  /** 0 to 1. */
  next(): number
  below(count: number): number
  pick<T>(from: readonly T[]): T
}

/** A small generator with a seed, so that a run can be met again. */
export function randomOf(seed: number): Random {
  let state = seed
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (count: number): number => Math.floor(next() * count)
  return { next, below, pick: (from) => from[below(from.length)]! }
}
