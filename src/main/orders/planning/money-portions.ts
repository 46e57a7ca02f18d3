import type { Parsed } from '../../../shared/contract.ts'
import { type Decimal, compare, decimalOf, toTick } from '../../../shared/core/decimal.ts'
import { rupees, unitsText } from '../../../shared/core/figures.ts'
import { percentOf, unitsForMoney } from '../../../shared/orders/money-shares.ts'
import type { MoneyPortion } from '../../../shared/orders/placing.ts'
import { type Ticket, isExit } from '../../../shared/orders/tickets.ts'
import { whyLeast } from '../limits/finding.ts'
import type { AccountContext, OrderContext } from './order-context.ts'
import { tradesInLots } from './lots.ts'
import { type Planned, planOf } from './plan.ts'

type MoneyShare = Parsed<'previewShares'>['shares'][number]

/**
 * How many units parts of money buy. The price is the one that the order is valued at, since each
 * is planned as it would be sent; where the price, the lot or the funds are not known, there is no
 * portion, and a word why.
 */
export function moneyPortionsOf(
  { orders, shares }: Parsed<'previewShares'>,
  context: OrderContext,
): MoneyPortion[] {
  return orders.map((ticket, index) => {
    const portion = portionOf(ticket, shares[index], context)
    return 'units' in portion
      ? { account: ticket.account, ...portion }
      : { account: ticket.account, units: '0', isLeftOut: true, says: portion.why, ofFunds: null }
  })
}

type Made = Omit<MoneyPortion, 'account'> | { why: string }

function portionOf(ticket: Ticket, share: MoneyShare | undefined, context: OrderContext): Made {
  if (share === undefined) return leftOut('it has no share of money')
  const account = context.accounts.get(ticket.account)
  if (account === undefined) return leftOut('there is no such account any more')
  if (ticket.kind === 'smart' || isExit({ ticket }))
    return leftOut('a share of money says nothing of a position that is held. Type its own units')
  const money = moneyOf(share, account)
  if ('why' in money) return money
  const { orders, problems } = planOf([unitOf(ticket)], context)
  const [planned] = orders
  if (planned === undefined) return { why: `Left out: ${problems[0]?.message ?? 'not planned.'}` }
  const price = priceOf(planned)
  const lot = price === null ? null : lotToBuy(planned)
  if (price === null) return leftOut('the price that it would be reckoned from is not known')
  if (price === 'old') return leftOut('the last price that it would be reckoned from is old')
  if (lot === null) return leftOut('the books do not say how many units a lot has')
  const units = unitsForMoney(money.part, { price, lot })
  const { ofFunds, whole } = money
  const part = `${share.percent} % of ${whole} is ${rupees(Number(money.part))}`
  if (units === '0')
    return leftOut(`${part}, and ${lot > 1 ? `a lot of ${unitsText(lot)}` : 'one unit'} costs more`)
  return { units, isLeftOut: false, says: `${part}.`, ofFunds }
}

/** More rupees than a ticket can write down are no figure of a real account. */
const mostFunds = 1e12

const leftOut = (why: string): { why: string } => ({ why: `Left out: ${why}.` })

function moneyOf(
  { percent, sum }: MoneyShare,
  { funds, stale }: AccountContext,
): { part: Decimal; whole: string; ofFunds: MoneyPortion['ofFunds'] } | { why: string } {
  if (sum !== null)
    return { part: percentOf(sum, percent), whole: rupees(Number(sum)), ofFunds: null }
  if (funds === null || !(Math.abs(funds) < mostFunds)) return leftOut('its funds are not known')
  if (stale.has('funds')) return leftOut('its funds are old')
  if (funds <= 0) return leftOut(`no funds are available, ${rupees(funds)}`)
  const known = toTick(decimalOf(funds), '0.01', 'down')
  return {
    part: percentOf(known, percent),
    whole: rupees(funds),
    ofFunds: { percent, funds: known },
  }
}

const unitOf = (ticket: Exclude<Ticket, { kind: 'smart' }>): Ticket => ({
  ...ticket,
  quantity: '1',
  ...('slice' in ticket && { slice: null }),
})

/** What one unit is valued at. A limit that buys needs no last price: what is old does not matter then. */
function priceOf(order: Planned): Decimal | 'old' | null {
  const { shown, ticket, isPriceOld } = order
  // A value that it reaches at the least is none to divide by.
  if (shown.value === null || whyLeast(order) !== null) return null
  const { type } = ticket.pricing
  const isBound = shown.action === 'BUY' && (type === 'LIMIT' || type === 'SL')
  if (isPriceOld && !isBound) return 'old'
  const price = decimalOf(shown.value)
  return compare(price, '0') > 0 ? price : null
}

/** What trades in lots is not sent without knowing them. */
function lotToBuy({ shown, ticket }: Planned): number | null {
  return shown.lot ?? (tradesInLots(ticket) ? null : 1)
}
