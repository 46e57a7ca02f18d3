import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { parentPort } from 'node:worker_threads'

/** A service that answers Funds and does nothing else, on a thread of its own. */
const answer = Buffer.from(
  JSON.stringify({
    status: 'success',
    data: {
      bookedpnl: 0,
      unbookedpnl: 1250.5,
      openingbalance: 500_000,
      credits: 0,
      payinamt: 0,
      utilizedamount: 120_000.25,
      payoutamt: 0,
      varmargin: 0,
      spanmargin: 45_000,
      realisedmtom: -320.75,
      unrealisedmtom: 1250.5,
      debits: 0,
    },
  }),
)

const server = createServer((request, response) => {
  request.resume().on('end', () => {
    response.setHeader('content-type', 'application/json')
    response.setHeader('content-length', answer.length)
    response.end(answer)
  })
})
server.keepAliveTimeout = 60_000
server.listen(0, '127.0.0.1', () => {
  parentPort?.postMessage((server.address() as AddressInfo).port)
})
parentPort?.once('message', () => {
  server.closeAllConnections()
  server.close()
})
