interface AlikeClientsOptions {
  /** Accounts of which nobody knows whether they are one with this one. */
  perhapsSameClient(account: string): readonly string[]
  nameOf(account: string): string
}

/** Says once of each two accounts that they may be one client: sums have the books of both. */
export class AlikeClients {
  readonly #options: AlikeClientsOptions
  readonly #told = new Set<string>()

  constructor(options: AlikeClientsOptions) {
    this.#options = options
  }

  /** Told of each account whose profile was read; what is to be said of it, if anything. */
  newsOf(account: string): string | null {
    const { perhapsSameClient, nameOf } = this.#options
    const news = perhapsSameClient(account).filter((other) => {
      const pair = [account, other].toSorted().join(' ')
      const isNew = !this.#told.has(pair)
      this.#told.add(pair)
      return isNew
    })
    if (news.length === 0) return null
    const names = [account, ...news].map(nameOf)
    return `${names.slice(0, -1).join(', ')} and ${names.at(-1)} have one client id at the broker, and names that differ. If they are one client, sums of P&L, funds and positions count it more than once: take one of the accounts away then.`
  }
}
