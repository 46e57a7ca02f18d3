import { isDeepStrictEqual } from 'node:util'
import { orderIn } from '../../shared/books/books.ts'
import { dayLength, startOfDay } from '../../shared/core/india.ts'
import type { Rows } from '../../shared/core/patch.ts'
import { type Intent, type Part, isSquareOff } from '../../shared/orders/intents.ts'
import { orderKeyOf } from '../../shared/service/order-ids.ts'
import { unitsFilled } from '../../shared/service/order-units.ts'
import type { OrderRecord } from '../../shared/service/records.ts'
import { isFinished, sideOfWord } from '../../shared/service/words.ts'
import type { Clock } from '../core/clock.ts'
import { positionOfRow } from '../picture/rows/instruments.ts'
import type { LoginPictures } from '../picture/login-pictures.ts'
import { isAboutSending } from '../picture/orders/another-number.ts'
import { isAfterMarket } from '../picture/orders/earlier-orders.ts'
import { momentEntered } from '../picture/times/entered-at.ts'
import {
  closesAsSpeltOtherwise,
  isBeyondHeld,
  isOfSquareOff,
  mayBeIt,
  whoseIs,
} from './foreign-orders.ts'
import { originOf } from './origins.ts'
import type { TakenSquareOff, TakenSquareOffs } from './taken-square-offs.ts'
import { stateIn } from './twin-rows.ts'

/** Milliseconds for which a fill is waited with that may be of an order in doubt: most are found sooner. */
const perhapsAfter = 20_000

/**
 * Milliseconds for which a fill is waited with that may be of an order which the service took under a number
 * that no book shows: a service that gives numbers of its own never shows it.
 */
const unseenFor = 60_000

/** Milliseconds for which an after-market order waits for its market at the most. */
const waitsFor = 5 * dayLength

/** What a fill is news of where it proves to be of none of ours; what was filled before anybody looked is none. */
type Otherwise = 'elsewhere' | 'filled' | 'nothing'

interface Stranger {
  /** When it came up, on the monotonic clock; null where nothing tells. */
  cameUp: number | null
  /** By when a book showed it, on the same clock; null where nothing tells. */
  shownBy: number | null
  otherwise: Otherwise
  /** Since when its fill waits for one of ours that it may be, on the monotonic clock. */
  waitsSince: number | null
  /** Whether it was told that it may be ours. */
  isTold: boolean
}

const untold = { waitsSince: null, isTold: false } as const

/** A fill of an order that was not known to be ours, and what it turned out to be. */
export interface StrangeFill {
  row: OrderRecord
  is: { holder: Intent } | 'perhaps ours' | Exclude<Otherwise, 'nothing'>
  /** The order of ours that it may have come of all the same, where there is one. */
  origin?: Intent | undefined
}

/** What of ours an order may be. */
interface Ours {
  rows: Rows
  /** Intents that are sent or in doubt. */
  open: readonly Intent[]
  /**
   * Those that the service took under numbers which the book does not show, or with less than was sent:
   * the rest may be under others, as of a broker that slices by itself.
   */
  unseen: readonly Intent[]
  closings: readonly TakenSquareOff[]
}

interface StrangerOrdersOptions {
  account: string
  pictures: Pick<LoginPictures, 'accountsOf' | 'intents' | 'of'>
  /** The intent that holds an order, or one of which it seems to be a slice. */
  holder(row: OrderRecord): Intent | undefined
  /** Whether it may be a slice of one of ours that its broker calls rejected. */
  mayBeSlice(row: OrderRecord): boolean
  squareOffs: Pick<TakenSquareOffs, 'of'>
  /** When an intent of this session left, on the monotonic clock. */
  leftAt(intent: Intent): number | undefined
  clock: Pick<Clock, 'now'>
  /** Wall-clock milliseconds. */
  now(): number
}

/**
 * The orders of one book that are not known to be ours. That one is nobody's is said only where it can be
 * none of ours: until then its fill waits, and after a while it is said that it may be ours.
 */
export class StrangerOrders {
  readonly #options: StrangerOrdersOptions
  readonly #strangers = new Map<string, Stranger>()
  /** Of which it was decided whose they are. */
  readonly #settled = new Set<string>()
  /** Those that came up after its rows were seen first, or first on a day, and when that was. */
  readonly #cameLater = new Set<string>()
  #seenSince: number

  constructor(options: StrangerOrdersOptions) {
    this.#options = options
    this.#seenSince = options.clock.now()
  }

  has(key: string): boolean {
    return this.#strangers.has(key) || this.#settled.has(key)
  }

