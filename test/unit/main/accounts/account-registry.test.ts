import { describe, expect, it } from 'vitest'
import { Logins } from '../../../../src/main/accounts/logins.ts'
import type { Profiles } from '../../../../src/main/accounts/profiles.ts'
import { AccountRegistry } from '../../../../src/main/accounts/account-registry.ts'
import type { Vault } from '../../../../src/main/accounts/vault/vault.ts'
import type { Profile, VaultStatus } from '../../../../src/shared/accounts/accounts.ts'
import { fail, ok } from '../../../../src/shared/core/errors.ts'
import { usualTrading } from '../../../../src/shared/orders/limits.ts'

const profile: Profile = {
  id: 'a',
  name: 'Main',
  broker: 'ZE',
  service: { kind: 'url', url: 'https://service.example' },
  strategy: 'Manual',
  colour: 'blue',
  enabled: true,
  polls: {},
  readsPerSecond: 5,
  trading: usualTrading,
}
const keys = { apiKey: 'k', apiSecret: 's' }

/** A roster over a vault in this state, of which every change is noted. */
function setUp(options: {
  state: VaultStatus['state']
  writeFails?: boolean
  writing?: Promise<void>
}) {
  let list = [profile]
  const done: string[] = []
  const profiles: Profiles = {
    list: () => list,
    find: (id) => list.find((one) => one.id === id),
    save: (saved) => {
      const whole = { ...saved, id: saved.id ?? 'new' }
      list = [...list.filter(({ id }) => id !== whole.id), whole]
      return ok(whole)
    },
    duplicate: () => ok(profile),
    arrange: () => ok(null),
    keysAt: (id) => id,
    remove: (id) => {
      list = list.filter((one) => one.id !== id)
      return ok(null)
    },
  }
  const vault: Vault = {
    status: () => ({
      kind: options.state === 'not-chosen' ? null : 'file',
      state: options.state,
      keychain: null,
      trouble: null,
      hasFile: true,
    }),
    choose: () => Promise.reject(new Error('not asked for')),
    unlock: () => Promise.reject(new Error('not asked for')),
    prove: () => Promise.reject(new Error('not asked for')),
    changePassphrase: () => Promise.reject(new Error('not asked for')),
    read: () => Promise.resolve(ok(keys)),
    write: async (account) => {
      done.push(`write ${account}`)
      await options.writing
      return options.writeFails ? fail('vault-failed', 'Full.') : ok(null)
    },
    change: () => Promise.reject(new Error('not asked for')),
    remove: (account) => {
      done.push(`remove ${account}`)
      return Promise.resolve(ok(null))
    },
    has: () => options.state === 'open',
    onChange: () => () => {},
  }
  const roster = new AccountRegistry({
    profiles,
    vault,
    logins: new Logins({
      vault,
      keysAt: (id) => id,
      practiceUrl: () => Promise.resolve('http://127.0.0.1:1'),
    }),
    client: { call: () => Promise.reject(new Error('not asked for')) },
    onChange: () => {},
  })
  return { roster, done, names: () => list.map(({ name }) => name) }
}

describe('deleting an account', () => {
  it('removes its keys, and then it', async () => {
    const { roster, done, names } = setUp({ state: 'open' })
    expect(await roster.remove('a')).toEqual(ok(null))
    expect(done).toEqual(['remove a'])
    expect(names()).toEqual([])
  })

  it('waits for a locked vault to be opened: its keys would stay behind unfound', async () => {
    const { roster, names } = setUp({ state: 'locked' })
    expect(await roster.remove('a')).toMatchObject({ error: { code: 'vault-locked' } })
    expect(names()).toEqual(['Main'])
  })

  it('needs no vault where none was chosen', async () => {
    const { roster, done, names } = setUp({ state: 'not-chosen' })
    expect(await roster.remove('a')).toEqual(ok(null))
    expect(done).toEqual([])
    expect(names()).toEqual([])
  })
})

describe('saving an account', () => {
  const at = (url: string) => ({ ...profile, service: { kind: 'url' as const, url } })

  it('sends kept keys to no other address, however it is led there', async () => {
    for (const state of ['open', 'locked'] as const) {
      const { roster } = setUp({ state })
      const elsewhere = at('https://other.example.com')
      const refused = { error: { code: 'invalid', field: 'apiKey' } }
      expect(await roster.save({ profile: elsewhere })).toMatchObject(refused)
      const practice = { kind: 'practice', client: 'practice-1' } as const
      expect(await roster.save({ profile: { ...profile, service: practice } })).toMatchObject({
        ok: true,
      })
      expect(await roster.save({ profile: elsewhere })).toMatchObject(refused)
    }
  })

  it('lets nothing leave for a new address before its new keys are there', async () => {
    const { promise: writing, resolve } = Promise.withResolvers<void>()
    const { roster, done } = setUp({ state: 'open', writing })
    const saving = roster.save({ profile: at('https://other.example.com'), keys })
    const login = roster.login('a').then(() => done.push('login'))
    await new Promise((turn) => setImmediate(turn))
    resolve()
    await Promise.all([saving.then(() => done.push('saved')), login])
    expect(done).toEqual(['write a', 'saved', 'login'])
  })

  it('takes another address with keys of its own, and another path of the same with those kept', async () => {
    const { roster } = setUp({ state: 'open' })
    const { url } = profile.service as { url: string }
    const path = at(`${new URL(url).origin}/other`)
    expect(await roster.save({ profile: path })).toMatchObject({ ok: true })
    const elsewhere = at('https://other.example.com')
    expect(await roster.save({ profile: elsewhere, keys })).toMatchObject({ ok: true })
  })

  it('leaves everything as it was when its keys cannot be kept', async () => {
    const { roster, names } = setUp({ state: 'open', writeFails: true })
    const { id: _, ...unnamed } = profile
    expect(await roster.save({ profile: { ...unnamed, name: 'New' }, keys })).toMatchObject({
      error: { code: 'vault-failed' },
    })
    expect(await roster.save({ profile: { ...profile, name: 'Other' }, keys })).toMatchObject({
      error: { code: 'vault-failed' },
    })
    expect(names()).toEqual(['Main'])
  })
})

it('remembers the expiry that was last used, for the account that used it', () => {
  const { roster } = setUp({ state: 'open' })
  roster.rememberExpiry('a', '02MAR23')
  roster.rememberExpiry('gone', '23FEB')
  expect(roster.list()).toMatchObject([{ id: 'a', trading: { expiry: '02MAR23' } }])
})
