import type { Row } from '../../shared/core/patch.ts'
import { type Intent, isSquareOff } from '../../shared/orders/intents.ts'
import { comparableOrderId, orderKeyOf } from '../../shared/service/order-ids.ts'
import { foundBefore } from '../picture/positions/closed-since.ts'
import type { LoginPicture } from '../picture/login-picture.ts'
import type { LoginPictures } from '../picture/login-pictures.ts'
import type { AccountExit } from './account-exit.ts'
import { type ExitGoal, noOrders, noPositions, noneOfStrategy, nothingAtAll } from './exit-goal.ts'
import { namedBy } from './exit-outcome.ts'
import { isOfOnePosition } from './remainder.ts'
import { type EndedOrders, endedUnfilled } from './order-histories.ts'

type Pictures = Pick<LoginPictures, 'intents' | 'of'>

/** What is to be seen in the books of its account before an exit is done. */
export function goalOf(accountExit: AccountExit, pictures: Pictures): ExitGoal {
  const { intents, held, isTakenUp } = accountExit
  const own = intents.find(isSquareOff)
  const rivals = own?.sent?.rivals ?? []
  const before = new Set(rivals.map(comparableOrderId))
  const known = own?.sent?.found
  const found = known === undefined ? null : foundBefore(known, rivals)
  const named = own?.state === 'accepted' ? namedBy([own]).symbols : null
  const squareOff =
    own === undefined ? null : { intent: own.id, held, before, found, isTakenUp, named }
  return { ...endOf(accountExit, before, pictures), namedOf: whatIsNamed(intents), squareOff }
}

/** A service that has lost its books says yes as well, and names nothing. */
function whatIsNamed(intents: readonly Intent[]): ExitGoal['namedOf'] {
  const areTaken = intents.every(({ state }) => state === 'accepted')
  const { orders, symbols } = namedBy(intents)
  return {
    orders: areTaken && orders.length > 0,
    positions: areTaken && symbols.some(isOfOnePosition),
  }
}

function endOf(
  { account, strategy, what, intents }: AccountExit,
  before: ReadonlySet<string>,
  pictures: Pictures,
): ExitGoal {
  const isWithPositions = what === 'positions' || what === 'both'
  const awaits = ({ params }: Intent): boolean =>
    strategy === null || params['strategy'] === strategy
  const isSureOfNames = intents.every(({ state }) => state === 'accepted')
  if (strategy !== null && isSureOfNames) {
    const named = namedBy(intents)
    const namedOrders = new Set(named.orders.map(comparableOrderId))
    const isOfStrategy = (orderId: string): boolean =>
      pictures.intents.holderOf(account, orderId)?.params['strategy'] === strategy
    return noneOfStrategy({
      isOurs: (id) => what !== 'positions' && (namedOrders.has(id) || isOfStrategy(id)),
      closed: isWithPositions
        ? new Set([...named.symbols, ...pictures.of(account).orders.symbolsLeftBy(isOfStrategy)])
        : null,
      before,
      awaits,
    })
  }
  if (what === 'both') return { ...nothingAtAll, awaits }
  return { ...(isWithPositions ? noPositions(before) : noOrders), awaits }
}

/**
 * Orders that were named when they were cancelled, and such as worked: a service may name none of
 * them. Those that an earlier session sent and that the book does not show, which may be cut. And
 * those that came since the square-off left, and that nobody is known to have cancelled.
 */
export function ordersToHaveEnded(
  { account, strategy, what, intents, worked }: AccountExit,
  { picture, goal, pictures }: { picture: LoginPicture; goal: ExitGoal; pictures: Pictures },
): EndedOrders {
  const before = goal.squareOff?.before
  const isBookKnown = typeof intents.find(isSquareOff)?.sent?.bookAge === 'number'
  const isNew = (order: Row): boolean =>
    isBookKnown && goal.concerns(order) && before?.has(orderKeyOf(order)) === false
  const came = endedUnfilled(picture, isNew)
  if (what === 'positions') return { named: [], others: came }
  const isOfStrategy = (orderId: string): boolean =>
    pictures.intents.holderOf(account, orderId)?.params['strategy'] === strategy
  const all = [...worked, ...picture.earlierOrders]
  const meant = strategy === null ? all : all.filter(isOfStrategy)
  return { named: namedBy(intents).orders, others: [...meant, ...came] }
}
