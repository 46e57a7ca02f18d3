import { expect, it } from 'vitest'
import { fastClock } from '../../fast-clock.ts'
import { type Lie, lyingService } from '../lying-service.ts'
import { runPractice } from '../running-desk.ts'
import { addAccount, bookIsSure, emptyDesk, placingOf } from './placing-desk.ts'

type BookRow = Record<string, unknown>

it('of orders that work, the desk tells what the books say of them for long that cannot be so', async () => {
  const practice = await runPractice()
  let [short, gone, traded]: (string | undefined)[] = []
  const lie: Lie = async ({ operation, truth }) => {
    if (operation === 'TradeBook' && traded !== undefined) {
      const order = { order_id: traded, exchange: 'NSE', symbol: 'INFY-EQ', product: 'MIS' }
      const trade = { ...order, action: 'BUY', quantity: 1, price: 1400, pricetype: 'LIMIT' }
      return [{ status: 'success', data: [{ ...trade, exchtime: '2026-11-23 10:00:00' }] }]
    }
    if (operation !== 'OrderBook') return undefined
    const book = (await truth()) as { data: BookRow[] }
    const told = book.data.filter((row) => row['order_id'] !== gone)
    const isShort = (row: BookRow): boolean => row['order_id'] === short
    const as = { status: 'complete', fillshares: 4 }
    return { ...book, data: told.map((row) => (isShort(row) ? { ...row, ...as } : row)) }
  }
  const { url } = await lyingService(practice.url, lie)
  const desk = await emptyDesk({ clock: fastClock(10) })
  const account = await addAccount(desk, { url })
  await bookIsSure(desk, account)
  await desk.book(account, 'trades', ({ meta }) => meta.age !== null)
  const { placeAll, once, orderIds } = placingOf({ desk, practice, account })
  const prices = ['1400', '1401', '1402'].map(
    (price) => ({ quantity: '10', pricing: { type: 'LIMIT', price } }) as const,
  )
  for (const id of await placeAll(prices)) await once(id, ({ state }) => state === 'accepted')
  const ids = orderIds()
  const seen = new Set<string>()
  await desk.book(account, 'orders', ({ patch }) => {
    for (const [, row] of patch?.put ?? []) seen.add(String(row['order_id']))
    return ids.every((id) => seen.has(id))
  })
  ;[short, gone, traded] = ids

  const titles = [
    'State not known: BUY 10 INFY-EQ',
    'Gone from the order book: BUY 10 INFY-EQ',
    'Traded, and not filled in the order book: BUY 10 INFY-EQ',
  ]
  for (const [place, title] of titles.entries()) {
    const alert = await desk.event('alert', (told) => told.title === title)
    expect(alert.orderId).toBe(ids[place])
  }
})
