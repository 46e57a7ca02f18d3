import { comparable } from '../../../shared/core/visible-text.ts'
import { type FieldName, fieldNames, fieldRow, type TicketText } from './field-table.ts'
import { ticketKinds } from './ticket-kinds.ts'

type NameField =
  | 'exchange'
  | 'symbol'
  | 'underlying'
  | 'expiry'
  | 'optionType'
  | 'strikeStep'
  | 'offset'
type PriceField = 'price' | 'trigger' | 'reference' | 'target' | 'stop' | 'trail' | 'stopPrice'
/** What names an instrument, in any kind of order. */
export type Named = Pick<TicketText, 'kind' | NameField>
type Priced = Named & Prices
type Prices = Pick<TicketText, PriceField>

const isPriceField = (field: FieldName): field is PriceField => {
  const { input } = fieldRow(field)
  return input.as === 'number' && input.step === 'tick'
}

/** Prices, and points of a price: they mean nothing for another instrument. */
const priceFields = fieldNames.filter(isPriceField)

/** What the prices that are typed stand for. */
export interface PriceOwner {
  /** The prices were typed before the instrument's name, and the name is still being typed. */
  isNaming: boolean
  /** Prices of the name that stood there before: they come back with it, as when a letter is taken out and put back. */
  aside: { name: string; prices: Prices } | null
}

export const priceOwner = (text: Priced): PriceOwner => ({
  isNaming: instrumentOf(text) === '',
  aside: null,
})

/** What is traded, however it is spelt; empty as long as nothing is named. */
export function instrumentOf(text: Named): string {
  const { kind, exchange, symbol, underlying, expiry, optionType, strikeStep, offset } = text
  if (ticketKinds[kind].about === 'symbol')
    return symbol.trim() === '' ? '' : `${exchange} ${comparable(symbol)}`
  const name = [underlying, expiry, optionType, strikeStep, offset].map(comparable).join(' ')
  return underlying.trim() === '' ? '' : `option ${name}`
}

const pricesOf = (text: Priced): Prices =>
  Object.fromEntries(priceFields.map((field) => [field, text[field]])) as Prices
const noPrices = Object.fromEntries(priceFields.map((field) => [field, ''])) as Prices
const areNone = (prices: Prices): boolean => priceFields.every((field) => prices[field] === '')

/**
 * A change of what is typed, with what it means for prices: none that was typed for one instrument
 * is ever there with another, but for those that came in the same change.
 */
export function withOwnPrices<Text extends Priced>(
  { isNaming, aside }: PriceOwner,
  before: Text,
  part: Partial<Text>,
): { text: Text; owner: PriceOwner } {
  const text = { ...before, ...part }
  const [was, is] = [instrumentOf(before), instrumentOf(text)]
  const put = priceFields.filter((field) => text[field] !== before[field])
  if (was === is) {
    const owner = { isNaming: isNaming && is === '', aside: put.length > 0 ? null : aside }
    return { text, owner }
  }
  if (was === '' || (isNaming && is.startsWith(was)))
    return {
      text: withPrices(text, put, restored(aside, is, text)),
      owner: { isNaming: true, aside },
    }
  const old = pricesOf(before)
  const prices = aside?.name === is ? aside.prices : noPrices
  return {
    text: withPrices(text, put, prices),
    owner: { isNaming: is === '', aside: areNone(old) ? aside : { name: was, prices: old } },
  }
}

/** What comes back with a name; what is there where it has none, or has prices typed since. */
const restored = (aside: PriceOwner['aside'], name: string, text: Priced): Prices =>
  aside?.name === name && areNone(pricesOf(text)) ? aside.prices : pricesOf(text)

/** These prices, but for the fields that were put in by the change itself. */
const withPrices = <Text extends Priced>(
  text: Text,
  put: readonly PriceField[],
  prices: Prices,
): Text => ({
  ...text,
  ...Object.fromEntries(
    priceFields.map((field) => [field, put.includes(field) ? text[field] : prices[field]]),
  ),
})
