import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { SeenOrder } from '../journal/journal-reading-peer.ts'
import {
  acceptedOf,
  addAccount,
  buyOne,
  emptyDesk,
  placedIn,
  pricedOrders,
  takenOf,
} from './placing-desk.ts'
import { runPractice } from '../running-desk.ts'

describe('an order', () => {
  it('goes from its ticket to the broker once, and its number comes back', async () => {
    const practice = await runPractice()
    const desk = await emptyDesk()
    const account = await addAccount(desk, practice)
    await desk.book(account, 'orders', ({ meta }) => meta.age !== null)
    const orders = [buyOne(account)]
    const confirmation = randomUUID()
    const [intent] = takenOf(
      await desk.ask('placeOrders', { confirmation, orders, accepted: acceptedOf(1) }),
    )
    const [done] = await desk.event('intents', (intents) =>
      intents.some(({ id, state }) => id === intent!.id && state === 'accepted'),
    )
    const [entry] = placedIn(practice)
    expect(placedIn(practice)).toHaveLength(1)
    expect(done!.parts.map(({ orderId }) => orderId)).toEqual(entry!.orderids)
    expect(entry!.data).toMatchObject({ symbol: 'INFY-EQ', quantity: '1', price: '1400' })
    await desk.book(account, 'orders', ({ patch }) => (patch?.put?.length ?? 0) > 0)
  })

  it.each(['read-only', 'switched off', 'deleted'])(
    'is refused for an account that is %s, and reaches no broker',
    async (what) => {
      const practice = await runPractice()
      const desk = await emptyDesk()
      const account = await addAccount(desk, {
        url: practice.url,
        trading: { readOnly: what === 'read-only' },
        enabled: what !== 'switched off',
      })
      if (what === 'deleted') await desk.ask('deleteAccount', { account })
      const placement = await desk.ask('placeOrders', {
        confirmation: randomUUID(),
        orders: [buyOne(account)],
        accepted: acceptedOf(1),
      })
      if (placement.isTaken) throw new Error('It was taken.')
      expect(placement.problems.some(({ level }) => level === 'refuse')).toBe(true)
      await desk.desk.stop()
      expect(placedIn(practice)).toEqual([])
    },
  )
})

describe('a hundred orders at once', () => {
  it('leave no faster than their account allows', async () => {
    const practice = await runPractice()
    const desk = await emptyDesk()
    const account = await addAccount(desk, { url: practice.url, trading: { perSecond: 10 } })
    const orders = pricedOrders(account, 35)
    const before = Date.now()
    const confirmation = randomUUID()
    const accepted = acceptedOf(35)
    const intents = takenOf(await desk.ask('placeOrders', { confirmation, orders, accepted }))
    await desk.event('intents', (changed) =>
      changed.some(({ id, state }) => id === intents.at(-1)!.id && state === 'accepted'),
    )
    const placed = placedIn(practice)
    expect(placed.map(({ data }) => data)).toMatchObject(
      orders.map(({ pricing }) => ({ price: pricing.price })),
    )
    // However late the machine is, nothing can come before its time.
    for (const [place, { wall }] of placed.entries())
      expect(wall - before).toBeGreaterThanOrEqual(1000 * Math.floor(place / 10) - 2)
  })

  it('do not leave once the stop is on, but for those that have', async () => {
    const practice = await runPractice()
    const desk = await emptyDesk()
    const account = await addAccount(desk, { url: practice.url, trading: { perSecond: 10 } })
    const orders = pricedOrders(account, 100)
    const confirmation = randomUUID()
    const accepted = acceptedOf(100)
    const intents = takenOf(await desk.ask('placeOrders', { confirmation, orders, accepted }))
    await desk.ask('engageStop', {})
    await desk.event('intents', (changed) =>
      changed.some(({ id, calledOff }) => id === intents.at(-1)!.id && calledOff === 'stop'),
    )
    await desk.ask('liftStop', {})
    await desk.desk.stop()
    expect(placedIn(practice).length).toBeLessThanOrEqual(10)
  })
})

it('an order is in the journal as sent before its first byte is on the wire', async () => {
  const desk = await emptyDesk()
  const path = join(desk.dataDir, 'journal.db')
  const peer = new Worker(new URL('../journal/journal-reading-peer.ts', import.meta.url), {
    workerData: { path },
  })
  onTestFinished(() => peer.terminate().then(() => undefined))
  const [port] = (await once(peer, 'message')) as [number]
  const seen: SeenOrder[] = []
  peer.on('message', (order: SeenOrder) => seen.push(order))

  const account = await addAccount(desk, { url: `http://127.0.0.1:${port}` })
  // Some leave at once, alone and together, and others from the queue.
  const orders = pricedOrders(account, 24)
  const goes = [orders.slice(0, 1), orders.slice(1, 2), orders.slice(2, 6), orders.slice(6)]
  for (const some of goes) {
    const accepted = acceptedOf(some.length)
    takenOf(await desk.ask('placeOrders', { confirmation: randomUUID(), orders: some, accepted }))
  }
  const last = orders.at(-1)!.pricing.price
  await desk.event('intents', (changed) =>
    changed.some(({ parts }) => parts.some(({ orderId }) => orderId === last)),
  )
  expect(seen).toEqual(orders.map(({ pricing: { price } }) => ({ price, wasSent: true })))
})
