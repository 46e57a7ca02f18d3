interface Left<OfBook> {
  books: readonly OfBook[]
  /** When, by the clock on the wall. */
  at: number
}

/**
 * What was known of accounts before they were given other keys. With them it may be somebody else's,
 * until its profile says that the client is the same: then what the books had is not to be lost.
 */
export class FormerLogins<OfBook> {
  /** By account and by what tells its logins apart. */
  readonly #left = new Map<string, Map<string, Left<OfBook>>>()

  get isEmpty(): boolean {
    return this.#left.size === 0
  }

  leave(of: { account: string; fingerprint: string; at: number }, books: readonly OfBook[]): void {
    if (books.length === 0) return
    const ofAccount = this.#left.get(of.account) ?? new Map<string, Left<OfBook>>()
    ofAccount.set(of.fingerprint, { books, at: of.at })
    this.#left.set(of.account, ofAccount)
  }

  /** Takes what was left of the account for a login, once it is known to be of that. */
  takeBack(account: string, isSame: (fingerprint: string) => boolean): readonly OfBook[] {
    const same = [...(this.#left.get(account) ?? [])].filter(([fingerprint]) => isSame(fingerprint))
    for (const [fingerprint] of same) this.#take(account, fingerprint)
    return same.flatMap(([, { books }]) => books)
  }

  /** What was left before a moment says nothing of now any more, whoever it was of. */
  dropBefore(moment: number): void {
    for (const [account, ofAccount] of this.#left)
      for (const [fingerprint, { at }] of ofAccount)
        if (at < moment) this.#take(account, fingerprint)
  }

  /** An account is no more, or its books were another client's. */
  drop(account: string): void {
    this.#left.delete(account)
  }

  #take(account: string, fingerprint: string): void {
    const ofAccount = this.#left.get(account)
    ofAccount?.delete(fingerprint)
    if (ofAccount?.size === 0) this.#left.delete(account)
  }
}
