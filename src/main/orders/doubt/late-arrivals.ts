import { orderIn } from '../../../shared/books/books.ts'
import { type Intent, type Part, isOneRefused, saidNo } from '../../../shared/orders/intents.ts'
import { comparableOrderId } from '../../../shared/service/order-ids.ts'
import type { OrderRecord } from '../../../shared/service/records.ts'
import type { Rows } from '../../../shared/core/patch.ts'
import type { Clock } from '../../core/clock.ts'
import {
  isFasterThanHands,
  isFasterThanHandsInLateBook,
} from '../../picture/orders/another-number.ts'
import type { LoginPictures } from '../../picture/login-pictures.ts'
import {
  isRival,
  mayBeInstrument,
  normalisedRequest,
  normalisedRow,
  parentOf,
  similarity,
} from '../../picture/rows/order-similarity.ts'
import type { BrokerClocks } from './broker-clock.ts'
import { isBookSure, timingOf } from './entry-time.ts'
import { GrownPositions } from './grown-positions.ts'
import { isMadeOfOurs } from './made-of-ours.ts'
import { OpenBeside, isAlike } from './open-beside.ts'
import type { Memories } from './memories.ts'
import type { TradedOrders } from './traded-orders.ts'

/** Milliseconds for which a refused order can still come up in the book, and is then asked about. */
export const lateFor = 3_600_000

interface LateArrivalsOptions {
  clock: Pick<Clock, 'now'>
  pictures: Pick<LoginPictures, 'intents' | 'of'>
  memories: Pick<
    Memories,
    'appearanceOf' | 'drop' | 'earliestOf' | 'mayBeNewer' | 'mayHaveOthers' | 'of'
  >
  clocks: Pick<BrokerClocks, 'readingOf'>
  traded: Pick<TradedOrders, 'rivalsOf' | 'twinsOf'>
}

/** An order that was called refused, and the orders of the book that it can be. */
interface LateArrival {
  intent: Intent
  candidates: string[]
  /** Places of its slices to which the service had said a clear no. */
  slices?: number[]
  /** So many orders, this one among them, can be fewer candidates than they are. */
  sharedBy?: number
  /** Where the position alone speaks against the no: by how many units it grew. */
  grownBy?: number
}

/**
 * Orders to which the service said no in words that nobody knows, and that were called refused since
 * the book, read twice, showed none of them. A service can be slower than that. Any new order of the
 * symbol and side that is nobody's can be one of them, or a slice of it, as it could before. After a
 * no that is known to be final a person is likely to place the order elsewhere: there only one
 * counts that is alike in everything, and was entered while ours was on its way (or, by a book without
 * times, came up as soon as a late book shows it), or that came up at once, then also in other words or
 * in another size; of slices of one order only where the book shows
 * all others of them. Where neither orders nor trades show one, a position that grew without them may.
 */
export class LateArrivals {
  readonly #options: LateArrivalsOptions
  readonly #watched = new Map<string, { intent: Intent; until: number }>()
  /** Rows that were looked through to the end, and had none of them: of the next ones, those that are others are looked at. */
  readonly #seen = new Map<string, Rows>()
  readonly #grown: GrownPositions

  constructor(options: LateArrivalsOptions) {
    this.#options = options
    this.#grown = new GrownPositions(options)
  }

  /** Told of every intent that changed. */
  follow(intent: Intent): void {
    // Whose an order is hangs on what became of each.
    this.#seen.clear()
    const until = this.#watched.get(intent.id)?.until ?? this.#options.clock.now() + lateFor
    if (mayBeLate(intent)) this.#watched.set(intent.id, { intent, until })
    else this.#watched.delete(intent.id)
  }

  isOpen(id: string): boolean {
    return this.#watched.has(id)
  }

  /** The orders that one of them can be, by a good reading of an account's order book. */
  see(account: string, rows: Rows): LateArrival[] {
    this.#forgetOld()
    if (this.#watched.size === 0) return []
    const { pictures, memories } = this.#options
    const watched = [...this.#watched.values()]
      .map(({ intent }) => intent)
      .filter((intent) => pictures.intents.isOfLogin(account, intent) === 'yes')
      // A square-off makes orders whose numbers nobody is told.
      .filter((intent) => !memories.mayHaveOthers(intent))
    const open = this.#openBeside({ account, rows, watched })
    const shown = this.#shownLate(account, { rows, watched, open })
    const told = [...shown, ...this.#tradedLate(account, { watched, shown, open })]
    const isTold = (intent: Intent): boolean => told.some((one) => one.intent === intent)
    return [
      ...withSharers(told),
      ...this.#heldLate(account, watched).filter((one) => !isTold(one.intent)),
    ]
  }

  /** Those that neither orders nor trades tell of, and whose positions grew. */
  #heldLate(account: string, watched: readonly Intent[]): LateArrival[] {
    return this.#grown.see(account, watched).map(({ intent, grownBy }) => {
      const slices = refusedPlaces(intent, { quantity: 0 })
      return { intent, grownBy, candidates: [], ...(slices.length > 0 && { slices }) }
    })
  }

