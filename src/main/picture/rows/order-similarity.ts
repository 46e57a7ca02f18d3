import type { Row } from '../../../shared/core/patch.ts'
import type { Intent } from '../../../shared/orders/intents.ts'
import { comparableOrderId, isSameOrderId } from '../../../shared/service/order-ids.ts'
import type { OrderRecord } from '../../../shared/service/records.ts'
import {
  type Action,
  type PriceType,
  type Product,
  lettersOf,
  priceTypeOfWord,
  productOfWord,
  sideOfWord,
} from '../../../shared/service/words.ts'
import { bareName, withoutSeries } from '../../../shared/service/symbol-words.ts'
import { readingOnce } from '../../../shared/core/reading-once.ts'
import { enteredAt } from '../times/entered-at.ts'
import type { PositionName } from './instruments.ts'

/**
 * Whether a row of the order book can be an order that was sent. `perhaps` means that nothing
 * speaks against it, and that something which should speak for it is missing or in words that
 * nobody knows: enough to show it to a person, not enough to decide.
 */
export type Similarity = 'yes' | 'perhaps' | 'no'

/** A row with the spellings of its broker taken away. */
export interface SeenOrder {
  /** As the broker spells it, and as it is compared. */
  id: string
  key: string
  /** A leg that protects an entry: the broker made it, nobody sent it. */
  isChild: boolean
  /** What it belongs to by its own word, as ids are compared. */
  parent: string | null
  exchange: string
  symbol: string
  side: Action | undefined
  product: Product | undefined
  type: PriceType | undefined
  price: number
  trigger: number
  quantity: number | null
  /** When the broker entered it, by the broker's clock. */
  entered: number | null
}

/** A name that a contract may begin with. */
interface Underlying {
  name: string
  /** Whether an order of it is one that was sent under the broker's own word for the spot. */
  isSure: boolean
}

/** An order as it was sent, in the same words. */
export interface SoughtOrder {
  exchange: string
  /** What the symbol has to be, or for an option that the service finds, what it is made of. */
  symbol:
    | string
    | { underlyings: readonly Underlying[]; expiry: string; type: string; strikeStep?: number }
  side: Action | undefined
  product: Product | undefined
  type: PriceType | undefined
  price: number
  trigger: number
}

/** Rows stay the same objects from poll to poll, and an order about to leave must not wait for this. */
const folds = new WeakMap<OrderRecord, SeenOrder>()

export function normalisedRow(row: OrderRecord): SeenOrder {
  let fold = folds.get(row)
  if (fold === undefined) folds.set(row, (fold = foldOf(row)))
  return fold
}

function foldOf(row: OrderRecord): SeenOrder {
  const parent = parentOf(row)
  return {
    id: row.order_id,
    key: comparableOrderId(row.order_id),
    isChild: parent !== null,
    parent: parent === null ? null : comparableOrderId(parent),
    exchange: lettersOf(row.exchange),
    symbol: folded(row.symbol),
    side: sideOfWord(row.action),
    product: productOfWord(row.product),
    type: priceTypeOfWord(row.pricetype),
    price: row.price ?? 0,
    trigger: row.trigger_price ?? 0,
    quantity: row.quantity,
    entered: enteredAt(row),
  }
}

/** What was sent, and the ticket that it was made from, where it is known. */
type Sent = Pick<Intent, 'operation' | 'params'> & Partial<Pick<Intent, 'ticket'>>

/** An order in doubt is compared with every row that is like it, again at every look. */
const requests = new WeakMap<
  Intent['params'],
  { operation: string; typed: string | undefined; order: SoughtOrder }
>()

export function normalisedRequest({ operation, params, ticket }: Sent): SoughtOrder {
  const typed = ticket?.kind === 'option' ? ticket.underlying : undefined
  let known = requests.get(params)
  if (known?.operation !== operation || known.typed !== typed) {
    known = { operation, typed, order: requestOf({ operation, params }, typed) }
    requests.set(params, known)
  }
  return known.order
}

