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

/** How far a key moves an account: by one place, or to an end of the list. */
export type Step = 1 | -1 | 'first' | 'last'

export const stepOfKey: Readonly<Record<string, Step>> = {
  ArrowUp: -1,
  ArrowDown: 1,
  Home: 'first',
  End: 'last',
}

/** Where a step puts one of these; null where it stands there already. */
export function placeAfter(
  ids: readonly string[],
  id: string,
  step: Step,
): { other: string; side: Side } | null {
  const at = ids.indexOf(id)
  const to = step === 'first' ? 0 : step === 'last' ? ids.length - 1 : at + step
  const other = ids[to]
  return at === -1 || other === undefined || to === at
    ? null
    : { other, side: to > at ? 'behind' : 'before' }
}

export type Side = 'before' | 'behind'

/** On which side of a row of a list the pointer is. */
export const sideAt = (row: Element, y: number): Side => {
  const { top, height } = row.getBoundingClientRect()
  return y < top + height / 2 ? 'before' : 'behind'
}
