import fc from 'fast-check'
import type { Intent } from '../../../../src/shared/orders/intents.ts'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '../../../../src/main/core/database.ts'
import { PnlRecorder } from '../../../../src/main/pnl/recorder.ts'
import shipped from '../../../../resources/market.json' with { type: 'json' }
import { ExchangeRules } from '../../../../src/shared/market/exchange-rules.ts'
import { thinned, withGaps } from '../../../../src/main/pnl/curve.ts'
import { PnlStore } from '../../../../src/main/pnl/pnl-store.ts'
import { historyFile } from '../../../../src/main/pnl/tables.ts'
import { dayOf } from '../../../../src/shared/core/india.ts'
import type { BookMeta } from '../../../../src/shared/books/book-state.ts'
import type { Account } from '../../../../src/shared/accounts/accounts.ts'
import {
  type PnlFigures,
  type PnlPoint,
  type PnlSample,
  accountKey,
  emptyDay,
  figureNames,
  serviceNet,
  totalKey,
  withPoint,
} from '../../../../src/shared/pnl/history.ts'
import type { Row } from '../../../../src/shared/core/patch.ts'
import { position } from '../../shared/pnl/positions.ts'
import { temporaryFolder } from '../accounts/places.ts'
import { FakeClock } from '../core/fake-clock.ts'

const opening = Date.parse('2026-11-23T09:15:00+05:30')
const minute = 60_000
const day = 24 * 60 * minute
const idle = new AbortController().signal

const flat = (net: number): PnlFigures => ({
  realised: net,
  unrealised: 0,
  ownRealised: net,
  ownUnrealised: 0,
})
const unknown: PnlFigures = {
  realised: null,
  unrealised: null,
  ownRealised: null,
  ownUnrealised: null,
}

function begun(dataDir = temporaryFolder()) {
  const { opened: store } = openDatabase({
    dataDir,
    kind: historyFile,
    now: () => opening,
    use: (db) => new PnlStore(db),
  })
  onTestFinished(() => store.close())
  const add = (at: number, figures: PnlFigures): void =>
    store.add({ at, day: dayOf(at), figures: [{ key: totalKey, ...figures }] }, () => 'All')
  const nets = async (of: string) => (await store.curves(of, [totalKey]))[0]!.points.map(serviceNet)
  return { store, dataDir, add, nets }
}

