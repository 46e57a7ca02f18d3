import { expect, it } from 'vitest'
import type { FaultName } from '../../../src/practice/faults/faults.ts'
import { addAccount, bookIsSure, emptyDesk, placingOf } from './placing-desk.ts'
import { runPractice } from '../running-desk.ts'

/** A desk whose next placement meets this fault. */
async function setUp(fault: FaultName) {
  const practice = await runPractice()
  const desk = await emptyDesk()
  const account = await addAccount(desk, { url: practice.url })
  await bookIsSure(desk, account)
  practice.faults.set({ name: fault, operation: 'PlaceMultiOrder', times: 1 })
  const { placeAll, ...of } = placingOf({ desk, practice, account })
  const place = (prices: readonly string[]): Promise<string[]> =>
    placeAll(prices.map((price) => ({ pricing: { type: 'LIMIT', price } })))
  return { ...of, place, placeMixed: placeAll }
}

it('an order that the service said no to in unknown words, and made, is found and says so', async () => {
  const { place, once, orderIds } = await setUp('unknown-no-after')
  const [id] = await place(['1400'])
  expect(await once(id!, ({ state }) => state === 'in-doubt')).toMatchObject({
    parts: [{ code: 'said-no', detail: "'NoneType' object is not subscriptable" }],
  })
  const found = await once(id!, ({ state }) => state !== 'in-doubt' && state !== 'sent')
  expect(found).toMatchObject({
    state: 'matched',
    parts: [{ orderId: orderIds()[0], code: 'said-no' }],
  })
})

it('an order that the service said no to in unknown words, and never made, is refused by itself', async () => {
  const { place, once, orderIds } = await setUp('unknown-no-before')
  const [id] = await place(['1400'])
  await once(id!, ({ state }) => state === 'in-doubt')
  await once(id!, ({ look }) => look !== null)
  expect(await once(id!, ({ state }) => state === 'refused')).toMatchObject({
    parts: [{ code: 'said-no' }],
  })
  expect(orderIds()).toEqual([])
})

it('an order that an error names is that order', async () => {
  const { place, once, orderIds } = await setUp('error-with-id')
  const [id] = await place(['1400'])
  expect(await once(id!, ({ state }) => state !== 'recorded' && state !== 'sent')).toMatchObject({
    state: 'accepted',
    parts: [{ orderId: orderIds()[0], detail: "'NoneType' object is not subscriptable" }],
  })
})

it('an order that a known no names deeper inside is that order', async () => {
  const { place, once, orderIds } = await setUp('error-with-id-within')
  const [id] = await place(['1400'])
  expect(await once(id!, ({ state }) => state !== 'recorded' && state !== 'sent')).toMatchObject({
    state: 'accepted',
    parts: [{ orderId: orderIds()[0], detail: 'Insufficient funds' }],
  })
})

it('of three orders, the one for which a gate said no among the others’ results is found', async () => {
  const { place, once, orderIds } = await setUp('gate-among-results')
  const [first, second, third] = await place(['1400', '1401', '1402'])
  expect(await once(second!, ({ state }) => state === 'in-doubt')).toMatchObject({
    parts: [{ code: 'said-no', detail: 'Too many requests' }],
  })
  expect(await once(second!, ({ state }) => state === 'matched')).toMatchObject({
    parts: [{ orderId: orderIds()[1] }],
  })
  for (const [at, id] of [
    [0, first],
    [2, third],
  ] as const)
    expect(await once(id!, ({ state }) => state === 'accepted')).toMatchObject({
      parts: [{ orderId: orderIds()[at] }],
    })
})

it('orders that were answered with each other’s ids are in doubt once the book shows them, and found', async () => {
  const { placeMixed, once, orderIds } = await setUp('ids-in-turn')
  const ids = await placeMixed([
    { action: 'BUY', quantity: '1' },
    { action: 'SELL', quantity: '2' },
    { symbol: 'SBIN-EQ', quantity: '3', pricing: { type: 'LIMIT', price: '700' } },
  ])
  for (const [at, id] of ids.entries()) {
    const doubted = await once(id, ({ disowned }) => disowned !== undefined)
    expect(doubted).toMatchObject({ disowned: [orderIds()[(at + 1) % 3]] })
    expect(await once(id, ({ state }) => state === 'matched')).toMatchObject({
      parts: [{ orderId: orderIds()[at] }],
    })
  }
})

it('an order with an error’s code where its id belongs is in doubt, and found', async () => {
  const { place, once, orderIds } = await setUp('code-for-id')
  const [id] = await place(['1400'])
  const { parts } = await once(id!, ({ state }) => state === 'in-doubt')
  expect(parts[0]).toMatchObject({ orderId: null, detail: expect.stringContaining('ERR404') })
  expect(await once(id!, ({ state }) => state === 'matched')).toMatchObject({
    parts: [{ orderId: orderIds()[0] }],
  })
})

it('of three orders under one no, the one that was made is found, and none is refused at once', async () => {
  const { place, once, orderIds } = await setUp('one-no-for-all')
  const [first, ...others] = await place(['1400', '1401', '1402'])
  const answered = await Promise.all(
    [first!, ...others].map((id) => once(id, ({ state }) => state === 'in-doubt')),
  )
  for (const { parts } of answered)
    expect(parts).toMatchObject([{ code: 'said-no', detail: 'Insufficient funds' }])
  expect(await once(first!, ({ state }) => state === 'matched')).toMatchObject({
    parts: [{ orderId: orderIds()[0] }],
  })
  for (const id of others) await once(id, ({ state }) => state === 'refused')
  expect(orderIds()).toHaveLength(1)
})

it('an order with a reason where its id belongs is in doubt, with that reason, and found', async () => {
  const { place, once, orderIds } = await setUp('text-for-id')
  const [id] = await place(['1400'])
  const { parts } = await once(id!, ({ state }) => state === 'in-doubt')
  expect(parts[0]).toMatchObject({ orderId: null, detail: expect.stringContaining('RMS: margin') })
  expect(await once(id!, ({ state }) => state === 'matched')).toMatchObject({
    parts: [{ orderId: orderIds()[0] }],
  })
})
