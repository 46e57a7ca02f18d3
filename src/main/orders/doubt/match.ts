import type { Intent, Part } from '../../../shared/orders/intents.ts'
import { bareOrderId, comparableOrderId } from '../../../shared/service/order-ids.ts'
import type { OrderRecord } from '../../../shared/service/records.ts'
import { eachInSteps } from '../../../shared/core/notes.ts'
import { type Wanted, dealOut, hangingTogether } from './dealing.ts'
import {
  type Appearance,
  type ClockReading,
  type Timing,
  isBookSure,
  lateBy,
  timingOf,
} from './entry-time.ts'
import { isClearlyOlder } from '../../picture/times/entered-at.ts'
import {
  OrdersBySymbol,
  type Similarity,
  type SeenOrder,
  similarity,
  normalisedRow,
  normalisedRequest,
} from '../../picture/rows/order-similarity.ts'

/** An intent with parts in doubt, and what is known of the time since it was sent. */
export interface Doubt {
  intent: Intent
  /** The broker's clock beside the one that `sent.at` was read from. */
  clock: ClockReading
  /** Milliseconds from the sending until its answer was waited for no more; null where nobody knows. */
  awaitedFor?: number | null
  /** When an order came up in the book, seen from the sending of this one. */
  appearanceOf(orderKey: string): Omit<Appearance, 'entered'>
  /** The book may have orders that nobody here placed one by one, or be another login's. */
  mayHaveOthers: boolean
}

/** What one account's order book says, and who holds which of its orders. */
export interface OrderBookView {
  rows: Iterable<OrderRecord>
  /**
   * Whether an intent of ours holds this order already. `perhaps` where that was another day's, and
   * the broker can have given the number again.
   */
  isClaimed(orderId: string): Similarity
  /** Intents whose answer may still come: an order in the book can be theirs. */
  onTheWire: readonly Intent[]
  /**
   * Orders like one in doubt that an earlier reading showed: where this one has them not, they are as
   * much like it as before.
   */
  shownBefore?: Iterable<SeenOrder>
  /** Whether one of them was like an order in doubt: that it is gone, or back, makes it no other one. */
  wasLike?(intent: Intent, orderKey: string): boolean
}

export interface Verdict {
  found: { part: number; orderId: string }[]
  absent: number[]
  /** Orders that it can be, where that is not decided. */
  candidates: string[]
  /** All orders that are like it in all that can be compared. */
  alike: readonly SeenOrder[]
  /** Where it can be a single one: about how many milliseconds that came too late to be surely it. */
  lateBy?: number
}

/**
 * Says which orders of the book the parts in doubt are, where it can only be so. Orders that can be
 * one part or another hang together; they are decided all at once or not at all, and only where
 * there are exactly as many orders as parts and every way to deal them out means the same.
 *
 * In steps where they are many: who takes them one by one has to see that nothing that this was told
 * has changed before it believes the answer.
 */
