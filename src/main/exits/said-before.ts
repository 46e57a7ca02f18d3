import { orderKeyOf } from '../../shared/service/order-ids.ts'
import { Exchange } from '../../shared/service/words.ts'
import { enteredAt } from '../picture/times/entered-at.ts'
import { type PositionName, netOf, positionOfRow } from '../picture/rows/instruments.ts'
import { type BrokersTime, otherExchange } from '../picture/times/learned-lags.ts'
import type { ToldOrder } from '../picture/orders/login-orders.ts'
import { type ExitGoal, chosenGoal } from './exit-goal.ts'
import type { BooksThen } from './said-flat.ts'
import type { KeptWord } from './said-of-exits.ts'

/** Orders, and as many positions: of more a part is kept, and an order that was entered before tells that by its time. */
const mostKept = 500
/** Characters: what is longer was never a number or a name, and is not kept. */
const longestKept = 200

/** What is kept of the books when a word was said, and of what that was held against. */
export function keptOf({
  picture,
  goal,
}: {
  picture: BooksThen
  goal: ExitGoal
}): Pick<KeptWord, 'held' | 'isWhole' | 'leaving' | 'orders' | 'ownOrders'> {
  const told = [...picture.orders.told()]
  const orders = worthMost(told.filter(({ row }) => isKeepable(orderKeyOf(row))))
  const { open } = picture.positions
  const held = open.filter((row) => isNameKeepable(positionOfRow(row))).slice(0, mostKept)
  const leaving = goal.leaving.filter(isNameKeepable).slice(0, mostKept)
  return {
    orders: orders.map(({ row, units, isWorking }) => ({
      ...{ key: orderKeyOf(row), entered: enteredAt(row) },
      ...{ units, isWorking, isMeant: goal.concerns(row) },
    })),
    isWhole:
      orders.length === told.length &&
      held.length === open.length &&
      leaving.length === goal.leaving.length,
    held: held.map((row) => ({ ...positionOfRow(row), netqty: netOf(row) })),
    leaving: leaving.map(
      ({ exchange, symbol, product, held: heldThen, ordered, closedBeside, converted }) => ({
        ...{ exchange, symbol, product, held: heldThen, ordered, closedBeside, converted },
      }),
    ),
    ownOrders: [...goal.ownOrders].filter(([key]) => isKeepable(key)).slice(-mostKept),
  }
}

const isKeepable = (text: string): boolean => text.length <= longestKept

const isNameKeepable = ({ exchange, symbol, product }: PositionName): boolean =>
  [exchange, symbol, product].every(isKeepable)

/** Of more orders than are kept: those that worked, and the latest. */
function worthMost(told: readonly ToldOrder[]): readonly ToldOrder[] {
  if (told.length <= mostKept) return told
  const worth = ({ isWorking, row }: ToldOrder): number =>
    isWorking ? Infinity : (enteredAt(row) ?? -Infinity)
  return told
    .map((one) => ({ one, worth: worth(one) }))
    .toSorted((a, b) => (a.worth === b.worth ? 0 : b.worth - a.worth))
    .slice(0, mostKept)
    .map(({ one }) => one)
}

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
  orders: {
    told: () =>
      orders.map(({ key, entered, units, isWorking }) => ({
        row: { order_id: key, orderentrytime: timeText(entered) },
        ...{ units, isWorking },
      })),
  },
  positions: { open: held.map((of) => ({ ...of })) },
})

/** As a row tells it. */
const timeText = (at: number | null): string | null =>
  at === null ? null : new Date(at).toISOString()

/** What was filled since is not known where not all of then is. */
export const goalAgain = (goal: ExitGoal, { isWhole }: KeptWord): ExitGoal =>
  isWhole ? goal : { ...goal, isOut: null }

/** What chosen orders were to bring about, by what is kept of it. */
export function chosenAgain(
  word: KeptWord,
  of: { intents: ReadonlySet<string>; isOurs(orderId: string): boolean },
): ExitGoal {
  const meant = new Map(word.orders.map(({ key, isMeant }) => [key, isMeant]))
  const goal = chosenGoal({
    leaving: word.leaving,
    ownOrders: new Map(word.ownOrders),
    intents: of.intents,
    isStranger: (order) => !of.isOurs(String(order['order_id'])),
  })
  return { ...goal, concerns: (order) => meant.get(orderKeyOf(order)) ?? goal.concerns(order) }
}
