import { orderIn } from '../../../shared/books/books.ts'
import type { Row, Rows } from '../../../shared/core/patch.ts'
import { orderKeyOf } from '../../../shared/service/order-ids.ts'
import { latestOrderBook, longestDay } from './book-lag.ts'
import { momentEntered } from './entered-at.ts'

/** That a book shows an order which the service took; moments are on the monotonic clock. */
export interface FirstSight {
  row: Row
  /** It was entered after this, and before its answer, or a moment later. */
  sentAt: number
  answeredAt: number
  /** When the latest reading without it was asked for; null where the first one since its answer has it. */
  missedAt: number | null
}

/** By how much the book was late to show one order of ours. */
interface ToldLag {
  /** On the monotonic clock. */
  at: number
  /** Milliseconds from its sending until a reading showed it, or would have, where an earlier one that could have did not; else 0. */
  lag: number
}

/** What one order of ours told of its broker's clock. */
interface ToldClock {
  /** On the monotonic clock. */
  at: number
  exchange: unknown
  /** By how many milliseconds it is at least ahead of the monotonic clock. */
  ahead: number
}

/** What a broker's clock showed at a moment, at the least, that tells the orders of an exchange; null where no order of ours told. */
export type BrokersTime = (exchange: unknown) => number | null

/** For what no exchange is known. */
export const otherExchange = ''

/** By how many milliseconds the clocks of two exchanges of a broker may differ. */
const exchangesDifferBy = 10_000

/**
 * The same for an exchange of which no order told, by those of others, or at a moment by this machine's
 * clock: what they tell at the least may be some seconds behind. Null where orders of it told.
 */
export function perhapsBrokersTime(
  brokersTime: BrokersTime,
  exchange: unknown,
  at: number,
): number | null {
  const [time, byAny] = [brokersTime(exchange), brokersTime(otherExchange)]
  if (time === null || byAny === null) return at
  if (time > byAny) return null
  const byOthers = byAny + exchangesDifferBy
  return at > byOthers && at - byOthers <= exchangesDifferBy ? at : byOthers
}

/** Whose books are asked about. */
interface Asked {
  /** Accounts of one login. */
  ofLogin: readonly string[]
  /** All at its broker and service: where it had no orders of its own, theirs tell. */
  atService: readonly string[]
}

interface Told {
  lags: readonly ToldLag[]
  clocks: readonly ToldClock[]
  /** Orders that came up without a time, and may get it with the next readings. */
  untimed: readonly Sight[]
  /** When orders came up of late, whosever they are: the answer to one of ours may come later. */
  cameUp: ReadonlyMap<string, number>
}

/** With when the order came up. */
type Sight = FirstSight & { cameUpAt: number }

const nothingTold: Told = { lags: [], clocks: [], untimed: [], cameUp: new Map() }

/** The latest of each account that count: a book that was late once may be in time again. */
const mostTold = 5

/** Milliseconds without an order after its answer that any service may take. */
const inTime = 1000

/** And from its sending to its answer: after a longer one, a book that is late may look as if it were not. */
const usualAnswer = 1000

/** Milliseconds from one reading to the next at the most: in longer ones the service was not to be read. */
const readsWithin = 5000

/** An order may have been entered a moment after its answer. */
const perhapsAfterAnswer = 1000

/** Milliseconds within which a row gets its time: some do once the exchange has confirmed the order. */
const timedWithin = 10_000

/** Milliseconds within which an order is answered, after a book may have shown it. */
const answeredWithin = 60_000

/** Rows that come up in one reading, where they are of orders that were just placed. */
const mostFresh = 200

/** How late the order books of accounts have lately shown orders of ours, and what the broker's clock showed. */
export class LearnedLags {
  readonly #told = new Map<string, Told>()

