import fc from 'fast-check'
import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { openAccountDocument } from '../../../../src/main/accounts/account-document.ts'
import { AccountKeys } from '../../../../src/main/accounts/account-keys.ts'
import { Roster } from '../../../../src/main/accounts/roster.ts'
import { Logins } from '../../../../src/main/accounts/logins.ts'
import { profilesIn } from '../../../../src/main/accounts/profiles.ts'
import { Transfer } from '../../../../src/main/accounts/transfer.ts'
import { FileKeyStore } from '../../../../src/main/accounts/vault/file-key-store.ts'
import { openVault } from '../../../../src/main/accounts/vault/vault.ts'
import type { OpenConf } from '../../../../src/main/core/documents.ts'
import type { Profile, VaultKind } from '../../../../src/shared/accounts/accounts.ts'
import type { ImportAction } from '../../../../src/shared/accounts/account-file.ts'
import { ok } from '../../../../src/shared/core/errors.ts'
import { usualTrading } from '../../../../src/shared/orders/limits.ts'
import { TestKeychain, cheap, openConf, temporaryFolder } from './places.ts'
import { makeKeysCheap } from '../../../cheap-keys.ts'
import { sampleCount } from '../../../sample-count.ts'
import { noClients } from './clients.ts'

makeKeysCheap()

const passphrase = 'correct horse battery'

const usual: Omit<Profile, 'id'> = {
  name: 'Live',
  broker: 'ZE',
  service: { kind: 'url', url: 'https://one.example.com' },
  strategy: 'Manual',
  colour: 'blue',
  enabled: true,
  polls: {},
  readsPerSecond: 5,
  trading: usualTrading,
}

/** What a kill leaves behind: a folder and a keychain. */
interface Disk {
  folder: string
  entries: ReadonlyMap<string, string>
}

const emptyDisk = (): Disk => ({ folder: temporaryFolder(), entries: new Map() })

/** Accounts on a disk, with the vault that they have. `between` is called before and after every write. */
async function start({ folder: dataDir, entries }: Disk, between: () => void = () => {}) {
  const keychain = new TestKeychain()
  for (const [name, text] of entries) keychain.entries.set(name, text)
  keychain.before = between
  const openWatched: OpenConf = (options) => {
    const conf = openConf(options)
    return {
      path: conf.path,
      get store() {
        return conf.store
      },
      set store(value) {
        between()
        conf.store = value
        between()
      },
    }
  }
  const { document } = openAccountDocument({ open: openWatched, dataDir })
  const profiles = profilesIn(document)
  const vault = await openVault({
    open: openWatched,
    dataDir,
    cost: cheap,
    accounts: () => [
      ...profiles.list().map(({ id }) => profiles.keysAt(id)),
      ...document.read().strays,
    ],
    loadKeychain: async () => keychain,
  })
  const keys = new AccountKeys({
    document,
    vault: {
      status: () => vault.status(),
      names: () => vault.names(),
      read: (name) => vault.read(name),
      change: async (changes) => {
        between()
        const changed = await vault.change(changes)
        between()
        return changed
      },
    },
  })
  const logins = new Logins({
    keysOf: (profile) => keys.of(profile),
    practiceUrl: () => Promise.resolve('http://127.0.0.1:1'),
    clients: noClients(),
  })
  const registry = new Roster({
    profiles,
    vault,
    keys,
    logins,
    client: { call: () => Promise.reject(new Error('not asked for')) },
    onChange: () => {},
  })
  const transfer = new Transfer({
    document,
    vault,
    keys,
    exports: join(dataDir, 'exports'),
    prove: async () => ok(null),
    onKeysExported: () => {},
    now: () => 0,
    onImport: (accounts) => registry.reassigned(accounts),
    cost: cheap,
  })
  vault.onChange(() => {
    logins.readAnew()
    void keys.sweep()
  })
  await keys.sweep()
  const disk = (): Disk => ({ folder: dataDir, entries: new Map(keychain.entries) })
  return { document, profiles, vault, keys, registry, transfer, disk }
}

type Desk = Awaited<ReturnType<typeof start>>

