import { describe, expect, it } from 'vitest'
import { UnseenBooks } from '../../../../src/main/books/unseen-books.ts'
import type { BookUpdate } from '../../../../src/shared/books/book-state.ts'
import type { BookName } from '../../../../src/shared/books/books.ts'
import type { Rows } from '../../../../src/shared/core/patch.ts'

const update = (book: BookName, unreadable: string[] = []): BookUpdate => ({
  ...{ account: 'main', book },
  meta: { seq: 3, age: 20, every: 1000, trouble: null, unreadable },
  patch: { put: [['1', { order_id: '1' }]], set: [], drop: [] },
})

const rows = (...all: object[]): Rows =>
  new Map(all.map((row, at) => [`${at}`, row as Record<string, unknown>]))

const working = { status: 'open', quantity: 5, fillshares: 0 }
const complete = { status: 'complete', quantity: 5, fillshares: 5 }
const flat = { netqty: 0 }

describe('What a window is told of a book that it shows nothing of', () => {
  it('has no row, and says whether an order works or a position is open', () => {
    const held: Partial<Record<BookName, Rows>> = {}
    const unseen = new UnseenBooks((_, book) => held[book])
    const isOpen = (book: BookName) => unseen.of(update(book)).unseen?.isOpen
    expect(unseen.of(update('orders'))).toEqual({
      ...{ account: 'main', book: 'orders' },
      meta: update('orders').meta,
      unseen: { isOpen: false },
    })
    held.orders = rows(complete)
    held.positions = rows(flat)
    expect([isOpen('orders'), isOpen('positions')]).toEqual([false, false])
    held.orders = rows(complete, working)
    held.positions = rows(flat, { netqty: -3 })
    expect([isOpen('orders'), isOpen('positions')]).toEqual([true, true])
    held.trades = rows(working)
    expect(isOpen('trades')).toBe(false)
    // Rows are replaced and never changed: what was found of them holds until then.
    held.orders = rows()
    expect(isOpen('orders')).toBe(false)
  })

  it('takes what is left out for open', () => {
    const unseen = new UnseenBooks(() => rows(flat))
    const isOpen = (leavesOut: 'rows' | 'result') =>
      unseen.of({ ...update('positions'), meta: { ...update('positions').meta, leavesOut } }).unseen
    expect([isOpen('rows'), isOpen('result')]).toEqual([{ isOpen: true }, { isOpen: false }])
  })

  it('takes what cannot be read for open, and leaves its text out', () => {
    const unseen = new UnseenBooks(() => rows(complete))
    const told = unseen.of(update('orders', ['{"status":']))
    expect([told.unseen, told.meta.unreadable]).toEqual([{ isOpen: true }, []])
  })
})
