import { describe, expect, it } from 'vitest'
import { HealthRecord } from '../../../../src/main/accounts/health.ts'
import { type BookName, booksReadOften } from '../../../../src/shared/books/books.ts'
import type { ErrorCode } from '../../../../src/shared/core/errors.ts'

const read = (book: BookName, code: ErrorCode | null = null) => ({
  book,
  took: 5,
  lasted: 5,
  at: 0,
  trouble: code === null ? null : { code, message: 'It failed.' },
})

describe('the health of an account', () => {
  it('is trouble while none of the books that are read often can be read, for whatever reason', () => {
    const health = new HealthRecord()
    for (const book of booksReadOften) {
      expect(health.read().trouble).toBeNull()
      health.add(read(book, 'unreadable'))
    }
    health.add(read('funds'))
    expect(health.read().trouble).toMatchObject({ code: 'unreadable' })
    health.add(read('orders'))
    expect(health.read().trouble).toBeNull()
  })

  it('has no times before the first answer, and then those of the latest hundred', () => {
    const health = new HealthRecord()
    health.add({ ...read('orders', 'too-late'), took: null })
    expect(health.answers()).toEqual({ p50: null, p99: null, count: 0 })
    for (let took = 1; took <= 250; took++) health.add({ ...read('orders'), took })
    expect(health.answers()).toEqual({ p50: 200, p99: 249, count: 100 })
    expect(health.read().p99).toBe(249)
  })

  it('is trouble at once where the keys are refused', () => {
    const health = new HealthRecord()
    health.add(read('holdings', 'bad-keys'))
    expect(health.read().trouble).toMatchObject({ code: 'bad-keys' })
    health.add(read('funds'))
    expect(health.read().trouble).toBeNull()
  })
})
