import { existsSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { type VaultOptions, openVault } from '../../../../../src/main/accounts/vault/vault.ts'
import type { VaultKind } from '../../../../../src/shared/accounts/accounts.ts'
import { TestKeychain, cheap, openConf, temporaryFolder, origin } from '../places.ts'
import { makeKeysCheap } from '../../../../cheap-keys.ts'

makeKeysCheap()

const keys = { apiKey: 'key', apiSecret: 'secret', origin }
const other = { apiKey: 'other key', apiSecret: 'other secret', origin }
const passphrase = 'correct horse battery'

function ground(more: Partial<VaultOptions> = {}) {
  const dataDir = temporaryFolder()
  const keychain = new TestKeychain()
  const start = (again: Partial<VaultOptions> = {}) =>
    openVault({
      open: openConf,
      dataDir,
      accounts: () => ['one', 'two'],
      loadKeychain: async () => keychain,
      cost: cheap,
      ...more,
      ...again,
    })
  return { dataDir, keychain, start, file: join(dataDir, 'keys.sealed') }
}

async function chosen(kind: VaultKind, more: Partial<VaultOptions> = {}) {
  const placed = ground(more)
  const vault = await placed.start()
  expect(await vault.choose(kind, passphrase)).toMatchObject({ ok: true })
  return { ...placed, vault }
}

const kinds: VaultKind[] = ['keychain', 'file', 'session']

describe('before anybody chose', () => {
  test('nothing is kept anywhere, and the reason is plain', async () => {
    const { start, keychain, dataDir } = ground()
    const vault = await start()
    expect(vault.status()).toMatchObject({ kind: null, state: 'not-chosen', keychain: null })
    for (const asked of [vault.read('one'), vault.change(new Map([['one', keys]])), vault.unlock()])
      expect(await asked).toMatchObject({ ok: false, error: { code: 'vault-not-chosen' } })
    expect(keychain.entries.size).toBe(0)
    expect(readdirSync(dataDir)).toEqual([])
  })

  test('it is known already whether there is a keychain to choose', async () => {
    const { start } = ground({ loadKeychain: () => Promise.reject(new Error('no such module')) })
    expect((await start()).status().keychain).toMatchObject({ code: 'vault-missing' })
  })
})

describe.each(kinds)('keys in the place %s', (kind) => {
  test('are read back as written, and gone when removed', async () => {
    const { vault } = await chosen(kind)
    expect(await vault.read('one')).toEqual({ ok: true, value: null })
    expect(vault.has('one')).toBe(false)
    expect(await vault.change(new Map([['one', keys]]))).toEqual({ ok: true, value: null })
    expect(vault.has('one')).toBe(true)
    expect(await vault.read('one')).toEqual({ ok: true, value: keys })
    expect(await vault.change(new Map([['one', null]]))).toEqual({ ok: true, value: null })
    expect(vault.has('one')).toBe(false)
    expect(await vault.read('one')).toEqual({ ok: true, value: null })
  })

  test('survive a crowd of writes at once', async () => {
    const { vault } = await chosen(kind)
    const written = await Promise.all([
      vault.change(new Map([['one', keys]])),
      vault.change(new Map([['two', other]])),
      vault.change(new Map([['one', other]])),
      vault.change(new Map([['one', keys]])),
    ])
    expect(written.every(({ ok }) => ok)).toBe(true)
    expect(await vault.read('one')).toEqual({ ok: true, value: keys })
    expect(await vault.read('two')).toEqual({ ok: true, value: other })
  })

  test('tell every change, until the listener has had enough', async () => {
    const { vault } = await chosen(kind)
    const heard = vi.fn()
    const stop = vault.onChange(heard)
    await vault.change(new Map([['one', keys]]))
    expect(heard).toHaveBeenCalledTimes(1)
    stop()
    await vault.change(new Map([['one', null]]))
    expect(heard).toHaveBeenCalledTimes(1)
  })
})

describe('at the next start', () => {
  test('the keychain is open, and knows its accounts', async () => {
    const { vault, start } = await chosen('keychain')
    await vault.change(new Map([['two', keys]]))
    const next = await start()
    expect(next.status()).toMatchObject({ kind: 'keychain', state: 'open', trouble: null })
    expect([next.has('one'), next.has('two')]).toEqual([false, true])
  })

  test('the file is locked until its passphrase is typed', async () => {
    const { vault, start } = await chosen('file')
    await vault.change(new Map([['one', keys]]))
    const next = await start()
    expect(next.status()).toMatchObject({ kind: 'file', state: 'locked', hasFile: true })
    expect(await next.read('one')).toMatchObject({ ok: false, error: { code: 'vault-locked' } })
    expect(await next.unlock('correct horse')).toMatchObject({
      ok: false,
      error: { code: 'wrong-passphrase', field: 'passphrase' },
    })
    expect(await next.unlock(passphrase)).toMatchObject({ ok: true, value: { state: 'open' } })
    expect(await next.read('one')).toEqual({ ok: true, value: keys })
  })

  test('keys of one session are forgotten, and the choice is not', async () => {
    const { vault, start } = await chosen('session')
    await vault.change(new Map([['one', keys]]))
    const next = await start()
    expect(next.status()).toMatchObject({ kind: 'session', state: 'open' })
    expect(await next.read('one')).toEqual({ ok: true, value: null })
  })

  test('a damaged note of the choice is set aside and the person asked again', async () => {
    const { vault, start, dataDir } = await chosen('file')
    await vault.change(new Map([['one', keys]]))
    writeFileSync(join(dataDir, 'vault.json'), '{')
    const next = await start()
    expect(next.status()).toMatchObject({ kind: null, state: 'not-chosen', hasFile: true })
    expect(next.status().trouble?.message).toMatch(/vault\.damaged-.*\.json/)
    expect(await next.choose('file', passphrase)).toMatchObject({ ok: true })
    expect(await next.read('one')).toEqual({ ok: true, value: keys })
  })
})

const moves = kinds.flatMap((from) => kinds.filter((to) => to !== from).map((to) => [from, to]))

describe.each(moves as [VaultKind, VaultKind][])('choosing anew, from %s to %s', (from, to) => {
  test('takes the keys along and empties the old place', async () => {
    const { vault, keychain, file, start } = await chosen(from)
    await vault.change(new Map([['one', keys]]))
    expect(await vault.choose(to, passphrase)).toMatchObject({
      ok: true,
      value: { kind: to, state: 'open', trouble: null },
    })
    expect(await vault.read('one')).toEqual({ ok: true, value: keys })
    expect(vault.has('one')).toBe(true)
    expect(keychain.entries.size).toBe(to === 'keychain' ? 1 : 0)
    expect(existsSync(file)).toBe(to === 'file')
    expect((await start()).status().kind).toBe(to)
  })
})

describe('choosing anew, when the new place fails,', () => {
  test('leaves everything as it was: a keychain that takes the first keys and refuses the second', async () => {
    const { vault, keychain } = await chosen('file')
    await vault.change(new Map([['one', keys]]))
    await vault.change(new Map([['two', other]]))
    keychain.before = (verb, account) => {
      if (verb === 'set' && account === 'two') throw new Error('no room')
    }
    const moved = await vault.choose('keychain')
    expect(moved).toMatchObject({ ok: false, error: { code: 'vault-failed' } })
    expect([...keychain.entries.keys()]).toEqual([])
    expect(vault.status()).toMatchObject({ kind: 'file', state: 'open' })
    expect(await vault.read('two')).toEqual({ ok: true, value: other })
  })

  test('gives back what the new place had before', async () => {
    const { vault, keychain } = await chosen('file')
    await vault.change(new Map([['one', keys]]))
    const before = JSON.stringify(other)
    keychain.entries.set('one', before)
    // It says that it kept the keys, and did not.
    keychain.setPassword = async (_service, account, text) => {
      keychain.entries.set(account, account === 'one' && text !== before ? before : text)
    }
    const moved = await vault.choose('keychain')
    expect(moved).toMatchObject({ ok: false, error: { code: 'vault-failed' } })
    expect([...keychain.entries]).toEqual([['one', before]])
    expect(await vault.read('one')).toEqual({ ok: true, value: keys })
  })

  test('leaves no file behind when the choice cannot be noted', async () => {
    const { dataDir, start, file } = ground()
    let isFull = false
    const vault = await start({
      open: (options) => {
        const conf = openConf(options)
        return {
          path: conf.path,
          get store() {
            return conf.store
          },
          set store(value) {
            if (isFull) throw Object.assign(new Error('full'), { code: 'ENOSPC' })
            conf.store = value
          },
        }
      },
    })
    await vault.choose('session')
    await vault.change(new Map([['one', keys]]))
    isFull = true
    const moved = await vault.choose('file', passphrase)
    expect(moved).toMatchObject({ ok: false, error: { code: 'storage-failed', detail: 'ENOSPC' } })
    expect(existsSync(file)).toBe(false)
    expect(readdirSync(dataDir)).toEqual(['vault.json'])
    expect(vault.status()).toMatchObject({ kind: 'session', state: 'open' })
    expect(await vault.read('one')).toEqual({ ok: true, value: keys })
  })

  test('says when copies stay behind', async () => {
    const { vault, keychain } = await chosen('keychain')
    await vault.change(new Map([['one', keys]]))
    keychain.before = (verb, account) => {
      if (verb === 'delete' && account === 'one') throw new Error('no')
    }
    const moved = await vault.choose('session')
    expect(moved).toMatchObject({ ok: true, value: { kind: 'session', state: 'open' } })
    expect(vault.status().trouble?.message).toContain('copies stay')
    expect(await vault.read('one')).toEqual({ ok: true, value: keys })
  })

  test('is not held up by an old place that is locked, and leaves its keys there', async () => {
    const { vault, start, file } = await chosen('file')
    await vault.change(new Map([['one', keys]]))
    const before = readFileSync(file)
    const next = await start()
    expect(await next.choose('session')).toMatchObject({ ok: true, value: { hasFile: true } })
    expect(readFileSync(file)).toEqual(before)
    expect(await next.choose('file', passphrase)).toMatchObject({ ok: true })
    expect(await next.read('one')).toEqual({ ok: true, value: keys })
  })
})

describe('the passphrase file', () => {
  test.skipIf(process.platform === 'win32')('is readable by its owner alone', async () => {
    const { file } = await chosen('file')
    expect(statSync(file).mode & 0o777).toBe(0o600)
  })

  test.each([
    ['none', undefined],
    ['an empty one', ''],
    ['a short one', 'short'],
  ])('begins with no passphrase but a good one: not with %s', async (_what, typed) => {
    const { start, file } = ground()
    const vault = await start()
    expect(await vault.choose('file', typed)).toMatchObject({
      ok: false,
      error: { code: 'invalid', field: 'passphrase' },
    })
    expect(vault.status()).toMatchObject({ kind: null, state: 'not-chosen' })
    expect(existsSync(file)).toBe(false)
  })

  test('opens to the same letters composed differently', async () => {
    const { start } = ground()
    await (await start()).choose('file', 'caf\u00e9 au lait')
    expect(await (await start()).unlock('cafe\u0301 au lait')).toMatchObject({ ok: true })
  })

  test('stays open when a passphrase is mistyped into it', async () => {
    const { vault } = await chosen('file')
    await vault.change(new Map([['one', keys]]))
    expect(await vault.unlock('mistyped')).toMatchObject({ ok: false })
    expect(await vault.read('one')).toEqual({ ok: true, value: keys })
  })

  test('is derived from once: what is saved has the salt of before, and a nonce of its own', async () => {
    const { vault, file } = await chosen('file')
    const header = () => readFileSync(file).subarray(0, 39)
    const before = header()
    await vault.change(new Map([['one', keys]]))
    expect(header().subarray(0, 27)).toEqual(before.subarray(0, 27))
    expect(header().subarray(27)).not.toEqual(before.subarray(27))
    expect(await vault.changePassphrase({ from: passphrase, to: 'another battery' })).toMatchObject(
      { ok: true },
    )
    expect(header().subarray(11, 27)).not.toEqual(before.subarray(11, 27))
    expect(await vault.change(new Map([['two', other]]))).toMatchObject({ ok: true })
  })

  test('when damaged is named, left as it is, and not written over', async () => {
    const { vault, start, file } = await chosen('file')
    await vault.change(new Map([['one', keys]]))
    const damaged = readFileSync(file).fill(0, 40, 50)
    writeFileSync(file, damaged)
    const next = await start()
    for (const tried of [
      await next.unlock(passphrase),
      await next.choose('file', passphrase),
      await vault.change(new Map([['one', other]])),
    ]) {
      expect(tried).toMatchObject({ ok: false, error: { code: 'vault-failed' } })
      expect(!tried.ok && tried.error.message).toContain(file)
    }
    expect(readFileSync(file)).toEqual(damaged)
    expect(await vault.read('one')).toEqual({ ok: true, value: keys })
  })

  test('that is gone is not silently begun anew', async () => {
    const { start, dataDir, file } = ground()
    writeFileSync(
      join(dataDir, 'vault.json'),
      JSON.stringify({ version: 1, value: { kind: 'file' } }),
    )
    const vault = await start()
    const unlocked = await vault.unlock(passphrase)
    expect(unlocked).toMatchObject({ ok: false, error: { code: 'vault-failed' } })
    expect(!unlocked.ok && unlocked.error.message).toContain(file)
    expect(existsSync(file)).toBe(false)
  })

  test('keeps what another process wrote in the meantime', async () => {
    const { vault, start } = await chosen('file')
    const beside = await start()
    await beside.unlock(passphrase)
    await beside.change(new Map([['two', other]]))
    await vault.change(new Map([['one', keys]]))
    await beside.unlock(passphrase)
    expect(await beside.read('one')).toEqual({ ok: true, value: keys })
    expect(await beside.read('two')).toEqual({ ok: true, value: other })
  })

  test('that cannot be written says so with its path, and keeps what it had', async () => {
    const { start, file } = ground()
    const vault = await start()
    mkdirSync(file)
    expect(await vault.choose('file', passphrase)).toMatchObject({
      ok: false,
      error: { code: 'storage-failed', message: expect.stringContaining(file) as string },
    })
    expect(vault.status()).toMatchObject({ kind: null, state: 'not-chosen' })
  })
})

describe('the passphrase of the file', () => {
  test('is changed only by who knows it, and opens nothing any more', async () => {
    const { vault, start } = await chosen('file')
    await vault.change(new Map([['one', keys]]))
    const [from, to] = [passphrase, 'another battery']
    expect(await vault.changePassphrase({ from: 'wrong', to })).toMatchObject({
      error: { code: 'wrong-passphrase' },
    })
    expect(await vault.changePassphrase({ from, to: 'short' })).toMatchObject({
      error: { code: 'invalid', field: 'to' },
    })
    expect(await vault.prove(passphrase)).toMatchObject({ ok: true })
    expect(await vault.changePassphrase({ from, to })).toMatchObject({ value: { state: 'open' } })
    expect(await vault.read('one')).toEqual({ ok: true, value: keys })

    const next = await start()
    expect(await next.prove(passphrase)).toMatchObject({ error: { code: 'wrong-passphrase' } })
    expect(await next.prove(to)).toMatchObject({ ok: true })
    expect(await next.read('one')).toEqual({ ok: true, value: keys })
  })

  test('is not asked for where the keys are in no file', async () => {
    const { vault } = await chosen('session')
    expect(await vault.prove(passphrase)).toMatchObject({ error: { code: 'vault-failed' } })
    const change = { from: passphrase, to: 'another battery' }
    expect(await vault.changePassphrase(change)).toMatchObject({ error: { code: 'vault-failed' } })
  })
})
