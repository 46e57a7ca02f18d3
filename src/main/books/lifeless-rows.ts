import { type BookName, books } from '../../shared/books/books.ts'
import type { Row } from '../../shared/core/patch.ts'
import { isObject, jsonOf } from '../../shared/core/json.ts'
import { readingOnce } from '../../shared/core/reading-once.ts'
import { unitsFilled } from '../../shared/service/order-units.ts'
import { stateOfOrder } from '../../shared/service/words.ts'
import { readRecord } from '../service/reply.ts'

/**
 * Rows of a book that could not be read and that may be anything. A rejected order that lacks its
 * number alone is none of them: brokers give none to what they turned down at once, and nothing can
 * come of it.
 */
export const unreadableAndAlive = (book: BookName, unreadable: readonly string[]): number =>
  book === 'orders' ? unreadable.filter((text) => !isRejected(text)).length : unreadable.length

const isRejected = readingOnce((text: string): boolean => {
  const raw = jsonOf(text)
  if (!isObject(raw) || readRecord(books.orders.operation, raw) !== undefined) return false
  // In place of the number that it lacks.
  const row = readRecord(books.orders.operation, { ...raw, order_id: '1' }) as Row | undefined
  return row !== undefined && stateOfOrder(row) === 'rejected' && unitsFilled(row) === 0
})
