import { type BookName, orderIn, recordKey } from '../../../shared/books/books.ts'
import { type Intent, isSurelyNotThere } from '../../../shared/orders/intents.ts'
import type { Row, Rows } from '../../../shared/core/patch.ts'
import { sumOrUnknown, serviceFigures } from '../../../shared/pnl/service-figures.ts'
import { availableFunds } from '../../../shared/service/funds.ts'
import type { FundsRecord, PositionRecord } from '../../../shared/service/records.ts'
import { isWorkingRow } from '../../../shared/books/open-rows.ts'
import { isStale } from '../../../shared/books/staleness.ts'
import { counted } from '../../../shared/core/figures.ts'
import { Exchange, Product, stateOfOrder } from '../../../shared/service/words.ts'
import type { Poller } from '../../books/poller.ts'
import { sideOfWord } from '../doubt/order-similarity.ts'
import { BySymbol } from './by-symbol.ts'
import type { InFlight } from '../sending/in-flight.ts'
import type { InstrumentName, InstrumentFigures, UnderWay } from './order-context.ts'

interface Book {
  rows: Rows
  isOld: boolean
  /** Rows that could not be read: any of them may be the one that is asked for. */
  unreadable: number
}

/** A slice that was confirmed, and that the order book does not show. */
interface Unshown {
  params: Intent['params']
  quantity: number | null
}

type PositionName = InstrumentName & { product: string }

export interface BooksSources {
  poller: Pick<Poller, 'read'>
  inFlight: Pick<InFlight, 'of' | 'isBeingSquaredOff' | 'ofPosition'>
}

/** The books of one account as they are now. What an order does not ask for is not read. */
export class BooksOfAccount {
  readonly #account: string
  readonly #poller: Pick<Poller, 'read'>
  readonly #books = new Map<BookName, Book | null>()
  readonly #inFlight: BooksSources['inFlight']
  #unshown: readonly Unshown[] | undefined

  constructor(account: string, { poller, inFlight }: BooksSources) {
    this.#account = account
    this.#poller = poller
    this.#inFlight = inFlight
  }

  isOld(name: BookName): boolean {
    return this.#book(name)?.isOld === true
  }

  /** What the account's own books say of an instrument, the likeliest to know first. */
  listing({ exchange, symbol }: InstrumentName): InstrumentFigures | undefined {
    const listing: InstrumentFigures = { ltp: null, tick: null, lot: null, isOld: false }
    const positions = this.#book('positions')
    if (positions !== null)
      for (const product of products) {
        const row = positions.rows.get(recordKey('positions', { exchange, symbol, product }))
        if (row === undefined) continue
        addTo(listing, row, positions.isOld)
        if (isComplete(listing) && !listing.isOld) return listing
      }
    for (const name of ['holdings', 'orders'] as const) {
      const book = this.#book(name)
      if (book === null) continue
      for (const row of BySymbol.of(book.rows).find(symbol))
        if (folded(row['exchange']) === exchange) addTo(listing, row, book.isOld)
      if (isComplete(listing) && !listing.isOld) return listing
    }
    const { ltp, tick, lot } = listing
    return ltp === null && tick === null && lot === null ? undefined : listing
  }

  held({ exchange, symbol, product }: PositionName): number | null {
    const book = this.#book('positions')
    if (book === null) return null
    let net: number | null = null
    for (const row of BySymbol.of(book.rows).find(symbol)) {
      const place = matches(row, { exchange, product })
      if (place === 'no') continue
      const units = row['netqty']
      if (place === 'perhaps' || typeof units !== 'number') return null
      net = (net ?? 0) + units
    }
    return net ?? (book.unreadable > 0 ? null : 0)
  }

