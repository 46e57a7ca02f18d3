import { expect, it } from 'vitest'
import { lyingService } from '../lying-service.ts'
import { deskWith, ended, exitFrom, hurried, standingPractice, truthOf } from './exits-desk.ts'

interface Envelope {
  status: string
  data: Record<string, unknown>[]
}

const isFinished = ({ status }: Record<string, unknown>): boolean =>
  /complete|rejected|cancelled/i.test(String(status))

it('no orders are gone by an order book that lacks orders of which the trade book tells', async () => {
  const practice = await standingPractice()
  const { url } = await lyingService(practice.url, async ({ operation, truth }) => {
    // A gateway that knows a page of the orders cancels that.
    if (operation === 'CancelAllOrder') return []
    if (operation !== 'OrderBook') return undefined
    const book = (await truth()) as Envelope
    return { ...book, data: book.data.filter(isFinished).slice(0, 1) }
  })
  const { desk, id, ids } = await deskWith({ Everyday: { url } }, hurried(15))
  await desk.book(id('Everyday'), 'trades', ({ meta }) => meta.age !== null)
  const run = await ended(desk, await exitFrom(desk, { what: 'orders', accounts: ids }))
  expect(truthOf(practice).working).toBeGreaterThan(0)
  expect(run.accounts[0]).toMatchObject({
    step: 'left',
    todo: expect.stringContaining('The trade book tells of order'),
  })
})
