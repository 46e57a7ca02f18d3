import type { Pricing, Ticket } from '../../../shared/orders/tickets.ts'
import type { Preset } from '../../../shared/orders/ticket-settings.ts'
import { Action, Exchange, OptionType, type PriceType } from '../../../shared/service/words.ts'
import type { FieldRow, FormPart, NumberInput } from './field-row.ts'
import {
  asTyped,
  emptyIsLeftOut,
  emptyIsNull,
  named,
  protection,
  splitQuantity,
  yesIsTrue,
  yesOrNo,
  zeroIsNull,
} from './field-values.ts'
import { kindNames } from './ticket-kinds.ts'

type KeyOf<Union> = Union extends unknown ? keyof Union : never

/** Every key of every kind's schema; a smart order's target is no bracket's, and has its own name. What a group shares is no order's. */
type TicketField =
  | Exclude<KeyOf<Ticket> | KeyOf<Pricing>, 'pricing' | 'resends' | 'ofFunds'>
  | 'position'
  | 'sum'

/** What a preset puts into a ticket, beside what it says of when it does. */
export type PresetValue = Exclude<
  keyof Preset,
  'id' | 'name' | 'symbols' | 'exchange' | 'accounts' | 'unit'
>

type Row<Field> = FieldRow & (Field extends PresetValue ? { preset: string } : { preset?: never })

const text = { as: 'text' } as const
const price = { as: 'number', step: 'tick', fromLastPrice: true } as const
const points = { as: 'number', step: 'tick' } as const
const units = { as: 'number', step: 'lot', isWhole: true } as const
const yesNo = { as: 'choice', words: ['NO', 'YES'] } as const

/**
 * The fields of tickets, in the order of a file's columns. Which kinds have a field, which price
 * types, and which of its words a kind takes follow from the schemas (ticket-shape.ts).
 */
