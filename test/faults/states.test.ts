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