function requestOf({ operation, params }: Sent, typed: string | undefined): SoughtOrder {
  return {
    exchange: lettersOf(params['exchange']),
    symbol:
      params['symbol'] === undefined
        ? {
            underlyings: underlyingsOf(params['spot_symbol'], typed),
            expiry: bareName(params['expiry_date']),
            type: bareName(params['option_type']).slice(0, 1),
            strikeStep: Number(params['strike_int'] ?? 0),
          }
        : folded(params['symbol']),
    side: sideOfWord(params['action']),
    product: entryProducts[operation] ?? productOfWord(params['product']),
    type: priceTypeOfWord(params['pricetype']),
    price: Number(params['price'] ?? 0),
    trigger: Number(params['trigger_price'] ?? 0),
  }
}

/** Orders that a book spells with one symbol and side. */
export interface OrdersOfSide {
  readonly symbol: string
  readonly side: Action | undefined
  /** Of the symbol: an order that is about to leave is held against all that its account has seen. */
  readonly letters: string
  readonly ids: Set<string>
}

export function noOrdersYet({
  symbol: spelt,
  action,
}: Pick<OrderRecord, 'symbol' | 'action'>): OrdersOfSide {
  const symbol = foldedOnce(spelt)
  return { symbol, side: sideOfWord(action), letters: lettersOfSymbol(symbol), ids: new Set() }
}

/** Orders that could be mistaken for this one later: of its side and, as far as they show, its instrument. */
export function rivalsOf(
  intent: Pick<Intent, 'operation' | 'params'>,
  seen: Iterable<OrdersOfSide>,
): string[] {
  const order = normalisedRequest(intent)
  const { symbol } = order
  const letters = typeof symbol === 'string' ? lettersOfSymbol(symbol) : null
  const rivals: string[] = []
  for (const alike of seen) {
    if (alike.side !== undefined && alike.side !== order.side) continue
    // Other letters are another symbol.
    if (letters !== null && letters !== alike.letters) continue
    if (symbolSimilarity(order, alike) !== 'no') for (const id of alike.ids) rivals.push(id)
  }
  return rivals
}

/** Whether a row may be of the instrument that was asked for. */
export const mayBeInstrument = (order: SoughtOrder, symbol: string): boolean =>
  symbolSimilarity(order, { symbol: foldedOnce(symbol) }) !== 'no'

/** Whether one order could be mistaken for this one. */
export function isRival(
  intent: Pick<Intent, 'operation' | 'params'>,
  { symbol, action }: Pick<OrderRecord, 'symbol' | 'action'>,
): boolean {
  const order = normalisedRequest(intent)
  const side = sideOfWord(action)
  return (side === undefined || side === order.side) && mayBeInstrument(order, symbol)
}

/** Everything but quantity and time. */
export function similarity(order: SoughtOrder, row: SeenOrder): Similarity {
  if (row.isChild) return 'no'
  const judges = [
    wordSimilarity,
    symbolSimilarity,
    exchangeSimilarity,
    typeSimilarity,
    triggerSimilarity,
  ]
  let least: Similarity = 'yes'
  for (const judge of judges) {
    const one = judge(order, row)
    if (one === 'no') return 'no'
    if (one === 'perhaps') least = one
  }
  return least
}

/**
 * Whether an order that no book shows yet may change a position. Which strike an option comes to,
 * the service alone knows.
 */
export function positionSimilarity(
  intent: Pick<Intent, 'operation' | 'params'>,
  { exchange, symbol, product }: PositionName,
): Similarity {
  const order = normalisedRequest(intent)
  const row = { exchange: lettersOf(exchange), symbol: folded(symbol) }
  const alike = symbolSimilarity(order, row)
  const where = exchangeSimilarity(order, row)
  const how = order.product === undefined ? 'perhaps' : order.product === product ? 'yes' : 'no'
  const each = [alike, where, how]
  if (each.includes('no')) return 'no'
  return typeof order.symbol === 'string' && !each.includes('perhaps') ? 'yes' : 'perhaps'
}

type Judge = (order: SoughtOrder, row: SeenOrder) => Similarity

const wordSimilarity: Judge = (order, row) => {
  let least: Similarity = 'yes'
  for (const field of ['side', 'product'] as const) {
    if (row[field] === undefined) least = 'perhaps'
    else if (row[field] !== order[field]) return 'no'
  }
  return least
}

