import * as z from 'zod'
import { shortestPassphrase } from '../core/passphrases.ts'

/** What opens a locked screen: the passphrase of the keys' file, the system's password, or one of its own. */
export type LockWay = 'vault' | 'system' | 'own'

/** Long enough for any passphrase, and bounded: it is derived from or piped, never kept. */
export const Secret = z.string().min(1, 'must not be empty').max(1000)

/** What opens the screen, typed now: an unlocked screen alone proves nothing of who asks. */
export const Proof = Secret.optional()

/** What is to open the screen where the keys are in no file; it is proven by what opened it before. */
export const LockSetUp = z.discriminatedUnion('way', [
  /** Typed once, to see that this machine can tell it. */
  z.strictObject({ way: z.literal('system'), password: Secret, proof: Proof }),
  z.strictObject({
    way: z.literal('own'),
    password: Secret.min(shortestPassphrase, `must have at least ${shortestPassphrase} characters`),
    proof: Proof,
  }),
])
export type LockSetUp = z.infer<typeof LockSetUp>

/** How the lock stands, as a window may see it. */
export interface LockStatus {
  isLocked: boolean
  /** What opens it, or would; null where nothing was settled, and nothing can be locked. */
  way: LockWay | null
  /** Whether this machine has a way to check its user's password. */
  hasSystem: boolean
  /** Milliseconds until the next answer is heard, after wrong ones. */
  wait: number
  /** Alerts that came since it was locked, and are shown once it is open. */
  unseen: number
}
