import { type Failure, type Reply, ok } from '../../shared/core/errors.ts'
import type { Clock } from '../core/clock.ts'
import type { FreshRead } from '../books/book-poll.ts'
import { type ExitGoal, type ExitBooks, type Remainder, isFlat, remainderOf } from './exit-goal.ts'

/** Milliseconds between two looks at the books, and until the time allowed is over. */
const lookEvery = 1000
const longest = 60_000
/** A service that flickers answers once with an empty book: flat is what holds from one look to the next. */
const looksThatAgree = 2

export interface Watching {
  clock: Clock
  signal: AbortSignal
  /** A book as a poll finds it that begins after this call. */
  readAnew(book: 'orders' | 'positions'): Promise<Reply<FreshRead>>
  /** Asked before each look: what is known of an exit grows. */
  aim(): ExitGoal
  onLook(remainder: Remainder): void
  /** Whether another look could show nothing better, after one that was not flat, or was none. */
  isOver(look: Look | null): boolean
}

export interface Look {
  books: ExitBooks
  remainder: Remainder
}

export interface Watched {
  why: 'flat' | 'over' | 'time' | 'called-off'
  /** What the latest good look found; null where no look was good. */
  remainder: Remainder | null
  /** Why the latest look was none. */
  trouble: Failure | null
}

/** Reads the books anew, step by step, until they show that an exit is done. */
export async function watchBooks(watching: Watching): Promise<Watched> {
  const { clock, signal, onLook, isOver } = watching
  const end = Promise.withResolvers<'time' | 'called-off'>()
  const stopWatching = (): void => end.resolve('called-off')
  const stopTimer = clock.after(longest, () => end.resolve('time'))
  signal.addEventListener('abort', stopWatching, { once: true })
  if (signal.aborted) stopWatching()

  let remainder: Remainder | null = null
  let trouble: Failure | null = null
  let flatLooks = 0
  try {
    for (;;) {
      // A read that hangs must not hold up the end.
      const look = await Promise.race([lookOnce(watching), end.promise])
      if (typeof look === 'string') return { why: look, remainder, trouble }
      trouble = look.ok ? null : look.error
      if (look.ok) {
        remainder = look.value.remainder
        onLook(remainder)
      }
      flatLooks = look.ok && isFlat(look.value.remainder) ? flatLooks + 1 : 0
      if (flatLooks === looksThatAgree) return { why: 'flat', remainder, trouble }
      if (flatLooks === 0 && isOver(look.ok ? look.value : null))
        return { why: 'over', remainder, trouble }
      const why = await pause(clock, end.promise)
      if (why !== null) return { why, remainder, trouble }
    }
  } finally {
    stopTimer()
    signal.removeEventListener('abort', stopWatching)
  }
}

/**
 * The orders first, and the positions after them: once no order works, nothing can open a position
 * any more. Read together, an order could fill between the two books and be in neither.
 */
async function lookOnce({ readAnew, aim: aimNow }: Watching): Promise<Reply<Look>> {
  const aim = aimNow()
  const orders = await readAnew('orders')
  if (!orders.ok) return orders
  const positions = aim.isOut === null ? ok(null) : await readAnew('positions')
  if (!positions.ok) return positions
  const books = {
    orders: seenIn(orders.value),
    positions: positions.value && seenIn(positions.value),
  }
  return ok({ books, remainder: remainderOf(books, aim) })
}

const seenIn = ({ rows, meta }: FreshRead) => ({ rows, unreadable: meta.unreadable.length })

async function pause<End>(clock: Clock, end: Promise<End>): Promise<End | null> {
  const over = Promise.withResolvers<null>()
  const cancelTimer = clock.after(lookEvery, () => over.resolve(null))
  const first = await Promise.race([over.promise, end])
  cancelTimer()
  return first
}
