/** An order, or a member that is sent none, at its place among those that leave one after the other. */
export interface Turn {
  /** Its line and account, in words. */
  name: string
  isOut: boolean
}

/** Those that are left out in front of what would leave: in turn, nothing goes past them. */
const passedOver = (turns: readonly Turn[]): readonly Turn[] => {
  const last = turns.findLastIndex(({ isOut }) => !isOut)
  return turns.slice(0, Math.max(0, last)).filter(({ isOut }) => isOut)
}

/** Why these cannot leave one after the other, without the way on; null where they can. */
export function whyNotInTurn(turns: readonly Turn[]): string | null {
  const over = passedOver(turns)
  const [first, second, ...others] = over.map(({ name }) => name)
  if (first === undefined) return null
  const names = second === undefined ? first : `${first}; ${second}`
  const more = others.length === 0 ? '' : `; and ${others.length} more`
  return `One after the other, nothing leaves past an order that is left out. Left out in front of others: ${names}${more}.`
}