export const fieldTable = {
  kind: {
    input: { as: 'choice', words: kindNames },
    value: asTyped,
    column: 'kind',
    width: 84,
    form: { label: 'Kind of order', remarks: 'general' },
    palette: null,
    service: null,
  },
  account: {
    input: text,
    value: asTyped,
    column: 'account',
    width: 128,
    form: null,
    palette: null,
    service: null,
  },
  exchange: {
    input: { as: 'choice', words: Exchange.options },
    value: asTyped,
    column: 'exchange',
    width: 70,
    form: { label: 'Exchange', remarks: 'at' },
    palette: null,
    service: named('exchange'),
  },
  symbol: {
    input: text,
    value: asTyped,
    column: 'symbol',
    width: 168,
    form: { label: 'Symbol', remarks: 'at' },
    palette: { needed: 'symbol' },
    service: named('symbol'),
  },
  action: {
    input: { as: 'choice', words: Action.options },
    value: asTyped,
    column: 'side',
    width: 66,
    form: null,
    palette: { needed: 'buy or sell' },
    service: named('action'),
  },
  quantity: {
    input: { as: 'number', step: 'amount', isWhole: true },
    value: asTyped,
    column: 'quantity',
    width: 78,
    form: { label: 'Quantity', remarks: 'at' },
    palette: { needed: 'quantity' },
    service: named('quantity'),
    preset: 'quantity',
  },
  /** Rupees that members of a group take parts of: it stands beside the order, and is in none. */
  sum: {
    input: { as: 'number', step: '1' },
    value: asTyped,
    column: 'sum',
    width: 92,
    form: { label: 'Sum', hint: '₹, of which the accounts take their parts', remarks: 'at' },
    palette: null,
    service: null,
  },
  product: {
    input: { as: 'choice', words: ['MIS', 'CNC', 'NRML'] },
    value: asTyped,
    column: 'product',
    width: 74,
    form: { label: 'Product', remarks: 'general' },
    palette: {
      values: { mis: 'MIS', intraday: 'MIS', cnc: 'CNC', delivery: 'CNC', nrml: 'NRML' },
    },
    service: named('product'),
    preset: 'product',
  },
  type: {
    input: {
      as: 'choice',
      words: ['LIMIT', 'MARKET', 'SL', 'SL-M'] satisfies PriceType[],
    },
    value: asTyped,
    column: 'type',
    width: 94,
    form: { label: 'Price', remarks: 'at' },
    palette: { values: { mkt: 'MARKET', market: 'MARKET' }, needed: 'price, or ‘mkt’' },
    service: named('pricetype'),
    preset: 'price type',
  },
  price: {
    input: price,
    value: asTyped,
    column: 'price',
    width: 78,
    form: { label: 'Limit price', remarks: 'at' },
    palette: { before: ['limit', 'lmt', 'at'] },
    service: named('price'),
  },
  trigger: {
    input: price,
    value: asTyped,
    column: 'trigger',
    width: 78,
    form: { label: 'Trigger price', remarks: 'at' },
    palette: { before: ['trigger', 'trg'], otherwise: ['sl', 'stop'] },
    service: named('trigger_price'),
  },
  /** Percent. */
  protection: {
    input: { as: 'number', step: '0.05' },
    value: protection,
    column: 'protection',
    width: 78,
    form: { label: 'Protection', remarks: 'at' },
    palette: { before: ['protect'], isPercent: true, values: { plain: 'none' } },
    // A plain one, as it was typed: protection would make another order of it.
    service: { name: 'pricetype', read: () => null },
    preset: 'protection',
  },
  /** The last price, where the books have none. */
  reference: {
    input: price,
    value: emptyIsLeftOut,
    column: 'last price',
    width: null,
    form: { label: 'Last price', hint: 'the books have none', remarks: 'at' },
    palette: null,
    // A request has no place for it: what is said of it is about a market order.
    service: { name: 'pricetype', read: () => undefined },
  },
  slice: {
    input: units,
    value: emptyIsNull,
    column: 'slice',
    width: 78,
    form: { label: 'Split into slices of', placeholder: 'not split', remarks: 'at' },
    palette: { before: ['slice'], isWhole: true },
    service: splitQuantity,
    preset: 'slices',
  },
  exit: {
    input: yesNo,
    value: yesOrNo,
    column: 'exit',
    width: 60,
    form: null,
    palette: null,
    service: { name: 'exit', read: () => false },
  },
  /** The position that a smart order is to reach. */
  position: {
    input: { as: 'number', step: 'amount', isWhole: true, isSigned: true },
    value: asTyped,
    key: 'target',
    kind: 'smart',
    column: 'position',
    width: 78,
    form: {
      label: 'Target position',
      placeholder: '0 is flat, −50 is short',
      remarks: 'at',
    },
    palette: { before: ['to'], needed: 'position to reach, such as ‘to 100’' },
    service: named('position_size'),
  },
  disclosed: {
    input: units,
    value: emptyIsNull,
    column: 'disclosed',
    width: 78,
    form: { label: 'Disclosed units', placeholder: 'all', remarks: 'at' },
    palette: { before: ['disclose'] },
    service: zeroIsNull('disclosed_quantity'),
  },
  amo: {
    input: yesNo,
    value: yesOrNo,
    column: 'amo',
    width: 60,
    form: {
      label: 'After-market order: it waits for the next session',
      remarks: 'general',
    },
    palette: null,
    service: yesIsTrue('amo'),
  },
  target: {
    input: points,
    value: asTyped,
    kind: 'bracket',
    column: 'target',
    width: 78,
    form: { label: 'Target, points', remarks: 'at' },
    palette: { before: ['target', 'tgt'], needed: 'target, in points' },
    service: named('squareoff'),
  },
  stop: {
    input: points,
    value: asTyped,
    column: 'stop',
    width: 78,
    form: { label: 'Stop, points', remarks: 'at' },
    palette: { before: ['sl', 'stop'], needed: 'stop, in points' },
    service: named('stoploss'),
  },
  trail: {
    input: points,
    value: emptyIsNull,
    column: 'trail',
    width: 78,
    form: { label: 'Trail, points', placeholder: 'none', remarks: 'at' },
    palette: { before: ['trail'] },
    service: zeroIsNull('trailing_stoploss'),
  },
  stopPrice: {
    input: price,
    value: asTyped,
    column: 'stop price',
    width: 78,
    form: { label: 'Stop price', hint: 'a price, not points', remarks: 'at' },
    palette: { before: ['sl', 'stop'], needed: 'stop price' },
    service: named('stop_price'),
  },
  underlying: {
    input: text,
    value: asTyped,
    column: 'underlying',
    width: 110,
    form: { label: 'Underlying', hint: 'such as NIFTY', remarks: 'at' },
    palette: null,
    service: named('spot_symbol'),
  },
  expiry: {
    input: text,
    value: asTyped,
    column: 'expiry',
    width: 84,
    form: {
      label: 'Expiry',
      hint: 'as the broker writes it',
      placeholder: '26NOV',
      remarks: 'at',
    },
    palette: null,
    service: named('expiry_date'),
  },
  optionType: {
    input: { as: 'choice', words: OptionType.options },
    value: asTyped,
    column: 'option',
    width: 58,
    form: { label: 'Call or put', remarks: 'general' },
    palette: null,
    service: named('option_type'),
  },
  strikeStep: {
    input: { as: 'number', step: '50' },
    value: asTyped,
    column: 'strike step',
    width: 78,
    form: { label: 'Strike step', placeholder: '50', remarks: 'at' },
    palette: null,
    service: named('strike_int'),
  },
  offset: {
    input: { as: 'number', step: '1', isSigned: true },
    value: asTyped,
    start: '0',
    column: 'offset',
    width: 78,
    form: { label: 'Strikes away', remarks: 'at' },
    palette: null,
    service: { name: 'offset', read: ({ offset = '0' }) => offset },
  },
  strategy: {
    input: text,
    value: emptyIsLeftOut,
    column: 'strategy',
    width: null,
    form: null,
    palette: null,
    service: named('strategy'),
  },
} as const satisfies { [Field in TicketField]: Row<Field> }

