import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { memoryEnvironment, nodeFlags } from '../../scripts/start/memory.mjs'
import type { Extent, Measured } from './goals.ts'
import type { Ask, Go, Heard, Turns } from './placing-desk.ts'
import type { Arrival } from './placing-service.ts'
import { progress } from './progress.ts'
import { median, quantile } from './timing.ts'

interface Took {
  /** Milliseconds from the confirmation in another process, and from when the desk heard of it. */
  whole: number
  inside: number
}

/**
 * P7: from a confirmed order to its first byte at the service, with the intent synced to disk
 * before, while 8 accounts of 5,000 orders are polled every second. Both take turns in one process,
 * at moments that the polls do not know, and are told to go by another one, as by a window.
 */
export async function p7({ isFull }: Extent): Promise<Measured<'P7'>> {
  const rounds = isFull ? 500 : 250
  const warmUp = rounds / 10
  const service = fork(join(import.meta.dirname, 'placing-service.ts'))
  const [port] = (await once(service, 'message')) as [number]
  const desk = fork(join(import.meta.dirname, 'placing-desk.ts'), [String(port), tmpdir()], {
    execArgv: nodeFlags,
    env: { ...process.env, ...memoryEnvironment },
  })
  const ended = new AbortController()
  desk.once('exit', (code) => ended.abort(new Error(`the desk ended with code ${code}`)))
  const { signal } = ended
  const took: Record<Go, Took[]> = { order: [], least: [] }
  let turn: number
  try {
    await once(desk, 'message', { signal })
    for (let round = 0; round < rounds + warmUp; round++) {
      const turns: Go[] = round % 2 === 0 ? ['order', 'least'] : ['least', 'order']
      for (const go of turns) {
        progress()
        await setTimeout(20 + 80 * Math.random())
        const one = await timed(go, { desk, service, signal })
        if (round >= warmUp) took[go].push(one)
      }
    }
    desk.send('turns' satisfies Ask)
    ;[{ turn }] = (await once(desk, 'message', { signal })) as [Turns]
  } finally {
    if (desk.connected) {
      desk.disconnect()
      await once(desk, 'exit')
    }
    service.disconnect()
  }
  const figures = (go: Go, how: keyof Took) => {
    const values = took[go].map((one) => one[how])
    return { p50: median(values), p99: quantile(values, 0.99) }
  }
  const order = figures('order', 'whole')
  const least = figures('least', 'whole')
  const inside = figures('order', 'inside')
  const leastInside = figures('least', 'inside')
  const ratio = order.p99 / least.p99
  const ms = ({ p50, p99 }: { p50: number; p99: number }): string =>
    `p50 ${p50.toFixed(1)} p99 ${p99.toFixed(1)} ms`
  return {
    figures: { ratio, p99: order.p99, turn },
    note: `${ms(order)} of ${ms(least)}; without the wait for the desk's own turn ${ms(inside)} of ${ms(leastInside)}`,
  }
}

/** Sends one on its way and waits for its first byte. */
async function timed(
  go: Go,
  { desk, service, signal }: { desk: ChildProcess; service: ChildProcess; signal: AbortSignal },
): Promise<Took> {
  const both = Promise.all([
    once(desk, 'message', { signal }) as Promise<[Heard]>,
    once(service, 'message', { signal }) as Promise<[Arrival]>,
  ])
  const from = process.hrtime.bigint()
  desk.send(go satisfies Ask)
  const [[{ at: heardAt }], [{ at }]] = await both
  const milliseconds = (since: bigint): number => Number(BigInt(at) - since) / 1e6
  return { whole: milliseconds(from), inside: milliseconds(BigInt(heardAt)) }
}
