import type { Parsed } from '../../shared/contract.ts'
import { type Failure, fail } from '../../shared/core/errors.ts'
import { counted, unitsText } from '../../shared/core/figures.ts'
import { sideOfWord } from '../../shared/service/words.ts'
import type { ClosingOrder } from '../picture/login-picture.ts'

export interface ExitingAccount {
  name: string
  broker: string
  isEnabled: boolean
  isReadOnly: boolean
}

/** What is asked of an account before an exit from it may begin. */
interface ExitGrounds {
  account(id: string): ExitingAccount | undefined
  /** Accounts that the service takes for one and the same; this one is among them. */
  accountsOfLogin(account: string): readonly string[]
  /** Accounts of which nobody knows whether they are one with this one. */
  perhapsSameClient(account: string): readonly string[]
  /** A square-off of it is on its way, or waits for its answer. */
  isBeingSquaredOff(account: string): boolean
  /** An earlier exit may still close positions of it. */
  mayStillClose(account: string): boolean
  /** Orders of its book that work, whosever they are, and would close positions of it. */
  closingOrders(account: string): readonly ClosingOrder[]
}

/** Why an exit may not begin; null where nothing speaks against it. */
export function exitProblem(
  { what, accounts, again = false }: Parsed<'exitAccounts'>,
  grounds: ExitGrounds,
): { ok: false; error: Failure } | null {
  const { account: accountOf, accountsOfLogin, perhapsSameClient } = grounds
  const { isBeingSquaredOff, mayStillClose, closingOrders } = grounds
  const refuse = (message: string) => fail('invalid', message, { field: 'accounts' })
  const named = new Map<string, (string | null)[]>()
  const asked = new Map<string, string>()
  for (const { account: id, strategy } of accounts) {
    const account = accountOf(id)
    if (account === undefined) return refuse(`There is no account ${id}.`)
    const { name, isEnabled, isReadOnly } = account
    if (!isEnabled)
      return refuse(`${name} is switched off: leave it out, or switch it on to exit from it.`)
    if (isReadOnly)
      return refuse(
        `${name} is read-only: no order leaves from here, exits neither. Leave it out, or change that under Accounts › Edit.`,
      )
    // Two square-offs of one position at a time would turn it round.
    const others = named.get(id) ?? []
    if (
      others.length > 0 &&
      (strategy === null || others.some((other) => other === null || other === strategy))
    )
      return refuse(`${name} is named twice.`)
    const same = what === 'orders' ? [] : accountsOfLogin(id).filter((one) => one !== id)
    const twin = same.find((one) => named.has(one))
    if (twin !== undefined)
      return refuse(
        `${name} and ${accountOf(twin)?.name ?? twin} have the same login at the broker, and to close its positions twice would open the opposite ones. Leave one of the two out, and press again.`,
      )
    if (what !== 'orders' && [id, ...same].some(isBeingSquaredOff))
      return refuse(
        `${name} is being squared off already: leave it out, or wait for the service’s answer.`,
      )
    const isBesideExit = what !== 'orders' && !again && [id, ...same].some(mayStillClose)
    // Where orders are cancelled first, none of these is left beside it.
    const isBesideOrders = what === 'positions' && !again
    const closing = isBesideOrders ? [id, ...same].map(closingOrders).find(isSome) : undefined
    if (isBesideExit || closing !== undefined)
      asked.set(name, besideSaid(name, { isBesideExit, closing }))
    const perhaps = what === 'orders' || again ? [] : perhapsSameClient(id)
    const alike = perhaps.find(
      (one) => named.has(one) || isBeingSquaredOff(one) || mayStillClose(one),
    )
    if (alike !== undefined) asked.set(name, perhapsOneSaid(name, accountOf(alike)?.name ?? alike))
    named.set(id, [...others, strategy])
  }
  const [question] = asked.values()
  const [, ...alike] = asked.keys()
  // One answer is meant for all of them.
  const asWell = alike.length === 0 ? '' : ` The same is asked of ${alike.join(', ')}.`
  return question === undefined ? null : fail('invalid', question + asWell, { field: 'again' })
}

const isSome = (orders: readonly ClosingOrder[]): boolean => orders.length > 0

const perhapsOneSaid = (name: string, other: string): string =>
  `${name} and ${other} have one client id at the broker, and two names. If they are one client, to close the positions of both turns them round. Choose one of the two, or send it all the same.`

/** What may close positions already, and so is asked about. */
function besideSaid(
  name: string,
  {
    isBesideExit,
    closing = [],
  }: { isBesideExit: boolean; closing?: readonly ClosingOrder[] | undefined },
): string {
  const [first, ...others] = closing
  const more = others.length === 0 ? '' : ` and ${counted(others.length, 'other order')}`
  const orders = first === undefined ? '' : `${orderSaid(first)}${more}`
  if (isBesideExit)
    return `An earlier exit or smart order may still close positions of ${name}${orders && ` (in the order book: ${orders})`}, and a second one beside it can open the opposite ones. Wait until the books show what it did, or send it all the same.`
  const it = others.length === 0 ? 'it' : 'them'
  return `${orders} may still close positions of ${name}, and a square-off beside ${it} can open the opposite ones. Wait until the books show what became of ${it}, cancel ${it} first, or send it all the same.`
}

function orderSaid({ row: order, units }: ClosingOrder): string {
  const of = [
    sideOfWord(order['action']),
    units === null ? null : unitsText(units),
    order['symbol'],
  ]
  return `${of.filter((word) => word != null).join(' ')} (order ${String(order['order_id'])})`
}
