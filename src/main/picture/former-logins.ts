/**
 * What was known of accounts before they were given other keys. With them it may be somebody else's,
 * until its profile says that the client is the same: then what the books had is not to be lost.
 */
export class FormerLogins<OfBook> {
  /** By account and by what tells its logins apart. */
  readonly #left = new Map<string, Map<string, readonly OfBook[]>>()

  leave(account: string, fingerprint: string, books: readonly OfBook[]): void {
    const ofAccount = this.#left.get(account) ?? new Map<string, readonly OfBook[]>()
    if (books.length > 0) ofAccount.set(fingerprint, books)
    this.#left.set(account, ofAccount)
  }

  /** Takes what was left of the account for a login, once it is known to be of that. */
  takeBack(account: string, isSame: (fingerprint: string) => boolean): readonly OfBook[] {
    const ofAccount = this.#left.get(account)
    if (ofAccount === undefined) return []
    const same = [...ofAccount].filter(([fingerprint]) => isSame(fingerprint))
    for (const [fingerprint] of same) ofAccount.delete(fingerprint)
    return same.flatMap(([, books]) => books)
  }

  /** An account is no more, or its books were another client's. */
  drop(account: string): void {
    this.#left.delete(account)
  }
}
