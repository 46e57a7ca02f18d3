/** The service of P13, P16 and P17, in its own process: 2,000 positions of each client, of which 10 % are at another price every second; where it is told so, as many orders and holdings. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

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
const isFull = process.argv[2] === 'full'
/** Of each version the same rows under their book's own fields. */
const others = {
  OrderBook: isFull ? versionsOf(orderAt) : [],
  Holdings: isFull ? versionsOf(holdingAt) : [],
}

type Priced = Pick<(typeof held)[number], 'symbol' | 'ltp'>

function versionsOf(rowAt: (priced: Priced, at: number) => object): Buffer[] {
  return versions.map((bytes) => {
    const { data } = JSON.parse(bytes.toString()) as { data: Priced[] }
    return answer(data.map(rowAt))
  })
}

function orderAt({ symbol, ltp }: Priced, at: number): object {
  return {
    ...{ exchange: 'NFO', symbol, product: 'MIS', pricetype: 'LIMIT', action: 'BUY' },
    ...{ ret: 'DAY', price: ltp, trigger_price: 0, quantity: 75, disclosed_quantity: 0 },
    ...{ avgprc: 0, fillshares: 0, status: 'open', remarks: 'Bench', rejreason: '' },
    ...{ order_id: `2611240${10_000 + at}`, orderentrytime: 'November 24 2026 10:00:00' },
  }
}

function holdingAt({ symbol, ltp }: Priced, at: number): object {
  return {
    ...{ exchange: 'NSE', symbol, isin: `INE${100_000 + at}A01`, product: 'CNC' },
    ...{ quantity: 10 + (at % 40), avgprc: 100 + at * 0.45, ltp },
  }
}

const empty = answer([])
const single = answer({ name: 'A', credits: 1 })

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
  if (operation === 'PositionBook')
    return versions[Math.floor(performance.now() / 1000) % versions.length]!
  const version = others[operation as keyof typeof others] ?? []
  // Ninety books that all change each second are more than a desk reads on one core.
  if (version.length > 0) return version[Math.floor(performance.now() / 5000) % version.length]!
  return operation === 'Funds' || operation === 'Profile' ? single : empty
}

server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))

process.once('disconnect', () => process.exit())
