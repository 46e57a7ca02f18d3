import { describe, expect, it } from 'vitest'
import type { Account } from '../../../../src/shared/accounts/accounts.ts'
import { groupDoubt } from '../../../../src/renderer/books/group-doubt.ts'
import type { OwnedRow } from '../../../../src/renderer/books/owned-rows.ts'
import { account } from '../memory-desk.ts'

const service = { kind: 'url', url: 'https://api.example.com' } as const
const real = (id: string): Account => account(id, { broker: 'ZE', service })
const row = (owner: Account): OwnedRow<unknown> => ({
  id: owner.id,
  account: owner,
  record: {},
  isKept: false,
})
const [one, other, third] = [real('one'), real('other'), real('third')]
const never = () => false

describe('what a line of several accounts says of itself', () => {
  it('is nothing where all of them are there and of now', () => {
    expect(groupDoubt([row(one), row(other)], { gaps: [], isOld: never })).toBeNull()
  })

  it('names who was never read, who has unreadable rows, and who is old', () => {
    const doubt = groupDoubt([row(one), row(other)], {
      gaps: [
        { account: third, kind: 'not read' },
        { account: one, kind: 'unreadable' },
      ],
      isOld: ({ id }) => id === 'other',
    })
    expect(doubt?.text).toBe('1 not read, 1 unreadable, 1 old')
    expect(doubt?.tip).toContain(`Not read, and may belong to this: ${third.name}`)
    expect(doubt?.tip).toContain(`Old: ${other.name}`)
    expect(doubt?.isPartial).toBe(true)
  })

  it('says whose book may leave out some of it', () => {
    const gaps = [{ account: other, kind: 'incomplete' }] as const
    expect(groupDoubt([row(one)], { gaps, isOld: never })).toEqual({
      text: '1 incomplete',
      tip: `May leave out what belongs to this: ${other.name}`,
      isPartial: true,
    })
  })

  it('is old, and whole, where an old leg is all that is wrong', () => {
    const doubt = groupDoubt([row(one), row(other)], { gaps: [], isOld: () => true })
    expect(doubt).toMatchObject({ text: '2 old', isPartial: false })
  })

  it('is not about practice where the line is of real money', () => {
    const gaps = [{ account: account('main'), kind: 'not read' }] as const
    expect(groupDoubt([row(one)], { gaps, isOld: never })).toBeNull()
  })
})
