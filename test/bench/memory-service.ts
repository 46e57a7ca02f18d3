/** The service of P11, in its own process: 2,000 orders an account, of which 1 % change in every fourth answer. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { orderBook } from './order-book.ts'

const source = orderBook({ rows: 2000, seed: 14 })
const empty = Buffer.from(JSON.stringify({ status: 'success', data: [] }))
const one = Buffer.from(JSON.stringify({ status: 'success', data: { name: 'A', credits: 1 } }))
const versions = Array.from({ length: 25 }, () => {
  source.change(0.01)
  return source.bytes()
})
let answers = 0

const server = createServer((request, response) => {
  request.resume()
  request.once('end', () => {
    const operation = request.url?.split('/').at(-1)
    const isSingle = operation === 'Funds' || operation === 'Profile'
    const body =
      operation === 'OrderBook'
        ? versions[Math.floor(answers++ / 4) % versions.length]!
        : isSingle
          ? one
          : empty
    response.setHeader('content-type', 'application/json')
    response.end(body)
  })
})
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo
  process.send?.(`http://127.0.0.1:${port}`)
})

process.once('disconnect', () => process.exit())
