import {
  type Account,
  everyAccount,
  practiceApart,
  practiceChoice,
} from '../../shared/accounts/accounts.ts'
import { type AccountGroup, choiceOf, pickOf, pickedIn } from '../../shared/accounts/groups.ts'

/** What can be shown: all accounts, practice, a group, an account, or those that were just found. */
export interface AccountChoice {
  /** As the settings keep it. */
  selected: string
  kind: 'all' | 'practice' | 'group' | 'account' | 'found'
  name: string
  /** Those that are switched on. */
  accounts: readonly Account[]
  group?: AccountGroup
}

interface Known {
  accounts: readonly Account[]
  groups: readonly AccountGroup[]
  brokerOf: (account: Account) => string
  /** What else an account is found by, such as what is wrong with it. */
  wordsOf: (account: Account) => string
}

/** As they are shown and found: a word with its mark is a tag alone. */
export const tagsText = ({ tags = [] }: Pick<Account, 'tags'>): string =>
  tags.map((tag) => `#${tag}`).join(' ')

/** Whether an account is found in a list by what was typed: a part of its name, its broker or a tag. */
export const isFoundBy = (account: Account, typed: string): boolean =>
  `${account.name} ${account.broker} ${tagsText(account)}`
    .toLowerCase()
    .includes(typed.trim().toLowerCase())

/** What is found by what was typed: accounts by their names, brokers, tags and troubles, and groups. */
export function accountChoices(typed: string, known: Known): AccountChoice[] {
  const { accounts, groups, brokerOf, wordsOf } = known
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean)
  const fits = (text: string): boolean => {
    const said = text.toLowerCase()
    return words.every((word) => said.includes(word))
  }
  const enabled = accounts.filter((account) => account.enabled)
  const found = enabled.filter((account) =>
    fits(`${account.name} ${brokerOf(account)} ${tagsText(account)} ${wordsOf(account)}`),
  )
  const practice = practiceApart(accounts)
  const several: AccountChoice[] = [
    { selected: 'all', kind: 'all', name: 'All accounts', accounts: everyAccount(accounts) },
    ...(practice.length === 0
      ? []
      : [
          {
            selected: practiceChoice,
            kind: 'practice' as const,
            name: 'Practice accounts',
            accounts: practice,
          },
        ]),
    ...groups.map((group) => ({
      selected: choiceOf(group),
      kind: 'group' as const,
      name: group.name,
      accounts: membersOf(group, enabled),
      group,
    })),
  ]
  const together: AccountChoice[] =
    words.length === 0 || found.length < 2
      ? []
      : [
          {
            selected: pickOf(found.map(({ id }) => id)),
            kind: 'found',
            name: `The ${found.length} found`,
            accounts: found,
          },
        ]
  return [
    ...several.filter(({ name }) => words.length === 0 || fits(name)),
    ...found.map((account) => ({
      selected: account.id,
      kind: 'account' as const,
      name: account.name,
      accounts: [account],
    })),
    ...together,
  ]
}

const membersOf = (group: AccountGroup, enabled: readonly Account[]): readonly Account[] => {
  const members = new Set(group.members.map(({ account }) => account))
  return enabled.filter(({ id }) => members.has(id))
}

/**
 * The accounts that a tick adds to or takes from. All of them are no choice of each: the first that
 * is ticked is then the only one.
 */
export function tickedIn(selected: string, groups: readonly AccountGroup[]): readonly string[] {
  const group = groups.find((one) => choiceOf(one) === selected)
  if (group !== undefined) return group.members.map(({ account }) => account)
  return selected === 'all' || selected === practiceChoice ? [] : (pickedIn(selected) ?? [selected])
}

/** What is shown once an account is ticked, or ticked no more; all where nobody is left. */
export function afterTick(
  selected: string,
  account: string,
  groups: readonly AccountGroup[],
): string {
  const ticked = new Set(tickedIn(selected, groups))
  if (!ticked.delete(account)) ticked.add(account)
  return pickOf([...ticked])
}
