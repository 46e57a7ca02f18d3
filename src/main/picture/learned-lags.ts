import type { Row } from '../../shared/core/patch.ts'
import { latestOrderBook, longestDay } from './book-lag.ts'
import { enteredAt } from './entered-at.ts'

/** That a book shows an order which the service took; moments are on the monotonic clock. */
export interface FirstSight {
  row: Row
  answeredAt: number
  /** When the latest reading without it was asked for; null where the first one since its answer has it. */
  missedAt: number | null
}

/** What one order of ours that came up said of its book; moments are on the monotonic clock. */
interface Shown {
  at: number
  /** Milliseconds from its answer until a reading showed it, where an earlier one that could have did not; else 0. */
  lag: number
  /** By how many milliseconds the broker's clock is at least ahead of the monotonic one; null where the row has no time. */
  ahead: number | null
}

/** The latest of each account that count: a book that was late once may be in time again. */
const mostShown = 5

/** Milliseconds without an order after its answer that any service may take. */
const inTime = 1000

/** An order may have been entered a moment after its answer. */
const perhapsAfterAnswer = 1000

/** How late the order books of accounts have lately shown orders of ours. */
export class LearnedLags {
  readonly #shown = new Map<string, readonly Shown[]>()

  note(account: string, sights: readonly FirstSight[], at: number): void {
    if (sights.length === 0) return
    const shown = sights.map(({ row, answeredAt, missedAt }): Shown => {
      const isLate = missedAt !== null && missedAt - answeredAt >= inTime
      const entered = enteredAt(row)
      return {
        at,
        lag: isLate ? Math.min(at - answeredAt, latestOrderBook) : 0,
        ahead: entered === null ? null : entered - answeredAt - perhapsAfterAnswer,
      }
    })
    this.#shown.set(account, [...(this.#shown.get(account) ?? []), ...shown].slice(-mostShown))
  }

  /** An account is somebody else's now. */
  forget(account: string): void {
    this.#shown.delete(account)
  }

  /** Milliseconds by which a book of these accounts has lately been late; 0 where it showed orders in time. */
  lagOf(accounts: readonly string[], now: number): number {
    return Math.max(0, ...this.#latelyOf(accounts, now).map(({ lag }) => lag))
  }

  /** What the broker's clock showed at a moment, at the least; null where no order of ours tells. */
  brokersTime(accounts: readonly string[], moment: number): number | null {
    const all = this.#latelyOf(accounts, moment).flatMap(({ ahead }) => ahead ?? [])
    return all.length === 0 ? null : moment + Math.min(...all)
  }

  #latelyOf(accounts: readonly string[], now: number): Shown[] {
    return accounts
      .flatMap((account) => this.#shown.get(account) ?? [])
      .filter(({ at }) => now - at < longestDay)
  }
}

/** Milliseconds that a poll of an order book may come after what it shows. */
const pollsWithin = 3000

/** Whether what came up so many milliseconds after a moment may have been there at it, in a book that was lately late by so many. */
export const mayHaveBeenThere = (cameUpAfter: number, lag: number): boolean =>
  lag > 0 && cameUpAfter <= lag + pollsWithin
