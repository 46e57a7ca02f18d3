import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, fdatasyncSync, openSync, writeSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { openBenchDesk } from './bench-desk.ts'
import type { Extent, Measured } from './goals.ts'
import { progress } from './progress.ts'
import type { Arrival } from './stop-service.ts'
import { median, quantile } from './timing.ts'

const accounts = 8

/**
 * P8: from the stop to the first byte of the first cancel at the service, beside 8 accounts whose
 * polls hang, with the intents synced to disk before; against a synced append and a POST of Node's own
 * client, begun in the same process. Both open a connection: nobody keeps one warm for a stop.
 */
export async function p8({ isFull }: Extent): Promise<Measured<'P8'>> {
  const rounds = isFull ? 300 : 200
  const warmUp = rounds / 5
  const service = fork(join(import.meta.dirname, 'stop-service.ts'))
  const [port] = (await once(service, 'message')) as [number]
  const bench = await openBenchDesk(tmpdir())
  const { desk, dataDir } = bench
  // A window hears everything as text.
  desk.listen((_, event) => void JSON.stringify(event))
  const log = openSync(join(dataDir, 'raw.log'), 'a')
  const took = { stop: [] as number[], raw: [] as number[] }
  try {
    await lookAtAll(bench, port)
    for (let round = 0; round < rounds + warmUp; round++) {
      const turns = round % 2 === 0 ? (['stop', 'raw'] as const) : (['raw', 'stop'] as const)
      for (const turn of turns) {
        progress()
        await setTimeout(5 + 20 * Math.random())
        const one = await (turn === 'stop'
          ? timedStop(bench, service)
          : timedRaw({ port, service, log }))
        if (round >= warmUp) took[turn].push(one)
      }
    }
  } finally {
    closeSync(log)
    await bench.close()
    service.disconnect()
  }
  const figures = (values: number[]) => ({ p50: median(values), p99: quantile(values, 0.99) })
  const [stop, raw] = [figures(took.stop), figures(took.raw)]
  const ratio = stop.p99 / raw.p99
  const ms = ({ p50, p99 }: { p50: number; p99: number }): string =>
    `p50 ${p50.toFixed(2)} p99 ${p99.toFixed(2)} ms`
  return { figures: { ratio, p99: stop.p99 }, note: `${ms(stop)} of ${ms(raw)}` }
}

type BenchDesk = Awaited<ReturnType<typeof openBenchDesk>>

async function lookAtAll({ addAccounts, call }: BenchDesk, port: number): Promise<void> {
  const ids = await addAccounts(accounts, { url: `http://127.0.0.1:${port}` })
  // Every book of every account is now waited for, and stays so.
  await call('lookAt', { accounts: ids, books: ['orders', 'positions'] })
  await setTimeout(500)
}

/** Milliseconds until the first cancel arrived; answers when all are over, so that none weighs on what comes next. */
async function timedStop({ desk, call }: BenchDesk, service: ChildProcess): Promise<number> {
  const arrivals = arrived(service, '/v1/CancelAllOrder', accounts)
  const answered = Promise.withResolvers<void>()
  const forget = desk.listen((name, event) => {
    if (name !== 'exit' || !('accounts' in event)) return
    if (event.accounts.every(({ step }) => step === 'checking')) answered.resolve()
  })
  const from = process.hrtime.bigint()
  await call('engageStop', {})
  const [first] = await arrivals
  await answered.promise
  forget()
  return Number(first! - from) / 1e6
}

/** As long as an intent in the journal. */
const record = Buffer.alloc(400, 'x')

async function timedRaw(of: { port: number; service: ChildProcess; log: number }): Promise<number> {
  const { port, service, log } = of
  const arrivals = arrived(service, '/raw', 1)
  const body = JSON.stringify({ api_key: 'bench', api_secret: 'bench', data: { broker: 'PX' } })
  const headers = { 'content-type': 'application/json', 'content-length': body.length }
  const from = process.hrtime.bigint()
  writeSync(log, record)
  fdatasyncSync(log)
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
