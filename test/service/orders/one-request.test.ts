import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { openTunnel } from '../../campaign/tunnel.ts'
import { runPractice } from '../running-desk.ts'
import {
  acceptedOf,
  addAccount,
  bookIsSure,
  buyOne,
  emptyDesk,
  placedIn,
  takenOf,
} from './placing-desk.ts'

it('carries orders of two clients in one request, each to its own book, and finds both there where the answer is lost', async () => {
  const practice = await runPractice()
  const requests: string[] = []
  let isLost = false
  const tunnel = await openTunnel({
    port: Number(new URL(practice.url).port),
    late: 0,
    mischief: ({ operation }) => {
      if (!operation.startsWith('Place')) return 'none'
      requests.push(operation)
      return isLost ? 'drop-answer' : 'none'
    },
  })
  try {
    const desk = await emptyDesk()
    const { url } = tunnel
    const accounts = [
      await addAccount(desk, { url, name: 'One', key: 'practice-1' }),
      await addAccount(desk, { url, name: 'Two', key: 'practice-2' }),
    ]
    for (const account of accounts) await bookIsSure(desk, account)
    const place = async (price: string, until: string): Promise<void> => {
      const orders = accounts.map((account) =>
        buyOne(account, { pricing: { type: 'LIMIT', price } }),
      )
      const placement = await desk.ask('placeOrders', {
        ...{ confirmation: randomUUID(), orders, accepted: acceptedOf(2), oneRequest: true },
      })
      for (const { id } of takenOf(placement))
        await desk.event('intents', (all) =>
          all.some((one) => one.id === id && one.state === until),
        )
    }
    await place('1400.00', 'accepted')
    isLost = true
    await place('1401.00', 'matched')
    expect(requests).toEqual(['PlaceMultiOrder', 'PlaceMultiOrder'])
    const clients = placedIn(practice).map(({ client }) => client)
    expect(clients).toEqual(['practice-1', 'practice-2', 'practice-1', 'practice-2'])
  } finally {
    await tunnel.stop()
  }
})
