import { startOfDay } from '../../../shared/core/india.ts'
import type { Row, Rows } from '../../../shared/core/patch.ts'
import { parseTime } from '../../../shared/core/times.ts'
import { comparableOrderId, orderKeyOf } from '../../../shared/service/order-ids.ts'
import type { TradeRecord } from '../../../shared/service/records.ts'

/** Wall-clock milliseconds at which earlier sessions first saw an order in the books of an account. */
type FirstSeen = (account: string, orderId: string) => number | null

/** What is known of the two books of a login. */
interface BooksOfTrades {
  /** Accounts of the login. */
  accounts: readonly string[]
  orders: Rows
  trades: Rows
  /** Of these, those of no order that the order book shows. */
  unshown: readonly TradeRecord[]
  now: number
}

/**
 * Orders of the day that trades tell of, and that no reading of the order book ever had: it is a part of
 * one, whatever it says, and what works may be in the other. What it had once and drops is missed by
 * itself where it worked, and brokers drop what is finished.
 */
export class UnlistedOrders {
  /** By account, and by the numbers as they are compared. */
  readonly #listed = new Map<string, Set<string>>()
  #day = -Infinity
  #firstSeen: FirstSeen = () => null
  /** Accounts that are another client's since: what their books had is none of these. */
  readonly #renewed = new Set<string>()

  takeUp(firstSeen: FirstSeen): void {
    this.#firstSeen = firstSeen
  }

  /** Told of every good reading of an order book, and of what came up in it. */
  see(account: string, rows: Rows, { added, now }: { added: readonly Row[]; now: number }): void {
    this.#forgetEarlier(now)
    const listed = this.#listed.get(account)
    if (listed !== undefined) for (const row of added) listed.add(orderKeyOf(row))
    else this.#listed.set(account, new Set([...rows.values()].map(orderKeyOf)))
  }

  /** The account has the books of another login from now on. */
  forget(account: string): void {
    this.#listed.delete(account)
    this.#renewed.add(account)
  }

  of({ accounts, orders, trades, unshown, now }: BooksOfTrades): readonly string[] {
    if (unshown.length === 0) return noOrder
    this.#forgetEarlier(now)
    const day = startOfDay(now)
    const isListed = (key: string): boolean =>
      accounts.some(
        (account) =>
          this.#listed.get(account)?.has(key) === true ||
          (!this.#renewed.has(account) && (this.#firstSeen(account, key) ?? -Infinity) >= day),
      )
    // Some services number an order otherwise in their trade book, and some show no order that is finished.
    const traded = [...trades.values()].flatMap(({ order_id: id }) =>
      typeof id === 'string' ? comparableOrderId(id) : [],
    )
    if (!traded.some(isListed) && !isAnyOfForm(orders, new Set(traded.map(formOf)))) return noOrder
    const ids = unshown.flatMap(({ order_id: id, exchtime }) => {
      const isOfBefore = (parseTime(exchtime) ?? Infinity) < day
      return typeof id !== 'string' || isOfBefore || isListed(comparableOrderId(id)) ? [] : [id]
    })
    return [...new Set(ids)]
  }

  #forgetEarlier(now: number): void {
    const day = startOfDay(now)
    if (day === this.#day) return
    this.#day = day
    this.#listed.clear()
  }
}

const noOrder: readonly string[] = []

/** Numbers of one length, with digits and letters in the same places. */
const formOf = (key: string): string => key.replaceAll(/\d/g, '0').replaceAll(/[a-z]/gi, 'a')

function isAnyOfForm(orders: Rows, forms: ReadonlySet<string>): boolean {
  for (const row of orders.values()) if (forms.has(formOf(orderKeyOf(row)))) return true
  return false
}
