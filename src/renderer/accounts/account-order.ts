/** The same ids with one of them put right before or behind another. */
export function withMoved(
  ids: readonly string[],
  { id, other, side }: { id: string; other: string; side: Side },
): string[] {
  const order = ids.filter((one) => one !== id)
  const at = order.indexOf(other)
  if (at === -1 || id === other) return [...ids]
  order.splice(at + (side === 'behind' ? 1 : 0), 0, id)
  return order
}

export type Side = 'before' | 'behind'

/** On which side of a row of a list the pointer is. */
export const sideAt = (row: Element, y: number): Side => {
  const { top, height } = row.getBoundingClientRect()
  return y < top + height / 2 ? 'before' : 'behind'
}