  /** Those that the trades tell of, and the order book does not. */
  #tradedLate(
    account: string,
    of: { watched: readonly Intent[]; shown: readonly LateArrival[]; open: OpenBeside },
  ): LateArrival[] {
    const { watched, shown, open } = of
    const left = watched.filter((intent) => shown.every((one) => one.intent !== intent))
    return left.flatMap((intent): LateArrival[] => {
      if (!intent.parts.some(isUnclearNo)) return this.#tradedTwins(account, intent, open)
      const candidates = this.#options.traded.rivalsOf(intent, account)
      return candidates.length === 0 ? [] : [{ intent, candidates }]
    })
  }

  /** Orders that were traded while one to which a clear no was said was on its way. */
  #tradedTwins(account: string, intent: Intent, open: OpenBeside): LateArrival[] {
    const able = this.#options.traded
      .twinsOf(intent, account)
      .map((twin) => ({ ...twin, slices: refusedPlaces(intent, { quantity: twin.units }) }))
      .filter(({ slices }) => slices.length > 0)
    const isFree = open.areFree(
      able.map(({ orderId, trade }) => ({
        id: orderId,
        mayBe: (one) =>
          isRival(one, trade) && this.#options.memories.mayBeNewer(one, comparableOrderId(orderId)),
      })),
    )
    const twins = able.filter(({ orderId }) => isFree(orderId))
    if (twins.length === 0) return []
    const candidates = twins.map(({ orderId }) => orderId)
    return [{ intent, candidates, slices: [...new Set(twins.flatMap(({ slices }) => slices))] }]
  }

  #openBeside(of: { account: string; rows: Rows; watched: readonly Intent[] }): OpenBeside {
    const { pictures, memories } = this.#options
    return new OpenBeside({
      ...{ pictures, memories, rows: of.rows, refused: of.watched },
      open: pictures.intents
        .possiblyUnsettledOf(of.account)
        .filter(({ state }) => state === 'sent' || state === 'in-doubt'),
    })
  }

  #shownLate(
    account: string,
    { rows, watched, open }: { rows: Rows; watched: readonly Intent[]; open: OpenBeside },
  ): readonly LateArrival[] {
    const before = this.#seen.get(account)
    if (before === rows) return []
    const fresh = this.#newBesideAny(watched, { rows, before })
    let isSkipped = false
    /** What another one may turn out to be is looked at again once that one is known. */
    const isFree = ({ order_id: id }: OrderRecord): boolean => {
      const isIt = open.isFree(id)
      isSkipped ||= !isIt
      return isIt
    }
    const late = watched.flatMap((intent): LateArrival[] => {
      const isUnclear = intent.parts.some(isUnclearNo)
      const rivals = this.#newRivals(intent, fresh)
        .map((row) => ({ row, slices: this.#twinsIn(intent, { row, rows }) }))
        .filter(({ row, slices }) => (isUnclear || slices.length > 0) && isFree(row))
      if (rivals.length === 0) return []
      const candidates = rivals.map(({ row }) => row.order_id)
      const slices = [...new Set(rivals.flatMap((rival) => rival.slices))]
      return [{ intent, candidates, ...(slices.length > 0 && { slices }) }]
    })
    // What was found is answered again until it is written down.
    if (!isSkipped && late.length === 0) this.#seen.set(account, rows)
    return late
  }

  /** Orders that came up since the first of these was sent, and are not as the last look saw them. */
  #newBesideAny(
    watched: readonly Intent[],
    { rows, before }: { rows: Rows; before: Rows | undefined },
  ): OrderRecord[] {
    const { memories } = this.#options
    const firsts = memories.earliestOf(watched)
    return ([...rows] as [string, OrderRecord][]).flatMap(([key, row]) => {
      const isKnown = before?.get(key) === row
      const orderKey = comparableOrderId(row.order_id)
      const isNew = !isKnown && firsts.some((first) => memories.mayBeNewer(first, orderKey))
      return isNew ? [row] : []
    })
  }

  /** Orders that came up since, that are nobody's, and that it can be: of its side, or of either where there is one order of it at most. */
  #newRivals(intent: Intent, fresh: readonly OrderRecord[]): OrderRecord[] {
    const { pictures, memories } = this.#options
    const isOurs = (orderId: string): boolean => pictures.intents.claimOf(intent, orderId) === 'yes'
    const isOfEitherSide = isOneClearNo(intent)
    const order = normalisedRequest(intent)
    return fresh.filter(
      (row) =>
        (isRival(intent, row) || (isOfEitherSide && mayBeInstrument(order, row.symbol))) &&
        memories.mayBeNewer(intent, comparableOrderId(row.order_id)) &&
        !isOurs(row.order_id) &&
        !isMadeOfOurs(intent, row, pictures),
    )
  }

  /** Places of clearly refused slices that an order is by all that a row and the broker's clock can say. */
  #twinsIn(intent: Intent, of: { row: OrderRecord; rows: Rows }): number[] {
    const { row, rows } = of
    // What is not in the book under the number that was named may be there under another one.
    const isShown = ({ orderId }: Part): boolean =>
      orderId === null || orderIn(rows, orderId) !== undefined
    if (!intent.parts.every(isShown)) return []
    const able = refusedPlaces(intent, row)
    if (isFasterThanHands(this.#sightAfter(intent, row))) {
      const isLeg = this.#isLegOfAnother(intent, of)
      if (isOneClearNo(intent) && !isLeg && isMuchAlike(intent, row)) return [0]
      if (able.length > 0 && isAlike(intent, row)) return able
    }
    const alike = able.filter((place) => intent.parts[place]!.quantity === row.quantity)
    return alike.length > 0 && this.#isTwin(intent, of) ? alike : []
  }

  /** The leg of an order that the book shows is that one's. */
  #isLegOfAnother(intent: Intent, { row, rows }: { row: OrderRecord; rows: Rows }): boolean {
    const parent = parentOf(row)
    if (parent === null || this.#options.pictures.intents.claimOf(intent, parent) === 'yes')
      return false
    return orderIn(rows, parent) !== undefined
  }

  /**
   * Milliseconds after which an order came up in a book that surely had all others; null in another one.
   * Sooner than a person can place one elsewhere it may be one to which the service said no, whatever
   * it says of its time.
   */
  #sightAfter(intent: Intent, row: OrderRecord): number | null {
    const { sent } = intent
    const { memories } = this.#options
    if (sent === null || !isBookSure(sent) || memories.of(intent).sentAt === null) return null
    const key = comparableOrderId(row.order_id)
    const { seenAfter, wasThere } = memories.appearanceOf(intent, key)
    return wasThere === 'no' ? seenAfter : null
  }

  #isTwin(intent: Intent, { row, rows }: { row: OrderRecord; rows: Rows }): boolean {
    const { sent } = intent
    const seen = normalisedRow(row)
    const isSure = seen.quantity !== null && similarity(normalisedRequest(intent), seen) === 'yes'
    if (!isSure || sent === null) return false
    if (seen.entered === null) return isFasterThanHandsInLateBook(this.#sightAfter(intent, row))
    const { memories, clocks } = this.#options
    const wasSetBack = memories.of(intent).wasClockSetBack
    const clock = clocks.readingOf({ sent, rows, wasSetBack })
    // Our eyes alone cannot tell it from one that somebody else placed a moment later; where nobody
    // set our clock they can together with the time of entry, as far as asking a person goes.
    if (clock === 'unknown') return false
    const appearance = { entered: seen.entered, ...memories.appearanceOf(intent, seen.key) }
    return timingOf({ at: sent.at, clock, isBookSure: isBookSure(sent) }, appearance) === 'fits'
  }

  #forgetOld(): void {
    const { clock, memories } = this.#options
    for (const [id, { until }] of this.#watched) {
      if (clock.now() < until) continue
      this.#watched.delete(id)
      memories.drop(id)
    }
  }
}