describe('The history of P&L', () => {
  test('keeps a day through a restart, with a gap for the time between', async () => {
    const { store, dataDir, add } = begun()
    add(opening, flat(0))
    add(opening + 5000, flat(12.34))
    store.end(opening + 10_000)
    store.close()
    const again = begun(dataDir)
    again.add(opening + 20_000, flat(-3))
    expect(await again.nets('2026-11-23')).toEqual([0, 12.34, null, -3])
    expect(again.store.index(opening)).toMatchObject({
      today: '2026-11-23',
      days: ['2026-11-23'],
      series: [{ key: 'total', name: 'All' }],
    })
  })

  test('shows time without a desk as a gap also after a power cut', async () => {
    const { dataDir, add } = begun()
    add(opening, flat(5))
    const again = begun(dataDir)
    again.add(opening + 10 * minute, flat(6))
    expect(await again.nets('2026-11-23')).toEqual([5, null, 6])
  })

  test('knows no series that the disk refused, so that no other is given its curve', () => {
    const { store, dataDir, add } = begun()
    const other = new DatabaseSync(join(dataDir, 'pnl.db'))
    onTestFinished(() => other.close())
    other.exec(
      "CREATE TRIGGER full BEFORE INSERT ON moments BEGIN SELECT RAISE(ABORT, 'full'); END",
    )
    expect(() => add(opening, flat(1))).toThrow('full')
    expect(store.index(opening).series).toEqual([])
    other.exec('DROP TRIGGER full')
    add(opening, flat(1))
    expect(store.index(opening).series).toEqual([{ key: 'total', name: 'All' }])
  })

  test('has a gap where a curve is another client’s, and no figure of the day that is of both', async () => {
    const { store, add, nets } = begun()
    const took = { day: '2026-11-23', figures: [{ key: totalKey, ...unknown }] }
    add(opening, flat(1000))
    add(opening + minute, flat(500_000))
    const figures = took.figures.map((of) => ({ ...of, anewSince: opening + 5000 }))
    store.add({ ...took, at: opening + 2 * minute, figures }, () => 'All')
    add(opening + 3 * minute, flat(500_100))
    add(opening + 4 * minute, flat(500_050))
    expect(await nets('2026-11-23')).toEqual([1000, null, null, 500_100, 500_050])
    const of = { open: 500_100, high: 500_100, low: 500_050, close: 500_050, drawdown: 50 }
    expect((await store.curves('2026-11-23', [totalKey]))[0]!.summary).toMatchObject(of)
    await store.tidy(opening + day, idle)
    const [kept] = await store.days([totalKey], '2026-11-01', '2026-11-30')
    expect(kept!.days).toMatchObject([of])
    expect(await nets('2026-11-23')).toContain(null)
  })

  test('writes what does not change once a minute, and one gap once', async () => {
    const { dataDir, add } = begun()
    for (let at = 0; at < 3 * minute; at += 5000) add(opening + at, flat(7))
    for (let at = 3 * minute; at < 6 * minute; at += 5000) add(opening + at, unknown)
    const db = new DatabaseSync(join(dataDir, 'pnl.db'), { readOnly: true })
    onTestFinished(() => db.close())
    expect(db.prepare('SELECT count(*) AS count FROM moments').get()).toEqual({ count: 4 })
  })

  test('makes a day that is over small, and keeps what it was', async () => {
    const { store, add } = begun()
    const figures = Array.from({ length: 720 }, (_, place) => ((place * 37) % 101) - 50)
    for (const [place, net] of figures.entries()) add(opening + place * 5000, flat(net))
    const [before] = await store.curves('2026-11-23', [totalKey])
    await store.tidy(opening + day, idle)
    const [after] = await store.curves('2026-11-23', [totalKey])
    expect(before!.points).toHaveLength(720)
    expect(after!.points).toHaveLength(60)
    expect(after!.points.at(-1)).toEqual(before!.points.at(-1))
    expect(after!.summary).toEqual(before!.summary)
    const [kept] = await store.days([totalKey], '2026-11-01', '2026-11-30')
    expect(kept!.days).toEqual([before!.summary])
  })

  test('keeps of a day long ago how it began and ended', async () => {
    const { store, add, nets } = begun()
    add(opening, flat(5))
    add(opening + minute, flat(9))
    await store.tidy(opening + 40 * day, idle)
    expect(await nets('2026-11-23')).toEqual([])
    const [kept] = await store.days([totalKey], '2026-11-01', '2026-11-30')
    expect(kept!.days).toMatchObject([{ day: '2026-11-23', open: 5, high: 9, close: 9 }])
  })

  test('answers a long day in two thousand points at most', async () => {
    const { store, add } = begun()
    for (let place = 0; place < 5000; place++) add(opening + place * 5000, flat(place % 977))
    const [curve] = await store.curves('2026-11-23', [totalKey])
    expect(curve!.points.length).toBeLessThanOrEqual(2000)
    expect(curve!.summary.high).toBe(976)
  })

  /** A curve that is written past the store, at once, and how it stands in the file. */
  function written(dataDir: string, { id, points }: { id: number; points: PnlPoint[] }) {
    const db = new DatabaseSync(join(dataDir, 'pnl.db'))
    onTestFinished(() => db.close())
    const add = db.prepare('INSERT OR REPLACE INTO moments VALUES (?, ?, ?, ?, ?, ?)')
    const addAnew = db.prepare('INSERT OR IGNORE INTO anew VALUES (?, ?)')
    db.exec(
      `BEGIN; DELETE FROM moments WHERE series = ${id}; DELETE FROM anew WHERE series = ${id}`,
    )
    for (const { at, isAnew, ...figures } of points)
      if (isAnew === true) addAnew.run(id, at)
      else
        add.run(
          ...[id, at],
          ...figureNames.map((name) => (figures[name] === null ? null : figures[name] * 100)),
        )
    db.exec('COMMIT')
  }

  test('reads a curve piece by piece as one that is read at once', async () => {
    const net = fc.option(fc.integer({ min: -1e6, max: 1e6 }), { nil: null, freq: 9 })
    const figures = fc.record({
      ...{ realised: net, unrealised: net, ownRealised: net, ownUnrealised: net },
      after: fc.oneof({ weight: 9, arbitrary: fc.constant(5000) }, fc.constant(200_000)),
      isAnew: fc.oneof({ weight: 9, arbitrary: fc.constant(false) }, fc.constant(true)),
    })
    const { store, dataDir, add } = begun()
    add(opening, flat(0))
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(1, 700, 1999, 2000, 2001, 4000, 4321),
        fc.array(figures, { minLength: 1, maxLength: 40 }),
        async (length, some) => {
          let at = opening
          const points = Array.from({ length }, (_, place): PnlPoint => {
            const { after, isAnew, ...of } = some[(place * 7) % some.length]!
            // Nobody watched, or it became another client’s, but here and there.
            at += place % 500 === 0 ? after : 5000
            return isAnew && place % 100 === 0 ? { at, ...unknown, isAnew: true } : { at, ...of }
          })
          written(dataDir, { id: 1, points })
          const [curve] = await store.curves('2026-11-23', [totalKey])
          expect(curve).toEqual({
            key: totalKey,
            points: [...thinned(withGaps(points), 2000)],
            summary: points.reduce(withPoint, emptyDay('2026-11-23')),
          })
        },
      ),
      { numRuns: 25 },
    )
  })

  test('reads once for all who ask meanwhile, and anew once there is more', async () => {
    const { store, add } = begun()
    for (let place = 0; place < 50; place++) add(opening + place * 5000, flat(place))
    const ask = async () => (await store.curves('2026-11-23', [totalKey]))[0]!
    const [one, other] = [ask(), ask()]
    add(opening + 50 * 5000, flat(-1))
    const third = ask()
    expect(await one).toBe(await other)
    expect(await third).not.toBe(await one)
    expect((await third).summary.close).toBe(-1)
    expect(await ask()).not.toBe(await third)
  })

  test('reads of many curves a piece of one in a turn of the loop', async () => {
    const { store, dataDir } = begun()
    const keys = Array.from({ length: 12 }, (_, place) => accountKey(`${place}`))
    const sampled = keys.map((key) => ({ key, ...flat(0) }))
    store.add({ at: opening, day: '2026-11-23', figures: sampled }, (key) => key)
    const points = Array.from({ length: 5000 }, (_, at) => ({
      at: opening + at * 5000,
      ...flat(at),
    }))
    for (const [place] of keys.entries()) written(dataDir, { id: place + 1, points })
    let turns = 0
    let isOver = false
    const turn = (): void => {
      turns++
      if (!isOver) setImmediate(turn)
    }
    turn()
    const curves = await Promise.all(keys.map((key) => store.curves('2026-11-23', [key])))
    isOver = true
    expect(curves.flat().map(({ summary }) => summary.high)).toEqual(keys.map(() => 4999))
    expect(turns).toBeGreaterThanOrEqual(12 * 3)
  })
})

