import { type Intent, isNotShown, isSurelyNotThere } from '../../../shared/orders/intents.ts'
import type { Problem } from '../../../shared/orders/problems.ts'
import { OrderTries } from '../../../shared/orders/resending.ts'
import type { Ticket } from '../../../shared/orders/tickets.ts'
import { quantity } from '../../components/amounts.ts'
import { rejectedPart, orderIdsOf, stateWords } from '../intent-words.ts'
import type { TicketText } from './field-table.ts'
import { instrumentOf, type Named } from './price-owner.ts'
import { emptyText, textOf } from './ticket-text.ts'

/** What became, in one account, of an order that was confirmed for several. */
export interface AccountOutcome {
  /** `missing` where surely nothing of it is at the broker. */
  is: 'missing' | 'coming' | 'there' | 'unsure'
  says: string
}

function outcomeOf(intent: Intent, isNamed = true): AccountOutcome {
  const { state, parts } = intent
  const ids = isNamed ? orderIdsOf(intent) : []
  const named = ids.length === 0 ? '' : `, as ${ids.join(', ')}`
  if (isSurelyNotThere(state))
    return { is: 'missing', says: `does not have it: ${stateWords[state].title.toLowerCase()}` }
  if (state === 'in-doubt') return { is: 'unsure', says: 'may have it: no clear answer came' }
  const rejected = rejectedPart(intent)
  if (rejected === 'whole') return { is: 'there', says: `had it${named}, and rejected it later` }
  const units = parts
    .filter((part) => !isSurelyNotThere(part.state) && part.rejection === null)
    .reduce((sum, part) => sum + (part.quantity ?? 0), 0)
  if (rejected === 'part') {
    const says = `has at most ${quantity(units)} of it${named}: a part was rejected`
    return { is: 'there', says }
  }
  switch (state) {
    case 'accepted':
      if (parts.some(isNotShown))
        return { is: 'unsure', says: `may have it${named}: its order book does not show it` }
      return { is: 'there', says: `has it already${named}` }
    case 'matched':
    case 'settled':
      return { is: 'there', says: `has it already${named}` }
    case 'partly':
      return { is: 'there', says: `has ${quantity(units)} of it already${named}` }
    case 'recorded':
      return { is: 'coming', says: 'gets it: it waits for its turn' }
    default:
      return { is: 'coming', says: 'may have it: not answered yet' }
  }
}

const rank = { unsure: 3, there: 2, coming: 1, missing: 0 } as const

/** By account: what is not known counts before what is, and what is there before what is not. */
export function outcomesByAccount(
  intents: readonly Intent[],
  isNamed = true,
): ReadonlyMap<string, AccountOutcome> {
  const found = new Map<string, AccountOutcome>()
  for (const intent of intents) {
    const next = outcomeOf(intent, isNamed)
    const before = found.get(intent.account)
    if (before === undefined || rank[next.is] >= rank[before.is]) found.set(intent.account, next)
  }
  return found
}

/** Whether every order is at the broker, or on its way there, if only at another try: what is sent next is another. */
export function isMet(intents: readonly Intent[]): boolean {
  const tries = new OrderTries(intents)
  return intents.every((intent) => {
    const { is } = outcomeOf(intent)
    return is === 'missing' ? tries.isElsewhere(intent) : is !== 'unsure'
  })
}

type Meant = Named & Pick<TicketText, 'action'>

/** Whether it is what these fields say, however much of it and at whatever price. */
export function isSameOrder({ ticket }: Pick<Intent, 'ticket'>, fields: Meant): boolean {
  if (ticket === null || ticket.kind !== fields.kind) return false
  if ('action' in ticket && ticket.action !== fields.action) return false
  return instrumentOf({ ...emptyText, ...ticket }) === instrumentOf(fields)
}

/** Milliseconds in which a ticket for the same order is taken for the rest of one that went wrong. */
const aWhile = 15 * 60_000

