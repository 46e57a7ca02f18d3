import {
  type ContractWords,
  contractWords,
  endsOfExpiry,
  mayEndTogether,
} from '../../../shared/service/contracts.ts'
import { hasSeries, withoutSeries } from '../../../shared/service/symbol-words.ts'
import {
  type SeenOrder,
  type SoughtOrder,
  isIndex,
  symbolSimilarity,
} from '../../picture/rows/order-similarity.ts'

/** What a book tells of how it writes symbols. */
export interface SymbolSpelling {
  /** Symbols that were sent for in this session. */
  sent: ReadonlySet<string>
  /** Whether any row of it is surely of this instrument. */
  hasSymbol(symbol: SoughtOrder['symbol']): boolean
}

/**
 * Whether a row is surely of another instrument than an order that was sent, however its broker
 * spells: by what both symbols say in words that can be read, by the house of its exchange, or in a
 * book that is known to write the order's own symbol as it was sent.
 */
export function isOtherInstrument(
  order: SoughtOrder,
  seen: SeenOrder,
  spelling: SymbolSpelling,
): boolean {
  if (isOtherHouse(order.exchange, seen.exchange) || isOtherContract(order, seen)) return true
  if (symbolSimilarity(order, seen) !== 'no') return false
  const { symbol } = order
  if (typeof symbol === 'string') {
    const [own, other] = [withoutSeries(symbol), withoutSeries(seen.symbol)]
    if (own.includes(other) || other.includes(own)) return false
  }
  return spelling.sent.has(seen.symbol) || spelling.hasSymbol(symbol)
}

/** Brokers write the segments of one house in each other's place, and never those of another. */
const houses: Readonly<Record<string, string>> = {
  ...{ NSE: 'NSE', NFO: 'NSE', CDS: 'NSE' },
  ...{ BSE: 'BSE', BFO: 'BSE', BCD: 'BSE' },
  ...{ MCX: 'MCX', NCDEX: 'NCDEX' },
}

function isOtherHouse(sent: string, shown: string): boolean {
  const [own, other] = [houses[sent], houses[shown]]
  return own !== undefined && other !== undefined && own !== other
}

/** What of a contract was sent, as far as it is known. */
interface SentContract extends Pick<ContractWords, 'ends'> {
  kind: string
  underlyings: readonly string[]
}

function isOtherContract(order: SoughtOrder, seen: SeenOrder): boolean {
  const own = sentContract(order)
  if (own === null)
    return (
      typeof order.symbol === 'string' &&
      hasSeries(order.symbol) &&
      contractWords(seen.symbol) !== null
    )
  if (hasSeries(seen.symbol)) return true
  const other = contractWords(seen.symbol)
  if (other === null) return false
  const { underlying, ends, kind } = other
  if (kind !== own.kind || !mayEndTogether(own.ends, ends)) return true
  // Of an index alone it is known what all brokers call its contracts.
  return (
    isIndex(underlying) &&
    own.underlyings.some(isIndex) &&
    own.underlyings.every((name) => name !== underlying)
  )
}

function sentContract({ symbol }: SoughtOrder): SentContract | null {
  if (typeof symbol === 'string') {
    const words = contractWords(symbol)
    return words && { ...words, underlyings: [words.underlying] }
  }
  const { underlyings, expiry, type } = symbol
  return {
    underlyings: underlyings.map(({ name }) => name),
    ends: endsOfExpiry(expiry),
    kind: type,
  }
}
