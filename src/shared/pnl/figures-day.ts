import { dayLength, dayOf } from '../core/india.ts'
import type { ExchangeRules } from '../market/exchange-rules.ts'
import { closedOn } from '../market/market-hours.ts'
import { lettersOf, mayBeExchange } from '../service/words.ts'
import { isBeforePnl } from './history.ts'

/** Longer than any row of holidays. */
const daysBack = 40

/**
 * Those of which the figures are of an earlier day than those of others: their exchange does not trade
 * on a day on which another one does.
 */
export function ofEarlierDay<Position extends { readonly exchange?: unknown }>(
  positions: Iterable<Position>,
  of: { exchanges: ExchangeRules['exchanges']; at: number },
): ReadonlySet<Position> {
  const { exchanges, at } = of
  const earlier = new Set<Position>()
  if (!isBeforePnl(at) && closedOn(exchanges, at).length === 0) return earlier
  const all = [...positions]
  const latest = dayOfFigures(all, of)
  for (const ofOne of Map.groupBy(all, ({ exchange }) => exchange).values())
    if (dayOfFigures(ofOne.slice(0, 1), of) < latest) for (const one of ofOne) earlier.add(one)
  return earlier
}

/**
 * The Indian day of the figures that real positions have at a moment: the latest on which an exchange
 * trades that something is held of, or any where nothing is. Before the first trades of a day books may
 * be those of the day before.
 */
export function dayOfFigures(
  positions: Iterable<{ readonly exchange?: unknown }>,
  { exchanges, at }: { exchanges: ExchangeRules['exchanges']; at: number },
): string {
  const today = dayOf(at)
  const isEarly = isBeforePnl(at)
  if (!isEarly && closedOn(exchanges, at).length === 0) return today
  const known = Object.keys(exchanges)
  const held = new Set<string>()
  // One that is not told may be any.
  for (const { exchange } of positions)
    if (typeof exchange === 'string' && lettersOf(exchange) !== '') held.add(exchange)
  const trade = (closed: readonly string[]): boolean =>
    held.size === 0
      ? closed.length < known.length
      : [...held].some((exchange) => {
          const itMayBe = known.filter((name) => mayBeExchange(name, exchange))
          // One that nobody knows is open where any is.
          return itMayBe.length === 0
            ? closed.length < known.length
            : itMayBe.some((name) => !closed.includes(name))
        })
  for (let back = isEarly ? 1 : 0; back < daysBack; back++) {
    const moment = at - back * dayLength
    if (trade(closedOn(exchanges, moment))) return dayOf(moment)
  }
  return today
}