/** A no in unknown words is final by looks alone, and one in known words by those words alone. */
export const mayBeLate = ({
  state,
  parts,
  ticket,
}: Pick<Intent, 'state' | 'parts' | 'ticket'>): boolean =>
  state !== 'in-doubt' &&
  (parts.some(isUnclearNo) || (ticket !== null && parts.some((part) => part.state === 'refused')))

const isUnclearNo = (part: Part): boolean => part.state === 'refused' && saidNo(part)

/** Whether all that was sent is one order, and the service said a clear no to it. */
const isOneClearNo = ({ parts }: Intent): boolean => isOneRefused(parts) && !saidNo(parts[0]!)

/**
 * Whether an order of the instrument is of the size that was sent, or else like it in all but that: a
 * broker may have turned a limit to the market, or taken another product, side or size.
 */
function isMuchAlike(intent: Intent, row: OrderRecord): boolean {
  const { quantity } = intent.parts[0]!
  const isOfSize = quantity === null || row.quantity === null || row.quantity === quantity
  return isOfSize || isAlike(intent, row)
}

/** Places of clearly refused slices that an order of so many units can be. */
const refusedPlaces = ({ parts }: Intent, { quantity }: Pick<OrderRecord, 'quantity'>): number[] =>
  [...parts.entries()].flatMap(([place, part]) => {
    const isIt = part.state === 'refused' && !saidNo(part)
    return isIt && (quantity ?? Infinity) <= (part.quantity ?? 0) ? [place] : []
  })

/** Says of each with how many others it shares candidates, where these are too few for all of them. */
function withSharers(late: readonly LateArrival[]): LateArrival[] {
  return late.map((one) => {
    const sharing = late.filter(({ candidates }) =>
      candidates.some((orderId) => one.candidates.includes(orderId)),
    )
    const all = new Set(sharing.flatMap(({ candidates }) => candidates))
    return sharing.length > all.size ? { ...one, sharedBy: sharing.length } : one
  })
}
