import { expect, test } from 'vitest'
import { demoStart, openDemo } from '../../../../src/practice/market/demo.ts'
import { Engine } from '../../../../src/practice/market/engine.ts'
import { START } from './trading.ts'

const owners = ['one', 'two'].flatMap((client) =>
  ['PX', 'PY'].map((broker) => ({ client, broker })),
)

function opened(seed: number, at = START): Engine {
  const engine = new Engine({ at: demoStart(at), seed, hours: 'always', owners })
  openDemo(engine, { until: at })
  return engine
}

test.each([1, 2, 3])('every account opens with something in every book (seed %i)', (seed) => {
  const engine = opened(seed)
  expect(engine.at).toBe(START)
  for (const account of engine.accounts) {
    const statuses = new Set([...account.orders.values()].map(({ status }) => status))
    for (const status of ['complete', 'open', 'rejected', 'cancelled', 'trigger pending'])
      expect(statuses).toContain(status)
    expect(account.trades.length).toBeGreaterThan(5)
    expect(account.positions.size).toBeGreaterThan(4)
    expect(account.holdings.size).toBeGreaterThan(4)
    expect(account.totals().available).toBeGreaterThan(100_000)
  }
})

test.each([1, 2, 3])(
  'within ten minutes resting orders fill and a stop trails (seed %i)',
  (seed) => {
    const engine = opened(seed)
    const filled = () => engine.accounts.map((account) => account.trades.length)
    const before = filled()
    engine.advance(600_000)
    filled().forEach((trades, index) => expect(trades).toBeGreaterThan(before[index] ?? 0))
    const trailed = engine.accounts.flatMap((account) =>
      [...account.orders.values()].filter(
        ({ role, history }) => role === 'stop' && history[0]?.trigger !== history.at(-1)?.trigger,
      ),
    )
    expect(trailed.length).toBeGreaterThan(0)
  },
)

test('the accounts differ', () => {
  const firsts = opened(1).accounts.map((account) => [...account.holdings.keys()].join())
  expect(new Set(firsts).size).toBe(4)
})

test('a broker that opens just after the day turned opens all the same', () => {
  const engine = opened(1, Date.parse('2026-11-17T06:00:00+05:30'))
  expect(engine.accounts[0]?.orders.size).toBeGreaterThan(10)
})
