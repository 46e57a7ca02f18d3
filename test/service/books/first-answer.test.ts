import { expect, it } from 'vitest'
import type { KeychainModule } from '../../../src/main/accounts/vault/keychain-key-store.ts'
import { standingPractice } from '../exits/exits-desk.ts'
import { addAccount } from '../orders/placing-desk.ts'
import { runDesk } from '../running-desk.ts'

function keychainOfTest(): KeychainModule {
  const kept = new Map<string, string>()
  return {
    getPassword: async (_, account) => kept.get(account) ?? null,
    setPassword: async (_, account, password) => void kept.set(account, password),
    deletePassword: async (_, account) => kept.delete(account),
  }
}

it('a smart order is not reckoned from nothing held where the first answer leaves out what was open before', async () => {
  const practice = await standingPractice()
  const keychain = keychainOfTest()
  const desk = await runDesk({ keychain })
  await desk.ask('chooseVault', { kind: 'keychain' })
  const account = await addAccount(desk, { url: practice.url })
  const { patch } = await desk.book(account, 'positions', (update) => update.patch !== undefined)
  const [, held] = patch!.put!.find(([, { netqty }]) => netqty !== 0)!
  await desk.desk.stop()

  practice.faults.set({ name: 'empty-lists', operation: 'PositionBook' })
  const again = await runDesk({ dataDir: desk.dataDir, keychain })
  await again.book(account, 'positions', ({ meta }) => meta.age !== null)
  const preview = () =>
    again.ask('previewOrders', {
      orders: [
        {
          ...{ kind: 'smart', account, exchange: held['exchange'] as 'NSE' },
          ...{ symbol: String(held['symbol']), product: held['product'] as 'MIS', target: '1' },
          ...{ pricing: { type: 'LIMIT', price: '100' }, slice: null, disclosed: null, amo: false },
        },
      ],
    })
  // What was there before is read from disk beside the first answer.
  await expect
    .poll(async () => (await preview()).problems.map(({ level, code }) => `${level} ${code}`))
    .toContain('refuse position')
  expect((await preview()).problems.map(({ message }) => message).join()).toMatch(/is not known/)
})
