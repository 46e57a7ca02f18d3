import { describe, expect, test } from 'vitest'
import { openVault } from '../../../../../src/main/accounts/vault/vault.ts'
import type { KeychainModule } from '../../../../../src/main/accounts/vault/keychain-key-store.ts'
import type { ErrorCode } from '../../../../../src/shared/core/errors.ts'
import { TestKeychain, openConf, temporaryFolder, origin } from '../places.ts'

const keys = { apiKey: 'key', apiSecret: 'secret', origin }
const other = { apiKey: 'other key', apiSecret: 'other secret', origin }
const limit = 30

const start = (loadKeychain: () => Promise<KeychainModule>, dataDir = temporaryFolder()) =>
  openVault({
    open: openConf,
    dataDir,
    accounts: () => ['one', 'two'],
    loadKeychain,
    keychainLimit: limit,
  })

const refusing = (words: string) => {
  const keychain = new TestKeychain()
  keychain.before = () => {
    throw new Error(words)
  }
  return () => Promise.resolve(keychain)
}

/** Says nothing until it is let go. */
function gate() {
  let open: () => void = () => {}
  const passed = new Promise<void>((resolve) => (open = resolve))
  return { passed, open }
}

const troubles: [what: string, code: ErrorCode, load: () => Promise<KeychainModule>][] = [
  [
    'no library',
    'vault-missing',
    () => Promise.reject(Object.assign(new Error('Cannot find package'), { code: 'E' })),
  ],
  [
    'a library that does not load',
    'vault-missing',
    () => Promise.reject(new Error('libsecret-1.so.0: cannot open shared object file')),
  ],
  ['no bus', 'vault-missing', refusing('Cannot autolaunch D-Bus without X11 $DISPLAY')],
  ['a bus that is gone', 'vault-missing', refusing('Could not connect: No such file or directory')],
  [
    'no service on the bus',
    'vault-missing',
    refusing('The name org.freedesktop.secrets was not provided by any .service files'),
  ],
  ['a lock', 'vault-locked', refusing('Cannot create an item in a locked collection')],
  ['a prompt that was declined', 'vault-locked', refusing('Prompt dismissed')],
  ['a keyring never made', 'vault-locked', refusing('Object does not exist at path “/login”')],
  ['a lock on macOS', 'vault-locked', refusing('User interaction is not allowed.')],
  ['a restart', 'vault-failed', refusing('The session wrapping the secret does not exist')],
  ['a failure', 'vault-failed', refusing('something else entirely')],
]

describe('a keychain that cannot be used is said in plain words, to which the window adds the other choices', () => {
  test.each(troubles)('%s: %s', async (_what, code, load) => {
    const vault = await start(load)
    const chosen = await vault.choose('keychain')
    expect(chosen).toMatchObject({ ok: false, error: { code } })
    const message = chosen.ok ? '' : chosen.error.message
    expect(message).toMatch(/^[A-Z].*\.$/)
    expect(message).not.toMatch(/passphrase|session only/)
    expect(message).not.toMatch(/D-Bus|libsecret|collection|package/)
    expect(vault.status()).toMatchObject({ kind: null, state: 'not-chosen', keychain: { code } })
    // The choice offered is one that can be taken.
    expect(await vault.choose('session')).toMatchObject({ ok: true })
    expect(await vault.change(new Map([['one', keys]]))).toMatchObject({ ok: true })
  })

  test.each(troubles)('also when it was chosen before: %s: %s', async (_what, code, load) => {
    const dataDir = temporaryFolder()
    await (await start(async () => new TestKeychain(), dataDir)).choose('keychain')
    const vault = await start(load, dataDir)
    expect(vault.status()).toMatchObject({
      kind: 'keychain',
      state: code === 'vault-locked' ? 'locked' : 'failed',
      trouble: { code },
    })
    for (const tried of [
      vault.read('one'),
      vault.change(new Map([['one', keys]])),
      vault.change(new Map([['one', null]])),
    ])
      expect(await tried).toMatchObject({ ok: false, error: { code } })
    expect(vault.has('one')).toBe(false)
  })
})

describe('a keychain that is locked', () => {
  const lockedLike = async () => {
    const keychain = new TestKeychain()
    const vault = await start(async () => keychain)
    await vault.choose('keychain')
    await vault.change(new Map([['one', keys]]))
    // As a locked Secret Service does: nothing is there, nothing can be put.
    const { entries } = keychain
    keychain.getPassword = async () => null
    keychain.deletePassword = async () => false
    keychain.setPassword = () => Promise.reject(new Error('Cannot create in a locked collection'))
    return { vault, entries }
  }

  test('is not mistaken for one without keys', async () => {
    const { vault } = await lockedLike()
    expect(await vault.read('one')).toMatchObject({ ok: false, error: { code: 'vault-locked' } })
    expect(vault.status()).toMatchObject({ kind: 'keychain', state: 'locked' })
  })

  test('does not pretend to have removed anything', async () => {
    const { vault, entries } = await lockedLike()
    expect(await vault.change(new Map([['one', null]]))).toMatchObject({
      ok: false,
      error: { code: 'vault-locked' },
    })
    expect(entries.size).toBe(1)
  })

  test('is asked again only when a person says so', async () => {
    const keychain = new TestKeychain()
    const vault = await start(async () => keychain)
    await vault.choose('keychain')
    await vault.change(new Map([['one', keys]]))
    let asked = 0
    keychain.before = () => {
      asked += 1
      throw new Error('locked')
    }
    await vault.read('one')
    const first = asked
    await vault.read('one')
    await vault.change(new Map([['one', keys]]))
    expect(asked).toBe(first)
    keychain.before = () => {}
    expect(await vault.unlock()).toMatchObject({ ok: true, value: { state: 'open' } })
    expect(await vault.read('one')).toEqual({ ok: true, value: keys })
  })
})

