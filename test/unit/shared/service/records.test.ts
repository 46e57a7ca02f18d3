import { describe, expect, test } from 'vitest'
import {
  FundsRecord,
  HoldingRecord,
  OrderRecord,
  PlacementResult,
  PositionRecord,
  ProfileRecord,
  TradeRecord,
} from '../../../../src/shared/service/records.ts'
import { operationNames, operations } from '../../../../src/shared/service/operations.ts'
import { sampleRecords } from '../../../faults/samples.ts'

test.each(operationNames)('the documented record of %s is read with all of its fields', (name) => {
  const record = operations[name].record.parse(sampleRecords[name]) as Record<string, unknown>
  const documented = Object.keys(sampleRecords[name]).map((field) => field.toLowerCase())
  expect(
    Object.keys(record)
      .map((field) => field.toLowerCase())
      .sort(),
  ).toEqual(documented.sort())
})

test.each(operationNames)('a row of %s is read as its schema reads it', (name) => {
  const { record } = operations[name]
  const sample = sampleRecords[name]
  expect(record.readRow(sample)).toEqual(record.parse(sample))
  for (const wrong of [null, [], 'none', {}, { ...sample, order_id: {}, orderid: {}, symbol: {} }])
    expect(record.readRow(wrong)).toEqual(record.safeParse(wrong).data)
})

describe('a number', () => {
  const price = (value: unknown) =>
    OrderRecord.safeParse({ symbol: 'A', order_id: '1', price: value })

  test.each([
    [1.5, 1.5],
    [0, 0],
    ['0', 0],
    ['0.00', 0],
    ['1500.50', 1500.5],
    [' 7 ', 7],
    ['-3', -3],
    ['+3', 3],
    ['12,34,567.50', 1234567.5],
    ['1e3', 1000],
    ['.5', 0.5],
  ])('%j is %d', (wire, number) => {
    expect(price(wire).data?.price).toBe(number)
  })

  test.each([null, undefined, '', ' ', 'NA', 'na', 'N/A', 'NaN', 'null', 'None', 'nil', '-', '--'])(
    '%j is none, not 0',
    (wire) => {
      expect(price(wire).data?.price).toBeNull()
    },
  )

  test.each(['abc', '1.2.3', '0x10', '1 2', '₹5', true, [], {}, '1e999'])(
    '%j is no number, so that its row is unreadable',
    (wire) => {
      expect(price(wire).success).toBe(false)
    },
  )
})

describe('an identity', () => {
  const orderid = (value: unknown) => PlacementResult.safeParse({ broker: 'ZE', orderid: value })

  test.each([
    ['230112000012345', '230112000012345'],
    [123456789, '123456789'],
    ['A-1', 'A-1'],
  ])('%j is %j', (wire, id) => {
    expect(orderid(wire).data?.orderid).toBe(id)
  })

  test.each([null, undefined, '', ' ', 'NA', 'null', '-', '0', '000', 0, -1, 1.5, true, {}, ['1']])(
    '%j is none',
    (wire) => {
      expect(orderid(wire).success).toBe(false)
    },
  )

  test('that a JSON number cannot hold exactly is none', () => {
    expect(orderid(JSON.parse('1234567890123456789')).success).toBe(false)
  })
})

describe('names of fields', () => {
  test('are known in any case, the exact one first', () => {
    expect(OrderRecord.parse({ symbol: 'A', order_id: '1', Ret: 'DAY' })).toMatchObject({
      ret: 'DAY',
    })
    expect(OrderRecord.parse({ SYMBOL: 'A', ORDER_ID: '1', ret: 'IOC', Ret: 'DAY' })).toMatchObject(
      {
        symbol: 'A',
        order_id: '1',
        ret: 'IOC',
      },
    )
    expect(HoldingRecord.parse({ symbol: 'A', pl: 5 })).toMatchObject({ PL: 5 })
  })

  test('of an order identifier differ between results and records', () => {
    expect(PlacementResult.parse({ order_id: '7' })).toMatchObject({ orderid: '7' })
    expect(OrderRecord.parse({ symbol: 'A', orderid: '7' })).toMatchObject({ order_id: '7' })
  })

  test('of a sale tell of its units without a sign, as its action does', () => {
    const of = { symbol: 'A', order_id: '1', action: 'SELL', quantity: -100, fillshares: '-40' }
    expect(OrderRecord.parse(of)).toMatchObject({ quantity: 100, fillshares: 40 })
    expect(TradeRecord.parse(of)).toMatchObject({ quantity: 100 })
  })

  test.each([OrderRecord, PositionRecord, TradeRecord, HoldingRecord])(
    'that name a symbol are read without the blanks that fill it up',
    (record) => {
      expect(record.parse({ symbol: ' SBIN-EQ  ', order_id: '7' })).toMatchObject({
        symbol: 'SBIN-EQ',
      })
    },
  )

  test('that nobody knows are kept with what they hold', () => {
    const strange = { symbol: 'A', x_route: 'B2', x_audit: { hops: [1] } }
    expect(PositionRecord.parse(strange)).toMatchObject(strange)
  })

  test('of the language itself change nothing', () => {
    const row = JSON.parse('{"symbol":"A","__proto__":{"bqty":9},"constructor":1}') as unknown
    const read = PositionRecord.parse(row)
    expect(read.bqty).toBeNull()
    expect(Object.getPrototypeOf(read)).toBe(Object.prototype)
  })
})

test('a record that says nothing holds null for every number', () => {
  expect(new Set(Object.values(FundsRecord.parse({})))).toEqual(new Set([null]))
})

test('codes are read from a list or from text', () => {
  expect(ProfileRecord.parse({ exarr: ['NSE', ' NFO ', '', 7], prarr: 'CNC, MIS' })).toMatchObject({
    exarr: ['NSE', 'NFO'],
    prarr: ['CNC', 'MIS'],
  })
  expect(ProfileRecord.parse({ exarr: null })).toMatchObject({ exarr: [], prarr: [] })
})

test('a field that comes twice under two cases takes no other field’s place', () => {
  const twice = { symbol: 'INFY-EQ', Ret: 'DAY', RET: 'DAY', rET: 'DAY' }
  expect(OrderRecord.safeParse(twice).success).toBe(false)
  expect(OrderRecord.safeParse({ ...twice, order_id: '1' }).success).toBe(true)
})

test.each([
  ['1,050', 1050],
  ['1,05,000.50', 105_000.5],
  ['-12,34,567', -1_234_567],
  ['1,234,567', 1_234_567],
  ['1050.00', 1050],
])('commas group the digits of %s', (written, netqty) => {
  const row = { symbol: 'INFY', exchange: 'NSE', product: 'MIS', netqty: written }
  expect(PositionRecord.parse(row)).toMatchObject({ netqty })
})

test.each(['1050,00', '1510,5', '100,75', '1,0,5', ',5', '1,05', '0,500', '-0,500'])(
  'a comma that groups nothing makes %s no number, and the row unreadable',
  (written) => {
    const row = { symbol: 'INFY', exchange: 'NSE', product: 'MIS', netqty: written }
    expect(PositionRecord.safeParse(row).success).toBe(false)
  },
)
