import { describe, expect, test } from 'vitest'
import { atOnce } from '../../../../src/main/core/turns.ts'
import { readRecord, recordsInSteps, rowsOf } from '../../../../src/main/service/reply.ts'
import {
  operationNames,
  operations,
  type ReadOperation,
} from '../../../../src/shared/service/operations.ts'
import { sampleAnswer, sampleRecords } from '../../../faults/samples.ts'

const reads = operationNames.filter((name) => operations[name].kind === 'read') as ReadOperation[]
const manies = reads.filter((name) => operations[name].holds === 'many')
const ones = reads.filter((name) => operations[name].holds === 'one')

const rows = (name: ReadOperation, body: unknown, status = 200) =>
  rowsOf(name, {
    status,
    bytes: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)),
  })
const success = (data: unknown, word = 'success') => ({ status: word, data })
const error = { status: 'error', error_msg: 'Token does not exist', error_type: 'E' }

describe.each(reads)('%s', (name) => {
  const record = sampleRecords[name]

  test('is read in its documented form', () => {
    expect(rows(name, sampleAnswer(name))).toEqual({ ok: true, value: [record] })
    expect(atOnce(recordsInSteps(name, [record]))).toMatchObject({ records: [{}], unreadable: [] })
  })

  test('is read in every other form of one record', () => {
    for (const body of [
      success(record),
      success([record]),
      success([[record]]),
      [success(record)],
      [success([record])],
      [[success([record])]],
      success(record, 'SUCCESS'),
      success(record, ' Success '),
      { ...success(record), more: 1 },
    ])
      expect(rows(name, body)).toEqual({ ok: true, value: [record] })
  })

  test('fails as a whole where an error stands anywhere, with what the service said', () => {
    for (const body of [
      error,
      [error],
      [success(record), error],
      [success(record), [error]],
      { error_msg: 'Token does not exist' },
      { ...error, status: 'Error', data: [record] },
    ])
      expect(rows(name, body)).toMatchObject({
        ok: false,
        error: { code: 'refused', detail: 'Token does not exist' },
      })
  })

  test('is unreadable where nothing of the documented is there', () => {
    for (const body of [
      'plain text',
      '42',
      'true',
      '{}',
      '[{}]',
      { data: [record] },
      { status: 'ok', data: [record] },
      { status: 'success' },
      [record],
      [success(record), record],
      success(42),
      success(true),
      success('Please log in'),
    ])
      expect(rows(name, body)).toMatchObject({ ok: false, error: { code: 'unreadable' } })
  })

  test('is no answer when the service failed, whatever it says besides', () => {
    for (const status of [500, 502, 503, 504])
      for (const body of [sampleAnswer(name), '', '<h1>Oops</h1>'])
        expect(rows(name, body, status)).toMatchObject({ ok: false, error: { code: 'no-answer' } })
  })
})

