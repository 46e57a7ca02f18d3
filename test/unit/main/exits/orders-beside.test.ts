import { expect, it } from 'vitest'
import { OrdersBeside } from '../../../../src/main/exits/orders-beside.ts'
import type { Row } from '../../../../src/shared/core/patch.ts'

const sell = (time: string, more: Row = {}): Row => ({
  ...{ exchange: 'NSE', symbol: 'SBIN-EQ', product: 'MIS', action: 'SELL' },
  ...{ orderentrytime: `Nov 24 2026 ${time}`, ...more },
})

const known = new OrdersBeside([sell('10:20:05'), sell('10:30'), sell('', { symbol: 'TCS-EQ' })])

it.each<[string, Row, boolean]>([
  ['in the same second', sell('10:20:05'), true],
  ['ten seconds before', sell('10:19:55'), true],
  ['eleven seconds before', sell('10:19:54'), false],
  ['a second later', sell('10:20:06'), false],
  ['at no known time', sell(''), false],
  ['in the same minute, where none tells seconds', sell('10:30'), false],
  ['in the same second, on the other side', sell('10:20:05', { action: 'BUY' }), false],
  ['in the same second, of another one', sell('10:20:05', { symbol: 'TCS-EQ' }), false],
])('an order has a later one beside it that was entered %s: %o', (_, row, has) => {
  expect(known.hasLater(row)).toBe(has)
})
