/** Waits for the first good answer of accounts: at a start their keys may be locked, or the line down. */
export class FirstReads {
  readonly #waiting = new Map<string, PromiseWithResolvers<void>>()

  of(account: string): Promise<void> {
    const waiting = this.#waiting.get(account) ?? Promise.withResolvers()
    this.#waiting.set(account, waiting)
    return waiting.promise
  }

  /** Releases who waits: the account was read, or is not polled any more. */
  settle(account: string): void {
    this.#waiting.get(account)?.resolve()
    this.#waiting.delete(account)
  }

  /** Accounts that are still read; nobody waits for the others. */
  keep(accounts: ReadonlySet<string>): void {
    for (const account of this.#waiting.keys()) if (!accounts.has(account)) this.settle(account)
  }
}
