import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import type { BookUpdate } from '../../../src/shared/books/book-state.ts'
import { longestSilence, slowestPositions } from '../../../src/main/picture/times/book-lag.ts'
import { fastClock } from '../../fast-clock.ts'
import { type Lie, lyingService, namedOrder, unclearNo } from '../lying-service.ts'
import { runDesk, runPractice, tempDir } from '../running-desk.ts'
import {
  acceptedOf,
  addAccount,
  bookIsSure,
  buyOne,
  emptyDesk,
  placedIn,
  placingOf,
  takenOf,
} from './placing-desk.ts'

/** A desk at a service that lies so. */
async function setUp(lie: Lie, options: { dataDir?: string } = {}) {
  const practice = await runPractice()
  const service = await lyingService(practice.url, lie)
  const desk = await emptyDesk({ ...options, clock: fastClock(5) })
  const account = await addAccount(desk, { url: service.url })
  await bookIsSure(desk, account)
  return { practice, service, desk, account, ...placingOf({ desk, practice, account }) }
}

/** A placement, or a book, with all that was bought on the other side. */
function turned(body: unknown) {
  return JSON.parse(JSON.stringify(body).replaceAll('"BUY"', '"SELL"')) as unknown
}

/** Places an order of another symbol and side as somebody else would, with the same keys. */
async function placeByHand(
  url: string,
  keys = { api_key: 'practice-1', api_secret: 'practice-1' },
): Promise<void> {
  const data = {
    ...{ broker: 'PX', strategy: 'Phone', exchange: 'NSE', symbol: 'SBIN-EQ', action: 'SELL' },
    ...{ product: 'MIS', pricetype: 'LIMIT', quantity: '1', price: '900' },
  }
  const body = JSON.stringify({ ...keys, data: { orders: [{ ...keys, data }] } })
  const answer = await fetch(`${url}/v1/PlaceMultiOrder`, { method: 'POST', body })
  if (!answer.ok) throw new Error(await answer.text())
}

const shows = ({ patch }: BookUpdate, orderId: string): boolean =>
  (patch?.put ?? []).some(([, row]) => row['order_id'] === orderId)

/** An order book that leaves out one order. */
const without = (orderId: string, book: unknown): unknown =>
  JSON.parse(JSON.stringify(book), (_, value: unknown) =>
    Array.isArray(value) ? value.filter((row) => row?.order_id !== orderId) : value,
  )

it.each([
  ['which the service said no to is not refused', () => unclearNo],
  [
    'whose answer was lost is not called one that likely did not arrive',
    () => Promise.reject(new Error('the answer is lost')),
  ],
])('an order %s while one of its instrument has come up on the other side', async (_, answer) => {
  const { place, once, orderIds } = await setUp(async ({ operation, body, truth }) => {
    if (operation !== 'PlaceMultiOrder') return undefined
    await truth(turned(body))
    return answer()
  })
  const id = await place(null)
  const asked = await once(id, ({ state, look }) => state === 'refused' || (look?.reads ?? 0) >= 6)
  expect(asked).toMatchObject({
    state: 'in-doubt',
    look: {
      unproven: 'stranger',
      stranger: `order ${orderIds()[0]}, SELL 1 INFY-EQ MIS LIMIT 1400`,
    },
  })
})

it('of two orders that one number was given to, the second is in doubt, and found', async () => {
  let first: unknown
  const { place, once, orderIds } = await setUp(async ({ operation, truth }) => {
    if (operation !== 'PlaceMultiOrder') return undefined
    const [said] = (await truth()) as [{ data: { orderid: string } }]
    return [namedOrder((first ??= said.data.orderid))]
  })
  const one = await place(null)
  await once(one, ({ state }) => state === 'accepted')
  const other = await place(null, { pricing: { type: 'LIMIT', price: '1401' } })
  await once(other, ({ state }) => state === 'in-doubt')
  expect((await once(other, ({ state }) => state === 'matched')).parts).toMatchObject([
    { orderId: orderIds()[1] },
  ])
})

