import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { describe, expect, onTestFinished, test } from 'vitest'
import { giveBack } from '../../../src/main/service/answer-memory.ts'
import { createTransport } from '../../../src/main/service/transport.ts'
import { type Certificate, authority, leaf } from '../../faults/certificates.ts'

const rounds = 40
const atOnce = 6

/** Every byte says whose answer it is and where in it. Of lengths that come in one piece and in hundreds. */
const answerOf = (nth: number): Buffer => {
  const length = [900, 17_000, 200_000, 1_100_000][nth % 4]! + nth
  return Buffer.alloc(length, `<${nth}: as it was sent>`)
}

async function startServer(certificate: Certificate): Promise<string> {
  const server = createServer(certificate, (request, response) => {
    const nth = Number(request.url!.slice(1))
    const body = answerOf(nth)
    request.resume().once('end', () => {
      response.setHeader('content-length', body.length)
      // With its head by itself, the first piece of the body has memory of its own.
      if (nth % 3 === 0) response.flushHeaders()
      // In pieces of odd lengths: heads, bodies and records of TLS begin and end anywhere.
      const step = 9_973 + nth * 101
      for (let at = 0; at < body.length; at += step) response.write(body.subarray(at, at + step))
      response.end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `https://127.0.0.1:${(server.address() as AddressInfo).port}`
}

describe('the memory of answers, over TLS', () => {
  test('is nobody else’s while it is read: each answer stays as it was sent', async () => {
    const trusted = await authority()
    const origin = await startServer(await leaf({ by: trusted }))
    const transport = createTransport({ maxBytes: 4 * 1024 * 1024, ca: trusted.cert })
    onTestFinished(() => transport.close('reads'))
    const held: { nth: number; bytes: Buffer }[] = []
    let spoiled = 0
    for (let round = 0; round < rounds; round++) {
      const asked = Array.from({ length: atOnce }, (_, at) => round * atOnce + at)
      await Promise.all(
        asked.map(async (nth) => {
          const post = { origin, path: `/${nth}`, body: Buffer.from('{}') }
          const answer = await transport.post({ ...post, lane: 'reads', within: 20_000 })
          if (!answer.answered) throw new Error(`${answer.why}: ${answer.detail}`)
          held.push({ nth, bytes: answer.bytes })
        }),
      )
      // What was freed is free, and what comes next was written elsewhere.
      await setImmediate()
      for (const { nth, bytes } of held) if (!bytes.equals(answerOf(nth))) spoiled += 1
      // Books let go of what they replace; they hold what they have for many polls.
      while (held.length > 2 * atOnce) giveBack(held.shift()!.bytes)
    }
    expect(spoiled).toBe(0)
  })
})