export function* matching(
  doubts: readonly Doubt[],
  sight: OrderBookView,
): Generator<void, Map<string, Verdict>> {
  const areMany = doubts.length > doubtsOfAStep
  const book: SeenBook = new Map()
  const toldByCase = new Set<string>()
  for (const row of sight.rows) {
    const seen = normalisedRow(row)
    const first = book.get(seen.key)
    if (first === undefined) book.set(seen.key, seen)
    else if (bareOrderId(first.id) !== bareOrderId(seen.id)) toldByCase.add(seen.key)
  }
  const gone = new Set<string>()
  for (const seen of sight.shownBefore ?? [])
    if (!book.has(seen.key)) {
      book.set(seen.key, seen)
      gone.add(seen.key)
    }

  const claims = new Map<string, Similarity>()
  const claimed = (key: string): Similarity => {
    const claim = claims.get(key) ?? sight.isClaimed(key)
    claims.set(key, claim)
    return claim
  }

  if (areMany) yield
  const bySymbol = new OrdersBySymbol(book.values())
  if (areMany) yield
  const wantsOfEach = yield* eachInSteps(doubts, doubtsOfAStep, (doubt) =>
    wantsOf(doubt, {
      book,
      bySymbol,
      claimed,
      wasLike: (key) => sight.wasLike?.(doubt.intent, key) === true,
    }),
  )
  if (areMany) yield
  const wants = wantsOfEach.flat()
  // What the service named may be ours in other words, unless it is what another one has lost: then
  // an order that reads as ours may be a stranger's.
  const isLostByOther = (intent: Intent, key: string): boolean =>
    wants.some((other) => other.intent !== intent && other.rows.includes(key))
  for (const want of wants)
    if (
      !want.named.every((key) => isLostByOther(want.intent, key)) ||
      want.rows.some((key) => toldByCase.has(key) || gone.has(key))
    )
      want.isSure = false
  const spokenFor = new Set(sight.onTheWire.flatMap((intent) => mayStillBe(intent, bySymbol)))

  const doubtful = Map.groupBy(
    wants.flatMap(({ intent, doubtful: keys }) => keys.map((key) => ({ intent, key }))),
    ({ key }) => key,
  )
  const isAnothers = ({ intent, rows }: Want): boolean =>
    rows.some((key) => doubtful.get(key)?.some((of) => of.intent !== intent))

  const dealt = hangingTogether(wants).flatMap((group) => {
    const isOpen = group.some(
      (want) => !want.isSure || want.rows.some((key) => spokenFor.has(key)) || isAnothers(want),
    )
    return (isOpen ? undefined : dealOut(group)) ?? []
  })
  const holders = new Map<Want, readonly string[]>()
  for (const group of withoutTurned(dealt, { wants, onTheWire: sight.onTheWire, book }))
    for (const [want, keys] of group) holders.set(want, keys)
  const dealtOut = new Set([...holders.values()].flat())
  return new Map(
    doubts.map(({ intent }, place) => {
      const own = wantsOfEach[place]!
      return [intent.id, verdictOf({ intent, wants: own, holders, dealtOut, book, gone })]
    }),
  )
}

/** Each may be compared with hundreds of orders of its symbol. */
export const doubtsOfAStep = 25

/** The orders of a book by their ids as they are compared: of two rows of one order, the first. */
type SeenBook = Map<string, SeenOrder>

/** Parts of one intent with the same number of units: which of them is which does not matter. */
interface Want extends Wanted {
  intent: Intent
  /** Units of each of its parts. */
  size: number | null
  rows: string[]
  /** Whether each of them surely looks like it. */
  isSure: boolean
  /** Orders that the service named for it, and whose rows read otherwise. */
  named: readonly string[]
  /** These, and orders that look like it but for their time or size: for a person's eyes. */
  others: string[]
  /** Of these, such as are too old by a clock alone that nobody compared with the broker's. */
  doubtful: string[]
  /** Whether a row was entered when the order can have been, and how much too late it was to be surely it. */
  timeOf(row: SeenOrder): Timing
  lateOf(row: SeenOrder): number | null
}

function wantsOf(
  doubt: Doubt,
  of: {
    book: SeenBook
    bySymbol: OrdersBySymbol<SeenOrder>
    claimed(key: string): Similarity
    wasLike(key: string): boolean
  },
): Want[] {
  const { book, bySymbol, claimed, wasLike } = of
  const { intent, mayHaveOthers } = doubt
  const order = normalisedRequest(intent)
  const rivals = rivalKeys(intent)
  const disowned = disownedIn(intent, book).filter((key) => claimed(key) !== 'yes')
  const like = bySymbol.near(order).flatMap((row) => {
    const alike = rivals.has(row.key) ? 'no' : similarity(order, asSent(intent, row, book))
    return alike === 'no' || claimed(row.key) === 'yes' ? [] : [{ row, alike }]
  })
  const { timeOf, lateOf } = timing(doubt, { book, wasLike })
  // If the book already holds the whole quantity without this order, a further look-alike is not
  // assigned to it: a person decides.
  const isWhole = isWholeWithout(intent, book)

  return [...bySize(intent.parts)].map(([quantity, parts]) => {
    const want: Want = {
      intent,
      meaning: JSON.stringify([intent.operation, quantity, Object.entries(intent.params).sort()]),
      parts,
      size: quantity,
      rows: [],
      isSure: !mayHaveOthers && !isWhole,
      named: disowned,
      others: [...disowned],
      doubtful: [],
      ...{ timeOf, lateOf },
    }
    for (const { row, alike } of like) {
      const sizeAlike = sizeSimilarity(quantity, row)
      const time = timeOf(row)
      if (sizeAlike === 'no' || time === 'other') {
        if (sizeAlike !== 'no' || canDifferInSize(intent)) want.others.push(row.key)
        if (sizeAlike !== 'no' && isByClockAlone(doubt, row)) want.doubtful.push(row.key)
        continue
      }
      want.rows.push(row.key)
      const isAlike = alike === 'yes' && sizeAlike === 'yes' && time === 'fits'
      if (!isAlike || claimed(row.key) !== 'no') want.isSure = false
    }
    return want
  })
}

