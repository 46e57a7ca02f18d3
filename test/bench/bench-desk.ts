import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import Conf from 'conf'
import { createDesk } from '../../src/main/desk.ts'
import { settleEngine } from '../../src/main/hosts/settled-engine.ts'
import type { Account } from '../../src/shared/accounts/accounts.ts'
import type { CallName } from '../../src/shared/channels.ts'
import type { Input } from '../../src/shared/contract.ts'
import type { Reply } from '../../src/shared/core/errors.ts'
import type { DeskView } from '../../src/shared/desk-view.ts'
import { usualTrading } from '../../src/shared/orders/limits.ts'

/** A desk of a bench's own, in a new folder below this one, without accounts. */
export async function openBenchDesk(folder: string) {
  const dataDir = await mkdtemp(join(folder, 'quarterdeck-bench-'))
  const desk = await createDesk({
    dataDir,
    version: 'bench',
    host: 'browser',
    openConf: (options) => new Conf(options),
    startPractice: () => Promise.reject(new Error('not needed here')),
  })
  // As the browser host does.
  settleEngine()

  async function call<Name extends CallName>(name: Name, input: Input<Name>): Promise<unknown> {
    const reply: Reply<unknown> = await desk.answer(name, input)
    if (!reply.ok) throw new Error(`${name}: ${reply.error.message}`)
    return reply.value
  }

  await call('chooseVault', { kind: 'session' })
  await call('saveSettings', { toured: true })
  const opened = (await call('openDesk', {})) as DeskView
  for (const { id } of opened.accounts) await call('deleteAccount', { account: id })

  /** So many accounts of a service, each a client of its own: those with the same keys are one login. */
  async function addAccounts(
    count: number,
    { url, ...more }: { url: string } & Partial<Input<'saveAccount'>['profile']>,
  ): Promise<string[]> {
    const ids: string[] = []
    for (let n = 0; n < count; n++) {
      const { id } = (await call('saveAccount', {
        profile: {
          name: `Account ${n}`,
          broker: 'PX',
          service: { kind: 'url', url },
          strategy: 'Bench',
          colour: 'slate',
          enabled: true,
          polls: {},
          readsPerSecond: 20,
          trading: usualTrading,
          ...more,
        },
        keys: { apiKey: `bench-key-0123456789-${n}`, apiSecret: 'bench-secret-0123456789' },
      })) as Account
      ids.push(id)
    }
    return ids
  }

  const close = async (): Promise<void> => {
    await desk.stop()
    await rm(dataDir, { recursive: true })
  }
  return { desk, dataDir, call, addAccounts, close }
}
