/** The process that P7 and P14 measure: a real desk under its polls, and beside it the least that any program could do. */
import { randomUUID } from 'node:crypto'
import { fdatasyncSync, openSync, writeSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { usualTrading } from '../../src/shared/orders/limits.ts'
import type { Placement } from '../../src/shared/orders/placing.ts'
import { consentTo, problemCodes } from '../../src/shared/orders/problems.ts'
import { openBenchDesk } from './bench-desk.ts'

export type Go = 'order' | 'least'
/** `turns` asks for the turns of the loop since it was ready. */
export type Ask = Go | 'turns'
export interface Turns {
  /** Milliseconds of the longest. */
  turn: number
}
/** When the process heard of it, in nanoseconds; said once before, when it is ready to begin. */
export interface Heard {
  at: string
}

const [port, folder, ...figures] = process.argv.slice(2)
/** Of so many accounts, none where it is only compared with, and so many of them an order goes to at once. */
const [accounts, together] = figures.map(Number) as [number, number]
const { desk, dataDir, call, addAccounts, close } = await openBenchDesk(folder!)
const { limits } = usualTrading
const ids = await addAccounts(accounts, {
  url: `http://127.0.0.1:${port}`,
  polls: { orders: 1000 },
  trading: { ...usualTrading, limits: { ...limits, openOrders: 10_000, perMinute: 600 } },
})
await call('lookAt', { accounts: ids, books: ['orders'] })
const accepted = Array.from({ length: together }, (_, order) =>
  problemCodes.map((code) => consentTo({ order, code })),
).flat()
let confirmations = 0

async function place(): Promise<void> {
  const place = confirmations++
  const price = (100 + place / 20).toFixed(2)
  const of = Array.from({ length: together }, (_, n) => ids[(place + n) % accounts]!)
  const placement = (await call('placeOrders', {
    confirmation: randomUUID(),
    accepted,
    orders: of.map((account) => ({
      kind: 'regular',
      account,
      exchange: 'NFO',
      symbol: 'NIFTY26NOV24000CE',
      action: 'BUY',
      quantity: '75',
      product: 'MIS',
      pricing: { type: 'LIMIT', price },
      slice: null,
      exit: false,
    })),
  })) as Placement
  if (!placement.isTaken) throw new Error(JSON.stringify(placement.problems))
}

const log = openSync(join(dataDir, 'least.log'), 'a')
const record = Buffer.alloc(400, 'x')
const agent = new Agent({ keepAlive: true, maxSockets: together })

/** One synced append, and as many POSTs as there are orders. */
function least(): void {
  writeSync(log, record)
  fdatasyncSync(log)
  for (let n = 0; n < together; n++) postRecord()
}

function postRecord(): void {
  const outgoing = request(
    {
      host: '127.0.0.1',
      port,
      agent,
      method: 'POST',
      path: '/v1/PlaceNothing',
      headers: { 'content-type': 'application/json', 'content-length': record.length },
    },
    (response) => response.resume(),
  )
  outgoing.end(record)
}

const say = (): void => void process.send!({ at: String(process.hrtime.bigint()) } satisfies Heard)
/** Looks every millisecond, and so records a turn as that much longer than it was. */
const loop = monitorEventLoopDelay({ resolution: 1 })
process.on('message', (ask: Ask) => {
  if (ask === 'turns') {
    process.send!({ turn: loop.max / 1e6 - 1 } satisfies Turns)
    return
  }
  say()
  if (ask === 'order') {
    void place()
    return
  }
  // The turn of the comparison is not the desk's.
  loop.disable()
  least()
  setImmediate(() => loop.enable())
})
process.once('disconnect', () => {
  void close().then(() => process.exit())
})

if (accounts === 0) say()
// The first polls of all accounts read every row; a person's day is what comes after them.
const polled = new Map<string, number>()
const stop = desk.listen((name, event) => {
  if (name !== 'book' || !('book' in event) || event.book !== 'orders') return
  polled.set(event.account, (polled.get(event.account) ?? 0) + 1)
  if (ids.some((id) => (polled.get(id) ?? 0) < 3)) return
  stop()
  loop.enable()
  say()
})
