import { positionOf } from '../../picture/rows/instruments.ts'
import type { OrderContext } from '../planning/order-context.ts'
import type { Planned } from '../planning/plan.ts'
import { isExit } from '../../../shared/orders/tickets.ts'

interface Units {
  buys: number
  sells: number
}

/**
 * What the orders of one go may do to a position together. Each is reckoned from what is held, and
 * knows nothing of the others, be they of another account of the same login.
 */
export class UnitsBeside {
  readonly #orders: readonly Planned[]
  readonly #accounts: OrderContext['accounts']
  #byPosition: ReadonlyMap<string | null, Planned[]> | undefined

  constructor(orders: readonly Planned[], accounts: OrderContext['accounts']) {
    this.#orders = orders
    this.#accounts = accounts
  }

  /** Units of the others for the same position; of exits, which are counted one after the other, none. */
  of(order: Planned): Units {
    this.#byPosition ??= Map.groupBy(this.#orders, (one) => this.#positionOf(one))
    const units = { buys: 0, sells: 0 }
    const position = this.#positionOf(order)
    for (const other of position === null ? [] : this.#byPosition.get(position)!) {
      if (other === order || (isExit(order) && isExit(other))) continue
      units[other.shown.action === 'BUY' ? 'buys' : 'sells'] += other.shown.quantity
    }
    return units
  }

  #positionOf({ ticket, params }: Planned): string | null {
    const position = positionOf({ params })
    const login = this.#accounts.get(ticket.account)?.login
    return position && JSON.stringify([login, ...Object.values(position)])
  }
}
