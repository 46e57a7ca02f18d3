/** The process that P11 measures: a real desk, polling a service in another process over HTTP, as often as an account may ask for. */
import { fork } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { boundHeap } from '../../src/main/core/heap-bounds.ts'
import { openBenchDesk } from './bench-desk.ts'
import type { MemoryReport } from './memory.ts'

const accounts = 30
const polls = Number(process.argv[2])
/** Until the books are full and the code is compiled: in the long form, 100 of each account. */
const firstPolls = 0.3 * polls

const service = fork(join(import.meta.dirname, 'memory-service.js'))
const url = await new Promise<string>((resolve, reject) => {
  service.once('message', resolve)
  service.once('error', reject)
})

// As Electron's entry does.
boundHeap()
const { desk, call, addAccounts, close } = await openBenchDesk(tmpdir())

/** Resolves when the desk has polled so many order books from now on. */
const polled = (count: number): Promise<void> =>
  new Promise((resolve) => {
    let seen = 0
    const stop = desk.listen((name, event) => {
      if (name !== 'book' || !('book' in event) || event.book !== 'orders') return
      // A busy machine may miss a deadline now and then. Where every poll fails, nothing is told
      // any more, and this is what can be read of it.
      if (event.meta.trouble !== null) {
        console.error(event.meta.trouble.message)
        return
      }
      if (++seen % 100 === 0) process.send?.('progress')
      if (seen < count) return
      stop()
      resolve()
    })
  })

/** What is really held: polling stands still meanwhile, and buffers are given back a turn after a collection. */
async function heap(): Promise<number> {
  await call('pausePolling', {})
  for (let turn = 0; turn < 10; turn++) {
    globalThis.gc?.()
    await setTimeout(100)
  }
  const { heapUsed, external } = process.memoryUsage()
  await call('resumePolling', {})
  return heapUsed + external
}

let largest: MemoryReport['largest'] = { resident: 0, heap: 0, buffers: 0 }
const looking = setInterval(() => {
  const { rss, heapTotal, external } = process.memoryUsage()
  if (rss > largest.resident) largest = { resident: rss, heap: heapTotal, buffers: external }
}, 50)

const ids = await addAccounts(accounts, { url, polls: { orders: 250 }, readsPerSecond: 50 })
await call('lookAt', { accounts: ids, books: ['orders'] })
await polled(firstPolls)
const heapAfterFirst = await heap()
await polled(polls)
const resident = process.resourceUsage().maxRSS * 1024
clearInterval(looking)
const report: MemoryReport = {
  ...{ resident, largest, heapAfterFirst },
  ...{ heapAtEnd: await heap(), polls },
}

process.stdout.write(JSON.stringify(report))
await close()
service.disconnect()
