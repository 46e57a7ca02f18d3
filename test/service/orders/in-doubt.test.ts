import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, it, vi } from 'vitest'
import { addAccount, bookIsSure, emptyDesk, placedIn, placingOf } from './placing-desk.ts'
import { runPractice } from '../running-desk.ts'

/** An answer whose header takes a second. */
const slowAnswer = {
  name: 'slow-headers',
  operation: 'PlaceMultiOrder',
  times: 1,
  delay: 10,
} as const

async function setUp() {
  const practice = await runPractice()
  const desk = await emptyDesk()
  const account = await addAccount(desk, { url: practice.url })
  await bookIsSure(desk, account)
  return { practice, desk, ...placingOf({ desk, practice, account }) }
}

it('an order whose answer was lost is found in the book, and the person was told meanwhile', async () => {
  const { practice, desk, place, once } = await setUp()
  const id = await place('close-after')
  const { intent, message } = await desk.event('alert', ({ kind }) => kind === 'in-doubt')
  expect(intent).toBe(id)
  expect(message).toContain('Do not send it again')
  const found = await once(id, ({ state }) => state === 'matched')
  const [placed, ...more] = placedIn(practice)
  expect(found.parts.map(({ orderId }) => orderId)).toEqual(placed?.orderids)
  expect(more).toEqual([])
})

it('an order in doubt is looked for also where a window fails at hearing of it', async () => {
  const { desk, place, once } = await setUp()
  const said = vi.spyOn(console, 'error').mockReturnValue()
  desk.desk.listen((name) => {
    if (name === 'intents') throw new Error('This window is gone.')
  })
  const id = await place('close-after')
  expect(await once(id, ({ state }) => state === 'matched')).toBeDefined()
  expect(said).toHaveBeenCalled()
  said.mockRestore()
})

it('an order whose answer came while the journal could not be read is told of with its number, and looked for', async () => {
  const { practice, desk, place, once } = await setUp()
  const journal = new DatabaseSync(join(desk.dataDir, 'journal.db'))
  const said = vi.spyOn(console, 'error').mockReturnValue()
  practice.faults.set(slowAnswer)
  const id = await place(null)
  journal.exec('ALTER TABLE holders RENAME TO unreadable')
  const { parts } = await once(id, ({ state }) => state !== 'sent')
  journal.exec('ALTER TABLE unreadable RENAME TO holders')
  journal.close()
  const [orderId] = placedIn(practice)[0]!.orderids
  expect(parts[0]).toMatchObject({ state: 'in-doubt', orderId: null })
  expect(parts[0]?.message).toContain(`named order ${orderId}, which may be another one`)
  const found = await once(id, ({ state }) => state === 'matched')
  expect(found.parts[0]?.orderId).toBe(orderId)
  said.mockRestore()
})

it('an order on the wire is said to be answered within its deadline, and then to be answered', async () => {
  const { practice, desk, place, once } = await setUp()
  expect(desk.desk.answersWithin()).toBe(0)
  practice.faults.set(slowAnswer)
  const id = await place(null)
  expect(desk.desk.answersWithin()).toBe(15_000)
  await once(id, ({ state }) => state === 'accepted')
  expect(desk.desk.answersWithin()).toBe(0)
})

it('an order that did not arrive stays in doubt until a person says so after a look', async () => {
  const { practice, desk, place, once } = await setUp()
  const id = await place('close-before')
  const { look } = await once(id, (intent) => intent.look !== null)
  expect(look).toEqual({ reads: 1, candidates: [] })
  expect(await desk.ask('lookForOrder', { intent: id })).toMatchObject({ state: 'in-doubt' })
  const settled = await desk.ask('settleOrder', { intent: id, how: { kind: 'absent' } })
  expect(settled.state).toBe('absent')
  expect(placedIn(practice)).toEqual([])
})

it('an order that looks like one placed elsewhere is a person’s to settle', async () => {
  const { practice, desk, place, once } = await setUp()
  // The same order from another terminal, before anybody could look: only its number differs.
  practice.faults.set({ name: '5xx-before', operation: 'OrderBook' })
  const id = await place('close-after')
  const { params } = await once(id, ({ state }) => state === 'in-doubt')
  const keys = { api_key: 'practice-1', api_secret: 'practice-1' }
  const elsewhere = await fetch(`${practice.url}/v1/PlaceMultiOrder`, {
    method: 'POST',
    body: JSON.stringify({
      ...keys,
      data: { orders: [{ ...keys, data: { ...params, broker: 'PX' } }] },
    }),
  })
  expect(elsewhere.status).toBe(200)
  practice.faults.clear()
  const looked = await once(id, ({ look }) => look?.candidates.length === 2)
  const [ours] = placedIn(practice)[0]!.orderids
  expect(looked.look?.candidates).toContain(ours)
  const settled = await desk.ask('settleOrder', {
    intent: id,
    how: { kind: 'is', orderIds: [ours!] },
  })
  expect(settled.state).toBe('settled')
})

it('the first order of an empty book is told of like any other', async () => {
  const { practice, desk } = await setUp()
  const keys = { api_key: 'practice-1', api_secret: 'practice-1' }
  const order = {
    ...{ broker: 'PX', strategy: 'Theirs', exchange: 'NSE', symbol: 'INFY-EQ', action: 'BUY' },
    ...{ product: 'MIS', pricetype: 'MARKET', quantity: '1', price: '0' },
  }
  const placed = await fetch(`${practice.url}/v1/PlaceMultiOrder`, {
    method: 'POST',
    body: JSON.stringify({ ...keys, data: { orders: [{ ...keys, data: order }] } }),
  })
  expect(placed.status).toBe(200)
  const alert = await desk.event('alert', ({ kind }) => kind === 'elsewhere')
  expect(alert.title).toContain('BUY 1 INFY-EQ filled')
})

it('an order that is accepted and then rejected raises one alert, with the reason', async () => {
  const { desk, place, once } = await setUp()
  const id = await place(null, { pricing: { type: 'LIMIT', price: '9000' } })
  const alert = await desk.event('alert', ({ kind }) => kind === 'rejected')
  expect(alert).toMatchObject({ intent: id })
  expect(alert.message).toContain('outside the price band')
  const { parts } = await once(id, (intent) => intent.parts.some(({ rejection }) => rejection))
  expect(parts[0]?.state).toBe('accepted')
})
