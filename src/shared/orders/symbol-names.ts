import type { BrokerSymbol } from './broker-symbols.ts'

/** A symbol as somebody wrote it, and at which broker it is meant. */
export interface SymbolAt {
  exchange: string
  symbol: string
  broker: string
}

interface NameAt {
  exchange: string
  name: string
  broker: string
}

type OwnSymbol =
  /** Read as another broker's own symbol, where it is neither a name nor this broker's. */
  | { symbol: string; readAs?: BrokerSymbol }
  /** It is several brokers' own symbol of different instruments. */
  | { names: readonly string[] }

/** Letter case makes no other symbol; a blank does, at some brokers. */
export const sameSymbol = (one: string, other: string): boolean => folded(one) === folded(other)

const folded = (text: string): string => text.trim().toUpperCase()

const keyOf = (exchange: string, symbol: string): string => `${folded(exchange)}\n${folded(symbol)}`

const isAt =
  (broker: string) =>
  (entry: BrokerSymbol): boolean =>
    sameSymbol(entry.broker, broker)

/**
 * One name to each broker's own. What contradicts an entry before it is no part of it, so that at
 * each broker two names are never one symbol, and no name is the own symbol of another.
 */
export class SymbolNames {
  readonly #byName = new Map<string, BrokerSymbol[]>()
  readonly #bySymbol = new Map<string, BrokerSymbol[]>()
  /** Those that contradict none before them. */
  readonly entries: readonly BrokerSymbol[]

  constructor(entries: readonly BrokerSymbol[] = []) {
    this.entries = entries.filter((entry) => this.#add(entry))
  }

  /** What cannot be true together with this one. */
  against(entry: BrokerSymbol): BrokerSymbol[] {
    const { exchange, name, symbol, broker } = entry
    const isSame = sameSymbol(name, symbol)
    const named = this.#of(this.#byName, exchange, name).filter(
      (other) => isAt(broker)(other) && !sameSymbol(other.symbol, symbol),
    )
    const written = this.#of(this.#bySymbol, exchange, symbol).filter(
      (other) => isAt(broker)(other) && !sameSymbol(other.name, name),
    )
    // A name that is the own symbol of another instrument could mean either.
    const names = isSame ? [] : this.#of(this.#byName, exchange, symbol)
    const symbols = this.#of(this.#bySymbol, exchange, name).filter(
      (other) => !sameSymbol(other.name, name),
    )
    return [...new Set([...named, ...written, ...names, ...symbols])]
  }

  /** What a broker calls what somebody wrote: by its name, or as a broker writes it. */
  ownOf({ exchange, symbol, broker }: SymbolAt): OwnSymbol {
    const written = this.#of(this.#bySymbol, exchange, symbol)
    if (written.some(isAt(broker))) return { symbol }
    const named = this.#of(this.#byName, exchange, symbol)
    if (named.length > 0) return { symbol: named.find(isAt(broker))?.symbol ?? symbol }
    const [entry, ...others] = written
    if (entry === undefined) return { symbol }
    if (others.some(({ name }) => !sameSymbol(name, entry.name)))
      return { names: [...new Set(written.map(({ name }) => name))] }
    const own = this.#of(this.#byName, exchange, entry.name).find(isAt(broker))
    return { symbol: own?.symbol ?? entry.name, readAs: entry }
  }

  /** What people said that a broker calls a name; null where nobody did. */
  entryOf({ exchange, name, broker }: NameAt): BrokerSymbol | null {
    return this.#of(this.#byName, exchange, name).find(isAt(broker)) ?? null
  }

  /** Whether some brokers are known to write a name in their own way, and of this one nothing is said. */
  isUnknownAt({ exchange, symbol, broker }: SymbolAt): boolean {
    const named = this.#of(this.#byName, exchange, symbol)
    return !named.some(isAt(broker)) && named.some((one) => !sameSymbol(one.symbol, symbol))
  }

  /** What a broker calls a name; null where that is something else there. */
  symbolOf(at: NameAt): string | null {
    if (this.entries.length === 0) return at.name
    const symbol = this.entryOf(at)?.symbol ?? at.name
    return sameSymbol(this.nameOf({ ...at, symbol }), at.name) ? symbol : null
  }

  /** By what the rows of a book are put together over brokers. */
  nameOf({ exchange, symbol, broker }: SymbolAt): string {
    if (this.entries.length === 0) return symbol
    const written = this.#of(this.#bySymbol, exchange, symbol).find(isAt(broker))
    if (written !== undefined) return written.name
    // The name is another symbol there: a row that is called so is something else.
    const isAnother = this.#of(this.#byName, exchange, symbol).some(isAt(broker))
    return isAnother ? `${symbol} of ${broker.toUpperCase()}` : symbol
  }

  #of(
    map: ReadonlyMap<string, BrokerSymbol[]>,
    exchange: string,
    symbol: string,
  ): readonly BrokerSymbol[] {
    // Nearly always nobody said anything, and every order of a basket asks.
    return map.size === 0 ? [] : (map.get(keyOf(exchange, symbol)) ?? [])
  }

  #add(entry: BrokerSymbol): boolean {
    if (this.entryOf(entry) !== null || this.against(entry).length > 0) return false
    for (const [map, key] of [
      [this.#byName, keyOf(entry.exchange, entry.name)],
      [this.#bySymbol, keyOf(entry.exchange, entry.symbol)],
    ] as const) {
      const others = map.get(key)
      if (others === undefined) map.set(key, [entry])
      else others.push(entry)
    }
    return true
  }
}