/** What is on the disk at this moment; a draft may be renamed while it is copied, and is of no use to anybody. */
function copyOf({ folder, entries }: Disk): Disk {
  const copy = temporaryFolder()
  cpSync(folder, copy, { recursive: true, filter: (path) => !path.endsWith('.draft') })
  return { folder: copy, entries: new Map(entries) }
}

const at = (url: string, of: Partial<Profile> = {}) => ({
  ...usual,
  ...of,
  service: { kind: 'url' as const, url },
})

const [one, two] = ['https://one.example.com', 'https://two.example.com:8443'] as const
const keysOf = (secret: string) => ({ apiKey: `key of ${secret}`, apiSecret: secret })

async function add(desk: Desk, profile: Omit<Profile, 'id'>, secret: string): Promise<string> {
  const saved = await desk.registry.save({ profile, keys: keysOf(secret) })
  if (!saved.ok) throw new Error(saved.error.message)
  return saved.value.id
}

const secretAt = async ({ registry }: Desk, id: string): Promise<[string, string] | string> => {
  const login = await registry.login(id)
  return login.ok ? [login.value.url, login.value.keys.apiSecret] : login.error.message
}

/** The accounts and the file of keys of a version that kept keys without their address. */
async function disksOfBefore(): Promise<Disk> {
  const disk = emptyDisk()
  const file = join(disk.folder, 'keys.sealed')
  const store = new FileKeyStore(file, cheap)
  await store.open({ passphrase, mayCreate: true })
  const old = ['kept', 'left-behind'].map(
    (name) => [name, { ...keysOf('from before'), origin: null }] as const,
  )
  await store.change(new Map(old))
  store.close()
  const write = (name: string, version: number, value: object) =>
    writeFileSync(join(disk.folder, `${name}.json`), JSON.stringify({ version, value }))
  write('vault', 1, { kind: 'file' })
  const profiles = [{ ...at(one, { name: 'Before' }), id: 'before' }]
  write('profiles', 3, { profiles, groups: [], keysAt: { before: 'kept' }, strays: [] })
  return disk
}

describe('keys that an older version kept without an address', () => {
  test('are taken over once, for the address that their account has then', async () => {
    const desk = await start(await disksOfBefore())
    await desk.vault.unlock(passphrase)
    await desk.keys.sweep()
    expect(await secretAt(desk, 'before')).toEqual([one, 'from before'])
    expect(await desk.vault.read('kept')).toMatchObject({ value: { origin: one } })
    expect(desk.document.read().unaddressed).toBeNull()
    // What that version forgot in the file, of an account that is gone.
    expect(desk.vault.names()).toEqual(['kept'])
    await desk.vault.change(new Map([['kept', { ...keysOf('put back'), origin: null }]]))
    desk.registry.reassigned(['before'])
    expect(await secretAt(desk, 'before')).toMatch(/not known for which address/)
  })

  test('are for that address also where it was edited before their file was unlocked', async () => {
    const desk = await start(await disksOfBefore())
    await desk.vault.choose('session')
    const edited = at(two, { name: 'Before', id: 'before' })
    expect(await desk.registry.save({ profile: edited })).toMatchObject({ ok: true })
    const later = await start(desk.disk())
    await later.vault.choose('file', passphrase)
    expect(await secretAt(later, 'before')).toMatch(/typed for https:\/\/one\.example\.com and/)
    await later.keys.sweep()
    expect(await later.vault.read('kept')).toMatchObject({ value: { origin: one } })
    expect(await secretAt(later, 'before')).toMatch(/typed for https:\/\/one\.example\.com and/)
  })
})

