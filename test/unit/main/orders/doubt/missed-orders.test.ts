import { describe, expect, it } from 'vitest'
import {
  MissedOrders,
  type ReadMissedOrder,
} from '../../../../../src/main/orders/doubt/missed-orders.ts'
import type { OrderAppearance } from '../../../../../src/main/picture/gathered/order-appearances.ts'
import type { Intent } from '../../../../../src/shared/orders/intents.ts'
import type { HistoryRecord } from '../../../../../src/shared/service/records.ts'
import { accepted, after, wireEvents } from './doubts.ts'

const takenAs = (...orderIds: string[]): Intent =>
  after([
    ...wireEvents({ quantities: orderIds.map(() => 50) }),
    { kind: 'answered', parts: orderIds.map(accepted) },
  ])

const missing = (...orderIds: string[]): OrderAppearance => ({
  intent: takenAs(...orderIds),
  event: { kind: 'not-shown', orderIds, reads: 9 },
  since: 60_000,
})

const snapshot = (order_id: string, more: Partial<HistoryRecord>): HistoryRecord =>
  ({ order_id, quantity: 50, fillshares: 0, rejreason: null, ...more }) as HistoryRecord

/** Who is asked for a history, and answers at once; what is said once that is there. */
async function saidOf(appearance: OrderAppearance, read: ReadMissedOrder) {
  const missed = new MissedOrders(read)
  expect(missed.see('a1', [appearance])).toEqual([])
  await new Promise(setImmediate)
  const [said] = missed.see('a1', [appearance])
  return said!.event.kind === 'not-shown' ? said!.event.histories : undefined
}

describe('orders that no book shows', () => {
  it.each([
    {
      snapshots: [
        snapshot('7', { status: 'open' }),
        snapshot('7', { status: 'rejected', rejreason: 'RMS: margin' }),
      ],
      is: '‘rejected’, for ‘RMS: margin’',
    },
    {
      snapshots: [
        snapshot('7', { status: 'cancelled', fillshares: 20 }),
        snapshot('7', { status: 'open' }),
      ],
      is: '‘cancelled’, with 20 of 50 filled',
    },
    {
      snapshots: [
        snapshot('7', { status: 'open', fillshares: 30 }),
        snapshot('7', { status: 'open', fillshares: 10 }),
      ],
      is: '‘open’, with 30 of 50 filled',
    },
    { snapshots: [snapshot(' 7 ', { status: ' ' })], is: 'without a state' },
  ])(
    'are $is by a history that says so, from whichever end it is told',
    async ({ snapshots, is }) => {
      for (const told of [snapshots, snapshots.toReversed()])
        expect(await saidOf(missing('7'), () => Promise.resolve(told))).toEqual([
          { orderId: '7', is },
        ])
    },
  )

  it.each<[string, ReadMissedOrder]>([
    ['is not told', () => Promise.resolve(null)],
    ['cannot be asked for', () => Promise.reject(new Error('no keys'))],
    ['is that of another', () => Promise.resolve([snapshot('8', { status: 'complete' })])],
  ])('are said to be missing and no more where their history %s', async (_, read) => {
    expect(await saidOf(missing('7'), read)).toBeUndefined()
  })

  it('are asked for while they are few: of many the others are said to be missing', async () => {
    const asked: string[] = []
    const read: ReadMissedOrder = (_, orderId) => {
      asked.push(orderId)
      return Promise.resolve([snapshot(orderId, { status: 'open' })])
    }
    const missed = new MissedOrders(read)
    const ids = Array.from({ length: 25 }, (_, n) => `${n}`)
    const [first, second] = [missing(...ids), missing('100')]
    expect(missed.see('a1', [first, second])).toMatchObject([{ intent: second.intent.id }])
    expect(asked).toEqual(ids.slice(0, 10))
    await new Promise(setImmediate)
    const [said] = missed.see('a1', [first])
    expect(said).toMatchObject({ event: { orderIds: ids } })
    expect(said!.event.kind === 'not-shown' && said!.event.histories).toHaveLength(10)
  })

  it('are asked for anew where a book had shown them meanwhile', async () => {
    let status = 'open'
    const missed = new MissedOrders(() => Promise.resolve([snapshot('7', { status })]))
    const appearance = missing('7')
    missed.see('a1', [appearance])
    await new Promise(setImmediate)
    missed.see('a1', [])
    status = 'complete'
    expect(missed.see('a1', [appearance])).toEqual([])
    await new Promise(setImmediate)
    expect(missed.see('a1', [appearance])).toMatchObject([
      { event: { histories: [{ orderId: '7', is: '‘complete’, with 50 of 50 filled' }] } },
    ])
  })
})
