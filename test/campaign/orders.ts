import { randomUUID } from 'node:crypto'
import type { Ticket } from '../../src/shared/orders/tickets.ts'
import type { Random } from './random.ts'

/**
 * One order of the campaign. Its tag is the strategy that it is sent with: the practice ledger
 * keeps it, and the order book never shows it, so that it is known to the judge and not to the desk.
 */
export interface Sent {
  tag: string
  ticket: Ticket
  /** `alone`: nothing else looks like it. `alike`: others do. `twin`: others are the very same. */
  likeness: 'alone' | 'alike' | 'twin'
  parts: number
}

export interface Placement {
  confirmation: string
  orders: Sent[]
  /** Each leaves once the one before it was accepted. */
  oneByOne?: boolean
}

type Making = (place: { account: string; strategy: string; n: number }) => Ticket

const regular = {
  kind: 'regular',
  action: 'BUY',
  product: 'MIS',
  slice: null,
  exit: false,
} as const
/** A limit far enough from the market to stay in the book, and told apart by its tick. */
const limit = (from: number, tick: number, n: number) =>
  ({ type: 'LIMIT', price: (from + tick * n).toFixed(2) }) as const

const kinds: readonly { share: number; parts: number; make: Making }[] = [
  {
    share: 50,
    parts: 1,
    make: ({ n, ...of }) => ({
      ...regular,
      ...of,
      ...{ exchange: 'NSE', symbol: 'INFY-EQ', quantity: String(1 + (n % 50)) },
      pricing: limit(1400, 0.1, n),
    }),
  },
  {
    share: 12,
    parts: 3,
    make: ({ n, ...of }) => ({
      ...regular,
      ...of,
      ...{ exchange: 'NSE', symbol: 'RELIANCE-EQ', quantity: '25', slice: '10' },
      pricing: limit(1250, 0.1, n),
    }),
  },
  {
    share: 8,
    parts: 1,
    make: ({ n, ...of }) => ({
      ...regular,
      ...of,
      ...{ exchange: 'NSE', symbol: 'TATASTEEL-EQ', quantity: String(10 + n) },
      pricing: { type: 'MARKET', protection: null },
    }),
  },
  {
    share: 6,
    parts: 1,
    make: ({ n, ...of }) => ({
      ...{ kind: 'bracket', action: 'BUY', exchange: 'NSE', symbol: 'SBIN-EQ' },
      ...of,
      quantity: '3',
      pricing: limit(780, 0.05, n),
      ...{ target: '5', stop: '5', trail: null, disclosed: null },
    }),
  },
  {
    share: 6,
    parts: 1,
    make: ({ n, ...of }) => ({
      ...{ kind: 'cover', action: 'BUY', exchange: 'NSE', symbol: 'ITC-EQ' },
      ...of,
      quantity: '4',
      pricing: limit(390, 0.05, n),
      stopPrice: '380',
    }),
  },
  {
    share: 5,
    parts: 1,
    make: ({ n, ...of }) => ({
      ...{ kind: 'smart', exchange: 'NSE', symbol: 'TCS-EQ', product: 'MIS' },
      ...of,
      target: String(n + 1),
      pricing: limit(2700, 0.1, n),
      ...{ disclosed: null, amo: false, slice: null },
    }),
  },
]

const option =
  (expiry: string): Making =>
  ({ n, ...of }) => ({
    ...{ kind: 'option', action: 'BUY', product: 'NRML', underlying: 'NIFTY', optionType: 'CE' },
    ...of,
    ...{ expiry, strikeStep: '50', offset: String(n % 5), quantity: String(65 * (1 + (n % 9))) },
    pricing: limit(1, 0.05, n),
    slice: null,
  })

const common =
  (symbol: string, quantity: number): Making =>
  (place) => {
    const { n: _, ...of } = place
    return {
      ...regular,
      ...of,
      ...{ exchange: 'NSE', symbol, quantity: String(quantity) },
      pricing: { type: 'LIMIT', price: '900' },
    }
  }

/** Orders of one account, some of them hard to tell apart. */
export function placementsOf(of: {
  account: string
  prefix: string
  count: number
  /** Of the nearest NIFTY options, as the broker writes it. */
  expiry: string
  random: Random
}): Placement[] {
  const { account, prefix, count, expiry, random } = of
  let n = 0
  const all = [...kinds, { share: 5, parts: 1, make: option(expiry) }]
  const total = all.reduce((sum, { share }) => sum + share, 0)
  const choose = () => {
    let roll = random.next() * total
    return all.find(({ share }) => (roll -= share) < 0) ?? all[0]!
  }
  const order = (): Sent => {
    n += 1
    const place = { account, n }
    const roll = random.next()
    if (roll < 0.08) {
      const tag = `${prefix}-${n}`
      const make = common('HDFCBANK-EQ', 5 + random.below(2))
      return { tag, ticket: make({ ...place, strategy: tag }), likeness: 'alike', parts: 1 }
    }
    if (roll < 0.12) {
      const tag = `${prefix}-twin`
      const make = common('HDFCBANK-EQ', 9)
      return { tag, ticket: make({ ...place, strategy: tag }), likeness: 'twin', parts: 1 }
    }
    const tag = `${prefix}-${n}`
    const { make, parts } = choose()
    return { tag, ticket: make({ ...place, strategy: tag }), likeness: 'alone', parts }
  }
  const placements: Placement[] = []
  while (n < count) {
    const size = random.next() < 0.2 ? 3 : 1
    const orders = Array.from({ length: size }, order)
    placements.push({ confirmation: randomUUID(), orders })
  }
  return placements
}
