import type { TicketKind } from '../../../shared/orders/tickets.ts'

/** What a form has to know of a kind of ticket beyond its schema, from which all else follows. */
interface KindRecipe {
  title: string
  /** The field that says how many; accounts may each have their own. */
  amount: 'quantity' | 'position'
  /** The field that says what is traded. Prices of one say nothing of what the other names. */
  about: 'symbol' | 'underlying'
}

export const ticketKinds = {
  regular: { title: 'Regular', amount: 'quantity', about: 'symbol' },
  smart: { title: 'Smart', amount: 'position', about: 'symbol' },
  bracket: { title: 'Bracket', amount: 'quantity', about: 'symbol' },
  cover: { title: 'Cover', amount: 'quantity', about: 'symbol' },
  option: { title: 'Option', amount: 'quantity', about: 'underlying' },
} satisfies Record<TicketKind, KindRecipe>

export const kindNames = Object.keys(ticketKinds) as readonly TicketKind[]
