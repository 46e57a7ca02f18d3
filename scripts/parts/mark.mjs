import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The variable that all that a run starts inherits, however far it goes from the run's group. */
export const markName = 'QUARTERDECK_RUN'

/** What is in memory on Linux, and goes with nobody who is killed. */
export const inMemory = '/dev/shm'

/** Where all that carries a mark keeps its files in memory: gone with the run. @param {string} mark */
export const memoryOf = (mark) => join(inMemory, `quarterdeck-run-${mark.slice(0, 8)}`)

/**
 * Sees to it that nothing started with this mark outlives this process, however it ends.
 * @returns {{ env: NodeJS.ProcessEnv, sweep: () => Promise<void> }}
 */
export function markOfThisRun() {
  const mark = randomUUID()
  const sweeper = spawn(
    process.execPath,
    [fileURLToPath(new URL('sweeper.mjs', import.meta.url)), mark],
    // Away from the terminal's group: its Ctrl-C must leave this one standing.
    { detached: true, stdio: ['pipe', 'ignore', 'ignore'] },
  )
  const swept = once(sweeper, 'exit')
  sweeper.unref()
  return {
    env: { [markName]: mark },
    sweep: async () => {
      sweeper.ref()
      sweeper.stdin.end()
      await swept
    },
  }
}