/** A slice that its broker refers to the first one is no leg of that: it is on its side, and like it in all. */
function asSent(intent: Intent, row: SeenOrder, book: SeenBook): SeenOrder {
  const first = row.parent === null ? undefined : book.get(row.parent)
  if (first === undefined || !canDifferInSize(intent)) return row
  const isLikeFirst =
    !first.isChild &&
    first.side === row.side &&
    similarity(normalisedRequest(intent), first) !== 'no'
  return isLikeFirst ? { ...row, isChild: false } : row
}

/** Whether nothing but a clock that nobody compared says of an order that it was there before ours. */
function isByClockAlone({ clock, appearanceOf }: Doubt, { key }: SeenOrder): boolean {
  const { seenAfter, wasThere } = appearanceOf(key)
  return clock === 'presumed' && wasThere === 'no' && (seenAfter === null || seenAfter >= 0)
}

/** Orders that the service named for it, and whose rows read otherwise: books may yet write its own so. */
const disownedIn = ({ sent, disowned = [] }: Intent, book: SeenBook): string[] => {
  const before = new Set(sent?.rivals.map(comparableOrderId))
  return disowned.map(comparableOrderId).filter((key) => book.has(key) && !before.has(key))
}

const rivalKeys = ({ sent, disowned = [] }: Intent): Set<string> =>
  new Set([...(sent?.rivals ?? []), ...disowned].map(comparableOrderId))

function bySize(parts: readonly Part[]): Map<number | null, number[]> {
  const sizes = new Map<number | null, number[]>()
  parts.forEach(({ state, quantity }, index) => {
    if (state === 'in-doubt') sizes.set(quantity, [...(sizes.get(quantity) ?? []), index])
  })
  return sizes
}

const sizeSimilarity = (quantity: number | null, row: SeenOrder): Similarity => {
  if (quantity === null || row.quantity === null) return 'perhaps'
  return quantity === row.quantity ? 'yes' : 'no'
}

/** The service may slice otherwise than it was asked, and reckons a smart order's size itself. */
const canDifferInSize = ({ operation, params }: Intent): boolean =>
  operation === 'PlaceSmartOrder' || params['splitorder'] === 'YES'

/** Whether an order was entered when ours can have been. */
function timing(
  { intent: { sent }, clock, awaitedFor = null, appearanceOf }: Doubt,
  { book, wasLike }: { book: SeenBook; wasLike(key: string): boolean },
): Pick<Want, 'timeOf' | 'lateOf'> {
  if (sent === null) return { timeOf: () => 'unknown', lateOf: () => null }
  const { at, rivals } = sent
  const sending = { at, clock, isBookSure: isBookSure(sent), awaitedFor }
  const newestKnown = Math.max(
    ...rivals.map((id) => book.get(comparableOrderId(id))?.entered ?? -Infinity),
  )
  const cameUp = ({ key, entered }: SeenOrder): Appearance => {
    const appearance = appearanceOf(key)
    // One that the book left out for long, and that came up since, was not there before for that.
    const isOfBefore = appearance.wasThere === 'today' && !wasLike(key)
    const came =
      isOfBefore || appearance.wasThere === 'earlier' ? appearance : cameSince(appearance)
    return { entered, ...came }
  }
  return {
    timeOf: (row) => {
      const { entered } = row
      // By the broker's own clock: what was entered well before an order that was known is not ours.
      const isOlder =
        clock === 'unknown' && entered !== null && isClearlyOlder(entered, newestKnown)
      return isOlder ? 'other' : timingOf(sending, cameUp(row))
    },
    lateOf: ({ entered }) => lateBy(sending, entered),
  }
}

const cameSince = (appearance: Omit<Appearance, 'entered'>): Omit<Appearance, 'entered'> =>
  appearance.wasThere === 'no' ? appearance : { seenAfter: null, wasThere: 'no' }

