interface Line {
  id: string
}

/**
 * How many lines more there are above the one that stood at this place, or above the next one that
 * is still there. What is merely in another order, as where rows are sorted by a price that moves,
 * does not count: who looks at such rows looks at places.
 */
export function linesCome(before: readonly Line[], now: readonly Line[], place: number): number {
  if (before.length === now.length && before[place]?.id === now[place]?.id) return 0
  const places = new Map(now.map(({ id }, at) => [id, at]))
  const first = before.slice(place).find(({ id }) => places.has(id))
  if (first === undefined) return 0
  const known = new Set(before.map(({ id }) => id))
  const come = now.slice(0, places.get(first.id)).filter(({ id }) => !known.has(id))
  const gone = before.slice(0, place).filter(({ id }) => !places.has(id))
  return come.length - gone.length
}
