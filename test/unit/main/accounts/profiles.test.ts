import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { openAccountDocument } from '../../../../src/main/accounts/account-document.ts'
import { profilesIn } from '../../../../src/main/accounts/profiles.ts'
import type { Profile } from '../../../../src/shared/accounts/accounts.ts'
import { usualTrading } from '../../../../src/shared/orders/limits.ts'
import { openConf, temporaryFolder } from './places.ts'

const draft: Omit<Profile, 'id'> = {
  name: 'Everyday',
  broker: 'ze',
  service: { kind: 'url', url: 'https://api.example.com' },
  strategy: 'Manual',
  colour: 'blue',
  enabled: true,
  polls: { orders: 500 },
  readsPerSecond: 5,
  trading: usualTrading,
}

const open = (dataDir: string) => {
  const { document, setAside } = openAccountDocument({ open: openConf, dataDir })
  return { profiles: profilesIn(document), setAside }
}
const start = () => open(temporaryFolder()).profiles
const names = (list: Profile[]) => list.map(({ name }) => name)

describe('the first start', () => {
  test('has two practice accounts ready, with nothing to type', () => {
    expect(start().list()).toMatchObject([
      { name: 'Practice one', broker: 'PX', service: { kind: 'practice', client: 'practice-1' } },
      { name: 'Practice two', broker: 'PY', service: { kind: 'practice', client: 'practice-2' } },
    ])
  })

  test('names them the same every time, so that what refers to them still does', () => {
    expect(start().list()).toEqual(start().list())
  })

  test('is not had again by someone who deleted them', () => {
    const dataDir = temporaryFolder()
    const { profiles } = open(dataDir)
    for (const { id } of profiles.list()) expect(profiles.remove(id).ok).toBe(true)
    expect(open(dataDir).profiles.list()).toEqual([])
  })
})

describe('saving a profile', () => {
  test('adds it with an id of its own, and it is there at the next start', () => {
    const dataDir = temporaryFolder()
    const saved = open(dataDir).profiles.save(draft)
    expect(saved).toMatchObject({ ok: true, value: draft })
    const id = saved.ok ? saved.value.id : ''
    expect(open(dataDir).profiles.find(id)).toEqual({ ...draft, id })
  })

  test('changes the one with its id, in its place', () => {
    const profiles = start()
    const [first] = profiles.list()
    expect(profiles.save({ ...first!, name: 'Renamed' }).ok).toBe(true)
    expect(names(profiles.list())).toEqual(['Renamed', 'Practice two'])
  })

  test('keeps its own name in another letter case', () => {
    const profiles = start()
    expect(profiles.save({ ...profiles.list()[0]!, name: 'PRACTICE ONE' }).ok).toBe(true)
  })

  test.each(['Practice one', 'practice ONE', '  Practice one ', 'Ｐractice one'])(
    'refuses a name that is taken: %s',
    (name) => {
      const profiles = start()
      expect(profiles.save({ ...draft, name })).toMatchObject({
        ok: false,
        error: { code: 'invalid', field: 'name' },
      })
      expect(profiles.list()).toHaveLength(2)
    },
  )

  test('refuses an id that is not there', () => {
    expect(start().save({ ...draft, id: 'gone' })).toMatchObject({
      ok: false,
      error: { code: 'not-found' },
    })
  })

  test('refuses an address that would carry keys in the open, and names the field', () => {
    const service = { kind: 'url' as const, url: 'http://api.example.com' }
    expect(start().save({ ...draft, service })).toMatchObject({
      ok: false,
      error: { code: 'invalid', field: 'service.url' },
    })
  })
})

describe('a copy of a profile', () => {
  test('has another id and a free name each time', () => {
    const profiles = start()
    const { id } = profiles.list()[0]!
    profiles.duplicate(id)
    profiles.duplicate(id)
    expect(names(profiles.list()).slice(2)).toEqual(['Practice one copy', 'Practice one copy 2'])
    expect(new Set(profiles.list().map((profile) => profile.id)).size).toBe(4)
  })

  test('of one with the longest name still fits', () => {
    const profiles = start()
    const saved = profiles.save({ ...draft, name: 'n'.repeat(60) })
    const copy = profiles.duplicate(saved.ok ? saved.value.id : '')
    expect(copy).toMatchObject({ ok: true, value: { name: `${'n'.repeat(55)} copy` } })
  })

  test('of one that is not there is refused', () => {
    expect(start().duplicate('gone')).toMatchObject({ ok: false, error: { code: 'not-found' } })
  })
})

test('a profile from before there were orders gets the usual rules of trading', () => {
  const dataDir = temporaryFolder()
  const { trading: _, ...old } = { ...draft, id: 'old' }
  writeFileSync(join(dataDir, 'profiles.json'), JSON.stringify({ version: 1, value: [old] }))
  const { profiles, setAside } = open(dataDir)
  expect(profiles.list()).toEqual([{ ...old, trading: usualTrading }])
  expect(setAside).toBeNull()
})

describe('damage on disk', () => {
  const put = (dataDir: string, value: unknown) =>
    writeFileSync(join(dataDir, 'profiles.json'), JSON.stringify({ version: 1, value }))

  test('to one profile loses none of the others, and the original is kept', () => {
    const dataDir = temporaryFolder()
    const good = { ...draft, id: 'good' }
    put(dataDir, [{ ...good, id: 'bad', broker: 7 }, good, { ...good, name: 'Twin' }, null])
    const { profiles, setAside } = open(dataDir)
    expect(profiles.list()).toEqual([good])
    expect(readFileSync(join(dataDir, setAside!), 'utf8')).toContain('"broker":7')
    expect(open(dataDir).setAside).toBeNull()
  })

  test('to all of it begins anew, and the original is kept', () => {
    const dataDir = temporaryFolder()
    put(dataDir, [{ half: 'a profile' }])
    const { profiles, setAside } = open(dataDir)
    expect(names(profiles.list())).toEqual(['Practice one', 'Practice two'])
    expect(readFileSync(join(dataDir, setAside!), 'utf8')).toContain('half')
  })
})