/** Orders that an intent without an answer can turn out to be. */
function mayStillBe(intent: Intent, bySymbol: OrdersBySymbol<SeenOrder>): string[] {
  const order = normalisedRequest(intent)
  const rivals = rivalKeys(intent)
  return bySymbol
    .near(order)
    .filter(
      (row) =>
        !rivals.has(row.key) &&
        similarity(order, row) !== 'no' &&
        intent.parts.some(({ quantity }) => sizeSimilarity(quantity, row) !== 'no'),
    )
    .map(({ key }) => key)
}

/** Which orders each want of a group is. */
type Dealt = ReadonlyMap<Want, readonly string[]>

/**
 * What was dealt out, but for orders that another one, in doubt or without an answer, may have been
 * made into on the wrong side: until that one is found itself, theirs are not known.
 */
function withoutTurned(
  all: readonly Dealt[],
  of: { wants: readonly Want[]; onTheWire: readonly Intent[]; book: SeenBook },
): readonly Dealt[] {
  const found = new Set(all.flatMap((dealt) => [...dealt.keys()]))
  const lost = of.wants.filter((want) => !found.has(want))
  const isTurned = (key: string): boolean => {
    const row = of.book.get(key)!
    return (
      lost.some(
        (want) => isLikeTurned(want.intent, want.size, row) && want.timeOf(row) !== 'other',
      ) ||
      of.onTheWire.some((intent) =>
        intent.parts.some(({ quantity }) => isLikeTurned(intent, quantity, row)),
      )
    )
  }
  const left = all.filter((dealt) => ![...dealt.values()].flat().some(isTurned))
  return left.length === all.length ? all : withoutTurned(left, of)
}

/** Whether a row can be an order in all but the side, which the service turned. */
function isLikeTurned(intent: Intent, size: number | null, row: SeenOrder): boolean {
  const order = normalisedRequest(intent)
  const isOther = order.side !== undefined && row.side !== undefined && order.side !== row.side
  if (!isOther || sizeSimilarity(size, row) === 'no') return false
  return similarity({ ...order, side: row.side }, row) !== 'no'
}

interface Known {
  intent: Intent
  /** Orders that an earlier reading showed, and this one does not. */
  gone: ReadonlySet<string>
  wants: readonly Want[]
  holders: ReadonlyMap<Want, readonly string[]>
  dealtOut: ReadonlySet<string>
  book: SeenBook
}

function verdictOf({ intent, wants, holders, dealtOut, book, gone }: Known): Verdict {
  const idOf = (key: string): string => book.get(key)!.id
  const found = wants.flatMap((want) =>
    (holders.get(want) ?? []).map((key, index) => ({
      part: want.parts[index]!,
      orderId: idOf(key),
    })),
  )
  const undecided = wants.filter((want) => !holders.has(want))
  const candidates = new Set(undecided.flatMap(({ rows, others }) => [...rows, ...others]))
  for (const key of dealtOut) candidates.delete(key)
  // What is gone is for a person to see beside what is there.
  if ([...candidates].every((key) => gone.has(key))) candidates.clear()
  const alike = [...new Set(wants.flatMap(({ rows }) => rows))].map((key) => book.get(key)!)
  if (found.length === 0 && candidates.size === 0 && isWholeWithout(intent, book))
    return { found, absent: undecided.flatMap(({ parts }) => parts), candidates: [], alike }
  const [only] = candidates.size === 1 ? candidates : []
  const of = undecided.find(({ rows }) => only !== undefined && rows.includes(only))
  const late = only === undefined || of === undefined ? null : of.lateOf(book.get(only)!)
  return {
    found,
    absent: [],
    candidates: [...candidates].map(idOf),
    alike,
    ...(late !== null && { lateBy: late }),
  }
}

/** The service made fewer orders than slices, and they hold all units that were asked for. */
function isWholeWithout({ parts }: Intent, book: SeenBook): boolean {
  const asked = parts.reduce((sum, { quantity }) => sum + (quantity ?? NaN), 0)
  const ids = parts.flatMap(({ orderId }) => orderId ?? [])
  const held = ids.reduce((sum, id) => sum + (book.get(comparableOrderId(id))?.quantity ?? NaN), 0)
  return ids.length > 0 && held === asked
}