it('of orders of two accounts of one login that one number was given to, one is in doubt, and found', async () => {
  let first: unknown
  const { desk, service, account, once, orderIds } = await setUp(async ({ operation, truth }) => {
    if (operation !== 'PlaceMultiOrder') return undefined
    const all = (await truth()) as { data: { orderid: string } }[]
    return all.map(({ data }) => namedOrder((first ??= data.orderid)))
  })
  const second = await addAccount(desk, { url: service.url, name: 'Second' })
  await bookIsSure(desk, second)
  const placement = await desk.ask('placeOrders', {
    confirmation: randomUUID(),
    orders: [buyOne(account), buyOne(second, { pricing: { type: 'LIMIT', price: '1401' } })],
    accepted: acceptedOf(2),
  })
  const ids = takenOf(placement).map(({ id }) => id)
  const settled = await Promise.all(
    ids.map((id) => once(id, ({ state }) => state === 'accepted' || state === 'matched')),
  )
  expect(settled.map(({ parts }) => parts[0]!.orderId).toSorted()).toEqual(orderIds().toSorted())
})

it('of orders of two logins that one number was given to, the one whose book has another is in doubt', async () => {
  let first: unknown
  const { desk, service, practice, account } = await setUp(async ({ operation, truth }) => {
    if (operation !== 'PlaceMultiOrder') return undefined
    const all = (await truth()) as { data: { orderid: string } }[]
    return all.map(({ data }) => namedOrder((first ??= data.orderid)))
  })
  const other = await addAccount(desk, { url: service.url, name: 'Other', key: 'practice-2' })
  await bookIsSure(desk, other)
  const { place, once } = placingOf({ desk, practice, account })
  const {
    place: placeOther,
    once: onceOther,
    orderIds,
  } = placingOf({ desk, practice, account: other })
  const one = await place(null)
  await once(one, ({ state }) => state === 'accepted')
  const wrong = await placeOther(null)
  await onceOther(wrong, ({ disowned }) => disowned?.[0] === first)
  expect((await onceOther(wrong, ({ state }) => state === 'matched')).parts).toMatchObject([
    { orderId: orderIds()[1] },
  ])
})

it('orders of two logins that left at once and got each other’s answers are in doubt, and found', async () => {
  const waiting: { said: unknown; answer: (said: unknown) => void }[] = []
  const { desk, service, practice, account, once } = await setUp(async ({ operation, truth }) => {
    if (operation !== 'PlaceMultiOrder') return undefined
    const said = await truth()
    const { promise, resolve: answer } = Promise.withResolvers<unknown>()
    waiting.push({ said, answer })
    if (waiting.length === 2) {
      const [first, second] = waiting
      first!.answer(second!.said)
      second!.answer(first!.said)
    }
    return promise
  })
  const other = await addAccount(desk, { url: service.url, name: 'Other', key: 'practice-2' })
  await bookIsSure(desk, other)
  const placement = await desk.ask('placeOrders', {
    confirmation: randomUUID(),
    orders: [buyOne(account), buyOne(other)],
    accepted: acceptedOf(2),
  })
  const ids = takenOf(placement).map(({ id }) => id)
  const found = await Promise.all(ids.map((id) => once(id, ({ state }) => state === 'matched')))
  const made = placedIn(practice)
  for (const { account: of, parts } of found) {
    const client = of === account ? 'practice-1' : 'practice-2'
    const own = made.filter((entry) => entry.client === client).flatMap(({ orderids }) => orderids)
    expect(parts).toMatchObject([{ orderId: own[0] }])
  }
})

it('an order that never arrived is not found in the book of another login, whose own is like it', async () => {
  const others = { api_key: 'practice-2', api_secret: 'practice-2' }
  let isSent = false
  const { desk, service, practice, account, once } = await setUp(({ operation, body, truth }) => {
    if (operation === 'PlaceMultiOrder') {
      isSent = true
      const isOthers = JSON.stringify(body).includes(others.api_key)
      return isOthers ? undefined : Promise.reject(new Error('it is lost'))
    }
    const isLie = isSent && operation === 'OrderBook' && body['api_key'] !== others.api_key
    return isLie ? truth({ ...body, ...others }) : undefined
  })
  const second = await addAccount(desk, { url: service.url, name: 'Other', key: others.api_key })
  await bookIsSure(desk, second)
  const placement = await desk.ask('placeOrders', {
    confirmation: randomUUID(),
    orders: [buyOne(account), buyOne(second)],
    accepted: acceptedOf(2),
  })
  const [lost, made] = takenOf(placement).map(({ id }) => id)
  await once(made!, ({ state }) => state === 'accepted')
  await once(lost!, ({ look }) => (look?.candidates.length ?? 0) > 0)
  const looked = await desk.ask('lookForOrder', { intent: lost! })
  const candidates = placedIn(practice).flatMap(({ orderids }) => orderids)
  expect(looked).toMatchObject({ state: 'in-doubt', look: { candidates } })
})

