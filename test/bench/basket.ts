import type { Account } from '../../src/shared/accounts/accounts.ts'
import type { BookName } from '../../src/shared/books/books.ts'
import { usualTrading } from '../../src/shared/orders/limits.ts'
import type { Ticket } from '../../src/shared/orders/tickets.ts'
import type { Row } from '../../src/shared/core/patch.ts'
import { defaultSettings } from '../../src/shared/settings/settings.ts'
import { gatherContext } from '../../src/main/orders/context/gather-context.ts'
import { ReachedLosses } from '../../src/main/orders/context/reached-losses.ts'
import { problemsOf } from '../../src/main/orders/limits/check-plan.ts'
import { SymbolNames } from '../../src/shared/orders/symbol-names.ts'
import { LoginPictures } from '../../src/main/picture/login-pictures.ts'
import { openExchangeRules } from '../../src/main/market/exchange-rules.ts'
import { type Planned, planOf } from '../../src/main/orders/planning/plan.ts'
import type { Extent, Measured } from './goals.ts'
import { interleave, ratioOf } from './timing.ts'

const legs = 1000
const rows = 5000
/** Orders that travel in one request. */
const together = 10

/** Strikes of which no two, read with a year in front, are of one contract: the book would have a position twice, and no profit to hold a limit against. */
const symbolOf = (n: number): string => `NIFTY26NOV${25_000 + n * 5}${n % 2 ? 'CE' : 'PE'}`

/** Positions of which each leg finds its own. */
const positions: [string, Row][] = Array.from({ length: rows }, (_, n) => [
  `NFO|${symbolOf(n)}|NRML`,
  {
    exchange: 'NFO',
    symbol: symbolOf(n),
    product: 'NRML',
    netqty: 75,
    ltp: 90 + (n % 400) * 0.05,
    tick_size: 0.05,
    lot_size: 75,
    realisedprofitloss: 10,
    unrealisedprofitloss: -4.5,
  },
])

const orders: [string, Row][] = Array.from({ length: rows }, (_, n) => [
  String(n),
  { order_id: String(n), symbol: symbolOf(n), status: n % 50 ? 'COMPLETE' : 'open' },
])

const profile: [string, Row][] = [
  ['', { exarr: ['NSE', 'NFO'], prarr: ['CNC', 'MIS', 'NRML', 'BO', 'CO'] }],
]
const funds: [string, Row][] = [
  ['', { openingbalance: 5e6, credits: 0, payinamt: 0, payoutamt: 0, utilizedamount: 1e6 }],
]

const account = {
  id: 'bench',
  name: 'Bench',
  broker: 'ZE',
  service: { kind: 'url', url: 'https://service.invalid' },
  strategy: 'Bench',
  colour: 'blue',
  enabled: true,
  polls: {},
  readsPerSecond: 10,
  trading: {
    ...usualTrading,
    limits: { quantity: 10_000, value: 1e7, openOrders: 10_000, perMinute: 600, loss: 1e5 },
  },
  login: 'bench',
  hasKeys: true,
  health: { last: null, p99: null, isSlow: false, trouble: null },
} satisfies Account

const { market } = openExchangeRules('/nowhere')
/** A Monday at half past ten in India. */
const wall = Date.UTC(2026, 10, 23, 5)

const protectedMarket = { type: 'MARKET', protection: '0.5' } as const

function regularLeg(n: number): Ticket {
  const limit = { type: 'LIMIT', price: (90 + (n % 400) * 0.05).toFixed(2) } as const
  return {
    kind: 'regular',
    account: account.id,
    exchange: 'NFO',
    symbol: symbolOf(n),
    action: n % 2 ? 'BUY' : 'SELL',
    quantity: String(75 * (1 + (n % 20))),
    product: 'NRML',
    pricing: n % 3 ? limit : protectedMarket,
    slice: null,
    exit: false,
  }
}

