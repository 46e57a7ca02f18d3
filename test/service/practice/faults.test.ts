import { request as httpRequest } from 'node:http'
import { createConnection } from 'node:net'
import { once } from 'node:events'
import { gunzipSync } from 'node:zlib'
import { expect, test, vi } from 'vitest'
import { type FaultName, faultNames } from '../../../src/practice/faults/faults.ts'
import { operationNames } from '../../../src/shared/service/operations.ts'
import {
  type PracticeClient,
  bracket,
  keys,
  openPractice,
  regular,
  samples,
} from './practice-client.ts'

const placed = (client: PracticeClient): number => client.practice.ledger.entries.length

/** What reached the client: an answer, or the end of the connection without one. */
async function attempt(
  client: PracticeClient,
  operation = 'PlaceBOOrder',
  data: unknown = bracket(),
) {
  try {
    return await client.call(operation, data)
  } catch (error) {
    return error instanceof Error && error.name === 'TimeoutError' ? 'no end' : 'broken'
  }
}

const acting: FaultName[] = ['reset-after', 'close-after', 'cut', 'not-http', 'bad-content-length']
test.each(acting)('%s acts and breaks the connection', async (name) => {
  const client = await openPractice()
  client.practice.faults.set({ name })
  expect(await attempt(client)).toBe('broken')
  expect(placed(client)).toBe(1)
})

test.each<FaultName>(['reset-before', 'close-before'])(
  '%s breaks the connection without acting',
  async (name) => {
    const client = await openPractice()
    client.practice.faults.set({ name })
    expect(await attempt(client)).toBe('broken')
    expect(placed(client)).toBe(0)
  },
)

test.each<[FaultName, number, RegExp]>([
  ['5xx-before', 500, /^Internal Server Error$/],
  ['error-5xx', 500, /"status":"error"/],
  ['rate-limit', 429, /"status":"error"/],
  ['keys-refused-401', 401, /api_key/],
  ['keys-refused-403', 403, /session expired/],
  ['ip-refused', 403, /IP address/],
  ['error-element', 200, /^\[\{"status":"error".*\}\]$/],
])('%s answers %i without acting', async (name, status, body) => {
  const client = await openPractice()
  client.practice.faults.set({ name })
  const answer = await client.call('PlaceBOOrder', bracket())
  expect(answer.status).toBe(status)
  expect(answer.text).toMatch(body)
  expect(placed(client)).toBe(0)
})