it('a few answers with the book of another login count as unreadable, until it is its own again', async () => {
  const others = { api_key: 'practice-2', api_secret: 'practice-2' }
  let isLying = false
  const { desk, service, account } = await setUp(({ operation, body, truth }) =>
    operation === 'OrderBook' && isLying && body['api_key'] !== others.api_key
      ? truth({ ...body, ...others })
      : undefined,
  )
  const second = await addAccount(desk, { url: service.url, name: 'Other', key: others.api_key })
  await bookIsSure(desk, second)
  for (const one of [account, second])
    await desk.book(one, 'profile', ({ meta }) => meta.age !== null)
  await placeByHand(service.url)
  const hasRows = ({ patch }: BookUpdate): boolean => (patch?.put?.length ?? 0) > 0
  await desk.book(account, 'orders', hasRows)
  await placeByHand(service.url, others)
  await desk.book(second, 'orders', hasRows)
  isLying = true
  const anothers = 'The service answered with the book of another account.'
  await desk.book(account, 'orders', ({ meta }) => meta.trouble?.message === anothers)
  isLying = false
  await desk.book(account, 'orders', ({ meta }) => meta.trouble === null)
  const { rows } = await desk.ask('readBook', { account, book: 'orders' })
  expect(rows).toHaveLength(1)
})

it('an order that is not split, with a yes and a no for it, is in doubt and found whole', async () => {
  const { place, once, orderIds } = await setUp(async ({ operation, truth }) => {
    if (operation !== 'PlaceMultiOrder') return undefined
    const [said] = (await truth()) as unknown[]
    return [said, { ...unclearNo, error_msg: 'Insufficient funds' }]
  })
  const id = await place(null, { quantity: '10' })
  const { parts } = await once(id, ({ state }) => state !== 'recorded' && state !== 'sent')
  expect(parts).toMatchObject([
    {
      state: 'in-doubt',
      detail: `2 results for one order: order ${orderIds()[0]}; Insufficient funds`,
    },
  ])
  expect((await once(id, ({ state }) => state === 'matched')).parts).toMatchObject([
    { orderId: orderIds()[0] },
  ])
})

it('a number that a book showed before an order left proves nothing of it, and it is found', async () => {
  let [phoned, isLying] = ['', false]
  const { service, place, once, orderIds, desk, account } = await setUp(
    async ({ operation, truth }) => {
      if (operation !== 'PlaceMultiOrder' || !isLying) return undefined
      await truth()
      return [namedOrder(phoned)]
    },
  )
  // Placed from elsewhere, of another symbol and side.
  await placeByHand(service.url)
  phoned = orderIds()[0]!
  await desk.book(account, 'orders', (update) => shows(update, phoned))
  isLying = true
  const id = await place(null)
  expect(await once(id, ({ state }) => state !== 'recorded' && state !== 'sent')).toMatchObject({
    state: 'in-doubt',
    parts: [{ message: `The service named order ${phoned}, which is another one.` }],
  })
  expect((await once(id, ({ state }) => state === 'matched')).parts).toMatchObject([
    { orderId: orderIds()[1] },
  ])
})

it('an order whose number has letters too many is in doubt, and found', async () => {
  const { place, once, orderIds } = await setUp(async ({ operation, truth }) => {
    if (operation !== 'PlaceMultiOrder') return undefined
    const [said] = (await truth()) as [{ data: { orderid: string } }]
    return [namedOrder(`ab${said.data.orderid}`)]
  })
  const id = await place(null)
  await once(id, ({ state }) => state === 'accepted')
  expect(await once(id, ({ state }) => state === 'in-doubt')).toMatchObject({
    parts: [{ message: expect.stringContaining('the book does not show that number') }],
  })
  expect((await once(id, ({ state }) => state === 'matched')).parts).toMatchObject([
    { orderId: orderIds()[0] },
  ])
})

