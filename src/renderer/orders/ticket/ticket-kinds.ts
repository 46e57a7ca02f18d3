import type { TicketKind } from '../../../shared/orders/tickets.ts'

/** What a form has to know of a kind of ticket beyond its schema, from which all else follows. */
interface KindRecipe {
  title: string
  /** The field that says how many; accounts may each have their own. */
  amount: 'quantity' | 'position'
  /** The field that says what is traded. Prices of one say nothing of what the other names. */
  about: 'symbol' | 'underlying'
  /** With which an order of this kind begins in the palette; none where it is not typed there, or needs no word. */
  typed: readonly string[]
}

export const ticketKinds = {
  regular: { title: 'Regular', amount: 'quantity', about: 'symbol', typed: [] },
  smart: { title: 'Smart', amount: 'position', about: 'symbol', typed: ['smart'] },
  bracket: { title: 'Bracket', amount: 'quantity', about: 'symbol', typed: ['bracket', 'bo'] },
  cover: { title: 'Cover', amount: 'quantity', about: 'symbol', typed: ['cover', 'co'] },
  option: { title: 'Option', amount: 'quantity', about: 'underlying', typed: [] },
} satisfies Record<TicketKind, KindRecipe>

export const kindNames = Object.keys(ticketKinds) as readonly TicketKind[]
