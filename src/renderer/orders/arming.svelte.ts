import {
  arm,
  type Armed,
  armingEnd,
  type EndOfArming,
  type ArmingConditions,
  stepArming,
} from './arming.ts'
import type { Desktop } from '../core/desktop.svelte.ts'
import type { Session } from '../core/session.svelte.ts'

const endWords: Record<EndOfArming, string> = {
  time: 'Disarmed: the time is over.',
  stop: 'Disarmed by the stop.',
  desk: 'Disarmed: Quarterdeck does not answer.',
  lock: 'Disarmed by the lock.',
  selected: 'Disarmed: another account is shown.',
}

/** Whether a key sends at once in this window. Others say so too; to the desk each order is a confirmed one. */
export class Arming {
  readonly #session: Session
  readonly #desktop: Desktop
  #armed = $state.raw<Armed>(null)
  /** What is said of it aloud when it changes. */
  #said = $state('')

  constructor(session: Session, desktop: Desktop) {
    this.#session = session
    this.#desktop = desktop
  }

  /** At this very moment, whatever the screen still shows. */
  readonly isArmed = (): boolean => stepArming(this.#armed, this.#conditions(this.#ticks)) !== null

  /** Milliseconds that are left, as the screen's clock has it; null while it is not armed. */
  get left(): number | null {
    const { now } = this.#session.clock
    const armed = stepArming(this.#armed, this.#conditions(now))
    return armed === null ? null : armed.until - now
  }

  get said(): string {
    return this.#said
  }

  /** The first time it is explained before it is done. */
  ask(): void {
    if (this.#session.settings.knowsArming) this.arm()
    else this.#desktop.show({ kind: 'arm' })
  }

  /** False where it cannot be: under the stop, say. */
  arm(): boolean {
    const { armedFor } = this.#session.settings
    this.#armed = arm(this.#conditions(this.#ticks), armedFor)
    if (this.#armed !== null) this.#tell(armedFor * 1000)
    this.#said = this.#armed === null ? '' : `Armed: keys send at once for ${armedFor} seconds.`
    return this.#armed !== null
  }

  /** In every window: who says so means that no key sends at once. */
  disarm(): void {
    const areOthers = this.elsewhere.length > 0
    if (this.#armed !== null || areOthers) this.#said = 'Disarmed.'
    if (this.#armed !== null) this.#tell(null)
    this.#armed = null
    if (areOthers) void this.#session.bridge.disarmAll({})
  }

  /** Other windows that are armed. */
  get elsewhere(): Session['others']['armed'] {
    return this.#session.others.armed
  }

  /** Whether a key sends at once in this window or another. */
  readonly isAnyArmed = (): boolean => this.isArmed() || this.elsewhere.length > 0

  /** Another window disarmed all. Returns what stops listening. */
  listen(): () => void {
    return this.#session.bridge.on('disarmed', () => {
      if (this.#armed === null) return
      this.#armed = null
      this.#said = 'Disarmed in another window.'
      this.#tell(null)
    })
  }

  /** So that every window says it. */
  #tell(left: number | null): void {
    void this.#session.bridge.tellArmed({ left })
  }

  /** To be called whenever something changes that it depends on: what has ended does not come back. */
  endIfDue(): void {
    const conditions = this.#conditions(Math.max(this.#session.clock.now, this.#ticks))
    const end = this.#armed === null ? null : armingEnd(this.#armed, conditions)
    if (end === null) return
    this.#armed = null
    this.#said = endWords[end]
    this.#tell(null)
  }

  get #ticks(): number {
    return this.#session.clock.time.ticks()
  }

  #conditions(now: number): ArmingConditions {
    const { stop, line, accounts, isLocked } = this.#session
    const { selected } = accounts
    const wall = this.#session.clock.time.wall()
    const isDeskThere = line.reach === 'live'
    return { now, wall, isStopped: stop.on, isDeskThere, isLocked, selected }
  }
}
