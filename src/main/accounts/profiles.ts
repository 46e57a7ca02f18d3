import { randomUUID } from 'node:crypto'
import { Profile, longestAccountName } from '../../shared/accounts/accounts.ts'
import { type Reply, fail, ok } from '../../shared/core/errors.ts'
import { freeName, isSameName } from '../../shared/core/names.ts'
import type { StoredAccounts, AccountDocument } from './account-document.ts'
import { tryWrite } from '../core/documents.ts'

export interface Profiles {
  list(): Profile[]
  find(id: string): Profile | undefined
  /** Without an id, a new one. */
  save(profile: Omit<Profile, 'id'> & { id?: string | undefined }): Reply<Profile>
  duplicate(id: string): Reply<Profile>
  /** Takes it out of its groups as well. */
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
  const save: Profiles['save'] = (given) => {
    const parsed = Profile.safeParse({ ...given, id: given.id ?? newId() })
    if (!parsed.success) {
      const { path, message } = parsed.error.issues[0]!
      return fail('invalid', message, { field: path.map(String).join('.') })
    }
    const profile = parsed.data
    if (given.id !== undefined && find(profile.id) === undefined) return unknownProfile
    const isTaken = list().some(
      (other) => other.id !== profile.id && isSameName(other.name, profile.name),
    )
    if (isTaken) return fail('invalid', 'Another account has this name already.', { field: 'name' })
    const next =
      given.id === undefined
        ? [...list(), profile]
        : list().map((other) => (other.id === profile.id ? profile : other))
    return write({ profiles: next }, profile)
  }
  return {
    list,
    find,
    save,
    duplicate: (id) => {
      const original = find(id)
      if (original === undefined) return unknownProfile
      const taken = list().map(({ name }) => name)
      return save({
        ...original,
        id: undefined,
        name: freeName(original.name, { taken, longest: longestAccountName }),
      })
    },
    remove: (id) => {
      if (find(id) === undefined) return unknownProfile
      const { groups, keysAt } = document.read()
      const { [id]: _, ...others } = keysAt
      return write(
        {
          profiles: list().filter((profile) => profile.id !== id),
          groups: groups.map((group) => ({
            ...group,
            members: group.members.filter(({ account }) => account !== id),
          })),
          keysAt: others,
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
    keysAt: (id) => document.read().keysAt[id] ?? id,
  }
}

const unknownProfile = fail('not-found', 'There is no such account.', { field: 'account' })
