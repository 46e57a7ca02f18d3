import { type Ticket, isExit } from '../../../shared/orders/tickets.ts'
import { sameSymbol } from '../../../shared/orders/symbol-names.ts'
import { type SymbolDoubt, aliasOf, asks, unknownAt } from './common-parts.ts'
import type { AccountContext, OrderContext } from './order-context.ts'
import type { Obstacle } from './pricing.ts'

interface Written {
  ticket: Ticket
  /** Why its symbol may be another one at its broker; null where nothing says so. */
  doubt: SymbolDoubt | null
}

type ListedTicket = Exclude<Ticket, { kind: 'option' }>

interface Setting {
  account: AccountContext
  context: Pick<OrderContext, 'symbols'>
}

/**
 * A ticket as its account's broker writes its symbol. What the account's own books show stays as it
 * is, so that whatever begins with a row is for that row. A row may be missing from a book for a
 * moment: an exit is turned to another symbol by nothing but the account's own, and asks.
 */
export function writtenFor(ticket: Ticket, setting: Setting): Written | Obstacle {
  if (ticket.kind === 'option') return { ticket, doubt: null }
  const { account } = setting
  const isShown = account.shows(ticket)
  const isLeaving = isExit({ ticket })
  if (isLeaving && isShown) return { ticket, doubt: null }
  if (isShown) return shown(ticket, setting)
  const alias = aliasOf(account, ticket.symbol)
  if (alias === ticket.symbol) return isLeaving ? { ticket, doubt: null } : byName(ticket, setting)
  const doubt = `The account’s books show no ${ticket.symbol}. By its own symbols that is ${alias}, and it is sent as ${alias}: go on if that is what is to be left.`
  return { ticket: { ...ticket, symbol: alias }, doubt: isLeaving ? asks(doubt) : null }
}

/** It is sent as the books show it, also where people said that it has another name there. */
function shown(ticket: ListedTicket, { account, context }: Setting): Written {
  const { exchange, symbol } = ticket
  const { broker } = account
  const alias = aliasOf(account, symbol)
  const entry = context.symbols.names.entryOf({ exchange, name: symbol, broker })
  const [other, by] =
    alias === symbol
      ? [
          entry?.symbol ?? symbol,
          `the symbols of each broker that is ${entry?.symbol} at ${broker}`,
        ]
      : [alias, `its own symbols that is ${alias}`]
  if (sameSymbol(other, symbol)) return { ticket, doubt: null }
  return {
    ticket,
    doubt: asks(
      `The account’s own books show ${symbol}, and by ${by}. It is sent as ${symbol}: go on if that is meant, or type ${other}.`,
    ),
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
  const { symbol, readAs } = own
  if (readAs !== undefined)
    return {
      ticket: { ...ticket, symbol },
      doubt: asks(
        `${at.symbol} is what ${readAs.broker} calls ${readAs.name}, by the symbols of each broker. At ${at.broker} it is sent as ${symbol}: go on if that is meant.`,
      ),
    }
  const other = context.symbols.unsaid(at).find((one) => !sameSymbol(one.symbol, symbol))
  return {
    ticket: symbol === at.symbol ? ticket : { ...ticket, symbol },
    doubt:
      other !== undefined
        ? asks(
            `By the books, ${at.symbol} may be ${other.symbol} at ${at.broker}: they show both under one token. It is sent as ${symbol}: go on if that is meant, or say which in ‘Symbols of each broker’.`,
          )
        : context.symbols.names.isUnknownAt(at)
          ? unknownAt(at.symbol, at.broker)
          : null,
  }
}
