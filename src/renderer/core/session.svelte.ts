import type { VaultStatus } from '../../shared/accounts/accounts.ts'
import type { AlertsState } from '../../shared/alerts/alerts.ts'
import type { OpenItem } from '../../shared/quitting/open-items.ts'
import type { Bridge } from '../../shared/contract.ts'
import type { DeskView } from '../../shared/desk-view.ts'
import type { Pace } from '../../shared/orders/calls.ts'
import { type Failure, ok, type Reply } from '../../shared/core/errors.ts'
import type { AccountGroup } from '../../shared/accounts/groups.ts'
import type { LockStatus } from '../../shared/lock/lock.ts'
import { type ExitRun, type StopState, forgottenRuns } from '../../shared/exits/exits.ts'
import type { JournalStatus } from '../../shared/journal/journal.ts'
import type { Settings } from '../../shared/settings/settings.ts'
import type { KeptWindow, OwnWindow, WindowStanding } from '../../shared/workspace/windows.ts'
import { usualWindow } from '../../shared/workspace/usual-window.ts'
import { SymbolNames } from '../../shared/orders/symbol-names.ts'
import type { KnownSymbol } from '../../shared/books/known-symbol.ts'
import { WindowClock, type Time } from './clock.svelte.ts'
import { LineToDesk } from './line-to-desk.svelte.ts'
import { Notices } from './notices.svelte.ts'
import { OtherWindows } from './other-windows.ts'
import { ScreenLock } from './screen-lock.svelte.ts'
import { type MakeStores, type Stores, storesOf } from './stores.ts'
import { Unanswered } from './unanswered.ts'
import { WindowAccounts } from './window-accounts.ts'

type ArrangedPart =
  | { selected: string }
  | { layout: string }
  | { link: OwnWindow['link'] }
  | Pick<OwnWindow, 'bounds' | 'belongs'>

/** As what a page is opened: the place that it had, as far as it knows, and which page it is. */
export interface SessionOpening {
  window: string | null
  page: string
}

/** What the window knows of the desk, and what it can ask of it. */
export class Session {
  readonly bridge: Bridge
  readonly clock: WindowClock
  readonly stores: Stores
  readonly notices: Notices
  readonly line: LineToDesk
  readonly screen: ScreenLock
  readonly others: OtherWindows
  readonly accounts = new WindowAccounts(() => ({
    accounts: this.#accounts,
    groups: this.#groups,
    choice: this.#selected,
  }))
  readonly #stops: (() => void)[] = []
  /** Settings that were changed here. */
  readonly #changes = new Unanswered<Partial<Settings>>()
  /** What was arranged in this window. */
  readonly #arrangements = new Unanswered<ArrangedPart>()
  #view = $state.raw<DeskView>() as DeskView
  #knownSymbols = $state.raw<readonly KnownSymbol[]>([])
  #areSymbolsAsked = false
  /** By themselves: the rest of the view changes every second, and more often while orders go out. */
  readonly #accounts = $derived(this.#view.accounts)
  readonly #groups = $derived(this.#view.groups)
  readonly #selected = $derived(this.#arranged.selected)
  readonly #brokerSymbols = $derived(this.#view.brokerSymbols)
  readonly #exits = $derived(this.#view.exits.toSorted((one, other) => one.at - other.at))
  readonly #symbolNames = $derived(new SymbolNames(this.#brokerSymbols))

