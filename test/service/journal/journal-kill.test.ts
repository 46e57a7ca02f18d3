import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { type Journal, openJournal } from '../../../src/main/journal/journal.ts'
import type { JournalStatus } from '../../../src/shared/journal/journal.ts'
import { compiledOnce } from '../../compiled-once.ts'
import { openConf, temporaryFolder } from '../../unit/main/accounts/places.ts'

/** A campaign asks for more. */
const kills = Number(process.env['QUARTERDECK_KILLS'] ?? 20)
const script = fileURLToPath(new URL('./journal-writer.ts', import.meta.url))

type Writer = ChildProcessByStdio<null, Readable, null>

/** Kills it when it has said so much, while it goes on, and answers all that it said. */
async function killed(writer: Writer, afterLines: number): Promise<string[]> {
  let said = ''
  const isEnough = Promise.withResolvers<void>()
  writer.stdout.on('data', (chunk) => {
    said += String(chunk)
    if (said.split('\n').length > afterLines) isEnough.resolve()
  })
  const ended = once(writer, 'close')
  await Promise.race([isEnough.promise, ended])
  writer.kill('SIGKILL')
  const [, signal] = await ended
  expect(signal).toBe('SIGKILL')
  return said.split('\n').slice(0, -1)
}

/** Numbers from 0 to 1 that are the same in each run. */
function* numbers(seed: number): Generator<number> {
  for (let state = seed; ;) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    yield state / 2 ** 32
  }
}

async function checked(journal: Journal): Promise<JournalStatus> {
  let status: JournalStatus | undefined
  const { signal } = new AbortController()
  await journal.verify({ signal, onProgress: (progress) => (status = progress) })
  return status!
}

test(
  `what was written down is there after each of ${kills} kills, whole, and the chain holds`,
  { timeout: 300_000 + kills * 3000 },
  async () => {
    const dataDir = temporaryFolder()
    const random = numbers(20_261_123)
    const states = new Map<string, string>()
    let entries = 0
    let inFlight = 0

    for (let round = 0; round < kills; round += 1) {
      const writer = spawn(process.execPath, [script, dataDir], {
        stdio: ['ignore', 'pipe', 'inherit'],
        env: { ...process.env, ...compiledOnce },
      })
      const said = await killed(writer, 1 + Number(random.next().value) * 30)
      for (const [state, ...ids] of said.slice(1).map((line) => line.trim().split(' '))) {
        for (const id of ids) states.set(id, state!)
        entries += ids.length
      }

      const { journal, setAside } = openJournal({ open: openConf, dataDir, now: Date.now })
      try {
        expect(setAside).toBeNull()
        const status = await checked(journal)
        expect(status).toMatchObject({ state: 'sound', brokenAt: null })

        // The last append may have been done and not said yet: it is there whole, or not at all.
        const unsaid = status.total - entries
        const latest = journal.since(0).slice(0, 3)
        const isOf = ({ confirmation }: { confirmation: string }): boolean =>
          confirmation === latest[0]?.confirmation
        const last = latest.filter(isOf)
        expect([0, last.length]).toContain(unsaid)
        expect(new Set(last.map(({ state }) => state)).size).toBeLessThan(2)
        if (unsaid > 0) for (const { id, state } of last) states.set(id, state)
        entries += unsaid

        for (const [id, state] of states) expect(journal.find(id)?.state).toBe(state)
        const unsettled = [...states].filter(([, state]) => state !== 'accepted')
        expect(new Set(journal.unsettled().map(({ id }) => id))).toEqual(
          new Set(unsettled.map(([id]) => id)),
        )
        inFlight += unsettled.length
      } finally {
        journal.close()
      }
    }
    // Otherwise no kill came at a moment that matters, and nothing was shown.
    expect(inFlight).toBeGreaterThan(0)
    expect(entries).toBeGreaterThan(kills)
  },
)
