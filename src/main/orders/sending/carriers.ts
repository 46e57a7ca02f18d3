import type { OrderContext } from '../planning/order-context.ts'
import type { Planned } from '../planning/plan.ts'
import { weightOf } from './requests.ts'

export interface CarriersOptions {
  context: OrderContext
  /** Whether an account's orders may travel with those of others. */
  mayGoTogether(account: string): boolean
  /** Whether so many could leave from an account at once. */
  hasRoomFor(account: string, weight: number): boolean
}

/** Of each account, what carries its orders: those with the same carrier travel in one request. */
export function carriersOf(
  planned: readonly Planned[],
  { context, mayGoTogether, hasRoomFor }: CarriersOptions,
): (account: string) => string {
  const weights = new Map<string, number>()
  for (const order of planned) {
    const { account } = order.ticket
    weights.set(account, (weights.get(account) ?? 0) + weightOf(order))
  }
  // What has to wait would hold up the others: it has requests of its own.
  const carriers = new Map(
    [...weights].map(([id, weight]) => {
      const { service, trading } = context.accounts.get(id)!
      const canGoTogether =
        mayGoTogether(id) && hasRoomFor(id, weight) && weight <= trading.perSecond
      return [id, canGoTogether ? `at ${service}` : id]
    }),
  )
  return (account) => carriers.get(account)!
}
