import { writeSync } from 'node:fs'
import { flushCompileCache } from 'node:module'
import { setTimeout as pause } from 'node:timers/promises'
import { startDesk } from './desk.ts'
import { fastClock } from '../fast-clock.ts'
import { placementsOf } from './orders.ts'
import { randomOf } from './random.ts'

// A whole desk that places orders until somebody kills it.

// It does not outlive who started it.
process.stdin.resume().on('end', () => process.exit())

// Whoever is killed keeps nothing of what was compiled for it.
flushCompileCache()

const [dataDir = '', url = '', seed = '1', expiry = ''] = process.argv.slice(2)
const random = randomOf(Number(seed))
const clock = fastClock(10)
const never = new Promise<void>(() => undefined)

const { ask, place } = await startDesk({
  dataDir,
  clock,
  deadlines: { read: 2000, place: 1000, exit: 1000 },
  startPractice: () => Promise.resolve({ url, ended: never, stop: () => Promise.resolve() }),
})
const { accounts, intents } = await ask('openDesk', {})
const say = (word: string, what: unknown): void =>
  void writeSync(1, `${word} ${JSON.stringify(what)}\n`)
say(
  'listed',
  intents.filter(({ state }) => state !== 'recorded' && state !== 'sent').map(({ id }) => id),
)
say('ready', null)

await Promise.all(
  accounts.map(async ({ id }, index) => {
    const prefix = `k${seed}-a${index}`
    for (const placement of placementsOf({ account: id, prefix, count: 400, expiry, random })) {
      // What a rule stands against today is no matter here.
      await place(placement).catch(() => undefined)
      await pause(random.below(20))
    }
  }),
)
await never
