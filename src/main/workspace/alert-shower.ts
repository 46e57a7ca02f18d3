import { type AlertWays, lastingAlerts } from '../../shared/alerts/alert-settings.ts'
import type { Alert, AlertsPutAway } from '../../shared/alerts/alerts.ts'
import type { LineId } from '../../shared/core/contract-rows.ts'
import type { Clock } from '../core/clock.ts'

/** Milliseconds within which a window that lives says that it showed an alert. */
const patience = 2000

/** Shown ones that are remembered, and those that stay. */
const mostShown = 200
const mostStanding = 50

const quiet: AlertWays = { toast: false, sound: false, system: false }
/** Where one is shown that was told before: it is late for a sound. */
const cardAlone: AlertWays = { toast: true, sound: false, system: false }

interface ShowerOptions {
  clock: Pick<Clock, 'after'>
  /** The lines of all windows, that which is in front first. */
  order(): readonly LineId[]
  /** The page at the other end; null where it never said which it is. */
  pageOf(line: LineId): string | null
  /** Whether somebody has it before them, or may have: its line broke a moment ago. */
  isHere(page: string | null): boolean
  tell(line: LineId, alert: Alert): void
  isLocked(): boolean
  /** Keeps it from a screen that was locked meanwhile, until that is open. */
  hold(alert: Alert): void
}

/**
 * Has one window show an alert and be heard: the one in front, and where that does not say in time
 * that it did, being stuck or cut off, the next. The others count it, and are silent. One that stays
 * until it is put away is shown by one page for as long: where that is gone, by another.
 */
export class AlertShower {
  readonly #options: ShowerOptions
  readonly #waiting = new Map<string, () => void>()
  /** Those that some window showed, the oldest first: what counts more by now is not heard again. */
  readonly #shown = new Set<string>()
  /** Those that stay, the oldest first, and the page that shows each, or was told to. */
  readonly #standing = new Map<string, { alert: Alert; page: string | null }>()

  constructor(options: ShowerOptions) {
    this.#options = options
  }

  show(news: Alert): void {
    const isHeard = this.#shown.has(news.id)
    const alert = isHeard ? { ...news, told: { ...news.told, sound: false } } : news
    if (alert.told.toast && lastingAlerts.has(alert.kind)) this.#keep(alert)
    const [first, ...others] = this.#options.order()
    for (const line of others) this.#options.tell(line, { ...alert, told: quiet })
    if (first !== undefined) this.#try(alert, [first, ...others])
  }

  seeShown(id: string, line: LineId): void {
    this.#forget(id)
    this.#remember(id)
    this.#shownBy(id, this.#options.pageOf(line))
  }

  /** Those that stay and that this window is to show: its own, and those that no other shows. */
  take(line: LineId): Alert[] {
    const page = this.#options.pageOf(line)
    return [...this.#standing.values()]
      .filter((one) => one.page === page || !this.#options.isHere(one.page))
      .map(({ alert }) => {
        this.seeShown(alert.id, line)
        return { ...alert, told: cardAlone }
      })
  }

  /** A page is gone: what it showed, and stays, is shown by another. */
  passOn(): void {
    // A page that comes once the screen is open takes them.
    if (this.#options.isLocked()) return
    for (const { alert, page } of this.#standing.values())
      if (!this.#options.isHere(page))
        this.#try({ ...alert, told: cardAlone }, this.#options.order())
  }

  putAway(which: AlertsPutAway): void {
    for (const [id, { alert }] of this.#standing) {
      if ('upTo' in which ? alert.seq > which.upTo : !which.ids.includes(id)) continue
      this.#standing.delete(id)
      this.#forget(id)
    }
  }

  stop(): void {
    for (const cancel of this.#waiting.values()) cancel()
    this.#waiting.clear()
  }

  #keep(alert: Alert): void {
    this.#standing.set(alert.id, { alert, page: this.#standing.get(alert.id)?.page ?? null })
    const [oldest] = this.#standing.keys()
    if (this.#standing.size > mostStanding) this.#standing.delete(oldest!)
  }

  #remember(id: string): void {
    this.#shown.add(id)
    const [oldest] = this.#shown
    if (this.#shown.size > mostShown) this.#shown.delete(oldest!)
  }

  #shownBy(id: string, page: string | null): void {
    const standing = this.#standing.get(id)
    if (standing !== undefined) standing.page = page
  }

  #forget(id: string): void {
    this.#waiting.get(id)?.()
    this.#waiting.delete(id)
  }

  #try(alert: Alert, [line, ...others]: readonly LineId[]): void {
    this.#forget(alert.id)
    if (line === undefined) return
    if (this.#options.isLocked()) return this.#options.hold(alert)
    this.#shownBy(alert.id, this.#options.pageOf(line))
    const { told } = alert
    if (told.toast || told.sound || told.system)
      this.#waiting.set(
        alert.id,
        this.#options.clock.after(patience, () => this.#try(alert, others)),
      )
    this.#options.tell(line, alert)
  }
}
