import type { EventName } from '../../shared/channels.ts'
import type { Emit, Events } from '../../shared/contract.ts'
import type { LineId } from '../../shared/core/contract-rows.ts'
import type { LinkColour } from '../../shared/workspace/usual-window.ts'
import type { Sight, TypedCounts } from '../../shared/workspace/windows.ts'
import type { Clock } from '../core/clock.ts'
import { AlertShower } from './alert-shower.ts'
import { type Seen, bySight } from './window-order.ts'

/** One window's line, and what is before the window's person for as long as it stands. */
interface Line extends Seen {
  tell: Emit
  /** The kept window that whoever opened it chose; null where the page says which it had. */
  readonly own: string | null
  /** The kept window that it has by now, by its id; null before it has one. */
  window: string | null
  page: string | null
  /** When it is armed no more, on the desk's clock. */
  armedUntil: number | null
  /** Null where it never said. */
  typed: TypedCounts | null
  /** Rows changed while nobody saw it. */
  hasMissed: boolean
  /** The books whose rows it is told; null for all. */
  rows: ReadonlySet<string> | null
}

interface WindowLinesOptions {
  clock: Clock
  isLocked: () => boolean
  /** Told by the same way as all that windows hear: a locked screen hears nothing of it. */
  emit: Emit
  /** What a window that shows no rows of a book is told in place of them. */
  unseen: (update: Events['book']) => Events['book']
  /** Whether the line of this page broke a moment ago: somebody may have it before them yet. */
  mayReturn: (page: string) => boolean
  /** Undefined of one that is not in the workspace. */
  linkOf: (window: string | null) => LinkColour | null | undefined
}

/** What a window that nobody sees is not told: it takes its view anew once it is seen. */
const forEyes: ReadonlySet<EventName> = new Set(['book', 'pnl'])

const showsRows = ({ rows }: Line, { account, book }: Events['book']): boolean =>
  rows === null || rows.has(`${account}/${book}`)

/** The lines of all windows, and who is told what by them. */
export class WindowLines {
  readonly #options: WindowLinesOptions
  readonly #lines = new Map<LineId, Line>()
  readonly #alerts: AlertShower
  #lastLine = 0
  #lastFront = 0

  constructor(options: WindowLinesOptions) {
    this.#options = options
    this.#alerts = new AlertShower({
      clock: options.clock,
      order: () => this.bySight(),
      pageOf: (line) => this.#lines.get(line)?.page ?? null,
      isHere: (page) =>
        page !== null && (this.all.some((line) => line.page === page) || options.mayReturn(page)),
      tell: (line, alert) => this.#tellOne(this.#lines.get(line), 'alert', alert),
      isLocked: options.isLocked,
      hold: (alert) => options.emit('alert', alert),
    })
  }

  join(tell: Emit, own: string | null): LineId {
    this.#lastLine += 1
    this.#lines.set(this.#lastLine, {
      ...{ tell, own, window: null, page: null, armedUntil: null, hasMissed: false },
      ...{ typed: null, rows: null },
      ...{ sight: 'seen', frontAt: 0 },
    })
    return this.#lastLine
  }

  /** Answers what was at its other end. */
  remove(line: LineId): Line | undefined {
    const removed = this.#lines.get(line)
    this.#lines.delete(line)
    return removed
  }

  get(line: LineId | null): Line | undefined {
    return line === null ? undefined : this.#lines.get(line)
  }

  get all(): Line[] {
    return [...this.#lines.values()]
  }

  /** Kept windows that somebody has before them. */
  get present(): ReadonlySet<string> {
    return new Set(this.all.flatMap(({ window }) => window ?? []))
  }

  /** Those that are a window by now, and not somebody who only looks in; the one in front first. */
  bySight(): LineId[] {
    return bySight(new Map([...this.#lines].filter(([, { window }]) => window !== null)))
  }

  seeSight(seen: Line, sight: Sight): void {
    seen.sight = sight
    if (sight === 'front') seen.frontAt = this.#lastFront += 1
    if (sight === 'hidden' || !seen.hasMissed) return
    seen.hasMissed = false
    this.#tellOne(seen, 'line', { state: 'anew' })
  }

  get alerts(): Pick<AlertShower, 'seeShown' | 'take' | 'passOn'> {
    return this.#alerts
  }

  /** Tells every window that it is for. */
  readonly tell: Emit = (name, event) => {
    if (name === 'alert') return this.#alerts.show(event as Events['alert'])
    if (name === 'alertsRead') this.#alerts.putAway(event as Events['alertsRead'])
    const blind: Line[] = []
    for (const line of this.#lines.values()) {
      if (line.sight === 'hidden' && forEyes.has(name)) line.hasMissed = true
      else if (name === 'book' && !showsRows(line, event as Events['book'])) blind.push(line)
      else if (this.#isFor(line, name, event)) this.#tellOne(line, name, event)
    }
    if (blind.length === 0) return
    // One for all of them, after those who are told the rows: what is told twice running is written once.
    const unseen = this.#options.unseen(event as Events['book'])
    for (const line of blind) this.#tellOne(line, 'book', unseen)
  }

  stop(): void {
    this.#alerts.stop()
    this.#lines.clear()
  }

  #isFor({ window: own }: Line, name: EventName, event: unknown): boolean {
    if (name === 'windowGoes') return own === (event as Events['windowGoes']).window
    if (name === 'window') return own === (event as Events['window']).id
    if (name === 'panelComes') return own === (event as Events['panelComes']).window
    if (name !== 'marked') return true
    const { window, link } = event as Events['marked']
    return own !== window && this.#options.linkOf(own) === link
  }

  #tellOne<Name extends EventName>(line: Line | undefined, name: Name, event: Events[Name]): void {
    try {
      line?.tell(name, event)
    } catch (cause) {
      // A window that fails keeps neither the others nor the desk from what has to follow.
      console.error(cause)
    }
  }
}
