import type { Account } from '../../shared/accounts/accounts.ts'
import type { ErrorCode, Failure } from '../../shared/core/errors.ts'

type Health = Account['health']

const mostPolls = 100

/** Trouble that belongs to the account rather than to one book. */
const ofAccount: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'bad-keys',
  'address-refused',
  'rate-limited',
  'no-keys',
  'vault-locked',
  'vault-not-chosen',
  'vault-missing',
  'vault-failed',
  'not-sent',
  'no-answer',
  'too-late',
])

/** How quickly an account answers, and whether it does. */
export class HealthRecord {
  #took: number[] = []
  #trouble: Failure | null = null

  add(poll: { took: number | null; trouble: Failure | null }): void {
    if (poll.took !== null) {
      this.#took.push(poll.took)
      if (this.#took.length > mostPolls) this.#took.shift()
    }
    this.#trouble = poll.trouble !== null && ofAccount.has(poll.trouble.code) ? poll.trouble : null
  }

  read(): Health {
    const sorted = this.#took.toSorted((one, other) => one - other)
    return {
      last: this.#took.at(-1) ?? null,
      p99: sorted[Math.ceil(sorted.length * 0.99) - 1] ?? null,
      trouble: this.#trouble,
    }
  }
}