describe('an account whose address and keys were parted', () => {
  async function parted(): Promise<{ desk: Desk; id: string }> {
    const first = await start(emptyDisk())
    await first.vault.choose('file', passphrase)
    const id = await add(first, at(one), 'a secret')
    const desk = await start(first.disk())
    await desk.vault.choose('session')
    await desk.registry.save({ profile: at(two, { id }) })
    await desk.vault.choose('file', passphrase)
    return { desk, id }
  }

  test('sends nothing, says why, and works again with the keys or the address', async () => {
    const { desk, id } = await parted()
    const login = await desk.registry.login(id)
    expect(login).toEqual({
      ok: false,
      error: {
        code: 'no-keys',
        field: 'keys',
        message: `The keys of this account were typed for ${one} and go to no other address; its address is ${two}. Edit the account and type its keys again.`,
      },
    })
    expect(await desk.registry.save({ profile: at(`${one}/path`, { id }) })).toMatchObject({
      ok: true,
    })
    expect(await secretAt(desk, id)).toEqual([`${one}/path`, 'a secret'])
    await desk.registry.save({ profile: at(two, { id }), keys: keysOf('another') })
    expect(await secretAt(desk, id)).toEqual([two, 'another'])
  })

  test('puts no keys into a file of accounts that says the other address', async () => {
    const { desk, id } = await parted()
    const asked = { passphrase, accounts: [id], withKeys: true }
    expect(await desk.transfer.export(asked)).toMatchObject({ error: { code: 'no-keys' } })
  })

  test('leaves no old keys in the file that was closed while new ones were typed', async () => {
    const { desk, id } = await parted()
    const closed = await start(desk.disk())
    await closed.vault.choose('session')
    await closed.registry.save({ profile: at(two, { id }), keys: keysOf('another') })
    await closed.vault.choose('file', passphrase)
    await closed.keys.sweep()
    expect(closed.vault.names()).toEqual([closed.profiles.keysAt(id)])
    expect(await secretAt(closed, id)).toEqual([two, 'another'])
  })
})

test('scheme, host and port make a place: none of them may differ', async () => {
  const desk = await start(emptyDisk())
  await desk.vault.choose('session')
  const id = await add(desk, at('http://127.0.0.1:5000/api'), 'a secret')
  for (const url of ['https://127.0.0.1:5000', 'http://127.0.0.1:5001', 'http://localhost:5000']) {
    const { profiles } = desk.document.read()
    const elsewhere = profiles.map((profile) => (profile.id === id ? at(url, { id }) : profile))
    desk.document.write({ ...desk.document.read(), profiles: elsewhere as Profile[] })
    desk.registry.reassigned([id])
    expect(await secretAt(desk, id)).toMatch(/go to no other address/)
  }
})

type Deed =
  | { what: 'add' | 'edit' | 'edit address' | 'edit while locked'; url: string; of: number }
  | { what: 'to practice' | 'delete'; of: number }
  | { what: 'choose'; kind: VaultKind }
  | { what: 'restart' | 'unlock' | 'export' }
  | { what: 'import'; how: ImportAction }

const url = fc.constantFrom(one, two, 'http://127.0.0.1:5000/api', 'http://127.0.0.1:5001')
const of = fc.nat(3)
const deed: fc.Arbitrary<Deed> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ what: fc.constant('add' as const), url, of }) },
  {
    weight: 6,
    arbitrary: fc.record({
      what: fc.constantFrom('edit' as const, 'edit address', 'edit while locked'),
      url,
      of,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ what: fc.constantFrom('to practice' as const, 'delete'), of }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      what: fc.constant('choose' as const),
      kind: fc.constantFrom<VaultKind>('file', 'session', 'keychain'),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      what: fc.constantFrom('restart' as const, 'unlock', 'unlock', 'export'),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      what: fc.constant('import' as const),
      how: fc.constantFrom<ImportAction>('both', 'replace'),
    }),
  },
)
/** Between which two of a deed's writes it is killed; null where it is not. */
const kill = fc.option(fc.nat(12), { freq: 2 })

/** Which desks and kills a run had, so that none of it is a test of nothing. */
const seen = { logins: 0, refused: 0, kills: 0, imports: 0 }

