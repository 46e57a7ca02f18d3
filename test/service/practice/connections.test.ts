import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { mostConnections, startPractice } from '../../../src/practice/server.ts'

test('holds no more connections than it needs: in the desk’s process they are descriptors that the desk needs for its brokers', async () => {
  const practice = await startPractice({ speed: 0, opening: 'empty' })
  onTestFinished(() => practice.stop())
  const port = Number(new URL(practice.url).port)
  const sockets = Array.from({ length: mostConnections + 40 }, () => connect(port, '127.0.0.1'))
  onTestFinished(() => sockets.forEach((socket) => socket.destroy()))
  let closed = 0
  const forty = new Promise<void>((resolve) => {
    for (const socket of sockets)
      socket
        // A connection that is cut off may say so as an error too.
        .on('error', () => {})
        .once('close', () => (closed += 1) === 40 && resolve())
        .resume()
  })
  await forty
  // One that goes makes room for another.
  sockets[0]!.destroy()
  await once(sockets[0]!, 'close')
  await expect
    .poll(async () => (await fetch(`${practice.url}/instruments`).catch(() => null))?.status)
    .toBe(200)
  expect(closed).toBe(41)
})
