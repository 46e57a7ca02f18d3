import { describe, expect, it, vi } from 'vitest'
import { openAccountDocument } from '../../../../src/main/accounts/account-document.ts'
import { AccountKeys } from '../../../../src/main/accounts/account-keys.ts'
import { Logins } from '../../../../src/main/accounts/logins.ts'
import { profilesIn } from '../../../../src/main/accounts/profiles.ts'
import { Roster } from '../../../../src/main/accounts/roster.ts'
import type { KeptKeys } from '../../../../src/main/accounts/vault/kept-keys.ts'
import type { Vault } from '../../../../src/main/accounts/vault/vault.ts'
import type { Profile, VaultStatus } from '../../../../src/shared/accounts/accounts.ts'
import { type Failure, fail, ok } from '../../../../src/shared/core/errors.ts'
import { usualTrading } from '../../../../src/shared/orders/limits.ts'
import { openConf, temporaryFolder } from './places.ts'
import type { KnownClients } from '../../../../src/main/accounts/known-clients.ts'
import { noClients } from './clients.ts'

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
  now?: () => number
  ticks?: () => number
  clients?: KnownClients
}) {
  const { document } = openAccountDocument({ open: openConf, dataDir: temporaryFolder() })
  document.write({ ...document.read(), profiles: [profile] })
  const profiles = profilesIn(document)
  const done: string[] = []
  const kept = new Map<string, KeptKeys>([['a', { ...keys, origin: 'https://service.example' }]])
  const isOpen = options.state === 'open'
  const vault: Pick<Vault, 'status' | 'read' | 'change' | 'has' | 'names'> = {
    status: () => ({
      kind: options.state === 'not-chosen' ? null : 'file',
      state: options.state,
      keychain: null,
      trouble: null,
      hasFile: true,
    }),
    read: (name) => Promise.resolve(ok(kept.get(name) ?? null)),
    change: async (changes) => {
      for (const [name, put] of changes) {
        done.push(`${put === null ? 'remove' : 'write'} ${name}`)
        if (put === null) kept.delete(name)
        if (put === null) continue
        await options.writing
        if (options.writeFails) return fail('vault-failed', 'Full.')
        kept.set(name, put)
      }
      return ok(null)
    },
    has: () => isOpen,
    names: () => (isOpen ? [...kept.keys()] : []),
  }
  const told: (readonly string[])[] = []
  const begun: (readonly string[])[] = []
  let made = 0
  const accountKeys = new AccountKeys({ document, vault, newId: () => `new-name${made++ || ''}` })
  const roster = new Roster({
    profiles,
    vault,
    keys: accountKeys,
    logins: new Logins({
      keysOf: (one) => accountKeys.of(one),
      practiceUrl: () => Promise.resolve('http://127.0.0.1:1'),
      clients: options.clients ?? noClients(),
    }),
    ...(options.now && { now: options.now }),
    ...(options.ticks && { ticks: options.ticks }),
    onDayBegun: (names) => begun.push(names),
    client: { call: () => Promise.reject(new Error('not asked for')) },
    onChange: (reassigned) => told.push(reassigned),
  })
  const names = () => profiles.list().map(({ name }) => name)
  return { roster, done, document, names, told, begun }
}

it('new keys wait for their profile while orders and positions are read for ten minutes, and no other book', async () => {
  let at = 0
  const clients = noClients()
  const place = JSON.stringify([profile.broker, 'https://service.example'])
  clients.note('a', 'former keys', { place, id: 'hash', name: null })
  const { roster } = setUp({ state: 'open', clients, ticks: () => at })
  await roster.login('a')
  const read = (book: 'funds' | 'positions', trouble: Failure | null = null): void => {
    for (const until = at + 660_000; at < until; at += 30_000)
      roster.note('a', { book, trouble, took: 1, lasted: 1, at })
  }
  read('funds')
  read('positions', { code: 'no-answer', message: 'It did not answer.' })
  expect(roster.unknownClient('a')).toBe('unread')
  read('positions')
  expect(roster.unknownClient('a')).toBe('unread for long')
})

