import type { UnknownClient } from '../../shared/accounts/unknown-client.ts'
import type { Row, Rows } from '../../shared/core/patch.ts'
import type { Intent } from '../../shared/orders/intents.ts'
import type { DroppedFill, LastFills } from './traded/day-fills.ts'
import type { RecentFill } from './traded/recent-fills.ts'
import type { BaselinesSeen } from './traded/baselines.ts'
import type { PositionName } from './rows/instruments.ts'
import type { TradedLater } from './traded/later-trades.ts'
import type { MissingPosition } from './missing/vanished-rows.ts'

/** A book as it was last read well. */
export interface BookSeen {
  rows: Rows
  /** When it is looked at, and when it was read for the first time and for the last, on the monotonic clock. */
  at: number
  firstAt: number
  readAt: number
  /** Older than two of its intervals. */
  isOld: boolean
  /** Whether its figures are those of now, as far as anybody can know. */
  isCurrent: boolean
  /** Whether it showed anything at all in this session, on its day. */
  hasShown: boolean
  /** Whether it has no rows by an answer that is not the specified empty list. */
  isOddlyEmpty: boolean
  /** Rows that could not be read: any of them may be the one that is asked for. */
  unreadable: number
  /** Of these, those that the latest answer leaves out: nobody is told of them as they came. */
  unreadableMissing: number
  /** Rows that it had a moment ago, and that may come back (vanished-rows.ts). */
  vanished: readonly Row[]
  /** Of the positions: these, and all that are gone for longer, closed or left out. */
  missing: readonly MissingPosition[]
  /** Of the orders: what they were filled with lately, and the positions may not show yet (recent-fills.ts). */
  fills: readonly RecentFill[]
  /** What orders of the day were filled with that the book does not show any more. */
  dropped: readonly DroppedFill[]
  /** When orders of a symbol were last filled. */
  lastFills(symbol: string): readonly LastFills[]
  /** Of the positions: what was held of those that were traded, before they were. */
  baselines: BaselinesSeen
}

/** By how many units a position may have been bought and sold beyond what its book shows; Infinity where nobody knows. */
export interface OvernightUnits {
  of: PositionName
  buys: number
  sells: number
}

/** All that is known of a login at one moment; a book is null where it was never read. */
export interface LoginFacts {
  readonly orders: BookSeen | null
  readonly positions: BookSeen | null
  readonly trades: BookSeen | null
  /** Orders that the trade book told of since it was first read, whether the order book shows them or not. */
  readonly tradedLater: readonly TradedLater[]
  /** What may be at the broker, or get there, and what the books may not show yet. */
  readonly intents: readonly Intent[]
  /** Slices that these confirmed, or more: those of a minute ago count although the books show them by now. */
  readonly slicesAtMost: number
  /** Square-offs whose orders the order book may not show yet. */
  readonly squareOffs: readonly Intent[]
  /** Exits and smart orders of the day, and earlier ones that have not come to their end. */
  readonly exits: readonly Intent[]
  /** Numbers of orders of the day that an earlier session sent, and that the order book has not shown in this one. */
  readonly earlierOrders: readonly string[]
  /** Numbers of orders of the day that trades tell of, and that the order book never had. */
  readonly unlisted: readonly string[]
  /** Positions that orders of an earlier day may have changed, whose end no session saw. */
  readonly openedOvernight: readonly OvernightUnits[]
  /** Where its keys are new, why nobody knows whose they are: what was left under others may be of it. */
  readonly unknownClient: UnknownClient | null
  /** Brackets and covers of the day. */
  readonly protecting: readonly Intent[]
}
