import { randomUUID } from 'node:crypto'
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { usualTrading } from '../../../src/shared/orders/limits.ts'
import { acceptedOf, addAccount, buyOne, emptyDesk } from '../orders/placing-desk.ts'
import { type RunningDesk, runDesk, runPractice, tempDir } from '../running-desk.ts'
import { makeKeysCheap } from '../../cheap-keys.ts'

makeKeysCheap()

const canary = { apiKey: 'canary-key-51c9', apiSecret: 'canary"7f3a/Ω secret' }
const passphrase = 'correct horse battery'

const forms = Object.values(canary).flatMap((text) => {
  const utf8 = Buffer.from(text)
  return [
    text,
    JSON.stringify(text).slice(1, -1),
    encodeURIComponent(text),
    utf8.toString('base64').replace(/=+$/, '').slice(0, -1),
    utf8.toString('hex'),
    Buffer.from(text, 'utf16le').toString('latin1'),
  ]
})

const leaksIn = (text: string): string[] => forms.filter((form) => text.includes(form))

const canaryAccount = (desk: RunningDesk) =>
  desk.ask('saveAccount', {
    profile: {
      name: 'Canary',
      broker: 'PX',
      service: { kind: 'url', url: 'https://127.0.0.1:9' },
      strategy: 'Manual',
      colour: 'blue',
      enabled: true,
      polls: {},
      readsPerSecond: 1,
      trading: usualTrading,
    },
    keys: canary,
  })

it('keys that are exported and imported reach no window, no event and no file in the clear', async () => {
  const dataDir = await tempDir()
  const desk = await runDesk({ dataDir })
  await desk.ask('chooseVault', { kind: 'session' })
  const { id } = await canaryAccount(desk)
  await desk.ask('setUpLock', { way: 'own', password: passphrase })
  const exported = await desk.ask('exportAccounts', {
    passphrase,
    accounts: [id],
    withKeys: true,
    proof: passphrase,
  })
  const path = exported.kind === 'written' ? exported.path : ''
  const file = readFileSync(path).toString('base64')
  expect(leaksIn(Buffer.from(file, 'base64').toString('latin1'))).toEqual([])
  await desk.ask('deleteAccount', { account: id })

  const taking = { file, passphrase, accounts: [{ id, how: 'both' as const }], groups: [] }
  await desk.ask('readAccountFile', { file, passphrase })
  await desk.call('importAccounts', { ...taking, passphrase: 'wrong passphrase' })
  await desk.call('importAccounts', { ...taking, file: file.slice(0, -8) })
  expect(await desk.ask('importAccounts', taking)).toEqual({ accounts: 1, groups: 0, keys: 1 })
  const accounts = await desk.event('accounts', (all) =>
    all.some((account) => account.id === id && account.hasKeys),
  )
  expect(accounts.find((account) => account.id === id)).toMatchObject({ name: 'Canary' })

  // A window is told where the sealed file is, and nothing else.
  expect(desk.heard.flatMap(leaksIn)).toEqual([])
  await desk.desk.stop()
  const entries = readdirSync(dataDir, { recursive: true, withFileTypes: true })
  for (const { parentPath, name } of entries.filter((entry) => entry.isFile()))
    expect(leaksIn(readFileSync(join(parentPath, name), 'latin1'))).toEqual([])
  // Each look at the file costs a guess's memory and time.
})

it('an account with open orders is turned off or deleted only once that was said and agreed to', async () => {
  const practice = await runPractice({ speed: 0 })
  const desk = await emptyDesk()
  const account = await addAccount(desk, practice)
  await desk.book(account, 'orders', ({ meta }) => meta.age !== null)
  const orders = [buyOne(account)]
  await desk.ask('placeOrders', { confirmation: randomUUID(), orders, accepted: acceptedOf(1) })
  await desk.book(account, 'orders', ({ patch }) => (patch?.put?.length ?? 0) > 0)
  const kept = await desk.call('switchAccount', { account, on: false })
  expect(kept).toMatchObject({ ok: false, error: { code: 'invalid', field: 'despite' } })
  const off = { account, on: false, despite: true }
  expect(await desk.call('switchAccount', off)).toMatchObject({ ok: true })
  expect(await desk.call('switchAccount', { account, on: true })).toMatchObject({ ok: true })
  await desk.book(account, 'orders', ({ meta }) => meta.age !== null)
  const refused = await desk.call('deleteAccount', { account })
  expect(refused).toMatchObject({ ok: false, error: { code: 'invalid', field: 'despite' } })
  expect(refused.ok ? '' : refused.error.message).toContain('1 working order')
  expect(await desk.call('deleteAccount', { account, despite: true })).toMatchObject({ ok: true })
})