  underWay(of: PositionName): UnderWay {
    const units = { BUY: 0, SELL: 0 }
    const unknown = new Set<string>()
    const add = (action: unknown, quantity: unknown): void => {
      const side = sideOfWord(action)
      if (side === undefined || typeof quantity !== 'number') unknown.add(unreadableOrder)
      else units[side] += Math.max(0, quantity)
    }
    for (const { params, quantity } of this.#notShown())
      if (isOf(params, of)) add(params['action'], quantity)
    const book = this.#book('orders')
    if (book === null) unknown.add('the order book was not read')
    else {
      for (const row of BySymbol.of(book.rows).find(of.symbol)) {
        if (!isWorkingRow(row) || matches(row, of) === 'no') continue
        const { action, quantity, fillshares } = row
        const filled = typeof fillshares === 'number' ? fillshares : 0
        add(action, typeof quantity === 'number' ? quantity - filled : null)
      }
      if (book.isOld) unknown.add('the order book is old')
      if (book.unreadable > 0)
        unknown.add(`${counted(book.unreadable, 'row')} of the order book could not be read`)
    }
    if (this.#inFlight.isBeingSquaredOff(this.#account))
      unknown.add('a square-off of the account may still close it')
    const late = this.#notInPosition(of)
    return { buys: units.BUY + late.buys, sells: units.SELL + late.sells, unknown: [...unknown] }
  }

  /**
   * Units that orders of ours were filled with, as the order book says, and that the position does
   * not show: its book may lag behind the other. Reckoned from each order on, since what was held
   * before one of them may have lagged as well.
   */
  #notInPosition(of: PositionName): { buys: number; sells: number } {
    const late = { buys: 0, sells: 0 }
    const now = this.held(of)
    if (now === null) return late
    const rows = this.#book('orders')?.rows
    const since = { buys: 0, sells: 0 }
    for (const { intent, heldBefore } of this.#inFlight
      .ofPosition(this.#account, of)
      .toReversed()) {
      const { params, parts } = intent
      const side = sideOfWord(params['action']) === 'BUY' ? 'buys' : 'sells'
      for (const { orderId } of parts)
        if (orderId !== null) since[side] += filledOf(rows && orderIn(rows, orderId))
      if (heldBefore === null) continue
      const missing = heldBefore + since.buys - since.sells - now
      late.buys = Math.max(late.buys, Math.min(missing, since.buys))
      late.sells = Math.max(late.sells, Math.min(-missing, since.sells))
    }
    return late
  }

  /** Brokers write a share as it is, or with the series that it trades in. */
  spot(underlying: string): number | null {
    for (const name of ['positions', 'holdings'] as const) {
      const book = this.#book(name)
      if (book === null) continue
      for (const symbol of [underlying, `${underlying}-EQ`])
        for (const { exchange, ltp } of BySymbol.of(book.rows).find(symbol))
          if (isSpotExchange(exchange) && typeof ltp === 'number' && ltp > 0) return ltp
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

  openOrders(): number | null {
    const book = this.#book('orders')
    if (book === null) return null
    const shown = remembered(openCounts, book.rows, countOpen)
    return shown + book.unreadable + this.#notShown().length
  }

  profit(): number | null {
    const book = this.#book('positions')
    if (book === null || book.unreadable > 0) return null
    return remembered(profits, book.rows, sumProfit)
  }

  /** What was confirmed and may be at the broker, or get there, beside what the book shows. */
  #notShown(): readonly Unshown[] {
    const rows = this.#book('orders')?.rows
    return (this.#unshown ??= this.#inFlight.of(this.#account).flatMap(({ params, parts }) =>
      parts.flatMap(({ state, orderId, quantity }) => {
        const isShown = orderId !== null && rows !== undefined && orderIn(rows, orderId)
        return isShown || isSurelyNotThere(state) ? [] : [{ params, quantity }]
      }),
    ))
  }

  #one(name: 'profile' | 'funds'): Row | null {
    const row = this.#book(name)?.rows.values().next().value
    return row ?? null
  }

  /** Null where it was never read. */
  #book(name: BookName): Book | null {
    let book = this.#books.get(name)
    if (book === undefined) {
      const read = this.#poller.read(this.#account, name)
      const age = read?.meta.age ?? null
      book =
        read === undefined || age === null
          ? null
          : {
              rows: read.rows,
              isOld: isStale(age, read.meta.every),
              unreadable: read.meta.unreadable.length,
            }
      this.#books.set(name, book)
    }
    return book
  }
}

