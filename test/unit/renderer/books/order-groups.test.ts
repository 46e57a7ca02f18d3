import { describe, expect, it } from 'vitest'
import type { OrderRecord } from '../../../../src/shared/service/records.ts'
import type { SentPart } from '../../../../src/renderer/books/book-additions.ts'
import {
  averageFill,
  filledOf,
  statesOf,
  unseenOf,
} from '../../../../src/renderer/books/order-groups.ts'
import type { OwnedRow } from '../../../../src/renderer/books/owned-rows.ts'
import { account } from '../memory-desk.ts'
import { order } from '../records.ts'

const rows = (...some: Partial<OrderRecord>[]): OwnedRow<OrderRecord>[] =>
  some.map((more, at) => ({
    id: `a${at}/1`,
    account: account(`a${at}`),
    record: order(more),
    isKept: false,
  }))

describe('the line of a group order', () => {
  it('says how many are in which state, the worst first', () => {
    const some = rows({ status: 'complete' }, { status: 'rejected' }, { status: 'complete' })
    expect(statesOf(some).text).toBe('1 rejected · 2 complete')
  })

  it('says what is filled of the total, at what average', () => {
    const some = rows(
      { quantity: 100, fillshares: 100, avgprc: 10 },
      { quantity: 400, fillshares: 300, avgprc: 14 },
      { quantity: 50, fillshares: 0, avgprc: 0 },
    )
    expect(filledOf(some).text).toBe('400 / 550')
    expect(averageFill(some).text).toBe('13.00')
  })

  it('never takes an unknown fill for none', () => {
    const some = rows({ quantity: 100, fillshares: 100 }, { quantity: 100, fillshares: null })
    expect(filledOf(some)).toMatchObject({ text: '100 / 200 ?', tip: expect.stringMatching(/A1$/) })
    expect(averageFill(some).text).toBe('–')
  })

  it('adds up nothing that is not for the same', () => {
    expect(filledOf(rows({}, { action: 'SELL' })).text).toBe('')
    expect(averageFill(rows({}, { symbol: 'SBIN-EQ' })).text).toBe('')
  })

  it('says what was sent with it and is in no book, what may be there before what is not', () => {
    const part = (name: string, more: Partial<SentPart>): SentPart => ({
      account: name,
      name,
      order: null,
      became: 'in doubt',
      isAbsent: false,
      ...more,
    })
    const sent = [
      part('Anita', { order: 'a/1', became: 'not in the book' }),
      part('Bala', { became: 'refused', isAbsent: true }),
      part('Chitra', {}),
    ]
    const unseen = unseenOf(sent, (key) => key === 'a/1')
    expect(unseen).toEqual({
      text: '1 in doubt, 1 refused',
      tip: 'In doubt: Chitra. Refused: Bala',
      isPartial: true,
    })
    expect(unseenOf(sent.slice(0, 2), () => true)?.isPartial).toBe(false)
    expect(unseenOf(sent.slice(0, 1), () => true)).toBeNull()
  })
})