test.each<[FaultName, number, RegExp]>([
  ['5xx-after', 500, /^Internal Server Error$/],
  ['gateway-after', 504, /<h1>/],
  ['html', 200, /<h1>/],
  ['empty', 200, /^$/],
  ['deep-json', 200, /^\[{1000}/],
  ['cut-json', 200, /^\{[^}]*$/],
  ['list-for-record', 200, /"data":\[\{/],
  ['nested', 200, /"data":\{"result":\{/],
  ['string-data', 200, /"data":"\{/],
  ['wrong-case', 200, /"ORDERID"/],
  ['unknown-fields', 200, /"x_audit"/],
])('%s acts and answers %i', async (name, status, body) => {
  const client = await openPractice()
  client.practice.faults.set({ name })
  const answer = await client.call('PlaceBOOrder', bracket())
  expect(answer.status).toBe(status)
  expect(answer.text).toMatch(body)
  expect(placed(client)).toBe(1)
})

test.each([301, 302, 303, 307, 308] as const)(
  'redirect-%i points at its target',
  async (status) => {
    const client = await openPractice()
    client.practice.faults.set({
      name: `redirect-${status}`,
      target: 'http://127.0.0.1:1/elsewhere',
    })
    const answer = await client.call('PlaceBOOrder', bracket())
    expect(answer.status).toBe(status)
    expect(answer.headers.get('location')).toBe('http://127.0.0.1:1/elsewhere')
    expect(placed(client)).toBe(0)
  },
)

test.each<[FaultName, RegExp]>([
  ['record-for-list', /"data":\{"exchange"/],
  ['numeric-text', /"quantity":"10"/],
  ['null-fields', /"quantity":null/],
  ['unknown-status', /"status":"Parked At Venue"/],
  ['hostile-text', /"remarks":"\\"><img/],
])('%s spoils the rows of a book', async (name, body) => {
  const client = await openPractice()
  await client.place(regular())
  client.practice.faults.set({ name })
  expect((await client.call('OrderBook', { broker: 'PX' })).text).toMatch(body)
})

test('bare-na writes a marker that is not JSON where an average has nothing to tell', async () => {
  const client = await openPractice()
  await client.place(regular())
  client.practice.faults.set({ name: 'bare-na' })
  const { text, body } = await client.call('PositionBook', { broker: 'PX' })
  expect(text).toContain('"cfsellavgprc":NA,')
  expect(body).toBeUndefined()
  expect(JSON.parse(text.replaceAll(':NA', ':0'))).toBeTruthy()
})

test('duplicate-rows gives every row twice', async () => {
  const client = await openPractice()
  await client.place(regular(), regular())
  client.practice.faults.set({ name: 'duplicate-rows' })
  expect(await client.read('OrderBook')).toHaveLength(4)
})

test.each(['OrderBook', 'TradeBook', 'PositionBook', 'Holdings', 'OpenPositions'])(
  'huge-book fills %s with as many distinct rows as asked for',
  async (operation) => {
    const client = await openPractice()
    client.practice.faults.set({ name: 'huge-book', rows: 5000 })
    const rows = await client.read(operation)
    expect(rows).toHaveLength(5000)
    expect(new Set(rows.map((row) => JSON.stringify(row))).size).toBe(5000)
  },
)

test('a huge book is cheap to serve again', async () => {
  const client = await openPractice()
  client.practice.faults.set({ name: 'huge-book', rows: 5000 })
  const first = await client.call('OrderBook', { broker: 'PX' })
  const second = await client.call('OrderBook', { broker: 'PX' })
  expect(second.text).toBe(first.text)
})

test('error-element refuses the first order of many and places the rest', async () => {
  const client = await openPractice()
  client.practice.faults.set({ name: 'error-element' })
  const { body } = await client.call('PlaceMultiOrder', {
    orders: [
      { ...keys(), data: regular({ quantity: '1' }) },
      { ...keys(), data: regular({ quantity: '2' }) },
    ],
  })
  expect(body).toMatchObject([{ status: 'error' }, { status: 'success' }])
  expect(client.practice.ledger.entries).toMatchObject([{ data: { quantity: '2' } }])
})

test('a gzip bomb is small on the wire and huge when unpacked', async () => {
  const client = await openPractice()
  client.practice.faults.set({ name: 'gzip-bomb' })
  const bytes = await rawBytes(client, 'Funds')
  expect(bytes.length).toBeLessThan(1_000_000)
  expect(() => gunzipSync(bytes, { maxOutputLength: 100_000_000 })).toThrow(/larger than/)
})

test('bad gzip does not unpack', async () => {
  const client = await openPractice()
  client.practice.faults.set({ name: 'bad-gzip' })
  const bytes = await rawBytes(client, 'Funds')
  expect(bytes.subarray(0, 2)).toEqual(Buffer.from([0x1f, 0x8b]))
  expect(() => gunzipSync(bytes)).toThrow()
})

test.each<[FaultName, acted: number]>([
  ['hang', 1],
  ['hang-before', 0],
])('%s never answers', async (name, acted) => {
  const client = await openPractice()
  client.practice.faults.set({ name, operation: 'PlaceBOOrder' })
  const arrived = vi.spyOn(client.practice.faults, 'take')
  const leave = new AbortController()
  const call = client.fetch('/v1/PlaceBOOrder', {
    method: 'POST',
    body: JSON.stringify({ ...keys(), data: bracket() }),
    signal: leave.signal,
  })
  const ended = vi.fn()
  call.then(ended, ended)
  await vi.waitFor(() => expect(arrived).toHaveBeenCalled(), { timeout: 30_000 })
  // Who asks after it has an answer.
  expect((await client.call('Funds', { broker: 'PX' })).status).toBe(200)
  expect(ended).not.toHaveBeenCalled()
  expect(placed(client)).toBe(acted)
  leave.abort()
  await expect(call).rejects.toThrow(/aborted/)
})

test('slow holds the answer back', async () => {
  const client = await openPractice()
  client.practice.faults.set({ name: 'slow', delay: 60 })
  const before = performance.now()
  const { status } = await client.call('Funds', { broker: 'PX' })
  expect(status).toBe(200)
  expect(performance.now() - before).toBeGreaterThan(55)
})

test.each<FaultName>(['drip', 'slow-headers'])('%s sends a whole answer in bits', async (name) => {
  const client = await openPractice()
  client.practice.faults.set({ name, delay: 1 })
  const before = performance.now()
  const { body } = await client.call('PlaceBOOrder', bracket())
  expect(body).toMatchObject({ status: 'success' })
  expect(performance.now() - before).toBeGreaterThan(60)
})

test('a fault can be kept to one operation and to some requests', async () => {
  const client = await openPractice()
  client.practice.faults.set({ name: 'rate-limit', operation: 'Funds', times: 2 })
  const statuses = []
  for (const operation of ['Profile', 'Funds', 'Funds', 'Funds'])
    statuses.push((await client.call(operation, { broker: 'PX' })).status)
  expect(statuses).toEqual([200, 429, 429, 200])
})

test('faults are cleared', async () => {
  const client = await openPractice({ fault: 'rate-limit' })
  expect((await client.call('Funds', { broker: 'PX' })).status).toBe(429)
  client.practice.faults.clear()
  expect((await client.call('Funds', { broker: 'PX' })).status).toBe(200)
})

test('a fault that is not known is refused by name', async () => {
  await expect(openPractice({ fault: 'no-such' })).rejects.toThrow(/no-such.*reset-after/)
})

const holding: FaultName[] = ['slow', 'drip', 'slow-headers', 'hang', 'hang-before']
test.each(faultNames.filter((name) => !holding.includes(name)))(
  '%s can be met on every operation, and the broker lives on',
  async (name) => {
    const client = await openPractice()
    client.practice.faults.set({ name, rows: 10 })
    for (const operation of operationNames) {
      if (name === 'gzip-bomb') await rawBytes(client, operation)
      else await attempt(client, operation, samples[operation])
    }
    client.practice.faults.clear()
    expect((await client.call('Funds', { broker: 'PX' })).status).toBe(200)
  },
)

test('a control endpoint moves the market, switches faults and tells the ledger', async () => {
  const client = await openPractice({ control: true })
  const post = (what: string, body: object) => client.post(`/control/${what}`, JSON.stringify(body))

  await post('price', { exchange: 'NSE', symbol: 'INFY-EQ', price: 1600 })
  await client.place(regular())
  expect(await client.read('TradeBook')).toMatchObject([{ price: 1600 }])

  const { at } = client.practice.engine
  await post('advance', { milliseconds: 5000 })
  expect(client.practice.engine.at).toBe(at + 5000)

  await post('fault', { name: 'rate-limit' })
  expect((await client.call('Funds', { broker: 'PX' })).status).toBe(429)
  await post('clear', {})
  expect((await client.call('Funds', { broker: 'PX' })).status).toBe(200)

  const { body } = await client.fetch('/control/ledger', {})
  expect(body).toMatchObject([{ operation: 'PlaceMultiOrder', client: 'practice-1' }])
})

test.each([
  ['fault', { name: 'no-such' }],
  ['fault', { name: 'slow', times: -1 }],
  ['fault', { name: 'redirect-301', target: 'a\r\nb' }],
  ['price', { exchange: 'NSE', symbol: 'NOSUCH', price: 1 }],
  ['price', { exchange: 'NSE', symbol: 'INFY-EQ', price: -1 }],
  ['advance', { milliseconds: 'long' }],
])('control refuses %s %j', async (what, body) => {
  const client = await openPractice({ control: true })
  expect((await client.post(`/control/${what}`, JSON.stringify(body))).status).toBe(400)
})

test('a peer that does not speak HTTP gets an error and is let go', async () => {
  const client = await openPractice()
  const socket = createConnection(Number(new URL(client.practice.url).port), '127.0.0.1')
  const chunks: Buffer[] = []
  socket.on('data', (chunk: Buffer) => chunks.push(chunk))
  socket.end('NOT HTTP AT ALL\r\n\r\n')
  await once(socket, 'close')
  expect(Buffer.concat(chunks).toString()).toMatch(/^HTTP\/1.1 400 .*"status":"error"/s)
})

/** The answer's bytes as they travelled: fetch would unpack them. */
function rawBytes(client: PracticeClient, operation: 'Funds' | (typeof operationNames)[number]) {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
  const sent = httpRequest(
    `${client.practice.url}/v1/${operation}`,
    { method: 'POST' },
    (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.once('end', () => resolve(Buffer.concat(chunks)))
      response.once('error', reject)
    },
  )
  sent.once('error', reject)
  sent.end(JSON.stringify({ ...keys(), data: samples[operation] }))
  return promise
}
