import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { StorageError } from '../../../../src/main/core/documents.ts'
import { openAlertLog } from '../../../../src/main/alerts/alert-log.ts'
import type { AlertEvent } from '../../../../src/main/alerts/alert-events.ts'
import { AlertKind } from '../../../../src/shared/alerts/alert-settings.ts'
import { tempDir } from '../../../service/running-desk.ts'
import { FakeClock } from '../core/fake-clock.ts'
import { newTeller } from './dispatches.ts'

const news = (cause: string, more: Partial<AlertEvent> = {}): AlertEvent => ({
  kind: 'filled',
  tone: 'good',
  cause,
  account: 'main',
  title: `Filled: ${cause}`,
  message: 'All of it.',
  line: cause,
  orderId: cause,
  symbol: 'INFY-EQ',
  ...more,
})
const many = (count: number, from = 0): AlertEvent[] =>
  Array.from({ length: count }, (_, index) => news(`order ${from + index}`))

async function setUp(more: { isMuted?: () => boolean } = {}) {
  const dir = await tempDir()
  const clock = new FakeClock()
  return { dir, clock, ...newTeller({ dir, clock, ...more }) }
}

describe('what is told', () => {
  it('is told once for a cause, also after a restart and after the log was cleared', async () => {
    const { dir, clock, teller, alerts, log } = await setUp()
    teller.tell([news('7')])
    teller.tell([news('7')])
    log.clear()
    teller.tell([news('7')])
    expect(alerts).toHaveLength(1)
    log.close()
    const next = newTeller({ dir, clock })
    next.teller.tell([news('7')])
    expect(next.alerts).toEqual([])
  })

  it('in one moment is one alert that counts, and names the first of them', async () => {
    const { teller, alerts, log } = await setUp()
    teller.tell(many(1000))
    expect(alerts).toMatchObject([{ title: 'Filled: 1000 orders', count: 1000, orderId: null }])
    expect(alerts[0]?.message).toContain('order 0; order 1')
    expect(alerts[0]?.message).toContain('and 995 more')
    expect(log.rows({}, { limit: 10 }).rows).toHaveLength(1)
  })

  it('is about what was placed from here where one of them was', async () => {
    const { clock, teller, alerts } = await setUp()
    teller.tell([news('1', { intent: 'ours' })])
    teller.tell([news('2', { intent: 'ours as well' })])
    await clock.advance(60_000)
    teller.tell(many(2))
    expect(alerts).toMatchObject([
      { count: 1, isOurs: true, intent: 'ours' },
      { count: 2, isOurs: true, intent: null },
      { count: 2, isOurs: false },
    ])
  })

  it('of several orders in doubt holds for those that the service said no to', async () => {
    const { teller, alerts } = await setUp()
    teller.tell(['1', '2'].map((cause) => news(cause, { kind: 'in-doubt', tone: 'urgent' })))
    expect(alerts).toMatchObject([{ title: 'In doubt: 2 orders' }])
    expect(alerts[0]?.message).toContain('or a refusal that is not known to be final')
  })

  it('in a burst over many polls stays one alert, and is told anew after half a minute', async () => {
    const { clock, teller, alerts, log } = await setUp()
    for (let poll = 0; poll < 20; poll++) {
      teller.tell(many(50, poll * 50))
      await clock.advance(1000)
    }
    expect(new Set(alerts.map(({ id }) => id)).size).toBe(1)
    expect(alerts.at(-1)?.count).toBe(1000)
    expect(log.rows({}, { limit: 10 }).rows).toMatchObject([{ count: 1000 }])
    for (let poll = 20; poll < 40; poll++) {
      teller.tell(many(50, poll * 50))
      await clock.advance(1000)
    }
    expect(new Set(alerts.map(({ id }) => id)).size).toBe(2)
  })

  it('one after another is told one by one, and so is what is of different accounts or kinds', async () => {
    const { clock, teller, alerts } = await setUp()
    teller.tell([news('1')])
    await clock.advance(2000)
    teller.tell([news('2'), news('3', { account: 'other' }), news('4', { kind: 'rejected' })])
    expect(alerts.map(({ title }) => title)).toEqual([1, 2, 3, 4].map((one) => `Filled: ${one}`))
  })

  it('while alerts are muted is written down, and shown and heard in no way', async () => {
    const { teller, alerts, log } = await setUp({ isMuted: () => true })
    teller.tell([news('1')])
    expect(alerts).toMatchObject([{ told: { toast: false, sound: false, system: false } }])
    expect(log.unreadBut(new Set())).toBe(1)
  })

  it('is told all the same where the disk refuses to keep it', async () => {
    const { teller, alerts, log } = await setUp()
    vi.spyOn(log, 'put').mockImplementation(() => {
      throw new StorageError('alerts.db', new Error('disk full'))
    })
    teller.tell([news('1')])
    teller.tell([news('1')])
    expect(alerts).toHaveLength(1)
  })

  it('is bounded by time, however much happens, and nothing is lost from the counts', async () => {
    const dir = await tempDir()
    const steps = fc.array(
      fc.record({
        after: fc.integer({ min: 0, max: 4000 }),
        count: fc.integer({ min: 1, max: 40 }),
      }),
      { maxLength: 40 },
    )
    let run = 0
    await fc.assert(
      fc.asyncProperty(steps, async (all) => {
        const clock = new FakeClock()
        const { teller, alerts, log } = newTeller({ dir: `${dir}/${++run}`, clock })
        let from = 0
        for (const { after, count } of all) {
          await clock.advance(after)
          teller.tell(many(count, from))
          from += count
        }
        const last = new Map(alerts.map((alert) => [alert.id, alert]))
        expect([...last.values()].reduce((sum, { count }) => sum + count, 0)).toBe(from)
        expect(last.size).toBeLessThanOrEqual(1 + clock.now() / 1500)
        log.close()
      }),
      { numRuns: 20 },
    )
  })
})

