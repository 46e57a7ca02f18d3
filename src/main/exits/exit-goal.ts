import type { Row } from '../../shared/core/patch.ts'
import type { Intent } from '../../shared/orders/intents.ts'
import { sideOfWord } from '../../shared/service/words.ts'
import { comparableOrderId, orderKeyOf } from '../../shared/service/order-ids.ts'
import { mayBeSameInstrument } from '../../shared/service/symbol-words.ts'
import type { FoundBefore } from '../picture/positions/closed-since.ts'
import { type PositionName, isOf, netOf } from '../picture/rows/instruments.ts'
import { parentOf } from '../picture/rows/order-similarity.ts'

/**
 * What flat means: a picture of the login without unknowns, in which no order that concerns the exit
 * works or may still come, and every position that concerns it is where it should be. An unknown
 * quantity is not zero, and an unknown status is not finished.
 */
export interface ExitGoal {
  /** Whether an order, while it works, stands in the way. */
  concerns(order: Row): boolean
  /** Whether a position is where the exit wants it; null where positions do not matter. */
  isOut: ((position: Row) => boolean) | null
  /** Units of a position that are to stay. */
  keeps(position: Row): number
  /**
   * Whether an order of ours concerns the exit, or a square-off: as long as it may still come,
   * nothing is flat.
   */
  awaits(intent: Intent): boolean
  /** Whether the exit waits for what the broker makes to close an entry again, once that is filled. */
  awaitsLegsOf(entry: Row): boolean
  /** Whether no order at all is to work: then an order book that is not whole proves nothing. */
  needsWholeOrderBook: boolean
  /** Books of which the service named, in answers that took all that was sent, what it ended: one that is empty in whatever words agrees with that. */
  namedOf: Readonly<Record<'orders' | 'positions', boolean>>
  /** The square-off of the exit itself; null where it has none. */
  squareOff: OwnSquareOff | null
  /** Positions that it leaves, and no others: what is made another product of them is still open. */
  leaving: readonly LeavingPosition[]
  /** Its own orders, by their ids as they are compared. */
  ownOrders: ReadonlyMap<string, OnTheWire>
}

/** When an order left, and when the service had answered it, by the clock on the wall; null where that is not known. */
export interface OnTheWire {
  sentAt: number
  answeredAt: number | null
}

/** A square-off, and what it found. Ids of orders are such as can be compared. */
interface OwnSquareOff {
  intent: string
  /** Positions that were open when it left; null where nobody knows. */
  held: readonly Row[] | null
  /** Orders that were in the book before it. */
  before: ReadonlySet<string>
  /** What it was to close, as it was written down when it left; null where nobody knew. */
  found: FoundBefore | null
  /** Whether an earlier session sent it. */
  isTakenUp: boolean
  /** Symbols that the service said it closed; null where its answer is missing. */
  named: readonly string[] | null
}

const all = (): boolean => true
/** No position is out that is not known to be zero; those are not asked about. */
const none = {
  ...{ keeps: () => 0, isOut: () => false, squareOff: null, leaving: [] },
  ...{ needsWholeOrderBook: true, namedOf: { orders: false, positions: false } },
  ...{ ownOrders: new Map<string, OnTheWire>(), awaits: all, awaitsLegsOf: all, concerns: all },
}

export const nothingAtAll: ExitGoal = none
export const noOrders: ExitGoal = { ...none, isOut: null }

/**
 * No position, and none on its way: orders that worked before are the person's own and stay, since
 * only positions were to go, but one that came since may be what closes a position, or opens one.
 */
export const noPositions = (before: ReadonlySet<string>): ExitGoal => ({
  ...none,
  needsWholeOrderBook: false,
  concerns: (order) => !before.has(orderKeyOf(order)),
})

/** What is known of a strategy, which no book shows. Ids of orders are such as can be compared. */
export interface OfStrategy {
  /** Whether the service named an order as the strategy's, or the journal knows it as such. */
  isOurs(orderKey: string): boolean
  /** Symbols that the service said it closed; null where positions were not to be closed. */
  closed: ReadonlySet<string> | null
  before: ReadonlySet<string>
  awaits: ExitGoal['awaits']
}