  /** One that just came up. */
  noteNew(key: string): void {
    const cameUp = this.#options.clock.now()
    this.#cameLater.add(key)
    const otherwise = 'elsewhere'
    this.#strangers.set(key, { cameUp, shownBy: cameUp, otherwise, ...untold })
  }

  /** One that was there when the book was first seen, or that had ended since: its own row tells when it came up. */
  noteFormer(key: string, row: OrderRecord, otherwise: Exclude<Otherwise, 'elsewhere'>): void {
    if (this.has(key)) return
    const cameUp = this.#enteredAt(row)
    const shownBy = this.#cameLater.has(key) ? null : this.#seenSince
    this.#strangers.set(key, { cameUp, shownBy, otherwise, ...untold })
  }

  /** On another day the broker may give the same numbers again. */
  beginDay(rows: Rows): void {
    this.#settled.clear()
    this.#cameLater.clear()
    this.#seenSince = this.#options.clock.now()
    for (const key of this.#strangers.keys()) if (!rows.has(key)) this.#strangers.delete(key)
  }

  /** What is known by now of those that were filled; `gone` are rows that the book had before. */
  decide(rows: Rows, gone: ReadonlyMap<string, OrderRecord>): StrangeFill[] {
    const fills: StrangeFill[] = []
    let ours: Ours | undefined
    let sentLately: readonly Intent[] | undefined
    for (const [key, stranger] of this.#strangers) {
      const row = rows.get(key) as OrderRecord | undefined
      if (row === undefined) {
        // An answer may leave it out, and the next one have it again.
        if (!gone.has(key)) this.#strangers.delete(key)
        continue
      }
      const state = stateIn(rows, row)
      if ((row.fillshares ?? 0) === 0 && state !== 'complete') {
        if (isFinished(state)) this.#strangers.delete(key)
        continue
      }
      const holder = this.#options.holder(row)
      ours ??= this.#ours(rows)
      const is = holder === undefined ? this.#proved(row, stranger, ours) : { holder }
      if (is === 'undecided') {
        stranger.waitsSince ??= this.#options.clock.now()
        continue
      }
      this.#strangers.delete(key)
      if (holder === undefined) this.#settled.add(key)
      if (is === 'elsewhere' || is === 'filled') {
        sentLately ??= this.#sentLately()
        const origin = originOf(row, {
          ...{ ...this.#times(row, stranger), ours: sentLately, rows, gone },
          wasThereBefore: (intent) => this.#wasThereBefore(stranger, intent),
        })
        fills.push({ row, is, origin })
      } else if (is !== 'nothing') fills.push({ row, is })
    }
    return fills
  }

  /** Whole fills that have waited for long, and may still be of an order in doubt; each once. */
  lasting(rows: Rows): StrangeFill[] {
    const now = this.#options.clock.now()
    return [...this.#strangers].flatMap(([key, stranger]): StrangeFill[] => {
      const row = rows.get(key) as OrderRecord | undefined
      const { waitsSince, isTold } = stranger
      if (row === undefined || waitsSince === null || isTold) return []
      if (now - waitsSince < perhapsAfter) return []
      if (!isFinished(stateIn(rows, row)) || !this.mayBeOurs(row)) return []
      // It waits on.
      stranger.isTold = true
      return [{ row, is: 'perhaps ours' }]
    })
  }

  /** Whether an order may be one of ours that is in doubt, and is no leg of it. */
  mayBeOurs(row: OrderRecord): boolean {
    const { pictures, account } = this.#options
    return pictures.intents
      .possiblyUnsettledOf(account)
      .some(
        (intent) => intent.state === 'in-doubt' && intent.ticket !== null && mayBeIt(intent, row),
      )
  }

  #ours(rows: Rows): Ours {
    const { account, pictures, squareOffs } = this.#options
    return {
      rows,
      open: pictures.intents
        .possiblyUnsettledOf(account)
        .filter(({ state }) => state !== 'recorded'),
      unseen: pictures.intents
        .todayOf(account)
        .filter(
          ({ ticket, parts }) => ticket !== null && parts.some((part) => isUnseen(part, rows)),
        ),
      closings: squareOffs.of(pictures.accountsOf(account)),
    }
  }

