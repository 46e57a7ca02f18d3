import type { Answer } from './answers.ts'
import type { FaultOrder } from './faults.ts'
import { Refusal } from './refusal.ts'
import type { Practice } from './server.ts'

const done: Answer = { status: 200, body: '{"status":"success"}' }

/** What tests in another process may do to the broker. No part of the service. */
export function answerControl(of: {
  practice: Practice
  method: string
  route: string
  parse: () => unknown
}): Answer {
  const { practice } = of
  switch (`${of.method} ${of.route}`) {
    case 'GET /control/ledger':
      return { status: 200, body: JSON.stringify(practice.ledger.entries) }
    case 'POST /control/clear':
      practice.faults.clear()
      return done
    case 'POST /control/fault':
      practice.faults.set(fields(of.parse()) as unknown as FaultOrder)
      return done
    case 'POST /control/advance': {
      const { milliseconds } = fields(of.parse())
      if (typeof milliseconds !== 'number' || !(milliseconds >= 0 && milliseconds <= 1e12))
        throw new Refusal(400, 'milliseconds must be a number')
      practice.advance(milliseconds)
      return done
    }
    case 'POST /control/price': {
      const { exchange, symbol, price } = fields(of.parse())
      if (typeof exchange !== 'string' || typeof symbol !== 'string')
        throw new Refusal(400, 'exchange and symbol must be text')
      if (typeof price !== 'number' || !(price > 0 && price < 1e9))
        throw new Refusal(400, 'price must be a number above zero')
      if (!practice.engine.listing.find({ exchange, symbol }))
        throw new Refusal(400, `symbol ${symbol} is not known on ${exchange}`)
      practice.setPrice(exchange, symbol, price)
      return done
    }
    default:
      throw new Refusal(404, `${of.method} ${of.route} is no control`)
  }
}

function fields(value: unknown): Record<string, unknown> {
  if (typeof value === 'object' && value !== null) return value as Record<string, unknown>
  throw new Refusal(400, 'the request must be an object')
}
