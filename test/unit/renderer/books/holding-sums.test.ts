import { describe, expect, it } from 'vitest'
import {
  heldDifference,
  heldFigures,
  heldSum,
  heldText,
  heldTotal,
} from '../../../../src/renderer/books/holding-sums.ts'
import type { OwnedRow } from '../../../../src/renderer/books/owned-rows.ts'
import { repeatedHoldings } from '../../../../src/renderer/books/repeated-holdings.ts'
import { formatAmount } from '../../../../src/renderer/components/amounts.ts'
import { investedIn, worthOfHolding } from '../../../../src/shared/pnl/holdings.ts'
import type { HoldingRecord } from '../../../../src/shared/service/records.ts'
import { account } from '../memory-desk.ts'
import { holding } from '../records.ts'

const main = account('main')
const rowsOf = (records: readonly HoldingRecord[]): OwnedRow<HoldingRecord>[] =>
  records.map((record, at) => ({ id: `main/${at}`, account: main, record, isKept: false }))

const tcs = (more: Partial<HoldingRecord> = {}): HoldingRecord =>
  holding({
    ...{
      symbol: 'TCS-EQ',
      isin: 'INE467B01029',
      holdqty: 10,
      btst_qty: 0,
      average_price: 3000,
      ltp: 3100,
    },
    ...{ invest_val: 30_000, hld_val: 31_000, PL: 1000, ...more },
  })
const none = new Set<HoldingRecord>()

describe('a holding that its book may have twice', () => {
  it.each([
    ['the same row', tcs()],
    ['a row of another answer', tcs({ holdqty: 8 })],
    ['as much of it at another exchange', tcs({ exchange: 'BSE', symbol: 'TCS', ltp: 3101 })],
    ['as much of it without its number', tcs({ exchange: 'BSE', isin: '' })],
    ['as much of it without what was bought lately', tcs({ exchange: 'BSE', btst_qty: null })],
    ['as much of it without its product', tcs({ exchange: 'BSE', product: '' })],
  ])('has no figure for a sum: %s', (_, other) => {
    const records = [tcs(), other, holding()]
    const twice = repeatedHoldings(records)
    expect([...twice]).toEqual(records.slice(0, 2))
    for (const figure of Object.values(heldFigures))
      expect(heldSum(rowsOf(records), twice, figure)).toEqual({
        value: figure.known(holding()),
        partial: true,
      })
  })

  it.each([
    ['another share', tcs({ isin: 'INE009A01021' })],
    ['other units at another exchange', tcs({ exchange: 'BSE', holdqty: 5 })],
    ['what is pledged', tcs({ coll_type: 'C' })],
    ['what was bought lately', tcs({ holdtype: 'T1' })],
    ['another product', tcs({ product: 'MTF' })],
  ])('is not %s', (_, other) => {
    expect(repeatedHoldings([tcs(), other]).size).toBe(0)
  })

  it('is none where nothing is held', () => {
    const nothing = tcs({ holdqty: 0 })
    expect(repeatedHoldings([nothing, { ...nothing, exchange: 'BSE' }]).size).toBe(0)
  })
})

it.each([
  ['as it is', {}],
  ['with charges in what was paid', { invest_val: 30_150, PL: 850 }],
  ['at the last price of another minute', { hld_val: 31_200, PL: 1200 }],
  ['with what was bought lately', { btst_qty: 5, invest_val: 45_000, hld_val: 46_500, PL: 1500 }],
  ['bought lately alone', { holdqty: 0, btst_qty: 10 }],
  ['pledged alone', { holdqty: 0, coll_qty: 10 }],
])('a holding %s has amounts that its quantity comes to', (_, more) => {
  const record = tcs(more)
  expect([investedIn(record).state, worthOfHolding(record).state]).toEqual(['same', 'same'])
  for (const figure of [heldFigures.invested, heldFigures.value])
    expect(heldDifference(rowsOf([record]), none, figure)).toBeNull()
})

it('an amount that is far from quantity times price is marked, in its row and in sums', () => {
  const records = [tcs({ invest_val: 0.3 }), holding()]
  expect(heldText(investedIn(records[0]!), formatAmount)).toBe('≠ 0.30')
  const total = heldTotal(heldFigures.invested, { repeated: () => none, text: formatAmount })
  expect(total(rowsOf(records))).toMatchObject({
    text: '61,240.30 ≠ 91,240.00',
    tip: 'The service’s figures sum to ₹61,240.30, and by quantities and prices it is ₹91,240.00. One holding differs, with a ≠ in Holdings.',
  })
  const split = tcs({ holdqty: 20, ltp: 1550 })
  expect(investedIn(split).state).toBe('differs')
})

it('a zero of shares that are held is none, and what is reckoned with it is not known', () => {
  const total = heldTotal(heldFigures.invested, { repeated: () => none, text: formatAmount })
  const zero = tcs({ invest_val: 0, hld_val: 0 })
  expect(total(rowsOf([zero]))).toMatchObject({ text: '–', value: null })
  expect(total(rowsOf([zero, holding()])).text).toBe('61,240.00 ?')
  expect(heldText(investedIn(zero), formatAmount)).toBe('0.00 ?')
  const { gain } = heldFigures
  expect(gain.known(tcs({ ltp: 0, hld_val: 0, PL: -30_000 }))).toBeNull()
  expect(gain.known(tcs({ average_price: 0, invest_val: 0, PL: 31_000 }))).toBeNull()
  const lately = { holdqty: 0, btst_qty: 10, invest_val: 0, hld_val: 0, PL: 0 }
  expect(gain.known(tcs(lately))).toBeNull()
  for (const known of [{}, { ltp: 0 }, { average_price: 0 }, { ltp: 3000, PL: 0 }])
    expect(gain.known(tcs(known))).not.toBeNull()
  const sold = tcs({ holdqty: 0, invest_val: 0, hld_val: 0, PL: 0 })
  for (const figure of Object.values(heldFigures)) expect(figure.known(sold)).toBe(0)
})
