import type { Row } from '../../shared/core/patch.ts'
import { orderKeyOf } from '../../shared/service/order-ids.ts'
import { Exchange } from '../../shared/service/words.ts'
import { enteredAt } from '../picture/entered-at.ts'
import { netOf, positionOfRow } from '../picture/instruments.ts'
import type { BrokersTime } from '../picture/learned-lags.ts'
import type { ToldOrder } from '../picture/login-orders.ts'
import { type ExitGoal, chosenGoal } from './exit-goal.ts'
import { type KeptWord, mostOrdersKept } from './kept-words.ts'
import type { BooksThen } from './said-flat.ts'

/** What is kept of the books when a word was said, and of what that was held against. */
export function keptOf({
  picture,
  goal,
}: {
  picture: BooksThen
  goal: ExitGoal
}): Pick<KeptWord, 'areAllOrders' | 'held' | 'leaving' | 'orders' | 'ownOrders'> {
  const told = [...picture.orders.told()]
  return {
    orders: latestOf(told).map(({ row, units, isWorking }) => ({
      ...{ row: rowKept(row), units, isWorking, isMeant: goal.concerns(row) },
    })),
    areAllOrders: told.length <= mostOrdersKept,
    held: picture.positions.open.map((row) => ({ ...positionOfRow(row), netqty: netOf(row) })),
    leaving: goal.leaving.map(
      ({ exchange, symbol, product, held, ordered, closedBeside, converted }) => ({
        ...{ exchange, symbol, product, held, ordered, closedBeside, converted },
      }),
    ),
    ownOrders: [...goal.ownOrders],
  }
}

/** Of more orders than are kept: those that worked, and the latest. */
function latestOf(told: readonly ToldOrder[]): readonly ToldOrder[] {
  if (told.length <= mostOrdersKept) return told
  const worth = ({ isWorking, row }: ToldOrder): number =>
    isWorking ? Infinity : (enteredAt(row) ?? -Infinity)
  return told
    .map((one) => ({ one, worth: worth(one) }))
    .toSorted((a, b) => (a.worth === b.worth ? 0 : b.worth - a.worth))
    .slice(0, mostOrdersKept)
    .map(({ one }) => one)
}

function rowKept(row: Row): KeptWord['orders'][number]['row'] {
  const { parentorderid: parent, orderentrytime: entered } = row
  return {
    order_id: String(row['order_id']),
    ...(typeof parent === 'string' && parent !== '' && { parentorderid: parent }),
    ...(typeof entered === 'string' && { orderentrytime: entered }),
  }
}

/** For exchanges that nobody knows here. */
const otherExchange = ''

/** What the broker's clock showed, as it is kept. */
export const timesKept = (brokersTime: BrokersTime): KeptWord['brokersTimes'] =>
  [otherExchange, ...Exchange.options].flatMap((exchange) => {
    const time = brokersTime(exchange)
    return time === null ? [] : [[exchange, time]]
  })

export function timeOfKept({ brokersTimes }: Pick<KeptWord, 'brokersTimes'>): BrokersTime {
  const times = new Map<unknown, number>(brokersTimes)
  return (exchange) => times.get(exchange) ?? times.get(otherExchange) ?? null
}

/** The books as they were when a word was said that is kept. */
export const booksOf = ({ orders, held }: KeptWord): BooksThen => ({
  orders: { told: () => orders.map(({ row, units, isWorking }) => ({ row, units, isWorking })) },
  positions: { open: held.map((of) => ({ ...of })) },
})

/** What was filled since is not known where not all orders of then are. */
export const goalAgain = (goal: ExitGoal, { areAllOrders }: KeptWord): ExitGoal =>
  areAllOrders ? goal : { ...goal, isOut: null }

/** What chosen orders were to bring about, by what is kept of it. */
export function chosenAgain(
  word: KeptWord,
  of: { intents: ReadonlySet<string>; isOurs(orderId: string): boolean },
): ExitGoal {
  const meant = new Map(word.orders.map(({ row, isMeant }) => [orderKeyOf(row), isMeant]))
  const goal = chosenGoal({
    leaving: word.leaving,
    ownOrders: new Map(word.ownOrders),
    intents: of.intents,
    isStranger: (order) => !of.isOurs(String(order['order_id'])),
  })
  return { ...goal, concerns: (order) => meant.get(orderKeyOf(order)) ?? goal.concerns(order) }
}
