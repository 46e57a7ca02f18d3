import { describe, expect, it } from 'vitest'
import { StoredClients } from '../../../../src/main/accounts/known-clients.ts'
import { Logins } from '../../../../src/main/accounts/logins.ts'
import type { Profile } from '../../../../src/shared/accounts/accounts.ts'
import { fail, ok } from '../../../../src/shared/core/errors.ts'
import { clientsOnDisk, noClients } from './clients.ts'

const profile = (id: string, more: { url?: string; broker?: string } = {}): Profile =>
  ({
    id,
    broker: more.broker ?? 'PX',
    service: { kind: 'url', url: more.url ?? 'https://service.example' },
  }) as Profile

function setUp(clients = noClients()) {
  const keys: Record<string, string | null> = {}
  const logins = new Logins({
    keysOf: ({ id }) =>
      Promise.resolve(
        keys[id] === null
          ? fail('vault-locked', 'It is locked.')
          : ok({ apiKey: keys[id] ?? 'same', apiSecret: 'secret' }),
      ),
    practiceUrl: () => Promise.resolve('http://127.0.0.1:1'),
    clients,
  })
  return { keys, logins }
}

it('accounts are one where the service takes them for one, as soon as both were logged in', async () => {
  const { keys, logins } = setUp()
  expect(logins.accountsOfLogin('a')).toEqual(['a'])
  keys['other'] = 'another key'
  const all = [
    profile('a'),
    profile('b', { url: 'https://service.example/', broker: 'px' }),
    profile('other'),
    profile('elsewhere', { url: 'https://another.example' }),
    profile('broker', { broker: 'PY' }),
  ]
  for (const one of all) await logins.of(one)
  expect(logins.accountsOfLogin('a')).toEqual(['a', 'b'])
  expect(logins.accountsOfLogin('b')).toEqual(['a', 'b'])
  for (const id of ['other', 'elsewhere', 'broker'])
    expect(logins.accountsOfLogin(id)).toEqual([id])
})

it('accounts with two keys of one client are one, as soon as both profiles were read', async () => {
  const { keys, logins } = setUp()
  const all = ['a', 'b', 'c', 'd'].map((id) => profile(id))
  for (const one of all) {
    keys[one.id] = `key of ${one.id}`
    await logins.of(one)
  }
  const [a, b, c, d] = all as [Profile, Profile, Profile, Profile]
  expect(logins.seeClient(a, { client_id: ' ab12', name: 'Asha' })).toBeNull()
  expect(logins.accountsOfLogin('a')).toEqual(['a'])
  expect(logins.seeClient(b, { client_id: 'AB12 ', name: 'ASHA' })).toBeNull()
  // One id for two people, and none at all, tell nothing.
  logins.seeClient(c, { client_id: 'AB12', name: 'Ravi' })
  logins.seeClient(d, { client_id: 'NA', name: 'Asha' })
  expect(logins.accountsOfLogin('a')).toEqual(['a', 'b'])
  expect(logins.accountsOfLogin('b')).toEqual(['a', 'b'])
  for (const id of ['c', 'd']) expect(logins.accountsOfLogin(id)).toEqual([id])
  expect(logins.perhapsOfLogin(a, all)).toEqual(['a', 'b'])
  expect(logins.isSame(logins.fingerprint('a'), logins.fingerprint('b'))).toBe(true)
  expect(logins.isSame(logins.fingerprint('a'), logins.fingerprint('c'))).toBe(false)
})

it('two logins are two clients where profiles at one address name two ids, and nowhere else', async () => {
  const { keys, logins } = setUp()
  const elsewhere = { ...profile('c'), service: { kind: 'url', url: 'https://c.example' } } as const
  const all = [profile('a'), profile('b'), elsewhere, profile('d')]
  for (const one of all) {
    keys[one.id] = `key of ${one.id}`
    await logins.of(one)
    if (one.id !== 'd') logins.seeClient(one, { client_id: `of ${one.id}`, name: 'Asha' })
  }
  const [a, b, c, d] = all.map(({ id }) => logins.fingerprint(id)!) as [
    string,
    string,
    string,
    string,
  ]
  expect([a, b, c, d].map((one) => logins.areTwoClients(one, a))).toEqual([
    ...[false, true, false, false],
  ])
})

