import { type BrokerSymbol, underlyingExchanges } from '../../../shared/orders/broker-symbols.ts'
import { sameSymbol } from '../../../shared/orders/symbol-names.ts'
import type { OptionTicket } from '../../../shared/orders/tickets.ts'
import type { Exchange } from '../../../shared/service/words.ts'
import { type SymbolDoubt, aliasOf, asks, unknownAt } from './common-parts.ts'
import type { AccountContext, OrderContext } from './order-context.ts'
import type { Obstacle } from './pricing.ts'

interface WrittenUnderlying {
  /** As the account's broker writes it. */
  underlying: string
  /** Why it may be another one at its broker; null where nothing says so. */
  doubt: SymbolDoubt | null
}

/** Where the books show underlyings by their tokens: on the others, a token is a contract's. */
const spotExchange = 'NSE'

interface Setting {
  account: AccountContext
  context: Pick<OrderContext, 'symbols'>
}

interface Found {
  exchange: Exchange
  symbol: string
  readAs: BrokerSymbol | undefined
}

/** The underlying of an option as its account's broker writes it: by the account's own symbols, or by the one name. */
export function writtenUnderlying(
  { underlying }: Pick<OptionTicket, 'underlying'>,
  { account, context }: Setting,
): WrittenUnderlying | Obstacle {
  const alias = aliasOf(account, underlying)
  if (alias !== underlying) return { underlying: alias, doubt: null }
  const { broker } = account
  const { symbols } = context
  const { names } = symbols
  const found: Found[] = []
  for (const exchange of underlyingExchanges) {
    const own = names.ownOf({ exchange, symbol: underlying, broker })
    if ('names' in own)
      return {
        field: 'underlying',
        code: 'symbol',
        message: `${underlying} is ${own.names.join(' at one broker and ')} at another, by the symbols of each broker. Type the name that is meant.`,
      }
    const { symbol, readAs } = own
    const isSaid = names.entryOf({ exchange, name: underlying, broker }) !== null
    if (isSaid || !sameSymbol(symbol, underlying)) found.push({ exchange, symbol, readAs })
  }
  const [first, ...others] = found
  const at = { exchange: spotExchange, symbol: underlying, broker } as const
  const learned = symbols
    .unsaid(at)
    .find((one) => !sameSymbol(one.symbol, first?.symbol ?? underlying))
  if (first === undefined) {
    const isUnknown = underlyingExchanges.some((exchange) => names.isUnknownAt({ ...at, exchange }))
    const unsaid = isUnknown ? unknownAt(underlying, broker) : null
    return {
      underlying,
      doubt: learned === undefined ? unsaid : learnedDoubt(at, learned.symbol, underlying),
    }
  }
  const { symbol, readAs } = first
  const other = others.find((one) => !sameSymbol(one.symbol, symbol))
  const doubt =
    readAs !== undefined
      ? asks(
          `${underlying} is what ${readAs.broker} calls ${readAs.name}, by the symbols of each broker. At ${broker} it is sent as ${symbol}: go on if that is meant.`,
        )
      : other !== undefined
        ? asks(
            `By the symbols of each broker, ${underlying} is ${symbol} on ${first.exchange} and ${other.symbol} on ${other.exchange} at ${broker}. It is sent as ${symbol}: go on if that is meant, or type ${other.symbol}.`,
          )
        : learned !== undefined && first.exchange === spotExchange
          ? learnedDoubt(at, learned.symbol, symbol)
          : null
  return { underlying: symbol, doubt }
}

const learnedDoubt = (
  { symbol, broker }: { symbol: string; broker: string },
  other: string,
  sent: string,
): SymbolDoubt =>
  asks(
    `By the books, ${symbol} may be ${other} at ${broker}: they show both under one token. It is sent as ${sent}: go on if that is meant, or say which in ‘Symbols of each broker’.`,
  )
