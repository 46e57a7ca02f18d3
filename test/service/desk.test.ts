import { readFile, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { bookNames } from '../../src/shared/books/books.ts'
import type { Input } from '../../src/shared/contract.ts'
import { runDesk, runPractice, tempDir } from './running-desk.ts'
import { usualTrading } from '../../src/shared/orders/limits.ts'

const accountAt = (url: string, more: object = {}): Input<'saveAccount'> => ({
  profile: {
    name: 'Main',
    broker: 'PX',
    service: { kind: 'url', url },
    strategy: 'Manual',
    colour: 'blue',
    enabled: true,
    polls: {},
    readsPerSecond: 20,
    trading: usualTrading,
    ...more,
  },
  keys: { apiKey: 'practice-1', apiSecret: 'practice-1' },
})

describe('a desk that was never started before', () => {
  it('has practice accounts, and fills their books without anything typed', async () => {
    const { ask, book } = await runDesk()
    const { accounts, vault } = await ask('openDesk', {})
    expect(vault.state).toBe('not-chosen')
    expect(accounts.length).toBeGreaterThan(0)
    for (const { id, service, hasKeys } of accounts) {
      expect({ kind: service.kind, hasKeys }).toEqual({ kind: 'practice', hasKeys: true })
      for (const name of bookNames)
        expect((await book(id, name, ({ meta }) => meta.age !== null)).meta.trouble).toBeNull()
    }
    const [first] = accounts
    const positions = await ask('readBook', { account: first!.id, book: 'positions' })
    expect(positions.rows.length).toBeGreaterThan(0)
    expect(positions.meta.unreadable).toEqual([])
  })

  it('tells a window of changes as patches in sequence', async () => {
    const { ask, book } = await runDesk()
    const { accounts } = await ask('openDesk', {})
    const { id } = accounts[0]!
    await ask('lookAt', { accounts: [id], books: ['positions'] })
    const first = await book(id, 'positions', ({ meta }) => meta.seq === 1)
    expect(first.patch?.put?.length).toBeGreaterThan(0)
    const second = await book(id, 'positions', ({ meta }) => meta.seq === 2)
    expect(second.patch?.set?.length).toBeGreaterThan(0)
  })
})

describe('the practice broker', () => {
  it('is started again when it has died', async () => {
    const { ask, book, endPractice } = await runDesk()
    const { id } = (await ask('openDesk', {})).accounts[0]!
    await book(id, 'funds', ({ meta }) => meta.age !== null)
    await endPractice()
    await ask('refreshBooks', { account: id, book: 'profile' })
    await ask('refreshBooks', { account: id, book: 'funds' })
    const tested = await ask('testAccount', { account: id })
    expect(tested.profile.client_id).toBeTruthy()
  })
})

describe('an account', () => {
  it('is added, tested, changed, duplicated and deleted', async () => {
    const practice = await runPractice()
    const { ask, call, book } = await runDesk()
    await ask('chooseVault', { kind: 'session' })
    const { profile: wanted, keys } = accountAt(practice.url)
    const untold = { broker: wanted.broker, service: wanted.service }
    const early = await ask('testAccount', { profile: untold, keys })
    expect(early.profile.client_id).toBeTruthy()
    const wrong = { apiKey: 'practice-1', apiSecret: 'not this one' }
    expect(await call('testAccount', { profile: untold, keys: wrong })).toMatchObject({
      ok: false,
      error: { code: 'bad-keys' },
    })
    expect((await ask('openDesk', {})).accounts.map(({ name }) => name)).not.toContain('Main')

    const added = await ask('saveAccount', accountAt(practice.url))
    expect(added).toMatchObject({ name: 'Main', hasKeys: true })

    const tested = await ask('testAccount', { account: added.id })
    expect(tested.profile.client_id).toBeTruthy()
    expect(tested.funds.openingbalance).toBeGreaterThan(0)
    await book(added.id, 'orders', ({ meta }) => meta.age !== null)

    const { login: _, hasKeys: __, health: ___, ...profile } = added
    const renamed = await ask('saveAccount', { profile: { ...profile, name: 'Renamed' } })
    expect(renamed).toMatchObject({ id: added.id, name: 'Renamed', hasKeys: true })

    const copy = await ask('duplicateAccount', { account: added.id })
    expect(copy).toMatchObject({ hasKeys: false })
    expect(copy.id).not.toBe(added.id)

    await ask('deleteAccount', { account: added.id })
    expect(await call('readBook', { account: added.id, book: 'orders' })).toMatchObject({
      error: { code: 'not-found' },
    })
    expect(await call('deleteAccount', { account: added.id })).toMatchObject({
      error: { code: 'not-found' },
    })
  })

  it('with keys is not half saved where no vault was chosen', async () => {
    const { ask, call } = await runDesk()
    const before = (await ask('openDesk', {})).accounts.length
    expect(await call('saveAccount', accountAt('https://service.example'))).toMatchObject({
      error: { code: 'vault-not-chosen', field: 'keys' },
    })
    expect((await ask('openDesk', {})).accounts).toHaveLength(before)
  })

  it('whose keys are refused says so, and is well again with the right ones', async () => {
    const practice = await runPractice()
    const { ask, call, book, event } = await runDesk()
    await ask('chooseVault', { kind: 'session' })
    const wrong = accountAt(practice.url)
    const { id } = await ask('saveAccount', { ...wrong, keys: { apiKey: 'no', apiSecret: 'no' } })
    await book(id, 'orders', ({ meta }) => meta.trouble?.code === 'bad-keys')
    expect(await call('testAccount', { account: id })).toMatchObject({
      error: { code: 'bad-keys' },
    })
    await event('accounts', (accounts) =>
      accounts.some((one) => one.id === id && one.health.trouble?.code === 'bad-keys'),
    )
    await ask('saveAccount', { profile: { ...wrong.profile, id }, keys: wrong.keys! })
    await book(id, 'orders', ({ meta }) => meta.age !== null && meta.trouble === null)
  })

  it('keeps its rows, and their age, while the service fails', async () => {
    const practice = await runPractice({ opening: 'demo' })
    const { ask, book } = await runDesk()
    await ask('chooseVault', { kind: 'session' })
    const { id } = await ask('saveAccount', accountAt(practice.url))
    await book(id, 'positions', ({ meta }) => meta.age !== null)
    const { rows } = await ask('readBook', { account: id, book: 'positions' })
    practice.faults.set({ name: '5xx-before' })
    await book(id, 'positions', ({ meta }) => meta.trouble !== null)
    const after = await ask('readBook', { account: id, book: 'positions' })
    expect(after.rows.map(([key]) => key)).toEqual(rows.map(([key]) => key))
    expect(after.meta.age).toBeGreaterThan(0)
  })
})

describe('polling', () => {
  it('pauses, resumes, and says so to every window', async () => {
    const { ask, event } = await runDesk()
    await ask('pausePolling', {})
    await event('polling', ({ paused }) => paused)
    expect((await ask('openDesk', {})).polling).toEqual({ paused: true })
    await ask('resumePolling', {})
    await event('polling', ({ paused }) => !paused)
  })
})

describe('what is on disk', () => {
  it('comes back at the next start', async () => {
    const dataDir = await tempDir()
    const first = await runDesk({ dataDir })
    await first.ask('saveSettings', { theme: 'light', density: 'normal' })
    const { accounts } = await first.ask('openDesk', {})
    await first.ask('deleteAccount', { account: accounts[1]!.id })
    await first.desk.stop()

    const second = await runDesk({ dataDir })
    const view = await second.ask('openDesk', {})
    expect(view.settings).toMatchObject({ theme: 'light', density: 'normal' })
    expect(view.accounts.map(({ id }) => id)).toEqual([accounts[0]!.id])
    expect(view.notices).toEqual([])
  })

  it('of clients is emptied of names that an earlier version wrote', async () => {
    const dataDir = await tempDir()
    const asha = { login: 'keys', place: 'here', id: 'hash', name: 'Asha Rao', at: Date.now() }
    const path = join(dataDir, 'clients.json')
    await writeFile(path, JSON.stringify({ version: 1, value: { 'practice-one': [asha] } }))
    const { ask, desk } = await runDesk({ dataDir })
    expect((await ask('openDesk', {})).notices).toEqual([])
    await desk.stop()
    expect(await readFile(path, 'utf8')).not.toContain('Asha')
  })

  it('of accounts that is damaged leaves what is known of their clients, as it may be put back', async () => {
    const dataDir = await tempDir()
    const known = { login: 'keys', place: 'here', id: 'hash', name: null, at: Date.now() }
    const path = join(dataDir, 'clients.json')
    await writeFile(path, JSON.stringify({ version: 2, value: { former: [known] } }))
    await writeFile(join(dataDir, 'profiles.json'), '{"half": ')
    const first = await runDesk({ dataDir })
    const { accounts } = await first.ask('openDesk', {})
    await first.ask('duplicateAccount', { account: accounts[0]!.id })
    await first.desk.stop()
    expect(await readFile(path, 'utf8')).toContain('former')
    const next = await runDesk({ dataDir })
    await next.desk.stop()
    expect(await readFile(path, 'utf8')).not.toContain('former')
  })

  it('is set aside and named when it is damaged', async () => {
    const dataDir = await tempDir()
    const first = await runDesk({ dataDir })
    await first.ask('saveSettings', { theme: 'light' })
    const { accounts } = await first.ask('openDesk', {})
    await first.ask('duplicateAccount', { account: accounts[0]!.id })
    await first.desk.stop()
    const files = (await readdir(dataDir)).filter((name) => name.endsWith('.json'))
    expect(files.length).toBeGreaterThanOrEqual(2)
    for (const name of files) await writeFile(join(dataDir, name), '{"half": ')

    const second = await runDesk({ dataDir })
    const { notices } = await second.ask('openDesk', {})
    expect(notices.length).toBeGreaterThanOrEqual(2)
    for (const { message } of notices) {
      const aside = /\S+\.json/.exec(message)![0]
      expect(await readFile(join(dataDir, aside), 'utf8')).toBe('{"half": ')
    }
  })
})
