import type { BookSnapshot, BookUpdate } from '../../shared/books/book-state.ts'
import { apply, type Row, type Rows } from '../../shared/core/patch.ts'

/** A book as a window holds it, once it has had a snapshot. */
export interface HeldBook {
  seq: number
  rows: Rows
}

export type BookUpdateResult =
  | { kind: 'taken'; book: HeldBook }
  /** Older than what is held. */
  | { kind: 'old' }
  /** A patch between this and what is held never came: only a snapshot helps. */
  | { kind: 'gap' }

export function applyBookUpdate(held: HeldBook, update: BookUpdate): BookUpdateResult {
  const { seq } = update.meta
  if (seq < held.seq) return { kind: 'old' }
  if (update.patch === undefined) {
    return seq === held.seq ? { kind: 'taken', book: held } : { kind: 'gap' }
  }
  if (seq === held.seq) return { kind: 'old' }
  if (seq > held.seq + 1) return { kind: 'gap' }
  return { kind: 'taken', book: { seq, rows: apply(held.rows, update.patch) } }
}

export const fromSnapshot = (snapshot: BookSnapshot): HeldBook => ({
  seq: snapshot.meta.seq,
  rows: new Map<string, Row>(snapshot.rows),
})
