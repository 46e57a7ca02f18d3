import { compare, minus, plus, plusPercent } from '../../../shared/core/decimal.ts'
import type { PlannedOrder, ShownOrder } from '../../../shared/orders/placing.ts'
import type { Problem } from '../../../shared/orders/problems.ts'
import type { Pricing, Ticket } from '../../../shared/orders/tickets.ts'
import { unitsText } from '../../../shared/core/figures.ts'

interface Order {
  index: number
  ticket: Pick<Ticket, 'pricing'>
  shown: PlannedOrder
}

/**
 * What became worse since a person looked: a protected market order's limit moves with the last
 * price, and a smart order's way with what is held. They are bound by what they agreed to: the very
 * side and size, and a limit that the market moved by no more than their protection.
 */
export function worseThanShown(
  shown: readonly (ShownOrder | null)[] | undefined,
  planned: readonly Order[],
): Problem[] {
  if (shown === undefined) return []
  return planned.flatMap((order) => {
    const message = worse(shown[order.index] ?? null, order)
    return message === null
      ? []
      : [{ order: order.index, field: null, level: 'refuse', code: 'changed', message }]
  })
}

function worse(seen: ShownOrder | null, { ticket, shown: now }: Order): string | null {
  if (seen === null)
    return 'It can be planned now, and could not when you saw it. Look at it first.'
  if (seen.symbol !== undefined && seen.symbol !== now.symbol)
    return `It is for ${now.symbol ?? 'an option'} now, and not ${seen.symbol ?? 'the option'} that you saw: what its broker calls it has changed. Look at it once more.`
  if (seen.underlying !== undefined && seen.underlying !== now.underlying)
    return `It is for an option of ${now.underlying} now, and not of ${seen.underlying} as you saw: what its broker calls it has changed. Look at it once more.`
  const does = now.action === 'BUY' ? 'buys' : 'sells'
  if (seen.action !== now.action || seen.quantity !== now.quantity)
    return `It ${does} ${unitsText(now.quantity)} now, and not what you saw: what is held has changed. Look at it once more.`
  const isSame = compare(seen.price, now.price) === 0
  const hadLimit = compare(seen.price, '0') > 0
  const percent = protectionOf(ticket.pricing)
  if (isSame || (hadLimit && !isWorse({ ...now, seen: seen.price, percent }))) return null
  if (!hadLimit || compare(now.price, '0') === 0)
    return 'It has another kind of price now than the one that you saw. Look at it once more.'
  // The screen shows the limit as it is now: another figure beside it would be one too many.
  return `The market moved by more than ${percent === '0' ? 'a price step' : `its protection of ${percent} %`} while you looked: it has another limit now. Look at it once more.`
}

const protectionOf = (pricing: Pricing): string =>
  pricing.type === 'MARKET' ? (pricing.protection ?? '0') : '0'

/**
 * By more than the protection lets a market move, reckoned from a step beyond what was seen, since
 * both limits were rounded to one.
 */
function isWorse(
  of: Pick<PlannedOrder, 'action' | 'price' | 'tick'> & { seen: string; percent: string },
): boolean {
  const { action, price: now, tick, seen, percent } = of
  if (compare(now, '0') === 0) return true
  return action === 'BUY'
    ? compare(now, plusPercent(plus(seen, tick), percent)) > 0
    : compare(now, plusPercent(minus(seen, tick), `-${percent}`)) < 0
}
