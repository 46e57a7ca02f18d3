import type { BookName } from '../books/books.ts'
import type { ErrorCode, Failure } from '../core/errors.ts'
import type { OperationName } from '../service/operations.ts'

/**
 * Why a book is read less often than while it is looked at: reading is paused, it waits after a
 * failure, for its share of the account's reads or for its turn at the service, a person chose so, or
 * nobody looks at it.
 */
export type SlowedBy = 'paused' | 'failing' | 'budget' | 'chosen' | 'unwatched'

/** How one book of an account is read. */
export interface BookPace {
  book: BookName
  /** Milliseconds since its last good answer; null before the first. */
  age: number | null
  /** Milliseconds between two polls at present. */
  every: number
  slowedBy: SlowedBy | null
  /** Milliseconds for which a request has been waiting for its answer; null where none is. */
  waitsFor: number | null
  trouble: ErrorCode | null
}

/** Polls begun, and what is allowed of them. */
interface ReadsUsed {
  perSecond: number
  lastSecond: number
  lastMinute: number
  /** Books whose turn it is, and that wait for their share. */
  waiting: number
}

export interface AccountReads {
  used: ReadsUsed
  books: BookPace[]
}

/** What left of orders and exits, and what is allowed of them. */
export interface OrdersUsed {
  perSecond: number
  lastSecond: number
  waiting: number
  /** The account's own limit; null for none. */
  perMinute: number | null
  lastMinute: number
}

export interface AnswerTimes {
  /** Milliseconds, of the latest hundred answers; null before the first. */
  p50: number | null
  p99: number | null
  /** So many answers these are of. */
  count: number
}

/** What only the desk knows of how an account is; asked for by whoever shows it. */
export interface AccountHealth {
  account: string
  answers: AnswerTimes
  /** Null where it is switched off. */
  reads: AccountReads | null
  orders: OrdersUsed
  /** Kinds of requests that failed, as `readFailedRequests` tells them. */
  failed: number
}

/** What the service last said of the keys of an account: that it does not accept them. */
export interface KeysRefused {
  /** The book that was asked for. */
  book: BookName
  /** Wall-clock milliseconds of the first of these answers. */
  since: number
  /** The service's own. */
  words: string | null
}

/** A request that failed, with those of the same operation right after it that ended in the same way. */
export interface FailedRequest {
  operation: OperationName
  failure: Failure
  /** When the first and the last of them ended, in wall-clock milliseconds. */
  first: number
  last: number
  times: number
  /** Milliseconds that the last one took. */
  took: number
}

export const mostFailedRequests = 20
