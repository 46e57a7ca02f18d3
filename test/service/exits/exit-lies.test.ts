import { expect, it } from 'vitest'
import type { Lie } from '../lying-service.ts'
import { lyingService } from '../lying-service.ts'
import { addAccount, buyOne, emptyDesk } from '../orders/placing-desk.ts'
import { noLimits } from '../../../src/shared/orders/limits.ts'
import { deskWith, ended, exitFrom, hurried, standingPractice, truthOf } from './exits-desk.ts'

type PositionRow = Record<string, unknown>

/** A desk at a service that tells one open position otherwise than it is, and that position as it is. */
async function deskBeside(
  tell: (row: PositionRow) => PositionRow,
  trading: Parameters<typeof addAccount>[1]['trading'] = {},
) {
  const practice = await standingPractice()
  const isOpen = (row: PositionRow): boolean => Number(row['netqty']) > 0
  let own: PositionRow | undefined
  const lie: Lie = async ({ operation, truth }) => {
    if (operation !== 'PositionBook') return undefined
    const [envelope] = (await truth()) as [{ data: PositionRow[] }]
    own ??= envelope.data.find(isOpen)
    const isOwn = (row: PositionRow): boolean =>
      row['symbol'] === own?.['symbol'] && row['product'] === own?.['product']
    return [{ ...envelope, data: envelope.data.map((row) => (isOwn(row) ? tell(row) : row)) }]
  }
  const { url } = await lyingService(practice.url, lie)
  const desk = await emptyDesk({ clock: hurried() })
  const account = await addAccount(desk, { url, trading })
  for (const book of ['orders', 'positions', 'funds'] as const)
    await desk.book(account, book, ({ meta }) => meta.age !== null)
  return { desk, account, own: own! }
}

it('an exit of a position whose row contradicts itself asks, and names the contradiction', async () => {
  const { desk, account, own } = await deskBeside((row) => ({
    ...row,
    netqty: Number(row['netqty']) + 7,
  }))
  const held = Number(own['netqty'])
  const preview = await desk.ask('previewOrders', {
    orders: [
      buyOne(account, {
        ...{ exchange: own['exchange'] as 'NSE', symbol: String(own['symbol']) },
        ...{ product: own['product'] as 'MIS', action: 'SELL', quantity: String(held + 7) },
        pricing: { type: 'LIMIT', price: String(own['ltp']) },
        exit: true,
      }),
    ],
  })
  expect(preview.problems.filter(({ code }) => code === 'exit')).toMatchObject([
    { level: 'ask', message: expect.stringContaining(`its row says that +${held + 7} is held`) },
  ])
})

it('a loss that the service’s own figure hides is no reason to pass a limit unasked', async () => {
  const { desk, account } = await deskBeside(
    (row) => ({
      ...row,
      ...{ realisedprofitloss: 0, unrealisedprofitloss: 0 },
      ltp: Number(row['ltp']) / 2,
    }),
    { limits: { ...noLimits, loss: 100 } },
  )
  const preview = await desk.ask('previewOrders', { orders: [buyOne(account)] })
  const said = preview.problems.filter(({ code }) => code === 'stale' || code === 'loss')
  expect(said).toMatchObject([
    {
      level: 'ask',
      message: expect.stringMatching(/reckoned here from its positions, or by .* it is −₹/),
    },
  ])
})

it('orders that only their book calls cancelled are not said to have ended while nobody tells their histories', async () => {
  const practice = await standingPractice()
  let isCancelled = false
  const { url } = await lyingService(practice.url, async ({ operation, truth }) => {
    if (operation === 'CancelAllOrder') {
      isCancelled = true
      return []
    }
    if (operation === 'OrderHistory') throw new Error('nobody tells it')
    if (operation !== 'OrderBook' || !isCancelled) return undefined
    const envelope = (await truth()) as { data: { status: string }[] }
    const ends = ({ status }: { status: string }): boolean =>
      !['complete', 'cancelled', 'rejected'].includes(status)
    const data = envelope.data.map((row) => (ends(row) ? { ...row, status: 'cancelled' } : row))
    return { ...envelope, data }
  })
  const { desk, ids } = await deskWith({ Everyday: { url } }, hurried(15))
  const run = await ended(desk, await exitFrom(desk, { what: 'orders', accounts: ids }))
  expect(truthOf(practice).working).toBeGreaterThan(0)
  expect(run).toMatchObject({
    state: 'left',
    accounts: [{ todo: expect.stringContaining('the service did not tell its history') }],
  })
})
