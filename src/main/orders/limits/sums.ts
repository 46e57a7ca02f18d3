import type { Limits } from '../../../shared/orders/limits.ts'
import { isExit } from '../../../shared/orders/tickets.ts'
import { type Finding, whyLeast } from './finding.ts'
import { isLossReached } from './loss-limit.ts'
import { comparable } from '../../../shared/core/visible-text.ts'
import { counted, firstAndMore, rupees, unitsText } from '../../../shared/core/figures.ts'
import type { AccountContext, OrderContext, SumsOfAccounts } from '../planning/order-context.ts'
import type { Planned } from '../planning/plan.ts'

/** What one account does in a go. */
export interface AccountOrderSums {
  account: AccountContext
  first: Planned
  /** The first that is no exit. */
  entry: Planned | null
  /** Orders that are no exits; every slice counts. */
  entries: number
  /** Rupees of shares that are paid in full, and the first order that buys them. */
  funds: number
  paid: Planned | null
  /** The first order that is a share of the account's funds. */
  sharing: Planned | null
  /** What all accounts of its login do to the same funds. */
  login: LoginFunds
}

interface LoginFunds {
  /** Rupees of shares that are paid in full. */
  funds: number
  /** Percent of the funds that orders were reckoned to be. */
  percent: number
}

export function sumsByAccount(
  orders: readonly Planned[],
  accounts: OrderContext['accounts'],
): Map<string, AccountOrderSums> {
  const byAccount = new Map<string, AccountOrderSums>()
  const byLogin = new Map<string, LoginFunds>()
  for (const order of orders) {
    const account = accounts.get(order.ticket.account)
    if (account === undefined) continue
    let sums = byAccount.get(account.id)
    if (sums === undefined) {
      const login = byLogin.get(account.login) ?? { funds: 0, percent: 0 }
      byLogin.set(account.login, login)
      const none = { entry: null, entries: 0, funds: 0, paid: null, sharing: null }
      sums = { account, first: order, login, ...none }
      byAccount.set(account.id, sums)
    }
    if (isExit(order)) continue
    sums.entry ??= order
    sums.entries += order.shown.slices.length
    const { ofFunds } = order.ticket
    if (ofFunds !== undefined) {
      sums.sharing ??= order
      sums.login.percent += Number(ofFunds.percent)
    }
    if (order.shown.funds === null) continue
    sums.paid ??= order
    sums.funds += order.shown.funds
    sums.login.funds += order.shown.funds
  }
  return byAccount
}

type Whose = 'this account' | 'all accounts together' | 'all practice accounts together'

/** New orders that the limits over all accounts hold together, and what these accounts did so far. */
export interface MoneySums {
  entries: readonly Planned[]
  figures: SumsOfAccounts
  whose: Exclude<Whose, 'this account'>
}

/** Practice neither takes up what real money may do, nor opens it again by what it makes. */
export function sumsOfMoney(entries: readonly Planned[], context: OrderContext): MoneySums[] {
  const { accounts, practice } = context
  const all = { figures: context, whose: 'all accounts together' } as const
  if (practice === null) return [{ entries, ...all }]
  const isPractice = ({ ticket }: Planned): boolean =>
    accounts.get(ticket.account)?.isPractice === true
  return [
    { entries: entries.filter((order) => !isPractice(order)), ...all },
    {
      entries: entries.filter(isPractice),
      figures: practice,
      whose: 'all practice accounts together',
    },
  ]
}

/** Limits that hold for what works, leaves and is lost altogether; `ground` names what could not be checked. */
export function sumFindings(of: {
  limits: Limits
  figures: SumsOfAccounts
  entries: number
  whose: Whose
}): { refusals: Finding[]; ground: string[] } {
  const { limits, figures, entries, whose } = of
  const refusals: Finding[] = []
  const ground: string[] = []
  const refuse = (code: Finding['code'], message: string): void => {
    refusals.push({ level: 'refuse', code, field: null, message })
  }
  if (limits.openOrders !== null && !isFarFrom(limits.openOrders, figures, entries)) {
    const open = figures.openOrders
    if (open === null)
      ground.push(`how many orders of ${whose} are open is not known, and there is a limit for it`)
    else if (open + entries > limits.openOrders)
      refuse(
        'open-orders',
        `${counted(open, 'order')} of ${whose} work already or may, and ${unitsText(entries)} more would pass the limit of ${unitsText(limits.openOrders)}. One whose answer is not there yet counts beside its row, if the book shows it already. Wait, cancel some, or raise the limit in the settings.`,
      )
  }
  const lastMinute = limits.perMinute === null ? 0 : figures.lastMinute
  if (limits.perMinute !== null && lastMinute + entries > limits.perMinute)
    refuse(
      'pace',
      `${counted(lastMinute, 'order')} of ${whose} left or waited within the last minute, and ${unitsText(entries)} more would pass the limit of ${unitsText(limits.perMinute)} a minute. Wait, or send fewer.`,
    )
  if (limits.loss !== null) {
    const { profit } = figures
    if (profit === null)
      ground.push(`the profit or loss of ${whose} is not known, and there is a limit for it`)
    else if (isLossReached({ profit, limit: limits.loss }))
      refuse(
        'loss',
        `Today’s loss of ${whose} is ${rupees(-profit)}, and the limit is ${rupees(limits.loss)}: only exits are sent.`,
      )
    else
      ground.push(...doubtsOfProfit({ profit, limit: limits.loss, whose, ...figures.profitCheck }))
  }
  return { refusals, ground }
}