function bracketLeg(n: number): Ticket {
  const pricing = { type: 'LIMIT', price: (90 + (n % 400) * 0.05).toFixed(2) } as const
  const { account, symbol, action, quantity } = regularLeg(n) as Ticket & { kind: 'regular' }
  return {
    ...{ kind: 'bracket', account, exchange: 'NFO', symbol, action, quantity, pricing },
    ...{ target: '12.50', stop: '7.50', trail: null, disclosed: null },
  }
}

function optionLeg(n: number): Ticket {
  return {
    kind: 'option',
    account: account.id,
    underlying: 'NIFTY',
    expiry: '26NOV',
    optionType: n % 2 ? 'CE' : 'PE',
    strikeStep: '50',
    offset: String((n % 11) - 5),
    action: 'SELL',
    quantity: String(75 * (1 + (n % 20))),
    product: 'NRML',
    pricing: { type: 'LIMIT', price: (90 + (n % 400) * 0.05).toFixed(2) },
    slice: null,
  }
}

/** The books were polled a moment ago: nothing is known of them yet. */
function newKnowledge() {
  const books: Partial<Record<BookName, Map<string, Row>>> = {
    positions: new Map(positions),
    orders: new Map(orders),
    profile: new Map(profile),
    funds: new Map(funds),
  }
  return gatherContext({
    reachedLosses: new ReachedLosses(),
    roster: { known: () => [account], keyless: () => () => null, keysRefused: () => null },
    pictures: new LoginPictures({
      accountsAtService: (id) => [id],
      isSurelyOther: () => false,
      areTwoClients: () => false,
      exchanges: market.exchanges,
      clock: { now: () => 0 },
      now: () => wall,
      accountsOfLogin: (id) => [id],
      perhapsOfLogin: (id) => [id],
      fingerprint: () => undefined,
      isSameLogin: (one, other) => one === other,
      unknownClient: () => null,
      journal: {
        ...{ holdersOf: () => [], since: () => [], unsettled: () => [] },
        ...{ end: () => 0, changedAfter: () => [] },
      },
      poller: {
        read: (_, book) => ({
          meta: {
            ...{ seq: 1, age: books[book] ? 300 : null, every: 1000 },
            ...{ trouble: null, unreadable: [] },
          },
          rows: books[book] ?? new Map(),
        }),
        readAnew: () => Promise.reject(new Error('The bench reads nothing anew.')),
      },
    }),
    dispatch: () => ({ lastMinute: () => 0, isRepeated: () => false }),
    settings: () => defaultSettings,
    symbols: { names: new SymbolNames(), unsaid: () => [] },
    market,
    isStopped: () => false,
    now: () => wall,
  })
}

/** The bodies as they are sent, but for the text that they become. */
function requestsOf(planned: readonly Planned[]): object[] {
  const keys = { api_key: 'k'.repeat(32), api_secret: 's'.repeat(64) }
  const requests: object[] = []
  for (let from = 0; from < planned.length; from += together) {
    const each = planned
      .slice(from, from + together)
      .map(({ params }) => ({ ...keys, data: params }))
    requests.push({ ...keys, data: { orders: each } })
  }
  return requests
}

async function measured(legOf: (n: number) => Ticket, rounds: number) {
  const tickets = Array.from({ length: legs }, (_, n) => legOf(n))
  const { orders: planned } = planOf(tickets, newKnowledge())
  if (planned.length !== legs) throw new Error('Not every leg could be planned.')
  const requests = requestsOf(planned)
  return ratioOf(
    await interleave({
      rounds,
      prepare: newKnowledge,
      subject: (context) => problemsOf(planOf(tickets, context), context),
      baseline: () => requests.map((request) => JSON.stringify(request)),
    }),
  )
}

/** A basket of 1,000 legs, planned and checked, against the text of its requests. */
export async function p9({ isFull }: Extent): Promise<Measured<'P9'>> {
  const rounds = isFull ? 200 : 100
  const regular = await measured(regularLeg, rounds)
  const brackets = await measured(bracketLeg, rounds)
  const options = await measured(optionLeg, rounds)
  return {
    figures: { regular: regular.ratio, brackets: brackets.ratio, options: options.ratio },
    note: `regular ${regular.spread}`,
  }
}
