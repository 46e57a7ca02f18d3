import { BrokerSymbol, type SymbolId } from '../../../shared/orders/broker-symbols.ts'
import { SymbolNames, sameSymbol } from '../../../shared/orders/symbol-names.ts'
import { Exchange } from '../../../shared/service/words.ts'
import { type Problems, problemsByField } from '../../core/form-problems.ts'

export interface SymbolFields {
  name: string
  exchange: string
  broker: string
  symbol: string
}
export type SymbolField = keyof SymbolFields

export const symbolFields = (from: SymbolFields | null): SymbolFields => ({
  name: from?.name ?? '',
  exchange: from?.exchange ?? 'NSE',
  broker: from?.broker ?? '',
  symbol: from?.symbol ?? '',
})

type CheckedSymbol =
  /** `instead` is what cannot be true beside it: a person says which. */
  | { ok: true; entry: BrokerSymbol; instead: readonly BrokerSymbol[] }
  | { ok: false; problems: Problems<SymbolField> }

const ownWords: Problems<SymbolField> = {
  exchange: `must be one of ${Exchange.options.join(', ')}`,
}

/** Reads what was typed, or stands in a line of a file. */
export function checkSymbol(
  fields: SymbolFields,
  { origin, names }: { origin: BrokerSymbol['origin']; names: SymbolNames },
): CheckedSymbol {
  const parsed = BrokerSymbol.safeParse({
    ...fields,
    exchange: fields.exchange.trim().toUpperCase(),
    origin,
  })
  if (!parsed.success) {
    const field = ([first]: readonly PropertyKey[]) => first as SymbolField
    return { ok: false, problems: problemsByField(parsed.error.issues, field, ownWords) }
  }
  return { ok: true, entry: parsed.data, instead: names.against(parsed.data) }
}

const isSameId = (one: SymbolId, other: SymbolId): boolean =>
  one.exchange === other.exchange &&
  sameSymbol(one.name, other.name) &&
  sameSymbol(one.broker, other.broker)

/** All but the one that is being changed. */
export const namesWithout = (names: SymbolNames, entry: SymbolId | null): SymbolNames =>
  entry === null ? names : new SymbolNames(names.entries.filter((one) => !isSameId(one, entry)))

export const idOf = ({ exchange, name, broker }: SymbolId): SymbolId => ({
  exchange,
  name,
  broker,
})

/** 'RELIANCE is RELIANCE-EQ at PX'. */
export const symbolSentence = ({ name, broker, symbol }: Omit<BrokerSymbol, 'origin'>): string =>
  sameSymbol(name, symbol)
    ? `${name} is called the same at ${broker}`
    : `${name} is ${symbol} at ${broker}`