async function run(
  isOfBefore: boolean,
  isOpen: boolean,
  deeds: readonly [Deed, number | null][],
): Promise<void> {
  /** The origin that each secret was typed for. */
  const typedFor = new Map([['from before', one as string]])
  let file: string | null = null
  let left: Disk | null = null
  let killIn: number | null = null
  const between = (): void => {
    if (killIn !== null && killIn-- === 0) left = copyOf(desk.disk())
  }
  let desk = await start(isOfBefore ? await disksOfBefore() : emptyDisk(), () => between())
  const secretFor = (address: string): string => {
    const secret = `secret ${typedFor.size}`
    typedFor.set(secret, new URL(address).origin)
    return secret
  }
  if (isOpen) await desk.vault.choose('file', passphrase)
  const live = () => desk.profiles.list().filter(({ id }) => !id.startsWith('practice'))

  const doOne = async (next: Deed): Promise<void> => {
    const { registry, vault, transfer } = desk
    const chosen = 'of' in next ? live()[next.of % Math.max(live().length, 1)] : undefined
    switch (next.what) {
      case 'add': {
        const name = `Account ${typedFor.size}`
        await registry.save({ profile: at(next.url, { name }), keys: keysOf(secretFor(next.url)) })
        return
      }
      case 'edit':
        if (chosen !== undefined)
          await registry.save({
            profile: { ...chosen, ...at(next.url, chosen) },
            keys: keysOf(secretFor(next.url)),
          })
        return
      case 'edit address':
        if (chosen !== undefined) await registry.save({ profile: at(next.url, chosen) })
        return
      case 'edit while locked':
        if (chosen === undefined) return
        desk = await start(copyOf(desk.disk()), () => between())
        await desk.vault.choose('session')
        await desk.registry.save({ profile: at(next.url, chosen) })
        await desk.vault.choose('file', passphrase)
        return
      case 'to practice': {
        const service = { kind: 'practice', client: 'practice-1' } as const
        if (chosen !== undefined) await registry.save({ profile: { ...chosen, service } })
        return
      }
      case 'delete':
        if (chosen !== undefined) await registry.remove(chosen.id)
        return
      case 'choose':
        await vault.choose(next.kind, passphrase)
        return
      case 'unlock':
        await vault.unlock(passphrase)
        return
      case 'restart':
        // Of a copy: what the desk before it still had to do ended with its process.
        desk = await start(copyOf(desk.disk()), () => between())
        return
      case 'export': {
        const accounts = live().map(({ id }) => id)
        const made = await transfer.export({ passphrase, accounts, withKeys: true })
        if (made.ok && made.value.kind === 'written')
          file = readFileSync(made.value.path).toString('base64')
        return
      }
      case 'import': {
        if (file === null) await doOne({ what: 'export' })
        if (file === null) return
        const look = await transfer.look({ file, passphrase })
        const accounts = look.ok ? look.value.accounts : []
        const all = accounts.map(({ id }) => ({ id, how: next.how }))
        const taken = await transfer.import({ file, passphrase, accounts: all, groups: [] })
        if (taken.ok && taken.value.keys > 0) seen.imports += 1
      }
    }
  }

  const look = async (): Promise<void> => {
    for (const { id } of live()) {
      const login = await desk.registry.login(id)
      if (!login.ok) seen.refused += Number(/go to no other address/.test(login.error.message))
      if (!login.ok || login.value.keys.apiSecret === 'practice-1') continue
      seen.logins += 1
      const { origin } = new URL(login.value.url)
      expect({ secret: login.value.keys.apiSecret, origin }).toEqual({
        secret: login.value.keys.apiSecret,
        origin: typedFor.get(login.value.keys.apiSecret),
      })
    }
  }

  for (const [next, killAt] of deeds) {
    killIn = killAt
    await doOne(next)
    killIn = null
    if (left !== null) {
      seen.kills += 1
      desk = await start(left, () => between())
      left = null
    }
    await look()
  }

  // Whatever went before: once the file is open, it has the keys of accounts and no others.
  await desk.vault.choose('file', passphrase)
  await desk.keys.sweep()
  await look()
  const used = new Set(desk.profiles.list().map(({ id }) => desk.profiles.keysAt(id)))
  expect(desk.vault.names().filter((name) => !used.has(name))).toEqual([])
}

test('over any edits, kills, vaults and imports no secret leaves for an origin that it was not typed for', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.boolean(),
      fc.boolean(),
      fc.array(fc.tuple(deed, kill), { minLength: 3, maxLength: 11, size: 'max' }),
      run,
    ),
    { numRuns: sampleCount(100) },
  )
  for (const [what, count] of Object.entries(seen)) expect(count, what).toBeGreaterThan(0)
})
