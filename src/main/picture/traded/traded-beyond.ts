import { orderIn } from '../../../shared/books/books.ts'
import type { Row } from '../../../shared/core/patch.ts'
import { sumOrUnknown } from '../../../shared/pnl/service-figures.ts'
import { isSameOrderId } from '../../../shared/service/order-ids.ts'
import { figure, unitsFilled } from '../../../shared/service/order-units.ts'
import { type Action, isFinished, sideOfWord, stateOfOrder } from '../../../shared/service/words.ts'
import { type PositionName, positionOfRow } from '../rows/instruments.ts'
import type { TradedLater } from './later-trades.ts'
import type { BookSeen } from '../login-facts.ts'

/** Units of a position that its trades tell of and the order book does not. */
export interface TradedBeyond {
  of: PositionName
  orderId: string
  /**
   * Signed; null where a side cannot be read, an order speaks against its trades, one of them may be
   * told twice, they are no news, or only one reading has them.
   */
  net: number | null
  /** Units that enough readings tell of, whatever the order's own row says; null where that is not known. */
  units: number | null
  /** Milliseconds since they came up. */
  age: number
}

/** One answer by itself may be a mistake. */
const enoughReadings = 2

/** Of orders that trades of this session tell more of than the order book does. */
export const tradedBeyond = (
  orders: Pick<BookSeen, 'rows' | 'dropped' | 'at'>,
  traded: readonly TradedLater[],
): readonly TradedBeyond[] =>
  traded.flatMap(({ row, units, hasTwins, isNews, readings, at }) => {
    const id = String(row['order_id'])
    const shown = orderIn(orders.rows, id)
    const isIt = (one: { row: Row }): boolean => isSameOrderId(String(one.row['order_id']), id)
    const filled = shown ? unitsFilled(shown) : (orders.dropped.find(isIt)?.units ?? 0)
    const more = units - filled
    if (more <= 0) return []
    const side = sideOfWord(row['action'])
    const isNamed = isNews && readings >= enoughReadings
    // Of an order that the book shows, that says how many of the units there can be.
    const isTrusted =
      isNamed && (shown === undefined ? !hasTwins : !speaksAgainst(shown, { side, units }))
    const net = side === undefined || !isTrusted ? null : side === 'BUY' ? more : -more
    const isOfSide = shown === undefined || sideOfWord(shown['action']) === side
    const told = isNamed && isOfSide && !hasTwins ? more : null
    return [{ of: positionOfRow(shown ?? row), orderId: id, net, units: told, age: orders.at - at }]
  })

/** Net units of one position among them. */
export function unitsBeyond(beyond: readonly TradedBeyond[], of: PositionName): number | null {
  let sum: number | null = 0
  for (const { of: other, net } of beyond)
    if (isSamePosition(of, other)) sum = sumOrUnknown(sum, net)
  return sum
}

const isSamePosition = (one: PositionName, other: PositionName): boolean =>
  one.symbol === other.symbol && one.exchange === other.exchange && one.product === other.product

/**
 * Whether an order can't have been traded so: it is of the other side, ended with less, or was for
 * fewer units. A book of trades may tell one of them twice.
 */
const speaksAgainst = (order: Row, of: { side: Action | undefined; units: number }): boolean =>
  sideOfWord(order['action']) !== of.side ||
  isFinished(stateOfOrder(order)) ||
  of.units > (figure(order['quantity']) ?? Infinity)
