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
  const of = {
    ...{ dataDir: newFolder(), clock, now: () => 7, account: () => owner },
    ...{ missed: () => [], fingerprint: () => 'a' },
    read: (_: string, book: string) =>
      book === 'positions' ? { meta, rows: held.rows } : undefined,
  }
  const hold = (netqty: number): void => {
    const row: Row = { symbol: 'INFY-EQ', exchange: 'NSE', product: 'MIS', netqty }
    held.rows = new Map([['INFY', row]])
  }
  /** What the next session finds; whoever is killed writes nothing any more. */
  const nextFinds = async (): Promise<unknown> => {
    const former = await new OfflineBooks({ ...of, clock: new FakeClock() }).find(
      account,
      'positions',
    )
    return [...(former?.rows.values() ?? [])].map(({ netqty }) => netqty)
  }
  return { clock, books: new OfflineBooks(of), hold, nextFinds }
}

/** Until what was begun to be written is on disk. */
const untilWritten = async (found: () => Promise<unknown>, expected: unknown): Promise<void> =>
  expect.poll(found).toEqual(expected)

describe('What is kept of the books for the next start', () => {
  it('has what was opened a moment ago, also of a desk that is killed', async () => {
    const { clock, books, hold, nextFinds } = keeping()
    hold(50)
    books.note(account, { isUrgent: true })
    await clock.advance(2000)
    await untilWritten(nextFinds, [50])
  })

  it('is written no more often than each ten seconds, however much is filled', async () => {
    const { clock, books, hold, nextFinds } = keeping()
    hold(50)
    books.note(account, { isUrgent: true })
    await clock.advance(2000)
    await untilWritten(nextFinds, [50])
    hold(60)
    books.note(account, { isUrgent: true })
    await clock.advance(9999)
    expect(await nextFinds()).toEqual([50])
    await clock.advance(1)
    await untilWritten(nextFinds, [60])
  })

  it('waits a minute where prices alone changed', async () => {
    const { clock, books, hold, nextFinds } = keeping()
    hold(50)
    books.note(account, { isUrgent: false })
    await clock.advance(59_999)
    expect(await nextFinds()).toEqual([])
    await clock.advance(1)
    await untilWritten(nextFinds, [50])
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