type FieldTable = typeof fieldTable
export type FieldName = keyof FieldTable
export const fieldNames = Object.keys(fieldTable) as readonly FieldName[]

/** Fields that hold numbers; a ticket's form has all of them. */
export type NumberName = {
  [Field in FieldName]: FieldTable[Field]['input']['as'] extends 'number' ? Field : never
}[FieldName]

type TextOf<Row> = Row extends { input: { words: readonly (infer Word)[] } } ? Word : string

/** A ticket as it is typed, in a form or in a line of a basket: text in every place. */
export type TicketText = { [Field in FieldName]: TextOf<FieldTable[Field]> }

export const fieldRow = (field: FieldName): FieldRow => fieldTable[field]

export const numberOf = (field: NumberName): NumberInput => fieldTable[field].input
/** A price has two behind the point, as everywhere; points, counts and percents as many as they were typed with. */
export function leastDecimals(field: FieldName): number {
  const { input } = fieldRow(field)
  return input.as === 'number' && input.fromLastPrice ? 2 : 0
}

export const formOf = (field: NumberName): FormPart => fieldTable[field].form

/** What a component that shows a field calls it. */
export function titlesOf(field: NumberName | 'underlying' | 'expiry'): Omit<FormPart, 'remarks'> {
  const { remarks: _, ...titles }: FormPart = fieldTable[field].form
  return titles
}

/** What is typed, with a minus sign as it is shown read as one. */
export function cleaned(field: FieldName, typed: string): string {
  const { input } = fieldRow(field)
  return input.as === 'number' && input.isSigned ? typed.replace('−', '-') : typed
}
