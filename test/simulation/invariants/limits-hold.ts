import type { Limits } from '../../../src/shared/orders/limits.ts'
import type { Departure, RunRecord } from '../record.ts'
import { instrumentOf } from '../service/instruments.ts'
import type { BrokerOrder } from '../service/orders.ts'
import { isExitTicket } from './stop-holds.ts'

const minute = 60_000

/**
 * No limit is passed that the desk could have known: each ticket's size, how many leave in a minute,
 * and how many of those that were placed from here work. What others placed it may see too late.
 */
export function limitsHold(
  record: RunRecord,
  departure: Departure,
  of: { limits: Limits; accounts: ReadonlySet<string>; whose: string },
): string[] {
  const { limits, accounts, whose } = of
  const isEntry = (tag: string | null): boolean => {
    const order = tag === null ? undefined : record.asked.get(tag)
    return order !== undefined && !isExitTicket(order.ticket)
  }
  const entries = departure.legs.filter(({ tag }) => isEntry(tag))
  if (entries.length === 0) return []
  const wrongs: string[] = []
  for (const { tag, units, fields } of entries) {
    if (limits.quantity !== null && units > limits.quantity)
      wrongs.push(`${tag} has ${units} units, and ${limits.quantity} are allowed`)
    const value = units * dearest(fields)
    const isAgreed = record.asked.get(tag ?? '')?.agreed.has('value') === true
    if (limits.value !== null && value > limits.value && !isAgreed)
      wrongs.push(`${tag} is worth ${value}, and ${limits.value} is allowed`)
  }
  const { at } = departure
  // A clock on the wall that jumps changes what a minute is, and one account more or less what all are.
  const lately = record.edits.filter(({ at: moment }) => moment >= at - minute)
  const isSteady =
    record.jumps.every((moment) => moment < at - minute) &&
    (accounts.size === 1 || lately.every(({ change }) => change !== 'on' && change !== 'off'))
  const recent = record.departures.filter(
    (one) => accounts.has(one.account) && one.at > at - minute && one.at <= at,
  )
  const left = recent
    .flatMap(({ legs }) => legs.filter(({ tag }) => isEntry(tag)))
    .reduce((sum, { orders }) => sum + orders, 0)
  if (limits.perMinute !== null && left > limits.perMinute && isSteady)
    wrongs.push(`${left} orders left within a minute, and ${limits.perMinute} are allowed`)
  const working = [...accounts].flatMap((account) => workingOf(record, account))
  const open = working.length + entries.reduce((sum, { orders }) => sum + orders, 0)
  const isAgreed = entries.some(({ tag }) => record.asked.get(tag ?? '')?.agreed.has('stale'))
  if (limits.openOrders !== null && open > limits.openOrders && isSteady && !isAgreed)
    wrongs.push(`${open} orders work, and ${limits.openOrders} are allowed`)
  return wrongs.map((wrong) => `${whose}: ${wrong}`)
}

/** What is bought costs its limit at most; what is sold may fetch what the market pays. */
function dearest({ price, symbol = '', action }: Departure['legs'][number]['fields']): number {
  const market = instrumentOf(symbol)?.price ?? 0
  const limit = Number(price)
  return limit === 0 || action === 'SELL' ? Math.max(limit, market) : limit
}

/**
 * Orders that were placed from an account here, for the login that it still has, and work: their
 * children nobody told the desk of.
 */
const workingOf = ({ asked, loginsOf }: RunRecord, account: string): BrokerOrder[] => {
  const present = loginsOf.get(account)?.at(-1)
  const orders = present?.login?.broker.working() ?? []
  return orders.filter(({ by, tag }) => {
    const order = asked.get(tag)
    return by === 'desk' && order?.account === account && order.at >= present!.since
  })
}