describe('two keys whose profiles have one id', () => {
  const set = async (...read: [id: string, name: string | null][]) => {
    const { keys, logins } = setUp()
    const all = read.map((_, place) => profile(`${place}`))
    for (const [place, one] of all.entries()) {
      keys[one.id] = `key of ${place}`
      await logins.of(one)
      const [client_id, name] = read[place]!
      logins.seeClient(one, { client_id, name })
    }
    return { logins, all }
  }

  it.each([
    ['Mr. Asha  Kumar', 'ASHA KUMAR'],
    ['A. Kumar', 'Asha Kumar'],
    ['Kumar Asha', 'Asha Kumar'],
    ['ASHAKUMAR', 'Asha Kumar'],
  ])('are one client where their names are spelled in two ways: %s, %s', async (one, other) => {
    const { logins } = await set(['AB12', one], ['AB12', other])
    expect(logins.accountsOfLogin('0')).toEqual(['0', '1'])
    expect(logins.perhapsSameClient('0')).toEqual([])
  })

  it.each([
    ['Asha Kumar', 'Ravi Kumar'],
    ['Asha', 'Asha Kumar'],
    ['A K', 'Asha Kumar'],
    ['Asha Kumar', null],
  ])('may be one client where names are others, or missing: %s, %s', async (one, other) => {
    const { logins } = await set(['AB12', one], ['AB12', other])
    expect(logins.accountsOfLogin('0')).toEqual(['0'])
    expect(logins.perhapsSameClient('0')).toEqual(['1'])
    expect(logins.perhapsSameClient('1')).toEqual(['0'])
  })

  it('are one client whatever their names, where the service has written another id', async () => {
    const { logins } = await set(['AB12', 'Asha'], ['AB12', 'Ravi'], ['CD34', 'Asha'])
    expect(logins.accountsOfLogin('0')).toEqual(['0', '1'])
    expect(logins.accountsOfLogin('2')).toEqual(['2'])
    expect(logins.perhapsSameClient('0')).toEqual([])
  })

  it('are not another client’s where the name alone is spelled otherwise, or missing', async () => {
    const { logins, all } = await set(['AB12', 'Asha Kumar'])
    const [own] = all as [Profile]
    const former = logins.fingerprint('0')
    for (const name of ['ASHA KUMAR', 'Ms A Kumar', null, 'Asha Kumar', 'kumar, asha'])
      for (let twice = 0; twice < 2; twice++)
        expect(logins.seeClient(own, { client_id: 'AB12', name })).toBeNull()
    expect(logins.fingerprint('0')).toBe(former)
    logins.seeClient(own, { client_id: 'AB12', name: 'Ravi' })
    expect(logins.seeClient(own, { client_id: 'AB12', name: 'Ravi' })).toBe('another')
  })
})

it('a name of any length is kept as a few hashes', async () => {
  const disk = clientsOnDisk()
  const clients = disk.begin()
  const { logins } = setUp(clients)
  await logins.of(profile('a'))
  logins.seeClient(profile('a'), { client_id: 'AB12', name: 'A B '.repeat(100_000) })
  clients.stop()
  expect(JSON.stringify(disk.stored()).length).toBeLessThan(10_000)
  expect(StoredClients.safeParse(disk.stored()).success).toBe(true)
})

it('whether ids tell clients apart is not asked of more clients than say so', async () => {
  let asked = 0
  const clients = noClients()
  clients.all = function* () {
    const place = JSON.stringify(['PX', 'https://service.example'])
    for (asked = 1; asked < 100; asked++) yield { place, id: `other ${asked}`, name: null }
  }
  const { keys, logins } = setUp(clients)
  for (const id of ['a', 'b']) {
    keys[id] = `key of ${id}`
    await logins.of(profile(id))
    logins.seeClient(profile(id), { client_id: 'AB12', name: id })
  }
  expect(logins.accountsOfLogin('a')).toEqual(['a', 'b'])
  expect(asked).toBe(1)
})

it('clients of two services or brokers are two, whatever their ids', async () => {
  const { keys, logins } = setUp()
  const all = [
    profile('a'),
    profile('elsewhere', { url: 'https://another.example' }),
    profile('broker', { broker: 'PY' }),
  ]
  for (const one of all) {
    keys[one.id] = `key of ${one.id}`
    await logins.of(one)
    logins.seeClient(one, { client_id: 'AB12', name: null })
  }
  for (const { id } of all) expect(logins.accountsOfLogin(id)).toEqual([id])
})

