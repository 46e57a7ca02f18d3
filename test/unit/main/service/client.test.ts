import { expect, it } from 'vitest'
import { createServiceClient, usualDeadlines } from '../../../../src/main/service/client.ts'
import type { Delivery } from '../../../../src/main/service/transport.ts'
import { FakeClock } from '../core/fake-clock.ts'

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
