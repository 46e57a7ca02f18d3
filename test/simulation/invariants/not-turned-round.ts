import type { RunRecord } from '../record.ts'
import type { BrokerOrder } from '../service/orders.ts'
import type { Login } from '../service/service.ts'
import { longestLag } from '../service/sight.ts'
import { isExitTicket } from './stop-holds.ts'
import { isTurned } from './turned-orders.ts'

/** What was filled so shortly before an order was confirmed that the books did not show it then. */
const unseen = longestLag.positions + 4000
/** How long after a person was warned the orders of a square-off can come. */
const slowestSquareOff = 20_000

/**
 * No exit takes a position past zero, and no order to a target past that, unless a person was asked:
 * about it, or about another that fills beside it. Excused is what the desk could not have counted
 * when it was confirmed: what came by telephone, what was made on the other side, and what was confirmed later, which is asked about
 * only where it is an exit itself.
 */
export function notTurnedRound(record: RunRecord, login: Login, order: BrokerOrder): string[] {
  const goal = goalOf(record, order)
  if (goal === null || isWarned(record, login, order)) return []
  const { instrument, product } = order
  const net = login.broker.net({ instrument, product })
  const units = order.now.filled - order.filledBefore
  const before = net - (order.side === 'BUY' ? units : -units)
  const hasPassed =
    order.side === 'BUY' ? net > goal && before <= goal : net < goal && before >= goal
  if (!hasPassed) return []
  const since = confirmedAt(record, order) - unseen
  const beside = login.broker.orders.filter(
    (other) =>
      other !== order &&
      other.instrument === instrument &&
      other.product === product &&
      other.changedAt > since,
  )
  if (beside.some((other) => isExcuse(record, login, { order, other }))) return []
  return [
    `${order.id} of ${order.tag} took ${instrument.symbol} ${product} from ${before} to ${net}`,
  ]
}

function isExcuse(
  record: RunRecord,
  login: Login,
  { order, other }: { order: BrokerOrder; other: BrokerOrder },
): boolean {
  if (other.by === 'phone' || other.by === 'bracket' || isTurned(record, other)) return true
  if (isWarned(record, login, other)) return true
  const isExit = goalOf(record, other) !== null
  // A square-off closes what is held, whatever else works.
  if (order.by === 'square-off' || other.by === 'square-off') return !isExit
  const [one, two] = [record.asked.get(order.tag), record.asked.get(other.tag)]
  if (one === undefined || two === undefined) return true
  // It went to a login that is not its account's any more.
  const present = record.loginsOf.get(two.account)?.at(-1)
  if (present?.login !== login || present.since > two.at) return true
  return !isExit && two.confirmed > one.confirmed
}

/** The size beyond which an order may not take its position; null where it is to make it larger. */
function goalOf({ asked }: RunRecord, order: BrokerOrder): number | null {
  if (order.by === 'square-off') return 0
  const ticket = order.by === 'desk' ? asked.get(order.tag)?.ticket : undefined
  if (ticket?.kind === 'smart') return Number(ticket.target)
  return ticket !== undefined && isExitTicket(ticket) ? 0 : null
}

/** Whether a person was told of this order, or of the square-off that made it, that it may turn a position round. */
const isWarned = ({ asked, risks }: RunRecord, login: Login, order: BrokerOrder): boolean =>
  order.by === 'square-off'
    ? risks.some(
        (risk) =>
          risk.login === login &&
          risk.at <= order.placedAt &&
          risk.at > order.placedAt - slowestSquareOff,
      )
    : asked.get(order.tag)?.isWarned === true

/** What a square-off closes is reckoned when it arrives. */
const confirmedAt = ({ asked }: RunRecord, { by, tag, placedAt }: BrokerOrder): number =>
  by === 'desk' ? (asked.get(tag)?.at ?? placedAt) : placedAt
