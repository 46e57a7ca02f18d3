import { describe, expect, test } from 'vitest'
import {
  operationNames,
  operations,
  type ReadOperation,
  type RecordOf,
} from '../../../src/shared/service/operations.ts'
import { callOf, codeOf, practiceLogin as login, regular, trading } from '../../faults/trading.ts'

describe('every operation', () => {
  test.each(operationNames)('%s answers in its documented form', async (name) => {
    const setting = await trading()
    const reply = await callOf(setting, name)
    expect(codeOf(reply)).toBe('ok')
    if (!reply.ok) return
    const value = reply.value as {
      outcomes?: { ok: true; value: object }[][]
      records?: object[]
      unreadable?: unknown[]
    }
    const records = value.outcomes?.flat().map((outcome) => outcome.value) ??
      value.records ?? [reply.value]
    if (name !== 'Holdings') expect(records.length).toBeGreaterThan(0)
    expect(value.unreadable ?? []).toEqual([])
    for (const record of records)
      expect(Object.keys(record)).toEqual(
        expect.arrayContaining([...operations[name].record.fields]),
      )
  })

  test.each(operationNames)('%s says which field is wrong before it is sent', async (name) => {
    const setting = await trading()
    const before = setting.practice.ledger.entries.length
    const params = setting.params[name]
    const wrong =
      'orders' in params
        ? { orders: [{ login: setting.here, params: { ...params.orders[0]!.params, x: '1' } }] }
        : { ...params, x: '1' }
    expect(await setting.client.call(name, setting.here, wrong as never)).toMatchObject({
      ok: false,
      error: { code: 'invalid', field: 'orders' in params ? 'orders.0.x' : 'x' },
    })
    expect(setting.practice.ledger.entries).toHaveLength(before)
  })

  test.each(operationNames)('%s names wrong keys as such, and does nothing', async (name) => {
    const setting = await trading()
    const before = setting.practice.ledger.entries.length
    const stranger = { ...setting.here, keys: { apiKey: 'stranger-key', apiSecret: 'stranger' } }
    const params = setting.params[name]
    const theirs =
      'orders' in params
        ? { orders: params.orders.map((order) => ({ ...order, login: stranger })) }
        : params
    const reply = await setting.client.call(name, stranger, theirs as never)
    expect(codeOf(reply)).toBe('bad-keys')
    expect(JSON.stringify(reply)).not.toContain('stranger')
    expect(setting.practice.ledger.entries).toHaveLength(before)
  })
})

describe('orders of one request', () => {
  test('go to several clients and brokers, each with its own outcome', async () => {
    const { client, here, practice } = await trading()
    const logins = [login(practice.url, 2, 'PY'), here, login(practice.url, 2, 'px')]
    const reply = await client.call('PlaceMultiOrder', here, {
      orders: logins.map((one) => ({ login: one, params: regular })),
    })
    expect(reply).toMatchObject({
      ok: true,
      value: {
        outcomes: ['PY', 'PX', 'PX'].map((broker) => [{ ok: true, value: { broker } }]),
      },
    })
    expect(practice.ledger.entries.slice(-3).map(({ client: by, broker }) => [by, broker])).toEqual(
      [
        ['practice-2', 'PY'],
        ['practice-1', 'PX'],
        ['practice-2', 'PX'],
      ],
    )
  })

  test('fail one by one, and are split into slices that answer one by one', async () => {
    const { client, here, practice } = await trading()
    const order = (params: typeof regular & { splitorder?: 'YES'; split_quantity?: string }) => ({
      login: here,
      params,
    })
    const unknown = { ...regular, symbol: 'NO-SUCH-EQ' } as unknown as typeof regular
    const reply = await client.call('PlaceMultiOrder', here, {
      orders: [
        order(regular),
        order(unknown),
        order({ ...regular, splitorder: 'YES', split_quantity: '4' }),
      ],
    })
    expect(reply).toMatchObject({
      ok: true,
      value: {
        outcomes: [
          [{ ok: true }],
          [{ ok: false, error: { code: 'refused', detail: expect.stringContaining('symbol') } }],
          [{ ok: true }, { ok: true }, { ok: true }],
        ],
      },
    })
    const ids = practice.ledger.entries.slice(-2).flatMap(({ orderids }) => orderids)
    const said = reply.ok ? reply.value.outcomes.flat().filter(({ ok }) => ok) : []
    expect(said.map((outcome) => outcome.ok && outcome.value.orderid)).toEqual(ids)
  })

  test('a split smart order answers with all of its slices', async () => {
    const { client, here } = await trading()
    const reply = await client.call('PlaceSmartOrder', here, {
      ...regular,
      position_size: '40',
      splitorder: 'YES',
      split_quantity: '10',
    })
    if (!reply.ok) throw new Error(reply.error.message)
    expect(reply.value.outcomes).toHaveLength(1)
    expect(reply.value.outcomes[0]!.length).toBeGreaterThan(1)
  })
})

