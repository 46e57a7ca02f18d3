import { DatabaseSync } from 'node:sqlite'
import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openFormerOrders } from '../../../../../src/main/orders/doubt/former-orders.ts'
import { SeenOrders } from '../../../../../src/main/orders/doubt/seen-orders.ts'
import { tempDir } from '../../../../service/running-desk.ts'
import { CountedRows } from '../../books/counted-rows.ts'
import { FakeClock } from '../../core/fake-clock.ts'
import { orderRow, sentAt } from './doubts.ts'

const [mine, twin] = ['one', 'two']
const day = 86_400_000

async function setUp({ dataDir, wall = sentAt }: { dataDir?: string; wall?: number } = {}) {
  const dir = dataDir ?? (await tempDir())
  const clock = new FakeClock()
  const now = (): number => wall + clock.now()
  const { former, setAside } = openFormerOrders({ dataDir: dir, clock, now })
  onTestFinished(() => former.close())
  const seen = new SeenOrders({ clock, now, former })
  const see = (ids: readonly string[], { account = mine, unreadable = [] as string[] } = {}) => {
    const meta = { seq: 1, age: 0, every: 1000, trouble: null, unreadable }
    const rows = new Map(ids.map((order_id) => [order_id, orderRow({ order_id })]))
    seen.see(account, { meta, rows })
  }
  const idsOf = (...accounts: string[]): string[] =>
    seen.of(accounts).flatMap(({ ids }) => [...ids])
  const appearanceOf = (id: string, monotonic: number | null = clock.now(), at = now()) =>
    seen.appearanceOf(id, { accounts: [mine, twin], sentAt: at, monotonic })
  return { dir, clock, former, setAside, seen, see, idsOf, appearanceOf }
}

describe('an order book', () => {
  it('is sure once two answers agree, be they empty', async () => {
    const { seen, see } = await setUp()
    expect(seen.isSure(mine)).toBe(false)
    see([])
    expect(seen.isSure(mine)).toBe(false)
    see([])
    expect(seen.isSure(mine)).toBe(true)
    see(['1'])
    expect(seen.isSure(mine)).toBe(true)
  })

  it.each<[string, string[], string[]]>([
    ['lacks an order', ['1'], []],
    ['is empty', [], []],
    ['has rows that cannot be read', ['1', '2'], ['{']],
  ])('is not sure where an answer %s, until two more agree', async (_, ids, unreadable) => {
    const { seen, see } = await setUp()
    for (let poll = 0; poll < 3; poll += 1) see(['1', '2'])
    see(ids, { unreadable })
    expect(seen.isSure(mine)).toBe(false)
    see(['1', '2'])
    expect(seen.isSure(mine)).toBe(false)
    see(['1', '2'])
    expect(seen.isSure(mine)).toBe(true)
  })

  it('of thousands of rows is not gone through for the few that changed', async () => {
    const { seen, idsOf } = await setUp()
    const meta = { seq: 1, age: 0, every: 1000, trouble: null, unreadable: [] }
    const ids = Array.from({ length: 3000 }, (_, at) => `${at + 1}`)
    const before = new CountedRows(ids.map((order_id) => [order_id, orderRow({ order_id })]))
    seen.see(mine, { meta, rows: before })
    const added = orderRow({ order_id: '9000' })
    const rows = new CountedRows([...before, ['9000', added]])
    CountedRows.gone = 0
    seen.see(mine, { meta, rows }, { before, patch: { put: [['9000', added]] } })
    const less = new CountedRows([...rows].slice(1))
    CountedRows.gone = 0
    seen.see(mine, { meta, rows: less }, { before: rows, patch: { drop: ['1'] } })
    expect(CountedRows.gone).toBe(0)
    expect(seen.isSure(mine)).toBe(false)
    expect(idsOf(mine)).toHaveLength(3001)
  })

  it('has seen every order of an answer for whoever asks, also while it is noted', async () => {
    const { seen, former, idsOf, appearanceOf } = await setUp()
    const meta = { seq: 1, age: 0, every: 1000, trouble: null, unreadable: [] }
    const ids = Array.from({ length: 3000 }, (_, at) => `${at + 1}`)
    const noted: string[] = []
    former.note = (_, some) => noted.push(...some)
    const rows = (of: readonly string[]) =>
      new Map(of.map((order_id) => [order_id, orderRow({ order_id })]))
    seen.see(mine, { meta, rows: rows(ids) })
    expect(noted).toHaveLength(0)
    expect(appearanceOf('3000').seenAfter).toBe(0)
    expect(idsOf(mine)).toHaveLength(3000)
    seen.see(twin, { meta, rows: rows(ids) })
    seen.close()
    expect(noted).toHaveLength(6000)
  })

  it('shows what was there when it came, however long it took to be read', async () => {
    const { clock, seen, appearanceOf } = await setUp()
    await clock.advance(1000)
    const meta = { seq: 1, age: 300, every: 1000, trouble: null, unreadable: [] }
    seen.see(mine, { meta, rows: new Map([['1', orderRow({ order_id: '1' })]]) })
    expect(appearanceOf('1').seenAfter).toBe(-300)
  })

  it('forgets no order that one answer lacks', async () => {
    const { see, idsOf } = await setUp()
    see(['1', '2'])
    see([])
    see(['3'])
    expect(idsOf(mine)).toEqual(['1', '2', '3'])
    see(['4'], { account: twin })
    expect(idsOf(mine, twin)).toEqual(['1', '2', '3', '4'])
  })

  it('that was cleared for the next day is sure again, and its numbers may be given again', async () => {
    const { clock, seen, see, idsOf, appearanceOf } = await setUp()
    see(['1', '2'])
    await clock.advance(day)
    for (let poll = 0; poll < 9; poll += 1) see([])
    expect([seen.isSure(mine), idsOf(mine)]).toEqual([false, ['1', '2']])
    see([])
    see([])
    expect([seen.isSure(mine), idsOf(mine)]).toEqual([true, []])
    see(['1'])
    expect(appearanceOf('1')).toEqual({ seenAfter: 0, wasThere: 'earlier' })
  })
})

