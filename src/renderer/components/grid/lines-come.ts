interface Line {
  id: string
}

/** Lines from a place on that are looked at, and how far from there they are looked for. */
const looked = 24
const near = 100

/**
 * How many lines more there are above the one that stood at this place, or above the next one that
 * is still there; where as many came as went, by how much most of those in sight were moved.
 */
export function linesCome(before: readonly Line[], now: readonly Line[], place: number): number {
  // As often as prices move, where rows are sorted by them: only what is near is looked at.
  if (before.length === now.length) return movedTogether(before, now, place)
  const places = new Map(now.map(({ id }, at) => [id, at]))
  const first = before.slice(place).find(({ id }) => places.has(id))
  if (first === undefined) return 0
  const known = new Set(before.map(({ id }) => id))
  const come = now.slice(0, places.get(first.id)).filter(({ id }) => !known.has(id))
  const gone = before.slice(0, place).filter(({ id }) => !places.has(id))
  return come.length - gone.length
}

/** By how many places most lines from this one on were moved; 0 where they were not moved alike. */
function movedTogether(before: readonly Line[], now: readonly Line[], place: number): number {
  if (before[place]?.id === now[place]?.id) return 0
  const from = Math.max(0, place - near)
  const places = new Map(
    now.slice(from, place + looked + near).map(({ id }, at) => [id, from + at]),
  )
  const lines = before.slice(place, place + looked)
  const counts = new Map<number, number>()
  for (const [at, { id }] of lines.entries()) {
    const moved = (places.get(id) ?? NaN) - (place + at)
    counts.set(moved, (counts.get(moved) ?? 0) + 1)
  }
  const most = [...counts].find(([moved, count]) => moved !== 0 && count > lines.length / 2)
  return most === undefined || Number.isNaN(most[0]) ? 0 : most[0]
}
