import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { groupsIn } from '../../../../src/main/accounts/groups.ts'
import { openAccountDocument } from '../../../../src/main/accounts/account-document.ts'
import { profilesIn } from '../../../../src/main/accounts/profiles.ts'
import type { AccountGroup } from '../../../../src/shared/accounts/groups.ts'
import { openConf, temporaryFolder } from './places.ts'

function open(dataDir = temporaryFolder()) {
  const { document, setAside } = openAccountDocument({ open: openConf, dataDir })
  const told: AccountGroup[][] = []
  const groups = groupsIn(document, { onChange: (all) => told.push(all) })
  return { groups, profiles: profilesIn(document), told, dataDir, setAside }
}

const both: Omit<AccountGroup, 'id'> = {
  name: 'Both',
  colour: 'green',
  members: [
    { account: 'practice-one', share: { kind: 'times', times: '1' } },
    { account: 'practice-two', share: { kind: 'times', times: '2' } },
  ],
}

describe('groups', () => {
  test('are there at the next start, and every change is told', () => {
    const { groups, told, dataDir } = open()
    const saved = groups.save(both)
    expect(saved).toMatchObject({ ok: true, value: both })
    expect(open(dataDir).groups.list()).toEqual(told.at(-1))
    expect(told).toHaveLength(1)
  })

  test('change in their place, and go', () => {
    const { groups } = open()
    const first = groups.save(both)
    groups.save({ ...both, name: 'Other' })
    const id = first.ok ? first.value.id : ''
    expect(groups.save({ ...both, id, name: 'Renamed' }).ok).toBe(true)
    expect(groups.list().map(({ name }) => name)).toEqual(['Renamed', 'Other'])
    expect(groups.remove(id).ok).toBe(true)
    expect(groups.remove(id)).toMatchObject({ ok: false, error: { code: 'not-found' } })
  })

  test('have names of their own, however they are written', () => {
    const { groups } = open()
    groups.save(both)
    expect(groups.save({ ...both, name: 'BOTH' })).toMatchObject({
      ok: false,
      error: { code: 'invalid', field: 'name' },
    })
  })

  test('take no account that is not there', () => {
    const members = [{ account: 'gone', share: { kind: 'times' as const, times: '1' } }]
    expect(open().groups.save({ ...both, members })).toMatchObject({
      ok: false,
      error: { field: 'members' },
    })
  })

  test('lose the account that is deleted, with the same write', () => {
    const { groups, profiles, dataDir } = open()
    groups.save(both)
    expect(profiles.remove('practice-one').ok).toBe(true)
    const left = [{ account: 'practice-two', share: { kind: 'times', times: '2' } }]
    expect(open(dataDir).groups.list()).toMatchObject([{ members: left }])
  })

  test('of a damaged file are kept where they are sound', () => {
    const { groups, dataDir, profiles } = open()
    const saved = groups.save(both)
    const value = {
      profiles: profiles.list(),
      groups: [{ id: 'bad' }, saved.ok ? saved.value : null],
      keysAt: {},
      strays: [],
    }
    writeFileSync(join(dataDir, 'profiles.json'), JSON.stringify({ version: 3, value }))
    const again = open(dataDir)
    expect(again.groups.list()).toMatchObject([both])
    expect(again.setAside).not.toBeNull()
  })
})

test('accounts are put in an order; one that it does not name comes last', () => {
  const { profiles } = open()
  const third = profiles.duplicate('practice-one')
  expect(third.ok).toBe(true)
  profiles.arrange(['practice-two', 'practice-one'])
  expect(profiles.list().map(({ name }) => name)).toEqual([
    'Practice two',
    'Practice one',
    'Practice one copy',
  ])
})
