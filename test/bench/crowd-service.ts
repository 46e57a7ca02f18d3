/**
 * The service of P13, P16 and P17, in its own process: 2,000 positions of each client, of which 10 % are
 * at another price every second; where it is told so, as many orders that change as often, and trades.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { orderBook } from './order-book.ts'

const rows = 2000
const changing = 0.1

const held = Array.from({ length: rows }, (_, at) => ({
  exchange: 'NFO',
  symbol: `NIFTY26NOV${20_000 + at}CE`,
  product: at % 2 ? 'MIS' : 'NRML',
  netqty: (at % 40) * 75 - 1500,
  netavgprc: 100 + at * 0.45,
  ltp: 0,
  realisedprofitloss: (at % 97) * 12.5 - 600,
  unrealisedprofitloss: 0,
  tick_size: 0.05,
  lot_size: 75,
}))
held.forEach(priceAnew)

/** A position in profit or in loss by up to a tenth. */
function priceAnew(position: (typeof held)[number], by: number): void {
  const { netavgprc: average, netqty } = position
  position.ltp = Math.round(average * (0.9 + ((by * 7919) % 1000) / 5000) * 100) / 100
  position.unrealisedprofitloss = Math.round(netqty * (position.ltp - average) * 100) / 100
}

const versions = Array.from({ length: 20 }, (_, version) => {
  const every = 1 / changing
  for (let at = version % every; at < rows; at += every) priceAnew(held[at]!, at + version + 1)
  return answer(held)
})
const empty = answer([])
const single = answer({ name: 'A', credits: 1 })
const books: Record<string, readonly Buffer[]> = { PositionBook: versions }
if (process.argv.includes('all-books')) {
  const orders = orderBook({ rows, seed: 17 })
  books['OrderBook'] = versions.map(() => {
    orders.change(changing)
    return orders.bytes()
  })
  books['TradeBook'] = [answer(Array.from({ length: rows }, (_, at) => trade(at)))]
}

function trade(at: number) {
  const { exchange, symbol, product, netavgprc: price } = held[at]!
  const ids = { order_id: `2611251${1_000_000 + at}`, exchtime: 'November 25 2026 10:15:00' }
  return {
    exchange,
    symbol,
    product,
    pricetype: 'LIMIT',
    action: 'BUY',
    quantity: 75,
    price,
    ...ids,
  }
}

function answer(data: unknown): Buffer {
  return Buffer.from(JSON.stringify({ status: 'success', data }))
}

const server = createServer((request, response) => {
  request.resume()
  request.once('end', () => {
    response.setHeader('content-type', 'application/json')
    response.end(bodyFor(request.url?.split('/').at(-1)))
  })
})

function bodyFor(operation: string | undefined): Buffer {
  const book = books[operation ?? '']
  if (book !== undefined) return book[Math.floor(performance.now() / 1000) % book.length]!
  return operation === 'Funds' || operation === 'Profile' ? single : empty
}

server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))

process.once('disconnect', () => process.exit())
