import { expect, test } from 'vitest'
import { isWorkingRow } from '../../src/shared/books/open-rows.ts'
import { trading } from './trading.ts'

/** The orders of the book, by their quantities filled in truth: 10 of one, none of the other. */
async function ordersUnder(fault: 'other-states' | 'short-fills') {
  const { practice, client, here } = await trading()
  practice.faults.set({ name: fault })
  const book = await client.call('OrderBook', here, {})
  if (!book.ok) throw new Error(book.error.message)
  return book.value.records.toSorted((one, other) =>
    one.order_id.localeCompare(other.order_id, 'en', { numeric: true }),
  )
}

test('orders are finished and working also in the words of other brokers', async () => {
  const [filled, resting] = await ordersUnder('other-states')
  expect([filled?.status, resting?.status]).toEqual(['Fully Executed', 'modify validation pending'])
  expect([filled, resting].map((row) => isWorkingRow(row!))).toEqual([false, true])
})

test('an order of which half is filled works, whatever it is called', async () => {
  const [short] = await ordersUnder('short-fills')
  expect(short).toMatchObject({ status: 'Traded 5/10', fillshares: 5 })
  expect(isWorkingRow(short!)).toBe(true)
})

test('an id that no JSON number can hold keeps all its digits, in the book as in the answer', async () => {
  const { practice, client, here } = await trading()
  const before = await client.call('OrderBook', here, {})
  practice.faults.set({ name: 'long-ids' })
  const long = await client.call('OrderBook', here, {})
  if (!before.ok || !long.ok) throw new Error('There is no book.')
  expect(long.value.records.map(({ order_id }) => order_id)).toEqual(
    before.value.records.map(({ order_id }) => `90071${order_id}`),
  )
})
