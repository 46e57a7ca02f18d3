import type { Socket } from 'node:net'
import { describe, expect, test } from 'vitest'
import { createServiceClient } from '../../src/main/service/client.ts'
import { operationNames } from '../../src/shared/service/operations.ts'
import { allInTime } from './in-time.ts'
import { startPeer } from './peer.ts'
import { isRead, loginAt, verdict } from './samples.ts'

async function endingsAt(url: string, deadline = 5_000): Promise<string[]> {
  const client = createServiceClient()
  const endings = await allInTime(deadline, operationNames, (name) =>
    verdict(client, name, loginAt(url), { deadline }),
  )
  await client.close()
  expect(JSON.stringify(endings)).not.toContain('canary')
  return endings.map(({ name, code }) => `${name} ${code}`)
}

const all = (code: string): string[] => operationNames.map((name) => `${name} ${code}`)

describe('a service that cannot be reached', () => {
  test('refuses the connection: nothing was sent', async () => {
    const gone = await startPeer({})
    await gone.stop()
    expect(await endingsAt(gone.url)).toEqual(all('not-sent'))
  })

  test('has a name that nobody knows: nothing was sent', async () => {
    // A label longer than 63 letters is refused by the resolver itself, without a network.
    expect(await endingsAt(`https://${'x'.repeat(64)}.invalid`)).toEqual(all('not-sent'))
  })

  test('never finishes the TLS handshake: a read is too late, an order was not sent', async () => {
    const peer = await startPeer({})
    const url = peer.url.replace('http:', 'https:')
    expect(await endingsAt(url, 800)).toEqual(
      operationNames.map((name) => `${name} ${isRead(name) ? 'too-late' : 'not-sent'}`),
    )
    expect(peer.received).not.toContain('canary')
  })

  test.each([
    ['drops the connection in the handshake', (socket: Socket) => socket.resetAndDestroy()],
    [
      'speaks plain HTTP where TLS was expected',
      (socket: Socket) => socket.end('HTTP/1.1 400 Bad\r\n\r\n'),
    ],
  ])('%s: nothing was sent', async (_, greet) => {
    const peer = await startPeer({ greet: (socket) => void greet(socket) })
    expect(await endingsAt(peer.url.replace('http:', 'https:'))).toEqual(all('not-sent'))
    expect(peer.received).not.toContain('canary')
  })

  test('drops the connection at once: an order is never said to be refused', async () => {
    const peer = await startPeer({ greet: (socket) => void socket.resetAndDestroy() })
    for (const ending of await endingsAt(peer.url))
      // Whether the first bytes were written before the reset was seen is a matter of chance.
      expect(ending).toMatch(/ (not-sent|in-doubt|no-answer)$/)
  })
})
