import type { ComingPanel, OwnWindow, WindowStanding } from '../../shared/workspace/windows.ts'
import type { WindowClock } from './clock.svelte.ts'

interface WindowsKnown {
  window: OwnWindow | null
  windows: readonly WindowStanding[]
}

type TakePanel = (coming: ComingPanel) => Promise<void>

/** The windows beside this one: how they stand to it, and what they send. */
export class OtherWindows {
  readonly #clock: WindowClock
  readonly #known: () => WindowsKnown
  /** When they were told of, on the monotonic clock: what is left of their arming counts from then. */
  #toldAt = 0
  readonly #marking = new Set<(symbol: string) => void>()
  readonly #coming: ComingPanel[] = []
  #takePanel: TakePanel | null = null

  constructor(clock: WindowClock, known: () => WindowsKnown) {
    this.#clock = clock
    this.#known = known
  }

  /** Those in which a key sends at once, and for how many milliseconds yet. */
  get armed(): readonly { number: number; left: number }[] {
    const { window, windows } = this.#known()
    // The screen's clock goes by the second, and may be behind the moment of the last word.
    const passed = Math.max(0, this.#clock.now - this.#toldAt)
    return windows.flatMap(({ id, number, armedFor }) => {
      if (armedFor === null || armedFor <= passed || id === window?.id) return []
      return [{ number, left: armedFor - passed }]
    })
  }

  /** Whether one is there that marks what is chosen in this one. */
  get areLinked(): boolean {
    const { window, windows } = this.#known()
    return windows.some(
      ({ id, link, isHere }) =>
        isHere && id !== window?.id && link !== null && link === window?.link,
    )
  }

  /** Hears of each symbol that is chosen in one that is linked to this one. Returns what ends it. */
  onMarked(hear: (symbol: string) => void): () => void {
    this.#marking.add(hear)
    return () => this.#marking.delete(hear)
  }

  /** Hears of each panel that one sends here. Returns what ends it. */
  onPanel(take: TakePanel): () => void {
    this.#takePanel = take
    for (const coming of this.#coming.splice(0)) void take(coming)
    return () => (this.#takePanel = null)
  }

  /** How they stand was told anew. */
  hearStandings(): void {
    this.#toldAt = this.#clock.time.ticks()
  }

  hearMarked(symbol: string): void {
    for (const hear of this.#marking) hear(symbol)
  }

  /** A panel that comes before the panels stand waits for them. */
  hearPanel(coming: ComingPanel): void {
    if (this.#takePanel === null) this.#coming.push(coming)
    else void this.#takePanel(coming)
  }
}
