import { describe, expect, it } from 'vitest'
import type { Ticket } from '../../../../../src/shared/orders/tickets.ts'
import {
  alikeKey,
  alikeOnes,
  alikeText,
  ownUnits,
} from '../../../../../src/renderer/orders/ticket/alike.ts'
import { regular } from '../../intents.ts'

const far = (percent: string, last: string) =>
  `820.00 is ${percent} % above the last price of ${last}, more than 10 %.`

const keyOf = (message: string, ticket?: Ticket): string => alikeKey({ message, ticket })

describe('sentences about several accounts', () => {
  it('are alike where they differ in figures of money alone, and are one then, with the range of each', () => {
    const each = [far('374.3', '172.89'), far('368.3', '175.12'), far('370.9', '1,74,012.00')]
    expect(new Set(each.map((message) => keyOf(message))).size).toBe(1)
    expect(alikeText(each)).toBe(
      '820.00 is 368.3 to 374.3 % above the last price of 172.89 to 1,74,012.00, more than 10 %.',
    )
    expect(alikeText([far('1', '2.00'), far('1', '2.00')])).toBe(far('1', '2.00'))
  })

  it('are not alike where a symbol, a strike, a day, a count, a time, a side of zero or a word differs', () => {
    const pairs = [
      ['NIFTY24NOV26F is not traded.', 'NIFTY31DEC26F is not traded.'],
      ['NIFTY 24 NOV 26000 CE is not traded.', 'NIFTY 24 NOV 26200 CE is not traded.'],
      ['NIFTY 24 NOV CE 26000 is not traded.', 'NIFTY 24 NOV CE 26200 is not traded.'],
      ['NIFTY 24 NOV 26000 CE is not traded.', 'NIFTY 25 NOV 26000 CE is not traded.'],
      ['USDINR 24 NOV 83.25 CE is old.', 'USDINR 24 NOV 83.50 CE is old.'],
      ['USDINR 24 NOV PE 83.25 is old.', 'USDINR 24 NOV PE 83.50 is old.'],
      ['It buys the 26,000 CE of 24NOV26.', 'It buys the 26,200 CE of 24NOV26.'],
      ['This makes 40 orders.', 'This makes 60 orders.'],
      ['It closes at 15:30.', 'It closes at 17:00.'],
      ['It would be −5.00 then.', 'It would be +5.00 then.'],
      ['NSE is closed.', 'BSE is closed.'],
    ] as const
    for (const [one, other] of pairs) expect(keyOf(one)).not.toBe(keyOf(other))
  })

  it('are not alike with figures of two instruments, whose range says nothing of either', () => {
    const at = (account: string, symbol: string) => regular({ account, symbol })
    const [one, other] = [far('12.0', '1,500.00'), far('14.5', '820.05')]
    expect(keyOf(one, at('a', 'INFY-EQ'))).toBe(keyOf(other, at('b', 'infy-eq')))
    expect(keyOf(one, at('a', 'INFY-EQ'))).not.toBe(keyOf(other, at('a', 'SBIN-EQ')))
    const closed = 'NSE is closed.'
    expect(keyOf(closed, at('a', 'INFY-EQ'))).toBe(keyOf(closed, at('a', 'SBIN-EQ')))
  })

  describe('that differ in units as well', () => {
    const said = (message: string, symbol = 'INFY', code = 'exit') => ({ code, message, symbol })
    const together = (...some: ReturnType<typeof said>[]) =>
      [...alikeOnes(some, ({ message, symbol }) => ({ message, ticket: regular({ symbol }) }))].map(
        ([, all]) => all.map((one) => some.indexOf(one)),
      )
    const around = (works: string, held: string) =>
      `Orders that buy ${works} work already, and ${held} INFY MIS is held.`

    it('are together, and each is named with those of its own', () => {
      const each = [around('10', '−20'), around('10', '−1,500'), around('10', '−40')]
      expect(together(...each.map((message) => said(message)))).toEqual([[0, 1, 2]])
      expect(ownUnits(each)).toEqual(['−20', '−1,500', '−40'])
      expect(alikeText(each)).toBe(around('10', '−1,500 to −20'))
      expect(ownUnits([around('10', '−20'), around('30', '−40')])).toEqual([
        '10 and −20',
        '30 and −40',
      ])
      expect(ownUnits([around('10', '−20'), around('10', '−20')])).toEqual(['', ''])
      expect(ownUnits([far('1', '2.00'), far('3', '4.00')])).toEqual(['', ''])
    })

    it('are apart where they are of two instruments, of two kinds, or differ in more', () => {
      const one = around('10', '−20')
      const other = around('10', '−40')
      expect(together(said(one), said(other, 'SBIN'))).toEqual([[0], [1]])
      expect(together(said(one), said(other, 'INFY', 'lot'))).toEqual([[0], [1]])
      expect(together(said(one), said(other.replace('buy', 'sell')))).toEqual([[0], [1]])
      const pairs = [
        ['It is for 24 NOV.', 'It is for 25 NOV.'],
        ['It is the 26,000 CE.', 'It is the 26,200 CE.'],
        ['It closes at 15:30.', 'It closes at 17:00.'],
        ['It is order 260101000123.', 'It is order 260101000124.'],
        ['It is NIFTY24NOV26F.', 'It is NIFTY31DEC26F.'],
      ] as const
      for (const [a, b] of pairs) expect(together(said(a), said(b))).toEqual([[0], [1]])
    })

    it('stay together over instruments where they are the very same', () => {
      const old = 'The book is 6 s old.'
      expect(together(said(old), said(old, 'SBIN'), said('The book is 7 s old.'))).toEqual([
        [0, 1],
        [2],
      ])
    })
  })
})
