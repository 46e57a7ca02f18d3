import { setTimeout as passed } from 'node:timers/promises'
import type { Desk } from '../../desk-for-hosts.ts'
import type { RunningPractice } from '../../practice/practice-on-demand.ts'
import { type PracticeThread, hasRunBefore, startPracticeWorker } from '../practice-worker.ts'

/** Milliseconds that what can wait waits for a first sight; there may be no window, or a locked one. */
const longestDrawing = 1000

/** When the first window looks at books: it says so once it has drawn what is kept of them. */
export class FirstLook {
  readonly #seen = Promise.withResolvers<void>()
  readonly #longest: number

  /** Milliseconds. */
  constructor(longest = longestDrawing) {
    this.#longest = longest
  }

  /** Settles then, or when that is not to be waited for any more. */
  async over(): Promise<void> {
    await Promise.race([this.#seen.promise, passed(this.#longest, undefined, { ref: false })])
  }

  /** The same desk, whose windows are heard. */
  of(desk: Desk): Desk {
    return {
      ...desk,
      join: (tell, window) => {
        const line = desk.join(tell, window)
        return {
          ...line,
          answer: (name, input) => {
            if (name === 'lookAt') this.#seen.resolve()
            return line.answer(name, input)
          },
        }
      },
      stop: () => {
        this.#seen.resolve()
        return desk.stop()
      },
    }
  }
}

/**
 * Starts the practice broker, which takes a processor for itself, once a window has drawn what it showed
 * before; at once where it never ran, since there is nothing to draw until it does.
 */
export async function startAfterLook(
  look: FirstLook,
  of: PracticeThread,
): Promise<RunningPractice> {
  if (hasRunBefore(of.dataDir)) await look.over()
  return startPracticeWorker(of)
}
