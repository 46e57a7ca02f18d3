import type { RunRecord } from '../record.ts'
import type { BrokerOrder } from '../service/orders.ts'
import type { Login } from '../service/service.ts'
import { isExitTicket } from './stop-holds.ts'

/** What was agreed to, or done by telephone, so long ago has no part in what happens now. */
const memory = 90_000
/** What a person is asked before an exit that can turn a position round. */
const warnings = ['exit', 'position', 'stale', 'unknown']

/**
 * No exit takes a position past zero, and no order to a target past that, unless a person was asked.
 * What came by telephone meanwhile, and other orders that fill beside it, no desk could have counted.
 */
export function notTurnedRound(record: RunRecord, login: Login, order: BrokerOrder): string[] {
  const goal = goalOf(record, order)
  if (goal === null) return []
  const now = record.now()
  const { instrument, product } = order
  const net = login.broker.net({ instrument, product })
  const units = order.now.filled - order.filledBefore
  const before = net - (order.side === 'BUY' ? units : -units)
  const hasPassed =
    order.side === 'BUY' ? net > goal && before <= goal : net < goal && before >= goal
  if (!hasPassed) return []
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
    beside.some((other) => goalOf(record, other) !== goal)
  if (isExcused) return []
  return [
    `${order.id} of ${order.tag} took ${instrument.symbol} ${product} from ${before} to ${net}`,
  ]
}

/** The size beyond which an order may not take its position; null where it is to make it larger. */
function goalOf({ asked }: RunRecord, order: BrokerOrder): number | null {
  if (order.by === 'square-off') return 0
  const ticket = order.by === 'desk' ? asked.get(order.tag)?.ticket : undefined
  if (ticket?.kind === 'smart') return Number(ticket.target)
  return ticket !== undefined && isExitTicket(ticket) ? 0 : null
}

export const isWarned = (agreed: ReadonlySet<string>): boolean =>
  warnings.some((code) => agreed.has(code))
