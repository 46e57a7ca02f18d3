import type { PracticeAccount } from './account.ts'
import { MINUTE, practiceDayOf, monthlyExpiries, expiryText, practiceDayStart } from './clock.ts'
import type { Engine } from './engine.ts'
import { type Instrument, instrumentKey } from './instruments.ts'
import { roundToTick } from './market.ts'
import type { OrderDraft, Order } from './orders.ts'

/** A day's first three quarters of an hour, lived through before the doors open. */
const MORNING = 45 * MINUTE

export const demoStart = (at: number): number =>
  Math.max(at - MORNING, practiceDayStart(practiceDayOf(at)))

const holdings = [
  ['INFY-EQ', 40, 0.94],
  ['HDFCBANK-EQ', 55, 0.97],
  ['ITC-EQ', 200, 1.03],
  ['TATASTEEL-EQ', 300, 0.88],
  ['LT-EQ', 12, 0.91],
  ['SUNPHARMA-EQ', 30, 1.01],
  ['POWERGRID-EQ', 150, 0.96],
  ['TITAN-EQ', 10, 1.05],
] as const

const watched = ['SBIN-EQ', 'RELIANCE-EQ', 'ICICIBANK-EQ', 'AXISBANK-EQ', 'WIPRO-EQ', 'NTPC-EQ']
const strategies = ['MORNING', 'SWING'] as const

/** Opens every account with a believable day, so that a newcomer sees all of them move at once. */
export function openDemo(engine: Engine, { until }: { until: number }): void {
  const { hours } = engine
  engine.hours = 'always'
  const pause = (until - engine.at) / 4
  const traders = engine.accounts.map((account, index) => new Trader({ engine, account, index }))
  for (const trader of traders) trader.inherit()
  for (const trader of traders) trader.open()
  engine.advance(pause)
  for (const trader of traders) trader.protect()
  engine.advance(pause)
  for (const trader of traders) trader.takeProfit()
  engine.advance(pause)
  for (const trader of traders) trader.changeMind()
  engine.advance(until - engine.at)
  for (const trader of traders) trader.rest()
  engine.hours = hours
}

class Trader {
  readonly #engine: Engine
  readonly #account: PracticeAccount
  /** Makes the accounts differ. */
  readonly #index: number
  #doubtful: Order | undefined

  constructor(of: { engine: Engine; account: PracticeAccount; index: number }) {
    this.#engine = of.engine
    this.#account = of.account
    this.#index = of.index
  }

  /** What earlier days left: holdings, and a future carried forward. */
  inherit(): void {
    const { market } = this.#engine
    for (const [symbol, quantity, paid] of this.#turned(holdings).slice(0, 6)) {
      const instrument = this.#share(symbol)
      const average = roundToTick(market.price(instrument) * paid, instrument.tick)
      this.#account.holdings.set(instrumentKey(instrument), { instrument, quantity, average })
    }
    const future = this.#future()
    const sign = this.#index % 2 === 0 ? 1 : -1
    const position = this.#account.position({ instrument: future, product: 'NRML' })
    position.carried = sign * future.lot
    position.carriedAverage = roundToTick(market.price(future) * (1 - sign * 0.004), future.tick)
    position.strategies.set(strategies[1], position.carried)
  }

  open(): void {
    this.#place({ symbol: this.#watch(0), action: 'BUY', quantity: 120 })
    this.#place({ symbol: this.#watch(1), action: 'SELL', quantity: 80 })
    this.#place({ symbol: this.#watch(4), action: 'BUY', quantity: 100, product: 'CNC' })
    this.#place({ instrument: this.#call(), action: 'BUY', quantity: 130, product: 'NRML' })
  }

