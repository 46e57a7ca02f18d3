/** The service of P13 and P16, in its own process: 2,000 positions of each client, of which 10 % are at another price every second. */
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
  return operation === 'Funds' || operation === 'Profile' ? single : empty
}

server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))

process.once('disconnect', () => process.exit())