  private constructor(bridge: Bridge, time: Time, makeStores: MakeStores, opening: SessionOpening) {
    this.bridge = bridge
    this.clock = new WindowClock(time)
    this.notices = new Notices(time)
    this.line = new LineToDesk({
      bridge,
      clock: this.clock,
      ask: () => bridge.openDesk({ ...opening, window: this.#view?.window?.id ?? opening.window }),
      take: (view, isAnew) => this.#take(view, isAnew),
    })
    this.screen = new ScreenLock({
      bridge,
      time,
      line: this.line,
      status: () => this.lock,
      hear: (lock) => this.#hearLock(lock),
    })
    this.others = new OtherWindows(this.clock, () => this.#view)
    this.stores = makeStores({ bridge, time, onFailure: (failure) => this.line.judge(failure) })
  }

  /** Listens first and asks then, so that nothing falls between. */
  static async open(
    bridge: Bridge,
    time: Time,
    makeStores: MakeStores,
    opening: SessionOpening = { window: null, page: crypto.randomUUID() },
  ): Promise<Reply<Session>> {
    const session = new Session(bridge, time, makeStores, opening)
    const { line, others, clock } = session
    const { on } = line
    session.#stops.push(
      line.listen(),
      on('accounts', (accounts) => session.#set({ accounts })),
      on('groups', (groups) => session.#set({ groups })),
      on('vault', (vault) => session.#set({ vault })),
      on('lock', (lock) => session.#hearLock(lock)),
      on('polling', (polling) => session.#set({ polling })),
      on('settings', (settings) => session.#set({ settings: session.#changes.over(settings) })),
      on('window', (window) => session.#hearWindow(window)),
      on('windows', (windows) => session.#set({ windows })),
      on('panelComes', (coming) => others.hearPanel(coming)),
      on('marked', ({ symbol }) => others.hearMarked(symbol)),
      on('notice', (notice) => session.notices.hear(notice)),
      on('brokerSymbols', (brokerSymbols) => session.#set({ brokerSymbols })),
      on('exit', (run) => session.#hearExit(run)),
      on('stop', (stop) => session.#set({ stop })),
      on('pace', (pace) => session.#set({ pace })),
      on('alerts', (alerts) => session.#set({ alerts })),
      on('journal', (journal) => session.#set({ journal })),
      ...storesOf(session.stores).map((store) => store.listen(on)),
    )
    const begun = await line.begin()
    if (!begun.ok) {
      session.close()
      return begun
    }
    session.#stops.push(clock.start(), begun.value)
    return ok(session)
  }

  close(): void {
    for (const stop of this.#stops.splice(0)) stop()
  }

  /** Symbols that the books showed at some time; asked for when somebody first wants to know. */
  get knownSymbols(): readonly KnownSymbol[] {
    return this.#knownSymbols
  }

  async askKnownSymbols(): Promise<void> {
    if (this.#areSymbolsAsked) return
    this.#areSymbolsAsked = true
    const reply = await this.bridge.listSymbols({})
    if (reply.ok) this.#knownSymbols = reply.value
    this.#areSymbolsAsked = reply.ok
  }

  get groups(): readonly AccountGroup[] {
    return this.#groups
  }
  get vault(): VaultStatus {
    return this.#view.vault
  }
  get lock(): LockStatus {
    return this.#view.lock
  }
  /** Nothing of the books is in the page then; whoever armed anything has to disarm it. */
  get isLocked(): boolean {
    return this.#view.lock.isLocked
  }
  get settings(): Settings {
    return this.#view.settings
  }
  /** This window's place in its workspace; null where the desk gave it none. */
  get window(): OwnWindow | null {
    return this.#view.window
  }
  get windows(): readonly WindowStanding[] {
    return this.#view.windows
  }
  get #arranged(): Pick<OwnWindow, 'layout' | 'selected'> {
    return this.#view.window ?? usualWindow
  }
  /** The places of its panels, as text; null for the usual ones. */
  get layout(): string | null {
    return this.#arranged.layout
  }
  get isPaused(): boolean {
    return this.#view.polling.paused
  }
  get stop(): StopState {
    return this.#view.stop
  }
  /** Runs of exits, as they began. */
  get exits(): readonly ExitRun[] {
    return this.#exits
  }
  get pace(): readonly Pace[] {
    return this.#view.pace
  }
  get journal(): JournalStatus {
    return this.#view.journal
  }
  /** By what rows are put together over brokers: what people said and agreed to. */
  get symbolNames(): SymbolNames {
    return this.#symbolNames
  }
  get hours(): DeskView['hours'] {
    return this.#view.hours
  }
  /** What the desk said at the start that it would leave to itself; a locked window knows no more. */
  get openItems(): readonly OpenItem[] {
    return this.#view.openItems
  }
  get host(): DeskView['host'] {
    return this.#view.host
  }
  get dataDir(): string {
    return this.#view.dataDir
  }
  get alerts(): AlertsState {
    return this.#view.alerts
  }
  get version(): string {
    return this.#view.version
  }
  /** Shown at once; what the desk could not keep is said, and stays for this window. */
  async change(settings: Partial<Settings>): Promise<void> {
    this.#set({ settings: { ...this.#view.settings, ...settings } })
    const reply = await this.#changes.until(settings, () => this.bridge.saveSettings(settings))
    this.#noteUnkept(reply, 'The change holds for this window only')
  }

  /** Shown once the desk has it on disk; answers why it has not. */
  async keep(settings: Partial<Settings>): Promise<Failure | null> {
    const reply = await this.bridge.saveSettings(settings)
    return this.line.learn(reply, (kept) => this.#set({ settings: kept }))
  }

  async pause(): Promise<void> {
    this.#noteFailure(await this.bridge.pausePolling({}), 'Reading was not paused')
  }

  async resume(): Promise<void> {
    this.#noteFailure(await this.bridge.resumePolling({}), 'Reading was not resumed')
  }

  async refresh(): Promise<void> {
    const { selected, shown } = this.accounts
    const which = selected === 'all' ? [{}] : shown.map(({ id }) => ({ account: id }))
    for (const one of which)
      this.#noteFailure(await this.bridge.refreshBooks(one), 'The books were not refreshed')
  }

  async lookAt(input: Parameters<Bridge['lookAt']>[0]): Promise<void> {
    const reply = await this.bridge.lookAt(input)
    if (!reply.ok) this.line.judge(reply.error)
  }

  /** Takes an answer about the stop; answers why it is none. */
  learnStop(reply: Reply<StopState>): Failure | null {
    return this.line.learn(reply, (stop) => this.#set({ stop }))
  }

  #noteFailure(reply: Reply<unknown>, what: string): void {
    if (reply.ok) return
    this.line.judge(reply.error)
    this.notices.say({ level: 'warning', message: `${what}: ${reply.error.message}` })
  }

  /** What was under way when the screen was locked is not worth a word after it. */
  #noteUnkept(reply: Reply<unknown>, what: string): void {
    if (reply.ok || reply.error.code !== 'screen-locked') this.#noteFailure(reply, what)
  }

  /** A locked desk said nothing of what happened since: it is asked before the deck comes back. */
  #hearLock(lock: LockStatus): void {
    if (lock.isLocked || !this.isLocked) this.#set({ lock })
    else void this.line.renew()
  }

  /** Of a locked desk's view only the lock and the stop are true, once more is known; the rest is left out. */
  #take(view: DeskView, isAnew: boolean): boolean {
    const { lock, stop } = view
    const isFirst = this.#view === undefined
    const settings = this.#changes.over(view.settings)
    const window = view.window && this.#arrangements.over(view.window)
    this.#set(lock.isLocked && !isFirst ? { lock, stop } : { ...view, settings, window })
    this.notices.hearAgain(view.notices)
    const isReadAnew = isAnew && !lock.isLocked
    if (isReadAnew) for (const store of storesOf(this.stores)) store.renew(view)
    return isReadAnew
  }

  /** An answer may be overtaken by an event that says more: it only adds what is not known. */
  learnExit(run: ExitRun): void {
    if (!this.exits.some(({ id }) => id === run.id)) this.#hearExit(run)
  }

  #hearExit(run: ExitRun): void {
    const { exits } = this.#view
    const all = exits.some(({ id }) => id === run.id)
      ? exits.map((known) => (known.id === run.id ? run : known))
      : [...exits, run]
    const forgotten = new Set(forgottenRuns(all.toSorted((one, other) => one.at - other.at)))
    this.#set({ exits: all.filter((one) => !forgotten.has(one)) })
  }

  #hearWindow(told: KeptWindow): void {
    const { window } = this.#view
    if (window?.id === told.id)
      this.#set({ window: this.#arrangements.over({ ...window, ...told }) })
  }

  /** Shown at once; what the desk could not keep is said, and stays until this window is closed. */
  async arrange(part: ArrangedPart): Promise<void> {
    const before = this.#view.window
    if (before === null) return
    this.#set({ window: { ...before, ...part } })
    const reply = await this.#arrangements.until(part, () => this.bridge.changeWindow(part))
    this.#noteUnkept(reply, 'The change holds until this window is closed')
  }

  #set(part: Partial<DeskView>): void {
    this.#view = { ...this.#view, ...part }
    const enabled = this.accounts.enabled.map(({ id }) => id)
    if (part.windows !== undefined) this.others.hearStandings()
    for (const store of storesOf(this.stores)) store.learnView(part, enabled)
  }
}