  /** Told of every good reading of an order book, of what it shows first, and of which rows it writes anew. */
  note(
    account: string,
    of: { sights: readonly FirstSight[]; rows: Rows; added: readonly Row[]; at: number },
  ): void {
    const { rows, added, at } = of
    const told = this.#told.get(account) ?? nothingTold
    // A whole book is new to whoever reads it first, and tells of nothing that is under way.
    const fresh = added.length <= mostFresh ? added : []
    if (of.sights.length + told.untimed.length + fresh.length === 0) return
    const cameUp = new Map([...told.cameUp].filter(([, since]) => at - since < answeredWithin))
    // What was there before may come once more, with a further field.
    for (const row of fresh) if (!cameUp.has(orderKeyOf(row))) cameUp.set(orderKeyOf(row), at)
    const sights = of.sights.map((sight): Sight => ({
      ...sight,
      cameUpAt: cameUp.get(orderKeyOf(sight.row)) ?? at,
    }))
    const later = told.untimed.map((sight) => ({ ...sight, row: shownNow(sight, rows) }))
    this.#told.set(account, {
      lags: latest([...told.lags, ...sights.flatMap((sight) => lagTold(sight, at) ?? [])]),
      clocks: latest([
        ...told.clocks,
        ...sights.flatMap((sight) => clockTold(sight, at, sight.cameUpAt) ?? []),
        ...later.flatMap((sight) => clockTold(sight, at, Infinity) ?? []),
      ]),
      untimed: latest(
        [...sights, ...later].filter(
          ({ row, cameUpAt }) => momentEntered(row) === null && at - cameUpAt < timedWithin,
        ),
      ),
      cameUp,
    })
  }

  /** An account is somebody else's now. */
  forget(account: string): void {
    this.#told.delete(account)
  }

  /** Milliseconds by which a book of these accounts has lately been late; 0 where it showed orders in time. */
  lagOf(those: Asked, now: number): number {
    const lags = this.#latelyOf(those, now, ({ lags }) => lags)
    return Math.max(0, ...lags.map(({ lag }) => lag))
  }

  /** What the broker's clock shows at this moment, at the least. */
  brokersTime(those: Asked, now: number): BrokersTime {
    const all = this.#latelyOf(those, now, ({ clocks }) => clocks)
    return (exchange) => {
      if (all.length === 0) return null
      const own = all.filter((told) => told.exchange === exchange)
      const ahead = Math.min(...(own.length > 0 ? own : all).map((told) => told.ahead))
      return now + ahead - (own.length > 0 ? 0 : exchangesDifferBy)
    }
  }

  #latelyOf<Of extends { at: number }>(
    { ofLogin, atService }: Asked,
    now: number,
    of: (told: Told) => readonly Of[],
  ): Of[] {
    const latelyOf = (accounts: readonly string[]): Of[] =>
      accounts
        .flatMap((account) => of(this.#told.get(account) ?? nothingTold))
        .filter(({ at }) => now - at < longestDay)
    const own = latelyOf(ofLogin)
    return own.length > 0 ? own : latelyOf(atService)
  }
}

/** Milliseconds that a poll of an order book may come after what it shows. */
const pollsWithin = 3000

/** Whether what came up so many milliseconds after a moment may have been there at it, in a book that was lately late by so many. */
export const mayHaveBeenThere = (cameUpAfter: number, lag: number): boolean =>
  lag > 0 && cameUpAfter <= lag + pollsWithin

const latest = <Of>(told: readonly Of[]): readonly Of[] => told.slice(-mostTold)

const shownNow = ({ row }: FirstSight, rows: Rows): Row =>
  orderIn(rows, String(row['order_id'])) ?? row

/**
 * Nobody knows when it was entered on its way: perhaps at once. Null where it may have been so early that
 * a late book shows it all the same by its answer.
 */
function lagTold(sight: Sight, at: number): ToldLag | null {
  const { sentAt, answeredAt, missedAt, cameUpAt } = sight
  const wasShownBefore = cameUpAt < answeredAt
  const missedFor = missedAt === null ? -Infinity : missedAt - answeredAt
  const missedSince = wasShownBefore ? cameUpAt - sentAt : missedFor + answeredAt - sentAt
  if (missedFor >= inTime || missedSince >= usualAnswer + inTime) {
    const shownBy = Math.min(cameUpAt, (missedAt ?? Infinity) + readsWithin)
    return { at, lag: Math.min(shownBy - sentAt, latestOrderBook) }
  }
  return wasShownBefore || answeredAt - sentAt <= usualAnswer ? { at, lag: 0 } : null
}

/** By an order that was entered by a moment. */
function clockTold({ row, answeredAt }: Sight, at: number, by: number): ToldClock | null {
  const entered = momentEntered(row)
  if (entered === null) return null
  const ahead = entered - Math.min(answeredAt + perhapsAfterAnswer, by)
  return { at, exchange: row['exchange'], ahead }
}
