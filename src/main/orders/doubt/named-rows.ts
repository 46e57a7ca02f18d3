import { orderIn } from '../../../shared/books/books.ts'
import type { Rows } from '../../../shared/core/patch.ts'
import type { Intent, Part } from '../../../shared/orders/intents.ts'
import type { OrderRecord } from '../../../shared/service/records.ts'
import { countsUnits } from '../../../shared/service/words.ts'
import type { Clock } from '../../core/clock.ts'
import {
  type SeenOrder,
  type SoughtOrder,
  normalisedRequest,
  normalisedRow,
  symbolSimilarity,
  withoutSeries,
} from '../../picture/order-similarity.ts'

/** Milliseconds for which a row in other words is compared again: what its book lacks may come up yet. */
const comparedFor = 60_000
/** And for which a row is waited for. */
const awaitedFor = 20 * 3_600_000

/** An order that the service named for an intent, and whose row reads as another one. */
export interface Disowned {
  intent: Intent
  orderId: string
  row: OrderRecord
}

/** What of a book tells whether it writes symbols as they were sent. */
interface Spelling {
  /** Symbols that were sent for in this session. */
  sent: ReadonlySet<string>
  inBook(symbol: string): boolean
}

/**
 * Orders of this session whose id the service named, until a book shows under it what was sent.
 * Services answer one call with another's answer.
 */
export class NamedRows {
  readonly #clock: Pick<Clock, 'now'>
  readonly #onClose: (intent: Intent) => void
  readonly #open = new Map<string, { intent: Intent; at: number; shownAt: number | null }>()
  /** As the books that write them so have them. */
  readonly #symbols = new Set<string>()

  constructor(options: {
    clock: Pick<Clock, 'now'>
    /** Called with an intent that is compared no longer. */
    onClose(intent: Intent): void
  }) {
    this.#clock = options.clock
    this.#onClose = options.onClose
  }

  /** Told of every intent that changed. */
  follow(intent: Intent): void {
    const known = this.#open.get(intent.id)
    if (intent.ticket === null) return
    if (intent.state === 'sent') {
      this.#open.set(intent.id, { intent, at: this.#clock.now(), shownAt: null })
      const { symbol } = normalisedRequest(intent)
      if (typeof symbol === 'string') this.#symbols.add(symbol)
    } else if (known !== undefined && intent.parts.some(isNamed)) known.intent = intent
    else this.#open.delete(intent.id)
  }

  isOpen(id: string): boolean {
    return this.#open.has(id)
  }

  /** What a good reading of an order book shows, of intents whose orders it has. */
  see(rows: Rows, isOfBook: (intent: Intent) => boolean): Disowned[] {
    const now = this.#clock.now()
    let symbols: Set<string> | undefined
    const spelling: Spelling = {
      sent: this.#symbols,
      inBook: (symbol) => (symbols ??= symbolsIn(rows)).has(symbol),
    }
    const others: Disowned[] = []
    for (const followed of this.#open.values()) {
      const { intent, at } = followed
      if (intent.state === 'sent') continue
      const shown = intent.parts.filter(isNamed).map(({ orderId, quantity }) => {
        const row = orderIn(rows, orderId) as OrderRecord | undefined
        return { orderId, row, quantity }
      })
      if (shown.every(({ row }) => row === undefined)) {
        if (now - at > awaitedFor) this.#close(intent)
        continue
      }
      if (!isOfBook(intent)) continue
      const since = (followed.shownAt ??= now)
      const verdicts = shown.map(({ orderId, row, quantity }) => {
        if (row === undefined) return 'unknown'
        const verdict = isOwn(intent, { row, quantity, spelling })
        if (verdict === 'no') others.push({ intent, orderId, row })
        return verdict
      })
      if (now - since > comparedFor || verdicts.every((verdict) => verdict === 'yes'))
        this.#close(intent)
    }
    return others
  }

  #close(intent: Intent): void {
    this.#open.delete(intent.id)
    this.#onClose(intent)
  }
}

type Named = Part & { orderId: string }
const isNamed = (part: Part): part is Named => part.state === 'accepted' && part.orderId !== null

/**
 * Whether a row is what was sent. `no` only where it cannot be, however a broker spells: the other
 * side, more units than were asked for, or another symbol in a book that is known to write symbols
 * as they are sent. Fewer units prove nothing: a service splits orders, and a quantity counts down.
 */
export function isOwn(
  intent: Pick<Intent, 'operation' | 'params' | 'parts'>,
  of: { row: OrderRecord; quantity: number | null; spelling: Spelling },
): 'yes' | 'no' | 'unknown' {
  const { row, quantity, spelling } = of
  const order = normalisedRequest(intent)
  const seen = normalisedRow(row)
  const symbol = symbolSimilarity(order, seen)
  if (symbol === 'no' && isOtherSymbol(order, seen, spelling)) return 'no'
  // The service itself reckons what a smart order comes to.
  if (intent.operation === 'PlaceSmartOrder') return symbol === 'no' ? 'unknown' : 'yes'
  const isOtherSide =
    order.side !== undefined && seen.side !== undefined && order.side !== seen.side
  if (isOtherSide) return 'no'
  const asked = intent.parts.reduce((sum, part) => sum + (part.quantity ?? NaN), 0)
  const shown = seen.quantity
  if (shown !== null && countsUnits(row.exchange)) {
    if (shown > asked) return 'no'
    const isWhole = shown === quantity || shown + (row.fillshares ?? 0) === quantity
    const isOne = intent.parts.length === 1 && quantity !== null && shown > 0
    if (isOne && !isWhole) return 'unknown'
  }
  return symbol === 'no' || seen.side === undefined ? 'unknown' : 'yes'
}

function isOtherSymbol(
  { symbol }: SoughtOrder,
  seen: SeenOrder,
  { sent, inBook }: Spelling,
): boolean {
  if (typeof symbol !== 'string') return sent.has(seen.symbol)
  const [own, other] = [withoutSeries(symbol), withoutSeries(seen.symbol)]
  if (own.includes(other) || other.includes(own)) return false
  return sent.has(seen.symbol) || inBook(symbol)
}

/**
 * Parts of an order in doubt that are the orders which the service had named for it after all: their
 * rows read as what was sent by now. A book writes a pending order in other words than a working one.
 */
export function takenBack(
  intent: Intent,
  rows: Rows,
  isFree: (orderId: string) => boolean,
): { part: number; orderId: string }[] {
  const found: { part: number; orderId: string }[] = []
  const spelling: Spelling = { sent: new Set(), inBook: () => false }
  for (const orderId of intent.disowned ?? []) {
    const row = orderIn(rows, orderId) as OrderRecord | undefined
    if (row === undefined || !isFree(orderId)) continue
    const part = intent.parts.findIndex(
      ({ state, quantity }, index) =>
        state === 'in-doubt' &&
        !found.some((one) => one.part === index) &&
        isOwn(intent, { row, quantity, spelling }) === 'yes',
    )
    if (part >= 0) found.push({ part, orderId })
  }
  return found
}

const symbolsIn = (rows: Rows): Set<string> =>
  new Set([...(rows.values() as Iterable<OrderRecord>)].map((row) => normalisedRow(row).symbol))
