import type { VaultKind, VaultStatus } from '../../shared/accounts/accounts.ts'

/** A password or a passphrase as it is typed; one that is new is typed twice. */
export interface SecretFields {
  secret: string
  again: string
}
export type SecretProblems = Partial<SecretFields>

export const noSecret: SecretFields = { secret: '', again: '' }

const leastLength = 8

export function newSecretProblems({ secret, again }: SecretFields): SecretProblems {
  if (secret === '') return { secret: 'must not be empty' }
  if (secret.length < leastLength) return { secret: `must have at least ${leastLength} characters` }
  return secret === again ? {} : { again: 'the two are not the same' }
}

/** A new file asks for its passphrase twice: a slip would lock the keys away for good. */
export const asksTwice = (kind: VaultKind | null, vault: VaultStatus): boolean =>
  kind === 'file' && !vault.hasFile

/** What stands in the way of opening it. */
export function vaultProblems(
  kind: VaultKind | null,
  fields: SecretFields,
  vault: VaultStatus,
): SecretProblems {
  if (kind !== 'file') return {}
  if (asksTwice(kind, vault)) return newSecretProblems(fields)
  return fields.secret === '' ? { secret: 'must not be empty' } : {}
}
