import * as z from 'zod'
import { hasUnseen } from '../core/visible-text.ts'
import { derivativeExchanges, Exchange } from '../service/words.ts'

const written = z
  .string()
  .trim()
  .min(1, 'must not be empty')
  .max(60, 'must have at most 60 characters')
  .refine((text) => !hasUnseen(text), 'has marks that cannot be seen: type it anew')

const symbolAtBroker = {
  exchange: Exchange,
  /** What the instrument is called over all brokers. */
  name: written,
  /** A broker code as accounts have it, in capitals. */
  broker: z
    .string()
    .trim()
    .regex(/^[A-Za-z0-9_-]{1,20}$/, 'must be a broker code, such as ZE')
    .transform((code) => code.toUpperCase()),
}

/** What one broker calls an instrument; a broker that has none of a name calls it by the name. */
export const BrokerSymbol = z.strictObject({
  ...symbolAtBroker,
  symbol: written,
  /** Learned ones were agreed to by a person, or they would not be here. */
  origin: z.enum(['learned', 'typed', 'imported']),
})
export type BrokerSymbol = z.infer<typeof BrokerSymbol>

/** What a broker's symbol is found by: no two in the table have the same. */
export const SymbolId = z.strictObject(symbolAtBroker)
export type SymbolId = z.infer<typeof SymbolId>

/** What the books said, and a person did not take for true. */
export const DeclinedSymbol = z.strictObject({ ...symbolAtBroker, symbol: written })
export type DeclinedSymbol = z.infer<typeof DeclinedSymbol>

export const mostBrokerSymbols = 5000

/**
 * Of which exchanges a name is that of an option's underlying; its ticket names none. What is said of
 * one where options trade comes first; the spot of most trades on NSE. What a broker calls a share on
 * BSE, a number often, is no underlying of an option on NFO.
 */
export const underlyingExchanges: readonly Exchange[] = [...derivativeExchanges, 'NSE']

/**
 * What the books of brokers say by one token at one exchange. Tokens are the service's text and may
 * lie: no order follows it before a person has agreed.
 */
export interface LearnedSymbol extends DeclinedSymbol {
  token: string
  /** What the books of the other brokers call the same token. */
  others: readonly Pick<BrokerSymbol, 'broker' | 'symbol'>[]
  /** What was agreed to and cannot be true beside it. */
  against: readonly BrokerSymbol[]
}

export interface KnownBrokerSymbols {
  entries: BrokerSymbol[]
  learned: LearnedSymbol[]
}
