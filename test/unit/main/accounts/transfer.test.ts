import fc from 'fast-check'
import { createHash } from 'node:crypto'
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import Conf from 'conf'
import { describe, expect, test } from 'vitest'
import { AccountKeys } from '../../../../src/main/accounts/account-keys.ts'
import { sealAccounts, unsealAccounts } from '../../../../src/main/accounts/account-file.ts'
import { groupsIn } from '../../../../src/main/accounts/groups.ts'
import { openAccountDocument } from '../../../../src/main/accounts/account-document.ts'
import { profilesIn } from '../../../../src/main/accounts/profiles.ts'
import type { OpenConf } from '../../../../src/main/core/documents.ts'
import { Transfer } from '../../../../src/main/accounts/transfer.ts'
import { FileKeyStore } from '../../../../src/main/accounts/vault/file-key-store.ts'
import { openVault } from '../../../../src/main/accounts/vault/vault.ts'
import type { ImportAction } from '../../../../src/shared/accounts/account-file.ts'
import type { Keys, Profile } from '../../../../src/shared/accounts/accounts.ts'
import { ok } from '../../../../src/shared/core/errors.ts'
import { usualTrading } from '../../../../src/shared/orders/limits.ts'
import { cheap, openConf, origin, temporaryFolder } from './places.ts'
import { makeKeysCheap } from '../../../cheap-keys.ts'
import { sampleCount } from '../../../sample-count.ts'

makeKeysCheap()

const passphrase = 'correct horse battery'
const canary: Keys = { apiKey: 'canary-key-51c9', apiSecret: 'canary"7f3a/Ω secret' }

const live: Omit<Profile, 'id'> = {
  name: 'Live',
  broker: 'ZE',
  service: { kind: 'url', url: 'https://api.example.com' },
  strategy: 'Manual',
  colour: 'blue',
  enabled: true,
  polls: {},
  readsPerSecond: 5,
  trading: usualTrading,
}

/** A desk's accounts on a folder. `cut` is called before every write, and ends them all by throwing. */
async function open(dataDir = temporaryFolder(), cut: () => void = () => {}) {
  const openCut: OpenConf = (options) => {
    const conf = new Conf(options)
    return {
      path: conf.path,
      get store() {
        return conf.store
      },
      set store(value) {
        cut()
        conf.store = value
      },
    }
  }
  const { document } = openAccountDocument({ open: openCut, dataDir })
  const profiles = profilesIn(document)
  const groups = groupsIn(document, { onChange: () => {} })
  const vault = await openVault({
    open: openConf,
    dataDir,
    cost: cheap,
    accounts: () => profiles.list().map(({ id }) => profiles.keysAt(id)),
    loadKeychain: () => Promise.reject(new Error('none here')),
  })
  const imported: string[] = []
  const keys = new AccountKeys({
    document,
    vault: {
      status: () => vault.status(),
      names: () => vault.names(),
      read: (name) => vault.read(name),
      change: async (changes) => {
        cut()
        const changed = await vault.change(changes)
        cut()
        return changed
      },
    },
  })
  const transfer = new Transfer({
    document,
    vault,
    keys,
    exports: join(dataDir, 'exports'),
    prove: async () => ok(null),
    onKeysExported: () => {},
    now: () => 1_700_000_000_000,
    onImport: (accounts) => imported.push(...accounts),
    cost: cheap,
  })
  const unlock = async () => {
    if (vault.status().kind === null) await vault.choose('file', passphrase)
    else await vault.unlock(passphrase)
  }
  await unlock()
  const keysOf = async (id: string) => {
    const read = await keys.of(profiles.find(id)!)
    return read.ok ? read.value : read.error
  }
  return { dataDir, document, profiles, groups, vault, keys, transfer, imported, keysOf }
}

type Desk = Awaited<ReturnType<typeof open>>

async function withLive(desk: Desk, profile = live, keys = canary): Promise<string> {
  const saved = desk.profiles.save(profile)
  if (!saved.ok) throw new Error(saved.error.message)
  await desk.vault.change(new Map([[saved.value.id, { ...keys, origin }]]))
  return saved.value.id
}

async function fileOf({ transfer, profiles }: Desk, withKeys = true): Promise<string> {
  const accounts = profiles.list().map(({ id }) => id)
  const made = await transfer.export({ passphrase, accounts, withKeys })
  if (!made.ok) throw new Error(made.error.message)
  return made.value.kind === 'sealed'
    ? made.value.file
    : readFileSync(made.value.path).toString('base64')
}

/** Says the same of everything in the file. */
async function take({ transfer }: Desk, file: string, how: ImportAction) {
  const look = await transfer.look({ file, passphrase })
  if (!look.ok) throw new Error(look.error.message)
  const all = (some: { id: string }[]) => some.map(({ id }) => ({ id, how }))
  const { accounts, groups } = look.value
  return transfer.import({ file, passphrase, accounts: all(accounts), groups: all(groups) })
}

