import type { Exchange } from '../../shared/service/words.ts'
import { DAY, practiceDayStart } from './clock.ts'
import { type Contract, type Instrument, instrumentKey, sources } from './instruments.ts'
import { Random } from './random.ts'

const YEAR = 365 * DAY
const SECONDS_A_YEAR = 252 * 22_500
/** Livelier than life, so that a newcomer sees things move. */
const LIVELINESS = 1.6
/** A walk left running for weeks must not leave its option chain behind. */
const RETURNS_WITHIN = 4 * 3_600_000
const INTEREST = 0.065
/** Value that one order finds at one tick, in rupees. */
const DEPTH = 250_000

interface Spot {
  price: number
  /** The day's reference: bands are taken from it, and the walk is drawn to it. */
  anchor: number
  readonly volatility: number
  readonly market: number
  readonly home: Exchange
}

export interface SavedMarket {
  spots: Record<string, { price: number; anchor: number }>
  basis: Record<string, number>
  random: number
}

/** Prices: a walk for every source, and everything else derived from those. */
export class Market {
  readonly #spots = new Map<string, Spot>()
  /** What an instrument's price is of its model's, where it was set by hand. */
  readonly #basis = new Map<string, number>()
  readonly #random: Random
  #at: number

  constructor({ seed, at }: { seed: number; at: number }) {
    this.#at = at
    this.#random = new Random(seed)
    for (const { name, price, volatility, market, home } of sources)
      this.#spots.set(name, { price, anchor: price, volatility, market, home })
  }

  spot(source: string): number {
    return this.#spots.get(source)?.price ?? 0
  }

  price(instrument: Instrument): number {
    return this.#quote(instrument, this.spot(instrument.source), this.#at)
  }

  /** Where the day's price band is centred. */
  reference(instrument: Instrument): number {
    return this.#quote(instrument, this.#spots.get(instrument.source)?.anchor ?? 0, this.#at)
  }

  /** How many units one order can fill at one tick. */
  depth(instrument: Instrument): number {
    const lots = DEPTH / Math.max(this.price(instrument), instrument.tick) / instrument.lot
    const most = instrument.freeze > 0 ? instrument.freeze / 2 / instrument.lot : Infinity
    return (
      Math.max(1, Math.floor(Math.min(lots, most) * (0.4 + 0.6 * this.#random.uniform()))) *
      instrument.lot
    )
  }

  /** Moves the sources whose exchange is trading, through `elapsed` milliseconds. */
  step(elapsed: number, isTrading: (home: Exchange) => boolean): void {
    this.#at += elapsed
    const scale = LIVELINESS * Math.sqrt(elapsed / 1000 / SECONDS_A_YEAR)
    const pull = Math.min(1, elapsed / RETURNS_WITHIN)
    const shock = this.#random.normal()
    for (const spot of this.#spots.values()) {
      const own = this.#random.normal()
      if (!isTrading(spot.home)) continue
      const mixed = spot.market * shock + Math.sqrt(1 - spot.market ** 2) * own
      const drift = -pull * Math.log(spot.price / spot.anchor)
      spot.price *= Math.exp(spot.volatility * scale * mixed + drift)
    }
  }

  /** Lets time pass without a trade. */
  skipTo(at: number): void {
    this.#at = at
  }

  /** A new day's references are the old day's last prices. */
  settle(): void {
    for (const spot of this.#spots.values()) spot.anchor = spot.price
  }

  set(instrument: Instrument, price: number): void {
    const spot = this.#spots.get(instrument.source)
    if (!spot) return
    const isSource =
      instrument.kind === 'index' || (instrument.kind === 'share' && instrument.exchange === 'NSE')
    if (isSource) Object.assign(spot, { price, anchor: price })
    else
      this.#basis.set(instrumentKey(instrument), price / modelled(instrument, spot.price, this.#at))
  }

  #quote(instrument: Instrument, spot: number, at: number): number {
    const basis = this.#basis.get(instrumentKey(instrument)) ?? 1
    return roundToTick(modelled(instrument, spot, at) * basis, instrument.tick)
  }

  save(): SavedMarket {
    const spots = [...this.#spots].map(([name, { price, anchor }]) => [name, { price, anchor }])
    return {
      spots: Object.fromEntries(spots),
      basis: Object.fromEntries(this.#basis),
      random: this.#random.state,
    }
  }

  restore(state: SavedMarket, at: number): void {
    this.#at = at
    for (const [name, { price, anchor }] of Object.entries(state.spots)) {
      const spot = this.#spots.get(name)
      if (spot) Object.assign(spot, { price, anchor })
    }
    for (const [key, basis] of Object.entries(state.basis)) this.#basis.set(key, basis)
    this.#random.state = state.random
  }
}

/** The nearest tick, never below one, free of binary dust. */
export const roundToTick = (price: number, tick: number): number =>
  Number((Math.max(1, Math.round(price / tick)) * tick).toFixed(4))

function modelled(instrument: Instrument, spot: number, at: number): number {
  const { contract } = instrument
  if (!contract) return spot
  const years = Math.max(practiceDayStart(contract.day + 1) - at, 0) / YEAR
  if (!contract.option) return spot * Math.exp(INTEREST * years)
  return optionValue({ spot, years, ...contract.option })
}

/** Black and Scholes, with a smile: what is far from the money costs a little more. */
function optionValue(of: { spot: number; years: number } & Required<Contract>['option']): number {
  const { spot, strike, type } = of
  const years = Math.max(of.years, 1e-6)
  const volatility = 0.14 + 0.6 * Math.min(0.2, Math.abs(Math.log(strike / spot)))
  const deviation = volatility * Math.sqrt(years)
  const d1 = (Math.log(spot / strike) + (INTEREST + volatility ** 2 / 2) * years) / deviation
  const present = strike * Math.exp(-INTEREST * years)
  const call = spot * cumulative(d1) - present * cumulative(d1 - deviation)
  return Math.max(type === 'CE' ? call : call - spot + present, 0.05)
}

/** The normal distribution's cumulative, by the logistic approximation: fine to a rupee's fraction. */
function cumulative(x: number): number {
  return 1 / (1 + Math.exp(-(1.5976 * x + 0.070565 * x ** 3)))
}
