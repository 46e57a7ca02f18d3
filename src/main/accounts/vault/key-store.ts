import type { Reply } from '../../../shared/core/errors.ts'
import type { KeptKeys } from './kept-keys.ts'

/** The keys to put, by account; null takes an account's keys away. */
export type KeyChanges = ReadonlyMap<string, KeptKeys | null>

export interface Opening {
  passphrase?: string | undefined
  /** Whether a place that is not there yet may be made: only when a person has just chosen it. */
  mayCreate: boolean
}

/** Somewhere keys are kept. The vault calls one verb at a time, and `open` before all others. */
export interface KeyStore {
  /** Answers the accounts whose keys are there. */
  open(opening: Opening): Promise<Reply<string[]>>
  read(account: string): Promise<Reply<KeptKeys | null>>
  /** Makes all of the changes, or none. */
  change(changes: KeyChanges): Promise<Reply<null>>
  /** Takes away all keys, and the place itself where it is ours. */
  discard(): Promise<Reply<null>>
  /** Forgets what it knows of the keys, and how to open them. */
  close(): void
}
