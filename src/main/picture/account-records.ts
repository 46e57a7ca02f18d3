import type { BookName } from '../../shared/books/books.ts'
import { recordKey } from '../../shared/books/books.ts'
import type { Row } from '../../shared/core/patch.ts'
import { availableFunds, perhapsTakenOff } from '../../shared/service/funds.ts'
import type { FundsRecord } from '../../shared/service/records.ts'
import { figure } from '../../shared/service/order-units.ts'
import { aboveZero, lastPriceOf, tickOf } from '../../shared/service/row-figures.ts'
import { Exchange, Product, stateOfOrder } from '../../shared/service/words.ts'
import { BySymbol } from './rows/by-symbol.ts'
import { type InstrumentName, upper } from './rows/instruments.ts'
import type { BookSeen } from './login-facts.ts'
import { symbolsOfSeveral } from './rows/reckoned-rows.ts'

/** What the books say of an instrument. */
export interface InstrumentFigures {
  ltp: number | null
  tick: number | null
  lot: number | null
  /** Whether the last price is from a book that is older than two of its intervals. */
  isOld: boolean
  /**
   * Another price that is too far from this one for both to be so: the highest last price of now in other
   * rows, or what was paid for a share today; absent where books agree.
   */
  otherLtp?: number
}

/** As a part of the lower one: last prices of one moment are no further apart. */
const mostApart = 0.05
/** Shares lose no more than that in a day; contracts do. */
const mostFallen = 0.5

/** What is asked of a book here. */
export type RecordedBook = Pick<BookSeen, 'rows' | 'isOld'>

interface Listed {
  figures: InstrumentFigures | undefined
  /** Whether a broker surely writes the symbol so: an order that was rejected may be for none of its own. */
  isShown: boolean
}

/** What the books of one account tell beside its orders and positions: prices, money, and what is open to it. */
export class AccountRecords {
  readonly #book: (name: BookName) => RecordedBook | null
  /** Of each symbol, the latest: an order for many accounts asks the books of each of them for each. */
  readonly #listings = new Map<string, { exchange: string; listed: Listed }>()

  /** What an order does not ask for is not read. */
  constructor(book: (name: BookName) => RecordedBook | null) {
    this.#book = book
  }

  /** What the account's own books say of an instrument. */
  listing(of: InstrumentName): InstrumentFigures | undefined {
    return this.#listed(of).figures
  }