it('an order whose row turns into another one is in doubt, and its own once the row is', async () => {
  let hasTurned = false
  const lie: Lie = async ({ operation, truth }) =>
    operation === 'OrderBook' && hasTurned ? turned(await truth()) : undefined
  const { place, once, orderIds, desk, account } = await setUp(lie)
  const id = await place(null)
  await desk.book(account, 'orders', (update) => shows(update, orderIds()[0]!))
  hasTurned = true
  expect(await once(id, ({ state }) => state === 'in-doubt')).toMatchObject({
    disowned: orderIds(),
    parts: [
      {
        message: expect.stringMatching(
          'its row was BUY 1 INFY-EQ MIS LIMIT 1400 before, and is SELL 1 INFY-EQ MIS LIMIT 1400 now',
        ),
      },
    ],
  })
  hasTurned = false
  expect((await once(id, ({ state }) => state === 'matched')).parts).toMatchObject([
    { orderId: orderIds()[0] },
  ])
})

it('a number of an earlier session that the book does not show is no order’s that stands there under another', async () => {
  const dataDir = await tempDir()
  let [isGone, former] = [false, '']
  const lie: Lie = async ({ operation, truth }) => {
    if (operation === 'OrderBook' && isGone) return without(former, await truth())
    if (operation !== 'PlaceMultiOrder' || !isGone) return undefined
    await truth()
    return [namedOrder(former)]
  }
  const first = await setUp(lie, { dataDir })
  const before = await first.place(null)
  former = (await first.once(before, ({ state }) => state === 'accepted')).parts[0]!.orderId!
  await first.desk.book(first.account, 'orders', (update) => shows(update, former))
  await first.desk.desk.stop()

  // A day later the book has none of yesterday’s.
  isGone = true
  const { practice, service } = first
  const later = () => Date.now() + 86_400_000
  const desk = await runDesk({ dataDir, clock: fastClock(5), now: later })
  const account = await addAccount(desk, { url: service.url, id: first.account })
  await bookIsSure(desk, account)
  const { place, once, orderIds } = placingOf({ desk, practice, account })
  const id = await place(null)
  await once(id, ({ state }) => state === 'accepted')
  expect(await once(id, ({ state }) => state === 'in-doubt')).toMatchObject({
    disowned: [former],
    parts: [{ message: expect.stringContaining(`it has order ${orderIds()[1]}, BUY 1 INFY-EQ`) }],
  })
  await once(id, ({ look }) => (look?.candidates ?? []).includes(orderIds()[1]!))
})

it('an order with a clear no is in doubt again where the position alone shows it', async () => {
  const clock = fastClock(5)
  let isMade = false
  let firstRead = Infinity
  const areKnown = Promise.withResolvers<void>()
  const hidden = new Set<unknown>()
  const { place, once } = await setUp(async ({ operation, truth }) => {
    if (operation === 'PlaceMultiOrder') {
      const [said] = (await truth()) as [{ data: { orderid: string } }]
      hidden.add(said.data.orderid)
      isMade = true
      return { status: 'error', error_msg: 'Insufficient funds', error_type: 'E' }
    }
    // That nothing was held before is known once positions were silent for long, and no book is behind.
    if (operation === 'PositionBook') firstRead = Math.min(firstRead, clock.now())
    if (clock.now() - firstRead > longestSilence + slowestPositions) areKnown.resolve()
    if (!isMade) return undefined
    const isHidden = (row: unknown): boolean =>
      typeof row === 'object' && row !== null && 'order_id' in row && hidden.has(row.order_id)
    if (operation === 'OrderBook' || operation === 'TradeBook')
      return JSON.parse(JSON.stringify(await truth()), (_key, value: unknown) =>
        Array.isArray(value) ? value.filter((row) => !isHidden(row)) : value,
      )
    return undefined
  })
  await areKnown.promise
  const id = await place(null, { quantity: '3', pricing: { type: 'MARKET', protection: null } })
  await once(id, ({ state }) => state === 'refused')
  expect(await once(id, ({ state }) => state === 'in-doubt')).toMatchObject({
    isDoubtedAgain: true,
    grownBy: 3,
    look: { candidates: [] },
  })
})
