import { ok } from '../../../shared/core/errors.ts'
import type { KeyStore } from './key-store.ts'
import type { KeptKeys } from './kept-keys.ts'

/** Keys for as long as the desk runs: nothing of them is on disk. */
export function sessionKeyStore(): KeyStore {
  const kept = new Map<string, KeptKeys>()
  return {
    open: async () => ok([...kept.keys()]),
    read: async (account) => ok(kept.get(account) ?? null),
    change: async (changes) => {
      for (const [account, keys] of changes)
        if (keys === null) kept.delete(account)
        else kept.set(account, keys)
      return ok(null)
    },
    discard: async () => {
      kept.clear()
      return ok(null)
    },
    close: () => kept.clear(),
  }
}
