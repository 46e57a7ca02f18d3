import fc from 'fast-check'
import type {
  AccountContext,
  OrderContext,
} from '../../../../../src/main/orders/planning/order-context.ts'
import type { InstrumentFigures } from '../../../../../src/main/picture/account-records.ts'
import type { UnderWay } from '../../../../../src/main/picture/login-picture.ts'
import type { ExchangeRules } from '../../../../../src/shared/market/exchange-rules.ts'
import { noLimits, usualTrading } from '../../../../../src/shared/orders/limits.ts'
import { SymbolNames } from '../../../../../src/shared/orders/symbol-names.ts'
import type {
  BracketTicket,
  CoverTicket,
  OptionTicket,
  Pricing,
  RegularTicket,
  SmartTicket,
  Ticket,
} from '../../../../../src/shared/orders/tickets.ts'
import { nothingToCheck } from '../../../../../src/main/picture/pnl/profit.ts'

const hours = (from: string, to: string): ExchangeRules['exchanges']['NSE'] => ({
  session: { from, to },
  seasons: [],
  afterMarket: { from: '16:00', to: '08:58' },
  holidays: ['2026-11-24'],
})

export const market: ExchangeRules = {
  source: 'a test',
  exchanges: {
    NSE: hours('09:15', '15:30'),
    BSE: hours('09:15', '15:30'),
    NFO: hours('09:15', '15:40'),
    BFO: hours('09:15', '15:40'),
    MCX: {
      ...hours('09:00', '23:30'),
      seasons: [{ from: '2026-11-02', to: '2027-03-12', session: { from: '09:00', to: '23:55' } }],
      afterMarket: null,
    },
    CDS: hours('09:00', '17:00'),
  },
  freeze: { NIFTY: 1800, NIFTYNXT50: 600 },
  mostSlices: 10,
}

/** In India, on a Monday unless said otherwise. */
export const indianTime = (time: string, day = '2026-11-23'): number =>
  Date.parse(`${day}T${time}:00+05:30`)

export const listing = (more: Partial<InstrumentFigures> = {}): InstrumentFigures => ({
  ltp: 1500,
  tick: 0.05,
  lot: 1,
  isOld: false,
  ...more,
})

const nothingUnderWay: UnderWay = { buys: 0, sells: 0, unknown: [] }

export const accountWith = (more: Partial<AccountContext> = {}): AccountContext => ({
  id: 'a',
  service: 'practice',
  login: more.id ?? 'a',
  name: 'Everyday',
  broker: 'ZE',
  strategy: 'Manual',
  isEnabled: true,
  keyless: null,
  keysRefused: null,
  isPractice: false,
  trading: { ...usualTrading, limits: noLimits },
  listing: () => listing(),
  shows: () => false,
  held: () => 0,
  mayBeOne: () => false,
  orderSizes: () => [],
  underWay: () => nothingUnderWay,
  spot: () => null,
  exchanges: null,
  products: null,
  funds: null,
  fundsInDoubt: 0,
  openOrders: 0,
  lastMinute: 0,
  profit: 0,
  profitCheck: nothingToCheck,
  stale: new Set(),
  isRepeated: () => false,
  ...more,
})

export const knowing = (
  accounts: Partial<AccountContext> | AccountContext[] = {},
  more: Partial<OrderContext> = {},
): OrderContext => ({
  accounts: new Map(
    (Array.isArray(accounts) ? accounts : [accountWith(accounts)]).map((one) => [one.id, one]),
  ),
  market,
  symbols: { names: new SymbolNames(), unsaid: () => [] },
  wall: indianTime('11:00'),
  isStopped: false,
  limits: noLimits,
  openOrders: 0,
  lastMinute: 0,
  profit: 0,
  profitCheck: nothingToCheck,
  practice: null,
  ...more,
})

