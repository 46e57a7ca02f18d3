import type { VaultKind, VaultStatus } from '../../shared/accounts/accounts.ts'
import type { Failure } from '../../shared/core/errors.ts'
import { shortestPassphrase } from '../../shared/core/passphrases.ts'
import { errorWords } from '../core/error-words.ts'
import type { Problems } from '../core/form-problems.ts'

/** A password or a passphrase as it is typed; one that is new is typed twice. */
export interface SecretFields {
  secret: string
  again: string
}
export type SecretField = keyof SecretFields

export const noSecret: SecretFields = { secret: '', again: '' }

/** Of one that is known already, and is typed once. */
export const secretProblems = ({ secret }: SecretFields): Problems<SecretField> =>
  secret === '' ? { secret: 'must not be empty' } : {}

export function newSecretProblems(fields: SecretFields): Problems<SecretField> {
  const { secret, again } = fields
  if (secret === '') return secretProblems(fields)
  if (secret.length < shortestPassphrase)
    return { secret: `must have at least ${shortestPassphrase} characters` }
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
): Problems<SecretField> {
  if (kind !== 'file') return {}
  return asksTwice(kind, vault) ? newSecretProblems(fields) : secretProblems(fields)
}

/** What is wrong with the proof, as the desk says it; null where it says something else. */
export const proofProblem = ({ code, field }: Failure): string | null =>
  field !== 'proof'
    ? null
    : code === 'wrong-passphrase'
      ? errorWords['wrong-passphrase'].title
      : 'must not be empty'
