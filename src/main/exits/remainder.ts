import type { UnknownClient } from '../../shared/accounts/unknown-client.ts'
import type { Row } from '../../shared/core/patch.ts'
import type { ExitLeft } from '../../shared/exits/exits.ts'
import { type Intent, hasNoAnswer } from '../../shared/orders/intents.ts'
import { saysNone } from '../../shared/service/none-words.ts'
import { orderKeyOf } from '../../shared/service/order-ids.ts'
import {
  type PositionName,
  keyOfPosition,
  netOf,
  positionOfRow,
} from '../picture/rows/instruments.ts'
import type { OvernightUnits } from '../picture/login-facts.ts'
import type { LoginPicture } from '../picture/login-picture.ts'
import { areOneName } from '../picture/rows/other-spellings.ts'
import { isSoldHolding } from '../picture/rows/sold-holdings.ts'
import { type ExitGoal, type LeavingPosition, mayBePosition } from './exit-goal.ts'

/** What the histories of orders say that ended by the order book. */
export interface ToldByHistory {
  /** Those that work, whatever the order book says. */
  working: readonly string[]
  /** Those whose history nobody tells, so that it is not known whether they work. */
  untold: readonly string[]
  /** Such as were named when they were cancelled, and were asked for often enough. */
  believed: readonly string[]
}

/** Numbers of orders whose histories were asked for, and what they say once that is known. */
export interface AskedHistories {
  asked: readonly string[]
  told: Promise<ToldByHistory>
}

export const noHistories: ToldByHistory = { working: [], untold: [], believed: [] }

/** A position that is not where it should be. */
export interface PositionLeft {
  row: Row
  keeps: number
  /** Units that were held when the exit left, signed; null where nobody knows. */
  held: number | null
  /** Units that are held by the orders, where the row says otherwise. */
  byOrders: number | null
}

/** What stands between a login and flat. */
export interface Remainder {
  orders: readonly Row[]
  positions: readonly PositionLeft[]
  /** Open rows of what was sold of a holding before the exit left: no exit buys them back. */
  soldHoldings: readonly Row[]
  /** Positions that were open and are gone from the book, with no fill that closed them. */
  lost: readonly Row[]
  unreadable: number
  /** Orders that trades tell of, and that the order book never had, where all orders are to be gone. */
  unlisted: readonly string[]
  /** Books that are empty by another answer than the specified one, and of which the service named nothing that the exit ended, either. */
  oddlyEmpty: readonly ('orders' | 'positions')[]
  awaited: number
  /** Entries that were filled, and whose targets or stops the book does not show yet. */
  legs: number
  /** Orders that worked and are gone from the book, with nothing said of their end. */
  vanished: number
  /** Positions whose book does not show yet what the order book came up with a moment ago. */
  behind: number
  /** Positions of which units that were to go were made another product: no row of theirs shows them any more. */
  converted: readonly LeavingPosition[]
  /** Positions that are where they should be by their own book, and not by the order book. */
  contradicting: readonly ContradictingPosition[]
  /** Positions that were open when the exit began, that no book shows as open, and that nothing that was filled since closes. */
  unclosed: readonly PositionName[]
  /** Whether what was open when it began is not known, nor told by what was filled since: 1, or 0. */
  unknownBefore: number
  /** Symbols that the service said it closed where nothing was open, and of which no book shows anything: these may be another login's. */
  unseen: readonly string[]
  /** Whether the position book has shown nothing yet, a moment after a login: 1, or 0. */
  silent: number
  /** Why nobody knows whether the account is still the client that it was under other keys. */
  unknownClient: UnknownClient | null
  /** Positions that orders of an earlier day may have changed beyond what their rows show. */
  overnight: readonly OvernightUnits[]
  /** Orders of ours of the day, while the books have shown nothing of it at all. */
  besideBlankBooks: readonly string[]
  /** What their own histories say of orders that ended by the order book. */
  byHistory: ToldByHistory
  /** Positions with fills in the order book that the trade book, which tells of all others, does not tell of. */
  untraded: readonly PositionName[]
  /** All working orders of the account: one of them may be closing what is left. */
  working: readonly Row[]
}

/** What its own book shows of it, and what it comes to by the order book. */
interface ContradictingPosition extends PositionName {
  held: number
  expected: number
}

