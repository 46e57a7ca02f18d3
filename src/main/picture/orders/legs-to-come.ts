import { orderIn } from '../../../shared/books/books.ts'
import { figure, unitsFilled } from '../../../shared/service/order-units.ts'
import type { Row, Rows } from '../../../shared/core/patch.ts'
import type { Intent } from '../../../shared/orders/intents.ts'
import { isSameOrderId } from '../../../shared/service/order-ids.ts'
import { productOfWord } from '../../../shared/service/words.ts'
import { slowestLegs } from '../times/book-lag.ts'
import { BySymbol } from '../rows/by-symbol.ts'
import { parentOf } from '../rows/order-similarity.ts'
import type { RecentFill } from '../traded/recent-fills.ts'

/** Orders by which the broker closes again what an entry has opened, and that no book shows yet. */
export interface LegsToCome {
  entry: Row
  /** Units that they close: of a target and a stop, one alone is ever filled. */
  units: number
}

/** Of a bracket a target and a stop, of a cover a stop alone. */
const legsOf = { bracket: 2, cover: 1 } as const

/**
 * A broker makes the legs of a bracket or a cover once its entry is filled, and its book shows them
 * later still. Until they are there, or had their time, what was opened may be closed once more.
 */
export function legsToCome(of: {
  fills: readonly RecentFill[]
  /** The order book. */
  rows: Rows
  /** Brackets and covers of ours: a book may write them under another product. */
  protecting: readonly Intent[]
}): LegsToCome[] {
  const { fills, rows, protecting } = of
  return fills.flatMap(({ row: entry, units, age }): LegsToCome[] => {
    const kind = age < slowestLegs ? kindOf(entry, protecting) : null
    if (kind === null) return []
    const now = orderIn(rows, String(entry['order_id']))
    const filled = now === undefined ? units : unitsFilled(now)
    const left = Math.ceil(filled - unitsOfLegs(entry, rows) / legsOf[kind])
    return left > 0 ? [{ entry, units: left }] : []
  })
}

function kindOf(entry: Row, protecting: readonly Intent[]): keyof typeof legsOf | null {
  if (parentOf(entry) !== null) return null
  const product = productOfWord(entry['product'])
  if (product === 'BO') return 'bracket'
  if (product === 'CO') return 'cover'
  const isIt = ({ parts }: Intent): boolean =>
    parts.some(
      ({ orderId }) => orderId !== null && isSameOrderId(orderId, String(entry['order_id'])),
    )
  const kind = protecting.find(isIt)?.ticket?.kind
  return kind === 'bracket' || kind === 'cover' ? kind : null
}

/** Units of all legs that the book shows, however they stand. */
function unitsOfLegs(entry: Row, rows: Rows): number {
  const id = String(entry['order_id'])
  return BySymbol.of(rows)
    .find(String(entry['symbol']))
    .filter((row) => isSameOrderId(parentOf(row) ?? '', id))
    .reduce((sum, row) => sum + Math.max(0, figure(row['quantity']) ?? 0), 0)
}