/**
 * The intents of orders for several accounts that some of them got, and what these accounts were sent
 * of the same since; none where all or nobody got it. An order for one of them hides nothing
 * of the others, nor does an exit, nor one for other accounts.
 */
export function unfinished(
  intents: readonly Intent[],
  { fields, now }: { fields: Meant & Pick<TicketText, 'exit'>; now: number },
): readonly Intent[] {
  const same = intents.filter(
    (intent) =>
      (now - intent.at < aWhile || intent.state === 'in-doubt') &&
      intent.exit === (fields.exit === 'YES') &&
      isSameOrder(intent, fields),
  )
  const later: Intent[] = []
  const found = new Set<Intent>()
  /** Accounts of orders for several that came after it, and that all of them got: the order before was passed over. */
  const passed = new Set<string>()
  for (const order of latestFirst(same)) {
    const accounts = new Set(order.map(({ account }) => account))
    if (accounts.size > 1) {
      const [own, since] = [outcomesByAccount(order), outcomesByAccount(later)]
      const isBegun = [...own.values()].some(({ is }) => is !== 'missing')
      const isOver = (account: string): boolean =>
        passed.has(account) ||
        (own.get(account)?.is === 'missing' && isOnItsWay.has(since.get(account)?.is))
      const isLeft = isBegun && !isMet(order.filter(({ account }) => !isOver(account)))
      if (isLeft)
        for (const one of [...order, ...later.filter(({ account }) => accounts.has(account))])
          found.add(one)
      else if (isBegun) for (const account of accounts) passed.add(account)
    }
    later.push(...order)
  }
  return [...found]
}

/**
 * What is to be read before orders go that their accounts have already, or may have: of one that not
 * all got it was for, and of any in doubt. What is sent again by name surely is not there; of a way
 * out that is there, what is held says whether another fits.
 */
export function goingAgain(
  tickets: readonly Ticket[],
  { intents, sent, now }: Record<'intents' | 'sent', readonly Intent[]> & { now: number },
): readonly Problem[] {
  const known = new Map<string, ReadonlyMap<string, AccountOutcome>>()
  return tickets.flatMap((ticket, order): Problem[] => {
    if (ticket.resends !== undefined) return []
    const fields = textOf(ticket)
    const what = whatIsMeant(fields)
    let outcomes = known.get(what)
    if (outcomes === undefined) {
      const isExit = fields.exit === 'YES'
      const same = intents.filter((one) => one.exit === isExit && isSameOrder(one, fields))
      const own = same.filter((one) => one.state === 'in-doubt' || sent.includes(one))
      outcomes = outcomesByAccount([...unfinished(same, { fields, now }), ...own], false)
      known.set(what, outcomes)
    }
    const { is, says } = outcomes.get(ticket.account) ?? { is: 'missing', says: '' }
    if (is === 'missing' || (is === 'there' && fields.exit === 'YES')) return []
    const message = `The account ${says}. It is sent once more if you go on.`
    return [{ order, field: null, level: 'ask', code: 'again', message }]
  })
}

/** Which order it is, however much of it and at whatever price. */
export const whatIsMeant = (fields: Meant & Pick<TicketText, 'exit'>): string =>
  [fields.kind, fields.action, fields.exit, instrumentOf(fields)].join(' ')

const isOnItsWay: ReadonlySet<AccountOutcome['is'] | undefined> = new Set(['there', 'coming'])

/** What was confirmed together, each with all that was sent again for it. */
function latestFirst(intents: readonly Intent[]): Intent[][] {
  const byId = new Map(intents.map((intent) => [intent.id, intent]))
  const firstOf = (intent: Intent): Intent => {
    const before = intent.resends === null ? undefined : byId.get(intent.resends)
    return before === undefined ? intent : firstOf(before)
  }
  const begun = ([one]: readonly Intent[]): number => firstOf(one!).at
  return [...Map.groupBy(intents, (intent) => firstOf(intent).confirmation).values()].toSorted(
    (one, other) => begun(other) - begun(one),
  )
}
