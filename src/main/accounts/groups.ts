import { randomUUID } from 'node:crypto'
import type { Parsed } from '../../shared/contract.ts'
import { type Reply, fail, ok } from '../../shared/core/errors.ts'
import { type AccountGroup, mostGroups } from '../../shared/accounts/groups.ts'
import type { AccountDocument } from './account-document.ts'
import { isSameName } from '../../shared/core/names.ts'
import { tryWrite } from '../core/documents.ts'

export interface Groups {
  list(): AccountGroup[]
  /** Without an id, a new one. */
  save(group: Parsed<'saveGroup'>): Reply<AccountGroup>
  remove(id: string): Reply<null>
}

const unknownGroup = fail('not-found', 'There is no such group.', { field: 'id' })

export function groupsIn(
  document: AccountDocument,
  {
    onChange,
    newId = randomUUID,
  }: { onChange: (groups: AccountGroup[]) => void; newId?: () => string },
): Groups {
  const list = (): AccountGroup[] => document.read().groups
  const write = <T>(groups: AccountGroup[], value: T): Reply<T> => {
    const written = tryWrite(document, { ...document.read(), groups })
    if (!written.ok) return written
    onChange(groups)
    return ok(value)
  }
  return {
    list,
    save: ({ id, ...group }) => {
      const others = list().filter((other) => other.id !== id)
      if (id !== undefined && others.length === list().length) return unknownGroup
      if (others.some(({ name }) => isSameName(name, group.name)))
        return fail('invalid', 'Another group has this name already.', { field: 'name' })
      if (others.length >= mostGroups)
        return fail('invalid', `${mostGroups} groups are kept at most. Delete one first.`)
      const accounts = new Set(document.read().profiles.map((profile) => profile.id))
      if (!group.members.every(({ account }) => accounts.has(account)))
        return fail('invalid', 'An account of this group was deleted.', { field: 'members' })
      const saved = { ...group, id: id ?? newId() }
      const next =
        id === undefined
          ? [...list(), saved]
          : list().map((other) => (other.id === id ? saved : other))
      return write(next, saved)
    },
    remove: (id) => {
      const others = list().filter((group) => group.id !== id)
      return others.length === list().length ? unknownGroup : write(others, null)
    },
  }
}
