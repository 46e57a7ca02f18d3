import { describe, expect, it } from 'vitest'
import {
  contradictionOf,
  joinTimeline,
  otherOrderWords,
  recordChanges,
} from '../../../../src/renderer/journal/timeline.ts'
import type { JournalEntry } from '../../../../src/shared/journal/journal.ts'
import { history } from '../records.ts'

/** 13:15 in India. */
const start = Date.UTC(2026, 10, 21, 7, 45, 0)
const entry = (after: number, event: JournalEntry['event']): JournalEntry => ({
  seq: after,
  at: start + after,
  intent: '1',
  event,
  hash: 'a',
})
const sent = entry(310, { kind: 'sent', rivals: [], bookAge: null })
const looked = entry(9000, { kind: 'looked', reads: 1, candidates: [] })
const snapshot = (status: string, exchtimestamp: string) =>
  history({ status, exchtimestamp, fillshares: status === 'complete' ? 100 : 0 })

const order = (...given: Parameters<typeof joinTimeline>): (string | null)[] =>
  joinTimeline(...given).map((moment) =>
    moment.from === 'us' ? moment.entry.event.kind : moment.record.status,
  )

describe('the two sides of an order', () => {
  it('stand in order of time, the broker’s whole seconds after what we did within them', () => {
    const snapshots = [
      snapshot('open', '21-Nov-2026 13:15:00'),
      snapshot('complete', '21-Nov-2026 13:15:04'),
    ]
    expect(order([sent, looked], snapshots)).toEqual(['sent', 'open', 'complete', 'looked'])
  })

  it('keep the broker’s own order where its times are missing or go back', () => {
    const snapshots = [
      snapshot('received', ''),
      snapshot('open', '21-Nov-2026 13:15:20'),
      snapshot('modified', '21-Nov-2026 13:15:10'),
      snapshot('complete', 'NA'),
    ]
    expect(order([sent, looked], snapshots)).toEqual([
      'sent',
      'received',
      'looked',
      'open',
      'modified',
      'complete',
    ])
  })

  it('are told from their beginning by brokers that tell them from the end', () => {
    const turned = [
      snapshot('complete', '21-Nov-2026 13:15:04'),
      snapshot('open', '21-Nov-2026 13:15:00'),
    ]
    expect(order([sent], turned)).toEqual(['sent', 'open', 'complete'])
    const inOneSecond = [
      snapshot('complete', '21-Nov-2026 13:15:00'),
      snapshot('open', '21-Nov-2026 13:15:00'),
      snapshot('pending', ''),
    ]
    expect(order([sent], inOneSecond)).toEqual(['sent', 'pending', 'open', 'complete'])
  })

  it('show nothing of the broker’s before it was sent, whatever its clock says', () => {
    expect(order([sent], [snapshot('open', '21-Nov-2026 13:14:00')])).toEqual(['sent', 'open'])
  })
})

describe('a snapshot', () => {
  it('says what changed since the one before', () => {
    const before = history({ status: 'open', fillshares: 0, avgprc: 0 })
    const now = history({ status: 'partially filled', fillshares: 40, avgprc: 1531.85 })
    expect(recordChanges(before, now)).toEqual([
      { field: 'status', before: 'open', now: 'partially filled' },
      { field: 'fillshares', before: null, now: '40' },
      { field: 'avgprc', before: null, now: '1,531.85' },
    ])
  })

  it('that is the first says what it holds, and not what is empty', () => {
    const fields = recordChanges(null, history({ status: 'open', fillshares: 0, rejreason: '' }))
    expect(fields.map(({ field }) => field)).toEqual(['status', 'quantity', 'price'])
  })
})

describe('a snapshot', () => {
  const infosys = { symbol: 'INFY-EQ', action: 'BUY' }

  it('speaks against its order by another side or instrument, and by no other spelling of them', () => {
    const says = (more: Parameters<typeof history>[0]) =>
      contradictionOf(history({ ...infosys, ...more }), infosys)
    for (const same of [{}, { symbol: 'NSE:INFY' }, { symbol: null }, { action: 'b' }])
      expect(says(same)).toBeNull()
    expect(says({ action: 'S' })).toBe('SELL INFY-EQ')
    expect(says({ symbol: 'TCS-EQ' })).toBe('BUY TCS-EQ')
    expect(contradictionOf(history({ symbol: 'TCS-EQ' }), {})).toBeNull()
  })

  it('of another order says which', () => {
    const other = history({ order_id: '778', symbol: 'TCS-EQ', action: 'SELL', quantity: 500 })
    expect(otherOrderWords(other)).toBe('778 SELL 500 TCS-EQ')
  })
})
