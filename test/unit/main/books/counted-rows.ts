import type { Row } from '../../../../src/shared/core/patch.ts'

/** Rows of a book that count how many of them are gone through, one by one; those that are asked for by their key are not. */
export class CountedRows<R extends Row> extends Map<string, R> {
  static gone = 0;

  override *entries(): MapIterator<[string, R]> {
    for (const entry of super.entries()) {
      CountedRows.gone++
      yield entry
    }
  }

  override [Symbol.iterator](): MapIterator<[string, R]> {
    return this.entries()
  }

  override *keys(): MapIterator<string> {
    for (const [key] of this.entries()) yield key
  }

  override *values(): MapIterator<R> {
    for (const [, row] of this.entries()) yield row
  }
}