const listed = { account: 'a', exchange: 'NSE', symbol: 'INFY-EQ' } as const
const limit = { type: 'LIMIT', price: '1500' } as const
export const protectedMarket = { type: 'MARKET', protection: '0.5' } as const

export const regular = (more: Partial<RegularTicket> = {}): RegularTicket => ({
  kind: 'regular',
  ...listed,
  action: 'BUY',
  quantity: '10',
  product: 'MIS',
  pricing: limit,
  slice: null,
  exit: false,
  ...more,
})

export const smart = (more: Partial<SmartTicket> = {}): SmartTicket => ({
  kind: 'smart',
  ...listed,
  target: '100',
  product: 'MIS',
  pricing: limit,
  disclosed: null,
  amo: false,
  slice: null,
  ...more,
})

export const bracket = (more: Partial<BracketTicket> = {}): BracketTicket => ({
  kind: 'bracket',
  ...listed,
  action: 'BUY',
  quantity: '10',
  pricing: limit,
  target: '20',
  stop: '10',
  trail: null,
  disclosed: null,
  ...more,
})

export const cover = (more: Partial<CoverTicket> = {}): CoverTicket => ({
  kind: 'cover',
  ...listed,
  action: 'BUY',
  quantity: '10',
  pricing: limit,
  stopPrice: '1490',
  ...more,
})

export const option = (more: Partial<OptionTicket> = {}): OptionTicket => ({
  kind: 'option',
  account: 'a',
  underlying: 'NIFTY',
  expiry: '23FEB',
  optionType: 'CE',
  strikeStep: '50',
  offset: '2',
  action: 'BUY',
  quantity: '150',
  product: 'NRML',
  pricing: { type: 'LIMIT', price: '120' },
  slice: null,
  ...more,
})

/** Amounts as they are typed. */
export const typedPrice = fc
  .tuple(fc.integer({ min: 1, max: 90_000 }), fc.constantFrom('', '.05', '.5', '.10', '.123456'))
  .map(([whole, rest]) => `${whole}${rest}`)
const typedUnits = fc.integer({ min: 1, max: 100_000 }).map(String)
const typedSlice = fc.option(fc.integer({ min: 200, max: 100_000 }).map(String))
const action = fc.constantFrom('BUY', 'SELL')
const exchange = fc.constantFrom('NSE', 'BSE', 'NFO', 'BFO', 'MCX', 'CDS')
const symbol = fc.constantFrom('INFY-EQ', 'NIFTY26NOV26000CE', 'NIFTYNXT5026NOVFUT', 'M&M')
const product = fc.constantFrom('CNC', 'MIS', 'NRML')

const marketPricing = fc.record(
  {
    type: fc.constant('MARKET' as const),
    protection: fc.constantFrom('0.5', '1', '0.05', '12.25', null),
    reference: typedPrice,
  },
  { requiredKeys: ['type', 'protection'] },
)
const limitPricing = fc.record({ type: fc.constant('LIMIT' as const), price: typedPrice })
const anyPricing: fc.Arbitrary<Pricing> = fc.oneof(
  marketPricing,
  limitPricing,
  fc.record({ type: fc.constant('SL' as const), price: typedPrice, trigger: typedPrice }),
  fc.record({ type: fc.constant('SL-M' as const), trigger: typedPrice }),
)
const plainPricing = fc.oneof(marketPricing, limitPricing)

const on = { account: fc.constantFrom('a', 'b', 'gone'), exchange, symbol }
const target = fc.integer({ min: -100_000, max: 100_000 }).map(String)
const yesOrNo = fc.boolean()