describe('an order', () => {
  it('is seen so long after the sending of another', async () => {
    const { clock, see, appearanceOf } = await setUp()
    see(['1'])
    await clock.advance(500)
    const sent = clock.now()
    await clock.advance(700)
    see(['1', '2'], { account: twin })
    see(['1', '2'])
    await clock.advance(700)
    see(['1', '2'])
    expect(appearanceOf('1', sent)).toEqual({ seenAfter: -500, wasThere: 'no' })
    expect(appearanceOf('2', sent)).toEqual({ seenAfter: 700, wasThere: 'no' })
    expect(appearanceOf('3', sent)).toEqual({ seenAfter: null, wasThere: 'no' })
  })

  it('that an earlier session sent can only be compared by the wall clock', async () => {
    const { clock, see, appearanceOf } = await setUp()
    await clock.advance(1000)
    see(['1'])
    expect(appearanceOf('1', null, sentAt - 9000)).toEqual({ seenAfter: 10_000, wasThere: 'no' })
    // The clock was set back.
    expect(appearanceOf('1', null, sentAt + 9000)).toEqual({ seenAfter: null, wasThere: 'no' })
  })

  it('is known from earlier sessions, today’s and those of days before', async () => {
    const first = await setUp()
    first.see(['1', '2'])
    first.former.close()
    const later = await setUp({ dataDir: first.dir, wall: sentAt + 3_600_000 })
    later.see(['2', '3'])
    expect(later.appearanceOf('1').wasThere).toBe('today')
    expect(later.appearanceOf('3').wasThere).toBe('no')
    // One that was lost before the first session saw it can be what that session saw.
    expect(later.appearanceOf('2', null, sentAt - 1000).wasThere).toBe('no')
    later.former.close()
    const nextDay = await setUp({ dataDir: first.dir, wall: sentAt + day })
    for (const id of ['1', '2', '3']) expect(nextDay.appearanceOf(id).wasThere).toBe('earlier')
    expect(nextDay.appearanceOf('4').wasThere).toBe('no')
    nextDay.former.close()
    const nextYear = await setUp({ dataDir: first.dir, wall: sentAt + 365 * day })
    expect(nextYear.appearanceOf('1').wasThere).toBe('no')
  })

  it('is known by letters that an older desk kept as they came', async () => {
    const first = await setUp()
    first.former.close()
    const file = new DatabaseSync(join(first.dir, 'seen-orders.db'))
    file
      .prepare('INSERT INTO seen (account, orderId, at) VALUES (?, ?, ?)')
      .run(mine, 'ab12', sentAt)
    file.close()
    const later = await setUp({ dataDir: first.dir, wall: sentAt + 3_600_000 })
    expect(later.appearanceOf('AB12').wasThere).toBe('today')
  })

  it('is written down soon, and a power failure costs little', async () => {
    const first = await setUp()
    first.see(Array.from({ length: 450 }, (_, index) => `${index + 1}`))
    await first.clock.advance(4000)
    const file = new DatabaseSync(join(first.dir, 'seen-orders.db'))
    expect(file.prepare('SELECT count(*) AS all_of_them FROM seen').get()).toEqual({
      all_of_them: 450,
    })
    file.close()
  })

  it('that came up since is none of before, also where the file of those before was lost', async () => {
    const first = await setUp()
    first.see(['1', '2', '3'])
    first.former.close()
    const second = await setUp({ dataDir: first.dir, wall: sentAt + 60_000 })
    const noted = second.former.lastFormer
    second.former.close()
    for (const file of readdirSync(first.dir).filter((name) => name.startsWith('seen-orders')))
      rmSync(join(first.dir, file))
    const third = await setUp({ dataDir: first.dir, wall: sentAt + 120_000 })
    third.see(['9'])
    third.former.close()
    const { seen } = await setUp({ dataDir: first.dir, wall: sentAt + 180_000 })
    const sending = { accounts: [mine], sentAt: sentAt + 60_000, monotonic: null, noted }
    expect(seen.appearanceOf('9', sending).wasThere).toBe('no')
  })

  it('is remembered as long as the desk runs where the disk refuses', async () => {
    const dir = await tempDir()
    mkdirSync(join(dir, 'seen-orders.db'))
    const { see, idsOf, clock } = await setUp({ dataDir: dir })
    see(['1'])
    await clock.advance(4000)
    see([])
    expect(idsOf(mine)).toEqual(['1'])
  })
})