describe('deleting an account', () => {
  it('removes it, and its keys with it', async () => {
    const { roster, done, names, document } = setUp({ state: 'open' })
    expect(await roster.remove('a')).toEqual(ok(null))
    expect(done).toEqual(['remove a'])
    expect(names()).toEqual([])
    expect(document.read().strays).toEqual([])
  })

  it('removes its keys also where it was switched to practice before', async () => {
    const { roster, done } = setUp({ state: 'open' })
    const practice = { kind: 'practice', client: 'practice-1' } as const
    expect(await roster.save({ profile: { ...profile, service: practice } })).toMatchObject({
      ok: true,
    })
    expect(await roster.remove('a')).toEqual(ok(null))
    expect(done).toEqual(['remove a'])
  })

  it('waits for a locked vault to be opened: its keys would stay there', async () => {
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

describe('an account that is off for today', () => {
  const indian = (time: string) => Date.parse(`${time}+05:30`)

  /** Looks every ten seconds, for so long. */
  const lookFor = (seconds: number, of: { look: () => void; pass: (ms: number) => void }) => {
    for (let looks = 0; looks <= seconds / 10; looks++) {
      of.look()
      of.pass(10_000)
    }
  }

  it('comes on by itself when the day is steadily over in India, is told of, and not before', () => {
    let now = indian('2026-11-23T15:00')
    let ticks = 0
    const { roster, told, begun } = setUp({ state: 'open', now: () => now, ticks: () => ticks })
    const isOn = () => roster.find('a')?.enabled
    const pass = (ms: number) => void ((ticks += ms), (now += ms))
    const look = () => roster.beginDay()
    look()
    roster.switch('a', 'off today')
    for (const time of ['2026-11-23T15:01', '2026-11-23T23:50', '2026-11-22T12:00']) {
      now = indian(time)
      lookFor(300, { look, pass })
      expect(isOn()).toBe(false)
    }
    now = indian('2026-11-24T00:00')
    lookFor(170, { look, pass })
    expect(isOn()).toBe(false)
    lookFor(10, { look, pass })
    expect(isOn()).toBe(true)
    expect(roster.find('a')).not.toHaveProperty('offOn')
    expect([told, begun]).toEqual([[[], []], [['Main']]])
    look()
    expect(told).toHaveLength(2)
  })

  it('stays off where the clock reads another day for a moment, or only before and after a sleep', () => {
    let now = indian('2026-11-23T15:00')
    let ticks = 0
    const { roster } = setUp({ state: 'open', now: () => now, ticks: () => ticks })
    roster.beginDay()
    roster.switch('a', 'off today')
    for (const day of ['2026-11-24', '2026-11-23', '2026-11-24', '2026-11-24']) {
      now = indian(`${day}T15:00`)
      roster.beginDay()
      expect(roster.find('a')).toMatchObject({ enabled: false, offOn: '2026-11-23' })
      ticks += 3_600_000
    }
  })

  it('is not off for a day that is over where a form that was open meanwhile is saved', async () => {
    let now = indian('2026-11-23T15:00')
    const { roster } = setUp({ state: 'open', now: () => now })
    roster.switch('a', 'off today')
    const form = { profile: { ...profile, enabled: false, offOn: '2026-11-23' } }
    await roster.save(form)
    expect(roster.find('a')).toMatchObject({ enabled: false, offOn: '2026-11-23' })
    now = indian('2026-11-24T08:00')
    roster.beginDay()
    await roster.save(form)
    expect(roster.find('a')?.enabled).toBe(false)
    expect(roster.find('a')).not.toHaveProperty('offOn')
  })

  it('is on at once at a start where the day is over', () => {
    let now = indian('2026-11-23T15:00')
    const { roster } = setUp({ state: 'open', now: () => now })
    roster.switch('a', 'off today')
    now = indian('2026-11-24T08:00')
    roster.beginDay()
    expect(roster.find('a')?.enabled).toBe(true)
  })

  it('stays off where a person turned it off, and on where they turned it on, whatever it was before', () => {
    let now = indian('2026-11-23T15:00')
    const { roster } = setUp({ state: 'open', now: () => now })
    for (const to of ['off', 'on'] as const) {
      roster.switch('a', 'off today')
      roster.switch('a', to)
      now += 86_400_000
      roster.beginDay()
      expect(roster.find('a')?.enabled).toBe(to === 'on')
    }
  })

  it('is known to be so by the next session, as a day that it keeps', () => {
    const { roster, document } = setUp({ state: 'open', now: () => indian('2026-11-23T15:00') })
    roster.switch('a', 'off today')
    expect(document.read().profiles).toEqual([{ ...profile, enabled: false, offOn: '2026-11-23' }])
  })
})

describe('keys that an order needs', () => {
  it('are surely missing where the account has none, or where nobody can get at them', () => {
    const account = { service: profile.service, hasKeys: true }
    const without = { ...account, hasKeys: false }
    const practice = { service: { kind: 'practice', client: 'practice-1' }, hasKeys: true } as const
    const said = (state: 'open' | 'locked' | 'not-chosen' | 'failed') =>
      [account, without, practice].map(setUp({ state }).roster.keyless())
    expect(said('open')).toEqual([null, 'none', null])
    expect(said('locked')).toEqual(['locked', 'locked', null])
    expect(said('not-chosen')).toEqual(['no-place', 'no-place', null])
    expect(said('failed')).toEqual([null, null, null])
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

  it('is at the old address with the old keys until the new keys are there, and then at the new with the new', async () => {
    const { promise: writing, resolve } = Promise.withResolvers<void>()
    const { roster, done } = setUp({ state: 'open', writing })
    const login = async () => {
      const made = await roster.login('a')
      return made.ok ? [made.value.url, made.value.keys.apiKey] : made.error
    }
    const others = { apiKey: 'other', apiSecret: 'other secret' }
    const saving = roster.save({ profile: at('https://other.example.com'), keys: others })
    await vi.waitFor(() => expect(done).toEqual(['write new-name']), 30_000)
    expect(await login()).toEqual(['https://service.example', 'k'])
    resolve()
    await saving
    expect(await login()).toEqual(['https://other.example.com', 'other'])
    expect(done).toEqual(['write new-name', 'remove a'])
  })

  it('lets an account go back to the address that its keys are for', async () => {
    const { roster } = setUp({ state: 'open' })
    const practice = { kind: 'practice', client: 'practice-1' } as const
    await roster.save({ profile: { ...profile, service: practice } })
    expect(await roster.save({ profile })).toMatchObject({ ok: true })
    expect(await roster.login('a')).toMatchObject({ ok: true, value: { keys } })
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

describe('adding many accounts', () => {
  const others = ['Aunt', 'Uncle', 'Niece'].map((name) => {
    const { id: _, ...rest } = profile
    return { profile: { ...rest, name } }
  })
  const withKeys = others.map((one, at) => ({ ...one, keys: { apiKey: `k${at}`, apiSecret: 's' } }))

  it('adds all of them, each with its own keys', async () => {
    const { roster, names } = setUp({ state: 'open' })
    expect(await roster.add(withKeys)).toEqual(ok(null))
    expect(names()).toEqual(['Main', 'Aunt', 'Uncle', 'Niece'])
    const keysOf = await Promise.all(
      roster.list().map(async ({ id }) => {
        const login = await roster.login(id)
        return login.ok ? login.value.keys.apiKey : login.error
      }),
    )
    expect(keysOf).toEqual(['k', 'k0', 'k1', 'k2'])
  })

  it('says so once for all of them: each time all accounts are told of', async () => {
    const { roster, told } = setUp({ state: 'open' })
    await roster.add(withKeys)
    const added = roster.list().slice(1)
    expect(told).toEqual([added.map(({ id }) => id)])
  })

  it('adds none, and keeps none of their keys, where one’s name was given away meanwhile', async () => {
    const writing = Promise.withResolvers<void>()
    const { roster, names, done, document } = setUp({ state: 'open', writing: writing.promise })
    const copy = { ...withKeys[0]!, profile: { ...withKeys[0]!.profile, name: 'Main copy' } }
    const adding = roster.add([withKeys[1]!, copy])
    await vi.waitUntil(() => done.length > 0, 300_000)
    expect(roster.duplicate('a')).toMatchObject({ ok: true, value: { name: 'Main copy' } })
    writing.resolve()
    expect(await adding).toMatchObject({
      error: { field: 'name', message: 'Main copy: Another account has this name already.' },
    })
    expect(names()).toEqual(['Main', 'Main copy'])
    expect(done.filter((one) => one.startsWith('remove'))).toHaveLength(2)
    expect(document.read().strays).toEqual([])
  })

  it('adds none where one has a name that is there, or is there twice', async () => {
    const { roster, names, done } = setUp({ state: 'open' })
    const twice = [...withKeys, withKeys[0]!]
    expect(await roster.add(twice)).toMatchObject({
      error: { field: 'name', message: 'Aunt: Two of them have this name.' },
    })
    const taken = { ...withKeys[0]!, profile: { ...withKeys[0]!.profile, name: 'main' } }
    expect(await roster.add([withKeys[1]!, taken])).toMatchObject({ error: { field: 'name' } })
    expect(names()).toEqual(['Main'])
    expect(done).toEqual([])
  })

  it('adds none where their keys cannot be kept', async () => {
    const locked = setUp({ state: 'locked' })
    expect(await locked.roster.add(withKeys)).toMatchObject({ error: { code: 'vault-locked' } })
    const full = setUp({ state: 'open', writeFails: true })
    expect(await full.roster.add(withKeys)).toMatchObject({ error: { code: 'vault-failed' } })
    for (const { names } of [locked, full]) expect(names()).toEqual(['Main'])
  })

  it('needs no vault for accounts without keys', async () => {
    const { roster, names } = setUp({ state: 'locked' })
    expect(await roster.add(others)).toEqual(ok(null))
    expect(names()).toHaveLength(4)
  })
})

it('an account that is turned off keeps its keys and its place', async () => {
  const { roster, done } = setUp({ state: 'open' })
  expect(roster.switch('a', 'off')).toEqual(ok(null))
  expect(roster.list()).toMatchObject([{ id: 'a', enabled: false }])
  expect(roster.switch('a', 'on')).toEqual(ok(null))
  expect(roster.active()).toMatchObject([{ id: 'a' }])
  expect(done).toEqual([])
  expect(roster.switch('b', 'on')).toMatchObject({ error: { code: 'not-found' } })
})
