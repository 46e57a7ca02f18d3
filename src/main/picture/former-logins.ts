/**
 * What was known of accounts before they were given other keys. With them it may be somebody else's,
 * until its profile says that the client is the same: then what the books had is not to be lost.
 */
export class FormerLogins<OfBook> {
  readonly #left = new Map<string, { fingerprint: string; books: readonly OfBook[] }>()

  leave(account: string, fingerprint: string, books: readonly OfBook[]): void {
    if (books.length > 0) this.#left.set(account, { fingerprint, books })
  }

  /** Takes what was left of the account, once it is known to be of the same login. */
  takeBack(account: string, isSame: (fingerprint: string) => boolean): readonly OfBook[] {
    const left = this.#left.get(account)
    if (left === undefined || !isSame(left.fingerprint)) return []
    this.#left.delete(account)
    return left.books
  }
}