describe('a file of accounts', () => {
  test('turns on no account on another day that was off for one', async () => {
    const desk = await open()
    const id = await withLive(desk, { ...live, enabled: false, offOn: '2026-11-23' })
    const file = await fileOf(desk)
    desk.profiles.remove(id)
    await take(desk, file, 'replace')
    expect(desk.profiles.find(id)).toMatchObject({ enabled: false })
    expect(desk.profiles.find(id)?.offOn).toBeUndefined()
  })

  test('brings a deleted account back, with its keys, its groups and its id', async () => {
    const desk = await open()
    const id = await withLive(desk)
    const members = [{ account: id, share: { kind: 'times' as const, times: '2' } }]
    desk.groups.save({ name: 'Mine', colour: 'pink', members })
    const file = await fileOf(desk)
    await desk.vault.change(new Map([[id, null]]))
    desk.profiles.remove(id)
    desk.groups.remove(desk.groups.list()[0]!.id)

    const look = await desk.transfer.look({ file, passphrase })
    expect(look).toMatchObject({
      value: {
        accounts: [
          { name: 'Practice one', host: null, taken: 'practice-one' },
          { name: 'Practice two' },
          { name: 'Live', broker: 'ZE', host: 'api.example.com', hasKeys: true, taken: null },
        ],
        groups: [{ name: 'Mine', members: 1, taken: null }],
      },
    })
    expect(await take(desk, file, 'replace')).toEqual({
      ok: true,
      value: { accounts: 3, groups: 1, keys: 1 },
    })
    expect(desk.profiles.find(id)).toEqual({ ...live, id })
    expect(await desk.keysOf(id)).toEqual(canary)
    expect(desk.groups.list()).toMatchObject([{ name: 'Mine', members }])
    expect(desk.document.read().strays).toEqual([])
  })

  test('holds no keys unless they were asked for, and none from a closed vault', async () => {
    const desk = await open()
    await withLive(desk)
    const contents = await unsealAccounts(await fileOf(desk, false), passphrase)
    expect(JSON.stringify(contents)).not.toContain('canary')

    const closed = new Transfer({
      document: desk.document,
      vault: { ...desk.vault, status: () => ({ ...desk.vault.status(), state: 'locked' }) },
      keys: desk.keys,
      exports: join(desk.dataDir, 'exports'),
      prove: async () => ok(null),
      onKeysExported: () => {},
      now: Date.now,
      onImport: () => {},
      cost: cheap,
    })
    const accounts = desk.profiles.list().map(({ id }) => id)
    expect(await closed.export({ passphrase, accounts, withKeys: true })).toMatchObject({
      ok: false,
      error: { code: 'vault-locked' },
    })
    expect((await closed.export({ passphrase, accounts, withKeys: false })).ok).toBe(true)
  })

  test('shows neither names nor keys to whoever has no passphrase', async () => {
    const desk = await open()
    await withLive(desk)
    const bytes = Buffer.from(await fileOf(desk), 'base64').toString('latin1')
    for (const text of ['canary', 'Live', 'example.com', passphrase])
      expect(bytes).not.toContain(text)
  })

  test('keeps both under another name, and leaves out what was not chosen', async () => {
    const desk = await open()
    const id = await withLive(desk)
    const file = await fileOf(desk)
    expect(await take(desk, file, 'skip')).toMatchObject({ value: { accounts: 0, keys: 0 } })
    expect(desk.profiles.list()).toHaveLength(3)
    await take(desk, file, 'both')
    const names = desk.profiles.list().map(({ name }) => name)
    expect(names.slice(3)).toEqual(['Practice one copy', 'Practice two copy', 'Live copy'])
    expect(await desk.keysOf(desk.profiles.list()[5]!.id)).toEqual(canary)
    expect(await desk.keysOf(id)).toEqual(canary)
  })

  test('never gives the keys of one place to another', async () => {
    const desk = await open()
    const id = await withLive(desk)
    const file = await fileOf(desk, false)
    const elsewhere = { kind: 'url' as const, url: 'https://other.example.com' }
    desk.profiles.save({ ...live, id, service: elsewhere })
    await take(desk, file, 'replace')
    expect(desk.profiles.find(id)!.service).toEqual(live.service)
    expect(await desk.keysOf(id)).toBeNull()
    // Where it is the same place, what is there goes on to work.
    const again = await withLive(desk, { ...live, name: 'Other' })
    await take(desk, await fileOf(desk, false), 'replace')
    expect(await desk.keysOf(again)).toEqual(canary)
  })

  test('with two accounts of one id, which would share their keys, is not taken', async () => {
    const one = { profile: { ...live, id: 'twin' }, keys: canary }
    const other = { profile: { ...live, id: 'twin', name: 'Other' }, keys: null }
    const twins = { at: 0, accounts: [one, other], groups: [] }
    const file = await sealAccounts(twins, { passphrase, cost: cheap })
    const { transfer } = await open()
    const look = await transfer.look({ file: file.ok ? file.value : '', passphrase })
    expect(look).toMatchObject({ ok: false, error: { code: 'invalid' } })
  })

  test.each(['__proto__', 'constructor', 'toString'])(
    'is not taken where an account’s id would be found in every record: %s',
    async (id) => {
      const desk = await open()
      const accounts = [{ profile: { ...live, id }, keys: canary }]
      const made = await sealAccounts({ at: 0, accounts, groups: [] }, { passphrase, cost: cheap })
      const file = made.ok ? made.value : ''
      const look = await desk.transfer.look({ file, passphrase })
      expect(look).toMatchObject({ ok: false, error: { field: 'file' } })
    },
  )

  test('that was damaged, is foreign, newer or of another passphrase is told apart', async () => {
    const desk = await open()
    const file = await fileOf(desk)
    const look = async (bytes: Buffer | string, typed = passphrase) => {
      const text = typeof bytes === 'string' ? bytes : bytes.toString('base64')
      const reply = await desk.transfer.look({ file: text, passphrase: typed })
      return reply.ok ? 'read' : `${reply.error.field}: ${reply.error.message}`
    }
    const bytes = Buffer.from(file, 'base64')
    expect(await look(file, 'wrong horse battery')).toMatch(/^passphrase: .*does not open/)
    const changed = Buffer.from(bytes)
    changed[200]! ^= 1
    expect(await look(changed)).toMatch(/^file: .*damaged/)
    expect(await look(bytes.subarray(0, -20))).toMatch(/^file: .*damaged/)
    expect(await look(Buffer.from('a picture of a cat'))).toMatch(/^file: .*not a file of accounts/)
    const keys = readFileSync(join(desk.dataDir, 'keys.sealed'))
    expect(await look(keys)).toMatch(/^file: .*not a file of accounts/)
    const costly = Buffer.from(bytes)
    costly[8] = 20
    const sum = createHash('sha256').update(costly.subarray(0, -32)).digest()
    sum.copy(costly, costly.length - 32)
    expect(await look(costly)).toMatch(/^file: .*no file of Quarterdeck takes/)
    const contents = { version: 2, at: 0, accounts: [], groups: [] }
    const newer = await sealAccounts(contents as never, { passphrase, cost: cheap })
    expect(await look(newer.ok ? newer.value : '')).toMatch(/^file: .*newer/)
    expect(desk.imported).toEqual([])
  })

  test('never makes reading it fail, whatever it is', async () => {
    const desk = await open()
    const file = await fileOf(desk)
    const bytes = Buffer.from(file, 'base64')
    await fc.assert(
      fc.asyncProperty(
        fc.nat(bytes.length - 1),
        fc.integer({ min: 1, max: 255 }),
        async (at, flip) => {
          const changed = Buffer.from(bytes)
          changed[at]! ^= flip
          expect((await unsealAccounts(changed.toString('base64'), passphrase)).ok).toBe(false)
        },
      ),
      { numRuns: sampleCount(100) },
    )
  })
})

