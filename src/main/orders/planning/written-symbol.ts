import type { Ticket } from '../../../shared/orders/tickets.ts'
import { sameSymbol } from '../../../shared/orders/symbol-names.ts'
import { aliasOf } from './common-parts.ts'
import type { AccountContext, OrderContext } from './order-context.ts'
import type { Obstacle } from './pricing.ts'

interface Written {
  ticket: Ticket
  /** Why its symbol may be another one at its broker; null where nothing says so. */
  doubt: string | null
}

type ListedTicket = Exclude<Ticket, { kind: 'option' }>

interface Setting {
  account: AccountContext
  context: Pick<OrderContext, 'symbols'>
}

/**
 * A ticket as its account's broker writes its symbol. What the account's own books show stays as it
 * is, so that whatever begins with a row is for that row; an exit is never turned to another symbol.
 */
export function writtenFor(ticket: Ticket, setting: Setting): Written | Obstacle {
  if (ticket.kind === 'option') return { ticket, doubt: null }
  const { account } = setting
  const isShown = account.shows(ticket)
  const isExit = ticket.kind === 'regular' && ticket.exit
  if (isExit && isShown) return { ticket, doubt: null }
  const alias = aliasOf(account, ticket.symbol)
  if (isExit || alias !== ticket.symbol)
    return { ticket: { ...ticket, symbol: alias }, doubt: null }
  return isShown ? shown(ticket, setting) : byName(ticket, setting)
}

/** It is sent as the books show it, also where people said that it has another name there. */
function shown(ticket: ListedTicket, { account, context }: Setting): Written {
  const { exchange, symbol } = ticket
  const { broker } = account
  const entry = context.symbols.names.entryOf({ exchange, name: symbol, broker })
  if (entry === null || sameSymbol(entry.symbol, symbol)) return { ticket, doubt: null }
  return {
    ticket,
    doubt: `The account’s own books show ${symbol}, and by the symbols of each broker that is ${entry.symbol} at ${broker}. It is sent as ${symbol}: go on if that is meant, or type ${entry.symbol}.`,
  }
}

function byName(ticket: ListedTicket, { account, context }: Setting): Written | Obstacle {
  const at = { exchange: ticket.exchange, symbol: ticket.symbol, broker: account.broker }
  const own = context.symbols.names.ownOf(at)
  if ('names' in own)
    return {
      field: 'symbol',
      code: 'symbol',
      message: `${at.symbol} is ${own.names.join(' at one broker and ')} at another, by the symbols of each broker. Type the name that is meant.`,
    }
  const { symbol } = own
  const other = context.symbols.unsaid(at).find((one) => !sameSymbol(one.symbol, symbol))
  return {
    ticket: symbol === at.symbol ? ticket : { ...ticket, symbol },
    doubt:
      other === undefined
        ? null
        : `By the books, ${at.symbol} may be ${other.symbol} at ${at.broker}: they show both under one token. It is sent as ${symbol}: go on if that is meant, or say which in ‘Symbols of each broker’.`,
  }
}
