import type { Ticket } from '../../../shared/orders/tickets.ts'
import { derivativeExchanges } from '../../../shared/service/words.ts'

const inLots: ReadonlySet<string> = new Set(derivativeExchanges)

/** Whether it is of what trades in lots; shares trade one by one. */
export const tradesInLots = (ticket: Ticket): boolean =>
  ticket.kind === 'option' || inLots.has(ticket.exchange)
