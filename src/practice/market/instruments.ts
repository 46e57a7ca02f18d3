import type { Exchange, OptionType } from '../../shared/service/words.ts'
import { practiceDayOf, expiryText, monthlyExpiries, weeklyExpiries } from './clock.ts'

/** What a price follows: a share, an index, a currency or a commodity. */
export interface InstrumentSource {
  name: string
  price: number
  /** Yearly, as a fraction. */
  volatility: number
  /** How much of its movement is the whole market's. */
  market: number
  /** The exchange whose hours it keeps. */
  home: Exchange
}

export interface Instrument {
  exchange: Exchange
  symbol: string
  token: string
  kind: 'share' | 'index' | 'future' | 'option'
  tick: number
  lot: number
  /** The largest single order; 0 where there is none. */
  freeze: number
  source: string
  isin: string
  contract?: Contract
}

export interface Contract {
  underlying: string
  /** The last day on which it trades. */
  day: number
  expiry: string
  option?: { strike: number; type: OptionType }
}

const TUESDAY = 2
const THURSDAY = 4

type ShareRow = [name: string, price: number, volatility: number, token: number, isin: string]
const shares: readonly ShareRow[] = [
  ['INFY', 1580, 0.24, 1594, 'INE009A01021'],
  ['SBIN', 845, 0.25, 3045, 'INE062A01020'],
  ['RELIANCE', 1432, 0.22, 2885, 'INE002A01018'],
  ['TCS', 3120, 0.21, 11536, 'INE467B01029'],
  ['HDFCBANK', 1012, 0.19, 1333, 'INE040A01034'],
  ['ICICIBANK', 1405, 0.2, 4963, 'INE090A01021'],
  ['AXISBANK', 1198, 0.25, 5900, 'INE238A01034'],
  ['ITC', 418, 0.18, 1660, 'INE154A01025'],
  ['LT', 3720, 0.22, 11483, 'INE018A01030'],
  ['HINDUNILVR', 2475, 0.19, 1394, 'INE030A01027'],
  ['BHARTIARTL', 1960, 0.22, 10604, 'INE397D01024'],
  ['MARUTI', 15240, 0.23, 10999, 'INE585B01010'],
  ['TITAN', 3640, 0.24, 3506, 'INE280A01028'],
  ['SUNPHARMA', 1705, 0.23, 3351, 'INE044A01036'],
  ['WIPRO', 252, 0.26, 3787, 'INE075A01022'],
  ['HCLTECH', 1525, 0.25, 7229, 'INE860A01027'],
  ['TATASTEEL', 172.5, 0.31, 3499, 'INE081A01020'],
  ['NTPC', 338, 0.23, 11630, 'INE733E01010'],
  ['ONGC', 246, 0.27, 2475, 'INE213A01029'],
  ['POWERGRID', 289, 0.21, 14977, 'INE752E01010'],
  ['COALINDIA', 391, 0.24, 20374, 'INE522F01014'],
  ['ASIANPAINT', 2510, 0.22, 236, 'INE021A01026'],
  ['YESBANK', 21.6, 0.36, 11915, 'INE528G01035'],
]
const onBse = ['INFY', 'SBIN', 'RELIANCE', 'TCS', 'HDFCBANK', 'ITC', 'TATASTEEL', 'YESBANK']

interface Chain {
  name: string
  exchange: Exchange
  lot: number
  freeze: number
  /** Distance between strikes, and how many are listed on each side of the money. */
  step: number
  reach: number
  weekday: number
  weeks: number
  months: number
}
const indices: readonly (Omit<InstrumentSource, 'home'> & { exchange: Exchange; token: number })[] =
  [
    { name: 'NIFTY', price: 26_020, volatility: 0.13, market: 0.95, exchange: 'NSE', token: 26000 },
    {
      name: 'BANKNIFTY',
      price: 58_650,
      volatility: 0.15,
      market: 0.9,
      exchange: 'NSE',
      token: 26009,
    },
    { name: 'SENSEX', price: 85_120, volatility: 0.13, market: 0.95, exchange: 'BSE', token: 1 },
  ]

