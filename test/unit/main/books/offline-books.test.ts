import { appendFileSync, existsSync, readFileSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { isNews } from '../../../../src/main/books/book-news.ts'
import { OfflineBooks } from '../../../../src/main/books/offline-books.ts'
import type { Profile } from '../../../../src/shared/accounts/accounts.ts'
import type { Row, Rows } from '../../../../src/shared/core/patch.ts'
import { FakeClock } from '../core/fake-clock.ts'
import { newFolder } from '../hosts/folders.ts'

const account = 'everyday'
const owner: Pick<Profile, 'id' | 'broker' | 'service'> = {
  ...{ id: account, broker: 'PX' },
  service: { kind: 'url', url: 'https://a.example' },
}
const meta = { seq: 1, age: 0, every: 1000, trouble: null, unreadable: [] }

function keeping() {
  const clock = new FakeClock()
  const held = { rows: new Map() as Rows }
  const dataDir = newFolder()
  const wall = { at: 7 }
  const of = {
    ...{ dataDir, clock, now: () => wall.at, account: () => owner },
    ...{ missed: () => [], fingerprint: () => 'a' },
    read: (_: string, book: string) =>
      book === 'positions' ? { meta, rows: held.rows } : undefined,
  }
  const show = (netqty: number, symbol: string): Row => {
    const row: Row = { symbol, exchange: 'NSE', product: 'MIS', netqty }
    held.rows = new Map([...held.rows, [symbol, row]])
    return row
  }
  const hold = (netqty: number, symbol = 'INFY-EQ'): void =>
    books.note(account, 'positions', { put: [[symbol, show(netqty, symbol)]] })
  /** What the next session finds; whoever is killed writes nothing any more. */
  const nextFinds = async (): Promise<unknown> => {
    const former = await new OfflineBooks({ ...of, clock: new FakeClock() }).find(
      account,
      'positions',
    )
    return [...(former?.rows.values() ?? [])].map(({ netqty }) => netqty)
  }
  /** What is written of the whole book. */
  const written = (): unknown => {
    const [file] = filesIn(dataDir).filter((name) => name.endsWith('.json'))
    if (file === undefined) return []
    const { books } = JSON.parse(readFileSync(file, 'utf8')) as {
      books: { positions: { rows: Row[] } }
    }
    return books.positions.rows.map(({ netqty }) => netqty)
  }
  const books = new OfflineBooks(of)
  return { clock, wall, dataDir, books, show, hold, nextFinds, written }
}

const filesIn = (dataDir: string): string[] => {
  const folder = join(dataDir, 'books')
  return existsSync(folder) ? readdirSync(folder).map((name) => join(folder, name)) : []
}

/** Until what was begun to be written is on disk. */
const untilWritten = async (found: () => unknown, expected: unknown): Promise<void> =>
  expect.poll(found).toEqual(expected)

describe('What is kept of the books for the next start', () => {
  it('has what was opened in the moment before, also of a desk that is killed', async () => {
    const { hold, nextFinds } = keeping()
    hold(50)
    expect(await nextFinds()).toEqual([50])
    hold(60)
    hold(10, 'SBIN-EQ')
    expect(await nextFinds()).toEqual([60, 10])
  })

  it('has what came since the whole was written beside that, and what was written later in its place', async () => {
    const { clock, wall, hold, nextFinds, written, dataDir } = keeping()
    hold(50)
    hold(10, 'SBIN-EQ')
    const [rows] = filesIn(dataDir)
    const before = readFileSync(rows!)
    await clock.advance(2000)
    await untilWritten(written, [50, 10])
    await untilWritten(() => readFileSync(rows!).length, 0)
    wall.at += 1
    hold(20, 'SBIN-EQ')
    expect(await nextFinds()).toEqual([50, 20])
    wall.at += 1
    hold(60)
    await clock.advance(10_000)
    await untilWritten(written, [60, 20])
    // A line that could not be taken away, and one that was cut short.
    appendFileSync(rows!, before)
    appendFileSync(rows!, before.subarray(0, 50))
    expect(await nextFinds()).toEqual([60, 20])
  })

  it('has orders of days before of which nobody knew what became, beside those of the day', async () => {
    const untold: Row = {
      ...{ order_id: '7', exchange: 'NFO', symbol: 'NIFTY24DEC26F', product: 'NRML' },
      ...{ action: 'BUY', status: 'open', quantity: null, fillshares: 30 },
    }
    const of = {
      ...{ dataDir: newFolder(), now: () => 7, account: () => owner, fingerprint: () => 'a' },
      missed: () => [{ row: untold, as: 'unended' as const }],
      read: (_: string, book: string) =>
        book === 'orders' ? { meta, rows: new Map() as Rows } : undefined,
    }
    const books = new OfflineBooks({ ...of, clock: new FakeClock() })
    books.note(account, 'orders', { put: [['1', {}]] })
    await books.stop()
    const next = await new OfflineBooks({ ...of, clock: new FakeClock() }).find(account, 'orders')
    expect([...next!.missedUnended.values()]).toEqual([expect.objectContaining(untold)])
    expect(next!.missed.size).toBe(0)
  })

  it('tells until when orders were seen at work, though no row was another one since', async () => {
    const row: Row = {
      ...{ order_id: '7', exchange: 'NFO', symbol: 'NIFTY24DEC26F', product: 'NRML' },
      ...{ action: 'BUY', status: 'open', quantity: 100, fillshares: 0 },
    }
    const [wall, rows, clock] = [{ at: 7 }, new Map([['7', row]]) as Rows, new FakeClock()]
    const of = {
      ...{ dataDir: newFolder(), now: () => wall.at, account: () => owner, missed: () => [] },
      ...{ fingerprint: () => 'a' },
      read: (_: string, book: string) => (book === 'orders' ? { meta, rows } : undefined),
    }
    const books = new OfflineBooks({ ...of, clock })
    const next = async () =>
      await new OfflineBooks({ ...of, clock: new FakeClock() }).find(account, 'orders')
    books.note(account, 'orders', { put: [['7', row]] })
    // A desk that is killed leaves the row, and no answer that is whole.
    expect(await next()).toMatchObject({ at: 7, whole: null })
    await clock.advance(60_000)
    await untilWritten(async () => (await next())?.whole?.at, 7)
    wall.at = 9
    await books.stop()
    expect(await next()).toMatchObject({ at: 9, whole: { at: 9 } })
  })

  it('is for its owner alone, and leaves no second file of a session that ends by itself', async () => {
    const { books, hold, nextFinds, dataDir } = keeping()
    hold(50)
    const [rows] = filesIn(dataDir)
    if (process.platform !== 'win32') expect(statSync(rows!).mode & 0o777).toBe(0o600)
    await books.stop()
    expect(filesIn(dataDir)).toHaveLength(1)
    expect(await nextFinds()).toEqual([50])
  })

  it('keeps nothing of an account that is somebody else’s now', async () => {
    const { books, hold, nextFinds, dataDir } = keeping()
    hold(50)
    books.drop(account)
    expect(await nextFinds()).toEqual([])
    expect(filesIn(dataDir)).toEqual([])
    hold(60)
    expect(await nextFinds()).toEqual([60])
  })

  it('is written whole no more often than each ten seconds, however much is filled', async () => {
    const { clock, hold, written } = keeping()
    hold(50)
    await clock.advance(2000)
    await untilWritten(written, [50])
    hold(60)
    await clock.advance(9999)
    expect(written()).toEqual([50])
    await clock.advance(1)
    await untilWritten(written, [60])
  })

  it('waits a minute where prices alone changed', async () => {
    const { clock, books, show, written } = keeping()
    show(50, 'INFY-EQ')
    books.note(account, 'positions', { set: [['INFY-EQ', { ltp: 1500 }]] })
    await clock.advance(59_999)
    expect(written()).toEqual([])
    await clock.advance(1)
    await untilWritten(written, [50])
  })
})

describe('What is news of a book', () => {
  it('is a row that comes, goes, or stands otherwise, and no price', () => {
    expect(isNews('positions', { set: [['a', { ltp: 1500, pnl: 3 }]] })).toBe(false)
    expect(isNews('positions', { set: [['a', { netqty: 3 }]] })).toBe(true)
    expect(isNews('orders', { set: [['a', { status: 'complete' }]] })).toBe(true)
    expect(isNews('orders', { drop: ['a'] })).toBe(true)
    expect(isNews('holdings', { put: [['a', { symbol: 'INFY' }]] })).toBe(false)
  })
})
