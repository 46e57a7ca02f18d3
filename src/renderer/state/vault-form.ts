import type { VaultKind, VaultStatus } from '../../shared/accounts.ts'

export interface VaultFields {
  kind: VaultKind | null
  passphrase: string
  again: string
}

/** A new file asks for its passphrase twice: a slip would lock the keys away for good. */
export const asksTwice = (kind: VaultKind | null, vault: VaultStatus): boolean =>
  kind === 'file' && !vault.hasFile

const leastPassphrase = 8

/** What stands in the way of opening it, or null. */
export function vaultProblem(fields: VaultFields, vault: VaultStatus): string | null {
  if (fields.kind !== 'file') return null
  if (fields.passphrase === '') return 'must not be empty'
  if (!asksTwice(fields.kind, vault)) return null
  if (fields.passphrase.length < leastPassphrase)
    return `must have at least ${leastPassphrase} characters`
  return fields.passphrase === fields.again ? null : 'the two are not the same'
}
