import type { VaultKind, VaultStatus } from '../../shared/accounts/accounts.ts'
import type { LockWay } from '../../shared/lock/lock.ts'

/** What opens the screen, as the field for it is called. */
export const lockWords: Record<LockWay, string> = {
  vault: 'Passphrase of your keys',
  system: 'Your password on this computer',
  own: 'Passphrase of the lock',
}

export const vaultKinds: Record<VaultKind, { title: string; means: string }> = {
  keychain: {
    title: 'The system’s keychain',
    means: 'Kept by the operating system and opened with your login. Nothing to type here.',
  },
  file: {
    title: 'A file with a passphrase',
    means:
      'Encrypted on this machine. You type the passphrase at each start; without it the keys cannot be recovered.',
  },
  session: {
    title: 'This session only',
    means: 'Kept in memory until Quarterdeck closes. You type the keys again at each start.',
  },
}

/** Where keys are kept, in one line. */
export function vaultWords({ kind, state }: VaultStatus): string {
  if (kind === null) return 'No place for keys is chosen yet.'
  const place = `Keys: ${vaultKinds[kind].title.toLowerCase()}`
  switch (state) {
    case 'not-chosen':
      return 'No place for keys is chosen yet.'
    case 'open':
      return `${place}.`
    case 'locked':
      return `${place}, locked.`
    case 'failed':
      return `${place}, failing.`
  }
}
