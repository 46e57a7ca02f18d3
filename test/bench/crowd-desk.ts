/** The process of the desk and host of P13, P16 and P17: so many accounts that poll every second, of which a window is shown all or one. */
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { startBrowserHost } from '../../src/main/hosts/browser/server.ts'
import { readStaticFiles } from '../../src/main/hosts/static-files.ts'
import type { DeskView } from '../../src/shared/desk-view.ts'
import { openBenchDesk } from './bench-desk.ts'

/** Which accounts the window shows from now on. */
export type Scope = 'all' | 'one'

const [port, folder, accounts] = process.argv.slice(2)
const { desk, call, addAccounts, close } = await openBenchDesk(folder!)
const host = await startBrowserHost({
  desk: Promise.resolve(desk),
  shell: readStaticFiles(join(import.meta.dirname, '../../out/renderer')),
  port: 0,
})

const ids = await addAccounts(Number(accounts), { url: `http://127.0.0.1:${port}` })

/** What else it is asked. */
export type Question = 'address' | 'use' | 'held'

/** What the process has used, and how many polls of positions that was for. */
export interface Use {
  /** Milliseconds of its processor. */
  worked: number
  polls: number
}

let polls = 0
desk.listen((name, event) => {
  if (name === 'book' && 'book' in event && event.book === 'positions') polls += 1
})

function use(): Use {
  const { user, system } = process.cpuUsage()
  return { worked: (user + system) / 1000, polls }
}

/**
 * Bytes that are held while nothing is polled, once three collections leave the same: until then
 * windows may still be told what they asked for, and buffers are given back a turn after a collection.
 */
async function held(): Promise<number> {
  await call('pausePolling', {})
  let [now, steady] = [Infinity, 0]
  for (let turn = 0; steady < 3 && turn < 50; turn++) {
    await setTimeout(60)
    globalThis.gc?.()
    const { heapUsed, external } = process.memoryUsage()
    const before = now
    now = heapUsed + external
    steady = Math.abs(now - before) < 50_000 ? steady + 1 : 0
  }
  await call('resumePolling', {})
  return now
}

async function answerTo(question: Question): Promise<unknown> {
  switch (question) {
    case 'address':
      return host.newAddress()
    case 'use':
      return use()
    case 'held':
      return held()
  }
}

process.on('message', (said: Scope | Question) => {
  if (said === 'all' || said === 'one') void show(said)
  else void answerTo(said).then((answer) => process.send!(answer))
})
async function show(scope: Scope): Promise<void> {
  const selected = scope === 'all' ? 'all' : ids[0]!
  const { windows } = (await call('openDesk', {})) as DeskView
  for (const { id } of windows) await call('changeWindow', { id, selected })
  process.send!('shown')
}
process.once('disconnect', () => {
  void Promise.all([host.stop(), close()]).then(() => process.exit())
})
process.send!(host.newAddress())