describe('a keychain that does not answer', () => {
  test('is given up in time, called no more while it hangs, and works again after', async () => {
    const keychain = new TestKeychain()
    const vault = await start(async () => keychain)
    const { passed, open } = gate()
    let calls = 0
    keychain.before = () => {
      calls += 1
      return passed
    }
    expect(await vault.choose('keychain')).toMatchObject({
      ok: false,
      error: { code: 'vault-locked' },
    })
    expect(await vault.choose('keychain')).toMatchObject({
      ok: false,
      error: { code: 'vault-locked' },
    })
    expect(calls).toBe(1)
    open()
    await expect.poll(() => vault.choose('keychain')).toMatchObject({ ok: true })
  })

  test('holds up no start', async () => {
    const { passed, open } = gate()
    const keychain = new TestKeychain()
    keychain.before = () => passed
    const vault = await openVault({
      open: openConf,
      dataDir: temporaryFolder(),
      accounts: () => [],
      loadKeychain: async () => keychain,
      keychainLimit: 60_000,
      patience: 10,
    })
    expect(await vault.choose('session')).toMatchObject({ ok: true })
    open()
  })

  test('in the midst of a move takes back, once it answers, what it was given', async () => {
    const keychain = new TestKeychain()
    const vault = await start(async () => keychain)
    await vault.choose('session')
    await vault.change(new Map([['one', keys]]))
    await vault.change(new Map([['two', other]]))
    const { passed, open } = gate()
    keychain.before = (verb, account) => (verb === 'set' && account === 'two' ? passed : undefined)
    expect(await vault.choose('keychain')).toMatchObject({
      ok: false,
      error: { code: 'vault-locked' },
    })
    expect([...keychain.entries.keys()]).toEqual(['one'])
    open()
    await expect.poll(() => [...keychain.entries.keys()]).toEqual([])
    expect(vault.status().kind).toBe('session')
    expect(await vault.read('two')).toEqual({ ok: true, value: other })
  })

  test.each([
    ['new keys', undefined],
    ['changed keys', other],
  ])('and obeys after all keeps no %s that were said to have failed', async (_what, before) => {
    const keychain = new TestKeychain()
    const vault = await start(async () => keychain)
    await vault.choose('keychain')
    if (before !== undefined) await vault.change(new Map([['one', before]]))
    const { passed, open } = gate()
    keychain.before = (verb, account) => (verb === 'set' && account === 'one' ? passed : undefined)
    expect(await vault.change(new Map([['one', keys]]))).toMatchObject({
      ok: false,
      error: { code: 'vault-locked' },
    })
    open()
    await expect.poll(() => vault.unlock()).toMatchObject({ ok: true })
    expect(await vault.read('one')).toEqual({ ok: true, value: before ?? null })
  })
})

describe('an entry of the keychain', () => {
  test.each(['not JSON', '[]', '{"apiKey":"k"}', '{"apiKey":5,"apiSecret":"s"}', '""'])(
    'that is no pair of keys (%s) asks for new ones, and closes nothing',
    async (text) => {
      const keychain = new TestKeychain()
      const vault = await start(async () => keychain)
      keychain.entries.set('one', text)
      await vault.choose('keychain')
      expect(await vault.read('one')).toMatchObject({ ok: false, error: { code: 'no-keys' } })
      expect(vault.status().state).toBe('open')
      expect(await vault.change(new Map([['one', keys]]))).toMatchObject({ ok: true })
      expect(await vault.read('one')).toEqual({ ok: true, value: keys })
    },
  )

  test('that somebody else removed is noticed, and closes nothing', async () => {
    const keychain = new TestKeychain()
    const vault = await start(async () => keychain)
    await vault.choose('keychain')
    await vault.change(new Map([['one', keys]]))
    keychain.entries.clear()
    expect(await vault.read('one')).toEqual({ ok: true, value: null })
    expect(vault.has('one')).toBe(false)
    expect(vault.status().state).toBe('open')
  })

  test('that is not there is not asked for again and again', async () => {
    const keychain = new TestKeychain()
    const vault = await start(async () => keychain)
    await vault.choose('keychain')
    keychain.before = () => {
      throw new Error('asked')
    }
    expect(await vault.read('one')).toEqual({ ok: true, value: null })
  })

  test('is one an account, and nothing else stays there', async () => {
    const keychain = new TestKeychain()
    const vault = await start(async () => keychain)
    await vault.choose('keychain')
    await vault.change(new Map([['one', keys]]))
    await vault.change(new Map([['two', other]]))
    expect([...keychain.entries]).toEqual([
      ['one', JSON.stringify(keys)],
      ['two', JSON.stringify(other)],
    ])
  })
})