const exchangeSimilarity = (
  { exchange }: SoughtOrder,
  row: Pick<SeenOrder, 'exchange'>,
): Similarity => {
  // The service chooses the exchange of an option that it finds.
  if (exchange === '' || row.exchange === exchange) return 'yes'
  return row.exchange.startsWith(exchange) || row.exchange === '' ? 'perhaps' : 'no'
}

export const symbolSimilarity = (
  { symbol }: Pick<SoughtOrder, 'symbol'>,
  row: Pick<SeenOrder, 'symbol'>,
): Similarity => {
  if (typeof symbol !== 'string') return optionSimilarity(symbol, bareName(row.symbol))
  if (row.symbol === symbol) return 'yes'
  if (row.symbol.charCodeAt(0) !== symbol.charCodeAt(0)) return 'no'
  return lettersOfSymbol(row.symbol) === lettersOfSymbol(symbol) ? 'perhaps' : 'no'
}

/** Rows by the letters of their symbols: those of one order share them. */
export class OrdersBySymbol<Order extends { readonly symbol: string }> {
  readonly #rows: readonly Order[]
  readonly #byLetters: ReadonlyMap<string, readonly Order[]>
  /** Of options that the service finds, by what they are made of: the broker names them as it likes. */
  readonly #options = new Map<string, readonly Order[]>()

  constructor(rows: Iterable<Order>) {
    this.#rows = [...rows]
    this.#byLetters = Map.groupBy(this.#rows, ({ symbol }) => lettersOfSymbol(folded(symbol)))
  }

  /** All whose symbol does not speak against this order, as they stand in the book, the same list each time; and perhaps some more. */
  near({ symbol }: Pick<SoughtOrder, 'symbol'>): readonly Order[] {
    if (typeof symbol === 'string') return this.#byLetters.get(lettersOfSymbol(symbol)) ?? noOrders
    const name = JSON.stringify(symbol)
    let rows = this.#options.get(name)
    if (rows === undefined) {
      const isIts = readingOnce((shown: string) =>
        symbolSimilarity({ symbol }, { symbol: folded(shown) }),
      )
      rows = this.#rows.filter((row) => isIts(row.symbol) !== 'no')
      this.#options.set(name, rows)
    }
    return rows
  }
}

const noOrders: readonly never[] = []

const lettersOfSymbol = readingOnce((symbol: string) => withoutSeries(symbol))

/** Brokers write options in many ways: NIFTY24NOV26C26000, NIFTY26NOV26000CE, NIFTY 24 NOV 26000 CE. */
function optionSimilarity(
  { underlyings, ...of }: Exclude<SoughtOrder['symbol'], string>,
  symbol: string,
): Similarity {
  const each = underlyings.map(({ name, isSure }) => {
    const alike = similarityBy({ underlying: name, ...of }, symbol)
    return alike === 'yes' && !isSure ? 'perhaps' : alike
  })
  return each.find((one) => one === 'yes') ?? each.find((one) => one === 'perhaps') ?? 'no'
}

function similarityBy(
  of: { underlying: string; expiry: string; type: string; strikeStep?: number },
  symbol: string,
): Similarity {
  const { underlying, expiry, type, strikeStep = 0 } = of
  if (!symbol.startsWith(underlying)) return 'no'
  const rest = symbol.slice(underlying.length)
  // NIFTYNXT50… begins with NIFTY, too.
  if (!/^\d/.test(rest) && !rest.startsWith(expiry) && !month.test(rest.slice(0, 3))) return 'no'
  const typed = /([CP])E?\d*$/.exec(rest)?.[1]
  if (typed !== undefined && typed !== type) return 'no'
  const day = dayBeforeStrike.exec(rest)?.[1]
  if (day !== undefined && day.length === expiry.length && day !== expiry) return 'no'
  // The service chooses the strike, and no other one than a multiple of what it was given.
  if (!mayBeStrike(rest, strikeStep)) return 'perhaps'
  return typed !== undefined && rest.startsWith(expiry) ? 'yes' : 'perhaps'
}

/** Whether figures at the end of a contract's name, before which its day may stand, are a multiple of a step. */
function mayBeStrike(name: string, step: number): boolean {
  if (!(step > 0) || 10_000 % step !== 0) return true
  const last = name.replace(/[CP]E?$/, '').slice(-4)
  return !/^\d{4}$/.test(last) || Number(last) % step === 0
}