describe.each(manies)('%s', (name) => {
  const record = sampleRecords[name]

  test('is an empty list where the service says none', () => {
    for (const none of [null, '', ' ', [], [[]], {}, { list: [] }])
      expect(rows(name, success(none))).toEqual({ ok: true, value: [] })
    expect(rows(name, [])).toEqual({ ok: true, value: [] })
  })

  test('is no list at all where a word stands for it', () => {
    for (const word of ['NA', 'n/a', 'null', 'None', '-', '--'])
      expect(rows(name, success(word))).toMatchObject({
        ok: false,
        error: { code: 'unreadable', detail: word },
      })
    // The same where it is not even JSON.
    for (const bare of ['NA', 'N/A', 'None'])
      expect(rows(name, `{"status":"success","data":${bare}}`)).toMatchObject({
        ok: false,
        error: { code: 'unreadable' },
      })
  })

  test('is found in lists inside an object, at any usual depth', () => {
    for (const data of [
      { list: [record, record] },
      { total: '12', list: [record, record], more: null },
      { one: [record], other: [record] },
      { inner: { list: [record, record] } },
      { first: record, second: record },
    ])
      expect(rows(name, success(data))).toEqual({ ok: true, value: [record, record] })
  })

  test('keeps and counts what is no record inside an object, too', () => {
    const { symbol: _, order_id: _id, ...nameless } = record as Record<string, unknown>
    for (const [data, none] of [
      [
        { a: record, b: { ...nameless, symbol: null } },
        { ...nameless, symbol: null },
      ],
      [{ a: [record], b: ['cut here', {}] }, 'cut here'],
      [{ list: [record, null] }, null],
      [{ inner: { list: [record], other: [null, record] } }, null],
    ] as const) {
      const raw = rows(name, success(data))
      if (!raw.ok) throw new Error('expected rows')
      const read = atOnce(recordsInSteps(name, raw.value))
      expect(read.records.length, JSON.stringify(data)).toBeGreaterThan(0)
      expect(read.unreadable).toContainEqual(none)
    }
  })

  test('is only a part of itself where the list of one exchange or state cannot be had', () => {
    const part = { ok: false, error: { message: 'Only a part of the book came.' } }
    for (const data of [
      { NSE: [record], NFO: 'Segment not available' },
      { MIS: [record], NRML: 'RMS timeout' },
      { long: [record], short: 'timeout' },
      { NSE: [], NFO: 'RMS timeout' },
      { NSE: [], NFO: { code: 500 } },
      { nse_fo: { message: 'RMS timeout' }, nse_cm: [record] },
      { open: 'timeout', complete: [record] },
      { result: { open: 'timeout', complete: [record] } },
    ])
      expect(rows(name, success(data)), JSON.stringify(data)).toMatchObject(part)
    for (const data of [
      { NSE: [record], NFO: null },
      { NSE: [record], NFO: [] },
      { NSE: [record], NFO: {} },
      { NSE: [record], NFO: false },
      { equity: [record], commodity: 'NA' },
      { equity: [record], cash: '1200.50' },
      { NSE: [record], NFO: { status: 'success', data: null } },
      { NSE: { list: [record], count: 1 }, NFO: { count: 0 } },
      { open: [record], complete: true },
      // Of one order no history is none that could be empty.
      ...(name === 'OrderHistory' ? [] : [{ NSE: [record], NFO: 'No data' }]),
      { complete: [record], open: 0, message: 'Fetched', columns: ['symbol'] },
      { orders: [record], open: true, asOf: '10:15' },
      { orders: [record], trades: 'see TradeBook' },
    ])
      expect(rows(name, success(data)), JSON.stringify(data)).toEqual({ ok: true, value: [record] })
  })

  test('keeps and counts what is no record, and shows the rest', () => {
    const data = [record, null, 'text', 7, {}, { exchange: 'NSE' }, record]
    const raw = rows(name, success(data))
    if (!raw.ok) throw new Error('expected rows')
    const read = atOnce(recordsInSteps(name, raw.value))
    expect(read.records).toHaveLength(2)
    expect(read.unreadable).toEqual([null, 'text', 7, {}, { exchange: 'NSE' }])
  })

  test('keeps a record without its identity, whatever else is in it', () => {
    const { symbol: _, order_id: _id, ...nameless } = record as Record<string, unknown>
    for (const data of [nameless, { ...nameless, tags: [] }, { ...nameless, more: {} }]) {
      const raw = rows(name, success(data))
      expect(raw).toEqual({ ok: true, value: [data] })
      expect(atOnce(recordsInSteps(name, [data]))).toEqual({ records: [], unreadable: [data] })
    }
  })

  test('takes the rows of all its envelopes', () => {
    expect(rows(name, [success([record]), success(null), success([record])])).toEqual({
      ok: true,
      value: [record, record],
    })
  })
})

describe.each(ones)('%s', (name) => {
  test('fails with the words of an error that stands in its record', () => {
    const record = sampleRecords[name]
    for (const more of [{ error: 'Session expired' }, { meta: { errors: ['Session expired'] } }])
      expect(rows(name, success({ ...record, ...more }))).toMatchObject({
        ok: false,
        error: { detail: 'Session expired' },
      })
    const well = { ...record, error: '', error_msg: 'SUCCESS' }
    expect(rows(name, success(well))).toEqual({ ok: true, value: [well] })
  })

  test('is unreadable where there is not exactly one record of its own', () => {
    const record = sampleRecords[name]
    for (const data of [null, '', 'NA', [], [record, record], {}, { strange: 1 }, [[]], 'text'])
      expect(rows(name, success(data))).toMatchObject({ ok: false, error: { code: 'unreadable' } })
  })
})

test('a list of ninety thousand rows is no burden to the stack', () => {
  const value = rows('OrderBook', success(Array.from({ length: 90_000 }, () => null)))
  expect(value).toMatchObject({ ok: true })
})

test('a value of none is null in a record, and its name may be written in any case', () => {
  const row = { ...sampleRecords.PositionBook, NETQTY: '', netqty: undefined, ltp: 'NA', mtm: null }
  expect(readRecord('PositionBook', JSON.parse(JSON.stringify(row)))).toMatchObject({
    netqty: null,
    ltp: null,
    mtm: null,
    bqty: 5,
  })
  expect(readRecord('OrderBook', sampleRecords.OrderBook)).toMatchObject({ ret: 'DAY' })
})