export const noneOfStrategy = ({ isOurs, closed, before, awaits }: OfStrategy): ExitGoal => ({
  ...none,
  needsWholeOrderBook: false,
  awaits,
  awaitsLegsOf: (entry) => isOurs(orderKeyOf(entry)) || mayBeNamed(closed, entry),
  concerns: (order) =>
    isOurs(orderKeyOf(order)) ||
    isOurs(comparableOrderId(parentOf(order) ?? '')) ||
    (mayBeNamed(closed, order) && !before.has(orderKeyOf(order))),
  isOut: closed === null ? null : (position) => !mayBeNamed(closed, position),
})

/** A service names a share with and without its series, and no book always writes a contract as another: what may be named is. */
const mayBeNamed = (symbols: ReadonlySet<string> | null, row: Row): boolean =>
  [...(symbols ?? [])].some((one) => mayBeSameInstrument(one, String(row['symbol'])))

/** A position that chosen orders leave, in part or all of it. */
export interface LeavingPosition extends PositionName {
  /** Units held when the orders were planned, and what came from other products since; null where the books did not say. */
  held: number | null
  /** What the orders add to it, signed. */
  ordered: number
  /** Units that other exits closed of it since these were planned, signed as their orders are. */
  closedBeside: number
  /** Units of these that it cannot leave any more, since they were made another product. */
  converted: number
}

/** Ids of orders are such as can be compared. */
export interface Chosen {
  leaving: readonly LeavingPosition[]
  ownOrders: ReadonlyMap<string, OnTheWire>
  intents: ReadonlySet<string>
  /** Whether an order came up since, and is not known to be anybody's: a service may make one of ours twice. */
  isStranger(order: Row): boolean
}

export const chosenGoal = ({ leaving, ownOrders, intents, isStranger }: Chosen): ExitGoal => ({
  // Its own orders have to be in the order book, and its positions were in theirs: what is gone of these is missed.
  needsWholeOrderBook: false,
  ...{ squareOff: null, namedOf: { orders: true, positions: true }, leaving, ownOrders },
  awaits: ({ id }) => intents.has(id),
  awaitsLegsOf: (entry) =>
    leaving.some((each) => mayBePosition(each, entry) && unitsToStay(each) === 0),
  concerns: (order) =>
    ownOrders.has(orderKeyOf(order)) ||
    (leaving.some((each) => mayBePosition(each, order) && isOnItsWayOut(each, order)) &&
      isStranger(order)),
  isOut: (position) =>
    leaving.every((each) => !mayBePosition(each, position) || hasLeft(netOf(position), each)),
  keeps: (position) => {
    const of = leaving.find((each) => mayBePosition(each, position))
    return of === undefined ? 0 : unitsToStay(of)
  },
})

/** Whether an order is on the side that leaves a position; where it does not say, it may be. */
const isOnItsWayOut = ({ ordered }: LeavingPosition, { action }: Row): boolean =>
  (sideOfWord(action) ?? 'SELL') === 'SELL' ? ordered <= 0 : ordered >= 0

type Planned = Pick<LeavingPosition, 'held' | 'ordered'> &
  Partial<Pick<LeavingPosition, 'closedBeside'>>

/** Units that are to stay: none where what was held is not known. */
function unitsToStay({ held, ordered, closedBeside = 0 }: Planned): number {
  if (held === null) return 0
  const staying = held + ordered + closedBeside
  return Math.sign(staying) === Math.sign(held) ? staying : 0
}

/** Between zero and what is to stay; beyond zero the position would have been turned round. */
export function hasLeft(net: number | null, of: Planned): boolean {
  if (net === null) return false
  const staying = unitsToStay(of)
  return staying < 0 ? staying <= net && net <= 0 : 0 <= net && net <= staying
}

/** A row in words that nobody knows may be any position of its symbol. */
export const mayBePosition = (of: PositionName, row: Row): boolean =>
  row['symbol'] === of.symbol && isOf(row, of) !== 'no'
