interface Identified {
  id: string
}

export function toggled(chosen: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(chosen)
  if (!next.delete(id)) next.add(id)
  return next
}

export const allChosen = (rows: readonly Identified[]): ReadonlySet<string> =>
  new Set(rows.map(({ id }) => id))

/** From one row to another, whichever comes first; the other alone where one is gone. */
export function chooseRange(
  rows: readonly Identified[],
  from: string | null,
  to: string | null,
): ReadonlySet<string> {
  const end = rows.findIndex(({ id }) => id === to)
  if (end < 0) return new Set()
  const begin = rows.findIndex(({ id }) => id === from)
  const [first, last] = begin < 0 ? [end, end] : [Math.min(begin, end), Math.max(begin, end)]
  return allChosen(rows.slice(first, last + 1))
}