// oxfmt-ignore
const chains: readonly Chain[] = [
  { name: 'NIFTY', exchange: 'NFO', lot: 65, freeze: 1800, step: 50, reach: 20, weekday: TUESDAY, weeks: 3, months: 2 },
  { name: 'BANKNIFTY', exchange: 'NFO', lot: 30, freeze: 600, step: 100, reach: 20, weekday: TUESDAY, weeks: 0, months: 2 },
  { name: 'SENSEX', exchange: 'BFO', lot: 20, freeze: 1000, step: 100, reach: 10, weekday: THURSDAY, weeks: 2, months: 1 },
  { name: 'INFY', exchange: 'NFO', lot: 400, freeze: 16_000, step: 20, reach: 6, weekday: TUESDAY, weeks: 0, months: 1 },
  { name: 'SBIN', exchange: 'NFO', lot: 750, freeze: 30_000, step: 10, reach: 6, weekday: TUESDAY, weeks: 0, months: 1 },
  { name: 'RELIANCE', exchange: 'NFO', lot: 500, freeze: 20_000, step: 10, reach: 6, weekday: TUESDAY, weeks: 0, months: 1 },
]

type FutureRow = [name: string, exchange: Exchange, lot: number, tick: number, freeze: number]
const futures: readonly FutureRow[] = [
  ['NIFTY', 'NFO', 65, 0.1, 1800],
  ['BANKNIFTY', 'NFO', 30, 0.2, 600],
  ['SENSEX', 'BFO', 20, 0.05, 1000],
  ['INFY', 'NFO', 400, 0.1, 16_000],
  ['SBIN', 'NFO', 750, 0.05, 30_000],
  ['RELIANCE', 'NFO', 500, 0.1, 20_000],
  ['TCS', 'NFO', 175, 0.1, 7000],
  ['HDFCBANK', 'NFO', 550, 0.05, 22_000],
  ['USDINR', 'CDS', 1000, 0.0025, 10_000_000],
  ['EURINR', 'CDS', 1000, 0.0025, 10_000_000],
  ['GBPINR', 'CDS', 1000, 0.0025, 10_000_000],
  ['CRUDEOIL', 'MCX', 100, 1, 10_000],
  ['NATURALGAS', 'MCX', 1250, 0.1, 60_000],
  ['GOLDM', 'MCX', 10, 1, 1000],
  ['SILVERM', 'MCX', 5, 1, 600],
  ['COPPER', 'MCX', 2500, 0.05, 70_000],
]

export const sources: readonly InstrumentSource[] = [
  ...shares.map(([name, price, volatility]) => ({
    name,
    price,
    volatility,
    market: 0.6,
    home: 'NFO' as const,
  })),
  ...indices.map((index) => ({ ...index, home: 'NFO' as const })),
  { name: 'USDINR', price: 89.42, volatility: 0.04, market: -0.2, home: 'CDS' },
  { name: 'EURINR', price: 103.15, volatility: 0.07, market: 0, home: 'CDS' },
  { name: 'GBPINR', price: 117.4, volatility: 0.08, market: 0, home: 'CDS' },
  { name: 'CRUDEOIL', price: 5420, volatility: 0.32, market: 0.1, home: 'MCX' },
  { name: 'NATURALGAS', price: 402, volatility: 0.5, market: 0, home: 'MCX' },
  { name: 'GOLDM', price: 123_400, volatility: 0.17, market: -0.1, home: 'MCX' },
  { name: 'SILVERM', price: 155_200, volatility: 0.28, market: -0.1, home: 'MCX' },
  { name: 'COPPER', price: 1012, volatility: 0.22, market: 0.1, home: 'MCX' },
]

/** Since 2025 a share's tick follows its price, as it stood at a month's end: it stays for our days. */
const shareTick = (price: number): number =>
  price < 250 ? 0.01 : price < 1000 ? 0.05 : price < 5000 ? 0.1 : price < 10_000 ? 0.5 : 1

export const instrumentKey = ({ exchange, symbol }: { exchange: string; symbol: string }): string =>
  `${exchange}:${symbol}`

/** All that trades on one day. Strikes surround the prices it is listed at. */
export class ListedInstruments {
  readonly day: number
  readonly all: readonly Instrument[]
  readonly #byKey: ReadonlyMap<string, Instrument>