describe.each(manies)('%s, of which only a part came,', (name) => {
  const record = sampleRecords[name]
  const part = {
    ok: false,
    error: { code: 'unreadable', message: 'Only a part of the book came.' },
  }

  test.each([
    { has_more: true },
    { hasMore: 'yes' },
    { next_page: 2 },
    { nextPage: '/orders?page=2' },
    { next: 'https://example.invalid/2' },
    { next_cursor: 'abc' },
    { total_pages: 3 },
    { total_records: '7' },
    { is_partial: 1 },
    { truncated: true },
    { pagination: { has_more: true, page: 1, pages: 2 } },
    { meta: { total: 7, next: null } },
    { meta: { paging: { page: 1, total_pages: '2' } } },
    { page_info: { hasNextPage: true } },
    { links: { next: '/OrderBook?page=2' } },
    { _links: { next: { href: '/OrderBook?page=2' } } },
    { page: 1, pages: 2 },
    { page: 1, per_page: 1, total: 2 },
    { more: true },
    { complete: false },
    { isLast: false },
    { recordsTotal: 3 },
    { count: 2 },
    { failed_segments: ['NFO'] },
    { failed_segments: 'NFO' },
    { unavailable: { NFO: 'timeout' } },
    { complete: 'false' },
    { success: false },
  ])('fails as a whole: %j', (mark) => {
    for (const body of [
      { ...success([record]), ...mark },
      [{ ...success([record]), ...mark }],
      [success([record]), { ...success([]), ...mark }],
      success({ rows: [record], ...mark }),
      success({ result: { rows: [record], ...mark } }),
    ])
      expect(rows(name, body)).toMatchObject(part)
  })

  test.each([202, 206, 207])('fails as a whole with HTTP status %i', (status) => {
    for (const data of [[record], []]) expect(rows(name, success(data), status)).toMatchObject(part)
  })

  test.each([
    { has_more: false },
    { has_more: 'false' },
    { next: null },
    { next_page: '' },
    { total_pages: 1 },
    { total_records: 1 },
    { total: 99_999 },
    { page: 1 },
    { page: 1, pages: 1, total: 1 },
    { pagination: { has_more: false, page: 1, pages: 1, total: 1 } },
    { meta: { request: 'r-77', took: 12 }, links: { next: null, self: '/OrderBook' } },
    { summary: { total: 99_999 } },
    { more: null, complete: true, last: true, count: 1, failed_segments: [] },
    { rate_limit: { limit: 100, count: 55 }, stats: { count: 412 } },
    { summary: { open: 1, complete: false }, partial: [], next_cursor: '-1' },
    { page: 1, total: 1500.5 },
    { metadata: { total: 12.3 } },
  ])('is whole where the mark says so: %j', (mark) => {
    for (const body of [{ ...success([record]), ...mark }, success({ rows: [record], ...mark })])
      expect(rows(name, body)).toEqual({ ok: true, value: [record] })
  })
})

describe.each(manies)('%s, beside which an error stands,', (name) => {
  const record = sampleRecords[name]

  test.each([
    { error_msg: 'Token does not exist', error_type: 'E' },
    { errors: ['Token does not exist'] },
    { error: { message: 'Token does not exist' } },
    { emsg: 'Token does not exist' },
    { error_code: 'Token does not exist' },
  ])('fails with what it says: %j', (trouble) => {
    for (const data of [[], [record], null])
      for (const body of [
        { ...success(data), ...trouble },
        [success([record]), { ...success(data), ...trouble }],
        success({ rows: data, ...trouble }),
        { ...success(data), meta: trouble },
      ])
        expect(rows(name, body), JSON.stringify(body)).toMatchObject({
          ok: false,
          error: { code: 'refused', detail: 'Token does not exist' },
        })
  })

  test('has no answer where the error does not know itself', () => {
    const body = { ...success([]), error_msg: 'No response from broker' }
    expect(rows(name, body)).toMatchObject({ ok: false, error: { code: 'no-answer' } })
  })

  test.each([
    { error_msg: '', error_type: '' },
    { error: null, errors: [] },
    { error: false, error_code: '0' },
    { errors: {} },
    { error_msg: 'NA' },
    { error_msg: 'SUCCESS' },
    { error_message: 'Positions fetched successfully' },
    { error_msg: 'No data found' },
    { message: 'Fetched' },
  ])('is whole where it says that there is none: %j', (trouble) => {
    for (const data of [[record], []])
      expect(rows(name, { ...success(data), ...trouble })).toEqual({ ok: true, value: data })
  })

  test('keeps a row that tells of an error of its own', () => {
    const row = { ...record, error_msg: 'RMS: blocked', is_partial: true, next: 'leg' }
    for (const data of [row, [row], { first: row }])
      expect(rows(name, success(data))).toEqual({ ok: true, value: [row] })
  })
})

