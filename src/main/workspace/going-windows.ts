import type { ClosedWindow, KeptWindow } from '../../shared/workspace/windows.ts'
import type { Clock } from '../core/clock.ts'

/** Milliseconds within which a window that is gone may be one that loads itself anew. */
const mayReturn = 5000

interface GoingWindowsOptions {
  clock: Pick<Clock, 'after'>
  /** What becomes of one that is closed while others stay. */
  closed: () => ClosedWindow
  /** It did not return in time. */
  onGone: (id: string) => void
}

interface Leaving {
  page: string | null
  /** Its page did not end the line. */
  isBroken: boolean
}

/** Windows that go: those whose line broke a moment ago, those that were asked to, and what they had. */
export class GoingWindows {
  readonly #options: GoingWindowsOptions
  readonly #leaving = new Map<string, Leaving & { cancel: () => void }>()
  /** Asked to go, and taken out once they have. */
  readonly #asked = new Set<string>()
  /** What was taken out because nobody had it before them: a line that broke for longer comes back to it. */
  readonly #takenOut = new Map<string, KeptWindow>()

  constructor(options: GoingWindowsOptions) {
    this.#options = options
  }

  ask(id: string): void {
    this.#asked.add(id)
  }

  isAsked(id: string): boolean {
    return this.#asked.has(id)
  }

  /** Taken out while nobody has it before them yet, or again: it is asked to go if it comes. */
  drop(window: KeptWindow): void {
    this.stopWaiting(window.id)
    this.#asked.add(window.id)
    this.#takenOut.set(window.id, window)
  }

  /** It does not go after all. */
  stay(id: string): void {
    this.#asked.delete(id)
  }

  /** Its line is no more. */
  seeLeft(id: string, left: Leaving): void {
    const { clock, onGone } = this.#options
    this.stopWaiting(id)
    if (this.#asked.has(id)) {
      onGone(id)
      // It never heard of it: its page is there, and comes back.
      if (left.isBroken) this.#asked.add(id)
      return
    }
    const cancel = clock.after(mayReturn, () => onGone(id))
    this.#leaving.set(id, { ...left, cancel })
  }

  /** Those whose line broke a moment ago: somebody may have their page before them yet. */
  get broken(): string[] {
    return [...this.#leaving].flatMap(([id, { isBroken }]) => (isBroken ? [id] : []))
  }

  mayReturn(page: string): boolean {
    return [...this.#leaving.values()].some((one) => one.page === page)
  }

  stopWaiting(id: string): void {
    this.#leaving.get(id)?.cancel()
    this.#leaving.delete(id)
  }

  stopWaitingForAll(): void {
    for (const id of this.#leaving.keys()) this.stopWaiting(id)
  }

  /** Whether one that has gone is taken out of the workspace with it. */
  takesOut(window: KeptWindow | undefined, id: string): boolean {
    const isOut = this.#asked.delete(id) || this.#options.closed() === 'take-out'
    if (isOut && window !== undefined) this.#takenOut.set(id, window)
    return isOut
  }

  /** What the one that comes back had. */
  takeBack(id: string | null): KeptWindow | undefined {
    const window = this.#takenOut.get(id ?? '')
    if (window !== undefined) this.#takenOut.delete(window.id)
    return window
  }
}
