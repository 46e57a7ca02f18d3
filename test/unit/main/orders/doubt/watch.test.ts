import { randomUUID } from 'node:crypto'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openJournal } from '../../../../../src/main/journal/journal.ts'
import { Watch } from '../../../../../src/main/orders/doubt/watch.ts'
import type { Alarm } from '../../../../../src/shared/contract.ts'
import type { Intent, IntentEvent, PartOutcome } from '../../../../../src/shared/orders/intents.ts'
import { tempDir } from '../../../../service/running-desk.ts'
import { FakeClock } from '../../books/fake-clock.ts'
import {
  accepted,
  account,
  orderRow,
  recordedEvent,
  refused,
  sentAt,
  unanswered,
} from './doubts.ts'

/** A watch on a real journal. */
async function setUp(dataDir?: string) {
  const dir = dataDir ?? (await tempDir())
  const { journal } = openJournal({ dataDir: dir, now: () => sentAt, clock: new FakeClock() })
  onTestFinished(() => journal.close())
  const alarms: Alarm[] = []
  const watch = new Watch({
    journal,
    now: () => sentAt,
    onChange: (intents) => watch.seeIntents(intents),
    onAlarm: (alarm) => alarms.push(alarm),
  })
  const tell = (entries: { intent: string; event: IntentEvent }[]): Intent[] => {
    const changed = journal.append(entries)
    watch.seeIntents(changed)
    return changed
  }
  /** An order that was sent and got these answers. */
  const send = (parts: PartOutcome[], making: Parameters<typeof recordedEvent>[0] = {}): string => {
    const intent = randomUUID()
    tell([{ intent, event: recordedEvent(making) }])
    tell([{ intent, event: { kind: 'sent', rivals: [], bookAge: 0 } }])
    tell([{ intent, event: { kind: 'answered', parts } }])
    return intent
  }
  const see = (...rows: ReturnType<typeof orderRow>[]): void =>
    watch.seeOrders(account, new Map(rows.map((row) => [row.order_id, row])))
  return { dir, journal, watch, alarms, tell, send, see }
}

const working = orderRow({ order_id: '7', status: 'trigger pending' })
const rejected = (more: object = {}) =>
  orderRow({ order_id: '7', status: 'REJECTED', rejreason: 'RMS: Margin shortfall', ...more })

describe('an order that is rejected after it was accepted', () => {
  it('is told of once, with its reason in plain words and as it came', async () => {
    const { journal, alarms, send, see } = await setUp()
    see()
    const intent = send([accepted('7')])
    see(working)
    see(rejected())
    see(rejected({ fillshares: 0 }))
    expect(alarms).toHaveLength(1)
    expect(alarms[0]).toMatchObject({ kind: 'rejected', account, intent, orderId: '7' })
    expect(alarms[0]?.message).toContain('RMS: Margin shortfall')
    expect(alarms[0]?.message).toContain('There is not enough money or margin in the account.')
    expect(journal.find(intent)?.parts[0]?.rejection).toEqual({ reason: 'RMS: Margin shortfall' })
  })

  it('is not taken for another day’s order whose number it was given', async () => {
    const { journal, alarms, send, see } = await setUp()
    const former = send([accepted('7')])
    see(orderRow({ order_id: '7', symbol: 'TCS-EQ', status: 'open' }))
    see(orderRow({ order_id: '7', symbol: 'TCS-EQ', status: 'rejected' }))
    expect(alarms).toMatchObject([{ kind: 'rejected', intent: null, orderId: '7' }])
    expect(journal.find(former)?.parts[0]?.rejection).toBeNull()
  })

  it('is told of where the first sight of it shows that already', async () => {
    const { alarms, send, see } = await setUp()
    see()
    send([accepted('7')])
    see(rejected())
    expect(alarms).toMatchObject([{ kind: 'rejected', orderId: '7' }])
  })

  it('is told of where the book was faster than the answer', async () => {
    const { journal, alarms, send, see } = await setUp()
    see()
    see(rejected())
    expect(alarms).toEqual([])
    const intent = send([accepted('7')])
    expect(alarms).toMatchObject([{ kind: 'rejected', intent, orderId: '7' }])
    expect(journal.find(intent)?.parts[0]?.rejection).not.toBeNull()
  })

  it('is not told of again after a restart', async () => {
    const first = await setUp()
    first.see()
    first.send([accepted('7')])
    first.see(rejected())
    const second = await setUp(first.dir)
    second.see(rejected())
    expect(second.alarms).toEqual([])
  })

  it('is told of after a restart where it was rejected meanwhile', async () => {
    const first = await setUp()
    first.send([accepted('7')])
    const second = await setUp(first.dir)
    second.see(rejected())
    expect(second.alarms).toHaveLength(1)
  })
})

