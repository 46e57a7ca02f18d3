import * as fc from 'fast-check'
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

  it('has keys that are refused from the first such answer on, until that book is read well', () => {
    const health = new HealthRecord()
    const refused = (at: number) => ({
      ...{ ...read('positions'), at, took: null },
      trouble: { code: 'bad-keys' as const, message: 'Refused.', detail: 'Invalid apikey' },
    })
    expect(health.keysRefused).toBeNull()
    health.add(refused(1000))
    health.add(refused(2000))
    health.add({ ...read('positions', 'too-late'), at: 3000 })
    health.add({ ...read('orders'), at: 4000 })
    expect(health.keysRefused).toEqual({ book: 'positions', since: 1000, words: 'Invalid apikey' })
    health.add({ ...read('positions'), at: 5000 })
    expect(health.keysRefused).toBeNull()
  })

  it('has no times before the first answer, and then those of the latest hundred', () => {
    const health = new HealthRecord()
    health.add({ ...read('orders', 'too-late'), took: null })
    expect(health.answers()).toEqual({ p50: null, p99: null, count: 0 })
    for (let took = 1; took <= 250; took++) health.add({ ...read('orders'), took })
    expect(health.answers()).toEqual({ p50: 200, p99: 249, count: 100 })
    expect(health.read().p99).toBe(249)
  })

  const answered = (seconds: number, took: number) => ({
    ...read('orders'),
    ...{ took, at: seconds * 1000 },
  })
  /** Every so many seconds one answer, from one moment on to another. */
  const answers = (of: { from: number; to: number; each: number; took: (at: number) => number }) =>
    Array.from({ length: Math.ceil((of.to - of.from) / of.each) }, (_, index) => {
      const at = of.from + index * of.each
      return answered(at, of.took(at))
    })

  it('is slow within ten seconds of becoming so, and for so long again after it', () => {
    const health = new HealthRecord()
    const tell = (polls: ReturnType<typeof answered>[]) =>
      polls.map((poll) => (health.add(poll), health.read().isSlow))
    expect(tell(answers({ from: 0, to: 60, each: 0.4, took: () => 80 }))).not.toContain(true)
    const turned = tell(answers({ from: 62, to: 71, each: 1, took: () => 2000 }))
    expect([turned[0], turned.at(-1)]).toEqual([false, true])
    const after = tell(answers({ from: 71, to: 81, each: 0.4, took: () => 80 }))
    expect([after[0], after.at(-1)]).toEqual([true, false])
  })

  it('is slow where its few answers are, and not by the first of them', () => {
    const health = new HealthRecord()
    const seldom = answers({ from: 0, to: 60, each: 20, took: () => 4000 })
    expect(seldom.map((poll) => (health.add(poll), health.read().isSlow))).toEqual([
      ...[false, false, true],
    ])
  })

  it('changes its mind seldom, however evenly fast and slow answers come', () => {
    const property = fc.property(
      fc.array(fc.integer({ min: 0, max: 3000 }), { minLength: 100, maxLength: 300 }),
      (took) => {
        const health = new HealthRecord()
        const said = took.map((one, index) => {
          health.add(answered(index / 2, one))
          return health.read().isSlow
        })
        const settled = said.slice(20)
        const changes = settled.filter((is, index) => index > 0 && is !== settled[index - 1])
        expect(changes.length).toBeLessThanOrEqual(settled.length / 5)
      },
    )
    fc.assert(property)
  })

  it('counts no request as failed that was never sent, since the keys were locked', () => {
    const health = new HealthRecord()
    health.add({ ...read('orders', 'vault-locked'), took: null })
    expect(health.read().trouble).toMatchObject({ code: 'vault-locked' })
    expect(health.failed.count).toBe(0)
    health.add(read('orders'))
    expect(health.read().trouble).toBeNull()
    health.add({ ...read('orders', 'too-late'), took: null })
    expect(health.failed.count).toBe(1)
  })

  it('is trouble at once where the keys are refused', () => {
    const health = new HealthRecord()
    health.add(read('holdings', 'bad-keys'))
    expect(health.read().trouble).toMatchObject({ code: 'bad-keys' })
    health.add(read('funds'))
    expect(health.read().trouble).toBeNull()
  })
})
