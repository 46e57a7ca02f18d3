import { type Reply, fail, ok } from '../../shared/core/errors.ts'
import type { Clock } from '../core/clock.ts'

/** Milliseconds within which a window that lives takes a panel that comes to it. */
const patience = 4000

const notTaken = fail('no-answer', 'The other window did not take the panel, so it stays here.')

/**
 * Panels on their way from one window to another. Who sends one keeps it until the other has said
 * that it is there: what was typed into it is never in none of them.
 */
export class PanelMoves {
  readonly #clock: Pick<Clock, 'after'>
  readonly #under = new Map<string, (reply: Reply<null>) => void>()

  constructor(clock: Pick<Clock, 'after'>) {
    this.#clock = clock
  }

  /** Settles once the window that was told of the move says how it went. */
  begin(move: string): Promise<Reply<null>> {
    return new Promise((resolve) => {
      const settle = (reply: Reply<null>): void => {
        cancel()
        this.#under.delete(move)
        resolve(reply)
      }
      const cancel = this.#clock.after(patience, () => settle(notTaken))
      this.#under.set(move, settle)
    })
  }

  /** Refused where nobody waits for it any more: whoever sent it has kept it. */
  end(move: string, why: string | null): Reply<null> {
    const settle = this.#under.get(move)
    if (settle === undefined) return fail('too-late', 'The other window kept the panel.')
    settle(why === null ? ok(null) : fail('invalid', why))
    return ok(null)
  }

  stop(): void {
    for (const settle of this.#under.values()) settle(notTaken)
  }
}
