import type { Row, Rows } from '../../../shared/core/patch.ts'
import { orderKeyOf } from '../../../shared/service/order-ids.ts'
import { figure, unitsFilled } from '../../../shared/service/order-units.ts'
import { type PositionName, positionOfRow } from '../rows/instruments.ts'
import type { BookSeen } from '../login-facts.ts'
import { longestMissed } from '../missing/missed-for.ts'

/**
 * Positions of which the order book came up with fills that the trade book does not tell of. That is
 * only asked where it is a witness: where it tells of every fill that the order book had before. Some
 * brokers' tells of none, or leaves some out, and says nothing then.
 */
export function untradedFills(
  orders: Pick<BookSeen, 'rows' | 'at' | 'lastFills'>,
  trades: Pick<BookSeen, 'rows' | 'isCurrent' | 'unreadable'> | null,
): readonly PositionName[] {
  if (trades === null || !trades.isCurrent || trades.unreadable > 0) return []
  const told = unitsTraded(trades.rows)
  const found: PositionName[] = []
  let isWitness = false
  for (const row of orders.rows.values()) {
    const filled = unitsFilled(row)
    if (filled === 0) continue
    const isTold = (told.get(orderKeyOf(row)) ?? 0) >= filled
    if (isTold) isWitness = true
    else if (cameLately(row, orders)) found.push(positionOfRow(row))
    else return []
  }
  return isWitness ? found : []
}

/** Whether the book came up with a fill of an order after its first reading, within the last hour. */
const cameLately = (
  { order_id, symbol }: Row,
  { at, lastFills }: Pick<BookSeen, 'at' | 'lastFills'>,
) =>
  lastFills(String(symbol)).some(({ later }) =>
    later.some((fill) => fill.orderId === order_id && at - fill.at < longestMissed),
  )

/** By order. */
function unitsTraded(trades: Rows): ReadonlyMap<string, number> {
  const known = unitsOfTrades.get(trades)
  if (known !== undefined) return known
  const units = new Map<string, number>()
  for (const trade of trades.values()) {
    const id = orderKeyOf(trade)
    units.set(id, (units.get(id) ?? 0) + (figure(trade['quantity']) ?? 0))
  }
  unitsOfTrades.set(trades, units)
  return units
}

const unitsOfTrades = new WeakMap<Rows, ReadonlyMap<string, number>>()
