import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { endWithParent } from '../../scripts/set-up/end-with-parent.mjs'
import { endGroup, isWindows } from '../../scripts/set-up/run.mjs'
import type { Measured, RowName } from './goals.ts'
import type { Outcome } from './report.ts'

/** What the process of a row says at its end. */
export type Told = Measured | { problem: string }

export interface RowRun {
  row: RowName
  /** The program that measures it. */
  script: string
  isFull: boolean
  /** Seconds without a sign of life after which it counts as hung. */
  silence: number
  /** Its reason is told as that of the row. */
  signal: AbortSignal
}

/**
 * Runs one row in a process group and a folder of its own, and ends all of it with the row: whether
 * it throws, hangs or is killed, the next one finds the machine as this one did.
 */
export async function runRow({ row, script, isFull, silence, signal }: RowRun): Promise<Outcome> {
  if (signal.aborted) return { row, seconds: 0, problem: String(signal.reason) }
  const from = performance.now()
  const folder = await mkdtemp(join(tmpdir(), 'quarterdeck-bench-'))
  const child = fork(script, [row, ...(isFull ? ['--full'] : [])], {
    detached: !isWindows,
    execArgv: [],
    env: { ...process.env, TMPDIR: folder, TEMP: folder, TMP: folder },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  endWithParent(child, { isGroup: true })

  const ended = once(child, 'exit')
  const told = Promise.withResolvers<Told>()
  const fail = (problem: string): void => told.resolve({ problem })
  const hung = setTimeout(() => fail(`nothing was heard of it for ${silence} s`), silence * 1000)
  const interrupt = (): void => fail(String(signal.reason))
  signal.addEventListener('abort', interrupt)
  child.on('message', (message: Told | 'progress') => {
    if (message === 'progress') hung.refresh()
    else told.resolve(message)
  })
  ended.then(
    ([code, killer]) =>
      fail(killer === null ? `it ended with code ${code}` : `it was ended by ${killer}`),
    (cause: unknown) => fail(String(cause)),
  )

  const result = await told.promise
  clearTimeout(hung)
  signal.removeEventListener('abort', interrupt)
  endGroup(child)
  await ended.catch(() => undefined)
  // A browser that lost its driver may still be writing; what it leaves is the system's to clear.
  await rm(folder, { recursive: true, force: true, maxRetries: 10 }).catch(() => undefined)
  return { row, seconds: (performance.now() - from) / 1000, ...result }
}