it('keys that are answered for another client are another login, until they are the former’s again', async () => {
  const { logins } = setUp()
  const [a, b] = [profile('a'), profile('b')]
  for (const one of [a, b]) await logins.of(one)
  logins.seeClient(a, { client_id: 'C1', name: null })
  const former = logins.fingerprint('a')
  expect(logins.seeClient(a, { client_id: 'C1', name: null })).toBeNull()
  expect(logins.seeClient(a, { client_id: 'C2', name: null })).toBe('perhaps')
  expect(logins.seeClient(a, { client_id: 'C2', name: null })).toBe('another')
  const login = await logins.of(a)
  expect(login).toMatchObject({ value: { fingerprint: logins.fingerprint('a') } })
  expect(logins.isSame(former, logins.fingerprint('a'))).toBe(false)
  // The same keys are the same client's.
  expect(logins.accountsOfLogin('a')).toEqual(['a', 'b'])
  expect(logins.seeClient(a, { client_id: 'C1', name: null })).toBe('perhaps')
  expect(logins.seeClient(a, { client_id: 'C1', name: null })).toBe('another')
  expect(logins.fingerprint('a')).toBe(former)
})

it('one answer that names another client changes nothing, however often one is taken back', async () => {
  const { logins } = setUp()
  const a = profile('a')
  await logins.of(a)
  const see = (client_id: string | null) => logins.seeClient(a, { client_id, name: null })
  see('C1')
  const former = logins.fingerprint('a')
  const answers = ['C2', 'C1', 'C2', null, 'C2', 'C3', 'C1']
  expect(answers.map(see)).toEqual([
    ...['perhaps', null, 'perhaps', null],
    ...['perhaps', 'perhaps', null],
  ])
  expect(logins.fingerprint('a')).toBe(former)
})

it('an account whose keys changed is another one', async () => {
  const { keys, logins } = setUp()
  for (const id of ['a', 'b']) await logins.of(profile(id))
  keys['b'] = 'new'
  logins.forget('b')
  expect(logins.accountsOfLogin('a')).toEqual(['a'])
  await logins.of(profile('b'))
  expect(logins.accountsOfLogin('a')).toEqual(['a'])
})

it('accounts stay one while their keys are read anew, until these say otherwise', async () => {
  const { keys, logins } = setUp()
  for (const id of ['a', 'b']) await logins.of(profile(id))
  logins.readAnew()
  expect(logins.accountsOfLogin('a')).toEqual(['a', 'b'])
  keys['a'] = null
  await logins.of(profile('a'))
  expect(logins.accountsOfLogin('a')).toEqual(['a', 'b'])
  keys['a'] = 'new'
  await logins.of(profile('a'))
  expect(logins.accountsOfLogin('a')).toEqual(['a'])
})

it('accounts are one however the address of their service is written', async () => {
  const { logins } = setUp()
  const urls = [
    'http://localhost:5000/api',
    'http://127.0.0.1:5000/api/',
    'http://[::1]:5000/api//',
    'http://LOCALHOST:5000/api?x=1',
  ]
  for (const [at, url] of urls.entries()) await logins.of(profile(String(at), { url }))
  await logins.of(profile('other', { url: 'http://localhost:5001/api' }))
  await logins.of(profile('deeper', { url: 'http://localhost:5000/api/v2' }))
  expect(logins.accountsOfLogin('0')).toEqual(['0', '1', '2', '3'])
})

it('accounts may be one as long as the keys of one of them were not read', async () => {
  const { keys, logins } = setUp()
  keys['other'] = 'another key'
  const all = [
    profile('a'),
    profile('b', { url: 'https://service.example/', broker: 'px' }),
    profile('other'),
    profile('elsewhere', { url: 'https://another.example' }),
    profile('broker', { broker: 'PY' }),
  ]
  const [a, b] = all
  expect(logins.perhapsOfLogin(a!, all)).toEqual(['a', 'b', 'other'])
  await logins.of(a!)
  expect(logins.perhapsOfLogin(a!, all)).toEqual(['a', 'b', 'other'])
  for (const one of all) await logins.of(one)
  expect(logins.perhapsOfLogin(a!, all)).toEqual(['a', 'b'])
  expect(logins.perhapsOfLogin(b!, all)).toEqual(['a', 'b'])
  logins.forget('other')
  expect(logins.perhapsOfLogin(a!, all)).toEqual(['a', 'b', 'other'])
})

