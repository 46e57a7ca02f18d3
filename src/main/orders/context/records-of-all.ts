import type { AccountRecords, InstrumentFigures } from '../../picture/account-records.ts'
import type { SymbolsKnown } from '../planning/order-context.ts'

export interface RecordsAt {
  broker: string
  isPractice: boolean
  records: AccountRecords
}

/** What an account's books say of an instrument. */
type ListingOf = readonly [account: string, figures: InstrumentFigures]

/** What the books of all accounts say beside each other, by each broker's own symbols. */
export class RecordsOfAll {
  readonly records: ReadonlyMap<string, RecordsAt>
  readonly names: SymbolsKnown['names']
  /** An order to many accounts asks for each what all others say. */
  readonly #listings = new Map<string, readonly ListingOf[]>()

  constructor(records: ReadonlyMap<string, RecordsAt>, names: SymbolsKnown['names']) {
    this.records = records
    this.names = names
  }

  /** Of an instrument by its one name; what a practice broker makes up is no price for real money. */
  listings(of: { exchange: string; name: string; isPractice: boolean }): readonly ListingOf[] {
    const { exchange, name, isPractice } = of
    const key = JSON.stringify([exchange, name, isPractice])
    let listings = this.#listings.get(key)
    if (listings === undefined) {
      listings = [...this.#listingsIn(of)]
      this.#listings.set(key, listings)
    }
    return listings
  }

  *#listingsIn(of: { exchange: string; name: string; isPractice: boolean }): Generator<ListingOf> {
    const { exchange, name, isPractice } = of
    for (const [id, one] of this.records) {
      if (one.isPractice !== isPractice) continue
      const symbol = this.names.symbolOf({ exchange, name, broker: one.broker })
      const figures = symbol === null ? undefined : one.records.listing({ exchange, symbol })
      if (figures !== undefined) yield [id, figures]
    }
  }
}
