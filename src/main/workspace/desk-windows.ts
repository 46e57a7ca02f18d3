import type { Alert } from '../../shared/alerts/alerts.ts'
import type { Emit, Events, Input } from '../../shared/contract.ts'
import type { LineId } from '../../shared/core/contract-rows.ts'
import { type Reply, fail, ok } from '../../shared/core/errors.ts'
import type {
  ClosedWindow,
  KeptWindow,
  OwnWindow,
  Sight,
  TypedCounts,
  WindowStanding,
  Workspace,
} from '../../shared/workspace/windows.ts'
import type { ArrangedWindow } from '../../shared/workspace/workspaces.ts'
import { usualWindow } from '../../shared/workspace/usual-window.ts'
import type { WindowPlace, WindowWish } from '../../shared/workspace/window-places.ts'
import type { Clock } from '../core/clock.ts'
import { type Document, tryWrite } from '../core/documents.ts'
import { GoingWindows } from './going-windows.ts'
import { type KeptNames, WorkspaceNames } from './named-workspaces.ts'
import { PanelMoves } from './panel-moves.ts'
import { afterLeaving, keptWindowFor, withWindow, without } from './kept-windows.ts'
import { arranged, rearranged } from './rearranging.ts'
import { windowStandings } from './window-standings.ts'
import { WindowLines } from './window-lines.ts'

export interface DeskWindowsOptions {
  document: Document<Workspace>
  clock: Clock
  newId: () => string
  isLocked: () => boolean
  /** Told by the same way as all that windows hear: a locked screen hears nothing of it. */
  emit: Emit
  /** What a window that shows no rows of a book is told in place of them. */
  unseen: (update: Events['book']) => Events['book']
  /** The sets that have a name. */
  named: KeptNames
  /** What becomes of one that is closed while others stay. */
  closed: () => ClosedWindow
  /** What only a host can do with a window. Answers whether one is there that does. */
  wish: (wish: WindowWish) => boolean
}

const notKept = fail('not-found', 'The window has no place in the workspace.')

/** The windows that look at this desk: who is there, and what each has before it. */
export class DeskWindows {
  readonly named: WorkspaceNames
  /** Tells every window that it is for. */
  readonly tell: Emit
  readonly #options: DeskWindowsOptions
  readonly #lines: WindowLines
  readonly #going: GoingWindows
  readonly #moves: PanelMoves
  #hasReopened = false
  #told = ''

