import type { Account } from '../../../shared/accounts/accounts.ts'
import { type AccountGroup, choiceOf } from '../../../shared/accounts/groups.ts'
import { isSameName } from '../../../shared/core/names.ts'

/** Whom a line can be for. */
export interface LineTargets {
  accounts: readonly Account[]
  groups: readonly AccountGroup[]
}

/** A group is kept in a line as the choice of it. */
export const groupOfLine = (
  account: string,
  groups: readonly AccountGroup[],
): AccountGroup | undefined => groups.find((group) => choiceOf(group) === account)

/** Whether a line is for a group, be it one that is gone. */
export const isForGroup = (account: string): boolean => account.startsWith(choiceOf({ id: '' }))

type FoundTarget = { id: string } | { why: string }

/** By its name or its id; a word in front says which is meant where an account and a group share a name. */
export function targetNamed(cell: string, { accounts, groups }: LineTargets): FoundTarget {
  const [only] = accounts
  if (cell === '') return accounts.length === 1 ? only! : { why: 'must not be empty' }
  const ids = new Set([...accounts.map(({ id }) => id), ...groups.map(choiceOf)])
  if (ids.has(cell)) return { id: cell }
  const mine = accounts.filter((one) => isMeant(one.name, { cell, word: 'account' }))
  const theirs = groups.filter((one) => isMeant(one.name, { cell, word: 'group' }))
  const found = [...mine.map(({ id }) => id), ...theirs.map(choiceOf)]
  const [id, ...others] = found
  if (id === undefined) return { why: `There is no account and no group named ‘${cell}’` }
  if (others.length === 0) return { id }
  if (mine.length === 1 && theirs.length === 1)
    return { why: `‘${cell}’ is an account and a group: write account:${cell} or group:${cell}` }
  return { why: `‘${cell}’ is the name of several: write one of ${found.join(', ')}` }
}

const isMeant = (name: string, { cell, word }: { cell: string; word: string }): boolean =>
  isSameName(name, cell) || isSameName(`${word}:${name}`, cell.replace(/^(\w+): +/, '$1:'))

/** The plainest text that is read as just this account or group. */
export function writtenTarget(id: string, targets: LineTargets): string {
  const group = groupOfLine(id, targets.groups)
  const name = (group ?? targets.accounts.find((account) => account.id === id))?.name
  if (name === undefined) return id
  const word = group === undefined ? 'account' : 'group'
  const isRead = (text: string): boolean => {
    const found = targetNamed(text, targets)
    return 'id' in found && found.id === id
  }
  return [name, `${word}:${name}`].find(isRead) ?? id
}
