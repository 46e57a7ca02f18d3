import type { PlaceOperation, RequestOf } from '../../shared/service/operations.ts'
import type { PriceType } from '../../shared/service/words.ts'
import type { PracticeAccount } from './account.ts'
import type { Instrument, ListedInstruments } from './instruments.ts'
import type { Market } from './market.ts'
import { type OrderDraft, hasTrigger } from './orders.ts'
import { Refusal } from './refusal.ts'

// The gate: from a request that has the right fields to the orders it asks for, or a refusal.

export interface OrderTarget {
  account: PracticeAccount
  listing: ListedInstruments
  market: Market
}

type Planner<Name extends PlaceOperation> = (
  data: RequestOf<Name>,
  desk: OrderTarget,
) => OrderDraft[]

/** The most orders that one may be split into. */
const MOST_SLICES = 100

const planBracket = (data: RequestOf<'PlaceBOOrder'>, desk: OrderTarget): OrderDraft[] => [
  {
    ...priced(data, {}),
    instrument: tradable(data, desk.listing),
    product: 'BO',
    quantity: positive(data.quantity, 'quantity'),
    disclosed: Number(data.disclosed_quantity ?? 0),
    protection: {
      kind: 'bracket',
      target: positive(data.squareoff, 'squareoff'),
      stop: positive(data.stoploss, 'stoploss'),
      trail: Number(data.trailing_stoploss),
    },
  },
]

export const planners: { [Name in PlaceOperation]: Planner<Name> } = {
  PlaceMultiOrder: (data, desk) =>
    split(data, {
      ...priced(data, {}),
      instrument: tradable(data, desk.listing),
      product: data.product,
      quantity: positive(data.quantity, 'quantity'),
      disclosed: 0,
    }),

  PlaceSmartOrder: (data, desk) => {
    const instrument = tradable(data, desk.listing)
    const held = desk.account.netIn({ instrument, product: data.product })
    return split(data, {
      ...priced(data, { canTrigger: true }),
      ...towards({ ...data, held }),
      instrument,
      product: data.product,
      disclosed: Number(data.disclosed_quantity ?? 0),
      afterMarket: data.amo === 'YES',
    })
  },

  PlaceMultiFOOptionsOrder: (data, { listing, market }) =>
    split(data, {
      ...priced(data, { canTrigger: true }),
      instrument: resolve(data, { listing, market }),
      product: data.product,
      quantity: positive(data.quantity, 'quantity'),
      disclosed: 0,
    }),

  PlaceMultiBOOrder: planBracket,
  PlaceBOOrder: planBracket,

  PlaceCOOrder: (data, desk) => [
    {
      ...priced(data, {}),
      instrument: tradable(data, desk.listing),
      product: 'CO',
      quantity: positive(data.quantity, 'quantity'),
      disclosed: 0,
      protection: { kind: 'cover', stopPrice: positive(data.stop_price, 'stop_price') },
    },
  ],
}

function positive(text: string, field: string): number {
  const number = Number(text)
  if (number > 0) return number
  throw new Refusal(400, `${field} must be above zero`)
}

function tradable(
  of: { exchange: string; symbol: string },
  listing: ListedInstruments,
): Instrument {
  const instrument = listing.find(of)
  if (instrument) return instrument
  throw new Refusal(400, `symbol ${of.symbol} is not known on ${of.exchange}`)
}

interface Priced {
  strategy: string
  action: OrderDraft['action']
  pricetype: PriceType
  price: string
  trigger_price?: string | undefined
}

function priced(data: Priced, { canTrigger = false }: { canTrigger?: boolean }) {
  const { strategy, action, pricetype } = data
  const limited = pricetype === 'LIMIT' || pricetype === 'SL'
  const triggered = hasTrigger(pricetype)
  if (triggered && !canTrigger && data.trigger_price === undefined)
    throw new Refusal(400, `trigger_price is missing: ${pricetype} cannot be placed without it`)
  return {
    strategy,
    action,
    pricetype,
    price: limited ? positive(data.price, 'price') : 0,
    trigger: triggered ? positive(data.trigger_price ?? '0', 'trigger_price') : 0,
  }
}

/**
 * A smart order moves the position to its target. The trap is the service's own: from flat, with a
 * target of zero, it takes action and quantity at their word instead of doing nothing.
 */
function towards(of: {
  action: OrderDraft['action']
  quantity: string
  position_size: string
  held: number
}): Pick<OrderDraft, 'action' | 'quantity'> {
  const target = Number(of.position_size)
  if (!Number.isSafeInteger(target)) throw new Refusal(400, 'position_size must be a whole number')
  if (target === 0 && of.held === 0)
    return { action: of.action, quantity: positive(of.quantity, 'quantity') }
  const missing = target - of.held
  if (missing === 0) throw new Refusal(400, `position_size is ${target} already: nothing to place`)
  return { action: missing > 0 ? 'BUY' : 'SELL', quantity: Math.abs(missing) }
}

function resolve(
  data: RequestOf<'PlaceMultiFOOptionsOrder'>,
  { listing, market }: Pick<OrderTarget, 'listing' | 'market'>,
): Instrument {
  const underlying = listing.spot(data.spot_symbol)
  if (underlying === undefined)
    throw new Refusal(400, `spot_symbol ${data.spot_symbol} has no options here`)
  const step = positive(data.strike_int, 'strike_int')
  const offset = Number(data.offset ?? 0)
  if (!Number.isSafeInteger(offset)) throw new Refusal(400, 'offset must be a whole number')
  const atTheMoney = Math.round(market.spot(underlying) / step)
  // Positive is out of the money: above the spot for calls, below it for puts.
  const steps = atTheMoney + (data.option_type === 'CE' ? offset : -offset)
  const of = {
    underlying,
    expiry: data.expiry_date,
    strike: steps * step,
    type: data.option_type,
  }
  const instrument = listing.option(of)
  if (instrument) return instrument
  throw new Refusal(
    400,
    `no ${underlying} ${of.expiry} ${of.strike} ${of.type}: check expiry_date, strike_int and offset`,
  )
}

function split(
  data: { splitorder?: 'YES' | 'NO' | undefined; split_quantity?: string | undefined },
  draft: OrderDraft,
): OrderDraft[] {
  if (data.splitorder !== 'YES') return [draft]
  const size = positive(data.split_quantity ?? '0', 'split_quantity')
  const slices = Math.ceil(draft.quantity / size)
  if (slices > MOST_SLICES)
    throw new Refusal(400, `split_quantity makes ${slices} orders; ${MOST_SLICES} is the most`)
  return Array.from({ length: slices }, (_, index) => ({
    ...draft,
    quantity: Math.min(size, draft.quantity - index * size),
  }))
}