/** In a picture that was read after the answer of the exit. */
export function remainderOf(picture: LoginPicture, goal: ExitGoal): Remainder {
  const { isOut } = goal
  const { working, vanished } = picture.orders
  const inTheWay = isOut === null ? [] : picture.positions.open.filter((row) => !isOut(row))
  const [soldHoldings, open] = parted(inTheWay, (row) => isSoldBefore(goal, row))
  const gone = isOut === null ? [] : picture.positions.lost.map(unknownNow)
  const concerns = (order: Row): boolean => goal.concerns(order)
  const awaits = (intent: Intent): boolean => goal.awaits(intent)
  // What is open is told by itself, with what to do about it.
  const contradicting = isOut === null ? [] : contradictingOf(picture, isOut)
  const mayCome = (intent: Intent): boolean => awaits(intent) && !hasShown(picture, goal, intent)
  return {
    orders: working.filter(concerns),
    positions: open.map((row) => ({
      ...{ row, keeps: goal.keeps(row), held: heldBefore(goal, row) },
      byOrders: picture.positions.heldByOrders(positionOfRow(row)),
    })),
    lost: gone.filter((row) => isOut?.(row) === false),
    unreadable:
      picture.unreadable('orders') + (isOut === null ? 0 : picture.unreadable('positions')),
    oddlyEmpty: oddlyEmptyOf(picture, goal),
    unlisted: goal.needsWholeOrderBook ? picture.unlistedOrders : [],
    awaited:
      picture.orders.awaited(awaits) +
      (open.length === 0 ? picture.orders.awaitedSquareOffs(mayCome) : 0),
    legs: picture.orders.legsToCome.filter(({ entry }) => goal.awaitsLegsOf(entry)).length,
    vanished: vanished.filter(concerns).length,
    behind: picture.positions.lagging.filter((of) => isOut?.({ ...of, netqty: null }) === false)
      .length,
    converted: goal.leaving.filter(({ converted }) => converted > 0),
    contradicting,
    unclosed:
      isOut === null ? [] : unclosedOf(picture, goal, [...inTheWay, ...gone, ...contradicting]),
    soldHoldings,
    unknownBefore: isOut !== null && isUnknownBefore(picture, goal) ? 1 : 0,
    unseen: isOut === null ? [] : unseenOf(picture, goal),
    silent: isOut !== null && picture.positions.areSilent ? 1 : 0,
    unknownClient: picture.unknownClient,
    overnight:
      isOut === null
        ? []
        : picture.positions.perhapsMore.filter(({ of }) => !isOut({ ...of, netqty: null })),
    besideBlankBooks: picture.ordersBesideBlankBooks,
    byHistory: noHistories,
    untraded:
      isOut === null
        ? []
        : picture.positions.untraded.filter((of) => !isOut({ ...of, netqty: null })),
    working,
  }
}

/** Where nobody said that anything was cancelled or closed, nothing proves that there was nothing to. */
function oddlyEmptyOf(
  picture: LoginPicture,
  { isOut, namedOf, needsWholeOrderBook }: ExitGoal,
): Remainder['oddlyEmpty'] {
  const needed = isOut === null ? (['orders'] as const) : (['orders', 'positions'] as const)
  // Where no orders were to go, none is named; what was closed is answered for by its own.
  const isNamed = { ...namedOf, ...(!needsWholeOrderBook && { orders: namedOf.positions }) }
  return needed.filter((book) => picture.isOddlyEmpty(book) && !isNamed[book])
}

/** One that an exit turned round stands below zero as well, and has to be bought back. */
function isSoldBefore(goal: ExitGoal, position: Row): boolean {
  const held = heldBefore(goal, position)
  return isSoldHolding(position) && held !== null && held === netOf(position)
}

function parted<T>(all: readonly T[], isIt: (one: T) => boolean): [T[], T[]] {
  return [all.filter(isIt), all.filter((one) => !isIt(one))]
}

function heldBefore({ leaving, squareOff }: ExitGoal, position: Row): number | null {
  const chosen = leaving.find((each) => mayBePosition(each, position))
  if (chosen !== undefined) return chosen.held
  const before = squareOff?.held?.find((row) => mayBePosition(positionOfRow(row), position))
  return before === undefined ? null : netOf(before)
}

function contradictingOf(
  picture: LoginPicture,
  isOut: NonNullable<ExitGoal['isOut']>,
): readonly ContradictingPosition[] {
  const found = new Map<string, ContradictingPosition>()
  for (const { of, held, expected } of picture.positions.contradicting) {
    const seemsOut = held === 0 || isOut({ ...of, netqty: held })
    const mayBeOut = expected === 0 || isOut({ ...of, netqty: expected })
    if (seemsOut && !mayBeOut) found.set(keyOfPosition(of), { ...of, held, expected })
  }
  return [...found.values()]
}

function unclosedOf(
  picture: LoginPicture,
  { isOut, squareOff }: ExitGoal,
  toldElse: readonly (Row | PositionName)[],
): readonly PositionName[] {
  if (isOut === null || squareOff === null || squareOff.found === null) return []
  const isTold = (of: PositionName): boolean =>
    toldElse.some((one) => mayBePosition(of, { ...one }))
  return picture
    .notClosedSince(squareOff.found)
    .filter((of) => !isOut({ ...of, netqty: null }) && !isTold(of))
}

/** Books without a position do not say that it was closed: of one sent by an earlier session they have to show by what. */
function isUnknownBefore(picture: LoginPicture, { squareOff }: ExitGoal): boolean {
  if (squareOff === null || !squareOff.isTakenUp || squareOff.found !== null) return false
  const { named, before } = squareOff
  if (named === null || named.length === 0) return true
  const came = filledSince(picture, before)
  return !named.every((symbol) => came.some((row) => isNamed(new Set([symbol]), row)))
}