const month = /^(JAN|FEB|MAR|APR|MAY|JUN|JUL|AUG|SEP|OCT|NOV|DEC)/
/** 24NOV26: day, month and year, with so much after it that none of it can be the strike's. */
const dayBeforeStrike = /^(\d{2}[A-Z]{3}\d{2})([CP]|[1-9]\d{3})/

/** Brokers turn market orders into protected limits, and stops into what they trigger. */
const typeSimilarity: Judge = (order, row) => {
  if (row.type === undefined) return 'perhaps'
  switch (order.type) {
    case undefined:
      return 'perhaps'
    case 'MARKET':
      return row.type === 'MARKET' || row.type === 'LIMIT' ? 'yes' : 'no'
    case 'LIMIT':
      return row.type === 'LIMIT' ? figureSimilarity(order.price, row.price) : 'no'
    case 'SL':
      return row.type === 'SL' || row.type === 'LIMIT'
        ? figureSimilarity(order.price, row.price)
        : 'no'
    case 'SL-M':
      return 'yes'
  }
}

const triggerSimilarity: Judge = (order, row) => {
  if (order.type === 'SL' || order.type === 'SL-M')
    return figureSimilarity(order.trigger, row.trigger)
  // Some brokers show the stop of a cover order as the trigger of its entry.
  return row.trigger === 0 || order.product === 'CO' ? 'yes' : 'perhaps'
}

const figureSimilarity = (sent: number, shown: number): Similarity => {
  if (shown === 0) return 'perhaps'
  return Math.abs(sent - shown) < 1e-6 ? 'yes' : 'no'
}

const folded = (text: string): string => text.trim().toUpperCase()
/** Of symbols, of which the books of many accounts have the same. */
const foldedOnce = readingOnce(folded)

const isReference = (text: unknown): text is string =>
  typeof text === 'string' && text !== '' && !/^(0*|na|n\/a|null|none|nil|-+)$/i.test(text.trim())

/** The entry that an order protects; null of an order that was sent by itself. */
export function parentOf({ order_id, parentorderid }: Row): string | null {
  const isIt = isReference(parentorderid) && !isSameOrderId(parentorderid, String(order_id))
  return isIt ? parentorderid : null
}

/** Spots that are written by their index's name, and begin no option's symbol. */
const indexNames: Readonly<Record<string, string>> = {
  NIFTY50: 'NIFTY',
  NIFTYBANK: 'BANKNIFTY',
  NIFTYFINSERVICE: 'FINNIFTY',
  NIFTYMIDSELECT: 'MIDCPNIFTY',
  NIFTYMIDCAPSELECT: 'MIDCPNIFTY',
  NIFTYNEXT50: 'NIFTYNXT50',
}

const indexes: ReadonlySet<string> = new Set([
  ...Object.values(indexNames),
  ...['SENSEX', 'SENSEX50', 'BANKEX'],
])

/** Whether contracts begin with this name because they are of an index. */
export const isIndex = (name: string): boolean => indexes.has(name)

/**
 * A broker's own word for the spot may begin none of its contracts: what a person called it may. But
 * only where the one goes on with figures where the other ends, as NIFTY 50 does, is it surely the same.
 */
function underlyingsOf(spot: string | undefined, typed: string | undefined): readonly Underlying[] {
  const sent = underlyingOf(spot)
  const own = { name: sent, isSure: true }
  const called = typed === undefined ? sent : underlyingOf(typed)
  if (called === sent) return [own]
  const isSure = called !== '' && sent.startsWith(called) && /^\d+$/.test(sent.slice(called.length))
  return [own, { name: called, isSure }]
}

const underlyingOf = (spot: string | undefined): string => {
  const name = bareName((spot ?? '').trim().replace(/[- ](EQ|INDEX|I)$/i, ''))
  return Object.hasOwn(indexNames, name) ? indexNames[name]! : name
}

/** The product that the entry of a protected order has, which its request does not name. */
const entryProducts: Partial<Record<Intent['operation'], Product>> = {
  PlaceBOOrder: 'BO',
  PlaceMultiBOOrder: 'BO',
  PlaceCOOrder: 'CO',
}
