import {
  type Profile,
  brokerAndServiceOf,
  longestAccountName,
} from '../../shared/accounts/accounts.ts'
import type { ImportAction } from '../../shared/accounts/account-file.ts'
import { freeName, isSameName } from '../../shared/core/names.ts'
import { type AccountGroup, mostGroups } from '../../shared/accounts/groups.ts'
import type { AccountFileContents } from './account-file.ts'
import type { StoredAccounts } from './account-document.ts'

export interface ImportChoice {
  accounts: ReadonlyMap<string, ImportAction>
  groups: ReadonlyMap<string, ImportAction>
}

export interface ImportPlan {
  /** All that is stored of accounts, after it. */
  stored: StoredAccounts
  /** Accounts that are new or replaced. */
  accounts: readonly string[]
  groups: number
}

export const namesake = <T extends { name: string }>(all: readonly T[], name: string) =>
  all.find((one) => isSameName(one.name, name))

/** What is stored after an import. Nothing of a file is taken that was not chosen by name. */
export function planImport(
  { accounts, groups }: AccountFileContents,
  {
    stored,
    choice,
    keyNames,
    newId,
  }: {
    stored: StoredAccounts
    choice: ImportChoice
    /** Where the vault has the keys of an account of the file. */
    keyNames: ReadonlyMap<string, string>
    newId: () => string
  },
): ImportPlan {
  let profiles = stored.profiles
  const keysAt = { ...stored.keysAt }
  const left: string[] = []
  const taken: string[] = []
  /** Who an account of the file is here. */
  const here = new Map<string, string>()

  for (const { profile } of accounts) {
    const how = choice.accounts.get(profile.id) ?? 'skip'
    const same = namesake(profiles, profile.name)
    if (how === 'skip') {
      if (same !== undefined) here.set(profile.id, same.id)
      continue
    }
    const replaced = how === 'replace' ? same : undefined
    const isFree = !profiles.some(({ id }) => id === profile.id)
    const id = replaced?.id ?? (isFree ? profile.id : newId())
    const names = profiles.map(({ name }) => name)
    const name =
      (replaced ?? same === undefined)
        ? profile.name
        : freeName(profile.name, { taken: names, longest: longestAccountName })
    const saved: Profile = { ...profile, id, name }
    profiles =
      replaced === undefined
        ? [...profiles, saved]
        : profiles.map((one) => (one.id === id ? saved : one))
    here.set(profile.id, id)
    taken.push(id)
    // Keys that were for one place must not go to another.
    const isElsewhere =
      replaced !== undefined && brokerAndServiceOf(replaced) !== brokerAndServiceOf(saved)
    const keyName = keyNames.get(profile.id)
    if (keyName !== undefined || isElsewhere) {
      if (replaced !== undefined) left.push(keysAt[id] ?? id)
      keysAt[id] = keyName ?? newId()
    }
  }

  const next = takeGroups(groups, { stored: stored.groups, how: choice.groups, here, newId })
  const used = new Set(keyNames.values())
  const strays = stored.strays.filter((name) => !used.has(name))
  return {
    stored: { ...stored, profiles, groups: next.groups, keysAt, strays: [...strays, ...left] },
    accounts: taken,
    groups: next.count,
  }
}

function takeGroups(
  groups: readonly AccountGroup[],
  of: {
    stored: readonly AccountGroup[]
    how: ReadonlyMap<string, ImportAction>
    here: ReadonlyMap<string, string>
    newId: () => string
  },
): { groups: AccountGroup[]; count: number } {
  let all = [...of.stored]
  let count = 0
  for (const group of groups) {
    const how = of.how.get(group.id) ?? 'skip'
    if (how === 'skip') continue
    const same = namesake(all, group.name)
    const members = new Map(
      group.members.flatMap((member) => {
        const account = of.here.get(member.account)
        return account === undefined ? [] : [[account, { ...member, account }] as const]
      }),
    )
    const replaced = how === 'replace' ? same : undefined
    const isFree = !all.some(({ id }) => id === group.id)
    const names = all.map(({ name }) => name)
    const saved: AccountGroup = {
      ...group,
      id: replaced?.id ?? (isFree ? group.id : of.newId()),
      name:
        (replaced ?? same === undefined)
          ? group.name
          : freeName(group.name, { taken: names, longest: longestAccountName }),
      members: [...members.values()],
    }
    if (replaced === undefined && all.length >= mostGroups) continue
    all =
      replaced === undefined
        ? [...all, saved]
        : all.map((one) => (one.id === saved.id ? saved : one))
    count += 1
  }
  return { groups: all, count }
}
