import type { PlannedOrder } from '../../../shared/orders/placing.ts'
import type { Ticket } from '../../../shared/orders/tickets.ts'

/** What goes to the broker, as the symbol or as the underlying, where that is not what was typed. */
export function ownSymbol(ticket: Ticket, { symbol, underlying }: PlannedOrder): string | null {
  const [typed, own] =
    ticket.kind === 'option' ? [ticket.underlying, underlying] : [ticket.symbol, symbol]
  return own === typed ? null : own
}