/**
 * Where the books showed nothing to close, the service closed something all the same, and nothing that
 * was filled since tells of it: they may be late, or another login's. A service may name what is closed
 * already, and then its book has a row of it.
 */
function unseenOf(picture: LoginPicture, { squareOff }: ExitGoal): readonly string[] {
  if (squareOff === null) return []
  const { named, found, before } = squareOff
  if (named === null || named.length === 0 || (found?.positions ?? []).length > 0) return []
  if (filledSince(picture, before).length > 0) return []
  return named.filter(
    (symbol) =>
      isOfOnePosition(symbol) && !picture.showsAny((row) => isNamed(new Set([symbol]), row)),
  )
}

/** A service with nothing to close may name none, or all. */
export const isOfOnePosition = (symbol: string): boolean =>
  !saysNone(symbol) && !/^all( positions)?$/i.test(symbol.trim())

/** Orders that were not there before, as far as they were filled. */
const filledSince = (picture: LoginPicture, before: ReadonlySet<string>): readonly Row[] =>
  [...picture.orders.told()]
    .filter(({ row, units }) => units > 0 && !before.has(orderKeyOf(row)))
    .map(({ row }) => row)

/**
 * Whether the book has the orders that a square-off of the exit made: such as were not there before
 * it, and that were filled with all that was held. Until then whatever else closed the positions may
 * have come before it, and it would turn them round.
 */
function hasShown(
  picture: LoginPicture,
  { isOut, squareOff }: ExitGoal,
  intent: Pick<Intent, 'id' | 'state'>,
): boolean {
  if (isOut === null || squareOff?.intent !== intent.id || squareOff.held === null) return false
  const toClose = squareOff.held.filter((row) => !isOut(row) && !isSoldHolding(row))
  // Whether it was carried out nobody knows: these may be orders of somebody else's.
  if (hasNoAnswer(intent)) return toClose.length === 0
  return toClose.every((row) => picture.isClosedSince(row, squareOff.before))
}

/** How much of each stands between a login and flat. */
export const remainderCounts: Record<
  Exclude<keyof Remainder, 'working' | 'soldHoldings'>,
  (of: Remainder) => number
> = {
  positions: ({ positions }) => positions.length,
  orders: ({ orders }) => orders.length,
  lost: ({ lost }) => lost.length,
  unreadable: ({ unreadable }) => unreadable,
  oddlyEmpty: ({ oddlyEmpty }) => oddlyEmpty.length,
  unlisted: ({ unlisted }) => unlisted.length,
  awaited: ({ awaited }) => awaited,
  legs: ({ legs }) => legs,
  vanished: ({ vanished }) => vanished,
  converted: ({ converted }) => converted.length,
  contradicting: ({ contradicting }) => contradicting.length,
  unclosed: ({ unclosed }) => unclosed.length,
  unknownBefore: ({ unknownBefore }) => unknownBefore,
  unseen: ({ unseen }) => unseen.length,
  silent: ({ silent }) => silent,
  unknownClient: ({ unknownClient }) => (unknownClient === 'unread' ? 1 : 0),
  overnight: ({ overnight }) => overnight.length,
  besideBlankBooks: ({ besideBlankBooks }) => besideBlankBooks.length,
  byHistory: ({ byHistory: { working, untold } }) => working.length + untold.length,
  untraded: ({ untraded }) => untraded.length,
  behind: ({ behind }) => behind,
}

export const isFlat = (remainder: Remainder): boolean =>
  Object.values(remainderCounts).every((count) => count(remainder) === 0)

/** Of a row that is gone nobody knows how much is open. */
const unknownNow = (row: Row): Row => ({ ...row, netqty: null })

/** Of which the book shows nothing as open, and nobody knows. */
const closedPerhaps = (
  open: Remainder['positions'],
  overnight: Remainder['overnight'],
): readonly Row[] =>
  overnight
    .filter(({ of }) => !open.some(({ row }) => mayBePosition(of, row)))
    .map(({ of }) => unknownNow({ ...of }))

export const leftOf = ({ orders, positions, lost, overnight }: Remainder): ExitLeft => ({
  positions: [
    ...positions.map(({ row }) => row),
    ...lost,
    ...closedPerhaps(positions, overnight),
  ].map((row) => ({
    exchange: textOf(row['exchange']),
    symbol: String(row['symbol']),
    product: textOf(row['product']),
    net: netOf(row),
  })),
  orders: orders.map((row) => ({
    orderId: String(row['order_id']),
    symbol: String(row['symbol']),
    status: textOf(row['status']),
  })),
})

/** A service names a share with and without its series, and a contract by another form of its day, whatever its book calls it. */
function isNamed(symbols: ReadonlySet<string> | null, row: Row): boolean {
  if (symbols === null) return false
  return [...symbols].some((one) => areOneName(one, String(row['symbol'])))
}

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null)
