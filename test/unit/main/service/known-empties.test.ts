import { describe, expect, it } from 'vitest'
import { rowEndsOf, rowsOf } from '../../../../src/main/service/reply.ts'
import type { ReadOperation } from '../../../../src/shared/service/operations.ts'

const read = (name: ReadOperation, body: unknown, status = 200) =>
  rowsOf(name, { status, bytes: Buffer.from(JSON.stringify(body)) })
const said = (error_msg: string, more: object = {}) => ({ status: 'error', error_msg, ...more })
const empty = { ok: true, value: [] }

describe('An error that says of a book that it is empty', () => {
  it.each<[ReadOperation, string]>([
    ['OrderBook', 'Error Occurred : 5 "no data"'],
    ['PositionBook', 'Error Occurred : 5 {"no data"}'],
    ['PositionBook', 'No Data'],
    ['OrderBook', 'no data found.'],
    ['PositionBook', 'No positions'],
    ['PositionBook', 'No open positions found'],
    ['OrderBook', 'No orders found'],
    ['TradeBook', 'No trades found'],
    ['Holdings', 'No holdings available'],
  ])('is an empty %s: %s', (name, words) => {
    expect(read(name, said(words))).toEqual(empty)
    expect(read(name, { status: 'success', data: words })).toEqual(empty)
    expect(read(name, [said(words, { data: null, error_type: 'E' })], 404)).toEqual(empty)
  })

  it.each<[ReadOperation, string]>([
    ['PositionBook', 'No data received from the broker'],
    ['PositionBook', 'No orders found'],
    ['OrderBook', 'No positions'],
    ['OrderBook', 'No session'],
    ['OrderBook', 'Error Occurred : 2 "no data"'],
    ['Funds', 'No data'],
    ['OrderHistory', 'No data'],
  ])('is one of %s in no other words: %s', (name, words) => {
    expect(read(name, said(words))).toMatchObject({ ok: false })
  })

  it('is none beside rows, beside another answer, or with another HTTP status', () => {
    const row = { order_id: '1', symbol: 'INFY-EQ', status: 'open' }
    const no = said('No data')
    expect(read('OrderBook', { ...no, data: [row] })).toMatchObject({ ok: false })
    const bytes = Buffer.from(JSON.stringify({ ...no, data: [row] }))
    expect(rowEndsOf('OrderBook', { status: 200, bytes })).toBeUndefined()
    expect(read('OrderBook', [{ status: 'success', data: [row] }, no])).toMatchObject({ ok: false })
    for (const status of [202, 401, 403, 429, 500, 502])
      expect(read('OrderBook', no, status)).toMatchObject({ ok: false })
  })
})
