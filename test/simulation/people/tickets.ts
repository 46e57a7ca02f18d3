import type { Pricing, Ticket } from '../../../src/shared/orders/tickets.ts'
import type { Random } from '../random.ts'
import { type Theme, weightedBy } from '../theme.ts'
import type { BrokerOrder } from '../service/orders.ts'
import { type Instrument, instruments, option } from '../service/instruments.ts'

const shares = instruments.filter(({ exchange }) => exchange === 'NSE')

const kinds = { regular: 60, smart: 10, bracket: 8, cover: 8, option: 14 } as const

/** A limit near the market: few prices, so that orders meet others that look like them. */
const limitOf = ({ price, tick }: Instrument, random: Random): string =>
  (price + tick * (random.below(9) - 4)).toFixed(2)

/** Far below the market, where what is offered is sold for more than it asks. */
const farBelow = ({ price }: Instrument): string => (price * 0.6).toFixed(0)

/** So many that a limit allows what they ask and not what the market pays. */
const dearUnits = ({ price }: Instrument): string => String(5 * Math.round(43_000 / price / 5))

const pricingOf = (
  instrument: Instrument,
  random: Random,
): Extract<Pricing, { type: 'LIMIT' | 'MARKET' }> =>
  random.chance(0.3)
    ? {
        type: 'MARKET',
        protection: random.chance(0.5) ? '0.5' : null,
        reference: String(instrument.price),
      }
    : { type: 'LIMIT', price: limitOf(instrument, random) }

/** The same as an order that is there already, whoever placed it. */
export function copyOf(
  order: BrokerOrder,
  { account, tag }: { account: string; tag: string },
): Ticket | null {
  const { instrument, product, side, quantity, price, pricetype } = order
  if (product !== 'MIS' || pricetype !== 'LIMIT') return null
  return {
    ...{
      kind: 'regular',
      account,
      strategy: tag,
      symbol: instrument.symbol,
      product,
      action: side,
    },
    ...{ exchange: instrument.exchange as 'NSE', quantity: String(quantity), slice: null },
    ...{ pricing: { type: 'LIMIT', price: price.toFixed(2) }, exit: false },
  }
}

/** Sizes that a person types; now and then one that a limit is there for. */
const unitsOf = (random: Random): string =>
  random.chance(0.06) ? '500' : String(random.pick([1, 5, 5, 10, 10, 20, 25]))

/** Any ticket that a person could fill in. */
export function anyTicket(of: {
  account: string
  tag: string
  random: Random
  theme: Pick<Theme, 'kinds' | 'offeredCheaply'>
}): Ticket {
  const { account, tag, random, theme } = of
  const instrument = random.pick(shares)
  const { exchange, symbol } = instrument
  const common = { account, strategy: tag }
  const action = random.chance(0.7) ? 'BUY' : 'SELL'
  const listed = { exchange: exchange as 'NSE', symbol }
  const isCheap = action === 'SELL' && random.chance(theme.offeredCheaply)
  const pricing = isCheap
    ? ({ type: 'LIMIT', price: farBelow(instrument) } as const)
    : pricingOf(instrument, random)
  const protectedAt = { type: 'LIMIT', price: limitOf(instrument, random) } as const
  switch (random.weighed(weightedBy(kinds, theme.kinds))) {
    case 'regular':
      return {
        ...{ kind: 'regular', ...common, ...listed, action, product: 'MIS', pricing, exit: false },
        quantity: isCheap ? dearUnits(instrument) : unitsOf(random),
        slice: random.chance(0.2) ? random.pick(['5', '10']) : null,
      }
    case 'smart':
      return {
        ...{
          kind: 'smart',
          ...common,
          ...listed,
          product: 'MIS',
          pricing,
          amo: false,
          slice: null,
        },
        target: String(random.pick([0, 10, 20, 30, -10])),
        disclosed: null,
      }
    case 'bracket':
      return {
        ...{ kind: 'bracket', ...common, ...listed, action, quantity: '5', pricing: protectedAt },
        ...{ target: '10', stop: '10', trail: null, disclosed: null },
      }
    case 'cover':
      return {
        ...{ kind: 'cover', ...common, ...listed, action, quantity: '4', pricing: protectedAt },
        stopPrice: (instrument.price * (action === 'BUY' ? 0.98 : 1.02)).toFixed(1),
      }
    case 'option':
      return {
        ...{ kind: 'option', ...common, underlying: 'NIFTY', expiry: '24NOV26', optionType: 'CE' },
        ...{ strikeStep: '50', offset: '0', action, product: 'NRML', slice: null },
        quantity: String(option.lot * (1 + random.below(2))),
        pricing: { type: 'LIMIT', price: limitOf(option, random) },
      }
  }
}

/** What is bought or sold at once, whatever it costs. */
export function atOnce(of: { account: string; tag: string; random: Random }): Ticket {
  const { account, tag, random } = of
  const instrument = random.pick(shares)
  const { exchange, symbol } = instrument
  return {
    ...{ kind: 'regular', account, strategy: tag, exchange: exchange as 'NSE', symbol },
    ...{ action: random.chance(0.7) ? 'BUY' : 'SELL', product: 'MIS', slice: null, exit: false },
    quantity: unitsOf(random),
    pricing: { type: 'MARKET', protection: null, reference: String(instrument.price) },
  }
}

/** An order that leaves all of a position, or a part of it. */
export function leavingTicket(of: {
  account: string
  tag: string
  random: Random
  position: { exchange: string; symbol: string; product: string; net: number }
}): Ticket | null {
  const { account, tag, random, position } = of
  const instrument = instruments.find(({ symbol }) => symbol === position.symbol)
  if (instrument === undefined || !['MIS', 'NRML', 'CNC'].includes(position.product)) return null
  const units = Math.abs(position.net)
  const part = random.chance(0.75) ? units : Math.max(1, Math.ceil(units / 2))
  return {
    ...{
      kind: 'regular',
      account,
      strategy: tag,
      symbol: position.symbol,
      slice: null,
      exit: true,
    },
    exchange: position.exchange as 'NSE',
    product: position.product as 'MIS',
    action: position.net > 0 ? 'SELL' : 'BUY',
    quantity: String(part),
    pricing: pricingOf(instrument, random),
  }
}
