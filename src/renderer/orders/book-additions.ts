import type { BookAdditions } from '../books/book-additions.ts'
import NewOrderChip from './NewOrderChip.svelte'
import OrderQueue from './OrderQueue.svelte'
import PositionTools from './PositionTools.svelte'
import RowMenu from './ticket/RowMenu.svelte'

export const bookAdditions: BookAdditions = {
  menu: RowMenu,
  tools: { positions: PositionTools },
  above: { orders: OrderQueue },
  begin: { orders: NewOrderChip },
  strategies: ({ stores }) => stores.intents.strategies,
  confirmations: ({ stores }) => stores.intents.confirmations,
  sentWith: ({ stores }, confirmation) => stores.intents.sentWith(confirmation),
}