  #listed(of: InstrumentName): Listed {
    const { exchange, symbol } = of
    const latest = this.#listings.get(symbol)
    if (latest?.exchange === exchange) return latest.listed
    const found = this.#find(of)
    const otherLtp = found.figures && this.#otherPrice(of, found.figures)
    const listed =
      otherLtp === undefined ? found : { ...found, figures: { ...found.figures!, otherLtp } }
    this.#listings.set(symbol, { exchange, listed })
    return listed
  }

  #otherPrice(
    { exchange, symbol }: InstrumentName,
    { ltp, isOld, otherLtp: found }: InstrumentFigures,
  ): number | undefined {
    if (ltp === null || isOld) return undefined
    let other = found
    for (const name of ['positions', 'holdings'] as const) {
      const book = this.#book(name)
      if (book === null || book.isOld) continue
      // Of a single position it is the price that was found.
      if (name === 'positions' && !symbolsOfSeveral(book.rows).has(symbol)) continue
      for (const row of BySymbol.of(book.rows).find(symbol)) {
        if (upper(row['exchange']) !== exchange) continue
        const price = lastPriceOf(row)
        if (price === null || price <= (other ?? 0)) continue
        if (Math.abs(price - ltp) > Math.min(price, ltp) * mostApart) other = price
      }
    }
    return other
  }

  /** The likeliest to know first. */
  #find({ exchange, symbol }: InstrumentName): Listed {
    const figures: InstrumentFigures = { ltp: null, tick: null, lot: null, isOld: false }
    const positions = this.#book('positions')
    let isShown = false
    if (positions !== null) {
      const beginning = recordKey('positions', { exchange, symbol, product: '' })
      for (const product of products) {
        const row = positions.rows.get(beginning + product)
        if (row === undefined) continue
        isShown = true
        addTo(figures, row, positions.isOld)
        if (isComplete(figures) && !figures.isOld) return { figures, isShown }
      }
    }
    // The positions once more, under whatever spelling of exchange and product.
    for (const name of ['positions', 'holdings', 'orders'] as const) {
      const book = this.#book(name)
      if (book === null) continue
      for (const row of BySymbol.of(book.rows).each(symbol)) {
        if (row['exchange'] !== exchange && upper(row['exchange']) !== exchange) continue
        addTo(figures, row, book.isOld)
        isShown ||= name !== 'orders' || wasNotRejected(row)
        // Of hundreds of orders each has the same to tell, and none has a last price.
        if (name === 'orders' && isShown && figures.tick !== null && figures.lot !== null) break
      }
      if (isComplete(figures) && !figures.isOld) return { figures, isShown }
    }
    const { ltp, tick, lot } = figures
    const isUnknown = ltp === null && tick === null && lot === null
    return { figures: isUnknown ? undefined : figures, isShown }
  }

  /** Whether a broker surely writes a symbol so. */
  shows({ exchange, symbol }: InstrumentName): boolean {
    // Who asks for it goes on to ask for its figures.
    return this.#listed({ exchange, symbol }).isShown
  }

  /** Null where no book of now carries it. Brokers write a share as it is, or with the series that it trades in. */
  spot(underlying: string): number | null {
    for (const name of ['positions', 'holdings'] as const) {
      const book = this.#book(name)
      if (book === null || book.isOld) continue
      for (const symbol of [underlying, `${underlying}-EQ`])
        for (const row of BySymbol.of(book.rows).find(symbol)) {
          const price = lastPriceOf(row)
          if (isSpotExchange(upper(row['exchange'])) && price !== null) return price
        }
    }
    return null
  }

  exchanges(): ReadonlySet<string> | null {
    return codes(this.#one('profile')?.['exarr'], Exchange.options)
  }

  products(): ReadonlySet<string> | null {
    return codes(this.#one('profile')?.['prarr'], Product.options)
  }

  funds(): number | null {
    const funds = this.#one('funds')
    return funds === null ? null : availableFunds(funds as unknown as FundsRecord)
  }

  /** Rupees that may not be there of these. */
  fundsInDoubt(): number {
    const funds = this.#one('funds')
    return funds === null ? 0 : perhapsTakenOff(funds as unknown as FundsRecord)
  }

  areFundsOld(): boolean {
    return this.#book('funds')?.isOld === true
  }

  #one(name: 'profile' | 'funds'): Row | null {
    const row = this.#book(name)?.rows.values().next().value
    return row ?? null
  }
}

const wasNotRejected = (row: Row): boolean => {
  const state = stateOfOrder(row)
  return state !== 'rejected' && state !== 'unknown'
}

/** A position's key ends with one of these: it is found without looking through the book. */
const products = ['MIS', 'NRML', 'CNC', 'BO', 'CO'] as const satisfies Product[]

/** Adds what is not known yet. */
function addTo(listing: InstrumentFigures, row: Row, isOld: boolean): void {
  const price = lastPriceOf(row)
  if (price !== null && (listing.ltp === null || (listing.isOld && !isOld))) {
    listing.ltp = price
    listing.isOld = isOld
    const paid = paidToday(row)
    if (paid !== null && price < paid * mostFallen) listing.otherLtp = paid
  }
  listing.tick ??= tickOf({ ltp: price ?? listing.ltp, tick_size: row['tick_size'] })
  listing.lot ??= aboveZero(row['lot_size'])
}

/** What a share was bought or sold at today, on the average; the higher of the two. */
function paidToday({ exchange, bqty, sqty, buyavgprc, sellavgprc }: Row): number | null {
  if (!isShareExchange(upper(exchange))) return null
  const bought = figure(bqty) ? aboveZero(buyavgprc) : null
  const sold = figure(sqty) ? aboveZero(sellavgprc) : null
  return bought === null && sold === null ? null : Math.max(bought ?? 0, sold ?? 0)
}

const isShareExchange = (exchange: string): boolean => exchange === 'NSE' || exchange === 'BSE'

export const isComplete = (listing: InstrumentFigures | undefined): boolean =>
  listing !== undefined && listing.ltp !== null && listing.tick !== null && listing.lot !== null

const isSpotExchange = (exchange: string): boolean =>
  isShareExchange(exchange) || exchange === 'MCX' || exchange === 'CDS'

/** Null where nothing in it is a code that we know: then it is in other words than ours. */
function codes(listed: unknown, words: readonly string[]): ReadonlySet<string> | null {
  if (!Array.isArray(listed)) return null
  const found = new Set(listed.map(upper))
  return words.some((word) => found.has(word)) ? found : null
}