  constructor(options: DeskWindowsOptions) {
    this.#options = options
    this.named = new WorkspaceNames(options.named)
    const { windows } = this.#workspace
    // Whoever closed one and did not take it out finds it again at the next start, which this is.
    if (windows.some(({ isOpen }) => !isOpen))
      tryWrite(options.document, {
        ...this.#workspace,
        windows: windows.map((one) => ({ ...one, isOpen: true })),
      })
    this.#moves = new PanelMoves(options.clock)
    this.#lines = new WindowLines({
      ...options,
      mayReturn: (page) => this.#going.mayReturn(page),
      linkOf: (window) => this.#workspace.windows.find(({ id }) => id === window)?.link,
    })
    this.tell = this.#lines.tell
    this.#going = new GoingWindows({ ...options, onGone: (window) => this.seeClosed(window) })
  }

  join(tell: Emit, own: string | null): LineId {
    return this.#lines.join(tell, own)
  }

  /** `isBroken`: its page did not end it. */
  leave(line: LineId, { isBroken } = { isBroken: false }): void {
    const { window = null, page = null } = this.#lines.remove(line) ?? {}
    if (window === null) return
    this.#tellStandings()
    this.#going.seeLeft(window, { page, isBroken })
  }

  /** Gives a window that comes what is kept for it. */
  take(line: LineId, { had, page }: { had: string | null; page: string | null }): OwnWindow | null {
    const taker = this.#lines.get(line)
    if (taker === undefined) return null
    const others = this.#lines.all.filter((one) => one !== taker)
    // Its former line broke, and nobody has noticed yet.
    for (const stale of others) if (page !== null && stale.page === page) stale.window = null
    const taken = new Set(others.flatMap(({ window }) => window ?? []))
    const { newId } = this.#options
    const back = this.#going.takeBack(taker.own ?? had)
    const { broken } = this.#going
    const window =
      back ?? keptWindowFor(this.#workspace, { had: taker.own ?? had, taken, broken, newId })
    // Another page than before, which knows nothing of it.
    if (taker.page !== page) Object.assign(taker, { armedUntil: null, typed: null, rows: null })
    taker.window = window.id
    taker.page = page
    this.#going.stopWaiting(window.id)
    this.#write(withWindow(this.#workspace, window))
    return { ...window, toReopen: this.#toReopen(), isToGo: this.#going.isAsked(window.id) }
  }

  standings(): readonly WindowStanding[] {
    const armedUntil = new Map(
      this.#lines.all.flatMap(({ window, armedUntil: until }) =>
        window === null ? [] : [[window, until] as const],
      ),
    )
    return windowStandings(this.#workspace, { armedUntil, now: this.#options.clock.now() })
  }

  change(line: LineId | null, part: Input<'changeWindow'>): Reply<null> {
    const own = this.#windowOf(line)?.id
    const { id = own, layout, selected, link, bounds, belongs } = part
    const before = this.#workspace.windows.find((one) => one.id === id)
    if (before === undefined) return notKept
    const window = {
      ...before,
      ...(layout !== undefined && { layout }),
      ...(selected !== undefined && { selected }),
      ...(link !== undefined && { link }),
      ...(bounds !== undefined && { bounds }),
      ...(belongs !== undefined && { belongs }),
    }
    const written = this.#write(withWindow(this.#workspace, window))
    if (written.ok && window.id !== own) this.#options.emit('window', window)
    return written
  }

  placeOf(id: string): KeptWindow['place'] {
    return this.#workspace.windows.find((one) => one.id === id)?.place ?? null
  }

  /** Where its host saw it put. */
  keepPlace(id: string, place: WindowPlace): void {
    const window = this.#workspace.windows.find((one) => one.id === id)
    if (window !== undefined) this.#write(withWindow(this.#workspace, { ...window, place }))
  }

  toggleFullScreen(line: LineId | null): Reply<null> {
    const window = this.#windowOf(line)?.id
    if (window === undefined) return notKept
    if (this.#options.wish({ window, to: 'toggle full screen' })) return ok(null)
    return fail('invalid', 'Here the browser makes a window fill its screen, by its own key.')
  }

  /** One more, which shows what the window in front does. */
  addBeside(): void {
    const [front = null] = this.#lines.bySight()
    const { selected, link } = this.#windowOf(front) ?? usualWindow
    this.add({ id: this.#options.newId(), layout: null, selected, link, bounds: null })
  }

  add(window: Omit<KeptWindow, 'isOpen' | 'place' | 'belongs'>): Reply<null> {
    if (this.#workspace.windows.some(({ id }) => id === window.id))
      return fail('invalid', 'There is a window of that name.', { field: 'id' })
    const next = withWindow(this.#workspace, {
      ...{ ...window, belongs: null, place: null },
      isOpen: true,
    })
    if (!next.windows.some(({ id }) => id === window.id))
      return fail('invalid', 'There is no room for another window. Close one first.')
    return this.#write(next)
  }

  takeOut(id: string): Reply<null> {
    if (!this.#lines.present.has(id)) {
      const window = this.#workspace.windows.find((one) => one.id === id)
      if (window?.isOpen === true) this.#going.drop(window)
      return this.#write(without(this.#workspace, id))
    }
    if (this.#lines.present.size === 1)
      return fail('invalid', 'It is the last window: to close it is to quit.')
    this.#going.ask(id)
    this.#options.emit('windowGoes', { window: id })
    return ok(null)
  }

  /** As they are, those among them that were closed and not taken out. */
  save(name: string, replaces: boolean): Reply<null> {
    const windows = this.#workspace.windows.map(arranged)
    return windows.length === 0 ? notKept : this.named.save({ name, windows, replaces })
  }

  show(line: LineId | null, name: string | null): Reply<readonly string[]> {
    const wanted = name === null ? this.#workspace.before : this.named.find(name)?.windows
    if (wanted === undefined || wanted.length === 0)
      return fail('not-found', 'There are no such windows any more.')
    return this.rearrange(line, wanted)
  }

  /** Answers those that are to be opened. What was there is kept as those of before. */
  rearrange(line: LineId | null, wanted: readonly ArrangedWindow[]): Reply<readonly string[]> {
    const own = this.#windowOf(line)
    if (own === undefined) return notKept
    const before = this.#workspace.windows
    const present = this.#lines.present
    const others = before.filter((one) => one !== own && present.has(one.id))
    const { newId } = this.#options
    const { windows, toOpen, toGo } = rearranged({ here: [own, ...others], wanted, newId })
    // Told of before it is written: a host opens and closes by what is written then.
    for (const id of toGo) this.#going.ask(id)
    const written = this.#write({ windows, before })
    if (!written.ok) {
      for (const id of toGo) this.#going.stay(id)
      return written
    }
    // On their way, since another has them opened, or their line broke: they are wanted no more.
    for (const one of before) if (one.isOpen && !present.has(one.id)) this.#going.drop(one)
    this.#lines.alerts.passOn()
    for (const window of windows) {
      // Another may have asked it to go a moment ago.
      if (!toGo.includes(window.id)) this.#going.stay(window.id)
      if (toOpen.includes(window.id) || toGo.includes(window.id)) continue
      this.#options.emit('window', window)
      if (window.place !== null) this.#options.wish({ window: window.id, to: 'take its place' })
    }
    for (const window of toGo) this.#options.emit('windowGoes', { window })
    return ok(toOpen)
  }

  close(line: LineId | null, { isAsked }: Input<'closeWindow'>): Reply<null> {
    const window = this.#windowOf(line)?.id
    if (window === undefined) return notKept
    // Wanted again since it was asked.
    if (isAsked && !this.#going.isAsked(window)) return ok(null)
    if (this.#options.wish({ window, to: 'close' })) return ok(null)
    return fail('invalid', 'Here the page closes itself.')
  }

  stay(line: LineId | null): Reply<null> {
    const window = this.#windowOf(line)?.id
    if (window !== undefined) this.#going.stay(window)
    return window === undefined ? notKept : ok(null)
  }

  reopen(): Reply<null> {
    this.#going.stopWaitingForAll()
    const windows = this.#workspace.windows.map((one) => ({ ...one, isOpen: true }))
    return this.#write({ windows })
  }

  /** One was closed. Those that go last are what a person had before them, and come back. */
  seeClosed(id: string): void {
    this.#going.stopWaiting(id)
    if (this.#lines.present.has(id)) return
    const others = this.#lines.present
    const window = this.#workspace.windows.find((one) => one.id === id)
    // Those that go last come back, also where they were asked to go.
    if (others.size === 0) this.#going.stay(id)
    const isOut = others.size > 0 && this.#going.takesOut(window, id)
    this.#write(isOut ? without(this.#workspace, id) : afterLeaving(this.#workspace, id, others))
    this.#lines.alerts.passOn()
  }

  seeSight(line: LineId | null, sight: Sight): Reply<null> {
    const seen = this.#lines.get(line)
    if (seen === undefined) return notKept
    this.#lines.seeSight(seen, sight)
    return ok(null)
  }

  hearRows(line: LineId | null, books: Input<'hearRows'>['books']): Reply<null> {
    const hearing = this.#lines.get(line)
    if (hearing === undefined) return notKept
    hearing.rows = new Set(
      Object.entries(books).flatMap(([book, accounts]) =>
        accounts.map((account) => `${account}/${book}`),
      ),
    )
    return ok(null)
  }

  mark(line: LineId | null, symbol: string): Reply<null> {
    const by = this.#windowOf(line)
    if (by === undefined) return notKept
    if (by.link !== null) this.#options.emit('marked', { window: by.id, link: by.link, symbol })
    return ok(null)
  }

  seeArmed(line: LineId | null, left: number | null): Reply<null> {
    const armed = this.#lines.get(line)
    if (armed === undefined) return notKept
    armed.armedUntil = left === null ? null : this.#options.clock.now() + left
    this.#tellStandings()
    return ok(null)
  }

  disarmAll(): Reply<null> {
    for (const line of this.#lines.all) line.armedUntil = null
    this.#options.emit('disarmed', {})
    this.#tellStandings()
    return ok(null)
  }

  seeTyped(line: LineId | null, typed: TypedCounts): Reply<null> {
    const typing = this.#lines.get(line)
    if (typing === undefined) return notKept
    typing.typed = typed
    return ok(null)
  }

  /** In all windows. */
  get typed(): TypedCounts {
    const all = this.#lines.all.flatMap(({ window, typed }) =>
      window === null ? [] : (typed ?? []),
    )
    const sum = (of: keyof TypedCounts): number =>
      all.reduce((count, typed) => count + typed[of], 0)
    return { tickets: sum('tickets'), baskets: sum('baskets'), forms: sum('forms') }
  }

  /** A locked window has disarmed, and let go what was typed, and could not say so. */
  seeLocked(): void {
    for (const line of this.#lines.all) Object.assign(line, { armedUntil: null, typed: null })
  }

  movePanel({ to, isAgain, ...coming }: Input<'movePanel'>): Reply<null> | Promise<Reply<null>> {
    const known = this.#moves.known(coming.move)
    if (known !== undefined) return known
    if (isAgain) return fail('not-found', 'It never left.')
    if (!this.#lines.present.has(to)) return fail('not-found', 'That window is not open.')
    const ended = this.#moves.begin(coming.move)
    this.#options.emit('panelComes', { window: to, ...coming })
    return ended
  }

  endMove(move: string, why: string | null): Reply<null> {
    return this.#moves.end(move, why)
  }

  seeShown(line: LineId | null, alert: string): Reply<null> {
    if (line === null) return notKept
    this.#lines.alerts.seeShown(alert, line)
    return ok(null)
  }

  takeAlerts(line: LineId | null): Reply<Alert[]> {
    return line === null ? notKept : ok(this.#lines.alerts.take(line))
  }

  stop(): void {
    this.#going.stopWaitingForAll()
    this.#moves.stop()
    this.#lines.stop()
  }

  #windowOf(line: LineId | null): KeptWindow | undefined {
    const window = this.#lines.get(line)?.window
    return this.#workspace.windows.find(({ id }) => id === window)
  }

  get #workspace(): Workspace {
    return this.#options.document.read()
  }

  /** The others of before, told to the first window that comes. */
  #toReopen(): string[] {
    if (this.#hasReopened || this.#options.isLocked()) return []
    this.#hasReopened = true
    const present = this.#lines.present
    return this.#workspace.windows
      .filter(({ id, isOpen }) => isOpen && !present.has(id))
      .map(({ id }) => id)
  }

  #write(changed: Workspace): Reply<null> {
    const next = { ...this.#workspace, ...changed }
    if (JSON.stringify(next) !== JSON.stringify(this.#workspace)) {
      const written = tryWrite(this.#options.document, next)
      if (!written.ok) return written
    }
    this.#tellStandings()
    return ok(null)
  }

  #tellStandings(): void {
    const standings = this.standings()
    // What is left of arming is less each time; that it goes on is no news.
    const text = JSON.stringify(
      standings.map((one) => ({ ...one, armedFor: one.armedFor !== null })),
    )
    const armed = this.#lines.all.map(({ armedUntil }) => armedUntil).join()
    if (`${text} ${armed}` === this.#told) return
    this.#told = `${text} ${armed}`
    this.#options.emit('windows', standings)
  }
}
