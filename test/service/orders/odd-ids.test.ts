import { expect, it } from 'vitest'
import type { FaultName } from '../../../src/practice/faults/faults.ts'
import { ended, exitFrom, hurried } from '../exits/exits-desk.ts'
import { runPractice } from '../running-desk.ts'
import { addAccount, bookIsSure, emptyDesk, placingOf } from './placing-desk.ts'

/** A desk at a service that spells the id of an order in each answer in another way. */
async function setUp(name: FaultName = 'odd-ids') {
  const practice = await runPractice()
  practice.faults.set({ name })
  const desk = await emptyDesk({ clock: hurried() })
  const account = await addAccount(desk, { url: practice.url })
  await bookIsSure(desk, account)
  return { practice, desk, account, ...placingOf({ desk, practice, account }) }
}

/** Fills at once. */
const atMarket = { pricing: { type: 'LIMIT', price: '1600' } } as const

it('a fill is told as that of our order, however the book spells its id', async () => {
  const { desk, place, once, orderIds } = await setUp()
  const id = await place(null, atMarket)
  const taken = await once(id, ({ state }) => state === 'accepted')
  expect(taken.parts).toMatchObject([{ orderId: ` ${orderIds()[0]} ` }])
  const alert = await desk.event('alert', ({ kind }) => kind === 'filled' || kind === 'elsewhere')
  expect(alert).toMatchObject({ kind: 'filled', intent: id, orderId: `000${orderIds()[0]}` })
})

it('a fill is told as that of our order, in letters of either case, and an exit sees it', async () => {
  const { practice, desk, account, place, once, orderIds } = await setUp('cased-ids')
  const id = await place(null, atMarket)
  const taken = await once(id, ({ state }) => state === 'accepted')
  expect(taken.parts).toMatchObject([{ orderId: `nx${orderIds()[0]}` }])
  const alert = await desk.event('alert', ({ kind }) => kind === 'filled' || kind === 'elsewhere')
  expect(alert).toMatchObject({ kind: 'filled', intent: id, orderId: `NX${orderIds()[0]}` })
  const run = await exitFrom(desk, { what: 'both', accounts: [account] })
  practice.advance(1000)
  expect((await ended(desk, run)).accounts).toMatchObject([{ step: 'flat' }])
})

it('an order’s timeline knows who placed it, and what the service says of it', async () => {
  const { desk, account, place, once, orderIds } = await setUp()
  const id = await place(null)
  await once(id, ({ state }) => state === 'accepted')
  for (const orderId of [orderIds()[0]!, `000${orderIds()[0]}`]) {
    const timeline = await desk.ask('readTimeline', { account, orderId })
    expect(timeline).toMatchObject({ intent: { id }, history: { ok: true } })
    expect(timeline.history.ok && timeline.history.value.length).toBeGreaterThan(0)
    expect(timeline.others).toBeUndefined()
  }
})

it('an exit sees that the book shows what the service took, and is flat', async () => {
  const { practice, desk, account, place, once } = await setUp()
  const id = await place(null, atMarket)
  await once(id, ({ state }) => state === 'accepted')
  practice.advance(1000)
  const run = await exitFrom(desk, { what: 'both', accounts: [account] })
  practice.advance(1000)
  expect((await ended(desk, run)).accounts).toMatchObject([{ step: 'flat' }])
})

it('an order whose answer was lost is found, and named as the book names it', async () => {
  const { practice, place, once, orderIds } = await setUp()
  practice.faults.set({ name: 'close-after', operation: 'PlaceMultiOrder', times: 1 })
  const id = await place(null)
  const found = await once(id, ({ state }) => state === 'matched')
  expect(found.parts).toMatchObject([{ orderId: `000${orderIds()[0]}` }])
})

it('an order that did not arrive is not its twin that was taken under another spelling', async () => {
  const { practice, desk, place, once, orderIds } = await setUp()
  // No look at the book between the two: the first is no rival of the second.
  practice.faults.set({ name: '5xx-before', operation: 'OrderBook' })
  const taken = await place(null)
  await once(taken, ({ state }) => state === 'accepted')
  practice.faults.set({ name: 'close-before', operation: 'PlaceMultiOrder', times: 1 })
  const lost = await place(null)
  await once(lost, ({ state }) => state === 'in-doubt')
  practice.faults.set({ name: 'odd-ids', operation: 'OrderBook' })
  expect(await once(lost, ({ look }) => look !== null)).toMatchObject({
    state: 'in-doubt',
    look: { candidates: [] },
  })
  const settled = await desk.call('settleOrder', {
    intent: lost,
    how: { kind: 'is', orderIds: [orderIds()[0]!] },
  })
  expect(settled).toMatchObject({
    ok: false,
    error: { message: expect.stringContaining('belongs to another order') },
  })
})
