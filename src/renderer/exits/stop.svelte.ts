import type { Failure } from '../../shared/core/errors.ts'
import type { ExitRun } from '../../shared/exits/exits.ts'
import { lineDown } from '../core/line-down.ts'
import type { Session } from '../core/session.svelte.ts'

/** The stop, as a person pulls it and lifts it. */
export class StopControl {
  readonly #session: Session
  #isEngaging = $state(false)
  #failure = $state.raw<Failure | null>(null)

  /** What the stop that is on now cancels, however often it was pulled: none of before it was pulled first. */
  readonly run: ExitRun | null = $derived.by(() => {
    const { stop, exits } = this.#session
    if (!stop.on) return null
    return exits.findLast(({ what, at }) => what === 'stop' && at >= (stop.at ?? 0)) ?? null
  })

  constructor(session: Session) {
    this.#session = session
  }

  get isOn(): boolean {
    return this.#session.stop.on
  }
  /** Wall-clock milliseconds. */
  get since(): number | null {
    return this.#session.stop.at
  }
  get isEngaging(): boolean {
    return this.#isEngaging
  }
  /** Why the last try to engage it failed. */
  get failure(): Failure | null {
    return this.isOn ? null : this.#failure
  }

  /** Whether the desk may have taken it all the same: the line broke before it answered. */
  get mayBeOn(): boolean {
    return this.failure !== null && lineDown.has(this.failure.code)
  }

  /** Asks at once, and again as often as it is pulled: one more call does no harm, a lost one does. */
  async engage(): Promise<void> {
    this.#isEngaging = true
    this.#failure = null
    const { bridge } = this.#session
    this.#failure = this.#session.learnStop(await bridge.engageStop({}))
    this.#isEngaging = false
  }

  async lift(): Promise<Failure | null> {
    return this.#session.learnStop(await this.#session.bridge.liftStop({}))
  }

  forgetFailure(): void {
    this.#failure = null
  }
}
