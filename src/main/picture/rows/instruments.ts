import type { Intent } from '../../../shared/orders/intents.ts'
import type { Row } from '../../../shared/core/patch.ts'
import { figure } from '../../../shared/service/order-units.ts'
import { Exchange, productOfWord } from '../../../shared/service/words.ts'

/** What is traded, and where. */
export interface InstrumentName {
  exchange: string
  symbol: string
}

export type PositionName = InstrumentName & { product: string }

/** Whether a row of the position's symbol is of its exchange and product; words that nobody knows may mean any. */
export function isOf(
  row: Row,
  { exchange, product }: Omit<PositionName, 'symbol'>,
): 'yes' | 'perhaps' | 'no' {
  const where = upper(row['exchange'])
  if (where !== exchange && exchanges.has(where)) return 'no'
  const how = productOfWord(row['product'])
  if (how !== undefined && how !== product) return 'no'
  return where === exchange && how === product ? 'yes' : 'perhaps'
}

/** Of these rows, those that are of the position, or may be. */
export const rowsPerhapsOf = (rows: readonly Row[], of: PositionName): readonly Row[] =>
  rows.filter((row) => row['symbol'] === of.symbol && isOf(row, of) !== 'no')

export const isOfInstrument = ({ exchange }: Row, of: Pick<InstrumentName, 'exchange'>): boolean =>
  upper(exchange) === of.exchange

export const positionOfRow = (row: Row): PositionName => ({
  exchange: upper(row['exchange']),
  symbol: String(row['symbol']),
  product: productOfWord(row['product']) ?? upper(row['product']),
})

/** Tells positions apart, whatever else is known of them. */
export const keyOfPosition = ({ exchange, symbol, product }: PositionName): string =>
  JSON.stringify([exchange, symbol, product])

/** Units that the row of a position has open; null where it does not say. */
export const netOf = ({ netqty }: Row): number | null => figure(netqty)

/** The position that an order changes; null where its request does not name it. */
export function positionOf({ params }: Pick<Intent, 'params'>): PositionName | null {
  const { exchange, symbol, product } = params
  return exchange === undefined || symbol === undefined || product === undefined
    ? null
    : { exchange, symbol, product }
}

export const upper = (word: unknown): string =>
  typeof word === 'string' ? word.trim().toUpperCase() : ''

const exchanges: ReadonlySet<string> = new Set(Exchange.options)
