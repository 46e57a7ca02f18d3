import { randomUUID } from 'node:crypto'
import { Profile, longestAccountName } from '../../shared/accounts/accounts.ts'
import { type Reply, fail, ok } from '../../shared/core/errors.ts'
import { firstIssue, issueSentence } from '../../shared/core/schema-words.ts'
import { freeName, isSameName } from '../../shared/core/names.ts'
import type { StoredAccounts, AccountDocument } from './account-document.ts'
import { tryWrite } from '../core/documents.ts'

type GivenProfile = Omit<Profile, 'id'> & { id?: string | undefined }

export interface Profiles {
  list(): Profile[]
  find(id: string): Profile | undefined
  /** Whether it could be saved as it is. */
  check(profile: GivenProfile): Reply<Profile>
  /** Without an id, a new one. With a name in the vault, its keys are those, and its former ones strays. */
  save(profile: GivenProfile, keysAt?: string): Reply<Profile>
  /** New ones that were checked, in one write; what they are called in the vault, of those that have keys. */
  add(profiles: readonly Profile[], keysAt: ReadonlyMap<string, string>): Reply<null>
  duplicate(id: string): Reply<Profile>
  /** Takes it out of its groups as well; its keys are strays then. */
  remove(id: string): Reply<null>
  /** Puts them in this order. */
  arrange(ids: readonly string[]): Reply<null>
  /** Under what name the vault has an account's keys. */
  keysAt(id: string): string
}

export function profilesIn(document: AccountDocument, newId: () => string = randomUUID): Profiles {
  const list = (): Profile[] => document.read().profiles
  const find = (id: string): Profile | undefined => list().find((profile) => profile.id === id)
  const write = <T>(part: Partial<StoredAccounts>, value: T): Reply<T> => {
    const written = tryWrite(document, { ...document.read(), ...part })
    return written.ok ? ok(value) : written
  }
  const keysAt = (id: string): string => document.read().keysAt[id] ?? id
  const isTaken = ({ id, name }: Profile): boolean =>
    list().some((other) => other.id !== id && isSameName(other.name, name))
  const check: Profiles['check'] = (given) => {
    const parsed = Profile.safeParse({ ...given, id: given.id ?? newId() })
    if (!parsed.success) {
      const issue = firstIssue(parsed.error)
      return fail('invalid', issueSentence(issue), { field: issue.path.map(String).join('.') })
    }
    const profile = parsed.data
    if (given.id !== undefined && find(profile.id) === undefined) return unknownProfile
    if (isTaken(profile))
      return fail('invalid', 'Another account has this name already.', { field: 'name' })
    return ok(profile)
  }
  const save: Profiles['save'] = (given, keyName) => {
    const checked = check(given)
    if (!checked.ok) return checked
    const profile = checked.value
    const profiles =
      given.id === undefined
        ? [...list(), profile]
        : list().map((other) => (other.id === profile.id ? profile : other))
    if (keyName === undefined) return write({ profiles }, profile)
    const stored = document.read()
    const left = given.id === undefined ? [] : [keysAt(profile.id)]
    return write(
      {
        profiles,
        keysAt: { ...stored.keysAt, [profile.id]: keyName },
        strays: [...stored.strays.filter((name) => name !== keyName), ...left],
      },
      profile,
    )
  }
  return {
    list,
    find,
    check,
    save,
    add: (added, names) => {
      // Another may have got the name while their keys were put into the vault.
      const late = added.find(isTaken)
      if (late !== undefined)
        return fail('invalid', `${late.name}: Another account has this name already.`, {
          field: 'name',
        })
      const stored = document.read()
      const used = new Set(names.values())
      return write(
        {
          profiles: [...stored.profiles, ...added],
          keysAt: { ...stored.keysAt, ...Object.fromEntries(names) },
          strays: stored.strays.filter((name) => !used.has(name)),
        },
        null,
      )
    },
    duplicate: (id) => {
      const original = find(id)
      if (original === undefined) return unknownProfile
      const taken = list().map(({ name }) => name)
      return save({
        ...original,
        id: undefined,
        offOn: undefined,
        name: freeName(original.name, { taken, longest: longestAccountName }),
      })
    },
    remove: (id) => {
      if (find(id) === undefined) return unknownProfile
      const { groups, strays, keysAt: names } = document.read()
      const { [id]: _, ...others } = names
      return write(
        {
          profiles: list().filter((profile) => profile.id !== id),
          groups: groups.map((group) => ({
            ...group,
            members: group.members.filter(({ account }) => account !== id),
          })),
          keysAt: others,
          strays: [...strays, keysAt(id)],
        },
        null,
      )
    },
    arrange: (ids) => {
      const places = new Map(ids.map((id, place) => [id, place]))
      // One that was added meanwhile comes last; nothing is lost by an order that knows less.
      const placeOf = ({ id }: Profile): number => places.get(id) ?? ids.length
      const profiles = list().toSorted((one, other) => placeOf(one) - placeOf(other))
      return write({ profiles }, null)
    },
    keysAt,
  }
}

const unknownProfile = fail('not-found', 'There is no such account.', { field: 'account' })
