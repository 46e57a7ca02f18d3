import { describe, expect, test } from 'vitest'
import { outgoing } from '../../../../src/main/service/outgoing.ts'
import { loginAt, paramsOf } from '../../../faults/samples.ts'

const login = loginAt('https://api.example.com')
const order = paramsOf(login).PlaceMultiOrder.orders[0]!
const failure = (reply: ReturnType<typeof outgoing>) => (reply.ok ? undefined : reply.error)

describe('the address', () => {
  test.each([
    ['https://api.example.com', 'https://api.example.com', '/v1/Funds'],
    ['https://api.example.com/', 'https://api.example.com', '/v1/Funds'],
    ['https://api.example.com:8443/base//', 'https://api.example.com:8443', '/base/v1/Funds'],
    [' https://API.Example.com ', 'https://api.example.com', '/v1/Funds'],
    ['http://localhost:7070', 'http://localhost:7070', '/v1/Funds'],
    ['http://127.0.0.1:7070/x', 'http://127.0.0.1:7070', '/x/v1/Funds'],
    ['http://[::1]:7070', 'http://[::1]:7070', '/v1/Funds'],
  ])('%s', (url, origin, path) => {
    expect(outgoing('Funds', loginAt(url), {})).toMatchObject({ ok: true, value: { origin, path } })
  })
})

describe('a wrong parameter is named as the form names it', () => {
  test.each([
    [{ quantity: undefined }, 'quantity', 'quantity is missing.'],
    [{ quantity: '' }, 'quantity', 'quantity must be a whole number.'],
    [{ quantity: '1.5' }, 'quantity', 'quantity must be a whole number.'],
    [{ quantity: 10 }, 'quantity', 'quantity must be text.'],
    [{ price: '-1' }, 'price', 'price must be a number that is not negative.'],
    [{ action: 'HOLD' }, 'action', 'action must be one of BUY, SELL.'],
    [{ action: undefined }, 'action', 'action is missing.'],
    [{ strategy: ' ' }, 'strategy', 'strategy must not be empty.'],
    [{ symbol: 'x'.repeat(101) }, 'symbol', 'symbol is too long.'],
    [{ lots: '1' }, 'lots', 'lots is not a field of this operation.'],
  ])('%j', (change, field, message) => {
    const params = { ...order.params, ...change } as never
    const smart = { ...order.params, position_size: '0', ...change } as never
    expect(failure(outgoing('PlaceSmartOrder', login, smart))).toEqual({
      code: 'invalid',
      field,
      message,
    })
    expect(
      failure(outgoing('PlaceMultiOrder', login, { orders: [order, { login, params }] })),
    ).toEqual({ code: 'invalid', field: `orders.1.${field}`, message })
  })

  test('a broker code that is none is as wrong as a parameter', () => {
    expect(failure(outgoing('Funds', { ...login, broker: '' }, {}))).toMatchObject({
      code: 'invalid',
      field: 'broker',
    })
  })

  test('a request without orders is refused', () => {
    expect(failure(outgoing('PlaceMultiOrder', login, { orders: [] }))).toMatchObject({
      code: 'invalid',
      field: 'orders',
    })
  })
})

test('each order carries the broker and the keys of its own login', () => {
  const other = { ...login, broker: 'an', keys: { apiKey: 'other-key', apiSecret: 'other-secret' } }
  const out = outgoing('PlaceMultiOrder', login, { orders: [order, { ...order, login: other }] })
  if (!out.ok) throw new Error(out.error.message)
  expect(out.value).toMatchObject({ splits: [false, false], keys: [login.keys, other.keys] })
  expect(JSON.parse(out.value.body.toString())).toMatchObject({
    api_key: login.keys.apiKey,
    data: {
      orders: [
        { api_key: login.keys.apiKey, data: { broker: 'ZE' } },
        { api_key: 'other-key', api_secret: 'other-secret', data: { broker: 'an' } },
      ],
    },
  })
})
