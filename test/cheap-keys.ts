import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import { afterAll, beforeAll } from 'vitest'

/**
 * For a file of tests about what is done with passphrases: what one comes to is another for each
 * passphrase, salt and cost, as ever, and costs nothing. What it costs is the matter of the tests
 * of sealing, and of those that run whole desks.
 */
export function makeKeysCheap(): void {
  const { scrypt } = crypto
  const put = (derive: typeof scrypt): void => {
    crypto.scrypt = derive
    syncBuiltinESMExports()
  }
  const digest = ((passphrase, salt, length, { N, r, p }, told) => {
    const parts = [String([N, r, p, length]), salt, passphrase].map((part) =>
      crypto.createHash('sha256').update(part).digest(),
    )
    const secret = crypto.createHash('sha512').update(Buffer.concat(parts)).digest()
    setImmediate(told, null, secret.subarray(0, length))
  }) as (...of: Required<Parameters<typeof scrypt>>) => void
  beforeAll(() => put(digest as typeof scrypt))
  afterAll(() => put(scrypt))
}
