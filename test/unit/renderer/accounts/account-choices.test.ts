import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  accountChoices,
  afterTick,
  tickedIn,
} from '../../../../src/renderer/accounts/account-choices.ts'
import { type AccountGroup, pickedIn, pickOf } from '../../../../src/shared/accounts/groups.ts'
import { Selected } from '../../../../src/shared/workspace/windows.ts'
import { account } from '../memory-desk.ts'

const service = { kind: 'url', url: 'https://api.example.com' } as const
const real = (id: string, more: Parameters<typeof account>[1] = {}) =>
  account(id, { broker: 'ze', service, ...more })
const share = { kind: 'times', times: '1' } as const
const family: AccountGroup = {
  id: crypto.randomUUID(),
  name: 'Family',
  colour: 'teal',
  members: [
    { account: 'mother', share },
    { account: 'father', share },
  ],
}
const accounts = [
  account('paper'),
  real('mother'),
  real('father', { broker: 'up' }),
  real('idle', { enabled: false }),
]

const namesOf = (typed: string, wordsOf: (id: string) => string = () => '') =>
  accountChoices(typed, {
    accounts,
    groups: [family],
    brokerOf: ({ broker, service: of }) =>
      of.kind === 'practice' ? `${broker} practice` : broker.toUpperCase(),
    wordsOf: ({ id }) => wordsOf(id),
  }).map(({ name, accounts: some }) => `${name}: ${some.map(({ id }) => id).join(' ')}`)

describe('what can be shown', () => {
  it('is all, practice, each group and each account that is switched on', () => {
    expect(namesOf('')).toEqual([
      'All accounts: mother father',
      'Practice accounts: paper',
      'Family: mother father',
      'Paper: paper',
      'Mother: mother',
      'Father: father',
    ])
  })

  it('is found by name, broker, practice, and by what is wrong with it', () => {
    expect(namesOf('MOTH')).toEqual(['Mother: mother'])
    expect(namesOf('up')).toEqual(['Father: father'])
    expect(namesOf('practice')).toEqual(['Practice accounts: paper', 'Paper: paper'])
    const wordsOf = (id: string) => (id === 'father' ? 'trouble Keys refused' : '')
    expect(namesOf('trouble', wordsOf)).toEqual(['Father: father'])
    expect(namesOf('nobody')).toEqual([])
  })

  it('is found by its tags, of which the mark says that nothing else is meant', () => {
    const tagged = [real('a', { tags: ['swing'] }), real('swing'), real('c', { tags: ['Swing'] })]
    const found = (typed: string) =>
      accountChoices(typed, {
        ...{ accounts: tagged, groups: [], brokerOf: () => 'ZE', wordsOf: () => '' },
      }).map(({ selected }) => pickedIn(selected)?.join(' ') ?? selected)
    expect(found('swing')).toEqual(['a', 'swing', 'c', 'a swing c'])
    expect(found('#swing')).toEqual(['a', 'c', 'a c'])
  })

  it('is all that was found together, without a group of them', () => {
    expect(namesOf('the')).toEqual([
      'Mother: mother',
      'Father: father',
      'The 2 found: mother father',
    ])
  })
})

describe('a tick', () => {
  it('begins with one account where all are shown, and adds the next', () => {
    const one = afterTick('all', 'mother', [family])
    expect(one).toBe('mother')
    const two = afterTick(one, 'paper', [family])
    expect(pickedIn(two)).toEqual(['mother', 'paper'])
    expect(afterTick(two, 'mother', [family])).toBe('paper')
    expect(afterTick('paper', 'paper', [family])).toBe('all')
  })

  it('takes one out of a group, and leaves the group as it is', () => {
    const choice = `group:${family.id}`
    expect(tickedIn(choice, [family])).toEqual(['mother', 'father'])
    expect(afterTick(choice, 'father', [family])).toBe('mother')
  })

  it('is kept, however many accounts there are', () => {
    const all = Array.from({ length: 200 }, (_, at) => String(at).padEnd(64, '-'))
    expect(Selected.safeParse(pickOf(all)).success).toBe(true)
  })

  it('taken back leaves what was there before', () => {
    const ids = fc.uniqueArray(fc.uuid(), { minLength: 2, maxLength: 200 })
    fc.assert(
      fc.property(ids, fc.uuid(), (some, other) => {
        fc.pre(!some.includes(other))
        const there = pickOf(some)
        expect(pickedIn(there)).toEqual(some)
        expect(afterTick(afterTick(there, other, []), other, [])).toBe(there)
      }),
    )
  })
})
