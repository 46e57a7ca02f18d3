import { type Account, apartFromPractice, oneOfEachLogin } from '../../shared/accounts/accounts.ts'
import type { Row } from '../../shared/core/patch.ts'

/** A record and whose it is. The same record of the same account is always the same object. */
export interface OwnedRow<Record = Row> {
  id: string
  account: Account
  record: Record
  /** Of an earlier session: its figures are old. */
  isKept: boolean
}

/**
 * The rows that are added up. Accounts of one login show the same books: one of them counts.
 * Practice money is in no sum with real money. Every figure of a group asks for its rows, and of
 * thirty accounts they are many: they are picked once.
 */
export function rowsAddedUp<Record>(
  rows: readonly OwnedRow<Record>[],
): readonly OwnedRow<Record>[] {
  const known = addedUp.get(rows)
  if (known !== undefined) return known as readonly OwnedRow<Record>[]
  const accounts = accountsOf(rows)
  const counted = new Set(oneOfEachLogin(apartFromPractice(accounts)).map(({ id }) => id))
  const picked =
    counted.size === accounts.length ? rows : rows.filter(({ account }) => counted.has(account.id))
  addedUp.set(rows, picked)
  return picked
}
const addedUp = new WeakMap<readonly OwnedRow<unknown>[], readonly OwnedRow<unknown>[]>()

/** Whose rows these are, each account once. */
export function accountsOf(rows: readonly OwnedRow<unknown>[]): Account[] {
  const byId = new Map<string, Account>()
  let last: Account | undefined
  for (const { account } of rows) {
    if (account !== last) byId.set(account.id, account)
    last = account
  }
  return [...byId.values()]
}

/** The accounts of rows, each once, as a sentence names them. */
export function namesOf(accounts: readonly Pick<Account, 'name'>[], most = mostNames): string {
  const names = [...new Set(accounts.map(({ name }) => name))]
  const more = names.length - most
  return names.slice(0, most).join(', ') + (more > 0 ? ` and ${more} more` : '')
}
const mostNames = 6

/** Why a sum is not all of it: whose rows have no figure. */
export const notKnownOf = <Record>(
  rows: readonly OwnedRow<Record>[],
  figure: (record: Record) => number | null,
): string => {
  const unknown = rows.filter(({ record }) => figure(record) === null)
  return `Something that belongs to this sum is unknown: ${namesOf(unknown.map(({ account }) => account))}`
}

/**
 * Puts the rows of several accounts one after another. What did not change keeps its identity,
 * so that a grid can skip it: records are compared by identity, which the patches preserve.
 */
export class RowMerger<Record extends object> {
  #owned = new WeakMap<Record, OwnedRow<Record>>()
  /** Of each account what was merged last: most answers are of one account of many. */
  #merged = new Map<string, { part: Part<Record>; owned: readonly OwnedRow<Record>[] }>()
  #rows: readonly OwnedRow<Record>[] = []

  /** The same list where nothing of it changed: whatever was made of it holds. */
  merge(parts: readonly Part<Record>[]): readonly OwnedRow<Record>[] {
    const before = this.#merged
    const merged = parts.map((part) => {
      const known = before.get(part.account.id)
      return known !== undefined && isSamePart(known.part, part)
        ? known
        : { part, owned: this.#ownedOf(part) }
    })
    const last = [...before.values()]
    if (merged.length === last.length && merged.every((one, at) => one === last[at]))
      return this.#rows
    this.#merged = new Map(merged.map((one) => [one.part.account.id, one]))
    this.#rows = merged.flatMap(({ owned }) => owned)
    return this.#rows
  }

  #ownedOf({ account, rows, isKept = false }: Part<Record>): OwnedRow<Record>[] {
    return Array.from(rows, ([key, record]) => {
      const id = `${account.id}/${key}`
      const before = this.#owned.get(record)
      if (before !== undefined && before.id === id && isSameOwner(before.account, account))
        return before
      const owned = { id, account, record, isKept }
      this.#owned.set(record, owned)
      return owned
    })
  }
}

interface Part<Record> {
  account: Account
  rows: ReadonlyMap<string, Record>
  isKept?: boolean
}

const isSamePart = <Record>(one: Part<Record>, other: Part<Record>): boolean =>
  one.rows === other.rows && one.isKept === other.isKept && isSameOwner(one.account, other.account)

/** Health changes with every poll, and no row shows it. */
const isSameOwner = (one: Account, other: Account): boolean =>
  one === other ||
  (one.id === other.id &&
    one.name === other.name &&
    one.broker === other.broker &&
    one.login === other.login &&
    one.colour === other.colour)
