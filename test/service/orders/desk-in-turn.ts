import { randomUUID } from 'node:crypto'
import { writeSync } from 'node:fs'
import { flushCompileCache } from 'node:module'
import type { Events } from '../../../src/shared/contract.ts'
import { startDesk, trading, until } from '../../campaign/desk.ts'

// A whole desk that says what its start found, and sends one order to four accounts, one after the
// other. It is killed by who started it, or by itself: once so many of them were accepted.

// It does not outlive who started it.
process.stdin.resume().on('end', () => process.exit())

// Whoever is killed keeps nothing of what was compiled for it.
flushCompileCache()

const [dataDir = '', url = '', price = '', endsAfter = 'never'] = process.argv.slice(2)
const never = new Promise<void>(() => undefined)
const { desk, ask, place } = await startDesk({
  dataDir,
  startPractice: () => Promise.resolve({ url, ended: never, stop: () => Promise.resolve() }),
})
const say = (word: string, what: unknown): void =>
  void writeSync(1, `${word} ${JSON.stringify(what)}\n`)

const { accounts: known, intents } = await ask('openDesk', {})
say('found', intents)
const accounts = known.map(({ id }) => id)
for (const client of ['practice-1', 'practice-2'] as const) {
  if (known.length === 4) break
  const { id } = await ask('saveAccount', {
    profile: {
      ...{ name: `${client} elsewhere`, broker: client === 'practice-1' ? 'PY' : 'PX' },
      service: { kind: 'practice', client },
      ...{ strategy: 'Manual', colour: 'blue', enabled: true, polls: {}, readsPerSecond: 20 },
      trading,
    },
  })
  accounts.push(id)
}

let accepted = 0
/** Two answers of an order book that agree tell what was there before. */
const reads = new Map(accounts.map((account) => [account, 0]))
desk.listen((name, event) => {
  if (name === 'book') {
    const { account, book, meta } = event as Events['book']
    if (book === 'orders' && meta.age !== null) reads.set(account, (reads.get(account) ?? 0) + 1)
  }
  if (name !== 'intents') return
  const changed = event as Events['intents']
  say('told', changed)
  accepted += changed.filter(({ state }) => state === 'accepted').length
  // Between two turns: this one is written down, and nothing of the next was begun.
  if (accepted === Number(endsAfter)) process.kill(process.pid, 'SIGKILL')
})
await ask('lookAt', { accounts, books: ['orders'] })
const areRead = (times: number) => () => [...reads.values()].every((count) => count >= times)
await until(desk, areRead(1), { seconds: 60 })
await ask('refreshBooks', {})
await until(desk, areRead(2), { seconds: 60 })
say('read', null)

if (price !== '')
  await place({
    confirmation: randomUUID(),
    oneByOne: true,
    orders: accounts.map((account, index) => ({
      ...{ tag: `${price} ${index}`, likeness: 'alone', parts: 1 },
      ticket: {
        ...{ kind: 'regular', action: 'BUY', product: 'MIS', exchange: 'NSE', symbol: 'INFY-EQ' },
        ...{ account, quantity: '1', slice: null, exit: false, strategy: `${price} ${index}` },
        pricing: { type: 'LIMIT', price },
      },
    })),
  })
await never
