import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import Conf from 'conf'
import { type Desk, createDesk } from '../../src/main/desk.ts'
import type { Account } from '../../src/shared/accounts/accounts.ts'
import type { CallName } from '../../src/shared/channels.ts'
import type { Input } from '../../src/shared/contract.ts'
import type { DeskView } from '../../src/shared/desk-view.ts'
import type { Reply } from '../../src/shared/core/errors.ts'
import { usualTrading } from '../../src/shared/orders/limits.ts'
import type { BenchResult } from './result.ts'
import type { Arrival } from './stop-service.ts'
import { median, quantile } from './timing.ts'

const rounds = 300
const warmUp = 60
const accounts = 8
const goal = 3

/**
 * P8: from the stop to the first byte of the first cancel at the service, beside 8 accounts whose
 * polls hang, with the intents synced to disk before; against a POST of Node's own client, begun in
 * the same process. Both open a connection: nobody keeps one warm for a stop.
 */
export async function p8(): Promise<BenchResult> {
  const service = fork(join(import.meta.dirname, 'stop-service.ts'))
  const [port] = (await once(service, 'message')) as [number]
  const dataDir = await mkdtemp(join(tmpdir(), 'quarterdeck-stop-'))
  const desk = await createDesk({
    dataDir,
    version: 'bench',
    host: 'browser',
    openConf: (options) => new Conf(options),
    startPractice: () => Promise.reject(new Error('not needed here')),
  })
  // A window hears everything as text.
  desk.listen((_, event) => void JSON.stringify(event))
  const took = { stop: [] as number[], raw: [] as number[] }
  try {
    await addAccounts(desk, port)
    for (let round = 0; round < rounds + warmUp; round++) {
      const turns = round % 2 === 0 ? (['stop', 'raw'] as const) : (['raw', 'stop'] as const)
      for (const turn of turns) {
        await setTimeout(5 + 20 * Math.random())
        const one = await (turn === 'stop' ? timedStop(desk, service) : timedRaw(port, service))
        if (round >= warmUp) took[turn].push(one)
      }
    }
  } finally {
    await desk.stop()
    service.disconnect()
    await rm(dataDir, { recursive: true })
  }
  const figures = (values: number[]) => ({ p50: median(values), p99: quantile(values, 0.99) })
  const [stop, raw] = [figures(took.stop), figures(took.raw)]
  const ratio = stop.p99 / raw.p99
  const ms = ({ p50, p99 }: { p50: number; p99: number }): string =>
    `p50 ${p50.toFixed(2)} p99 ${p99.toFixed(2)} ms`
  return {
    row: 'P8',
    ratio,
    spread: `${ms(stop)} of ${ms(raw)}`,
    goal: `≤ ${goal}, under 50 ms`,
    met: ratio <= goal && stop.p99 < 50,
  }
}

async function call<Name extends CallName>(desk: Desk, name: Name, input: Input<Name>) {
  const reply: Reply<unknown> = await desk.answer(name, input)
  if (!reply.ok) throw new Error(`${name}: ${reply.error.message}`)
  return reply.value
}

async function addAccounts(desk: Desk, port: number): Promise<void> {
  await call(desk, 'chooseVault', { kind: 'session' })
  const { accounts: former } = (await call(desk, 'openDesk', {})) as DeskView
  for (const { id } of former) await call(desk, 'deleteAccount', { account: id })
  const ids: string[] = []
  for (let n = 0; n < accounts; n++) {
    const { id } = (await call(desk, 'saveAccount', {
      profile: {
        name: `Account ${n}`,
        broker: 'PX',
        service: { kind: 'url', url: `http://127.0.0.1:${port}` },
        strategy: 'Bench',
        colour: 'slate',
        enabled: true,
        polls: {},
        readsPerSecond: 20,
        trading: usualTrading,
      },
      keys: { apiKey: 'bench-key-0123456789', apiSecret: 'bench-secret-0123456789' },
    })) as Account
    ids.push(id)
  }
  // Every book of every account is now waited for, and stays so.
  await call(desk, 'lookAt', { accounts: ids, books: ['orders', 'positions'] })
  await setTimeout(500)
}

/** Milliseconds until the first cancel arrived; answers when all are over, so that none weighs on what comes next. */
async function timedStop(desk: Desk, service: ChildProcess): Promise<number> {
  const arrivals = arrived(service, '/v1/CancelAllOrder', accounts)
  const answered = Promise.withResolvers<void>()
  const forget = desk.listen((name, event) => {
    if (name !== 'exit' || !('accounts' in event)) return
    if (event.accounts.every(({ step }) => step === 'checking')) answered.resolve()
  })
  const from = process.hrtime.bigint()
  await call(desk, 'engageStop', {})
  const [first] = await arrivals
  await answered.promise
  forget()
  return Number(first! - from) / 1e6
}

async function timedRaw(port: number, service: ChildProcess): Promise<number> {
  const arrivals = arrived(service, '/raw', 1)
  const body = JSON.stringify({ api_key: 'bench', api_secret: 'bench', data: { broker: 'PX' } })
  const headers = { 'content-type': 'application/json', 'content-length': body.length }
  const from = process.hrtime.bigint()
  request(
    { host: '127.0.0.1', port, agent: false, method: 'POST', path: '/raw', headers },
    (response) => response.resume(),
  ).end(body)
  const [first] = await arrivals
  return Number(first! - from) / 1e6
}

/** The times of so many first bytes, the earliest first. */
function arrived(service: ChildProcess, path: string, count: number): Promise<bigint[]> {
  const times: bigint[] = []
  return new Promise((resolve) => {
    const hear = (arrival: Arrival): void => {
      if (arrival.path !== path) return
      times.push(BigInt(arrival.at))
      if (times.length < count) return
      service.off('message', hear)
      resolve(times.toSorted((one, other) => (one < other ? -1 : 1)))
    }
    service.on('message', hear)
  })
}
