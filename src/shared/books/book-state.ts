import type { Failure } from '../core/errors.ts'
import type { RowsPatch } from '../core/patch.ts'
import type { BookName } from './books.ts'

export interface PollingState {
  paused: boolean
}

/** How a book stands, beside its rows. */
export interface BookMeta {
  /** Counts the patches; a window that misses one asks for a snapshot. Below zero for kept rows. */
  seq: number
  /** Milliseconds since the last good answer, when this was sent; null before the first. */
  age: number | null
  /**
   * Where nothing was read yet and the rows are those of an earlier session: the wall-clock
   * milliseconds at which they were read. They are there to be looked at, and prove nothing.
   */
  kept?: number
  /** Milliseconds between polls at present. */
  every: number
  /** What went wrong with the last poll, if it did. The rows are then those of the last good one. */
  trouble: Failure | null
  /** Rows that could not be read, as they came. */
  unreadable: string[]
  /** Whether it has no rows by an answer that is not the specified empty list: alone it proves nothing. */
  isOddlyEmpty?: boolean
  /** Of positions, what the book may leave out of what was made or lost; of holdings, rows. */
  leavesOut?: LeftOutOfBook
}

/** Whether it may have more rows than are told: what cannot be read or is left out may be open. */
export const mayHideRows = ({ unreadable, leavesOut }: BookMeta): boolean =>
  unreadable.length > 0 || leavesOut === 'rows'

/** Rows, as of a position that no fill closed; or no more than what was made or lost with closed ones. */
export type LeftOutOfBook = 'rows' | 'result'

export interface BookSnapshot {
  account: string
  book: BookName
  meta: BookMeta
  rows: [key: string, row: Record<string, unknown>][]
}

export interface BookUpdate {
  account: string
  book: BookName
  meta: BookMeta
  /** Absent where only the meta changed; `seq` is then that of the patch before. */
  patch?: RowsPatch
  /** In place of the patch, for a window that asked for no rows of it. */
  unseen?: UnseenBook
}

/** What a window still has to know of a book that it shows nothing of. */
interface UnseenBook {
  /** An order of it may still be filled, or a position is open. */
  isOpen: boolean
}