/** A position's key ends with one of these: it is found without looking through the book. */
const products = ['MIS', 'NRML', 'CNC', 'BO', 'CO'] as const satisfies Product[]

/** Adds what is not known yet. A last price of 0 is that of an instrument that never traded. */
function addTo(listing: InstrumentFigures, row: Row, isOld: boolean): void {
  const { ltp, tick_size: tick, lot_size: lot } = row
  if (typeof ltp === 'number' && ltp > 0 && (listing.ltp === null || (listing.isOld && !isOld))) {
    listing.ltp = ltp
    listing.isOld = isOld
  }
  if (typeof tick === 'number' && tick > 0) listing.tick ??= tick
  if (typeof lot === 'number' && lot > 0) listing.lot ??= lot
}

export const isComplete = (listing: InstrumentFigures | undefined): boolean =>
  listing !== undefined && listing.ltp !== null && listing.tick !== null && listing.lot !== null

/** Whether a row is of this exchange and product; words that nobody knows may mean any. */
function matches(
  row: Row,
  of: Pick<PositionName, 'exchange' | 'product'>,
): 'yes' | 'perhaps' | 'no' {
  let answer: 'yes' | 'perhaps' = 'yes'
  for (const [field, words] of knownWords) {
    const word = folded(row[field])
    if (word === of[field]) continue
    if (words.has(word)) return 'no'
    answer = 'perhaps'
  }
  return answer
}

const knownWords = [
  ['exchange', new Set<string>(Exchange.options)],
  ['product', new Set<string>(Product.options)],
] as const

const folded = (word: unknown): string =>
  typeof word === 'string' ? word.trim().toUpperCase() : ''

const unreadableOrder = 'an order that works or is on its way does not say how much it would move'

const isOf = (params: Intent['params'], { exchange, symbol, product }: PositionName): boolean =>
  params['symbol'] === symbol && params['exchange'] === exchange && params['product'] === product

/** Units that a row of the order book says were filled. */
function filledOf(row: Row | undefined): number {
  if (row === undefined) return 0
  const { status, quantity, fillshares } = row
  if (typeof fillshares === 'number' && fillshares > 0) return fillshares
  return stateOfOrder({ status }) === 'complete' && typeof quantity === 'number' ? quantity : 0
}

const isSpotExchange = (exchange: unknown): boolean =>
  exchange === 'NSE' || exchange === 'BSE' || exchange === 'MCX' || exchange === 'CDS'

/** Null where nothing in it is a code that we know: then it is in other words than ours. */
function codes(listed: unknown, words: readonly string[]): ReadonlySet<string> | null {
  if (!Array.isArray(listed)) return null
  const found = new Set(listed.map(folded))
  return words.some((word) => found.has(word)) ? found : null
}

const openCounts = new WeakMap<Rows, number>()
const profits = new WeakMap<Rows, number | null>()

/** An unchanged book keeps its rows, and with them what was reckoned from them. */
function remembered<Figure>(
  figures: WeakMap<Rows, Figure>,
  rows: Rows,
  reckon: (rows: Rows) => Figure,
): Figure {
  const old = figures.get(rows)
  if (old !== undefined) return old
  const figure = reckon(rows)
  figures.set(rows, figure)
  return figure
}

function countOpen(rows: Rows): number {
  let open = 0
  for (const row of rows.values()) if (isWorkingRow(row)) open++
  return open
}

/** A position without a figure makes the sum unknown: a limit cannot be held against a part. */
function sumProfit(rows: Rows): number | null {
  let sum: number | null = 0
  for (const row of rows.values())
    sum = sumOrUnknown(sum, serviceFigures(row as PositionRecord).net)
  return sum
}
