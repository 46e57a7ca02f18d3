import type { Keyless } from '../../../shared/accounts/accounts.ts'
import { accountProblems, type Problem } from '../../../shared/orders/problems.ts'
import { isSame } from '../../../shared/core/patch.ts'
import { type SmartTicket, isExit } from '../../../shared/orders/tickets.ts'
import { findings } from './checks.ts'
import type { Finding } from './finding.ts'
import { rupees, unitsText } from '../../../shared/core/figures.ts'
import { momentInIndia } from '../../../shared/market/market-hours.ts'
import { hoursProblem } from './hours.ts'
import { timeOf } from '../../../shared/core/india.ts'
import { brief } from '../../../shared/core/visible-text.ts'
import type { KeysRefused } from '../../../shared/accounts/health.ts'
import type { AccountContext, OrderContext, SumsOfAccounts } from '../planning/order-context.ts'
import { ExitQuantities } from './exit-quantities.ts'
import { UnitsBeside } from './units-beside.ts'
import { namerOf } from '../planning/account-naming.ts'
import type { Plan, Planned } from '../planning/plan.ts'
import {
  type AccountOrderSums,
  confirmationLimitFindings,
  type MoneySums,
  sumsByAccount,
  sumFindings,
  sumsOfMoney,
} from './sums.ts'

/** What stands against sending planned orders. Those that cannot be planned the plan names itself. */
export function problemsOf(plan: Plan, context: OrderContext): Problem[] {
  return new PlanCheck(plan.orders, context).problems
}

/**
 * Why orders that were confirmed, and waited for their turn, must not leave as things are now; null
 * where nothing is against it. What a person is asked about, they were asked when they confirmed. One
 * that cannot be planned any more must not leave, nor one that is another by now than was confirmed.
 */
export function refusalAtTurn(
  plan: Plan,
  leaving: readonly Planned['params'][],
  context: OrderContext,
): string | null {
  const { problems } = new PlanCheck(plan.orders, context, { areWaiting: true })
  const against =
    plan.problems.find(({ level }) => level === 'refuse') ??
    problems.find(
      ({ level, code }) => level === 'refuse' && (code === 'stopped' || accountProblems.has(code)),
    )
  if (against !== undefined) return against.message
  const isAnother = leaving.some((params, at) => !isSameDeed(params, plan.orders[at]?.params))
  return isAnother ? 'What it was reckoned from has changed: by now it is another order.' : null
}

/** A protected price follows the market, within what was agreed to; these do not. */
const deed = ['symbol', 'spot_symbol', 'offset', 'action', 'quantity', 'position_size'] as const

const isSameDeed = (one: Planned['params'], other: Planned['params'] | undefined): boolean =>
  deed.every((field) => one[field] === other?.[field])

class PlanCheck {
  readonly problems: Problem[] = []
  readonly #context: OrderContext
  /** They are on disk already, and so among the orders that wait. */
  readonly #areWaiting: boolean
  readonly #named: (account: string, message: string) => string
  readonly #now: ReturnType<typeof momentInIndia>
  readonly #hours = new Map<string, string | null>()
  /** By login, and then by symbol. */
  readonly #alike = new Map<string, Map<string, Planned[]>>()
  readonly #beside: UnitsBeside
  readonly #exitQuantities = new ExitQuantities()
  /** For each order, the reasons why it was checked against stale books; they become one `ask`. */
  readonly #ground = new Map<Planned, string[]>()

  constructor(
    orders: readonly Planned[],
    context: OrderContext,
    { areWaiting = false }: { areWaiting?: boolean } = {},
  ) {
    this.#areWaiting = areWaiting
    this.#context = context
    this.#now = momentInIndia(context.wall)
    this.#named = namerOf(
      orders.map(({ ticket }) => ticket),
      context,
    )
    this.#beside = new UnitsBeside(orders, context.accounts)
    const entries = orders.filter((order) => !isExit(order))
    if (entries.length > 0 && context.isStopped) this.problems.push({ order: null, ...stopped })
    for (const sums of sumsOfMoney(entries, context)) this.#altogether(sums)
    for (const sums of sumsByAccount(orders, context.accounts).values()) this.#account(sums)
    for (const order of orders) this.#order(order)
    for (const [order, ground] of this.#ground) this.#add(order, staleAsk(ground))
  }

