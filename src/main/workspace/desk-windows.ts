import type { Emit, Events, Input } from '../../shared/contract.ts'
import type { LineId } from '../../shared/core/contract-rows.ts'
import { type Reply, fail, ok } from '../../shared/core/errors.ts'
import type {
  KeptWindow,
  OwnWindow,
  WindowStanding,
  Workspace,
} from '../../shared/workspace/windows.ts'
import type { Clock } from '../core/clock.ts'
import { type Document, tryWrite } from '../core/documents.ts'
import { afterLeaving, placeFor, withWindow } from './places.ts'

/** Milliseconds within which a window that is gone may be one that loads itself anew. */
const mayReturn = 5000

interface Line {
  tell: Emit
  /** Its place is chosen by who opened it; null where the page says which it had. */
  readonly own: string | null
  place: string | null
  page: string | null
}

export interface DeskWindowsOptions {
  document: Document<Workspace>
  clock: Pick<Clock, 'after'>
  newId: () => string
  isLocked: () => boolean
  /** Told by the same way as all that windows hear: a locked screen hears nothing of it. */
  emit: Emit
}

/** The windows that look at this desk: who is there, and what each has before it. */
export class DeskWindows {
  readonly #options: DeskWindowsOptions
  readonly #lines = new Map<LineId, Line>()
  readonly #leaving = new Set<() => void>()
  #lastLine = 0
  #hasReopened = false

  constructor(options: DeskWindowsOptions) {
    this.#options = options
  }

  join(tell: Emit, own: string | null): LineId {
    this.#lastLine += 1
    this.#lines.set(this.#lastLine, { tell, own, place: null, page: null })
    return this.#lastLine
  }

  leave(line: LineId): void {
    const place = this.#lines.get(line)?.place ?? null
    if (!this.#lines.delete(line) || place === null) return
    this.#tellStandings()
    const cancel = this.#options.clock.after(mayReturn, () => {
      this.#leaving.delete(cancel)
      const next = afterLeaving(this.#workspace, place, this.#present)
      this.#write(next)
    })
    this.#leaving.add(cancel)
  }

  /** Gives a window its place. */
  take(line: LineId, { had, page }: { had: string | null; page: string | null }): OwnWindow | null {
    const taker = this.#lines.get(line)
    if (taker === undefined) return null
    const [stale] = [...this.#lines.values()].filter(
      (one) => one !== taker && page !== null && one.page === page,
    )
    // Its former line broke, and nobody has noticed yet.
    if (stale !== undefined) stale.place = null
    const others = [...this.#lines.values()].filter((one) => one !== taker)
    const taken = new Set(others.flatMap(({ place }) => place ?? []))
    const { newId } = this.#options
    const window = placeFor(this.#workspace, { had: taker.own ?? had, taken, newId })
    taker.place = window.id
    taker.page = page
    this.#write(withWindow(this.#workspace, window))
    return { ...window, toReopen: this.#toReopen() }
  }

  standings(): readonly WindowStanding[] {
    const present = this.#present
    return this.#workspace.windows.map(({ id, isOpen }) => ({
      id,
      isOpen,
      isHere: present.has(id),
    }))
  }

  change(line: LineId | null, { id, layout, selected }: Input<'changeWindow'>): Reply<null> {
    const own = line === null ? null : (this.#lines.get(line)?.place ?? null)
    const before = this.#workspace.windows.find((one) => one.id === (id ?? own))
    if (before === undefined) return fail('not-found', 'The window has no place in the workspace.')
    const window = {
      ...before,
      ...(layout !== undefined && { layout }),
      ...(selected !== undefined && { selected }),
    }
    const written = this.#write(withWindow(this.#workspace, window))
    if (written.ok && window.id !== own) this.#options.emit('window', window)
    return written
  }

  add(window: Omit<KeptWindow, 'isOpen'>): Reply<null> {
    if (this.#workspace.windows.some(({ id }) => id === window.id))
      return fail('invalid', 'There is a window of that name.', { field: 'id' })
    const next = withWindow(this.#workspace, { ...window, isOpen: true })
    if (!next.windows.some(({ id }) => id === window.id))
      return fail('invalid', 'There is no room for another window. Close one first.')
    return this.#write(next)
  }

  takeOut(id: string): Reply<null> {
    return this.#write({ windows: this.#workspace.windows.filter((one) => one.id !== id) })
  }

  /** Tells every window that it is for, one after the other. */
  readonly tell: Emit = (name, event) => {
    const only = name === 'window' ? (event as Events['window']).id : null
    for (const { tell, place } of this.#lines.values())
      try {
        if (only !== null && place !== only) continue
        tell(name, event)
      } catch (cause) {
        // A window that fails keeps neither the others nor the desk from what has to follow.
        console.error(cause)
      }
  }

  stop(): void {
    for (const cancel of this.#leaving) cancel()
    this.#leaving.clear()
    this.#lines.clear()
  }

  get #workspace(): Workspace {
    return this.#options.document.read()
  }

  get #present(): ReadonlySet<string> {
    return new Set([...this.#lines.values()].flatMap(({ place }) => place ?? []))
  }

  /** The others of before, told to the first window that comes. */
  #toReopen(): string[] {
    if (this.#hasReopened || this.#options.isLocked()) return []
    this.#hasReopened = true
    const present = this.#present
    return this.#workspace.windows
      .filter(({ id, isOpen }) => isOpen && !present.has(id))
      .map(({ id }) => id)
  }

  #write(next: Workspace): Reply<null> {
    if (JSON.stringify(next) !== JSON.stringify(this.#workspace)) {
      const written = tryWrite(this.#options.document, next)
      if (!written.ok) return written
    }
    this.#tellStandings()
    return ok(null)
  }

  #told = ''

  #tellStandings(): void {
    const standings = this.standings()
    const text = JSON.stringify(standings)
    if (text === this.#told) return
    this.#told = text
    this.#options.emit('windows', standings)
  }
}
