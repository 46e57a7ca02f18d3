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
  return source.bytes()
})
/** What each client has placed, as its order book shows it from then on. */
const placedBy = new Map<string, string[]>()
const empty = answerOf(Buffer.from(JSON.stringify({ status: 'success', data: [] })))
const one = answerOf(
  Buffer.from(JSON.stringify({ status: 'success', data: { name: 'A', credits: 1 } })),
)
let arrived = 0
/** What is answered once the last of its confirmation arrived, so that no answer holds up an arrival. */
const unanswered: (() => void)[] = []
let books = 0
let orders = 0

function answerOf(body: Buffer): Buffer {
  const head = `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n`
  return Buffer.concat([Buffer.from(head), body])
}

interface Body {
  api_key: string
  data?: { orders?: { data: Record<string, unknown> }[] }
}

/** Each is another order: one that a desk knows already would be no answer. */
function placed({ api_key: client, data }: Body): Buffer {
  const own = placedBy.get(client) ?? []
  placedBy.set(client, own)
  const answers = (data?.orders ?? []).map((order) => {
    const orderid = `${++orders}`
    const shown = {
      ...order.data,
      ...{ order_id: orderid, status: 'open', fillshares: 0, avgprc: 0 },
      // As all rows of the book.
      ...{ tick_size: 0.05, lot_size: 75 },
    }
    own.push(JSON.stringify(shown))
    return { status: 'success', data: { orderid } }
  })
  return answerOf(Buffer.from(JSON.stringify(answers)))
}

function bookOf({ api_key: client }: Body): Buffer {
  const book = versions[books++ % versions.length]!
  const own = placedBy.get(client)
  if (own === undefined) return answerOf(book)
  const open = book.subarray(0, book.length - ']}'.length)
  return answerOf(Buffer.concat([open, Buffer.from(`,${own.join(',')}]}`)]))
}

function answerTo(operation: string, text: string): Buffer {
  if (operation === 'Funds' || operation === 'Profile') return one
  // The least that any program could do sends bytes that say nothing.
  if (operation === 'PlaceNothing') return empty
  const body = JSON.parse(text) as Body
  if (operation === 'OrderBook') return bookOf(body)
  return operation.startsWith('Place') ? placed(body) : empty
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
    const body = pending.slice(head + 4)
    pending = ''
    const answer = (): void => void socket.write(answerTo(operation, body))
    if (operation.startsWith('Place')) unanswered.push(answer)
    else answer()
    if (arrived % together === 0) for (const send of unanswered.splice(0)) send()
  })
})
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))

process.once('disconnect', () => process.exit())