/** Tickets of every kind, as a window could send them. */
export const anyTicket: fc.Arbitrary<Ticket> = fc.oneof(
  fc
    .record({
      ...on,
      action,
      quantity: typedUnits,
      product,
      pricing: plainPricing,
      slice: typedSlice,
      exit: yesOrNo,
    })
    .map((more) => regular(more)),
  fc
    .record({
      ...on,
      target,
      product,
      pricing: anyPricing,
      disclosed: fc.option(typedUnits),
      amo: yesOrNo,
      slice: typedSlice,
    })
    .map((more) => smart(more)),
  fc
    .record({
      ...on,
      action,
      quantity: typedUnits,
      pricing: anyPricing,
      target: typedPrice,
      stop: typedPrice,
      trail: fc.option(typedPrice),
      disclosed: fc.option(typedUnits),
    })
    .map((more) => bracket(more)),
  fc
    .record({ ...on, action, quantity: typedUnits, pricing: plainPricing, stopPrice: typedPrice })
    .map((more) => cover(more)),
  fc
    .record({
      account: on.account,
      underlying: fc.constantFrom('NIFTY', 'INFY'),
      optionType: fc.constantFrom('CE', 'PE'),
      offset: fc.integer({ min: -99, max: 99 }).map(String),
      action,
      quantity: typedUnits,
      product: fc.constantFrom('MIS', 'NRML'),
      pricing: anyPricing,
      slice: typedSlice,
    })
    .map((more) => option(more)),
)

const figure = (max: number) =>
  fc.option(fc.oneof(fc.constant(0), fc.double({ min: 0.01, max, noNaN: true })))
const anyListing = fc.option(
  fc.record({
    ltp: fc.option(fc.integer({ min: 0, max: 9_000_000 }).map((paise) => paise / 100)),
    tick: fc.oneof(fc.constantFrom(0.05, 0.01, 0.0025, 0.5, 5, 0, 99_999, null)),
    lot: fc.constantFrom(1, 75, 0, null),
    isOld: yesOrNo,
  }),
  { nil: undefined },
)

/** What may be known of an account, from nothing to all. */
const anyAccount = (id: string): fc.Arbitrary<AccountContext> =>
  fc
    .record({
      listing: anyListing,
      held: fc.option(fc.integer({ min: -100_000, max: 100_000 })),
      underWay: fc.record({
        buys: fc.integer({ min: 0, max: 1000 }),
        sells: fc.integer({ min: 0, max: 1000 }),
        unknown: fc.subarray(['the order book was not read']),
      }),
      spot: figure(100_000),
      isEnabled: fc.boolean(),
      isPractice: yesOrNo,
      readOnly: yesOrNo,
      funds: figure(1e7),
      openOrders: fc.option(fc.integer({ min: 0, max: 300 })),
      profit: fc.option(fc.integer({ min: -1_000_000, max: 1_000_000 })),
      stale: fc.subarray(['orders', 'positions', 'funds'] as const),
      isRepeated: yesOrNo,
      limits: fc.record({
        quantity: fc.option(fc.integer({ min: 1, max: 100_000 })),
        value: fc.option(fc.integer({ min: 1, max: 1e9 })),
        openOrders: fc.option(fc.integer({ min: 1, max: 300 })),
        perMinute: fc.option(fc.integer({ min: 1, max: 300 })),
        loss: fc.option(fc.integer({ min: 1, max: 1_000_000 })),
      }),
    })
    .map((known) =>
      accountWith({
        ...known,
        id,
        login: id,
        name: `Account ${id}`,
        listing: () => known.listing,
        held: () => known.held,
        underWay: () => known.underWay,
        spot: () => known.spot,
        stale: new Set(known.stale),
        isRepeated: () => known.isRepeated,
        trading: { ...usualTrading, readOnly: known.readOnly, limits: known.limits },
      }),
    )

export const anyContext: fc.Arbitrary<OrderContext> = fc
  .record({
    accounts: fc.tuple(anyAccount('a'), anyAccount('b')),
    isStopped: fc.boolean(),
    wall: fc.integer({ min: indianTime('00:00'), max: indianTime('00:00') + 7 * 86_400_000 }),
  })
  .map(({ accounts, ...more }) => knowing(accounts, more))
