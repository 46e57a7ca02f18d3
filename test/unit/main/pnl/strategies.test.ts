import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { strategyResults } from '../../../../src/main/pnl/strategies.ts'
import type { Row } from '../../../../src/shared/core/patch.ts'
import { TradeRecord } from '../../../../src/shared/service/records.ts'
import { traded } from '../../shared/pnl/positions.ts'

interface Done {
  /** Null for one that was not placed from here. */
  strategy: string | null
  units: number
  price: number
}

interface Telling {
  /** How often the book has each trade. */
  times?: number
  /** What its prices are divided by. */
  per?: number
}

function resultsOf(
  done: readonly Done[],
  more: Record<string, unknown> = {},
  { times = 1, per = 1 }: Telling = {},
) {
  const trades = new Map<string, Row>()
  const placed = new Map<string, string>()
  for (const [place, { strategy, units, price }] of done.entries()) {
    const id = `${place + 1}`
    if (strategy !== null) placed.set(id, strategy)
    const time = new Date(Date.parse('2026-11-23T09:15:00Z') + place * 1000)
    const trade = TradeRecord.parse({
      exchange: 'NSE',
      product: 'MIS',
      symbol: 'INFY-EQ',
      action: units > 0 ? 'BUY' : 'SELL',
      quantity: Math.abs(units),
      price: price / per,
      order_id: id,
      exchtime: time.toISOString().slice(0, 19).replace('T', ' '),
    })
    // The book gives the latest first.
    for (let time = 0; time < times; time++) trades.set(`${1e6 - place} ${time}`, trade)
  }
  const row = { ...traded({ carried: null, trades: done, ltp: 100, decimals: 2 }), ...more }
  return strategyResults({
    trades: new Map([...trades].toReversed()),
    positions: new Map([['NSE|INFY-EQ|MIS', row]]),
    strategyOf: (id) => placed.get(id),
  })
}

describe('The P&L of a strategy', () => {
  test('is that of its own trades, what it holds at the last price', () => {
    const results = resultsOf([
      { strategy: 'alpha', units: 100, price: 90 },
      { strategy: 'beta', units: -50, price: 110 },
      { strategy: 'alpha', units: -40, price: 95 },
      { strategy: null, units: 10, price: 70 },
    ])
    expect(results.get('alpha')).toEqual({ realised: 200, unrealised: 600 })
    // The ten of nobody close a part of what beta sold.
    expect(results.get('beta')).toEqual({ realised: 400, unrealised: 400 })
    expect([...results.keys()]).toEqual(['alpha', 'beta'])
  })

  test('ends with an exit that was not placed under it', () => {
    const results = resultsOf([
      { strategy: 'alpha', units: 100, price: 90 },
      { strategy: null, units: -100, price: 97 },
    ])
    expect(results.get('alpha')).toEqual({ realised: 700, unrealised: 0 })
  })

  test('is unknown while the trades and the position are of different moments', () => {
    const done = [{ strategy: 'alpha', units: 100, price: 90 }]
    expect(resultsOf(done, { netqty: 150, bqty: 150 }).get('alpha')).toBeNull()
    expect(resultsOf(done, { ltp: null }).get('alpha')).toBeNull()
    expect(resultsOf(done, { cfbuyqty: 50, cfbuyavgprc: 80, netqty: 150 }).get('alpha')).toEqual({
      realised: 0,
      unrealised: 1000,
    })
  })

  describe('of a book that nets out to what is held', () => {
    const round = [
      { strategy: 'alpha', units: 100, price: 90 },
      { strategy: 'alpha', units: -100, price: 100 },
    ]
    const result = (more: Record<string, unknown>, telling?: Telling) =>
      resultsOf(round, more, telling).get('alpha')
    const known = { realised: 1000, unrealised: 0 }

    test('is unknown where it has each trade twice, or prices that the position does not bear out', () => {
      expect(result({})).toEqual(known)
      expect(result({}, { times: 2 })).toBeNull()
      expect(result({}, { per: 100 })).toBeNull()
      const open = [{ strategy: 'alpha', units: 100, price: 90 }]
      expect(resultsOf(open).get('alpha')).toEqual({ realised: 0, unrealised: 1000 })
      expect(resultsOf(open, {}, { per: 100 }).get('alpha')).toBeNull()
    })

    test('is known beside units that were brought forward, in the quantities of the day or not', () => {
      const carried = { cfbuyqty: 50, cfbuyavgprc: 80, netqty: 50, netbuyavgprc: 86.67 }
      expect(result(carried)).toEqual(known)
      expect(result(carried, { per: 100 })).toBeNull()
      const within = { ...carried, bqty: 150, buyavgprc: 86.67 }
      expect(result(within)).toEqual(known)
      expect(result(within, { times: 2 })).toBeNull()
    })

    test('is held against the result of a closed one where the row tells nothing else', () => {
      const cleared = { bqty: 0, sqty: 0, buyavgprc: 0, sellavgprc: 0, realisedprofitloss: 1000 }
      expect(result(cleared)).toEqual(known)
      expect(result(cleared, { times: 2 })).toBeNull()
      expect(result({ ...cleared, realisedprofitloss: null })).toBeNull()
    })
  })

  test('sums over strategies to that of all trades, where all are of some strategy', () => {
    const trade = fc.record({
      strategy: fc.constantFrom('alpha', 'beta', 'gamma'),
      units: fc.integer({ min: 1, max: 500 }).chain((count) => fc.constantFrom(count, -count)),
      price: fc.integer({ min: 100, max: 100_000 }).map((paise) => paise / 100),
    })
    fc.assert(
      fc.property(fc.array(trade, { minLength: 1, maxLength: 30 }), (done) => {
        let sum = 0
        for (const result of resultsOf(done).values()) sum += result!.realised + result!.unrealised
        const till = done.reduce((all, { units, price }) => all + units * (100 - price), 0)
        expect(sum).toBeCloseTo(till, 2)
      }),
    )
  })
})
