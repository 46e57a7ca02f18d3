/** The service of P7 and P14, in its own process: large order books, and the time at which the last of the orders of one confirmation arrived with its first byte. */
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { orderBook } from './order-book.ts'

export interface Arrival {
  /** Nanoseconds of the machine's own clock, which all processes share. */
  at: string
}

const [rows, together] = process.argv.slice(2).map(Number) as [number, number]
const source = orderBook({ rows, seed: 7 })
const versions = Array.from({ length: 12 }, () => {
  source.change(0.01)
  return answerOf(source.bytes())
})
const empty = answerOf(Buffer.from(JSON.stringify({ status: 'success', data: [] })))
const one = answerOf(
  Buffer.from(JSON.stringify({ status: 'success', data: { name: 'A', credits: 1 } })),
)
let arrived = 0
let books = 0
let orders = 0

function answerOf(body: Buffer): Buffer {
  const head = `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n`
  return Buffer.concat([Buffer.from(head), body])
}

/** Each is another order: one that a desk knows already would be no answer. */
const placed = (): Buffer =>
  answerOf(Buffer.from(JSON.stringify([{ status: 'success', data: { orderid: `${++orders}` } }])))

function answerTo(operation: string): Buffer {
  if (operation === 'OrderBook') return versions[books++ % versions.length]!
  if (operation === 'Funds' || operation === 'Profile') return one
  return operation.startsWith('Place') ? placed() : empty
}

// A bare socket: an HTTP server would tell of a request only when its head is read.
const server = createServer((socket) => {
  let pending = ''
  socket.setNoDelay()
  socket.on('error', () => undefined)
  socket.on('data', (chunk) => {
    const at = process.hrtime.bigint()
    if (pending === '' && chunk.indexOf('POST /v1/Place') === 0 && ++arrived % together === 0)
      process.send?.({ at: String(at) } satisfies Arrival)
    pending += chunk.toString('latin1')
    const head = pending.indexOf('\r\n\r\n')
    const length = Number(/content-length: (\d+)/i.exec(pending)?.[1] ?? 0)
    if (head === -1 || pending.length < head + 4 + length) return
    const operation = pending.slice(0, pending.indexOf(' HTTP')).split('/').at(-1)!
    pending = ''
    socket.write(answerTo(operation))
  })
})
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))

process.once('disconnect', () => process.exit())
