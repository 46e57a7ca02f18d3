/** The process of P13's desk and host: thirty accounts that poll every second, of which a window is shown all or one. */
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import Conf from 'conf'
import { createDesk } from '../../src/main/desk.ts'
import { startBrowserHost } from '../../src/main/hosts/browser/server.ts'
import { readStaticFiles } from '../../src/main/hosts/static-files.ts'
import type { Account } from '../../src/shared/accounts/accounts.ts'
import type { CallName } from '../../src/shared/channels.ts'
import type { Input } from '../../src/shared/contract.ts'
import type { Reply } from '../../src/shared/core/errors.ts'
import type { DeskView } from '../../src/shared/desk-view.ts'
import { usualTrading } from '../../src/shared/orders/limits.ts'

/** Which accounts the window shows from now on. */
export type Scope = 'all' | 'one'

const accounts = 30
const [port, folder] = process.argv.slice(2)
const dataDir = await mkdtemp(join(folder!, 'quarterdeck-crowd-'))
const desk = await createDesk({
  dataDir,
  version: 'bench',
  host: 'browser',
  openConf: (options) => new Conf(options),
  startPractice: () => Promise.reject(new Error('not needed here')),
})
const host = await startBrowserHost({
  desk: Promise.resolve(desk),
  shell: readStaticFiles(join(import.meta.dirname, '../../out/renderer')),
  port: 0,
})

async function call<Name extends CallName>(name: Name, input: Input<Name>): Promise<unknown> {
  const reply: Reply<unknown> = await desk.answer(name, input)
  if (!reply.ok) throw new Error(`${name}: ${reply.error.message}`)
  return reply.value
}

await call('chooseVault', { kind: 'session' })
await call('saveSettings', { toured: true })
const opened = (await call('openDesk', {})) as DeskView
for (const { id } of opened.accounts) await call('deleteAccount', { account: id })

const ids: string[] = []
for (let n = 0; n < accounts; n++) {
  const { id } = (await call('saveAccount', {
    profile: {
      name: `Account ${n}`,
      broker: 'PX',
      service: { kind: 'url', url: `http://127.0.0.1:${port}` },
      strategy: 'Bench',
      colour: 'slate',
      enabled: true,
      polls: {},
      readsPerSecond: 20,
      trading: usualTrading,
    },
    // Each is a client of its own: accounts with the same keys are one login.
    keys: { apiKey: `bench-key-0123456789-${n}`, apiSecret: 'bench-secret-0123456789' },
  })) as Account
  ids.push(id)
}

process.on('message', (scope: Scope) => {
  void call('saveSettings', { selected: scope === 'all' ? 'all' : ids[0]! }).then(() =>
    process.send!('shown'),
  )
})
process.once('disconnect', () => {
  void Promise.all([host.stop(), desk.stop()]).then(async () => {
    await rm(dataDir, { recursive: true })
    process.exit()
  })
})
process.send!(host.newAddress())
