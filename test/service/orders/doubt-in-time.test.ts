import { expect, it } from 'vitest'
import type { FaultName } from '../../../src/practice/faults/faults.ts'
import type { Practice } from '../../../src/practice/server.ts'
import type { Intent } from '../../../src/shared/orders/intents.ts'
import { runDesk, runPractice } from '../running-desk.ts'
import { addAccount, bookIsSure, emptyDesk, placedIn, placingOf } from './placing-desk.ts'

const keys = { api_key: 'practice-1', api_secret: 'practice-1' }

/** The order that the desk will place, from another terminal. */
async function placeElsewhere({ url }: Practice): Promise<void> {
  const data = {
    ...{ broker: 'PX', strategy: 'Theirs', exchange: 'NSE', symbol: 'INFY-EQ', action: 'BUY' },
    ...{ product: 'MIS', pricetype: 'LIMIT', quantity: '1', price: '1400' },
  }
  const body = JSON.stringify({ ...keys, data: { orders: [{ ...keys, data }] } })
  const placed = await fetch(`${url}/v1/PlaceMultiOrder`, { method: 'POST', body })
  expect(placed.status).toBe(200)
}

/** A desk that was just started, at a service whose order book meets this fault. */
async function setUp(practice: Practice, bookFault: FaultName | null) {
  if (bookFault !== null) practice.faults.set({ name: bookFault, operation: 'OrderBook' })
  const desk = await emptyDesk()
  const account = await addAccount(desk, { url: practice.url })
  const isRead = ({ meta }: { meta: { age: number | null; trouble: unknown } }): boolean =>
    meta.age !== null || meta.trouble !== null
  await desk.book(account, 'orders', isRead)
  return { desk, account, ...placingOf({ desk, practice, account }) }
}

const isOver = (state: Intent['state']): boolean =>
  !['recorded', 'sent', 'in-doubt'].includes(state)

it.each<[string, FaultName]>([
  ['was answered empty', 'empty-lists'],
  ['could not be read', 'cut-json'],
])(
  'an order that did not arrive is no earlier one where the book before it %s',
  async (_, fault) => {
    const practice = await runPractice()
    await placeElsewhere(practice)
    const { place, once } = await setUp(practice, fault)
    const lost = await place('close-before')
    await once(lost, ({ state }) => state === 'in-doubt')
    practice.faults.clear()
    const [theirs] = placedIn(practice)[0]!.orderids
    const looked = await once(
      lost,
      ({ look, state }) => look?.candidates.length === 1 || isOver(state),
    )
    expect(looked).toMatchObject({ state: 'in-doubt', look: { candidates: [theirs] } })
  },
)

it('an order that was lost before the book was sure is found by the next one that is known', async () => {
  const practice = await runPractice()
  const { place, once } = await setUp(practice, null)
  const lost = await place('close-after')
  const looked = await once(
    lost,
    ({ look, state }) => look?.candidates.length === 1 || isOver(state),
  )
  const [ours] = placedIn(practice)[0]!.orderids
  expect(looked).toMatchObject({ state: 'in-doubt', look: { candidates: [ours] } })
  await place(null, { quantity: '2' })
  const found = await once(lost, ({ state }) => isOver(state))
  expect(found).toMatchObject({ state: 'matched', parts: [{ orderId: ours }] })
})

it('an order that was seen in an earlier session is none that was lost since', async () => {
  const practice = await runPractice()
  const { desk, account } = await setUp(practice, null)
  await placeElsewhere(practice)
  const [theirs] = placedIn(practice)[0]!.orderids
  await desk.book(account, 'orders', ({ patch }) => patch?.put?.length === 1)
  await desk.desk.stop()

  practice.faults.set({ name: 'empty-lists', operation: 'OrderBook' })
  const again = await runDesk({ dataDir: desk.dataDir })
  await again.ask('chooseVault', { kind: 'session' })
  await addAccount(again, { id: account, url: practice.url })
  await bookIsSure(again, account)
  const { place, once } = placingOf({ desk: again, practice, account })
  const id = await place('close-before')
  await once(id, ({ state }) => state === 'in-doubt')
  practice.faults.clear()
  const looked = await once(id, ({ look, state }) => look?.candidates.length === 1 || isOver(state))
  expect(looked).toMatchObject({
    state: 'in-doubt',
    look: { candidates: [theirs] },
  })
})
