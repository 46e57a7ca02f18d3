import { describe, expect, it } from 'vitest'
import type { OrderRecord } from '../../../../src/shared/service/records.ts'
import type { SentPart } from '../../../../src/renderer/books/book-additions.ts'
import {
  averageFill,
  filledOf,
  groupOrderTitle,
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
      { quantity: 50, fillshares: 0, avgprc: 0, status: 'open' },
    )
    expect(filledOf(some).text).toBe('400 / 550')
    expect(averageFill(some).text).toBe('13.00')
  })

  it('is of one instrument by its name, whatever each broker writes', () => {
    const some = rows(
      { symbol: 'RELIANCE', quantity: 100, fillshares: 100, avgprc: 10 },
      { symbol: 'RELIANCE-EQ', quantity: 100, fillshares: 100, avgprc: 20 },
    )
    expect(filledOf(some)).toEqual({ text: '' })
    expect(filledOf(some, () => 'RELIANCE').text).toBe('200 / 200')
    expect(averageFill(some, () => 'RELIANCE').text).toBe('15.00')
  })

  it('counts each order of two accounts with one login, and each of them once', () => {
    const [own, other] = rows(
      { order_id: '1', quantity: 100, fillshares: 100, avgprc: 10 },
      { order_id: '2', quantity: 100, fillshares: 0, status: 'open', avgprc: 0 },
    ) as [OwnedRow<OrderRecord>, OwnedRow<OrderRecord>]
    const sharing = { ...other, account: { ...other.account, login: own.account.login } }
    const shownTwice = { ...sharing, id: 'a1/2', record: { ...own.record, order_id: ' 1' } }
    for (const some of [
      [own, sharing],
      [own, sharing, shownTwice],
    ]) {
      expect(filledOf(some).text).toBe('100 / 200')
      expect(statesOf(some).text).toBe('1 open · 1 complete')
      expect(averageFill(some).text).toBe('10.00')
    }
  })

  it('counts an order once that its book has twice, and knows of it what both rows say', () => {
    const twice = (first: Partial<OrderRecord>, second: Partial<OrderRecord>) => {
      const [one, other] = rows(first, { ...first, ...second }) as [
        OwnedRow<OrderRecord>,
        OwnedRow<OrderRecord>,
      ]
      return [one, { ...other, account: one.account }]
    }
    const whole = { order_id: '9', quantity: 100, fillshares: 100, avgprc: 10 }
    const same = twice(whole, { order_id: ' 09' })
    expect(filledOf(same).text).toBe('100 / 100')
    expect(statesOf(same).text).toBe('1 complete')
    expect(averageFill(same).text).toBe('10.00')
    const other = twice(whole, { status: 'open', fillshares: 40 })
    expect(filledOf(other)).toMatchObject({ text: '– / 100 ?', tip: expect.stringMatching(/A0$/) })
    expect(statesOf(other).text).toBe('1 unknown')
    expect(averageFill(other).text).toBe('–')
    // Letters of another case are another order.
    const apart = twice({ ...whole, order_id: 'a9' }, { order_id: 'A9' })
    expect(filledOf(apart).text).toBe('200 / 200')
  })

  it('never takes an unknown fill for none', () => {
    const some = rows(
      { quantity: 100, fillshares: 100 },
      { quantity: 100, fillshares: null, status: 'open' },
    )
    expect(filledOf(some)).toMatchObject({ text: '100 / 200 ?', tip: expect.stringMatching(/A1$/) })
    expect(averageFill(some).text).toBe('–')
  })

  it('believes neither a zero beside a word that says filled, nor a part twice', () => {
    const odd = { quantity: 100, fillshares: 0, status: 'complete' }
    expect(filledOf(rows({ quantity: 100, fillshares: 100 }, odd)).text).toBe('100 / 200 ?')
    expect(filledOf(rows({ quantity: 100, fillshares: null })).text).toBe('100 / 100')
    expect(
      filledOf(rows({ quantity: 9, fillshares: 9, order_id: '1', parentorderid: '1' })).text,
    ).toBe('9 / 9')
    const [whole, slice] = rows(
      { order_id: '1', quantity: 100, fillshares: 50, status: 'open' },
      { order_id: '2', parentorderid: '1', quantity: 50, fillshares: 50 },
    ) as [OwnedRow<OrderRecord>, OwnedRow<OrderRecord>]
    const both = [whole, { ...slice, account: whole.account }]
    expect(filledOf(both)).toMatchObject({
      text: '100 / 150 ?',
      tip: 'Some of these orders are parts of others here, and may count twice',
    })
  })

  it('is called by what it is of, by both sides where it has both', () => {
    expect(groupOrderTitle(rows({}, {}))).toBe('BUY INFY-EQ')
    expect(groupOrderTitle(rows({ action: 'SELL' }, { action: 'BUY' }))).toBe('BUY · SELL INFY-EQ')
    expect(groupOrderTitle(rows({}, { symbol: 'SBIN-EQ' }))).toBe('2 symbols')
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
      part('Anita', { order: 'a/1', became: 'seen in no book' }),
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