  #altogether({ entries, figures, whose }: MoneySums): void {
    if (entries.length === 0) return
    const { limits } = this.#context
    for (const finding of confirmationLimitFindings(entries, { limits, whose }))
      this.problems.push({ order: null, ...finding })
    const count = entries.reduce((sum, { shown }) => sum + shown.slices.length, 0)
    const { refusals, ground } = sumFindings({
      ...{ limits, entries: count, whose },
      figures: this.#beforeThese(figures, count),
    })
    if (ground.length > 0) refusals.push(staleAsk(ground))
    for (const finding of refusals) this.problems.push({ order: null, ...finding })
  }

  /** What holds for an account as a whole is said once, on its first order. */
  #account(sums: AccountOrderSums): void {
    const { account, first, entry, entries } = sums
    if (!account.isEnabled) this.#add(first, switchedOff)
    if (account.trading.readOnly) this.#add(first, readOnly)
    if (account.keyless !== null) this.#add(first, withoutKeys(account.keyless))
    else if (account.keysRefused !== null)
      this.#add(entry ?? first, {
        ...withRefusedKeys(account.keysRefused),
        // Nobody is held up on a way out by an answer that may be wrong.
        level: entry === null ? 'note' : 'ask',
      })
    this.#funds(sums)
    if (entry === null) return
    const { limits } = account.trading
    const { refusals, ground } = sumFindings({
      limits,
      figures: this.#beforeThese(account, entries),
      entries,
      whose: 'this account',
    })
    for (const refusal of refusals) this.#add(entry, refusal)
    for (const reason of ground) this.#doubt(entry, reason)
    if (limits.openOrders !== null && account.stale.has('orders') && account.openOrders !== null)
      this.#doubt(entry, 'the count of open orders is old')
    if (limits.loss !== null && account.profit !== null && account.stale.has('positions'))
      this.#doubt(entry, 'the profit or loss is old')
  }

  /** Each is summed up over all books of all accounts: only what a limit asks for. */
  #beforeThese(figures: SumsOfAccounts, count: number): SumsOfAccounts {
    const own = this.#areWaiting ? count : 0
    return {
      get openOrders() {
        const { openOrders } = figures
        return openOrders === null ? null : Math.max(0, openOrders - own)
      },
      get openOrdersAtMost() {
        return figures.openOrdersAtMost ?? null
      },
      get lastMinute() {
        return Math.max(0, figures.lastMinute - own)
      },
      get profit() {
        return figures.profit
      },
      get profitCheck() {
        return figures.profitCheck
      },
    }
  }

  #funds({ account, funds, paid, sharing, login }: AccountOrderSums): void {
    const { funds: has, fundsInDoubt } = account
    if (paid !== null && has !== null && account.stale.has('funds'))
      this.#doubt(paid, 'the funds are old')
    // Parts of a percent are binary fractions here.
    const percent = Number(login.percent.toFixed(4))
    if (paid !== null && has !== null && funds > has) this.#add(paid, tooDear(funds, has))
    else if (paid !== null && has !== null && login.funds > has)
      this.#add(paid, tooDear(login.funds, has, ' by accounts of the same login'))
    else if (paid !== null && has !== null && login.funds > has - fundsInDoubt)
      this.#add(paid, perhapsTooDear(login.funds, has, fundsInDoubt))
    else if (sharing !== null && percent > 100) this.#add(sharing, sharedOut(percent))
  }

  #order(order: Planned): void {
    const account = this.#context.accounts.get(order.ticket.account)
    if (account === undefined) return
    const add = (finding: Finding): void => this.#add(order, finding)
    const isLeaving = isExit(order)
    findings({ order, account, context: this.#context, isExit: isLeaving }, add)
    const beside = isLeaving ? this.#beside.of(order) : null
    if (beside !== null && !this.#exitQuantities.check({ order, account, beside, add })) {
      if (this.#context.isStopped) add(stoppedUnread)
      this.#doubt(order, 'the position could not be read, so the size of the exit was not checked')
    }
    if (order.ticket.kind === 'smart') this.#moving(order, order.ticket, { account, add })
    this.#symbol(order)
    this.#reliance(order, account)
    this.#hour(order, account)
    this.#duplicate(order, account)
  }

  /** An order to a target is reckoned from what is held, and ends elsewhere where that still changes. */
  #moving(
    order: Planned,
    { exchange, product, symbol: written }: SmartTicket,
    { account, add }: { account: AccountContext; add: (finding: Finding) => void },
  ): void {
    const symbol = order.shown.symbol ?? written
    const { buys, sells, unknown } = account.underWay({ exchange, symbol, product })
    const beside = this.#beside.of(order)
    const reasons = [
      ...unitsSaid(buys, 'orders that buy', 'work or are on their way'),
      ...unitsSaid(sells, 'orders that sell', 'work or are on their way'),
      ...unitsSaid(beside.buys, 'others that buy', 'stand here'),
      ...unitsSaid(beside.sells, 'others that sell', 'stand here'),
      ...unknown,
    ]
    if (reasons.length > 0)
      add({
        level: 'ask',
        code: 'position',
        field: 'target',
        message: `What is held may still change: ${reasons.join('; ')}. With this order as well, the position can pass its target. Wait for them or cancel them first, or go on.`,
      })
  }

  #symbol(order: Planned): void {
    const { symbolDoubt } = order
    if (symbolDoubt !== null)
      this.#add(order, {
        ...symbolDoubt,
        code: 'symbol',
        field: order.ticket.kind === 'option' ? 'underlying' : 'symbol',
      })
  }

  /** Old books that the order itself was reckoned from. */
  #reliance(order: Planned, account: AccountContext): void {
    const { ticket } = order
    const isSized = ticket.kind === 'smart' || isExit(order)
    if (isSized && account.stale.has('positions')) this.#doubt(order, 'the position held is old')
    if (order.isPriceOld) this.#doubt(order, 'the last price is old')
  }

  #hour(order: Planned, account: AccountContext): void {
    // The practice broker is open day and night.
    if (account.isPractice) return
    const { ticket } = order
    const isAmo = ticket.kind === 'smart' && ticket.amo
    const exchange = ticket.kind === 'option' ? null : ticket.exchange
    const key = `${exchange} ${isAmo}`
    let message = this.#hours.get(key)
    if (message === undefined) {
      const { market } = this.#context
      message = hoursProblem({ market, exchange, isAmo, now: this.#now })
      this.#hours.set(key, message)
    }
    if (message !== null)
      this.#add(order, { level: 'ask', code: 'hours', field: isAmo ? 'amo' : null, message })
  }

  #duplicate(order: Planned, account: AccountContext): void {
    const { params } = order
    // Few orders have one symbol, and fewer one size and price: only those are compared as a whole.
    const symbol = params['symbol'] ?? `${params['spot_symbol']} ${params['offset']}`
    const ofLogin = this.#alike.get(account.login) ?? new Map<string, Planned[]>()
    this.#alike.set(account.login, ofLogin)
    const alike = ofLogin.get(symbol) ?? []
    ofLogin.set(symbol, alike)
    if (alike.some((other) => isOfOneAccount(other, order) && isSameOrder(other, order)))
      this.#add(order, twice)
    else if (account.isRepeated(params)) this.#add(order, repeated)
    else this.#oneLogin(order, alike)
    alike.push(order)
  }

  /** What is meant for two accounts comes to one, where they are one login. */
  #oneLogin(order: Planned, alike: readonly Planned[]): void {
    // Exits, and orders to a target, are held against whatever else moves the position of their login.
    if (isExit(order) || order.ticket.kind === 'smart') return
    const others = alike.filter(
      (one) => !isOfOneAccount(one, order) && isSameDeal(one, order) && !isExit(one),
    )
    if (others.length === 0) return
    const all = [...others, order]
    const accounts = all.map(({ ticket }) => this.#context.accounts.get(ticket.account)!)
    const strategies = new Set(accounts.map(({ strategy }) => strategy))
    this.#add(order, {
      ...oneLogin({
        name: accounts[0]!.name,
        times: all.length,
        units: all.reduce((sum, { shown }) => sum + shown.quantity, 0),
      }),
      // Accounts of which each has a strategy of its own were made to share a login.
      level: strategies.size === all.length ? 'note' : 'ask',
    })
  }

  #add(order: Planned, { level, code, field, message }: Finding): void {
    const named = this.#named(order.ticket.account, message)
    this.problems.push({ order: order.index, field, level, code, message: named })
  }

  #doubt(order: Planned, reason: string): void {
    const ground = this.#ground.get(order)
    if (ground === undefined) this.#ground.set(order, [reason])
    else ground.push(reason)
  }
}

