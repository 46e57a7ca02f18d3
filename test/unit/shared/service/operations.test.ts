import { describe, expect, test } from 'vitest'
import {
  isOperation,
  operationNames,
  operations,
} from '../../../../src/shared/service/operations.ts'
import { loginAt, paramsOf } from '../../../faults/samples.ts'

test('there are seventeen operations: six place, two exit, nine read', () => {
  const kinds = operationNames.map((name) => operations[name].kind)
  expect(kinds.filter((kind) => kind === 'place')).toHaveLength(6)
  expect(kinds.filter((kind) => kind === 'exit')).toHaveLength(2)
  expect(kinds.filter((kind) => kind === 'read')).toHaveLength(9)
})

test('no name on the prototype of an object is an operation', () => {
  for (const name of ['toString', 'constructor', '__proto__', 'orderbook', ''])
    expect(isOperation(name)).toBe(false)
  expect(isOperation('OrderBook')).toBe(true)
})

/** The fields that the document requires and those that it allows, by operation. */
const documented: Record<(typeof operationNames)[number], { must: string; may: string }> = {
  PlaceMultiOrder: {
    must: 'broker strategy exchange symbol action product pricetype quantity price',
    may: 'splitorder split_quantity',
  },
  PlaceSmartOrder: {
    must: 'broker strategy exchange symbol action product pricetype quantity price position_size',
    may: 'trigger_price disclosed_quantity amo splitorder split_quantity',
  },
  PlaceMultiFOOptionsOrder: {
    must: 'broker strategy spot_symbol expiry_date action product pricetype quantity price option_type strike_int',
    may: 'offset trigger_price splitorder split_quantity',
  },
  PlaceMultiBOOrder: {
    must: 'broker strategy exchange symbol action pricetype quantity price squareoff stoploss trailing_stoploss',
    may: 'trigger_price disclosed_quantity',
  },
  PlaceCOOrder: {
    must: 'broker strategy exchange symbol action pricetype quantity price stop_price',
    may: '',
  },
  PlaceBOOrder: {
    must: 'broker strategy exchange symbol action pricetype quantity price squareoff stoploss trailing_stoploss',
    may: 'trigger_price disclosed_quantity',
  },
  CancelAllOrder: { must: 'broker', may: 'strategy' },
  SquareOffAllPosition: { must: 'broker', may: 'strategy' },
  OrderHistory: { must: 'broker order_id', may: '' },
  OrderBook: { must: 'broker', may: '' },
  TradeBook: { must: 'broker', may: '' },
  PositionBook: { must: 'broker', may: '' },
  OpenPositions: { must: 'broker', may: 'symbol exchange product' },
  AllPositions: { must: 'broker symbol exchange product', may: '' },
  Funds: { must: 'broker', may: '' },
  Holdings: { must: 'broker', may: '' },
  Profile: { must: 'broker', may: '' },
}

const values: Record<string, string> = {
  ...{ broker: 'ZE', strategy: 'S1', exchange: 'NSE', symbol: 'INFY-EQ', action: 'BUY' },
  ...{ product: 'MIS', pricetype: 'LIMIT', quantity: '10', price: '1500.05' },
  ...{ splitorder: 'YES', split_quantity: '5', position_size: '-10', trigger_price: '1499' },
  ...{ disclosed_quantity: '1', amo: 'NO', spot_symbol: 'NIFTY', expiry_date: '23FEB' },
  ...{ option_type: 'CE', strike_int: '50', offset: '-2', squareoff: '10', stoploss: '5' },
  ...{ trailing_stoploss: '1', stop_price: '1490', order_id: '1' },
}
const words = (text: string): string[] => text.split(' ').filter((word) => word !== '')
const of = (fields: readonly string[]) =>
  Object.fromEntries(fields.map((field) => [field, values[field]]))

describe.each(operationNames)('the request of %s', (name) => {
  const must = words(documented[name].must)
  const may = words(documented[name].may)
  const accepts = (data: unknown): boolean => operations[name].request.safeParse(data).success

  test('takes what is required, with and without what is optional', () => {
    expect(accepts(of(must))).toBe(true)
    expect(accepts(of([...must, ...may]))).toBe(true)
  })

  test.each(must)('does without no %s', (field) => {
    expect(accepts(of([...must, ...may].filter((other) => other !== field)))).toBe(false)
  })

  test('takes text alone, and no field of another operation', () => {
    expect(accepts({ ...of(must), unheard_of: '1' })).toBe(false)
    for (const field of [...must, ...may])
      for (const value of [1, null, true, '', ['1'], {}, `${values[field]}\n\n${'x'.repeat(200)}`])
        expect(accepts({ ...of([...must, ...may]), [field]: value }), field).toBe(false)
  })
})

test.each(operationNames)('the sample of %s in these tests is one that the table takes', (name) => {
  const params = paramsOf(loginAt('http://127.0.0.1:1'))[name]
  const fields = 'orders' in params ? params.orders[0]!.params : params
  expect(operations[name].request.safeParse({ ...fields, broker: 'ZE' }).success).toBe(true)
})

test('a position in one symbol needs its exchange and product', () => {
  const { request } = operations.OpenPositions
  expect(request.safeParse(of(['broker', 'symbol', 'exchange', 'product'])).success).toBe(true)
  const alone = request.safeParse(of(['broker', 'symbol']))
  expect(alone.error?.issues.map(({ path }) => path)).toEqual([['exchange'], ['product']])
})
