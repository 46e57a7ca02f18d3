import type { Alert } from '../../shared/alerts/alerts.ts'
import type { LineId } from '../../shared/core/contract-rows.ts'
import type { Clock } from '../core/clock.ts'

/** Milliseconds within which a window that lives says that it showed an alert. */
const patience = 2000

const mostShown = 200

const quiet = { toast: false, sound: false, system: false }

interface ShowerOptions {
  clock: Pick<Clock, 'after'>
  /** The lines of all windows, that which is in front first. */
  order(): readonly LineId[]
  tell(line: LineId, alert: Alert): void
  isLocked(): boolean
  /** Keeps it from a screen that was locked meanwhile, until that is open. */
  hold(alert: Alert): void
}

/**
 * Has one window show an alert and be heard: the one in front, and where that does not say in time
 * that it did, being stuck or cut off, the next. The others count it, and are silent.
 */
export class AlertShower {
  readonly #options: ShowerOptions
  readonly #waiting = new Map<string, () => void>()
  /** Those that some window showed, the oldest first: what counts more by now is not heard again. */
  readonly #shown = new Set<string>()

  constructor(options: ShowerOptions) {
    this.#options = options
  }

  show(news: Alert): void {
    const isHeard = this.#shown.has(news.id)
    const alert = isHeard ? { ...news, told: { ...news.told, sound: false } } : news
    const [first, ...others] = this.#options.order()
    for (const line of others) this.#options.tell(line, { ...alert, told: quiet })
    if (first !== undefined) this.#try(alert, [first, ...others])
  }

  seeShown(id: string): void {
    this.#forget(id)
    this.#shown.add(id)
    const [oldest] = this.#shown
    if (this.#shown.size > mostShown) this.#shown.delete(oldest!)
  }

  stop(): void {
    for (const cancel of this.#waiting.values()) cancel()
    this.#waiting.clear()
  }

  #forget(id: string): void {
    this.#waiting.get(id)?.()
    this.#waiting.delete(id)
  }

  #try(alert: Alert, [line, ...others]: readonly LineId[]): void {
    this.#forget(alert.id)
    if (line === undefined) return
    if (this.#options.isLocked()) return this.#options.hold(alert)
    const { told } = alert
    if (told.toast || told.sound || told.system)
      this.#waiting.set(
        alert.id,
        this.#options.clock.after(patience, () => this.#try(alert, others)),
      )
    this.#options.tell(line, alert)
  }
}
