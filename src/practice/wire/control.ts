import type { HttpAnswer } from './http.ts'
import type { Engine } from '../market/engine.ts'
import { type FaultSwitches, faultOrderOf } from '../faults/fault-switches.ts'
import type { Ledger } from '../market/ledger.ts'
import { Refusal } from '../market/refusal.ts'

const done: HttpAnswer = { status: 200, body: '{"status":"success"}' }

/** What tests in another process may do to the broker. No part of the service. */
export function answerControl(of: {
  engine: Engine
  faults: FaultSwitches
  ledger: Ledger
  method: string
  route: string
  parse: () => unknown
}): HttpAnswer {
  const { engine, faults, ledger } = of
  switch (`${of.method} ${of.route}`) {
    case 'GET /control/ledger':
      return { status: 200, body: JSON.stringify(ledger.entries) }
    case 'POST /control/clear':
      faults.clear()
      return done
    case 'POST /control/fault':
      faults.set(faultOrderOf(fields(of.parse())))
      return done
    case 'POST /control/advance': {
      const { milliseconds } = fields(of.parse())
      if (typeof milliseconds !== 'number' || !(milliseconds >= 0 && milliseconds <= 1e12))
        throw new Refusal(400, 'milliseconds must be a number')
      engine.advance(milliseconds)
      return done
    }
    case 'POST /control/price': {
      const { exchange, symbol, price } = fields(of.parse())
      if (typeof exchange !== 'string' || typeof symbol !== 'string')
        throw new Refusal(400, 'exchange and symbol must be text')
      if (typeof price !== 'number' || !(price > 0 && price < 1e9))
        throw new Refusal(400, 'price must be a number above zero')
      if (!engine.listing.find({ exchange, symbol }))
        throw new Refusal(400, `symbol ${symbol} is not known on ${exchange}`)
      engine.setPrice(exchange, symbol, price)
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
