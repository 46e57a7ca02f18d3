import type { Intent } from '../../shared/orders/intents.ts'
import type { Similarity } from './order-similarity.ts'

/** What the service takes an account for, as far as is known. */
export interface LoginKnown {
  /** Undefined while the account's keys were not read. */
  fingerprint: string | undefined
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
  { fingerprint, accounts, alike }: LoginKnown,
): Similarity {
  const sentFor = sent?.login
  const isKnown = fingerprint !== undefined && sentFor !== undefined
  if (isKnown && sentFor === fingerprint) return 'yes'
  if (accounts.includes(account)) return sent === null ? 'yes' : 'perhaps'
  return !isKnown && alike.includes(account) ? 'perhaps' : 'no'
}
