import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { type Intent, isSurelyNotThere } from '../../../src/shared/orders/intents.ts'
import { resendOf } from '../../../src/shared/orders/resending.ts'
import { type Carried, type Mischief, openTunnel } from '../../campaign/tunnel.ts'
import { compiledOnce } from '../../compiled-once.ts'
import { runPractice, tempDir } from '../running-desk.ts'
import { placedIn } from './placing-desk.ts'

const script = fileURLToPath(new URL('desk-in-turn.ts', import.meta.url))

/** One life of a desk, up to its death. */
class Life {
  readonly #child: ChildProcessByStdio<Writable, Readable, null>
  readonly #ended: Promise<unknown>
  readonly #intents = new Map<string, Intent>()
  readonly #waiting = new Set<() => void>()
  /** What its start found in the journal. */
  found: readonly Intent[] | null = null
  hasRead = false

  constructor(words: readonly string[]) {
    this.#child = spawn(process.execPath, [script, ...words], {
      stdio: ['pipe', 'pipe', 'inherit'],
      env: { ...process.env, ...compiledOnce },
    })
    this.#ended = once(this.#child, 'close')
    createInterface(this.#child.stdout).on('line', (line) => this.#hear(line))
  }

  kill(): void {
    this.#child.kill('SIGKILL')
  }

  async end(): Promise<void> {
    await this.#ended
    expect(this.#child.signalCode).toBe('SIGKILL')
  }

  /** Those of the order with this price, in their turn. */
  line(price: string): Intent[] {
    return [...this.#intents.values()]
      .filter(({ params }) => params['price'] === price)
      .toSorted((one, other) => turnOf(one) - turnOf(other))
  }

  async until(holds: () => boolean): Promise<void> {
    while (!holds()) await new Promise<void>((resolve) => this.#waiting.add(resolve))
  }

  #hear(line: string): void {
    const [word = '', ...rest] = line.split(' ')
    if (word === 'read') this.hasRead = true
    else {
      const intents = JSON.parse(rest.join(' ')) as Intent[]
      if (word === 'found') this.found = intents
      for (const intent of intents) this.#intents.set(intent.id, intent)
    }
    const woken = [...this.#waiting]
    this.#waiting.clear()
    for (const wake of woken) wake()
  }
}

const turnOf = ({ params }: Intent): number => Number(params['strategy']?.split(' ')[1])
const states = (line: readonly Intent[]): string[] => line.map(({ state }) => state)

it('tells after a kill between two turns, and in the midst of one, what was accepted, what is in doubt and what was surely not sent, and sends nothing of it by itself', async () => {
  const practice = await runPractice()
  const dataDir = await tempDir()
  const carried: Carried[] = []
  let mischief: (turn: number) => Mischief = () => 'none'
  const isPlacement = ({ operation }: Carried): boolean => operation.startsWith('Place')
  const tunnel = await openTunnel({
    port: Number(new URL(practice.url).port),
    late: 0,
    mischief: (request) => {
      if (!isPlacement(request)) return 'none'
      carried.push(request)
      return mischief(carried.length)
    },
  })
  const start = (...words: string[]): Life => new Life([dataDir, tunnel.url, ...words])
  const placed = (): unknown[] => placedIn(practice).map(({ data }) => data)
  try {
    // Between two turns: the second was written down as accepted.
    const first = start('1301.00', '2')
    await first.end()
    expect(states(first.line('1301.00'))).toEqual(['accepted', 'accepted', 'recorded', 'recorded'])
    expect(placed()).toHaveLength(2)

    // In the midst of the third turn, which reached the broker.
    mischief = (turn) => (turn === 5 ? 'no-answer' : 'none')
    const second = start('1302.00')
    await second.until(() => second.line('1302.00')[2]?.state === 'sent')
    expect(states(second.line('1301.00'))).toEqual(['accepted', 'accepted', 'not-sent', 'not-sent'])
    await expect.poll(() => placed().length).toBe(5)
    second.kill()
    await second.end()

    // In the midst of the second turn, of which nothing arrived.
    const third = new Life([dataDir, tunnel.url, '1303.00'])
    mischief = (turn) => {
      if (turn === 7) third.kill()
      return turn === 7 ? 'drop-before' : 'none'
    }
    await third.end()
    expect(third.found?.filter(({ params }) => params['price'] === '1302.00').map(stateOf)).toEqual(
      expect.arrayContaining(['accepted', 'accepted', 'in-doubt', 'not-sent']),
    )
    expect(placed()).toHaveLength(6)

    const last = start()
    await last.until(() => last.hasRead)
    expect(states(last.line('1301.00'))).toEqual(['accepted', 'accepted', 'not-sent', 'not-sent'])
    await last.until(() => last.line('1302.00')[2]?.state !== 'in-doubt')
    expect(states(last.line('1302.00'))).toEqual(['accepted', 'accepted', 'matched', 'not-sent'])
    expect(states(last.line('1303.00'))).toEqual(['accepted', 'in-doubt', 'not-sent', 'not-sent'])
    last.kill()
    await last.end()

    // What surely is not there may be sent again, and nothing else.
    const all = ['1301.00', '1302.00', '1303.00'].flatMap((price) => last.line(price))
    for (const intent of all)
      expect(resendOf(intent) !== null, intent.state).toBe(isSurelyNotThere(intent.state))
    expect(all.filter(({ calledOff }) => calledOff === 'restart')).toHaveLength(5)
    // By the broker's own ledger each is there once, and nothing left that nobody waited for.
    expect(carried).toHaveLength(7)
    const tags = placedIn(practice).map(({ data }) => (data as { strategy: string }).strategy)
    expect(tags.toSorted()).toEqual([
      ...['1301.00 0', '1301.00 1', '1302.00 0', '1302.00 1', '1302.00 2', '1303.00 0'],
    ])
  } finally {
    await tunnel.stop()
  }
})

const stateOf = ({ state }: Intent): string => state
