import { once } from 'node:events'
import { type Socket, connect } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { mostConnections, startPractice } from '../../../src/practice/server.ts'

test('holds no more connections than it needs: in the desk’s process they are descriptors that the desk needs for its brokers', async () => {
  const practice = await startPractice({ speed: 0, opening: 'empty' })
  onTestFinished(() => practice.stop())
  const port = Number(new URL(practice.url).port)
  const sockets: Socket[] = []
  onTestFinished(() => sockets.forEach((socket) => socket.destroy()))
  let closed = 0
  // Some at a time: of those that wait to be let in, the system keeps a few hundred.
  while (sockets.length < mostConnections + 40) {
    const some = Array.from({ length: 38 }, () => connect(port, '127.0.0.1'))
    for (const socket of some)
      socket
        // A connection that is cut off may say so as an error too.
        .on('error', () => {})
        .once('close', () => (closed += 1))
        .resume()
    sockets.push(...some)
    await Promise.all(some.map((socket) => once(socket, 'connect')))
  }
  await expect.poll(() => closed).toBe(40)
  // One that goes makes room for another. Which ones were let in is the system's choice.
  const held = sockets.find((socket) => !socket.closed)!
  held.destroy()
  await once(held, 'close')
  await expect
    .poll(async () => (await fetch(`${practice.url}/instruments`).catch(() => null))?.status)
    .toBe(200)
  expect(closed).toBe(41)
})
