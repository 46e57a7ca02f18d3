import { readFile, readdir, rename, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { unsealAccounts } from '../../../src/main/accounts/account-file.ts'
import type { Clock } from '../../../src/main/core/clock.ts'
import { usualTrading } from '../../../src/shared/orders/limits.ts'
import type { Reply } from '../../../src/shared/core/errors.ts'
import { type RunningDesk, runDesk } from '../running-desk.ts'
import { FakeClock } from '../../unit/main/core/fake-clock.ts'
import { makeKeysCheap } from '../../cheap-keys.ts'

makeKeysCheap()

const canary = { apiKey: 'canary-key-51c9', apiSecret: 'canary-secret-7f3a' }
const ofKeys = 'the trader’s passphrase'
const ofLock = 'open sesame'
const thiefs = 'a passphrase of the thief'

async function withKeys(
  place: 'file' | 'session',
  world: { clock?: Clock; now?: () => number } = {},
): Promise<{ desk: RunningDesk; id: string }> {
  const desk = await runDesk(world)
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

  it('in a file that the desk removes after a day, running or at its next start', async () => {
    const clock = new FakeClock()
    let later = 0
    const now = (): number => Date.now() + later
    const own = await withKeys('file', { clock, now })
    const left = () => readdir(join(own.desk.dataDir, 'exports'))
    await exported(own, ofKeys)
    const [first = ''] = await left()
    await rename(join(own.desk.dataDir, 'exports', first), join(own.desk.dataDir, 'exports/mine'))
    await exported(own, ofKeys)
    later = 25 * 3_600_000
    await clock.advance(60_000)
    await expect.poll(left).toEqual(['mine'])
    await exported(own, ofKeys)
    await own.desk.desk.stop()
    await runDesk({ dataDir: own.desk.dataDir, now })
    await expect.poll(left).toEqual(['mine'])
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

const codeOf = (reply: Reply<unknown>): string => (reply.ok ? 'ok' : reply.error.code)

describe('the passphrase of the file is guessed', () => {
  const ways = {
    'by unlocking it': (desk: RunningDesk, passphrase: string) =>
      desk.call('unlockVault', { passphrase }),
    'by choosing it': (desk: RunningDesk, passphrase: string) =>
      desk.call('chooseVault', { kind: 'file', passphrase }),
    'by changing it': (desk: RunningDesk, from: string) =>
      desk.call('changePassphrase', { from, to: thiefs }),
  }
  for (const [how, guess] of Object.entries(ways))
    it(`${how} no faster than at the locked screen, and by none beside another`, async () => {
      const own = await withKeys('file')
      const { desk } = own
      const atOnce = await Promise.all(['one', 'two'].map((typed) => guess(desk, typed)))
      expect(atOnce.map(codeOf)).toEqual(['wrong-passphrase', 'too-soon'])
      for (const typed of ['two', 'three'])
        expect(codeOf(await guess(desk, typed))).toBe('wrong-passphrase')
      expect(codeOf(await guess(desk, ofKeys))).toBe('too-soon')
      expect(codeOf(await exported(own, ofKeys))).toBe('too-soon')
      expect((await desk.ask('openDesk', {})).lock.wait).toBeGreaterThan(0)
      await desk.desk.stop()
      const later = await runDesk({ dataDir: desk.dataDir })
      expect(codeOf(await later.call('unlockVault', { passphrase: ofKeys }))).toBe('too-soon')
    })

  it('no faster by one who set up the lock, and shows that in between', async () => {
    const before = await withKeys('file')
    await before.desk.desk.stop()
    const desk = await runDesk({ dataDir: before.desk.dataDir })
    await desk.ask('chooseVault', { kind: 'session' })
    await desk.ask('setUpLock', { way: 'own', password: ofLock })
    const guess = (passphrase: string) =>
      desk.call('chooseVault', { kind: 'file', passphrase, proof: ofLock })
    for (const typed of ['one', 'two', 'three'])
      expect(codeOf(await guess(typed))).toBe('wrong-passphrase')
    expect(codeOf(await guess(ofKeys))).toBe('too-soon')
  })
})

describe('what guards the keys and the screen', () => {
  it('is asked for in the turn of a choice that was made while the file was locked', async () => {
    const before = await withKeys('file')
    await before.desk.desk.stop()
    const desk = await runDesk({ dataDir: before.desk.dataDir })
    const unlocked = desk.call('unlockVault', { passphrase: ofKeys })
    const moved = desk.call('chooseVault', { kind: 'session' })
    expect(await unlocked).toMatchObject({ ok: true })
    expect(await moved).toMatchObject({ error: { code: 'invalid', field: 'proof' } })
    expect((await desk.ask('openDesk', {})).vault).toMatchObject({ kind: 'file', state: 'open' })
  })

  it('is set up by one alone where two do so at once', async () => {
    const { desk } = await withKeys('session')
    const both = await Promise.all(
      [ofLock, thiefs].map((password) => desk.call('setUpLock', { way: 'own', password })),
    )
    expect(both.map(codeOf).toSorted()).toEqual(['invalid', 'ok'])
  })

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
