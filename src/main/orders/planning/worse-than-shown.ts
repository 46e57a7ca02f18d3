import { compare, minus, plus } from '../../../shared/core/decimal.ts'
import type { PlannedOrder, ShownOrder } from '../../../shared/orders/placing.ts'
import type { Problem } from '../../../shared/orders/problems.ts'
import { priceWords, unitsText } from '../../../shared/core/figures.ts'

/**
 * What became worse since a person looked: a protected market order's limit moves with the last
 * price, and a smart order's way with what is held. What they saw is what is sent, or better.
 */
export function worseThanShown(
  shown: readonly (ShownOrder | null)[] | undefined,
  planned: readonly { index: number; shown: PlannedOrder }[],
): Problem[] {
  if (shown === undefined) return []
  return planned.flatMap(({ index, shown: now }) => {
    const message = worse(shown[index] ?? null, now)
    return message === null
      ? []
      : [{ order: index, field: null, level: 'refuse', code: 'changed', message }]
  })
}

function worse(seen: ShownOrder | null, now: PlannedOrder): string | null {
  if (seen === null)
    return 'It can be planned now, and could not when you saw it. Look at it first.'
  const does = now.action === 'BUY' ? 'buys' : 'sells'
  if (seen.action !== now.action || seen.quantity !== now.quantity)
    return `It ${does} ${unitsText(now.quantity)} now, and not what you saw: what is held has changed. Look at it once more.`
  const isSame = compare(seen.price, now.price) === 0
  const hadLimit = compare(seen.price, '0') > 0
  if (isSame || (hadLimit && !isWorse({ ...now, seen: seen.price }))) return null
  return hadLimit && compare(now.price, '0') > 0
    ? `Its limit is ${priceWords(now.price)} now, worse than the ${priceWords(seen.price)} that you saw. Look at it once more.`
    : 'It has another kind of price now than the one that you saw. Look at it once more.'
}

/** By more than a step: prices that tick while a key goes down are no reason to ask. */
function isWorse(of: Pick<PlannedOrder, 'action' | 'price' | 'tick'> & { seen: string }): boolean {
  const { action, price: now, tick, seen } = of
  if (compare(now, '0') === 0) return true
  return action === 'BUY' ? compare(now, plus(seen, tick)) > 0 : compare(now, minus(seen, tick)) < 0
}