describe('The recorder', () => {
  const account = (id: string, of: { url?: string; broker?: string; login?: string } = {}) =>
    ({
      id,
      login: of.login ?? id,
      name: id,
      enabled: true,
      broker: of.broker ?? 'PX',
      service: of.url === undefined ? { kind: 'practice' } : { kind: 'url', url: of.url },
    }) as unknown as Account
  const held = (realised: number) =>
    position({
      bqty: 10,
      sqty: 10,
      buyavgprc: 100,
      sellavgprc: 100 + realised / 10,
      realisedprofitloss: realised,
    })

  function recording(accounts: Account[], wall: number | (() => number) = opening) {
    const books = new Map<string, Partial<BookMeta> & { rows: Map<string, Row> }>()
    const samples: PnlSample[] = []
    const logins = new Map<string, string>()
    const recorder = new PnlRecorder({
      clock: new FakeClock(),
      now: typeof wall === 'number' ? () => wall : wall,
      // As the desk lists them: anew each time.
      accounts: () => accounts.map((account) => ({ ...account })),
      isOfLogin: (_, sentFor) => sentFor === 'now',
      logins: {
        fingerprint: (id) => logins.get(id) ?? id,
        isSameLogin: (one, other) => one.split(' ')[0] === other.split(' ')[0],
      },
      exchanges: ExchangeRules.parse(shipped).exchanges,
      poller: {
        read: (id, book) => {
          const held = books.get(`${id} ${book}`)
          if (held === undefined) return undefined
          const { rows, ...of } = held
          const usual = { seq: 1, age: 0, every: 1000, trouble: null, unreadable: [] }
          return { meta: { ...usual, ...of }, rows }
        },
      },
      onSample: (sample) => samples.push(sample),
    })
    const fill = (id: string, realised: number, meta: Partial<BookMeta> = {}): void =>
      void books.set(`${id} positions`, {
        rows: new Map([['NSE|INFY-EQ|MIS', held(realised)]]),
        ...meta,
      })
    const take = async () => {
      await recorder.sample()
      return new Map(samples.at(-1)?.figures.map((one) => [one.key, serviceNet(one)]))
    }
    const trade = (id: string, order_id: string): void => {
      const of = { order_id, exchange: 'NSE', symbol: 'INFY-EQ', product: 'MIS' }
      const both = [
        { ...of, action: 'BUY', quantity: 10, price: 100, exchtime: '2026-11-24 09:20:00' },
        { ...of, action: 'SELL', quantity: 10, price: 110, exchtime: '2026-11-24 09:21:00' },
      ]
      const rows = new Map(both.map((row) => [row.action, row]))
      books.set(`${id} trades`, { rows })
    }
    return { fill, take, trade, recorder, books, logins, samples }
  }

  test('gives a strategy the trades of orders that went to the login that the account has now', async () => {
    for (const [login, of] of [
      ['now', 100],
      ['former', undefined],
    ] as const) {
      const { fill, take, trade, recorder } = recording([account('one')])
      const placed = {
        ...{ account: 'one', at: opening, params: { strategy: 'Mine' } },
        parts: [{ orderId: '7' }],
        sent: { login },
      } as unknown as Intent
      recorder.seeIntents([placed])
      fill('one', 100)
      trade('one', '7')
      expect((await take()).get('strategy:Mine'), login).toBe(of)
    }
  })

  test('gives a strategy no trade of an order to which the broker gave its number on another day', async () => {
    let at = opening
    const { fill, take, trade, recorder } = recording([account('one')], () => at)
    const placed = (strategy: string) =>
      ({
        ...{ account: 'one', at, params: { strategy }, parts: [{ orderId: '7' }] },
        sent: { login: 'now' },
      }) as unknown as Intent
    const monday = placed('Mine')
    recorder.seeIntents([monday])
    fill('one', 100)
    trade('one', '7')
    expect((await take()).get('strategy:Mine')).toBe(100)
    at += day
    expect([...(await take()).keys()]).toEqual(['account:one', 'practice'])
    recorder.seeIntents([placed('Other')])
    // What is told of the order of before is not told of this one.
    recorder.seeIntents([monday])
    expect((await take()).get('strategy:Other')).toBe(100)
  })

  test('gives real accounts no curve of a day on which nothing that they hold trades', async () => {
    const real = { url: 'https://one.example' }
    for (const [on, of] of [
      // A Friday, a Saturday, and a holiday of the share exchanges on which commodities trade.
      ['2026-11-20', 100],
      ['2026-11-21', null],
      ['2026-11-24', null],
    ] as const) {
      const { fill, take } = recording([account('one', real)], Date.parse(`${on}T11:00:00+05:30`))
      fill('one', 100)
      expect((await take()).get('account:one'), on).toBe(of)
    }
    const { fill, take } = recording([account('one')], Date.parse('2026-11-21T11:00:00+05:30'))
    fill('one', 100)
    expect((await take()).get('account:one')).toBe(100)
  })

  test('gives real accounts no figures of an earlier day beside those of one on which others trade', async () => {
    const at = Date.parse('2026-11-24T18:00:00+05:30')
    const real = account('one', { url: 'https://one.example' })
    const { take, books } = recording([real], at)
    books.set('one positions', {
      rows: new Map([
        ['NSE|INFY-EQ|MIS', held(1000)],
        ['MCX|GOLDM|NRML', { ...held(50_000), exchange: 'MCX', symbol: 'GOLDM' }],
      ]),
    })
    expect((await take()).get('account:one')).toBe(50_000)
  })

  test('sums the accounts, in both sets of books', async () => {
    const { fill, take } = recording([account('one'), account('two')])
    fill('one', 100)
    fill('two', -30)
    expect(await take()).toEqual(
      new Map([
        ['account:one', 100],
        ['account:two', -30],
        ['practice', 70],
      ]),
    )
  })

  test('keeps practice out of the total once there is a real account, and has a curve of it', async () => {
    const { fill, take, trade, recorder } = recording(
      [account('real', { url: 'https://api.example.com' }), account('one'), account('two')],
      opening + 2 * day,
    )
    fill('real', 100)
    fill('one', 7000)
    fill('two', -30)
    recorder.seeIntents([
      {
        ...{ account: 'one', at: opening + 2 * day, params: { strategy: 'Mine' } },
        ...{ parts: [{ orderId: '7' }], sent: { login: 'now' } },
      } as unknown as Intent,
    ])
    trade('one', '7')
    expect(await take()).toEqual(
      new Map([
        ['account:real', 100],
        ['account:one', 7000],
        ['account:two', -30],
        ['total', 100],
        ['practice', 6970],
      ]),
    )
  })

  test('begins a total anew where an account joins or leaves it, which made no money by that', async () => {
    const accounts = [account('one'), account('two')]
    const { fill, take } = recording(accounts)
    fill('one', 100)
    fill('two', 60_000)
    const totals: unknown[] = []
    const taken = async () => totals.push((await take()).get('practice'))
    await taken()
    const two = accounts.pop()!
    await taken()
    await taken()
    accounts.push(two)
    await taken()
    await taken()
    expect(totals).toEqual([60_100, null, 100, null, 60_100])
  })

  test('begins the curve of an account anew where it is another client, with every sum that it is in', async () => {
    let at = opening
    const { fill, take, logins, books, samples } = recording(
      [account('one'), account('two')],
      () => at,
    )
    const profile = (age: number | null, more: Partial<BookMeta> = {}) =>
      void books.set('one profile', { rows: new Map(), age, ...more })
    fill('one', 1000)
    fill('two', 5)
    profile(0)
    await take()
    at += minute
    profile(20_000)
    await take()
    // Books are read more often than profiles: these are another's, and nobody knows yet.
    at += minute
    profile(0)
    fill('one', 500_000)
    await take()
    at += 5000
    logins.set('one', 'other')
    expect([...(await take()).values()]).toEqual([null, 5, null])
    const [one, two, all] = samples.at(-1)!.figures
    const anewSince = opening + minute - 20_000
    expect([one, two, all].map((of) => of!.anewSince)).toEqual([anewSince, undefined, anewSince])
    at += 5000
    expect([...(await take()).values()]).toEqual([500_000, 5, 500_005])
    expect(samples.at(-1)!.figures.some((of) => of.anewSince !== undefined)).toBe(false)
    // Its keys of another day are its own.
    logins.set('one', 'other again')
    expect([...(await take()).values()]).toEqual([500_000, 5, 500_005])
    // Until the profile is read, other keys may be of the same client.
    logins.set('one', 'third')
    profile(null)
    expect([...(await take()).values()]).toEqual([null, 5, null])
    expect(samples.at(-1)!.figures[0]!.anewSince).toBeUndefined()
    logins.set('one', 'other')
    expect([...(await take()).values()]).toEqual([500_000, 5, 500_005])
  })

  test('begins a total of real money with the first of it, and goes on with that of practice', async () => {
    const accounts = [account('one')]
    const { fill, take } = recording(accounts, opening + 2 * day)
    fill('one', 7000)
    expect([...(await take()).keys()]).toEqual(['account:one', 'practice'])
    accounts.push(account('real', { url: 'https://api.example.com' }))
    fill('real', 100)
    const figures = await take()
    expect(figures.get('total')).toBe(100)
    expect(figures.get('practice')).toBe(7000)
  })

  test('has no total while the real accounts are switched off, which is not a total of zero', async () => {
    const off = { ...account('real', { url: 'https://api.example.com' }), enabled: false }
    const { fill, take } = recording([off, account('one')])
    fill('one', 7000)
    expect([...(await take()).keys()]).toEqual(['account:one', 'practice'])
  })

  test('sums two accounts of one login once', async () => {
    const { fill, take } = recording([account('one'), account('two', { login: 'one' })])
    fill('one', 100)
    fill('two', 100)
    expect(await take()).toEqual(
      new Map([
        ['account:one', 100],
        ['account:two', 100],
        ['practice', 100],
      ]),
    )
  })

  test.each<[string, Partial<BookMeta>]>([
    ['old', { age: 2001 }],
    ['partly unreadable', { unreadable: ['a row'] }],
    ['known to leave out a position', { leavesOut: 'rows' }],
    ['known to leave out the loss of a closed one', { leavesOut: 'result' }],
  ])('has a gap for a book that is %s, and so has the total', async (_, meta) => {
    const { fill, take } = recording([account('one'), account('two')])
    fill('one', 100)
    fill('two', -30, meta)
    const figures = await take()
    expect(figures.get('account:one')).toBe(100)
    expect(figures.get('account:two')).toBeNull()
    expect(figures.get('practice')).toBeNull()
  })

  test.each([
    ['a service', { url: 'https://api.example.com' }, ['total', null]],
    [
      'a service behind a proxy of this machine',
      { url: 'http://127.0.0.1:80', broker: 'ZE' },
      ['total', null],
    ],
    [
      'a practice broker that was started by hand',
      { url: 'http://127.0.0.1:80' },
      ['practice', 100],
    ],
    ['the practice broker', {}, ['practice', 100]],
  ] as const)(
    'before the market opens takes what it should of the books of %s',
    async (_, of, sum) => {
      const early = Date.parse('2026-11-24T07:00:00+05:30')
      const { fill, take } = recording([account('one', of)], early)
      fill('one', 100)
      expect([...(await take())].at(-1)).toEqual(sum)
    },
  )
})
