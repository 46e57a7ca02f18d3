import { type PlaceOperation, operations } from '../../../shared/service/operations.ts'
import type { Login, Params } from '../../service/client.ts'
import { type Reply, ok } from '../../../shared/core/errors.ts'
import { hiddenKeys, outgoing } from '../../service/outgoing.ts'
import type { Planned } from '../planning/plan.ts'
import { isExit } from '../limits/sums.ts'

export type SentOnce = PlaceOperation | 'CancelAllOrder' | 'SquareOffAllPosition'

/** Orders of one account that one request carries. */
export interface PlannedRequest {
  account: string
  operation: PlaceOperation
  isExit: boolean
  weight: number
  orders: Planned[]
}

/** How many orders the service counts: each slice is one. */
export const weightOf = ({ shown }: Pick<Planned, 'shown'>): number =>
  Math.max(1, shown.slices.length)

/**
 * The requests that orders make, in their order for each account. Neighbours go together where
 * the operation takes several, up to what may leave within a second.
 */
export function requestsOf(
  orders: readonly Planned[],
  perSecond: (account: string) => number,
): PlannedRequest[] {
  const requests: PlannedRequest[] = []
  const last = new Map<string, PlannedRequest>()
  for (const order of orders) {
    const { operation } = order
    const { account } = order.ticket
    const weight = weightOf(order)
    const open = last.get(account)
    if (
      open !== undefined &&
      operations[operation].multi &&
      open.operation === operation &&
      open.isExit === isExit(order) &&
      open.weight + weight <= perSecond(account)
    ) {
      open.orders.push(order)
      open.weight += weight
      continue
    }
    const request = { account, operation, isExit: isExit(order), orders: [order], weight }
    last.set(account, request)
    requests.push(request)
  }
  return requests
}

/** What the client is given for a request: the broker comes from the login. */
export function paramsOf<Name extends SentOnce>(
  operation: Name,
  login: Login,
  each: readonly Record<string, string>[],
): Params<Name> {
  // What was planned is what is sent; the client checks it once more with the operation's schema.
  const params = each.map(({ broker: _, ...rest }) => rest)
  const sent = operations[operation].multi
    ? { orders: params.map((one) => ({ login, params: one })) }
    : params[0]
  return sent as unknown as Params<Name>
}

/** The body of a request, to the byte as it would be sent, but for the keys. */
export function maskedBody({ operation, orders }: PlannedRequest, broker: string): Reply<string> {
  const login = { url: 'https://hidden.invalid', broker, keys: hiddenKeys }
  const params = paramsOf(
    operation,
    login,
    orders.map((order) => order.params),
  )
  const out = outgoing(operation, login, params)
  if (!out.ok) return out
  return ok(JSON.stringify(JSON.parse(out.value.body.toString()), null, 2))
}
