import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import Conf from 'conf'
import { openJournal } from '../../src/main/journal/journal.ts'
import { type Practice, startPractice } from '../../src/practice/server.ts'
import type { Intent } from '../../src/shared/orders/intents.ts'
import type { JournalStatus } from '../../src/shared/journal/journal.ts'
import { madeFor } from './judge.ts'
import { randomOf } from './random.ts'

export interface KillResult {
  kills: number
  /** Orders at the broker, and those of them that the journal does not know. */
  orders: number
  lost: number
  /** Orders at the broker beyond those that were confirmed. */
  duplicates: number
  /** Intents that a kill found on their way, and those that the next start did not list. */
  inFlight: number
  unlisted: number
  /** Journals that did not verify. */
  broken: number
}

const script = fileURLToPath(new URL('./desk-to-kill.ts', import.meta.url))

/** Kills a desk in the midst of placing orders, over and over on the same folder. */
export async function killDesks({
  seed,
  kills,
}: {
  seed: number
  kills: number
}): Promise<KillResult> {
  const random = randomOf(seed)
  const dataDir = await mkdtemp(join(tmpdir(), 'quarterdeck-kills-'))
  const practice = await startPractice({ seed, opening: 'empty' })
  const result: KillResult = {
    ...{ kills: 0, orders: 0, lost: 0, duplicates: 0, inFlight: 0, unlisted: 0, broken: 0 },
  }
  try {
    let before: readonly string[] = []
    for (; result.kills < kills; result.kills += 1) {
      const wait = random.below(500)
      const listed = await oneLife({ dataDir, practice, seed: seed * 1000 + result.kills, wait })
      result.unlisted += before.filter((id) => !listed.has(id)).length
      const isLast = result.kills === kills - 1
      before = await inspect(dataDir, async (journal) => {
        const open = journal.unsettled()
        if (result.kills % 10 === 9 || isLast) {
          const { state } = await verified(journal)
          if (state !== 'sound') result.broken += 1
        }
        return open.map(({ id }) => id)
      })
      result.inFlight += before.length
    }
    await inspect(dataDir, (journal) => {
      const known = Map.groupBy(journal.since(0), tagOf)
      for (const [tag, ids] of madeFor(practice.ledger.entries)) {
        const intents = known.get(tag)
        result.orders += ids.length
        if (intents === undefined) result.lost += 1
        else result.duplicates += Math.max(0, ids.length - partsOf(intents))
      }
    })
    return result
  } finally {
    await practice.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

const tagOf = ({ params }: Intent): string => params['strategy'] ?? ''
const partsOf = (intents: readonly Intent[]): number =>
  intents.reduce((sum, { parts }) => sum + parts.length, 0)

type Opened = ReturnType<typeof openJournal>['journal']

async function inspect<T>(dataDir: string, look: (journal: Opened) => T | Promise<T>): Promise<T> {
  const { journal, setAside } = openJournal({
    open: (conf) => new Conf(conf),
    dataDir,
    now: Date.now,
  })
  try {
    if (setAside !== null) throw new Error(`The journal was damaged: ${setAside}`)
    return await look(journal)
  } finally {
    journal.close()
  }
}

function verified(journal: Opened): Promise<JournalStatus> {
  const { signal } = new AbortController()
  return new Promise((resolve, reject) => {
    let last: JournalStatus | undefined
    journal
      .verify({ signal, onProgress: (status) => (last = status) })
      .then(
        () => (last === undefined ? reject(new Error('It said nothing.')) : resolve(last)),
        reject,
      )
  })
}

interface Life {
  dataDir: string
  practice: Practice
  seed: number
  /** Milliseconds that it may place orders. */
  wait: number
}

/** Starts a desk, lets it place orders, kills it; answers what its start listed as no longer on its way. */
async function oneLife({ dataDir, practice, seed, wait }: Life): Promise<Set<string>> {
  const { expiry = '' } =
    practice.engine.listing.all.find(
      ({ contract }) => contract?.option && contract.underlying === 'NIFTY',
    )?.contract ?? {}
  const child: ChildProcessByStdio<Writable, Readable, null> = spawn(
    process.execPath,
    [script, dataDir, practice.url, String(seed), expiry],
    {
      stdio: ['pipe', 'pipe', 'inherit'],
      // Each life is short: what was compiled for the last one is used again.
      env: { ...process.env, NODE_COMPILE_CACHE: join(dataDir, 'compiled') },
    },
  )
  const closed = once(child, 'close')
  let listed: string[] = []
  for await (const line of createInterface(child.stdout)) {
    const [word, ...rest] = line.split(' ')
    if (word === 'listed') listed = JSON.parse(rest.join(' ')) as string[]
    if (word !== 'ready') continue
    await pause(wait)
    child.kill('SIGKILL')
  }
  await closed
  return new Set(listed)
}
