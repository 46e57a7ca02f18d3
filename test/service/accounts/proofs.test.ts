import { readFile, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { unsealAccounts } from '../../../src/main/accounts/account-file.ts'
import { usualTrading } from '../../../src/shared/orders/limits.ts'
import { type RunningDesk, runDesk } from '../running-desk.ts'
import { makeKeysCheap } from '../../cheap-keys.ts'

makeKeysCheap()

const canary = { apiKey: 'canary-key-51c9', apiSecret: 'canary-secret-7f3a' }
const ofKeys = 'the trader’s passphrase'
const ofLock = 'open sesame'
const thiefs = 'a passphrase of the thief'

async function withKeys(place: 'file' | 'session'): Promise<{ desk: RunningDesk; id: string }> {
  const desk = await runDesk()
  await desk.ask(
    'chooseVault',
    place === 'file' ? { kind: 'file', passphrase: ofKeys } : { kind: 'session' },
  )
  const { id } = await desk.ask('saveAccount', {
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
  return { desk, id }
}

const exported = ({ desk, id }: { desk: RunningDesk; id: string }, proof?: string) =>
  desk.call('exportAccounts', {
    passphrase: thiefs,
    withKeys: true,
    accounts: [id],
    ...(proof !== undefined && { proof }),
  })

const keyed = async ({ desk }: { desk: RunningDesk }): Promise<boolean> => {
  const { accounts } = await desk.ask('openDesk', {})
  return accounts.some(({ name, hasKeys }) => name === 'Canary' && hasKeys)
}

describe('keys leave the vault', () => {
  it('for nobody who does not give the passphrase of their file now', async () => {
    const own = await withKeys('file')
    expect(await exported(own)).toMatchObject({ error: { code: 'invalid', field: 'proof' } })
    expect(await exported(own, thiefs)).toMatchObject({
      error: { code: 'wrong-passphrase', field: 'proof' },
    })
    expect(await exported(own, ofKeys)).toMatchObject({ ok: true })
    // Without them there is nothing to prove.
    const input = { passphrase: thiefs, accounts: [own.id], withKeys: false }
    expect(await own.desk.call('exportAccounts', input)).toMatchObject({ ok: true })
  })

  it('for nobody while nothing can prove who asks', async () => {
    const own = await withKeys('session')
    expect(await exported(own, thiefs)).toMatchObject({ error: { code: 'invalid', field: 'way' } })
    await own.desk.ask('setUpLock', { way: 'own', password: ofLock })
    expect(await exported(own)).toMatchObject({ error: { code: 'invalid', field: 'proof' } })
    expect(await exported(own, ofLock)).toMatchObject({ ok: true })
  })

  it('for no guesser: wrong proofs make the next one wait, at the locked screen too', async () => {
    const own = await withKeys('session')
    await own.desk.ask('setUpLock', { way: 'own', password: ofLock })
    for (const guess of ['one', 'two', 'three'])
      expect(await exported(own, guess)).toMatchObject({ error: { code: 'wrong-passphrase' } })
    expect(await exported(own, ofLock)).toMatchObject({ error: { code: 'too-soon' } })
    expect((await own.desk.ask('openDesk', {})).lock.wait).toBeGreaterThan(0)
  })

  it('in a file that the desk writes for its owner alone, and never over the line', async () => {
    const own = await withKeys('file')
    const reply = await exported(own, ofKeys)
    const path = reply.ok && reply.value.kind === 'written' ? reply.value.path : ''
    expect(dirname(path)).toBe(join(own.desk.dataDir, 'exports'))
    expect((await stat(path)).mode & 0o777).toBe(0o600)
    const sealed = (await readFile(path)).toString('base64')
    expect(await unsealAccounts(sealed, thiefs)).toMatchObject({
      value: { accounts: [{ keys: canary }] },
    })
    expect(JSON.stringify([reply, ...own.desk.heard])).not.toContain(sealed.slice(0, 200))
    expect(await exported(own, ofKeys)).not.toEqual(reply)
  })

  it('not unsaid: every window hears of it, and the log of alerts keeps it', async () => {
    const own = await withKeys('file')
    await exported(own)
    await exported(own, ofKeys)
    expect(await own.desk.event('alert', () => true)).toMatchObject({
      kind: 'account',
      tone: 'bad',
      title: 'Keys exported: Canary',
    })
    const { rows } = await own.desk.ask('readAlerts', { filter: {}, limit: 10 })
    expect(rows.map(({ title }) => title)).toEqual(['Keys exported: Canary'])
  })
})

describe('what guards the keys and the screen', () => {
  it('is replaced by nobody who does not know it', async () => {
    const { desk } = await withKeys('session')
    const change = { way: 'own' as const, password: thiefs }
    await desk.ask('setUpLock', { way: 'own', password: ofLock })
    expect(await desk.call('setUpLock', change)).toMatchObject({
      error: { code: 'invalid', field: 'proof' },
    })
    expect(await desk.call('setUpLock', { ...change, proof: thiefs })).toMatchObject({
      error: { code: 'wrong-passphrase', field: 'proof' },
    })
    // A file of keys would open the screen by its own passphrase from then on.
    expect(await desk.call('chooseVault', { kind: 'file', passphrase: thiefs })).toMatchObject({
      error: { field: 'proof' },
    })
    await desk.ask('lockScreen', {})
    expect(await desk.call('unlockScreen', { password: thiefs })).toMatchObject({ ok: false })
    await desk.ask('unlockScreen', { password: ofLock })
    await desk.ask('setUpLock', { ...change, proof: ofLock })
    await desk.ask('lockScreen', {})
    await desk.ask('unlockScreen', { password: thiefs })
  })

  it('keeps the keys in their file until its passphrase is given', async () => {
    const own = await withKeys('file')
    const { desk } = own
    const away = { kind: 'session' as const }
    expect(await desk.call('chooseVault', away)).toMatchObject({ error: { field: 'proof' } })
    expect(await desk.call('chooseVault', { ...away, proof: thiefs })).toMatchObject({
      error: { code: 'wrong-passphrase', field: 'proof' },
    })
    expect((await desk.ask('openDesk', {})).vault).toMatchObject({ kind: 'file', hasFile: true })
    expect(await desk.ask('chooseVault', { ...away, proof: ofKeys })).toMatchObject({
      kind: 'session',
      hasFile: false,
    })
    expect(await keyed(own)).toBe(true)
  })

  it('lets one who forgot the passphrase of a locked file go on without what is in it', async () => {
    const { desk } = await withKeys('file')
    await desk.desk.stop()
    const later = await runDesk({ dataDir: desk.dataDir })
    expect(await later.ask('chooseVault', { kind: 'session' })).toMatchObject({
      kind: 'session',
      hasFile: true,
    })
  })
})
