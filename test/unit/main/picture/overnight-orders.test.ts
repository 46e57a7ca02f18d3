import { describe, expect, it } from 'vitest'
import { nothingAtAll } from '../../../../src/main/exits/exit-goal.ts'
import { isFlat, remainderOf } from '../../../../src/main/exits/remainder.ts'
import { recordKey } from '../../../../src/shared/books/books.ts'
import type { Row } from '../../../../src/shared/core/patch.ts'
import type { Intent } from '../../../../src/shared/orders/intents.ts'
import { after, recordedEvent } from '../orders/doubt/doubts.ts'
import { indianTime } from '../orders/planning/contexts.ts'
import { newPictures, order, position } from './pictures.ts'

const future = { exchange: 'NFO', symbol: 'NIFTY24DEC26F', product: 'NRML' }

/** Bought on Monday at 14:00, with the number 7. */
const bought = (params: Record<string, string> = {}, more: Partial<Intent> = {}): Intent => {
  const { parts, ...intent } = after([recordedEvent({ params: { ...future, ...params } })])
  const taking = { state: 'accepted', orderId: '7' } as const
  return {
    ...{ ...intent, at: indianTime('14:00', '2026-11-23'), account: 'a', state: 'accepted' },
    parts: [{ ...parts[0]!, ...taking }],
    ...more,
  }
}
const row = (more: Row = {}): Row => order('7', { ...future, action: 'BUY', ...more })
const other = position(10, { symbol: 'ITC-EQ' })

interface Told {
  intent?: Intent
  /** What the order book had when the session of Monday ended; null where it was not kept. */
  former?: readonly Row[] | null
  /** When its positions were read last. */
  positionsAt?: number
  /** When an earlier session first saw the order. */
  firstSeen?: number | null
  now?: number
}

/** A session that begins after one of Monday, which ended with its books in this state. */
function nextSession({
  intent = bought(),
  former = [row()],
  positionsAt = indianTime('14:30', '2026-11-23'),
  firstSeen = indianTime('14:00', '2026-11-23'),
  now = indianTime('09:40', '2026-11-24'),
}: Told = {}) {
  const all = newPictures({ recorded: [intent], now: () => now + all.clock.now() })
  const { pictures, answer, clock } = all
  pictures.takeUp(() => firstSeen)
  const keyed = (former ?? []).map((of) => [recordKey('orders', of), of] as const)
  const at = indianTime('14:30', '2026-11-23')
  if (former !== null) pictures.recall({ account: 'a', book: 'orders', rows: keyed, at })
  pictures.recall({ account: 'a', book: 'positions', rows: [], at: positionsAt })
  const read = (orders: readonly Row[], positions: readonly Row[]): void => {
    answer('a', 'orders', orders)
    answer('a', 'positions', positions)
  }
  const isFlatNow = (): boolean => isFlat(remainderOf(pictures.of('a'), nothingAtAll))
  /** Whether nothing is open once the books have shown so for a minute. */
  const isFlatBy = async (orders: readonly Row[], positions: readonly Row[]): Promise<boolean> => {
    for (let seconds = 0; seconds <= 60; seconds += 10) {
      read(orders, positions)
      await clock.advance(10_000)
    }
    return isFlatNow()
  }
  return { ...all, read, isFlatNow, isFlatBy }
}

describe('an order of the day before that worked when Quarterdeck was closed', () => {
  it('may have opened what the position book does not show, for an hour of readings', async () => {
    const { pictures, answer, clock, read, goOn } = nextSession()
    read([], [other])
    const { positions, pnl } = pictures.of('a')
    expect(positions.held(future)).toBeNull()
    expect(positions.lost).toEqual([future])
    expect(pnl.leftOut).toBe('rows')
    // Nothing is read for two hours, which proves nothing.
    await clock.advance(7_200_000)
    for (const [minutes, lost] of [
      [0, 1],
      [50, 1],
      [10, 0],
    ] as const) {
      await goOn(minutes * 60_000, () => answer('a', 'positions', [other]))
      expect(pictures.of('a').positions.lost).toHaveLength(lost)
    }
    expect(pictures.of('a').positions.held(future)).toBe(0)
  })

  it.each<[string, Told]>([
    ['one whose books were not kept', { former: null }],
    ['one that no book had shown', { former: [], firstSeen: null }],
    ['before the books of the day begin', { now: indianTime('08:50', '2026-11-24') }],
    ['after a day without Quarterdeck', { now: indianTime('09:40', '2026-11-26') }],
  ])('is asked about: %s', async (_, told) => {
    expect(await nextSession(told).isFlatBy([], [])).toBe(false)
  })

  it('is told by a row of its position, or by its own that ended without a fill', async () => {
    const closed = position(0, future)
    expect(await nextSession().isFlatBy([], [closed])).toBe(true)
    expect(await nextSession().isFlatBy([row({ status: 'cancelled' })], [])).toBe(true)
    expect(await nextSession().isFlatBy([row({ status: 'complete', fillshares: 100 })], [])).toBe(
      false,
    )
  })

  it.each<[string, Told]>([
    ['had ended by its last book', { former: [row({ status: 'cancelled' })] }],
    ['was shown, and had ended before its broker cleared the book', { former: [] }],
    ['was rejected', { intent: bought({}, { parts: [rejected()] }) }],
    ['was refused', { intent: bought({}, { parts: [refused()] }) }],
    ['was of its day', { intent: bought({ product: 'MIS' }) }],
    ['was a delivery', { intent: bought({ product: 'CNC' }) }],
    ['was of a contract that has ended', { intent: bought({ symbol: 'NIFTY23NOV26F' }) }],
    [
      'was asked about by an earlier session of this day',
      { positionsAt: indianTime('09:31', '2026-11-24') },
    ],
    ['is long ago', { now: indianTime('09:40', '2026-12-04') }],
  ])('asks nothing where it %s', async (_, told) => {
    expect(await nextSession(told).isFlatBy([], [])).toBe(true)
  })

  it('is missed by a later session of that day as well', () => {
    const { pictures, read } = nextSession()
    read([], [other])
    expect(pictures.missedRows('a', 'positions')).toEqual([{ row: future, as: 'open' }])
  })
})

function rejected(): Intent['parts'][number] {
  return { ...bought().parts[0]!, rejection: { reason: null } }
}

function refused(): Intent['parts'][number] {
  return { ...bought().parts[0]!, state: 'refused' }
}