const unitsSaid = (units: number, who: string, how: string): string[] =>
  units > 0 ? [`${who} ${unitsText(units)} ${how}`] : []

const isSameOrder = (one: Planned, other: Planned): boolean =>
  one.params['quantity'] === other.params['quantity'] &&
  one.params['price'] === other.params['price'] &&
  one.operation === other.operation &&
  isSame(one.params, other.params)

const isOfOneAccount = (one: Planned, other: Planned): boolean =>
  one.ticket.account === other.ticket.account

const isSameDeal = (one: Planned, other: Planned): boolean =>
  one.operation === other.operation &&
  ['exchange', 'product', 'action'].every((field) => one.params[field] === other.params[field])

const stopped: Finding = {
  level: 'refuse',
  code: 'stopped',
  field: null,
  message: 'The stop is on: nothing but exits is sent until it is lifted.',
}

const stoppedUnread: Finding = {
  ...stopped,
  message:
    'The stop is on, and the position could not be read, so this may be no exit. Refresh the positions, or close all positions.',
}

const switchedOff: Finding = {
  level: 'refuse',
  code: 'account',
  field: 'account',
  message: 'This account is switched off. Switch it on, or choose another one.',
}

const readOnly: Finding = {
  level: 'refuse',
  code: 'read-only',
  field: 'account',
  message: 'This account is read-only: no order is sent from it, and no exit either.',
}