it('a login has one fingerprint in every session, which tells neither of its keys', async () => {
  const fingerprint = async (one: Profile, apiKey = 'same'): Promise<string | undefined> => {
    const { keys, logins } = setUp()
    keys[one.id] = apiKey
    expect(logins.fingerprint(one.id)).toBeUndefined()
    const login = await logins.of(one)
    expect(login).toMatchObject({ value: { fingerprint: logins.fingerprint(one.id) } })
    return logins.fingerprint(one.id)
  }
  const [own, again] = [await fingerprint(profile('a')), await fingerprint(profile('b'))]
  expect(own).toMatch(/^[0-9a-f]{16}$/)
  expect(again).toBe(own)
  expect(await fingerprint(profile('a'), 'other')).not.toBe(own)
  expect(await fingerprint(profile('a', { url: 'https://another.example' }))).not.toBe(own)
  expect(await fingerprint(profile('a', { broker: 'PY' }))).not.toBe(own)
})

it('a client of the practice broker is the same login at whatever port it is started', async () => {
  const service = { kind: 'practice', client: 'practice-1' }
  const fingerprints = [1, 2].map(async (port) => {
    const logins = new Logins({
      keysOf: () => Promise.reject(new Error('The practice broker needs no keys.')),
      practiceUrl: () => Promise.resolve(`http://127.0.0.1:${port}`),
      clients: noClients(),
    })
    await logins.of({ ...profile('a'), service } as Profile)
    return logins.fingerprint('a')
  })
  const [one, other] = await Promise.all(fingerprints)
  expect(one).toBe(other)
})

describe('an account whose keys were renewed between two sessions', () => {
  /** What an earlier session, and one that begins with other keys, know of the account. */
  async function renew({ url }: { url?: string } = {}) {
    const disk = clientsOnDisk()
    const before = disk.begin()
    const first = setUp(before)
    first.keys['a'] = 'former key'
    await first.logins.of(profile('a'))
    first.logins.seeClient(profile('a'), { client_id: 'AB12', name: 'Asha' })
    const former = first.logins.fingerprint('a')!
    before.stop()
    const { keys, logins } = setUp(disk.begin())
    const now = profile('a', url === undefined ? {} : { url })
    keys['a'] = 'new key'
    await logins.of(now)
    const isSame = () => logins.isSame(former, logins.fingerprint('a'))
    return { logins, now, isSame, disk }
  }

  it('is not known to be the same client until its profile says so, and is it then', async () => {
    const { logins, now, isSame, disk } = await renew()
    expect([isSame(), logins.unknownClient('a')]).toEqual([false, 'unread'])
    logins.seeClient(now, { client_id: 'ab12', name: 'ASHA' })
    expect([isSame(), logins.unknownClient('a')]).toEqual([true, null])
    expect(JSON.stringify(disk.stored())).not.toMatch(/AB12|key|Asha/i)
  })

  it('is another one where its profile names no client, until it names the same', async () => {
    const { logins, now, isSame } = await renew()
    logins.seeClient(now, { client_id: 'NA', name: 'Asha' })
    expect([isSame(), logins.unknownClient('a')]).toEqual([false, 'unnamed'])
    logins.seeClient(now, { client_id: 'AB12', name: 'Asha' })
    expect([isSame(), logins.unknownClient('a')]).toEqual([true, null])
  })

  it('has had its time for a profile once its books were read for ten minutes', async () => {
    const { logins } = await renew()
    const minute = 60_000
    for (let at = 0; at < 10; at++) logins.seeBook('a', at * minute)
    // While nothing is read, no profile is either.
    logins.seeBook('a', 9 * minute + 1)
    expect(logins.unknownClient('a')).toBe('unread')
    logins.seeBook('a', 300 * minute)
    expect(logins.unknownClient('a')).toBe('unread for long')
  })

  it('is never the same where the profile names another client, or at another address', async () => {
    const other = await renew()
    other.logins.seeClient(other.now, { client_id: 'ZZ99', name: 'Ravi' })
    expect([other.isSame(), other.logins.unknownClient('a')]).toEqual([false, null])
    const moved = await renew({ url: 'https://another.example' })
    expect(moved.logins.unknownClient('a')).toBeNull()
    moved.logins.seeClient(moved.now, { client_id: 'AB12', name: 'Asha' })
    expect(moved.isSame()).toBe(false)
  })

  it('with the same keys, or the first ones ever, nothing is open', async () => {
    const { disk } = await renew()
    const { keys, logins } = setUp(disk.begin())
    keys['a'] = 'former key'
    await logins.of(profile('a'))
    await logins.of(profile('b'))
    expect([logins.unknownClient('a'), logins.unknownClient('b')]).toEqual([null, null])
  })
})
