/** The process that P11 measures: a real desk, polling a service in another process over HTTP. */
import { fork } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Conf from 'conf'
import { createDesk } from '../../src/main/desk.ts'
import type { Account } from '../../src/shared/accounts.ts'
import type { DeskView, Input } from '../../src/shared/contract.ts'
import type { CallName } from '../../src/shared/channels.ts'
import type { Reply } from '../../src/shared/errors.ts'
import type { MemoryReport } from './memory.ts'

const accounts = 20
const firstPolls = 100 * accounts
const polls = 10_000 + firstPolls

const service = fork(new URL('./memory-service.ts', import.meta.url))
const url = await new Promise<string>((resolve, reject) => {
  service.once('message', resolve)
  service.once('error', reject)
})

const dataDir = await mkdtemp(join(tmpdir(), 'quarterdeck-memory-'))
const desk = await createDesk({
  dataDir,
  version: 'bench',
  host: 'browser',
  openConf: (options) => new Conf(options),
  startPractice: () => Promise.reject(new Error('not needed here')),
})

async function call<Name extends CallName>(name: Name, input: Input<Name>): Promise<unknown> {
  const reply: Reply<unknown> = await desk.answer(name, input)
  if (!reply.ok) throw new Error(`${name}: ${reply.error.message}`)
  return reply.value
}

await call('chooseVault', { kind: 'session' })
const opened = (await call('openDesk', {})) as DeskView
for (const { id } of opened.accounts) await call('deleteAccount', { account: id })

const report = await new Promise<MemoryReport>((resolve) => {
  let seen = 0
  let heapAfterFirst = 0
  const heap = (): number => {
    globalThis.gc?.()
    const { heapUsed, external } = process.memoryUsage()
    return heapUsed + external
  }
  const stop = desk.listen((name, event) => {
    if (name !== 'book' || !('book' in event) || event.book !== 'orders') return
    if (event.meta.trouble !== null) throw new Error(event.meta.trouble.message)
    seen++
    if (seen === firstPolls) heapAfterFirst = heap()
    if (seen === polls) {
      stop()
      const heapAtEnd = heap()
      resolve({
        resident: process.memoryUsage().rss,
        heapAfterFirst,
        heapAtEnd,
        polls: polls - firstPolls,
      })
      return
    }
    // As fast as the machine allows: each answer asks for the next.
    void call('refreshBooks', { account: event.account, book: 'orders' })
  })
  void (async () => {
    for (let n = 0; n < accounts; n++)
      (await call('saveAccount', {
        profile: {
          name: `Account ${n}`,
          broker: 'PX',
          service: { kind: 'url', url },
          strategy: 'Bench',
          colour: 'slate',
          enabled: true,
          polls: {},
          readsPerSecond: 50,
        },
        keys: { apiKey: 'bench', apiSecret: 'bench' },
      })) as Account
  })()
})

process.stdout.write(JSON.stringify(report))
await desk.stop()
service.disconnect()
await rm(dataDir, { recursive: true })
