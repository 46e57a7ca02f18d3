import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { DatabaseSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'

/**
 * A service on a thread of its own that reads the journal, by its own connection, the moment that
 * the first bytes of a request arrive. It says of each order whether it stood there as sent.
 */
export interface SeenOrder {
  price: string
  wasSent: boolean
}

const { path } = workerData as { path: string }

const journal = new DatabaseSync(path, { readOnly: true, timeout: 1000 })
const sentOrders = journal.prepare(`
  SELECT json_extract(recorded.body, '$.params.price') AS price
  FROM entries AS recorded JOIN entries AS sent ON sent.intent = recorded.intent
  WHERE recorded.kind = 'recorded' AND sent.kind = 'sent'`)
const readSent = (): Set<string> => new Set(sentOrders.all().map(({ price }) => String(price)))

const server = createServer((socket) => {
  let pending = ''
  let sent: Set<string> | null = null
  socket.setEncoding('latin1')
  socket.on('error', () => undefined)
  socket.on('data', (chunk: string) => {
    if (pending === '' && chunk.startsWith('POST /v1/Place')) sent = readSent()
    pending += chunk
    for (;;) {
      const head = pending.indexOf('\r\n\r\n')
      const length = Number(/content-length: (\d+)/i.exec(pending.slice(0, head))?.[1] ?? 0)
      if (head === -1 || pending.length < head + 4 + length) return
      const body = pending.slice(head + 4, head + 4 + length)
      pending = pending.slice(head + 4 + length)
      const answer = JSON.stringify(sent === null ? nothing : answered(body, sent))
      sent = null
      socket.write(
        `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${answer.length}\r\n\r\n${answer}`,
      )
    }
  })
})

const nothing = { status: 'success', data: [] }

interface Multi {
  data: { orders: { data: { price: string } }[] }
}

function answered(body: string, sent: ReadonlySet<string>) {
  const { data } = JSON.parse(body) as Multi
  return data.orders.map(({ data: { price } }) => {
    parentPort?.postMessage({ price, wasSent: sent.has(price) } satisfies SeenOrder)
    return { status: 'success', data: { orderid: price } }
  })
}

server.listen(0, '127.0.0.1', () => {
  parentPort?.postMessage((server.address() as AddressInfo).port)
})