  constructor(of: {
    at: number
    prices: (source: string) => number
    /** What somebody has a position in: it trades on, however far the money has moved away. */
    held: readonly Instrument[]
  }) {
    this.day = practiceDayOf(of.at)
    const listed = [
      ...listShares(),
      ...listIndices(),
      ...listFutures(this.day),
      ...listOptions(this.day, of.prices),
    ]
    const alive = of.held.filter(({ contract }) => !contract || contract.day >= this.day)
    this.#byKey = new Map([...listed, ...alive].map((one) => [instrumentKey(one), one]))
    this.all = [...this.#byKey.values()]
  }

  find(at: { exchange: string; symbol: string }): Instrument | undefined {
    return this.#byKey.get(instrumentKey(at))
  }

  /** The index or share that an option order names, as brokers write it: `NIFTY`, `INFY` or `INFY-EQ`. */
  spot(symbol: string): string | undefined {
    const bare = symbol.toUpperCase().replace(/-EQ$/, '')
    return chains.find((chain) => chain.name === bare)?.name
  }

  option(of: {
    underlying: string
    expiry: string
    strike: number
    type: OptionType
  }): Instrument | undefined {
    const chain = chains.find((candidate) => candidate.name === of.underlying)
    if (!chain) return undefined
    return this.find({ exchange: chain.exchange, symbol: optionSymbol(of) })
  }
}

const optionSymbol = (of: {
  underlying: string
  expiry: string
  strike: number
  type: OptionType
}): string => `${of.underlying}${of.expiry.toUpperCase()}${of.type.charAt(0)}${of.strike}`

function listShares(): Instrument[] {
  const nse = shares.map(([name, price, , token, isin]) => ({
    ...share({ name, isin, tick: shareTick(price) }),
    exchange: 'NSE' as const,
    symbol: `${name}-EQ`,
    token: String(token),
  }))
  const bse = nse
    .filter((instrument) => onBse.includes(instrument.source))
    .map((instrument, index) => ({
      ...instrument,
      exchange: 'BSE' as const,
      symbol: instrument.source,
      token: String(500_100 + index),
    }))
  return [...nse, ...bse]
}

const share = (of: { name: string; isin: string; tick: number }) => ({
  kind: 'share' as const,
  tick: of.tick,
  lot: 1,
  freeze: 0,
  source: of.name,
  isin: of.isin,
})

function listIndices(): Instrument[] {
  return indices.map(({ name, exchange, token }) => ({
    exchange,
    symbol: name,
    token: String(token),
    kind: 'index',
    tick: 0.05,
    lot: 1,
    freeze: 0,
    source: name,
    isin: '',
  }))
}

function listFutures(today: number): Instrument[] {
  return futures.flatMap(([name, exchange, lot, tick, freeze], row) =>
    monthlyExpiries(today, exchange === 'BFO' ? THURSDAY : TUESDAY, 2).map((day) => ({
      exchange,
      symbol: `${name}${expiryText(day)}F`,
      // A contract keeps its token from day to day: it is made of what the contract is.
      token: String(30_000 + (day % 1000) * 100 + row),
      kind: 'future',
      tick,
      lot,
      freeze,
      source: name,
      isin: '',
      contract: { underlying: name, day, expiry: expiryText(day) },
    })),
  )
}

function listOptions(today: number, prices: (source: string) => number): Instrument[] {
  return chains.flatMap((chain, row) => {
    const middle = Math.round(prices(chain.name) / chain.step)
    const days = new Set([
      ...weeklyExpiries(today, chain.weekday, chain.weeks),
      ...monthlyExpiries(today, chain.weekday, chain.months),
    ])
    return [...days].flatMap((day) =>
      Array.from({ length: 2 * chain.reach + 1 }, (_, index) => middle - chain.reach + index)
        .filter((step) => step > 0)
        .flatMap((step) =>
          (['CE', 'PE'] as const).map((type) =>
            listOption({ chain, row, day, strike: step * chain.step, type }),
          ),
        ),
    )
  })
}

function listOption(of: {
  chain: Chain
  row: number
  day: number
  strike: number
  type: OptionType
}): Instrument {
  const { chain, row, day, strike, type } = of
  const expiry = expiryText(day)
  const step = Math.round(strike / chain.step)
  return {
    exchange: chain.exchange,
    symbol: optionSymbol({ underlying: chain.name, expiry, strike, type }),
    token: `${row + 4}${String(day % 1000).padStart(3, '0')}${String(step).padStart(4, '0')}${type === 'CE' ? 1 : 2}`,
    kind: 'option',
    tick: 0.05,
    lot: chain.lot,
    freeze: chain.freeze,
    source: chain.name,
    isin: '',
    contract: { underlying: chain.name, day, expiry, option: { strike, type } },
  }
}
