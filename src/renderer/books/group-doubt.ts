import { type Account, isPractice } from '../../shared/accounts/accounts.ts'
import type { GroupDoubt } from '../components/grid/columns.ts'
import type { Sum } from '../core/sums.ts'
import { accountsOf, namesOf, rowsAddedUp, type OwnedRow } from './owned-rows.ts'

/** What of an account's book may belong to any group, and is in none. */
export interface BookGap {
  account: Account
  kind: 'not read' | 'unreadable' | 'incomplete'
}

/** Whose gaps may be of a group: anybody's, those of the account that it is of, or nobody's. */
export type GapScope = 'any account' | 'its account' | 'no account'

/** A sum to which an account may be missing. */
export const partlyIn = <Known extends Sum>(known: Known, doubt: GroupDoubt | null): Known =>
  doubt?.isPartial === true && known.value !== null ? { ...known, partial: true } : known

/** The words for that, beside those for what else is not counted. */
export const missingIn = (doubt: GroupDoubt | null, others?: string): { missing?: string } => {
  const said = [doubt?.isPartial === true ? doubt.tip : null, others ?? null]
  const missing = said.filter((one) => one !== null).join('. ')
  return missing === '' ? {} : { missing }
}

/**
 * Whether the sums of a group are all of it: rows of an account that was never read, that could not
 * be read, or that its book leaves out, may be of any group, but for those of one account; old rows are only their own's.
 */
export function groupDoubt(
  rows: readonly OwnedRow<unknown>[],
  { gaps, isOld }: { gaps: readonly BookGap[]; isOld: (account: Account) => boolean },
): GroupDoubt | null {
  const counted = rowsAddedUp(rows)
  const [first] = counted
  const about =
    first === undefined
      ? gaps
      : gaps.filter(({ account }) => isPractice(account) === isPractice(first.account))
  const unread = about.filter(({ kind }) => kind === 'not read')
  const unreadable = about.filter(({ kind }) => kind === 'unreadable')
  const incomplete = about.filter(({ kind }) => kind === 'incomplete')
  const old = accountsOf(counted).filter(isOld)
  const parts = [
    { count: unread.length, word: 'not read', tip: 'Not read, and may belong to this', of: unread },
    {
      count: unreadable.length,
      word: 'unreadable',
      tip: 'Has rows that cannot be read and may belong to this',
      of: unreadable,
    },
    {
      count: incomplete.length,
      word: 'incomplete',
      tip: 'May leave out what belongs to this',
      of: incomplete,
    },
    { count: old.length, word: 'old', tip: 'Old', of: old.map((account) => ({ account })) },
  ].filter(({ count }) => count > 0)
  if (parts.length === 0) return null
  return {
    text: parts.map(({ count, word }) => `${count} ${word}`).join(', '),
    tip: parts
      .map(({ tip, of }) => `${tip}: ${namesOf(of.map(({ account }) => account))}`)
      .join('. '),
    isPartial: about.length > 0,
  }
}