describe('the log', () => {
  it('is kept in memory, and that is said, where there can be no file: trading goes on', async () => {
    const dir = await tempDir()
    mkdirSync(join(dir, 'alerts.db'))
    const { log, problem } = openAlertLog({ dataDir: dir, now: Date.now })
    expect(problem).toMatch(/^Alerts are told, and not kept/)
    log.close()
    const { teller, alerts } = newTeller({ dir, clock: new FakeClock() })
    teller.tell([news('7'), news('7')])
    expect(alerts).toMatchObject([{ count: 1 }])
  })

  it('is read in pages and by kind, account and text', async () => {
    const { clock, teller, log } = await setUp()
    for (const kind of AlertKind.options) {
      teller.tell([news(kind, { kind, account: kind === 'price' ? null : 'main' })])
      await clock.advance(60_000)
    }
    const page = log.rows({}, { limit: 4 })
    expect(page.hasMore).toBe(true)
    expect(page.rows[0]?.kind).toBe('price')
    const rest = log.rows({}, { before: page.rows[3]!.seq, limit: 100 })
    expect(page.rows.length + rest.rows.length).toBe(AlertKind.options.length)
    expect(log.rows({ kind: 'stale' }, { limit: 9 }).rows).toMatchObject([{ kind: 'stale' }])
    expect(log.rows({ account: 'main' }, { limit: 99 }).rows).toHaveLength(
      AlertKind.options.length - 1,
    )
    expect(log.rows({ text: 'ELSEWHERE' }, { limit: 9 }).rows).toHaveLength(1)
    expect(log.rows({ text: '%' }, { limit: 9 }).rows).toEqual([])
  })

  it('knows what was read', async () => {
    const { clock, teller, alerts, log } = await setUp()
    for (const cause of ['1', '2', '3']) {
      teller.tell([news(cause)])
      await clock.advance(60_000)
    }
    log.markRead({ ids: [alerts[1]!.id] })
    expect(log.unreadBut(new Set())).toBe(2)
    log.markRead({ upTo: alerts[2]!.seq })
    expect(log.unreadBut(new Set())).toBe(0)
    expect(log.rows({}, { limit: 9 }).rows.every(({ isRead }) => isRead)).toBe(true)
  })

  it('forgets what is older than thirty days', async () => {
    const { dir, clock, teller, log } = await setUp()
    teller.tell([news('1')])
    log.close()
    await clock.advance(31 * 86_400_000)
    expect(newTeller({ dir, clock }).log.rows({}, { limit: 9 }).rows).toEqual([])
  })
})
