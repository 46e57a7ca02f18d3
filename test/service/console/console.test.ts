import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { Input } from '../../../src/shared/contract.ts'
import { usualTrading } from '../../../src/shared/orders/limits.ts'
import { operationNames, operations } from '../../../src/shared/service/operations.ts'
import { runDesk, runPractice } from '../running-desk.ts'

const secret = 'practice-1'

/** A desk with one account at a practice broker of the test's own. */
async function consoleDesk(url?: string) {
  const practice = await runPractice({ opening: 'demo' })
  const desk = await runDesk()
  const { accounts } = await desk.ask('openDesk', {})
  for (const { id } of accounts) await desk.ask('deleteAccount', { account: id })
  await desk.ask('chooseVault', { kind: 'session' })
  const input: Input<'saveAccount'> = {
    profile: {
      name: 'Main',
      broker: 'PX',
      service: { kind: 'url', url: url ?? practice.url },
      strategy: 'Manual',
      colour: 'blue',
      enabled: true,
      polls: {},
      readsPerSecond: 20,
      trading: usualTrading,
    },
    keys: { apiKey: secret, apiSecret: secret },
  }
  const { id: account } = await desk.ask('saveAccount', input)
  await desk.ask('pausePolling', {})
  return { ...desk, practice, account }
}

describe('the console', () => {
  it('runs every read, and answers what came beside what it means', async () => {
    const { ask, account, practice } = await consoleDesk()
    const orders = await ask('runRead', { account, operation: 'OrderBook', fields: {} })
    const order_id = String(orders.records[0]?.['order_id'])
    const positions = await ask('runRead', { account, operation: 'PositionBook', fields: {} })
    const { symbol, exchange, product } = positions.records[0] as Record<string, string>
    const listed = { symbol: symbol!, exchange: exchange!, product: product! }
    for (const operation of operationNames) {
      if (operations[operation].kind !== 'read') continue
      const fields: Record<string, string> =
        operation === 'OrderHistory' ? { order_id } : operation === 'AllPositions' ? listed : {}
      const answer = await ask('runRead', { account, operation: operation as 'Funds', fields })
      expect({ operation, failure: answer.failure, status: answer.status }).toEqual({
        operation,
        failure: null,
        status: 200,
      })
      const said: unknown = JSON.parse(answer.raw)
      expect(Buffer.byteLength(answer.raw)).toBe(answer.size)
      expect(said).toBeInstanceOf(Object)
      expect(answer.records).toHaveLength(answer.count)
      if (operations[operation].holds === 'one') expect(answer.count).toBe(1)
    }
    expect(practice.ledger.entries.filter(({ operation }) => /^Place/.test(operation))).toEqual([])
  })

  it('describes every operation to the byte without sending it, keys masked', async () => {
    const { ask, account, practice } = await consoleDesk()
    const before = practice.ledger.entries.length
    const { url, body } = await ask('describeCall', {
      account,
      operation: 'PlaceMultiOrder',
      each: ['5', '7'].map((quantity) => ({
        strategy: 'Manual',
        exchange: 'NSE',
        symbol: 'INFY-EQ',
        action: 'BUY',
        product: 'MIS',
        pricetype: 'LIMIT',
        quantity,
        price: '1500',
      })),
    })
    expect(url).toBe(`${practice.url}/v1/PlaceMultiOrder`)
    const { api_key, api_secret, data } = JSON.parse(body) as {
      api_key: string
      api_secret: string
      data: { orders: { api_key: string; data: { broker: string; quantity: string } }[] }
    }
    expect([api_key, api_secret]).toEqual(['••••', '••••'])
    expect(
      data.orders.map((order) => [order.api_key, order.data.broker, order.data.quantity]),
    ).toEqual([
      ['••••', 'PX', '5'],
      ['••••', 'PX', '7'],
    ])
    expect(practice.ledger.entries).toHaveLength(before)
  })

  it('refuses fields that the operation does not take, and names them', async () => {
    const { call, account } = await consoleDesk()
    const unknown = await call('runRead', { account, operation: 'Funds', fields: { symbol: 'A' } })
    expect(unknown).toMatchObject({ ok: false, error: { code: 'invalid', field: 'symbol' } })
    const missing = await call('runRead', { account, operation: 'OrderHistory', fields: {} })
    expect(missing).toMatchObject({ ok: false, error: { code: 'invalid', field: 'order_id' } })
    const several = await call('describeCall', { account, operation: 'Funds', each: [{}, {}] })
    expect(several).toMatchObject({ ok: false, error: { code: 'invalid', field: 'each' } })
  })

  it('has no way to send a placement or an exit', async () => {
    const { call, account } = await consoleDesk()
    for (const operation of operationNames) {
      if (operations[operation].kind === 'read') continue
      const asked = { account, operation, fields: {} } as never
      expect(await call('runRead', asked)).toMatchObject({ ok: false, error: { code: 'invalid' } })
    }
  })

  it('masks keys that the service sends back', async () => {
    const peer = createServer((request, response) => request.pipe(response)).listen(0, '127.0.0.1')
    onTestFinished(() => void peer.close())
    await once(peer, 'listening')
    const { port } = peer.address() as AddressInfo
    const { ask, account } = await consoleDesk(`http://127.0.0.1:${port}`)
    const answer = await ask('runRead', { account, operation: 'Funds', fields: {} })
    expect(answer.raw).toMatch(/"api_key":"•+","api_secret":"•+","data":{"broker":"PX"}/)
    expect(answer.failure?.code).toBe('unreadable')
    expect(JSON.stringify(answer)).not.toContain(secret)
  })

  it('shows the beginning of a huge answer, and gives the whole to be saved', async () => {
    const { ask, account, practice } = await consoleDesk()
    practice.faults.set({ name: 'huge-book', operation: 'OrderBook', rows: 6000 })
    const answer = await ask('runRead', { account, operation: 'OrderBook', fields: {} })
    expect(answer).toMatchObject({ isCut: true, count: 6000, failure: null })
    expect(answer.records.length).toBeLessThan(answer.count)
    let whole = ''
    for (let from: number | null = 0; from !== null;) {
      const part: { text: string; next: number | null } = await ask('readAnswer', {
        id: answer.id,
        from,
      })
      whole += part.text
      from = part.next
    }
    expect(Buffer.byteLength(whole)).toBe(answer.size)
    expect(whole.startsWith(answer.raw)).toBe(true)
    expect(JSON.parse(whole)).toBeInstanceOf(Object)
  })

  it('says in plain words why nothing came', async () => {
    const { ask, account, practice } = await consoleDesk()
    await practice.stop()
    const answer = await ask('runRead', { account, operation: 'Funds', fields: {} })
    expect(answer).toMatchObject({ status: null, size: 0, raw: '', count: 0 })
    expect(answer.failure?.message).toMatch(/\w/)
  })
})
