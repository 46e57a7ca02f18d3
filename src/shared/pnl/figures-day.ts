import { dayLength, dayOf } from '../core/india.ts'
import type { ExchangeRules } from '../market/exchange-rules.ts'
import { closedOn } from '../market/market-hours.ts'
import { lettersOf, mayBeExchange } from '../service/words.ts'
import { isBeforePnl } from './history.ts'

/** Longer than any row of holidays. */
const daysBack = 40

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
