import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compare, times } from '../../../../src/shared/core/decimal.ts'
import {
  AccountGroup,
  type ShareOfOrder,
  chosenGroup,
  choiceOf,
  moneyShareOf,
  portionsOf,
  unitsFor,
} from '../../../../src/shared/accounts/groups.ts'

type Quantity = Extract<ShareOfOrder, { kind: 'times' | 'units' }>
const timesOf = (factor: string): Quantity => ({ kind: 'times', times: factor })
const unitsOf = (units: string): Quantity => ({ kind: 'units', units })

const factor = fc
  .tuple(fc.integer({ min: 0, max: 9999 }), fc.integer({ min: 0, max: 9999 }))
  .filter(([whole, part]) => whole + part > 0)
  .map(([whole, part]) => `${whole}.${String(part).padStart(4, '0')}`)
const share: fc.Arbitrary<Quantity> = fc.oneof(
  factor.map(timesOf),
  fc.integer({ min: 1, max: 999_999_999 }).map((units) => unitsOf(String(units))),
)
const lot = fc.integer({ min: 1, max: 5000 })

describe('what a member of a group is sent', () => {
  it('is whole lots, never more than its share, and never a lot less', () => {
    fc.assert(
      fc.property(share, fc.integer({ min: 1, max: 1e9 }), lot, (of, base, size) => {
        const units = unitsFor(of, { base: String(base), lot: size })
        const wanted = of.kind === 'units' ? of.units : times(String(base), of.times)
        expect(Number(units) % size).toBe(0)
        expect(units).toMatch(/^\d+$/)
        expect(compare(units, wanted)).toBeLessThanOrEqual(0)
        expect(compare(String(Number(units) + size), wanted)).toBeGreaterThan(0)
      }),
    )
  })

  it('is the same to the other side of a position', () => {
    fc.assert(
      fc.property(share, fc.integer({ min: 1, max: 1e9 }), lot, (of, base, size) => {
        const long = unitsFor(of, { base: String(base), lot: size })
        const short = unitsFor(of, { base: String(-base), lot: size })
        expect(short).toBe(long === '0' ? '0' : `-${long}`)
      }),
    )
  })

  it('is nothing where nothing is asked for: a fixed quantity does not open what is to be flat', () => {
    expect(unitsFor(unitsOf('100'), { base: '0', lot: 1 })).toBe('0')
  })

  it('is exact where binary fractions are not', () => {
    expect(unitsFor(timesOf('1.1'), { base: '10', lot: 11 })).toBe('11')
    expect(unitsFor(timesOf('0.7'), { base: '100', lot: 70 })).toBe('70')
  })
})

describe('the portions of a group', () => {
  const group = {
    members: [
      { account: 'twice', share: timesOf('2') },
      { account: 'half', share: timesOf('0.5') },
      { account: 'fixed', share: unitsOf('200') },
    ],
  }

  it('say whose share was rounded, and who is left out', () => {
    expect(Object.fromEntries(portionsOf(group, { base: '75', lot: 75 }))).toEqual({
      twice: { units: '150', isLeftOut: false, says: null },
      half: {
        units: '0',
        isLeftOut: true,
        says: 'Left out: its share of 37.5 is less than the lot of 75.',
      },
      fixed: {
        units: '150',
        isLeftOut: false,
        says: 'Its share of 200, rounded down to whole lots.',
      },
    })
  })

  it('are none of what is no number yet', () => {
    for (const base of ['', 'a', '1e3', '٣'])
      expect(portionsOf(group, { base, lot: 1 }).size).toBe(0)
  })
})

describe('a group', () => {
  const id = 'b3b4b3b0-5f5e-4b7e-9d0f-0d6c0c1f2a11'
  const members = [{ account: 'a', share: timesOf('1') }]

  it('names an account once', () => {
    const twice = { id, name: 'All', colour: 'blue', members: [...members, ...members] }
    expect(AccountGroup.safeParse(twice).success).toBe(false)
  })

  it.each(['0', '0.0', '-1', '', '1e3', '1.23456'])('takes no multiplier %j', (wrong) => {
    const bad = [{ account: 'a', share: timesOf(wrong) }]
    expect(AccountGroup.safeParse({ id, name: 'All', colour: 'blue', members: bad }).success).toBe(
      false,
    )
  })

  const read = (shares: readonly unknown[]) => {
    const some = shares.map((share, at) => ({ account: `a${at}`, share }))
    return AccountGroup.safeParse({ id, name: 'All', colour: 'blue', members: some })
  }

  it('reads what was kept before there were shares of money', () => {
    expect(read([timesOf('2'), unitsOf('75')]).success).toBe(true)
  })

  it('takes parts of funds, each of its own, and of one sum no more than all of it', () => {
    const funds = (percent: string) => ({ kind: 'funds', percent })
    const sum = (percent: string) => ({ kind: 'sum', percent })
    expect(read([funds('100'), funds('100'), sum('33.3'), sum('66.7')]).success).toBe(true)
    expect(read([sum('33.3'), sum('66.8')]).error?.issues[0]?.message).toBe(
      'must take 100 % of a sum together at most',
    )
    expect(read([funds('100.5')]).success).toBe(false)
  })

  it('has no portions of its quantity for shares of money', () => {
    const some = [{ account: 'a', share: { kind: 'funds' as const, percent: '5' } }]
    expect(portionsOf({ members: some }, { base: '10', lot: 1 }).size).toBe(0)
    expect(moneyShareOf({ members: some }, 'a')).toEqual(some[0]!.share)
    expect(moneyShareOf({ members }, 'a')).toBeNull()
  })

  it('is found by the choice that names it, and no other is', () => {
    const group: AccountGroup = { id, name: 'All', colour: 'blue', members }
    expect(chosenGroup([group], choiceOf(group))).toBe(group)
    expect(chosenGroup([group], id)).toBeUndefined()
    expect(chosenGroup([group], 'all')).toBeUndefined()
  })
})
