import { type PlaceOperation, operations } from '../../../shared/service/operations.ts'
import type { Login, Params } from '../../service/client.ts'
import { type Reply, ok } from '../../../shared/core/errors.ts'
import { hiddenKeys, outgoing } from '../../service/outgoing.ts'
import type { Planned } from '../planning/plan.ts'
import { isExit } from '../../../shared/orders/tickets.ts'

export type SentOnce = PlaceOperation | 'CancelAllOrder' | 'SquareOffAllPosition'

/** Orders that one request carries: of one account, or of several where a person chose that. */
export interface PlannedRequest {
  /** Of its first order: the keys of this account stand at its head. */
  account: string
  operation: PlaceOperation
  isExit: boolean
  orders: Planned[]
}

export const sendersOf = ({ orders }: Pick<PlannedRequest, 'orders'>): string[] => [
  ...new Set(orders.map(({ ticket }) => ticket.account)),
]

const weightIn = ({ orders }: PlannedRequest, account: string): number =>
  orders.reduce((sum, one) => sum + (one.ticket.account === account ? weightOf(one) : 0), 0)

/** How many orders the service counts: each slice is one. */
export const weightOf = ({ shown }: Pick<Planned, 'shown'>): number =>
  Math.max(1, shown.slices.length)

/**
 * The requests that orders make, in their order for each account. Neighbours go together where
 * the operation takes several, up to what may leave of each account within a second. Accounts with
 * the same carrier go together, but no way out with what another account has to do, and only by the
 * one operation of which it is known that it answers one result an order, in their order.
 */
export function requestsOf(
  orders: readonly Planned[],
  perSecond: (account: string) => number,
  carrierOf: (account: string) => string = (account) => account,
): PlannedRequest[] {
  const requests: PlannedRequest[] = []
  const last = new Map<string, PlannedRequest>()
  for (const order of orders) {
    const { operation } = order
    const { account } = order.ticket
    const carrier = carrierOf(account)
    const open = last.get(carrier)
    if (
      open !== undefined &&
      operations[operation].multi &&
      open.operation === operation &&
      open.isExit === isExit(order) &&
      (open.account === account || (operation === 'PlaceMultiOrder' && !open.isExit)) &&
      weightIn(open, account) + weightOf(order) <= perSecond(account)
    ) {
      open.orders.push(order)
      continue
    }
    const request = { account, operation, isExit: isExit(order), orders: [order] }
    last.set(carrier, request)
    requests.push(request)
  }
  return requests
}

/** What the client is given for a request: the broker comes from the login. */
export function paramsOf<Name extends SentOnce>(
  operation: Name,
  each: readonly { login: Login; params: Record<string, string> }[],
): Params<Name> {
  // What was planned is what is sent; the client checks it once more with the operation's schema.
  const orders = each.map(({ login, params: { broker: _, ...params } }) => ({ login, params }))
  const sent = operations[operation].multi ? { orders } : orders[0]?.params
  return sent as unknown as Params<Name>
}

/** The body of a request, to the byte as it would be sent, but for the keys. */
export function maskedBody(
  { operation, orders, account }: PlannedRequest,
  brokerOf: (account: string) => string,
): Reply<string> {
  const loginOf = (of: string): Login => ({
    ...{ url: 'https://hidden.invalid', broker: brokerOf(of), keys: hiddenKeys },
  })
  const each = orders.map(({ ticket, params }) => ({ login: loginOf(ticket.account), params }))
  const out = outgoing(operation, loginOf(account), paramsOf(operation, each))
  if (!out.ok) return out
  return ok(JSON.stringify(JSON.parse(out.value.body.toString()), null, 2))
}
