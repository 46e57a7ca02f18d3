import type { KeychainModule } from '../../../src/main/accounts/vault/keychain-key-store.ts'

/** A keychain that outlives the desks of a run. */
export function keychainOfRun(): KeychainModule {
  const kept = new Map<string, string>()
  return {
    getPassword: async (_service, account) => kept.get(account) ?? null,
    setPassword: async (_service, account, password) => {
      kept.set(account, password)
    },
    deletePassword: async (_service, account) => kept.delete(account),
  }
}
