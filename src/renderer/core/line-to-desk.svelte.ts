import type { Bridge } from '../../shared/contract.ts'
import { type Failure, type Reply, ok } from '../../shared/core/errors.ts'
import type { DeskView, LineState } from '../../shared/desk-view.ts'
import type { WindowClock } from './clock.svelte.ts'
import { lineDown, lineLost } from './line-down.ts'

/** Whether the desk answers this window: it did last, does not now, or will not. */
export type DeskReach = 'live' | 'lost' | 'forbidden'

const looksEvery = 2000
const quietTooLong = 6000
/** By then a desk that was quiet has been asked whether it is there, and had time to say so. */
const silentTooLong = 20_000

interface LineParts {
  bridge: Bridge
  clock: WindowClock
  ask(): Promise<Reply<DeskView>>
  /**
   * Takes a view; `isAnew` where something was missed since the one before. Answers whether all that is
   * read has to be read anew.
   */
  take(view: DeskView, isAnew: boolean): boolean
}

/** The line to the desk: whether it stands, and that nothing which is told by it is lost or comes too early. */
export class LineToDesk {
  readonly #parts: LineParts
  #reach = $state.raw<DeskReach>('live')
  #closedBecause = $state.raw<string | null>(null)
  #heardAt = 0
  /** What was told while a view was on its way: it is newer, and heard after it. */
  #waiting: (() => void)[] | null = []
  /** Something was missed since the view that is on its way was asked for. */
  #isBehind = false
  readonly #renewals = new Set<() => void>()

  constructor(parts: LineParts) {
    this.#parts = parts
  }

  get reach(): DeskReach {
    return this.#reach
  }

  /** Why there is no way back to the desk; null while there may be. */
  get closedBecause(): string | null {
    return this.#closedBecause
  }

  /** Whether nobody is there who would lock an idle screen. */
  get isDeskAway(): boolean {
    return this.#reach !== 'live' || this.#parts.clock.now - this.#heardAt > silentTooLong
  }

  /** Hears what the desk tells, once its view is known. */
  readonly on: Bridge['on'] = (name, listener) =>
    this.#parts.bridge.on(name, (event) => {
      this.#heardNow()
      if (this.#waiting === null) listener(event)
      else this.#waiting.push(() => listener(event))
    })

  /** Returns what ends it. */
  listen(): () => void {
    return this.#parts.bridge.on('line', (line) => this.#hearLine(line))
  }

  /** Takes the first view, and looks from then on whether the desk is there. Answers what ends that. */
  async begin(): Promise<Reply<() => void>> {
    const { ask, take, clock } = this.#parts
    const reply = await ask()
    if (!reply.ok) return reply
    take(reply.value, false)
    this.#hearWaiting()
    this.#heardNow()
    // The line broke while nobody could know what to ask for.
    if (this.#isBehind) void this.renew()
    return ok(clock.time.every(looksEvery, () => void this.#probe()))
  }

  /**
   * Runs whenever the view was taken anew, for what is read by calls: what is held of that may be
   * from before. Returns what ends it.
   */
  onRenewed(run: () => void): () => void {
    this.#renewals.add(run)
    return () => this.#renewals.delete(run)
  }

  /** Takes the whole view as a first start does, and lets all that is read be read anew. */
  async renew(): Promise<void> {
    this.#isBehind = true
    await this.#takeView()
  }

  /** Hears what an answer tells as an event of it would be heard; answers why it tells nothing. */
  learn<Answer>(reply: Reply<Answer>, hear: (answer: Answer) => void): Failure | null {
    if (reply.ok) hear(reply.value)
    else this.judge(reply.error)
    return reply.ok ? null : reply.error
  }

  judge(failure: Failure): void {
    if (failure.code === 'forbidden') this.#reach = 'forbidden'
    else if (lineDown.has(failure.code) && this.#reach === 'live') this.#reach = 'lost'
  }

  #hearLine(line: LineState): void {
    switch (line.state) {
      case 'lost':
        return this.judge(lineLost.error)
      case 'anew':
        return void this.renew()
      case 'closed':
        this.#closedBecause = line.message
        this.#reach = 'forbidden'
    }
  }

  /** What the desk tells between its view and the answer is heard after it. */
  async #takeView(): Promise<void> {
    if (this.#waiting !== null) return
    do {
      const isAnew = this.#isBehind
      this.#isBehind = false
      this.#waiting = []
      const reply = await this.#parts.ask()
      if (!reply.ok) {
        this.judge(reply.error)
        return this.#hearWaiting()
      }
      this.#heardNow()
      if (this.#reach === 'lost') this.#reach = 'live'
      const isReadAnew = this.#parts.take(reply.value, isAnew)
      this.#hearWaiting()
      if (isReadAnew) for (const run of this.#renewals) run()
    } while (this.#isBehind)
  }

  #hearWaiting(): void {
    const waiting = this.#waiting ?? []
    this.#waiting = null
    for (const run of waiting) run()
  }

  #heardNow(): void {
    this.#heardAt = this.#parts.clock.time.ticks()
  }

  /** A desk that says nothing for long is asked whether it is there; a lost one, whether it is back. */
  async #probe(): Promise<void> {
    const isQuiet = this.#parts.clock.time.ticks() - this.#heardAt > quietTooLong
    if (this.#reach === 'lost') await this.renew()
    else if (this.#reach === 'live' && isQuiet) await this.#takeView()
  }
}
