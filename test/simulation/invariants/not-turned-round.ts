import type { RunRecord } from '../record.ts'
import type { BrokerOrder } from '../service/orders.ts'
import type { Login } from '../service/service.ts'
import { isExitTicket } from './stop-holds.ts'

/** What was agreed to, or done by telephone, so long ago has no part in what happens now. */
const memory = 90_000
/** What a person is asked before an exit that can turn a position round. */
const warnings = ['exit', 'position', 'stale', 'unknown']

/**
 * No exit takes a position past zero unless a person was asked. What came by telephone meanwhile,
 * and orders that are no exits and fill beside a square-off, no desk could have counted.
 */
export function notTurnedRound(record: RunRecord, login: Login, order: BrokerOrder): string[] {
  if (!isExitOrder(record, order)) return []
  const now = record.now()
  const { instrument, product } = order
  const net = login.broker.net({ instrument, product })
  const units = order.now.filled - order.filledBefore
  const before = net - (order.side === 'BUY' ? units : -units)
  if (net === 0 || Math.sign(net) === Math.sign(before)) return []
  const since = now - memory
  const beside = login.broker.orders.filter(
    (other) =>
      other !== order &&
      other.instrument === instrument &&
      other.product === product &&
      other.changedAt > Math.min(since, order.placedAt),
  )
  const isExcused =
    record.risks.some((risk) => risk.login === login && risk.at > since) ||
    beside.some((other) => !isExitOrder(record, other))
  if (isExcused) return []
  return [
    `${order.id} of ${order.tag} took ${instrument.symbol} ${product} from ${before} to ${net}`,
  ]
}

function isExitOrder({ asked }: RunRecord, order: BrokerOrder): boolean {
  if (order.by === 'square-off') return true
  const ticket = asked.get(order.tag)?.ticket
  return order.by === 'desk' && ticket !== undefined && isExitTicket(ticket)
}

export const isWarned = (agreed: ReadonlySet<string>): boolean =>
  warnings.some((code) => agreed.has(code))
