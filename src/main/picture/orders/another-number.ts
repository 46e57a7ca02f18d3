import type { Intent } from '../../../shared/orders/intents.ts'
import { shownWithin, slowestOrderBook } from '../times/book-lag.ts'

/*
 * Whether an order that stands under a number which nothing here was given may be one of ours by its time: a
 * service makes two of one request, or carries out what it refused, and a broker slices an order or makes
 * it anew. How far its time may be from that of ours depends on which clocks tell it:
 *
 * - two rows of one book by the broker's clock alone: seconds, and no lag;
 * - the sending and our own eyes, by the monotonic clock: what the book lags, and no more than a
 *   person needs who places it elsewhere;
 * - the sending and either of them by the clocks on the wall: what these may be wrong by.
 *
 * What is in doubt is asked about more closely, by how the two clocks differ: orders/doubt/entry-time.ts.
 */

/** Milliseconds between orders of one request: it may be sent again, or sliced, a few seconds later, and rows tell whole seconds. */
export const madeTogetherWithin = 10_000

/**
 * Whether an order was entered when another one was, or while that was on its way for so many milliseconds.
 * No more is known than what the two rows tell: who sent the next one by hand has to be told apart otherwise.
 */
export const mayBeOfOneRequest = (
  entered: number | null,
  other: { entered: number | null; onItsWayFor?: number },
): boolean => {
  if (entered === null || other.entered === null) return false
  const later = entered - other.entered
  return (
    later >= -madeTogetherWithin &&
    later <= Math.max(0, other.onItsWayFor ?? 0) + madeTogetherWithin
  )
}

/** Milliseconds that a person needs at the least to place an order elsewhere. */
const fastestHand = 2000

/** Whether an order was first seen so many milliseconds after the sending of ours that nobody can have placed it by hand. */
export const isFasterThanHands = (seenAfter: number | null): boolean =>
  isWithin(fastestHand, seenAfter)

/** Whether that holds but for a book that is as late as books are: of an order that does not say when it was entered. */
export const isFasterThanHandsInLateBook = (seenAfter: number | null): boolean =>
  isWithin(fastestHand + slowestOrderBook, seenAfter)

const isWithin = (milliseconds: number, after: number | null): boolean =>
  after !== null && after >= 0 && after <= milliseconds

/** Milliseconds by which the broker’s clock and ours may differ, where nobody compared them. */
const clocksDifferBy = 10 * 60_000

/**
 * Whether an order came up, or was entered, when ours was sent or within a while of its answer, by the
 * clocks on the wall: so long a book may take to show what a request came to, be it made twice. Where nobody
 * saw it come up, the broker's clock tells alone, which may be further off.
 */
export function isAboutSending(
  at: number | null,
  { sent, answeredAt }: Pick<Intent, 'sent' | 'answeredAt'>,
  { wasSeen }: { wasSeen: boolean },
): boolean {
  if (at === null || sent === null) return false
  const within = wasSeen ? shownWithin : clocksDifferBy
  return at >= sent.at - within && at <= (answeredAt ?? sent.at) + within
}
