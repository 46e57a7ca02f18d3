import type { VaultKind, VaultStatus } from '../../../shared/accounts/accounts.ts'
import { type Failure, fail } from '../../../shared/core/errors.ts'

/** How the chosen place stands. */
export type VaultState = Pick<VaultStatus, 'state' | 'trouble'>

export const leftBehind = (error: Failure): Failure => ({
  ...error,
  message: `The keys were moved, but copies stay where they were. ${error.message}`,
})

/** Whether a failure is of the whole place, rather than of one account's entry. */
export const isOfPlace = ({ code }: Failure): boolean =>
  code === 'vault-locked' || code === 'vault-missing' || code === 'vault-failed'

export function stateOf(trouble: Failure): VaultState {
  const isLocked =
    trouble.code === 'vault-locked' ||
    trouble.code === 'wrong-passphrase' ||
    trouble.code === 'invalid'
  return { state: isLocked ? 'locked' : 'failed', trouble }
}

export function firstState(kind: VaultKind | null, setAside: string | null): VaultState {
  if (setAside !== null)
    return {
      state: 'not-chosen',
      trouble: {
        code: 'storage-failed',
        message: `The note of where keys are kept was damaged and was set aside as ${setAside}. Choose again; the keys themselves were not touched.`,
      },
    }
  return { state: kind === null ? 'not-chosen' : 'locked', trouble: null }
}

/** Why no keys can be read or written now; null where they can. */
export function whyClosed({ state, trouble }: VaultStatus): { ok: false; error: Failure } | null {
  switch (state) {
    case 'open':
      return null
    case 'not-chosen':
      return fail('vault-not-chosen', 'Choose first where keys are kept.', { field: 'keys' })
    case 'locked':
      return fail('vault-locked', 'Unlock the keys first.', { field: 'keys' })
    case 'failed':
      return trouble === null
        ? fail('vault-failed', 'The keys cannot be reached.', { field: 'keys' })
        : { ok: false, error: trouble }
  }
}
