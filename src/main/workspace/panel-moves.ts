import { type Reply, fail, ok } from '../../shared/core/errors.ts'
import type { Clock } from '../core/clock.ts'

/** Milliseconds within which a window that lives takes a panel that comes to it. */
const patience = 4000
/** Ended ones that are remembered, for who lost the answer. */
const mostEnded = 64

/** By codes that no broken line has: the desk is sure of it. */
const notTaken = fail('invalid', 'The other window did not take the panel, so it stays here.')
const unknown = fail('not-found', 'The other window kept the panel.')

/**
 * Panels on their way from one window to another. Who sends one keeps it until the other has said
 * that it is there: what was typed into it is never in none of them. Either may ask again, by the
 * move's own id, where its line broke before it was answered.
 */
export class PanelMoves {
  readonly #clock: Pick<Clock, 'after'>
  readonly #under = new Map<
    string,
    { settle: (reply: Reply<null>) => void; reply: Promise<Reply<null>> }
  >()
  readonly #ended = new Map<string, Reply<null>>()

  constructor(clock: Pick<Clock, 'after'>) {
    this.#clock = clock
  }

  /** What became of a move, or becomes of it; undefined of one that never began. */
  known(move: string): Reply<null> | Promise<Reply<null>> | undefined {
    return this.#ended.get(move) ?? this.#under.get(move)?.reply
  }

  /** Settles once the window that was told of the move says how it went. */
  begin(move: string): Promise<Reply<null>> {
    const { promise, resolve } = Promise.withResolvers<Reply<null>>()
    const settle = (reply: Reply<null>): void => {
      cancel()
      this.#under.delete(move)
      this.#ended.set(move, reply)
      const [oldest] = this.#ended.keys()
      if (this.#ended.size > mostEnded) this.#ended.delete(oldest!)
      resolve(reply)
    }
    const cancel = this.#clock.after(patience, () => settle(notTaken))
    this.#under.set(move, { settle, reply: promise })
    return promise
  }

  /** Refused where nobody waits for it any more: whoever sent it has kept it. */
  end(move: string, why: string | null): Reply<null> {
    const under = this.#under.get(move)
    if (under === undefined)
      return why === null && this.#ended.get(move)?.ok === true ? ok(null) : unknown
    under.settle(why === null ? ok(null) : fail('invalid', why))
    return ok(null)
  }

  stop(): void {
    for (const { settle } of this.#under.values()) settle(notTaken)
  }
}
