import { type BegunExit, type Departure, type RunRecord, loginOf } from '../record.ts'
import { instrumentOf } from '../service/instruments.ts'
import type { BrokerOrder } from '../service/orders.ts'
import type { Login } from '../service/service.ts'
import { isExitTicket } from './stop-holds.ts'

/** What was held this long ago a book may still have shown when an exit was checked. */
const oldestBook = 20_000

/**
 * An order that leaves a position never leaves beside others of ours that close it too, and that
 * together with it are more than was held, unless the person was asked. Orders that somebody else
 * placed count for nothing here: the books may show them too late.
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
        order.instrument === instrument && order.product === product && order.side === action,
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
 * asked; and none begins twice for one login.
 */
export function squareOffKnowsTheOthers(record: RunRecord, exit: BegunExit): string[] {
  const { what, accounts, confirmed, isWarned } = exit
  if (what === 'orders') return []
  // While an account is given other keys, nobody can say which it has.
  const steady = accounts.filter((account) => record.loginsOf.get(account)?.length === 1)
  const logins = steady.flatMap((account) => loginOf(record, account) ?? [])
  const twice = logins.filter((login, place) => logins.indexOf(login) !== place)
  const beside = isWarned
    ? []
    : [...new Set(logins)].flatMap((login) =>
        worksOfOurs(record, login, confirmed).filter(({ tag }) => {
          const ticket = record.asked.get(tag)?.ticket
          return ticket !== undefined && isExitTicket(ticket)
        }),
      )
  return [
    ...twice.map(({ key }) => `${what} begins for two accounts of ${key}`),
    ...beside.map(
      ({ id, tag }) => `${what} begins while ${id} of ${tag} works, and nobody was asked`,
    ),
  ]
}

/** Orders of a login that were confirmed here before that and work, from accounts that are still its own. */
const worksOfOurs = (record: RunRecord, login: Login, confirmed: number): BrokerOrder[] =>
  login.broker.working().filter(({ by, tag }) => {
    const asked = record.asked.get(tag)
    if (by !== 'desk' || asked === undefined || asked.confirmed >= confirmed) return false
    const present = record.loginsOf.get(asked.account)?.at(-1)
    return present?.login === login && present.since < asked.at
  })
