import type { TicketKind } from '../../../shared/orders/tickets.ts'
import type { PriceType } from '../../../shared/service/words.ts'
import type { TicketText } from './field-table.ts'
import { ticketKinds } from './ticket-kinds.ts'
import { isUsed, typesOf, wordsOf } from './ticket-shape.ts'

/**
 * The price type of an order whose kind changes. A kind without triggers makes a limit of what
 * waited for one, never a market order: that would be filled at once, at any price.
 */
const typeIn = (kind: TicketKind, type: PriceType): PriceType =>
  typesOf[kind].includes(type) ? type : 'LIMIT'

type Changed = 'kind' | 'type' | 'product' | 'price' | 'trigger' | 'reference'

/** Another kind of order, with all that both have in common. */
export function withKind<Text extends Pick<TicketText, Changed>>(
  text: Text,
  kind: TicketKind,
): Text {
  const type = typeIn(kind, text.type)
  const products = wordsOf('product', kind)!
  const product = products.includes(text.product) ? text.product : products[0]!
  // A share's price says nothing of an option's, nor the other way round.
  if (ticketKinds[kind].about !== ticketKinds[text.kind].about)
    return { ...text, kind, type, product, price: '', trigger: '', reference: '' }
  // A price that was not in sight is no limit that anyone has set.
  const price = type === text.type || isUsed('price', text) ? text.price : ''
  return { ...text, kind, type, product, price }
}
