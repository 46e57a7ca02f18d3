import type { Intent } from '../../shared/orders/intents.ts'
import type { Similarity } from './order-similarity.ts'

/** What the service takes an account for, as far as is known. */
export interface LoginKnown {
  /** Undefined while the account's keys were not read. */
  fingerprint: string | undefined
  /** Whether a login that something was sent for is this one: with these keys, or others of the same client. */
  isSame(sentFor: string): boolean
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

/** Of a list that stays, what of each intent tells its login, in one text. */
const tellings = new WeakMap<readonly OfSomeLogin[], readonly string[]>()

const tellingOf = ({ account, sent }: OfSomeLogin): string =>
  `${account} ${sent === null ? 'never sent' : sent.login}`

/**
 * Those that are of a login, or may be. A list of many is asked of by a picture of each account, and few
 * things tell its intents apart: each of these is looked at once.
 */
export function thoseOfLogin<I extends OfSomeLogin>(intents: readonly I[], login: LoginKnown): I[] {
  let told = tellings.get(intents)
  if (told === undefined) tellings.set(intents, (told = intents.map(tellingOf)))
  const known = new Map<string, boolean>()
  return intents.filter((intent, at) => {
    const telling = told[at]!
    let isOfIt = known.get(telling)
    if (isOfIt === undefined) known.set(telling, (isOfIt = isOfLogin(intent, login) !== 'no'))
    return isOfIt
  })
}