describe('an order that was placed elsewhere', () => {
  it('is told of where it was seen at work before', async () => {
    const { alarms, see } = await setUp()
    see(working)
    see(rejected({ rejreason: '' }))
    see(working)
    see(rejected({ rejreason: '' }))
    expect(alarms).toMatchObject([{ kind: 'rejected', intent: null, orderId: '7' }])
    expect(alarms[0]?.message).toContain('It gave no reason.')
  })

  it('is no news where it was rejected before anybody looked', async () => {
    const { watch, alarms, see } = await setUp()
    see(rejected())
    see(rejected({ fillshares: 0 }), orderRow({ order_id: '8', status: 'rejected' }))
    watch.forget(account)
    see(rejected())
    expect(alarms).toEqual([])
  })

  it('is no news where it is cancelled or complete', async () => {
    const { alarms, see } = await setUp()
    see(working)
    see(orderRow({ order_id: '7', status: 'cancelled' }))
    expect(alarms).toEqual([])
  })
})

describe('an answer that is bad news', () => {
  it('is told of where an order is refused', async () => {
    const { alarms, send } = await setUp()
    const intent = send([refused('Price is outside the price band 80 to 120')])
    expect(alarms).toMatchObject([{ kind: 'refused', intent, title: 'Refused: BUY 100 INFY-EQ' }])
    expect(alarms[0]?.message).toContain('It is not at the broker.')
    expect(alarms[0]?.message).toContain('Choose a price inside the range.')
  })

  it('is told of where only a part of it is at the broker', async () => {
    const { alarms, send } = await setUp()
    send([accepted('7'), refused('No')], { quantities: [60, 40] })
    expect(alarms).toMatchObject([{ kind: 'refused', title: 'Partly refused: BUY 100 INFY-EQ' }])
  })

  it('is told of where an order is in doubt, and not again when it is settled', async () => {
    const { alarms, send, tell } = await setUp()
    const intent = send([unanswered])
    expect(alarms).toMatchObject([{ kind: 'in-doubt', intent }])
    tell([{ intent, event: { kind: 'looked', reads: 1, candidates: [] } }])
    tell([{ intent, event: { kind: 'settled-absent' } }])
    expect(alarms).toHaveLength(1)
  })

  it('is told of once for all orders of a request', async () => {
    const { alarms, tell } = await setUp()
    const request = randomUUID()
    const ids = [randomUUID(), randomUUID(), randomUUID()]
    tell(ids.map((intent, leg) => ({ intent, event: { ...recordedEvent(), request, leg } })))
    tell(ids.map((intent) => ({ intent, event: { kind: 'sent', rivals: [], bookAge: 0 } })))
    tell(ids.map((intent) => ({ intent, event: { kind: 'answered', parts: [] } })))
    expect(alarms).toMatchObject([{ kind: 'in-doubt', intent: null, title: 'In doubt: 3 orders' }])
  })

  it('is none where an order is accepted or called off, and an exit speaks for itself', async () => {
    const { alarms, tell, send } = await setUp()
    send([accepted('7')])
    const [off, exit] = [randomUUID(), randomUUID()]
    tell([{ intent: off, event: recordedEvent() }])
    tell([{ intent: off, event: { kind: 'called-off', why: 'person' } }])
    const operation = 'CancelAllOrder'
    tell([{ intent: exit, event: { ...recordedEvent({ operation }), ticket: null, exit: true } }])
    tell([{ intent: exit, event: { kind: 'sent', rivals: [], bookAge: 0 } }])
    tell([{ intent: exit, event: { kind: 'answered', parts: [refused('No')] } }])
    expect(alarms).toEqual([])
  })
})