describe('an import that is cut off', () => {
  test('at any moment is there as a whole or not at all, and leaves no key behind', async () => {
    const other: Keys = { apiKey: 'other key', apiSecret: 'other secret' }
    let moments = 0
    for (let cutAt = 1; ; cutAt += 1) {
      const dataDir = temporaryFolder()
      const before = await open(dataDir)
      const id = await withLive(before)
      const source = await open()
      source.profiles.save({ ...live, broker: 'NEW', trading: { ...usualTrading, perSecond: 3 } })
      const sourceId = source.profiles.list()[2]!.id
      await source.vault.change(new Map([[sourceId, { ...other, origin }]]))
      const file = await fileOf(source)
      let count = 0
      let isCut = false
      const cut = () => {
        if (isCut || ++count === cutAt) {
          isCut = true
          throw new Error('the power went')
        }
      }
      const struck = await open(dataDir, cut)
      await take(struck, file, 'replace').catch(() => null)

      const after = await open(dataDir)
      await after.keys.sweep()
      const { broker } = after.profiles.find(id)!
      expect(after.profiles.list()).toHaveLength(3)
      expect(await after.keysOf(id)).toEqual(broker === 'NEW' ? other : canary)
      expect(after.document.read().strays).toEqual([])
      const held = new Set(Object.values(after.document.read().keysAt).concat(id))
      const opened = await new FileKeyStore(join(dataDir, 'keys.sealed')).open({
        passphrase,
        mayCreate: false,
      })
      expect(opened.ok && opened.value.filter((name) => !held.has(name))).toEqual([])
      expect(opened.ok && opened.value).toHaveLength(1)
      if (!isCut) break
      moments += 1
    }
    // Otherwise no cut came where it matters, and nothing was shown.
    expect(moments).toBeGreaterThan(4)
  })

  test('leaves nothing of the file on the disk in the clear', async () => {
    const desk = await open()
    const source = await open()
    await withLive(source)
    await take(desk, await fileOf(source), 'both')
    for (const name of readdirSync(desk.dataDir))
      expect(readFileSync(join(desk.dataDir, name), 'utf8')).not.toContain('canary')
  })
})
