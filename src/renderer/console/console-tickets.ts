import type { Preview } from '../../shared/orders/placing.ts'
import { Ticket } from '../../shared/orders/tickets.ts'
import type { PlaceOperation } from '../../shared/service/operations.ts'

/** The fields of one order, as they are typed; empty ones are left out. */
export type Fields = Readonly<Record<string, string>>

/** What the fields of a placement mean as an order of the desk. */
interface Meaning {
  ticket: (fields: Fields) => object
  /** The ticket's fields by their paths → the operation's, where they have other names. */
  names: Readonly<Record<string, string>>
  /** What this operation can say and an order of the desk cannot. */
  cannot: readonly string[]
}

const pricing = (fields: Fields): object => {
  const { pricetype: type, price, trigger_price: trigger } = fields
  switch (type) {
    // A plain one, as it was typed: protection would make another order of it.
    case 'MARKET':
      return { type, protection: null }
    case 'SL':
      return { type, price, trigger }
    case 'SL-M':
      return { type, trigger }
    default:
      return { type, price }
  }
}

const isNought = (text: string | undefined): boolean => text === undefined || !/[1-9]/.test(text)
const orNull = (text: string | undefined): string | null => (isNought(text) ? null : text!)
/** Empty where it is asked for and missing, which is then a problem of that field. */
const sliceOf = ({ splitorder, split_quantity }: Fields): string | null =>
  splitorder === 'YES' ? (split_quantity ?? '') : null

const entry = ({ strategy, exchange, symbol, action, quantity }: Fields) => ({
  strategy,
  exchange,
  symbol,
  action,
  quantity,
})

const priced = {
  pricing: 'pricetype',
  'pricing.type': 'pricetype',
  'pricing.price': 'price',
  'pricing.trigger': 'trigger_price',
}
const sized = { slice: 'split_quantity', disclosed: 'disclosed_quantity' }

const notSplit = 'split_quantity without splitorder YES is left out.'
const notTriggered = 'trigger_price is sent with SL and SL-M only.'
const plainOnly = 'SL and SL-M need a trigger price, for which this operation has no field.'
const ownProducts = 'BO and CO are placed with their own operations.'
const oneAccount =
  'All orders are for the chosen account; for several, run it for each, or use a basket.'

const bracket: Meaning = {
  ticket: (fields) => ({
    kind: 'bracket',
    ...entry(fields),
    pricing: pricing(fields),
    target: fields['squareoff'],
    stop: fields['stoploss'],
    trail: orNull(fields['trailing_stoploss']),
    disclosed: orNull(fields['disclosed_quantity']),
  }),
  names: {
    ...priced,
    ...sized,
    target: 'squareoff',
    stop: 'stoploss',
    trail: 'trailing_stoploss',
  },
  cannot: [notTriggered, 'A disclosed_quantity of 0 is left out.'],
}

