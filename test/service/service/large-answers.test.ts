import { type ServerResponse, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { type Transport, createTransport } from '../../../src/main/service/transport.ts'

const megabyte = 1024 * 1024

/** Every byte says whose answer it is. */
const answerOf = (nth: number): Buffer => Buffer.alloc(megabyte + nth, `<${nth}>`)

/** A service of large answers; those of `/hang/…` never go on behind their first bytes. */
async function start(): Promise<{ origin: string; transport: Transport }> {
  const server = createServer((request, response) => {
    const [, way, nth] = request.url!.split('/')
    request
      .resume()
      .once('end', () => send(response, { nth: Number(nth), isHanging: way === 'hang' }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const transport = createTransport({ maxBytes: 4 * megabyte })
  onTestFinished(async () => {
    await transport.close('reads')
    server.closeAllConnections()
    server.close()
  })
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, transport }
}

function send(response: ServerResponse, { nth, isHanging }: { nth: number; isHanging: boolean }) {
  const body = answerOf(nth)
  response.setHeader('content-length', body.length)
  if (isHanging) response.write(body.subarray(0, 1000))
  else response.end(body)
}

const read = { body: Buffer.from('{}'), lane: 'reads', within: 20_000 } as const

describe('large answers that come at once', () => {
  test('all come whole', async () => {
    const { origin, transport } = await start()
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, nth) =>
        transport.post({ ...read, origin, path: `/whole/${nth}` }),
      ),
    )
    const isWhole = answers.map(
      (answer, nth) => answer.answered && answer.bytes.equals(answerOf(nth)),
    )
    expect(isWhole).toEqual(answers.map(() => true))
  })

  test('come beside many that hang', async () => {
    const { origin, transport } = await start()
    const ending = new AbortController()
    const hanging = Array.from({ length: 12 }, (_, nth) =>
      transport.post({
        ...read,
        origin,
        path: `/hang/${nth}`,
        within: 60_000,
        signal: ending.signal,
      }),
    )
    const answer = await transport.post({ ...read, origin, path: '/whole/1' })
    expect(answer).toMatchObject({ answered: true, status: 200 })
    ending.abort()
    for (const one of await Promise.all(hanging))
      expect(one).toMatchObject({ answered: false, why: 'called-off' })
  })

  test('come where others were broken off before their turn', async () => {
    const { origin, transport } = await start()
    const ending = new AbortController()
    const broken = Array.from({ length: 20 }, (_, nth) =>
      transport.post({ ...read, origin, path: `/whole/${nth}`, signal: ending.signal }),
    )
    const first = await Promise.race(broken)
    expect(first.answered).toBe(true)
    ending.abort()
    const ended = await Promise.all(broken)
    expect(ended.some((one) => !one.answered)).toBe(true)
    for (const one of ended) if (!one.answered) expect(one.why).toBe('called-off')
    const answer = await transport.post({ ...read, origin, path: '/whole/7' })
    expect(answer.answered && answer.bytes.equals(answerOf(7))).toBe(true)
  })
})