  /** What an order is that none of ours is known to hold, or that this is not known. */
  #proved(
    row: OrderRecord,
    { cameUp, otherwise, waitsSince }: Stranger,
    { rows, open, unseen, closings }: Ours,
  ): Otherwise | 'undecided' {
    const { clock, now } = this.#options
    const firstSeen = cameUp ?? clock.now()
    // The others, that have all units with it, may come up a moment later.
    const isFresh = clock.now() - firstSeen < perhapsAfter
    if (isFresh && this.#options.mayBeSlice(row)) return 'undecided'
    const atWall = now() - (clock.now() - firstSeen)
    const hasWaited = waitsSince !== null && clock.now() - waitsSince >= unseenFor
    const parts = unseen.filter(
      (intent) =>
        !hasWaited &&
        intent.sent !== null &&
        (cameUp === null || isAboutSending(atWall, intent, { wasSeen: true })),
    )
    const whose = whoseIs(row, { firstSeen, open: [...open, ...parts], closings })
    if (whose === 'undecided') return 'undecided'
    const isClosing =
      whose === 'closing' ? !this.#isBeyondHeld(row, rows) : this.#isOfSquareOff(row, rows, atWall)
    return isClosing || this.#closesAsSpeltOtherwise(row, rows, atWall) ? 'nothing' : otherwise
  }

  /** Orders of ours that left today, or that wait for it from an earlier day. */
  #sentLately(): readonly Intent[] {
    const { account, now, pictures } = this.#options
    const today = startOfDay(now())
    return pictures.intents
      .thoseOf(account, pictures.intents.sinceDayOf(now() - waitsFor))
      .filter((intent) => intent.at >= today || isAfterMarket(intent))
  }

  #wasThereBefore({ shownBy }: Stranger, intent: Intent): boolean {
    const left = this.#options.leftAt(intent)
    return shownBy !== null && left !== undefined && shownBy < left
  }

  /** When an order came up and was entered, by the clock on the wall. */
  #times(row: OrderRecord, { cameUp, otherwise }: Stranger) {
    const { clock, now } = this.#options
    const onWall = (at: number | null) => (at === null ? null : now() - (clock.now() - at))
    return {
      ...{ cameUp: onWall(cameUp), entered: onWall(this.#enteredAt(row)) },
      wasSeen: otherwise === 'elsewhere',
    }
  }

  /** Also by what the journal tells of an earlier session. */
  #isOfSquareOff(row: OrderRecord, rows: Rows, firstSeen: number): boolean {
    const { account, pictures } = this.#options
    const squareOffs = this.#squareOffsToday()
    if (squareOffs.length === 0) return false
    const expected = pictures.of(account).positions.expected(positionOfRow(row))
    return isOfSquareOff(row, { firstSeen, squareOffs, after: this.#after(row, expected, rows) })
  }

  #squareOffsToday(): readonly Intent[] {
    const { account, pictures } = this.#options
    return pictures.intents.todayOf(account).filter(isSquareOff)
  }

  #closesAsSpeltOtherwise(row: OrderRecord, rows: Rows, firstSeen: number): boolean {
    const squareOffs = this.#squareOffsToday()
    if (squareOffs.length === 0) return false
    const isBefore = (other: OrderRecord): boolean => !this.#strangers.has(orderKeyOf(other))
    return closesAsSpeltOtherwise(row, { firstSeen, squareOffs, rows, isBefore })
  }

  /** A service may carry a square-off out twice, and somebody may close the same position beside it. */
  #isBeyondHeld(row: OrderRecord, rows: Rows): boolean {
    const { account, pictures } = this.#options
    const expected = pictures.of(account).positions.expectedOfKnown(positionOfRow(row))
    return isBeyondHeld(row, this.#after(row, expected, rows))
  }

  /** Units of a position after an order of it: each of several that came up closes what those before it left. */
  #after(row: OrderRecord, expected: number | null, rows: Rows): number | null {
    if (expected === null) return null
    const of = positionOfRow(row)
    const others = [...this.#strangers].flatMap(([key, { otherwise }]) =>
      otherwise === 'elsewhere' ? ((rows.get(key) as OrderRecord | undefined) ?? []) : [],
    )
    return others
      .filter((other) => other !== row && isDeepStrictEqual(positionOfRow(other), of))
      .reduce(
        (units, other) =>
          units + unitsFilled(other) * (sideOfWord(other.action) === 'SELL' ? 1 : -1),
        expected,
      )
  }

  /** By the broker’s clock, on the monotonic one. */
  #enteredAt(row: OrderRecord): number | null {
    const { clock, now } = this.#options
    const entered = momentEntered(row)
    return entered === null ? null : clock.now() - (now() - entered)
  }
}

function isUnseen({ state, orderId, quantity }: Part, rows: Rows): boolean {
  if (state !== 'accepted' || orderId === null) return false
  const shown = orderIn(rows, orderId)?.['quantity']
  return shown === undefined || (quantity !== null && typeof shown === 'number' && shown < quantity)
}
