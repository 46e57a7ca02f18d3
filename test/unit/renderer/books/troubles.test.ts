import { describe, expect, it } from 'vitest'
import { alike, alikeInShort, troublesOf } from '../../../../src/renderer/books/troubles.ts'
import { type BookName, bookNames } from '../../../../src/shared/books/books.ts'
import type { ErrorCode } from '../../../../src/shared/core/errors.ts'
import { account } from '../memory-desk.ts'

const main = account('main')
const reading = (book: BookName, code: ErrorCode | null, of = main) => ({
  account: of,
  book,
  age: 1000,
  isShown: true,
  trouble: code === null ? null : { code, message: 'It failed.' },
})

describe('what is wrong', () => {
  it('is nothing where all books are read', () => {
    expect(troublesOf(bookNames.map((book) => reading(book, null)))).toEqual([])
  })

  it('is told once for an account whose keys are refused, whichever book was asked first', () => {
    const found = troublesOf(
      bookNames.map((book) => reading(book, book === 'trades' ? 'bad-keys' : null)),
    )
    expect(found).toMatchObject([{ account: main, books: null, failure: { code: 'bad-keys' } }])
  })

  it('names the books that fail while others are read', () => {
    const failing: readonly BookName[] = ['orders', 'holdings']
    const found = troublesOf(
      bookNames.map((book) => reading(book, failing.includes(book) ? 'too-late' : null)),
    )
    expect(found).toMatchObject([{ books: ['orders', 'holdings'] }])
  })

  it('is of the account where all books fail that are asked often', () => {
    const often: readonly BookName[] = ['orders', 'trades', 'positions']
    const found = troublesOf(
      bookNames.map((book) => reading(book, often.includes(book) ? 'too-late' : null)),
    )
    expect(found).toMatchObject([{ books: null }])
  })

  it('is told for each account', () => {
    const other = account('other')
    const found = troublesOf([reading('orders', 'unreadable'), reading('orders', 'no-keys', other)])
    expect(found.map(({ account: { id }, books }) => [id, books])).toEqual([
      ['main', ['orders']],
      ['other', null],
    ])
  })

  it('is told once for accounts that have the same', () => {
    const [one, two, three] = ['one', 'two', 'three'].map((id) => account(id))
    const found = troublesOf([
      reading('orders', 'bad-keys', one),
      reading('orders', 'too-late', two),
      reading('orders', 'bad-keys', three),
    ])
    const names = alike(found).map((some) => some.map(({ account: { id } }) => id))
    expect(names).toEqual([['one', 'three'], ['two']])
  })

  it('is told once in one line, whatever address each account has', () => {
    const found = troublesOf(
      ['one', 'two', 'three'].map((id) => {
        const { trouble, ...rest } = reading('orders', 'not-sent', account(id))
        return { ...rest, trouble: { ...trouble!, detail: `ECONNREFUSED at ${id}` } }
      }),
    )
    expect(alike(found)).toHaveLength(3)
    expect(alikeInShort(found)).toEqual([found])
  })
})
