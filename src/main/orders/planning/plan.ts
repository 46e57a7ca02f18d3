import type { Problem } from '../../../shared/orders/problems.ts'
import type { Ticket } from '../../../shared/orders/tickets.ts'
import { bracket } from './bracket.ts'
import { cover } from './cover.ts'
import type { OrderContext } from './order-context.ts'
import { namerOf } from './account-naming.ts'
import { option } from './option.ts'
import type { MadeOrder, MakingContext, SymbolDoubt } from './common-parts.ts'
import { type Obstacle, isObstacle } from './pricing.ts'
import { regular } from './regular.ts'
import { freezeOf } from './slices.ts'
import { smart } from './smart.ts'
import { writtenFor } from './written-symbol.ts'

/** One order as it will be sent. */
export interface Planned extends MadeOrder {
  /** Its place among the tickets. */
  index: number
  ticket: Ticket
  /** What its instrument is called over brokers; null where the order names none. */
  instrument: string | null
  /** Why its symbol may be another one at its broker; null where nothing says so. */
  symbolDoubt: SymbolDoubt | null
}

export interface Plan {
  /** Those that can be planned, in order. */
  orders: Planned[]
  /** Why the others cannot. */
  problems: Problem[]
}

/** The requests that tickets make. What stands against sending them, limits/check-plan.ts says. */
export function planOf(tickets: readonly Ticket[], context: OrderContext): Plan {
  const brackets = new Map<string, number>()
  for (const { kind, account } of tickets)
    if (kind === 'bracket') brackets.set(account, (brackets.get(account) ?? 0) + 1)
  const named = namerOf(tickets, context)

  const orders: Planned[] = []
  const problems: Problem[] = []
  for (const [index, ticket] of tickets.entries()) {
    const account = context.accounts.get(ticket.account)
    const isOneOfMany = (brackets.get(ticket.account) ?? 0) > 1
    const made =
      account === undefined ? unknownAccount : planned(ticket, { account, context, isOneOfMany })
    if (!isObstacle(made)) orders.push({ ...made, index, ticket })
    else
      problems.push({
        order: index,
        field: made.field,
        level: 'refuse',
        code: made.code,
        message: named(ticket.account, made.message),
      })
  }
  return { orders, problems }
}

const unknownAccount: Obstacle = {
  field: 'account',
  code: 'account',
  message: 'There is no such account any more. Choose another one.',
}

/** All that follows sees the symbol that goes to the broker. */
function planned(
  ticket: Ticket,
  setting: MakingContext,
): (MadeOrder & Pick<Planned, 'instrument' | 'symbolDoubt'>) | Obstacle {
  const written = writtenFor(ticket, setting)
  if (isObstacle(written)) return written
  const made = make(written.ticket, setting)
  if (isObstacle(made)) return made
  const shown = withFreeze(made.shown, ticket, setting)
  const { symbolDoubt = written.doubt } = made
  return { ...made, symbolDoubt, shown, instrument: instrumentOf(written.ticket, setting) }
}

function instrumentOf(written: Ticket, { account, context }: MakingContext): string | null {
  if (written.kind === 'option') return null
  const { exchange, symbol } = written
  return context.symbols.names.nameOf({ exchange, symbol, broker: account.broker })
}

/** The most that the exchange takes is known by the name, however a broker writes it. */
function withFreeze(
  shown: MadeOrder['shown'],
  ticket: Ticket,
  { context }: MakingContext,
): MadeOrder['shown'] {
  if (ticket.kind === 'option' || shown.freeze !== null) return shown
  return { ...shown, freeze: freezeOf(context.market, ticket.exchange, ticket.symbol) }
}

function make(
  ticket: Ticket,
  setting: MakingContext,
): (MadeOrder & { symbolDoubt?: SymbolDoubt | null }) | Obstacle {
  switch (ticket.kind) {
    case 'regular':
      return regular(ticket, setting)
    case 'smart':
      return smart(ticket, setting)
    case 'bracket':
      return bracket(ticket, setting)
    case 'cover':
      return cover(ticket, setting)
    case 'option':
      return option(ticket, setting)
  }
}
