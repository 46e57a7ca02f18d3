import type { Failure, Reply } from '../../shared/core/errors.ts'
import type { Clock } from '../core/clock.ts'
import type { LoginPicture } from '../picture/login-picture.ts'
import type { ExitGoal } from './exit-goal.ts'
import {
  type AskedHistories,
  type Remainder,
  isFlat,
  noHistories,
  remainderOf,
} from './remainder.ts'

/** Milliseconds between two looks at the books. */
const lookEvery = 1000
/** Milliseconds after which most exits have come to their end, or will not. */
export const usualWatch = 60_000
/** A service that flickers answers once with an empty book: flat is what holds from one look to the next. */
const looksThatAgree = 2

export interface Watching {
  clock: Clock
  signal: AbortSignal
  /** Milliseconds until the time allowed is over. */
  longest: number
  /** What is known of the login once its books were read anew. */
  look(of: { isWithPositions: boolean }): Promise<Reply<LoginPicture>>
  /** Asked before each look: what is known of an exit grows. */
  goal(): ExitGoal
  /**
   * Asked between looks that agree: what the histories of orders say that ended by the book. The signal
   * comes with the end of the watching.
   */
  histories(picture: LoginPicture, goal: ExitGoal, signal: AbortSignal): AskedHistories
  onLook(remainder: Remainder): void
  /** Milliseconds since the watching began for which the order book may still be one of before: asked with each look. */
  lag(): number
  /**
   * Whether another look could show nothing better, after one that was not flat, or was none; or was flat
   * but for histories, which may tell more when they are asked again.
   */
  isOver(picture: LoginPicture | null, of: { mayTellMore: boolean }): boolean
}

export interface Watched {
  why: 'flat' | 'over' | 'time' | 'called-off'
  /** What the latest good look found; null where no look was good. */
  remainder: Remainder | null
  /** Why the latest look was none. */
  trouble: Failure | null
  /** What the latest good look saw, and what it was held against; null where no look was good. */
  seen: { picture: LoginPicture; goal: ExitGoal } | null
}

/** Reads the books anew, step by step, until they show that an exit is done. */
export async function watchBooks(watching: Watching): Promise<Watched> {
  const { clock, signal, longest, onLook, isOver, goal: goalNow } = watching
  const began = clock.now()
  const ended = new AbortController()
  const end = Promise.withResolvers<'time' | 'called-off'>()
  const stopWatching = (): void => end.resolve('called-off')
  const stopTimer = clock.after(longest, () => end.resolve('time'))
  signal.addEventListener('abort', stopWatching, { once: true })
  if (signal.aborted) stopWatching()

  let remainder: Remainder | null = null
  let trouble: Failure | null = null
  let seen: Watched['seen'] = null
  let flatLooks = 0
  let byHistory = noHistories
  try {
    for (;;) {
      const goal = goalNow()
      const waited = clock.now() - began
      // A read that hangs must not hold up the end.
      const looking = watching.look({ isWithPositions: goal.isOut !== null })
      const look = await Promise.race([looking, end.promise])
      if (typeof look === 'string') return { why: look, remainder, trouble, seen }
      trouble = look.ok ? null : look.error
      if (look.ok) seen = { picture: look.value, goal }
      let left = look.ok ? remainderOf(look.value, goal) : null
      let mayTellMore = false
      if (look.ok && left !== null && isFlat(left)) {
        if (flatLooks === 0) {
          const { asked, told } = watching.histories(look.value, goal, ended.signal)
          const first = await Promise.race([told, end.promise])
          if (typeof first === 'string') {
            remainder = { ...left, byHistory: { ...noHistories, untold: asked } }
            return { why: first, remainder, trouble, seen }
          }
          byHistory = first
        }
        left = { ...left, byHistory }
        mayTellMore = !isFlat(left)
      }
      if (left !== null) onLook((remainder = left))
      flatLooks = left !== null && isFlat(left) ? flatLooks + 1 : 0
      if (flatLooks >= looksThatAgree && waited >= watching.lag())
        return { why: 'flat', remainder, trouble, seen }
      if (flatLooks === 0 && isOver(look.ok ? look.value : null, { mayTellMore }))
        return { why: 'over', remainder, trouble, seen }
      const why = await pause(clock, end.promise)
      if (why !== null) return { why, remainder, trouble, seen }
    }
  } finally {
    ended.abort()
    stopTimer()
    signal.removeEventListener('abort', stopWatching)
  }
}

async function pause<End>(clock: Clock, end: Promise<End>): Promise<End | null> {
  const over = Promise.withResolvers<null>()
  const cancelTimer = clock.after(lookEvery, () => over.resolve(null))
  const first = await Promise.race([over.promise, end])
  cancelTimer()
  return first
}
