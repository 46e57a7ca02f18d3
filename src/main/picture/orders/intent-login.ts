import type { Intent } from '../../../shared/orders/intents.ts'
import type { Similarity } from '../rows/order-similarity.ts'

/** What the service takes an account for, as far as is known. */
export interface LoginKnown {
  /** Undefined while the account's keys were not read. */
  fingerprint: string | undefined
  /** Whether a login that something was sent for is this one: with these keys, or others of the same client. */
  isSame(sentFor: string): boolean
  /** Whether such a one is surely another client's. */
  isOther(sentFor: string): boolean
  /** Accounts that are surely of it; the one that was asked for is among them. */
  accounts: readonly string[]
  /** These, and any whose keys were not read yet. */
  alike: readonly string[]
}

/**
 * Whether an intent belongs to a login. It stays with the one that it was sent for, whatever its
 * account is given afterwards; but new keys may be new ones of the same login.
 */
export function isOfLogin(
  { account, sent }: Pick<Intent, 'account' | 'sent'>,
  { fingerprint, isSame, accounts, alike }: LoginKnown,
): Similarity {
  const sentFor = sent?.login
  const isKnown = fingerprint !== undefined && sentFor !== undefined
  if (isKnown && isSame(sentFor)) return 'yes'
  if (accounts.includes(account)) return sent === null ? 'yes' : 'perhaps'
  return !isKnown && alike.includes(account) ? 'perhaps' : 'no'
}

type OfSomeLogin = Pick<Intent, 'account' | 'sent'>

/** An intent and its place in a list. */
type Placed<I> = readonly [at: number, intent: I]

/** Of a list that stays, its intents by what tells their login. */
const byLogin = new WeakMap<readonly OfSomeLogin[], ReadonlyMap<string, Placed<OfSomeLogin>[]>>()

/** What alone tells the login of an intent, as far as it does. */
export const tellingOf = ({ account, sent }: OfSomeLogin): string =>
  `${account} ${sent === null ? 'never sent' : sent.login}`

function grouped<I extends OfSomeLogin>(
  intents: readonly I[],
): ReadonlyMap<string, readonly Placed<I>[]> {
  const known = byLogin.get(intents) as ReadonlyMap<string, Placed<I>[]> | undefined
  if (known !== undefined) return known
  const placed = intents.map((intent, at): Placed<I> => [at, intent])
  const groups = Map.groupBy(placed, ([, intent]) => tellingOf(intent))
  byLogin.set(intents, groups)
  return groups
}

/**
 * Those that are of a login, or may be, in their order. A list of many is asked of by a picture of each
 * account, and few things tell its intents apart: one of each kind is looked at, and the others of a
 * kind that is another login's are not touched.
 */
export function thoseOfLogin<I extends OfSomeLogin>(intents: readonly I[], login: LoginKnown): I[] {
  const kinds = [...grouped(intents).values()].filter(
    ([first]) => isOfLogin(first![1], login) !== 'no',
  )
  const own = kinds.length === 1 ? kinds[0]! : kinds.flat().sort(([one], [other]) => one - other)
  return own.map(([, intent]) => intent)
}
