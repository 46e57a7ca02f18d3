import type { HandlersOf } from '../../shared/core/contract-rows.ts'
import { ok } from '../../shared/core/errors.ts'
import type { orderCalls } from '../../shared/orders/calls.ts'
import type { Orders } from './orders.ts'

export interface OrderAnswerParts {
  orders: Pick<
    Orders,
    'preview' | 'shares' | 'place' | 'dropFromQueue' | 'look' | 'settle' | 'baskets' | 'symbols'
  >
}

export const orderAnswers = ({ orders }: OrderAnswerParts) =>
  ({
    previewOrders: (input) => orders.preview(input),
    previewShares: (input) => orders.shares(input),
    placeOrders: (input) => orders.place(input),
    cancelQueuedOrders: ({ intents }) => orders.dropFromQueue(intents),
    lookForOrder: ({ intent }) => orders.look(intent),
    settleOrder: (input) => orders.settle(input),
    listBrokerSymbols: () => ok(orders.symbols.known()),
    saveBrokerSymbols: (input) => orders.symbols.save(input),
    listBaskets: () => ok(orders.baskets.list()),
    saveBasket: (basket) => orders.baskets.save(basket),
    deleteBasket: ({ id }) => orders.baskets.remove(id),
  }) satisfies HandlersOf<typeof orderCalls>
