import { type BegunExit, type Departure, type RunRecord, loginOf } from '../record.ts'
import { instrumentOf } from '../service/instruments.ts'
import type { BrokerOrder } from '../service/orders.ts'
import type { Login } from '../service/service.ts'
import { isExitTicket } from './stop-holds.ts'
import { isTurned } from './turned-orders.ts'

/** What was held this long ago a book may still have shown when an exit was checked. */
const oldestBook = 20_000

/**
 * An order that leaves a position never leaves beside others of ours that close it too, and that
 * together with it are more than was held, unless the person was asked. Orders that somebody else
 * placed, and such as the service made on the other side than was asked for, count for nothing here:
 * the books may show them too late.
 */
export function exitKnowsTheOthers(record: RunRecord, { legs, login, at }: Departure): string[] {
  return legs.flatMap(({ tag, units }) => {
    const asked = tag === null ? undefined : record.asked.get(tag)
    if (asked === undefined || asked.isWarned || !isExitTicket(asked.ticket)) return []
    const { ticket, confirmed } = asked
    if (ticket.kind !== 'regular') return []
    const instrument = instrumentOf(ticket.symbol)
    if (instrument === undefined) return []
    const { product, action } = ticket
    const others = worksOfOurs(record, login, confirmed).filter(
      (order) =>
        order.instrument === instrument &&
        order.product === product &&
        order.side === action &&
        !isTurned(record, order),
    )
    const closing = others.reduce((sum, { quantity, now }) => sum + quantity - now.filled, 0)
    const since = asked.at - oldestBook
    const moments = [since, ...login.broker.orders.flatMap((order) => order.moments)]
    const most = Math.max(
      ...moments
        .filter((moment) => moment >= since && moment <= at)
        .map((moment) => login.broker.net({ instrument, product }, moment))
        .map((net) => (action === 'SELL' ? net : -net)),
    )
    return closing > 0 && units + closing > most
      ? [
          `${tag} leaves ${most} at most with ${units} units beside ${closing} of ${others.map((order) => order.tag).join(', ')}, and nobody was asked`,
        ]
      : []
  })
}

/**
 * No square-off begins while an order of ours that leaves a position works, unless the person was
 * asked.
 */
export function squareOffKnowsTheOthers(record: RunRecord, exit: BegunExit): string[] {
  const { what, accounts, confirmed, isWarned } = exit
  if (what === 'orders') return []
  // While an account is given other keys, nobody can say which it has.
  const steady = accounts.filter((account) => record.loginsOf.get(account)?.length === 1)
  const logins = steady.flatMap((account) => loginOf(record, account) ?? [])
  const beside = isWarned
    ? []
    : [...new Set(logins)].flatMap((login) =>
        worksOfOurs(record, login, confirmed).filter(({ tag }) => {
          const ticket = record.asked.get(tag)?.ticket
          return ticket !== undefined && isExitTicket(ticket)
        }),
      )
  return beside.map(
    ({ id, tag }) => `${what} begins while ${id} of ${tag} works, and nobody was asked`,
  )
}

/** How long after a person was warned a square-off can leave: the cancels before it have their time. */
const slowestCancels = 40_000

/**
 * No square-off leaves while its desk waits for the answer of another one of the same login,
 * whichever account it was for, unless the person was asked.
 */
export function squareOffLeavesAlone(
  { risks }: Pick<RunRecord, 'risks'>,
  departure: Departure,
  waiting: readonly Departure[],
): string[] {
  const { operation, login, at } = departure
  const isWarned = risks.some(
    (risk) => risk.login === login && risk.at <= at && risk.at > at - slowestCancels,
  )
  if (operation !== 'SquareOffAllPosition' || isWarned) return []
  const others = waiting.filter(
    (one) => one !== departure && one.operation === operation && one.login === login,
  )
  return others.map(
    (other) =>
      `${operation} leaves for ${login.key} while one that left at ${other.at} has no answer`,
  )
}

/** Orders of a login that were confirmed here before that and work, from accounts that are still its own. */
const worksOfOurs = (record: RunRecord, login: Login, confirmed: number): BrokerOrder[] =>
  login.broker.working().filter(({ by, tag }) => {
    const asked = record.asked.get(tag)
    if (by !== 'desk' || asked === undefined || asked.confirmed >= confirmed) return false
    const present = record.loginsOf.get(asked.account)?.at(-1)
    return present?.login === login && present.since < asked.at
  })