describe('exits', () => {
  test('tell what they cancelled and closed, and nothing where there is nothing', async () => {
    const setting = await trading()
    const { client, here } = setting
    expect(await client.call('CancelAllOrder', here, { strategy: 'Nobody' })).toEqual({
      ok: true,
      value: { outcomes: [[]] },
    })
    const cancelled = await client.call('CancelAllOrder', here, { strategy: 'S1' })
    expect(cancelled).toMatchObject({ ok: true, value: { outcomes: [[{ ok: true }]] } })
    const closed = await client.call('SquareOffAllPosition', here, {})
    expect(closed).toMatchObject({
      ok: true,
      value: { outcomes: [[{ ok: true, value: { symbol: 'INFY-EQ', status: 'closed' } }]] },
    })
    expect(await client.call('CancelAllOrder', here, {})).toMatchObject({ ok: true })
  })
})

describe('reads', () => {
  test('OpenPositions answers for one symbol and for all, and demands the rest with a symbol', async () => {
    const { client, here } = await trading()
    const one = { symbol: 'INFY-EQ', exchange: 'NSE', product: 'MIS' } as const
    for (const params of [{}, one])
      expect(await client.call('OpenPositions', here, params)).toMatchObject({
        ok: true,
        value: { records: [{ symbol: 'INFY-EQ', netqty: 10 }], unreadable: [] },
      })
    expect(await client.call('OpenPositions', here, { symbol: 'INFY-EQ' })).toMatchObject({
      ok: false,
      error: { code: 'invalid', field: 'exchange' },
    })
  })

  test('an account that never traded has empty books', async () => {
    const { client, practice } = await trading()
    const fresh = login(practice.url, 2, 'PY')
    for (const name of [
      'OrderBook',
      'TradeBook',
      'PositionBook',
      'OpenPositions',
      'Holdings',
    ] as const)
      expect(await client.call(name, fresh, {})).toEqual({
        ok: true,
        value: { records: [], unreadable: [] },
      })
  })

  test('a huge book arrives whole', async () => {
    const setting = await trading()
    setting.practice.faults.set({ name: 'huge-book', rows: 5_000 })
    const reply = await setting.client.call('OrderBook', setting.here, {})
    expect(reply).toMatchObject({ ok: true, value: { unreadable: [] } })
    if (reply.ok) expect(reply.value.records).toHaveLength(5_000)
  })

  test('the undecoded answer is the bytes that came', async () => {
    const { client, here, practice } = await trading()
    const raw = await client.fetch('PositionBook', here, {})
    const again = await client.fetch('PositionBook', here, {})
    if (!raw.ok || !again.ok) throw new Error('expected answers')
    expect(raw.value.bytes.equals(again.value.bytes)).toBe(true)
    expect(raw.value).toMatchObject({ status: 200, took: expect.any(Number) })
    practice.faults.set({ name: '5xx-before' })
    expect(await client.fetch('PositionBook', here, {})).toMatchObject({
      ok: true,
      value: { status: 500 },
    })
  })
})

describe('a value of none', () => {
  const averages = (record: Record<string, unknown>): unknown[] =>
    Object.entries(record)
      .filter(([name]) => name.endsWith('avgprc'))
      .map(([, value]) => value)

  test.each(['bare-na', 'null-fields'] as const)('(%s) is null and never 0', async (fault) => {
    const setting = await trading()
    const before = await setting.client.call('PositionBook', setting.here, {})
    setting.practice.faults.set({ name: fault })
    const after = await setting.client.call('PositionBook', setting.here, {})
    if (!before.ok || !after.ok) throw new Error('expected positions')
    const [was] = before.value.records.map(averages)
    const [is] = after.value.records.map(averages)
    expect(was).toContain(0)
    expect(is).not.toContain(0)
    expect(is).toContain(null)
  })

  test.each(['numeric-text', 'wrong-case', 'unknown-fields', 'list-for-record'] as const)(
    'is not invented where the form is unusual (%s)',
    async (fault) => {
      const setting = await trading()
      const books = ['OrderBook', 'TradeBook', 'PositionBook', 'Funds', 'Profile'] as const
      for (const name of books) {
        setting.practice.faults.clear()
        const plain = await setting.client.call(name, setting.here, {})
        setting.practice.faults.set({ name: fault })
        const odd = await setting.client.call(name, setting.here, {})
        expect(known(name, odd)).toEqual(known(name, plain))
      }
    },
  )

  /** The documented fields of every record of a reply. */
  function known<Name extends ReadOperation>(name: Name, reply: { ok: boolean; value?: unknown }) {
    expect(reply.ok).toBe(true)
    const value = reply.value as RecordOf<Name> | { records: RecordOf<Name>[] }
    const records = 'records' in value ? (value.records as RecordOf<Name>[]) : [value]
    return records.map((record) =>
      operations[name].record.fields.map((field) => [field, record[field as never]]),
    )
  }
})