const meanings: Readonly<Record<PlaceOperation, Meaning>> = {
  PlaceMultiOrder: {
    ticket: (fields) => ({
      kind: 'regular',
      ...entry(fields),
      product: fields['product'],
      pricing: pricing(fields),
      slice: sliceOf(fields),
      exit: false,
    }),
    names: { ...priced, ...sized },
    cannot: [plainOnly, ownProducts, notSplit, oneAccount],
  },
  PlaceSmartOrder: {
    ticket: (fields) => {
      const { strategy, exchange, symbol } = entry(fields)
      return {
        kind: 'smart',
        ...{ strategy, exchange, symbol },
        target: fields['position_size'],
        product: fields['product'],
        pricing: pricing(fields),
        disclosed: orNull(fields['disclosed_quantity']),
        amo: fields['amo'] === 'YES',
        slice: sliceOf(fields),
      }
    },
    names: { ...priced, ...sized, target: 'position_size' },
    cannot: [
      'action and quantity follow from position_size and what is held.',
      ownProducts,
      notTriggered,
      notSplit,
    ],
  },
  PlaceMultiFOOptionsOrder: {
    ticket: (fields) => ({
      kind: 'option',
      strategy: fields['strategy'],
      underlying: fields['spot_symbol'],
      expiry: fields['expiry_date'],
      optionType: fields['option_type'],
      strikeStep: fields['strike_int'],
      offset: fields['offset'] ?? '0',
      action: fields['action'],
      quantity: fields['quantity'],
      product: fields['product'],
      pricing: pricing(fields),
      slice: sliceOf(fields),
    }),
    names: {
      ...priced,
      ...sized,
      underlying: 'spot_symbol',
      expiry: 'expiry_date',
      optionType: 'option_type',
      strikeStep: 'strike_int',
    },
    cannot: [
      'Without an offset, 0 is sent: at the money.',
      'CNC, BO and CO are no products of options.',
      notTriggered,
      notSplit,
      oneAccount,
    ],
  },
  PlaceMultiBOOrder: {
    ...bracket,
    cannot: [...bracket.cannot, 'A single one is sent with PlaceBOOrder.', oneAccount],
  },
  PlaceBOOrder: bracket,
  PlaceCOOrder: {
    ticket: (fields) => ({
      kind: 'cover',
      ...entry(fields),
      pricing: pricing(fields),
      stopPrice: fields['stop_price'],
    }),
    names: { ...priced, stopPrice: 'stop_price' },
    cannot: [plainOnly],
  },
}

/** What a placement of this operation cannot say, since it is an order of the desk like any other. */
export const cannotSay = (operation: PlaceOperation): readonly string[] =>
  meanings[operation].cannot

export type MeantOrder =
  { ok: true; ticket: Ticket } | { ok: false; problems: ReadonlyMap<string, string> }

/** The operation's field that a ticket's field stands for. */
export const fieldNamed = (operation: PlaceOperation, path: string): string => {
  const { names } = meanings[operation]
  return names[path] ?? names[path.split('.')[0]!] ?? path
}

/** The order that the fields of a placement mean; the fields have passed the operation's schema. */
export function meantBy(operation: PlaceOperation, account: string, fields: Fields): MeantOrder {
  const meant = { account, ...meanings[operation].ticket(fields) }
  const parsed = Ticket.safeParse(meant)
  if (parsed.success) return { ok: true, ticket: parsed.data }
  const problems = new Map<string, string>()
  for (const { path, message } of parsed.error.issues) {
    const name = fieldNamed(operation, path.join('.'))
    if (!problems.has(name)) problems.set(name, wordsFor(name, fields[name], message))
  }
  return { ok: false, problems }
}

function wordsFor(name: string, typed: string | undefined, message: string): string {
  if (typed === undefined) return 'is missing'
  if (name === 'pricetype')
    return 'cannot be this here: the operation has no field for a trigger price'
  if (name === 'product') return 'cannot be this here: it has an operation of its own, or none'
  return message
}

/** Where what will be sent is not what was typed. */
export interface Difference {
  /** Its place among the orders, from 0. */
  order: number
  field: string
  /** Null where it was not typed, or is not sent. */
  typed: string | null
  sent: string | null
}

/** The fields of every order in the requests, in their order. */
export function sentFields(requests: Preview['requests']): Fields[] {
  return requests.flatMap(({ body }) => {
    const { data } = JSON.parse(body) as { data: Fields | { orders: { data: Fields }[] } }
    return Array.isArray(data['orders'])
      ? (data['orders'] as { data: Fields }[]).map((order) => order.data)
      : [data as Fields]
  })
}

export function differences(typed: readonly Fields[], sent: readonly Fields[]): Difference[] {
  return typed.flatMap((fields, order) => {
    const going = sent[order]
    if (going === undefined) return []
    const names = new Set([...Object.keys(fields), ...Object.keys(going)])
    return [...names].flatMap((field) => {
      const [one, other] = [fields[field] ?? null, going[field] ?? null]
      return one === other ? [] : [{ order, field, typed: one, sent: other }]
    })
  })
}
