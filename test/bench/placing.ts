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
  const run = {
    accounts: 8,
    rows: 5000,
    together: 1,
    rounds,
    pause: [20, 100],
    isApart: false,
  } as const
  const { took, turn } = await timedPlacings(run)
  const order = figuresOf(took.order, 'whole')
  const least = figuresOf(took.least, 'whole')
  const inside = figuresOf(took.order, 'inside')
  const leastInside = figuresOf(took.least, 'inside')
  return {
    figures: { ratio: order.p99 / least.p99, p99: order.p99, turn },
    note: `${written(order)} of ${written(least)}; without the wait for the desk's own turn ${written(inside)} of ${written(leastInside)}`,
  }
}

/**
 * P14: the same of one order to 30 accounts of 2,000 orders, until the last of the 30 has begun to
 * arrive; against a process that has nothing else to do. The pause is long enough for most of the
 * books that are read anew after an order.
 */
export async function p14({ isFull }: Extent): Promise<Measured<'P14'>> {
  const rounds = isFull ? 100 : 30
  const run = {
    accounts: 30,
    rows: 2000,
    together: 30,
    rounds,
    pause: [200, 300],
    isApart: true,
  } as const
  const { took } = await timedPlacings(run)
  const order = figuresOf(took.order, 'whole')
  const least = figuresOf(took.least, 'whole')
  return {
    figures: { ratio: order.p50 / least.p50 },
    note: `${written(order)} of ${written(least)}`,
  }
}

interface Run {
  accounts: number
  /** Orders in the book of each. */
  rows: number
  /** Orders of one confirmation, each to another account. */
  together: number
  rounds: number
  /** Milliseconds before each, at the least and at the most. */
  pause: readonly [number, number]
  /** Whether the least that any program could do is done in a process of its own, without polls. */
  isApart: boolean
}

async function timedPlacings({ accounts, rows, together, rounds, pause, isApart }: Run) {
  const warmUp = rounds / 10
  const service = fork(join(import.meta.dirname, 'placing-service.ts'), [`${rows}`, `${together}`])
  const [port] = (await once(service, 'message')) as [number]
  const start = (accounts: number): ChildProcess => {
    const args = [`${port}`, tmpdir(), `${accounts}`, `${together}`]
    return fork(join(import.meta.dirname, 'placing-desk.ts'), args, {
      execArgv: nodeFlags,
      env: { ...process.env, ...memoryEnvironment },
    })
  }
  const desk = start(accounts)
  const peer = isApart ? start(0) : desk
  const started = isApart ? [desk, peer] : [desk]
  const ended = new AbortController()
  for (const one of started)
    one.once('exit', (code) => ended.abort(new Error(`a desk ended with code ${code}`)))
  const { signal } = ended
  const took: Record<Go, Took[]> = { order: [], least: [] }
  let turn: number
  try {
    await Promise.all(started.map((one) => once(one, 'message', { signal })))
    for (let round = 0; round < rounds + warmUp; round++) {
      const turns: Go[] = round % 2 === 0 ? ['order', 'least'] : ['least', 'order']
      for (const go of turns) {
        progress()
        await setTimeout(pause[0] + (pause[1] - pause[0]) * Math.random())
        const one = await timed(go, { desk: go === 'order' ? desk : peer, service, signal })
        if (round >= warmUp) took[go].push(one)
      }
    }
    desk.send('turns' satisfies Ask)
    ;[{ turn }] = (await once(desk, 'message', { signal })) as [Turns]
  } finally {
    for (const one of started) {
      if (!one.connected) continue
      one.disconnect()
      await once(one, 'exit')
    }
    service.disconnect()
  }
  return { took, turn }
}

interface Figures {
  p50: number
  p99: number
}

function figuresOf(all: readonly Took[], how: keyof Took): Figures {
  const values = all.map((one) => one[how])
  return { p50: median(values), p99: quantile(values, 0.99) }
}

const written = ({ p50, p99 }: Figures): string => `p50 ${p50.toFixed(1)} p99 ${p99.toFixed(1)} ms`

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