const whyKeyless: Record<Keyless, string> = {
  none: 'This account has no keys here. Edit it and type its keys, or choose another one.',
  locked: 'The keys of this account are locked. Unlock them, or choose another account.',
  'no-place':
    'No place was chosen where keys are kept, and so this account has none. Choose one, or another account.',
}

const withoutKeys = (why: Keyless): Finding => ({
  level: 'refuse',
  code: 'keys',
  field: 'account',
  message: whyKeyless[why],
})

/** A read may be wrong, and an order is not: it is for a person to say. */
const withRefusedKeys = ({ book, since, words }: KeysRefused): Omit<Finding, 'level'> => ({
  code: 'keys',
  field: 'account',
  message: `The service refuses the keys of this account since ${timeOf(since).slice(11, 19)}, when its ${book} were read${words === null ? '' : `: “${brief(words, 80)}”`}. Its orders may not get through. Type its keys anew, or send on purpose.`,
})

const tooDear = (needed: number, available: number, by = ''): Finding => ({
  level: 'ask',
  code: 'funds',
  field: null,
  message: `Shares for ${rupees(needed)} are bought here${by}, and ${rupees(available)} is available.`,
})

const perhapsTooDear = (needed: number, available: number, inDoubt: number): Finding => ({
  level: 'ask',
  code: 'funds',
  field: null,
  message: `Shares for ${rupees(needed)} are bought here, and ${rupees(available)} is available, unless today’s debits and losses of ${rupees(inDoubt)} have still to be taken off it: brokers differ.`,
})

const sharedOut = (percent: number): Finding => ({
  level: 'ask',
  code: 'funds',
  field: null,
  message: `${percent} % of the same funds is shared out here: the accounts of one login have one sum together. Make their parts smaller, or go on.`,
})

const twice: Finding = {
  level: 'ask',
  code: 'duplicate',
  field: null,
  message: 'The same order stands here twice. Both are sent if you go on.',
}

const oneLogin = (of: { name: string; times: number; units: number }): Omit<Finding, 'level'> => ({
  code: 'duplicate',
  field: null,
  message: `It has the same login at the broker as ${of.name}: the one account there gets an order like this ${of.times === 2 ? 'twice' : `${of.times} times`}, for ${unitsText(of.units)} in all. Send it from one of them alone, or go on.`,
})

const repeated: Finding = {
  level: 'ask',
  code: 'duplicate',
  field: null,
  message:
    'The same order was confirmed within the last second. It is sent once more if you go on.',
}

const staleAsk = (ground: readonly string[]): Finding => ({
  level: 'ask',
  code: 'stale',
  field: null,
  message: `Not certain: ${ground.join('; ')}. Refresh the books first, or go on all the same.`,
})
