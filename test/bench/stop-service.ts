/** The service of P8, in its own process: no read is ever answered, and the time is told at which the first byte of anything else arrived. */
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'

export interface Arrival {
  path: string
  /** Nanoseconds of the machine's own clock, which all processes share. */
  at: string
}

const body = '[]'
// Closed after each: when a person stops, the last order was a while ago and its connection is gone.
const answer = `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\nconnection: close\r\ncontent-length: ${body.length}\r\n\r\n${body}`

// A bare socket: an HTTP server would tell of a request only when its head is read.
const server = createServer((socket) => {
  let pending = ''
  socket.setNoDelay()
  socket.on('error', () => undefined)
  socket.on('data', (chunk) => {
    const at = String(process.hrtime.bigint())
    const isFirst = pending === ''
    pending += chunk.toString('latin1')
    const path = /^POST (\S+)/.exec(pending)?.[1] ?? ''
    if (path !== '/v1/CancelAllOrder' && path !== '/raw') return
    if (isFirst) process.send?.({ path, at } satisfies Arrival)
    const head = pending.indexOf('\r\n\r\n')
    const length = Number(/content-length: (\d+)/i.exec(pending)?.[1] ?? 0)
    if (head !== -1 && pending.length >= head + 4 + length) socket.end(answer)
  })
})
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))

process.once('disconnect', () => process.exit())