describe.each(manies)('%s of a service where nobody is logged in', (name) => {
  const record = sampleRecords[name]

  test.each([
    { message: 'Session expired. Please login again' },
    { message: 'Invalid Token' },
    { msg: 'Token expired' },
    { remarks: 'Your session has expired' },
  ])('is no answer, whatever stands beside it: %j', (said) => {
    for (const body of [
      { ...success([]), ...said },
      { ...success([record]), ...said },
      success({ rows: [], ...said }),
    ])
      expect(rows(name, body)).toMatchObject({
        ok: false,
        error: {
          code: expect.stringMatching(/^(bad-keys|refused)$/),
          detail: Object.values(said)[0],
        },
      })
  })

  test('is none where the broker’s own error stands inside', () => {
    const said = { s: 'error', code: -16, message: 'Could not authenticate the user' }
    expect(rows(name, success({ ...said, netPositions: [] }))).toMatchObject({
      ok: false,
      error: { code: 'bad-keys', detail: said.message },
    })
    expect(rows(name, success({ stat: 'Not_Ok', rows: [] }))).toMatchObject({ ok: false })
  })

  test.each(['Unable to fetch positions', 'Broker not reachable, try again', 'Login to continue'])(
    'is no empty book beside %j',
    (message) => {
      expect(rows(name, { ...success([]), message })).toMatchObject({ ok: false })
      expect(rows(name, { ...success([record]), message })).toMatchObject({ ok: true })
    },
  )

  test.each([
    'Login successful',
    'Fetched successfully',
    'No data found',
    'SUCCESS',
    '',
    'NA',
    'ok',
  ])('is one beside %j', (message) => {
    expect(rows(name, { ...success([]), message })).toEqual({ ok: true, value: [] })
  })
})

describe('positions that are told twice', () => {
  const held = (symbol: string, netqty: number) => ({
    ...sampleRecords.PositionBook,
    symbol,
    netqty,
  })

  test('are those with what was carried over, and not doubled', () => {
    const net = [held('INFY-EQ', 150), held('SBIN-EQ', 0)]
    for (const data of [
      { net, day: [held('INFY-EQ', 50)] },
      { day: [held('INFY-EQ', 50)], net },
      { Net: net, Day: [] },
      { net, day: null },
      { net, day: {} },
    ])
      expect(rows('PositionBook', [success(data)])).toEqual({ ok: true, value: net })
    expect(rows('PositionBook', success({ net: null, day: null }))).toEqual({ ok: true, value: [] })
  })

  test('are so, too, where one was converted to another product', () => {
    const carried = { cfbuyqty: 100, cfsellqty: 0 }
    const net = [{ ...held('INFY-EQ', 150), ...carried, product: 'NRML' }]
    const day = [{ ...held('INFY-EQ', 50), product: 'MIS' }]
    expect(rows('PositionBook', success({ net, day }))).toEqual({ ok: true, value: net })
    const [less] = net
    expect(rows('PositionBook', success({ net: [{ ...less, netqty: 0 }], day }))).toMatchObject({
      ok: false,
    })
  })

  test('are no book where neither has them all', () => {
    const upper = Object.fromEntries(
      Object.entries(held('SBIN-EQ', -75)).map(([field, value]) => [field.toUpperCase(), value]),
    )
    for (const data of [
      { net: [held('INFY-EQ', 50)], day: [{ ...held('INFY-EQ', -75), product: 'NRML' }] },
      { net: [held('INFY-EQ', 50)], day: [{ ...held('INFY-EQ', 50), exchange: 'BSE' }] },
      { net: [held('INFY-EQ', 50)], day: [upper] },
      { net: [held('INFY-EQ', 50)], day: [null] },
      { net: [], day: [held('INFY-EQ', 50)] },
      { net: null, day: [held('INFY-EQ', 50)] },
      { net: [held('SBIN-EQ', 1)], day: [held('INFY-EQ', 50)] },
    ])
      expect(rows('PositionBook', success(data))).toMatchObject({ ok: false })
  })
})
