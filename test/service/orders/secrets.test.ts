import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { randomUUID } from 'node:crypto'
import { expect, it, onTestFinished } from 'vitest'
import type { Ticket } from '../../../src/shared/orders/tickets.ts'
import { usualTrading } from '../../../src/shared/orders/limits.ts'
import { runDesk, runPractice, type RunningDesk } from '../running-desk.ts'

const keys = { apiKey: 'canary-key-51c9"Ω', apiSecret: 'canary/7f3a+Ω secret' }

/** The forms in which a key could hide. */
const formsOf = (text: string): (string | Buffer)[] => [
  text,
  JSON.stringify(text).slice(1, -1),
  encodeURIComponent(text),
  Buffer.from(text).toString('base64').replace(/=+$/, '').slice(0, -1),
  Buffer.from(text).toString('hex'),
  Buffer.from(text, 'utf16le'),
  Buffer.from(text, 'utf16le').swap16(),
]
const forms = Object.values(keys).flatMap(formsOf)
const isIn = (content: Buffer): boolean => forms.some((form) => content.includes(form))

type Echo = (
  answer: { status: number; body: string },
  asked: string,
) => { status: number; body: string }

/**
 * A service in front of the practice broker that knows the canary as its client's key, and says
 * what it was asked in its answers as it is told to.
 */
async function serviceWithCanary(url: string) {
  let echo: Echo = (answer) => answer
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const asked = Buffer.concat(chunks).toString()
      const body = asked
        .replaceAll(JSON.stringify(keys.apiKey), '"practice-1"')
        .replaceAll(JSON.stringify(keys.apiSecret), '"practice-1"')
      void fetch(`${url}${request.url}`, { method: 'POST', body }).then(async (answer) => {
        const said = echo({ status: answer.status, body: await answer.text() }, asked)
        response.writeHead(said.status, { 'content-type': 'application/json' }).end(said.body)
      })
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    echoing: (next: Echo) => (echo = next),
  }
}

const echoes: Record<string, Echo> = {
  nothing: (answer) => answer,
  'an error that repeats the request': (_, asked) => ({
    status: 400,
    body: JSON.stringify({ status: 'error', error_msg: `cannot read ${asked}`, error_type: 'E' }),
  }),
  'the key as an order id': () => ({
    status: 200,
    body: JSON.stringify([{ status: 'success', data: { orderid: keys.apiSecret, broker: 'PX' } }]),
  }),
  'the key as text of a reason': (answer) => ({
    ...answer,
    body: answer.body.replaceAll('"success"', JSON.stringify(`failed for ${keys.apiKey}`)),
  }),
  'a page with the request': (_, asked) => ({ status: 502, body: `<html>${asked}</html>` }),
}

// A desk for each: at ten orders a second, all of them through one would take seconds.
it.each(Object.keys(echoes))(
  'keys are found nowhere after orders, exits and the stop, where the service echoes %s',
  async (echo) => {
    const practice = await runPractice()
    const service = await serviceWithCanary(practice.url)
    const running = await runDesk()
    const { ask, call, desk, dataDir, heard } = running
    await ask('chooseVault', { kind: 'session' })
    const { id } = await ask('saveAccount', {
      profile: {
        name: 'Canary',
        broker: 'PX',
        service: { kind: 'url', url: service.url },
        strategy: 'Canary',
        colour: 'blue',
        enabled: true,
        polls: {},
        readsPerSecond: 50,
        trading: usualTrading,
      },
      keys,
    })
    await running.book(id, 'positions', ({ meta }) => meta.age !== null)
    await running.book(id, 'orders', ({ meta }) => meta.age !== null)

    service.echoing(echoes[echo]!)
    for (const orders of tickets(id)) {
      await call('previewOrders', { orders })
      await placed(running, orders)
    }
    service.echoing(echoes['nothing']!)
    for (const what of ['orders', 'positions', 'both'] as const)
      await call('exitAccounts', {
        confirmation: randomUUID(),
        what,
        accounts: [{ account: id, strategy: null }],
      })
    await call('engageStop', {})
    await call('liftStop', {})
    const { rows } = await ask('readJournal', { filter: {}, limit: 500 })
    expect(rows.length).toBeGreaterThan(3)
    for (const { intent } of rows)
      if (intent !== null) await ask('readIntent', { intent: intent.id })
    for (const format of ['csv', 'jsonl'] as const)
      for (let from: number | null = 0; from !== null;)
        from = (await ask('exportJournal', { filter: {}, format, from })).next
    await call('readTimeline', { account: id, orderId: '1' })
    const failed = await ask('readFailedRequests', { account: id })
    if (echo === 'an error that repeats the request')
      expect(failed.map(({ operation }) => operation)).toContain('PlaceMultiOrder')
    await ask('readHealth', {})
    await desk.stop()

    expect(heard.filter((said) => isIn(Buffer.from(said)))).toEqual([])
    const files = (await readdir(dataDir, { recursive: true, withFileTypes: true }))
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
    expect(files.some((file) => file.includes('journal'))).toBe(true)
    for (const file of files) expect(isIn(await readFile(file)), file).toBe(false)
  },
)

/** Places orders, agreeing to whatever is asked, and waits until each has its answer. */
async function placed({ ask, event }: RunningDesk, orders: Ticket[]): Promise<void> {
  const confirmation = randomUUID()
  const { problems } = await ask('previewOrders', { orders })
  const accepted = problems.map(({ order, code }) => `${order ?? 'all'}:${code}`)
  const placement = await ask('placeOrders', { confirmation, orders, accepted })
  if (!placement.isTaken) {
    // While the positions cannot be read, a smart order has no size.
    expect(placement.problems).toContainEqual(
      expect.objectContaining({ level: 'refuse', code: 'position' }),
    )
    return
  }
  for (const { id } of placement.intents)
    await event('intents', (intents) =>
      intents.some((intent) => intent.id === id && !['recorded', 'sent'].includes(intent.state)),
    )
}

function tickets(account: string): Ticket[][] {
  const common = { account, strategy: 'Canary', exchange: 'NSE', symbol: 'INFY-EQ' } as const
  const limit = { type: 'LIMIT', price: '1500' } as const
  const regular: Ticket = {
    kind: 'regular',
    ...common,
    action: 'BUY',
    quantity: '1',
    product: 'MIS',
    pricing: limit,
    slice: null,
    exit: false,
  }
  return [
    [regular],
    [
      { ...regular, quantity: '2' },
      { ...regular, quantity: '3' },
    ],
    [
      {
        kind: 'smart',
        ...common,
        target: '5',
        product: 'MIS',
        pricing: limit,
        disclosed: null,
        amo: false,
        slice: null,
      },
    ],
    [
      {
        kind: 'bracket',
        ...common,
        action: 'BUY',
        quantity: '1',
        pricing: limit,
        target: '10',
        stop: '10',
        trail: null,
        disclosed: null,
      },
    ],
    [{ kind: 'cover', ...common, action: 'BUY', quantity: '1', pricing: limit, stopPrice: '1450' }],
  ]
}
