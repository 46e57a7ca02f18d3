/** Parts of one order that mean the same, and the orders of the book that each of them can be. */
export interface Wanted {
  /** All that tells this order from another in what it does. */
  meaning: string
  parts: readonly number[]
  /** By their keys in the book. */
  rows: readonly string[]
}

/** Wants that share an order, directly or through others. */
export function hangingTogether<Of extends Wanted>(wants: readonly Of[]): Of[][] {
  const wantsOfRow = new Map<string, Of[]>()
  for (const want of wants)
    for (const key of want.rows) {
      const sharing = wantsOfRow.get(key)
      if (sharing === undefined) wantsOfRow.set(key, [want])
      else sharing.push(want)
    }
  const left = new Set(wants)
  return wants.flatMap((first) => {
    if (!left.delete(first)) return []
    const group = [first]
    for (const want of group)
      for (const key of want.rows) {
        for (const other of wantsOfRow.get(key) ?? []) if (left.delete(other)) group.push(other)
        wantsOfRow.delete(key)
      }
    return [group]
  })
}

/**
 * Deals the orders out to the wants, or gives up where that can be done in two ways that mean
 * something different. An order that can only be of one kind is of that kind: kinds whose own
 * orders are exactly as many as they want are served, and so on with what is left.
 */
export function dealOut<Of extends Wanted>(group: readonly Of[]): Map<Of, string[]> | undefined {
  const dealt = new Map<Of, string[]>()
  let left = [...kindsOf(group).values()]
  while (left.length > 0) {
    const served = left.find((kind) => {
      const own = ownRows(kind, left)
      return own.length === countOf(kind) && own.length > 0
    })
    if (served === undefined) return undefined
    const own = ownRows(served, left)
    for (const want of served) dealt.set(want, own.splice(0, want.parts.length))
    left = left.filter((kind) => kind !== served)
  }
  const rows = new Set(group.flatMap(({ rows }) => rows))
  return rows.size === countOf(group) ? dealt : undefined
}

/** Wants that mean the same and can be the same orders: dealing among them changes nothing. */
const kindsOf = <Of extends Wanted>(group: readonly Of[]): Map<string, Of[]> =>
  Map.groupBy(group, ({ meaning, rows }) => JSON.stringify([meaning, rows]))

const countOf = (wants: readonly Wanted[]): number =>
  wants.reduce((sum, { parts }) => sum + parts.length, 0)

const ownRows = (kind: readonly Wanted[], kinds: readonly (readonly Wanted[])[]): string[] => {
  const others = kinds.filter((other) => other !== kind)
  return (kind[0]?.rows ?? []).filter((key) => !others.some(([want]) => want?.rows.includes(key)))
}
