import type { ClosedWindow, KeptWindow } from '../../shared/workspace/windows.ts'
import type { Clock } from '../core/clock.ts'

/** Milliseconds within which a window that is gone may be one that loads itself anew. */
const mayReturn = 5000

interface GoingWindowsOptions {
  clock: Pick<Clock, 'after'>
  /** What becomes of one that is closed while others stay. */
  closed: () => ClosedWindow
  /** It did not return in time. */
  onGone: (place: string) => void
}

/** Windows that go: those whose line broke a moment ago, those that were asked to, and what they had. */
export class GoingWindows {
  readonly #options: GoingWindowsOptions
  readonly #leaving = new Map<string, { cancel: () => void; isBroken: boolean }>()
  /** Asked to go, and taken out once they have. */
  readonly #asked = new Set<string>()
  /** What was taken out because nobody had it before them: a line that broke for longer comes back to it. */
  readonly #takenOut = new Map<string, KeptWindow>()

  constructor(options: GoingWindowsOptions) {
    this.#options = options
  }

  ask(place: string): void {
    this.#asked.add(place)
  }

  /** It does not go after all. */
  stay(place: string): void {
    this.#asked.delete(place)
  }

  /** Its line is no more. */
  seeLeft(place: string, isBroken: boolean): void {
    const { clock, onGone } = this.#options
    if (this.#asked.has(place)) return onGone(place)
    this.stopWaiting(place)
    const cancel = clock.after(mayReturn, () => onGone(place))
    this.#leaving.set(place, { cancel, isBroken })
  }

  /** Those whose line broke a moment ago: somebody may have their page before them yet. */
  get broken(): string[] {
    return [...this.#leaving].flatMap(([place, { isBroken }]) => (isBroken ? [place] : []))
  }

  stopWaiting(place: string): void {
    this.#leaving.get(place)?.cancel()
    this.#leaving.delete(place)
  }

  stopWaitingForAll(): void {
    for (const place of this.#leaving.keys()) this.stopWaiting(place)
  }

  /** Whether one that has gone is taken out of the workspace with it. */
  takesOut(window: KeptWindow | undefined, place: string): boolean {
    const isAsked = this.#asked.delete(place)
    if (isAsked) return true
    if (this.#options.closed() !== 'take-out') return false
    if (window !== undefined) this.#takenOut.set(place, window)
    return true
  }

  /** What the one that comes back had. */
  takeBack(place: string | null): KeptWindow | undefined {
    const window = this.#takenOut.get(place ?? '')
    if (window !== undefined) this.#takenOut.delete(window.id)
    return window
  }
}
