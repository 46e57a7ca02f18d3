import { oneOfEachLogin } from '../../../shared/accounts/accounts.ts'
import type { Limits } from '../../../shared/orders/limits.ts'
import type { ProfitCheck } from '../../picture/pnl/profit.ts'
import { isLossReached } from '../limits/loss-limit.ts'
import type { SumsOfAccounts } from '../planning/order-context.ts'
import { type KnownAccount, uncheckableOf } from './known-account.ts'
import type { HoldLoss } from './reached-losses.ts'

/**
 * What an account was when its books were last read is not what it is: the sum is not known. One
 * that stood at its limit then stays there, or a book that fails would open what was closed.
 */
export class KnownSums implements SumsOfAccounts {
  readonly #active: readonly KnownAccount[]
  readonly #logins: readonly KnownAccount[]
  readonly #limits: Limits
  readonly #holdLoss: HoldLoss
  readonly #name: string

  constructor(
    name: string,
    of: { active: readonly KnownAccount[]; limits: Limits; holdLoss: HoldLoss },
  ) {
    this.#name = name
    this.#active = of.active
    this.#logins = oneOfEachLogin(of.active)
    this.#limits = of.limits
    this.#holdLoss = of.holdLoss
  }

  get openOrders(): number | null {
    const { openOrders: limit } = this.#limits
    const sum = sumOf(this.#logins, 'openOrders')
    const isFull = sum !== null && limit !== null && sum >= limit
    return isFull || this.#areCurrent('orders') ? sum : null
  }

  get openOrdersAtMost(): number | null {
    return this.#areCurrent('orders') ? sumOf(this.#logins, 'openOrdersAtMost') : null
  }

  get lastMinute(): number {
    return this.#active.reduce((sum, account) => sum + account.lastMinute, 0)
  }

  get profit(): number | null {
    const { loss: limit } = this.#limits
    const of = this.#active.map(({ id }) => id)
    return this.#holdLoss(this.#name, { profit: this.#profit, limit, of })
  }

  get #profit(): number | null {
    const { loss: limit } = this.#limits
    const sum = sumOf(this.#logins, 'knownProfit')
    const isLost = sum !== null && limit !== null && isLossReached({ profit: sum, limit })
    if (isLost) return sum
    return this.#areCurrent('positions') && this.#logins.every(({ isProfitSure }) => isProfitSure)
      ? sum
      : null
  }

  get profitCheck(): ProfitCheck {
    const checks = this.#logins.map(({ profitCheck }) => profitCheck)
    return {
      difference: checks.reduce((sum, { difference }) => sum + difference, 0),
      uncheckable: uncheckableOf(checks),
    }
  }

  #areCurrent(book: 'orders' | 'positions'): boolean {
    return this.#logins.every(({ picture }) => picture.isCurrent(book))
  }
}

/** Null as soon as one part is not known. */
function sumOf(
  accounts: readonly KnownAccount[],
  figure: 'openOrders' | 'openOrdersAtMost' | 'knownProfit',
): number | null {
  let sum = 0
  for (const account of accounts) {
    const part = account[figure]
    if (part === null) return null
    sum += part
  }
  return sum
}