/** Whether so many more open orders are within a limit, as if no order of ours were shown by now. */
function isFarFrom(limit: number, { openOrdersAtMost }: SumsOfAccounts, entries: number): boolean {
  return typeof openOrdersAtMost === 'number' && openOrdersAtMost + entries <= limit
}

/** Why a loss may stand at its limit although the service's own figures do not say so. */
function doubtsOfProfit(
  of: { profit: number; limit: number; whose: Whose } & SumsOfAccounts['profitCheck'],
): string[] {
  const { profit, limit, whose, difference, uncheckable } = of
  const reckoned = profit + difference
  const doubts: string[] = []
  if (isLossReached({ profit: reckoned, limit }))
    doubts.push(
      `the service says that the profit or loss of ${whose} is ${rupees(profit)}, and reckoned here from its positions, or by their marks of the day (mtm), it is ${rupees(reckoned)}, which is past the limit of ${rupees(limit)}`,
    )
  const [first] = uncheckable
  if (first !== undefined)
    doubts.push(
      `the profit or loss of ${whose} cannot be checked, and there is a limit for it: of ${firstAndMore(first, uncheckable.length)} the quantities, averages or last prices are missing, or contradict each other or the orders`,
    )
  return doubts
}

/** Limits over all accounts on what one go sends: units of one symbol, and rupees. */
export function confirmationLimitFindings(
  entries: readonly Planned[],
  { limits, whose }: { limits: Limits; whose: MoneySums['whose'] },
): Finding[] {
  const findings: Finding[] = []
  if (limits.quantity !== null)
    for (const { symbol, quantity } of unitsBySymbol(entries))
      if (quantity > limits.quantity) {
        findings.push({
          level: 'refuse',
          code: 'quantity',
          field: null,
          message: `${unitsText(quantity)} units of ${symbol} in one go are more than the limit of ${unitsText(limits.quantity)} for ${whose}.`,
        })
        break
      }
  if (limits.value !== null) {
    let value = 0
    let unknown = 0
    for (const order of entries) {
      if (order.shown.value === null || whyLeast(order) !== null) unknown++
      value += order.shown.value ?? 0
    }
    if (value > limits.value)
      findings.push({
        level: 'refuse',
        code: 'value',
        field: null,
        message: `Orders for ${rupees(value)} in one go are more than the limit of ${rupees(limits.value)} for ${whose}.`,
      })
    else if (unknown > 0)
      findings.push({
        level: 'ask',
        code: 'value',
        field: null,
        message: `The value of ${counted(unknown, 'order')} is not known, so the limit of ${rupees(limits.value)} for ${whose} cannot be checked.`,
      })
  }
  return findings
}

/** Other series are other shares. */
const usualSeries = /(?:[- ]|(?<=[A-Z&]{2}))EQ$/i

/**
 * By the symbol as the person wrote it, as it is written the way of each broker, and by its one name
 * over brokers, with or without the usual series; marks that nobody sees make no other symbol of it.
 */
function unitsBySymbol(
  entries: readonly Planned[],
): Iterable<{ symbol: string; quantity: number }> {
  const sums = new Map<string, { symbol: string; quantity: number }>()
  for (const { ticket, shown, instrument } of entries) {
    const spellings =
      ticket.kind === 'option'
        ? [ticket.underlying, shown.underlying ?? ticket.underlying].map(
            (underlying) => `${underlying} ${ticket.expiry} ${ticket.optionType}`,
          )
        : [ticket.symbol, shown.symbol ?? ticket.symbol, instrument ?? ticket.symbol]
    const names = new Map(
      spellings.map((spelling) => {
        const symbol = comparable(spelling)
        return [symbol.replace(usualSeries, ''), symbol] as const
      }),
    )
    for (const [letters, symbol] of names) {
      const { quantity = 0 } = sums.get(letters) ?? {}
      sums.set(letters, { symbol, quantity: quantity + shown.quantity })
    }
  }
  return sums.values()
}
