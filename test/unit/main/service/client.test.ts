import { expect, it } from 'vitest'
import { createServiceClient, usualDeadlines } from '../../../../src/main/service/client.ts'
import { ReadQueues } from '../../../../src/main/service/read-queue.ts'
import type { Delivery } from '../../../../src/main/service/transport.ts'
import { FakeClock } from '../core/fake-clock.ts'
import { limit } from './limited-queue.ts'

it('an answer that was on its way while the machine slept tells of before', async () => {
  const clock = new FakeClock()
  const delivery = Promise.withResolvers<Delivery>()
  const client = createServiceClient({
    clock,
    transport: { post: () => delivery.promise, close: () => Promise.resolve() },
  })
  const keys = { apiKey: 'key', apiSecret: 'secret' }
  const reading = client.fetch('OrderBook', { url: 'http://127.0.0.1:1', broker: 'PX', keys }, {})
  clock.sleep(3_600_000)
  delivery.resolve({ answered: true, status: 200, bytes: Buffer.from('{}') })
  expect(await reading).toMatchObject({ ok: true, value: { at: usualDeadlines.read } })
})

it('no poll of a service that serves one after the other begins from when an order is about to leave for it until it is answered', async () => {
  const clock = new FakeClock()
  const readQueues = new ReadQueues(clock)
  for (const url of ['http://127.0.0.1:1', 'http://127.0.0.1:2']) limit(readQueues.to(url))
  const delivery = Promise.withResolvers<Delivery>()
  const client = createServiceClient({
    clock,
    readQueues,
    transport: { post: () => delivery.promise, close: () => Promise.resolve() },
  })
  const keys = { apiKey: 'key', apiSecret: 'secret' }
  const login = { url: 'http://127.0.0.1:1/one', broker: 'PX', keys }
  const cancelling = client.call('CancelAllOrder', login, {})
  const begun: string[] = []
  for (const url of ['http://127.0.0.1:1/other', 'http://127.0.0.1:2'])
    readQueues.to(url).wait({
      account: 'one',
      isAwaited: () => false,
      lateBy: () => 1,
      begin: () => void begun.push(url),
    })
  expect(begun).toEqual(['http://127.0.0.1:2'])
  delivery.resolve({ answered: true, status: 200, bytes: Buffer.from('{}') })
  await cancelling
  expect(begun).toEqual(['http://127.0.0.1:2', 'http://127.0.0.1:1/other'])
})

it.each([
  ['that did not wait there, like those of the console, is reckoned with in', false],
  ['that has its place there takes no other in', true],
])('a read %s the queue of its service', async (_, hasPlace) => {
  const clock = new FakeClock()
  const readQueues = new ReadQueues(clock)
  const url = 'http://127.0.0.1:1'
  limit(readQueues.to(url))
  const delivery = Promise.withResolvers<Delivery>()
  const client = createServiceClient({
    clock,
    readQueues,
    transport: { post: () => delivery.promise, close: () => Promise.resolve() },
  })
  const keys = { apiKey: 'key', apiSecret: 'secret' }
  const reads = [1, 2].map(() =>
    client.fetch('Funds', { url, broker: 'PX', keys }, {}, { hasPlace }),
  )
  let isBegun = false
  readQueues.to(url).wait({
    account: 'one',
    isAwaited: () => false,
    lateBy: () => 1,
    begin: () => void (isBegun = true),
  })
  expect(isBegun).toBe(hasPlace)
  delivery.resolve({ answered: true, status: 200, bytes: Buffer.from('{}') })
  await Promise.all(reads)
  expect(isBegun).toBe(true)
})

it('a read that its caller calls off says nothing of the service', async () => {
  const clock = new FakeClock()
  const readQueues = new ReadQueues(clock)
  const url = 'http://127.0.0.1:1'
  const delivery = Promise.withResolvers<Delivery>()
  const client = createServiceClient({
    clock,
    readQueues,
    transport: { post: () => delivery.promise, close: () => Promise.resolve() },
  })
  const keys = { apiKey: 'key', apiSecret: 'secret' }
  const caller = new AbortController()
  const read = client.fetch('Funds', { url, broker: 'PX', keys }, {}, { signal: caller.signal })
  await clock.advance(2500)
  caller.abort()
  delivery.resolve({ answered: false, sent: true, why: 'called-off', detail: '' })
  await read
  let begun = 0
  for (let n = 0; n < 2; n++)
    readQueues.to(url).wait({
      account: 'one',
      isAwaited: () => false,
      lateBy: () => 1,
      begin: () => void begun++,
    })
  expect(begun).toBe(2)
})