  /** A cover order, and a limit that is thought better of. */
  protect(): void {
    const stopPrice = this.#near(this.#watch(3), 0.015)
    this.#place({
      symbol: this.#watch(3),
      action: 'SELL',
      quantity: 40,
      product: 'CO',
      protection: { kind: 'cover', stopPrice },
    })
    this.#doubtful = this.#limit({ symbol: this.#watch(5), action: 'BUY', away: -0.03 })
  }

  takeProfit(): void {
    this.#place({ symbol: this.#watch(0), action: 'SELL', quantity: 60 })
    this.#place({ symbol: 'INFY-EQ', action: 'SELL', quantity: 5, product: 'CNC' })
  }

  /** A cancelled order, and two that were turned down. */
  changeMind(): void {
    if (this.#doubtful) this.#engine.cancel(this.#account, this.#doubtful)
    this.#limit({ symbol: this.#watch(1), action: 'BUY', away: -0.25 })
    this.#place({ symbol: 'MARUTI-EQ', action: 'BUY', quantity: 500, product: 'CNC' })
  }

  /** A trailing bracket, and limits just beside the market that the walk reaches one by one. */
  rest(): void {
    const price = this.#engine.market.price(this.#share(this.#watch(2)))
    this.#place({
      symbol: this.#watch(2),
      action: 'BUY',
      quantity: 50,
      product: 'BO',
      protection: {
        kind: 'bracket',
        target: price * 0.03,
        stop: price * 0.008,
        trail: price * 0.0005,
      },
    })
    for (let step = 0; step < 12; step += 1) {
      const buys = (step + this.#index) % 2 === 0
      const away = (buys ? -1 : 1) * 0.0003 * (step + 1)
      this.#limit({ symbol: this.#watch(step), action: buys ? 'BUY' : 'SELL', away })
    }
    const trigger = this.#near(this.#watch(0), -0.01)
    this.#place({
      symbol: this.#watch(0),
      action: 'SELL',
      quantity: 60,
      pricetype: 'SL-M',
      trigger,
    })
  }

  #limit(of: { symbol: string; action: OrderDraft['action']; away: number }): Order {
    const price = this.#near(of.symbol, of.away)
    return this.#place({ ...of, quantity: 20, pricetype: 'LIMIT', price })
  }

  #place(
    of: Partial<OrderDraft> & { symbol?: string; action: OrderDraft['action']; quantity: number },
  ): Order {
    const { symbol, instrument, ...given } = of
    return this.#engine.place(this.#account, {
      instrument: instrument ?? this.#share(symbol ?? ''),
      strategy: strategies[this.#index % 2] ?? strategies[0],
      product: 'MIS',
      pricetype: 'MARKET',
      price: 0,
      trigger: 0,
      disclosed: 0,
      ...given,
    })
  }

  #near(symbol: string, away: number): number {
    const share = this.#share(symbol)
    return roundToTick(this.#engine.market.price(share) * (1 + away), share.tick)
  }

  #turned<Of>(list: readonly Of[]): Of[] {
    const turn = this.#index % list.length
    return [...list.slice(turn), ...list.slice(0, turn)]
  }

  #watch(index: number): string {
    return watched[(index + this.#index) % watched.length] ?? ''
  }

  #share(symbol: string): Instrument {
    return listed(this.#engine.listing.find({ exchange: 'NSE', symbol }))
  }

  #future(): Instrument {
    const name = this.#index < 2 ? 'NIFTY' : 'BANKNIFTY'
    const { all } = this.#engine.listing
    return listed(all.find(({ kind, source }) => kind === 'future' && source === name))
  }

  #call(): Instrument {
    const { listing, market } = this.#engine
    const [day = 0] = monthlyExpiries(listing.day + 7, 2, 1)
    const strike = Math.round(market.spot('NIFTY') / 50) * 50
    return listed(
      listing.option({ underlying: 'NIFTY', expiry: expiryText(day), strike, type: 'CE' }),
    )
  }
}

function listed(instrument: Instrument | undefined): Instrument {
  if (instrument) return instrument
  throw new Error('the demo trades something that is not listed')
}
