import Conf from 'conf'
import { describe, expect, it } from 'vitest'
import { type PriceAlerts, openPriceAlerts } from '../../../../src/main/alerts/price-alerts.ts'
import type { PriceAlertInput } from '../../../../src/shared/alerts/alerts.ts'
import type { Row, Rows } from '../../../../src/shared/core/patch.ts'
import { tempDir } from '../../../service/running-desk.ts'
import { sentAt } from '../orders/doubt/doubts.ts'

const input = (more: Partial<PriceAlertInput> = {}): PriceAlertInput => ({
  exchange: 'NSE',
  symbol: 'INFY-EQ',
  direction: 'above',
  level: { kind: 'price', price: '1550' },
  repeats: 'once',
  expires: 'never',
  note: '',
  enabled: true,
  ...more,
})
const book = (...rows: [symbol: string, ltp: number | null, exchange?: string][]) =>
  new Map(
    rows.map(([symbol, ltp, exchange = 'NSE']): [string, Row] => [
      `${exchange}|${symbol}`,
      { exchange, symbol, ltp, tick_size: 0.05 },
    ]),
  )

async function setUp(of: { dir?: string; ltp?: number | null } = {}) {
  const dir = of.dir ?? (await tempDir())
  const time = { now: sentAt }
  const { prices } = openPriceAlerts({
    open: (conf) => new Conf(conf),
    dataDir: dir,
    now: () => time.now,
    ltp: () => (of.ltp == null ? null : { ltp: of.ltp, tick: 0.05 }),
  })
  return { dir, time, prices }
}

const see = (prices: PriceAlerts, rows: Rows, before?: Rows) =>
  prices.see({ book: 'positions', before, rows })

describe('a price alert', () => {
  it('is told when its price is reached, once, and is switched off then', async () => {
    const { prices } = await setUp({ ltp: 1500 })
    prices.save(input({ note: 'Sell half' }))
    expect(see(prices, book(['INFY-EQ', 1549.95]))).toEqual([])
    const news = see(prices, book(['INFY-EQ', 1550]))
    expect(news).toMatchObject([{ kind: 'price', title: 'INFY-EQ is at or above 1,550.00' }])
    expect(news[0]?.message).toContain('Your note: Sell half')
    expect(see(prices, book(['INFY-EQ', 1600]))).toEqual([])
    expect(prices.list()).toMatchObject([{ enabled: false, firedAt: sentAt }])
  })

  it('of every time is told anew after the price came back', async () => {
    const { prices } = await setUp({ ltp: 1500 })
    prices.save(input({ repeats: 'every' }))
    const told = [1551, 1552, 1500, 1555].map((ltp) => see(prices, book(['INFY-EQ', ltp])).length)
    expect(told).toEqual([1, 0, 0, 1])
  })

  it('means one exchange, and no row that did not change or has no price', async () => {
    const { prices } = await setUp({ ltp: 1500 })
    prices.save(input())
    expect(see(prices, book(['INFY-EQ', 1600, 'BSE'], ['INFY-EQ', null]))).toEqual([])
    const same = book(['INFY-EQ', 1600])
    expect(see(prices, same, same)).toEqual([])
    const bought = new Map([...same].map(([key, row]) => [key, { ...row, netqty: 5 }]))
    expect(see(prices, bought, same)).toEqual([])
  })

  it('says where its price may be an old one', async () => {
    const { prices } = await setUp({ ltp: 1500 })
    prices.save(input({ repeats: 'every' }))
    const rows = book(['INFY-EQ', 1600])
    const [news] = prices.see({ book: 'holdings', before: undefined, rows })
    expect(news?.message).toMatch(
      /^Last price 1,600\.00 on NSE, as Holdings show it: some services/,
    )
  })

  it('that was crossed while nothing ran is told at the next start', async () => {
    const { dir, prices } = await setUp({ ltp: 1500 })
    prices.save(input())
    prices.save(input({ direction: 'crosses', symbol: 'SBIN-EQ' }))
    const next = await setUp({ dir })
    const news = see(next.prices, book(['INFY-EQ', 1560], ['SBIN-EQ', 1560]))
    expect(news.map(({ symbol }) => symbol)).toEqual(['INFY-EQ', 'SBIN-EQ'])
  })

  it('for the day is over with it', async () => {
    const { time, prices } = await setUp({ ltp: 1500 })
    prices.save(input({ expires: 'day' }))
    time.now += 86_400_000
    expect(see(prices, book(['INFY-EQ', 1600]))).toEqual([])
  })

  it('in percent is reckoned from the last price, on its tick', async () => {
    const { prices } = await setUp({ ltp: 1501 })
    const level = { kind: 'percent', percent: '-1.5' } as const
    expect(prices.save(input({ direction: 'below', level }))).toMatchObject({
      ok: true,
      value: { price: '1478.5' },
    })
  })

  it('is refused where it is reached already, and a percentage where no price is known', async () => {
    const known = await setUp({ ltp: 1560 })
    const unknown = await setUp()
    const level = { kind: 'percent', percent: '2' } as const
    for (const reply of [known.prices.save(input()), unknown.prices.save(input({ level }))])
      expect(reply).toMatchObject({ ok: false, error: { code: 'invalid', field: 'level' } })
    expect(unknown.prices.save(input())).toMatchObject({ ok: true })
  })

  it('can be changed and deleted, and only one that is there', async () => {
    const { prices } = await setUp({ ltp: 1500 })
    const saved = prices.save(input())
    if (!saved.ok) throw new Error(saved.error.message)
    const { id } = saved.value
    prices.save({ ...input({ level: { kind: 'price', price: '1580' } }), id })
    expect(prices.list()).toMatchObject([{ id, price: '1580' }])
    expect(prices.remove(id)).toMatchObject({ ok: true })
    expect(prices.remove(id)).toMatchObject({ ok: false, error: { code: 'not-found' } })
    expect(prices.save({ ...input(), id })).toMatchObject({ ok: false })
  })
})
