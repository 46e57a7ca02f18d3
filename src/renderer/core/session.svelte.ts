import type { VaultStatus } from '../../shared/accounts/accounts.ts'
import type { AlertsState } from '../../shared/alerts/alerts.ts'
import type { OpenItem } from '../../shared/quitting/open-items.ts'
import type { Bridge } from '../../shared/contract.ts'
import type { DeskView, LineState } from '../../shared/desk-view.ts'
import type { Pace } from '../../shared/orders/calls.ts'
import { type ErrorCode, type Failure, fail, ok, type Reply } from '../../shared/core/errors.ts'
import type { AccountGroup } from '../../shared/accounts/groups.ts'
import type { LockStatus } from '../../shared/lock/lock.ts'
import { type ExitRun, type StopState, forgottenRuns } from '../../shared/exits/exits.ts'
import type { JournalStatus } from '../../shared/journal/journal.ts'
import type { Settings } from '../../shared/settings/settings.ts'
import {
  type ComingPanel,
  type KeptWindow,
  type OwnWindow,
  type WindowStanding,
} from '../../shared/workspace/windows.ts'
import { usualWindow } from '../../shared/workspace/usual-window.ts'
import { SymbolNames } from '../../shared/orders/symbol-names.ts'
import type { KnownSymbol } from '../../shared/books/known-symbol.ts'
import { WindowClock, type Time } from './clock.svelte.ts'
import { Notices } from './notices.svelte.ts'
import { type MakeStores, type Stores, storesOf } from './stores.ts'
import { WindowAccounts } from './window-accounts.ts'

/** Whether the desk answers this window: it did last, does not now, or will not. */
export type DeskReach = 'live' | 'lost' | 'forbidden'

/** Codes that a call answers with when it never reached the desk, as far as is known. */
export const lineDown: ReadonlySet<ErrorCode> = new Set([
  'desk-away',
  'not-sent',
  'no-answer',
  'too-late',
  'cancelled',
])

type ArrangedPart =
  | { selected: string }
  | { layout: string }
  | { link: OwnWindow['link'] }
  | Pick<OwnWindow, 'bounds' | 'belongs'>

const quietTooLong = 6000
/** By then a desk that was quiet has been asked whether it is there, and had time to say so. */
const silentTooLong = 20_000
/** How long the desk may take to lock the screen before the window hides what it shows by itself. */
const lockPatience = 2000
const lineLost = fail(
  'desk-away',
  'This window has lost its connection to Quarterdeck: nothing left it.',
)

/** What the window knows of the desk, and what it can ask of it. */
export class Session {
  readonly bridge: Bridge
  readonly clock: WindowClock
  readonly stores: Stores
  readonly notices: Notices
  readonly accounts = new WindowAccounts(() => ({
    accounts: this.#accounts,
    groups: this.#groups,
    choice: this.#selected,
  }))
  readonly #stops: (() => void)[] = []
  /** Settings that were changed here, until the desk has answered. */
  readonly #unanswered = new Set<Partial<Settings>>()
  /** What was arranged in this window, likewise. */
  readonly #unkept = new Set<ArrangedPart>()
  /** Says to the desk that it is this page which is back. */
  readonly #page = crypto.randomUUID()
  #view = $state.raw<DeskView>() as DeskView
  #seen = $state.raw<readonly KnownSymbol[]>([])
  #isSeenAsked = false
  /** By themselves: the rest of the view changes every second, and more often while orders go out. */
  readonly #accounts = $derived(this.#view.accounts)
  readonly #groups = $derived(this.#view.groups)
  readonly #selected = $derived(this.#arranged.selected)
  readonly #brokerSymbols = $derived(this.#view.brokerSymbols)
  readonly #exits = $derived(this.#view.exits.toSorted((one, other) => one.at - other.at))
  readonly #symbolNames = $derived(new SymbolNames(this.#brokerSymbols))
  #reach = $state.raw<DeskReach>('live')
  #closedBecause = $state.raw<string | null>(null)
  #heardAt = 0
  #isHidden = $state(false)
  /** What was told while a view was on its way: it is newer, and heard after it. */
  #waiting: (() => void)[] | null = []
  #had: string | null = null
  /** Something was missed since the view that is on its way was asked for. */
  #isBehind = false
  readonly #renewals = new Set<() => void>()
  readonly #marking = new Set<(symbol: string) => void>()
  readonly #coming: ComingPanel[] = []
  #takePanel: ((coming: ComingPanel) => Promise<void>) | null = null
  /** When the windows were told of, on the monotonic clock: what is left of their arming counts from then. */
  #windowsAt = 0

  private constructor(bridge: Bridge, time: Time, makeStores: MakeStores) {
    this.bridge = bridge
    this.clock = new WindowClock(time)
    this.notices = new Notices(time)
    this.stores = makeStores({ bridge, time, onFailure: (failure) => this.#judge(failure) })
  }

  /** Listens first and asks then, so that nothing falls between. */
  static async open(
    bridge: Bridge,
    time: Time,
    makeStores: MakeStores,
    /** The place that this window had in its workspace, as far as it knows. */
    had: string | null = null,
  ): Promise<Reply<Session>> {
    const session = new Session(bridge, time, makeStores)
    session.#had = had
    const on: Bridge['on'] = (name, listener) =>
      bridge.on(name, (event) => {
        session.#heardAt = time.ticks()
        if (session.#waiting === null) listener(event)
        else session.#waiting.push(() => listener(event))
      })
    session.#stops.push(
      bridge.on('line', (line) => session.#hearLine(line)),
      on('accounts', (accounts) => session.#set({ accounts })),
      on('groups', (groups) => session.#set({ groups })),
      on('vault', (vault) => session.#set({ vault })),
      on('lock', (lock) => session.#hearLock(lock)),
      on('polling', (polling) => session.#set({ polling })),
      on('settings', (settings) => session.#hearSettings(settings)),
      on('window', (window) => session.#hearWindow(window)),
      on('windows', (windows) => session.#set({ windows })),
      on('panelComes', (coming) => session.#hearPanel(coming)),
      on('marked', ({ symbol }) => session.#tellMarked(symbol)),
      on('notice', (notice) => session.notices.hear(notice)),
      on('brokerSymbols', (brokerSymbols) => session.#set({ brokerSymbols })),
      on('exit', (run) => session.#hearExit(run)),
      on('stop', (stop) => session.#set({ stop })),
      on('pace', (pace) => session.#set({ pace })),
      on('alerts', (alerts) => session.#set({ alerts })),
      on('journal', (journal) => session.#set({ journal })),
      ...storesOf(session.stores).map((store) => store.listen(on)),
    )
    const reply = await session.#askView()
    if (!reply.ok) {
      session.close()
      return reply
    }
    session.#set(reply.value)
    session.notices.hearAgain(reply.value.notices)
    session.#hearWaiting()
    session.#heardAt = time.ticks()
    // The line broke while nobody could know what to ask for.
    if (session.#isBehind) void session.#renew()
    session.#stops.push(
      session.clock.start(),
      time.every(2000, () => void session.#probe()),
    )
    return ok(session)
  }

  close(): void {
    for (const stop of this.#stops.splice(0)) stop()
  }

  /** Symbols that the books showed at some time; asked for when somebody first wants to know. */
  get knownSymbols(): readonly KnownSymbol[] {
    return this.#seen
  }

  async learnSeen(): Promise<void> {
    if (this.#isSeenAsked) return
    this.#isSeenAsked = true
    const reply = await this.bridge.listSymbols({})
    if (reply.ok) this.#seen = reply.value
    this.#isSeenAsked = reply.ok
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
  /** Windows in which a key sends at once, but this one, and for how many milliseconds yet. */
  get armedElsewhere(): readonly { number: number; left: number }[] {
    // The screen's clock goes by the second, and may be behind the moment of the last word.
    const passed = Math.max(0, this.clock.now - this.#windowsAt)
    return this.#view.windows.flatMap(({ id, number, armedFor }) => {
      if (armedFor === null || armedFor <= passed || id === this.window?.id) return []
      return [{ number, left: armedFor - passed }]
    })
  }
  /** Whether another window is there that marks what is chosen in this one. */
  get isLinked(): boolean {
    const { window } = this
    return this.#view.windows.some(
      ({ id, link, isHere }) =>
        isHere && id !== window?.id && link !== null && link === window?.link,
    )
  }

  /** Hears of each symbol that is chosen in a window that is linked to this one. Returns what ends it. */
  onMarked(hear: (symbol: string) => void): () => void {
    this.#marking.add(hear)
    return () => this.#marking.delete(hear)
  }

  /** Hears of each panel that another window sends here. Returns what ends it. */
  onPanel(take: (coming: ComingPanel) => Promise<void>): () => void {
    this.#takePanel = take
    for (const coming of this.#coming.splice(0)) void take(coming)
    return () => (this.#takePanel = null)
  }

  /** One that comes before the panels stand waits for them. */
  #hearPanel(coming: ComingPanel): void {
    if (this.#takePanel === null) this.#coming.push(coming)
    else void this.#takePanel(coming)
  }

  #tellMarked(symbol: string): void {
    for (const hear of this.#marking) hear(symbol)
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
  get reach(): DeskReach {
    return this.#reach
  }
  /** Why there is no way back to the desk; null while there may be. */
  get closedBecause(): string | null {
    return this.#closedBecause
  }

  /**
   * Runs whenever the view was taken anew, for what is read by calls: what is held of that may be
   * from before. Returns what ends it.
   */
  onRenewed(run: () => void): () => void {
    this.#renewals.add(run)
    return () => this.#renewals.delete(run)
  }

  /** Shown at once; what the desk could not keep is said, and stays for this window. */
  async change(settings: Partial<Settings>): Promise<void> {
    this.#set({ settings: { ...this.#view.settings, ...settings } })
    this.#unanswered.add(settings)
    const reply = await this.bridge.saveSettings(settings)
    this.#unanswered.delete(settings)
    // What was under way when the screen was locked is not worth a word after it.
    if (!reply.ok && reply.error.code === 'screen-locked') return
    this.#noteFailure(reply, 'The change holds for this window only')
  }

  /** What the desk tells of an earlier change takes no later one back for a moment. */
  #hearSettings(settings: Settings): void {
    this.#set({ settings: Object.assign({}, settings, ...this.#unanswered) })
  }

  /** Shown once the desk has it on disk; answers why it has not. */
  async keep(settings: Partial<Settings>): Promise<Failure | null> {
    const reply = await this.bridge.saveSettings(settings)
    if (reply.ok) this.#set({ settings: reply.value })
    else this.#judge(reply.error)
    return reply.ok ? null : reply.error
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

  /** Nothing is waited for before it is asked; answers why it failed, if it did. */
  async engageStop(): Promise<Failure | null> {
    return this.#takeStop(await this.bridge.engageStop({}))
  }

  async liftStop(): Promise<Failure | null> {
    return this.#takeStop(await this.bridge.liftStop({}))
  }

  async lookAt(input: Parameters<Bridge['lookAt']>[0]): Promise<void> {
    const reply = await this.bridge.lookAt(input)
    if (!reply.ok) this.#judge(reply.error)
  }

  #takeStop(reply: Reply<StopState>): Failure | null {
    if (reply.ok) {
      this.#set({ stop: reply.value })
      return null
    }
    this.#judge(reply.error)
    return reply.error
  }

  #noteFailure(reply: Reply<unknown>, what: string): void {
    if (reply.ok) return
    this.#judge(reply.error)
    this.notices.say({ level: 'warning', message: `${what}: ${reply.error.message}` })
  }

  #judge(failure: Failure): void {
    if (failure.code === 'forbidden') this.#reach = 'forbidden'
    else if (lineDown.has(failure.code) && this.#reach === 'live') this.#reach = 'lost'
  }

  /** Locks at once; answers why it cannot be. */
  async lockScreen(): Promise<Failure | null> {
    const isLockable = this.lock.way !== null
    // Not a look at the line first: one that is stuck is open. What was said is heard once it moves.
    const reply = await this.#withinPatience(this.bridge.lockScreen({}))
    if (!isLockable || reply.ok || !lineDown.has(reply.error.code)) return this.learnLock(reply)
    this.hide()
    return null
  }

  #withinPatience(asked: Promise<Reply<LockStatus>>): Promise<Reply<LockStatus>> {
    return new Promise((resolve) => {
      const stop = this.clock.time.every(lockPatience, () => {
        stop()
        resolve(lineLost)
      })
      void asked.then((reply) => {
        stop()
        resolve(reply)
      })
    })
  }

  /** Whether this window hides what it shows, until the desk is back and is told to lock. */
  get isHidden(): boolean {
    return this.#isHidden
  }

  hide(): void {
    this.#isHidden = true
  }

  /** Whether nobody is there who would lock an idle screen. */
  get isDeskAway(): boolean {
    return this.#reach !== 'live' || this.clock.now - this.#heardAt > silentTooLong
  }

  async unlockScreen(password: string): Promise<Failure | null> {
    return this.learnLock(await this.bridge.unlockScreen({ password }))
  }

  /** Takes an answer about the lock as an event of it would be. */
  learnLock(reply: Reply<LockStatus>): Failure | null {
    if (reply.ok) this.#hearLock(reply.value)
    else this.#judge(reply.error)
    return reply.ok ? null : reply.error
  }

  /** A locked desk said nothing of what happened since: it is asked before the deck comes back. */
  #hearLock(lock: LockStatus): void {
    if (lock.isLocked || !this.isLocked) this.#set({ lock })
    else void this.#renew()
  }

  #hearLine(line: LineState): void {
    switch (line.state) {
      case 'lost':
        return this.#judge(lineLost.error)
      case 'anew':
        return void this.#renew()
      case 'closed':
        this.#closedBecause = line.message
        this.#reach = 'forbidden'
    }
  }

  /** Takes the whole view as a first start does, and lets all that is read be read anew. */
  async #renew(): Promise<void> {
    this.#isBehind = true
    await this.#takeView()
  }

  /** What the desk tells between its view and the answer is heard after it. */
  async #takeView(): Promise<void> {
    if (this.#waiting !== null) return
    do {
      const isAnew = this.#isBehind
      this.#isBehind = false
      this.#waiting = []
      const reply = await this.#askView()
      if (!reply.ok) {
        this.#judge(reply.error)
        return this.#hearWaiting()
      }
      this.#heardAt = this.clock.time.ticks()
      if (this.#reach === 'lost') this.#reach = 'live'
      this.#take(reply.value)
      const isShown = isAnew && !this.isLocked
      if (isShown) for (const store of storesOf(this.stores)) store.renew(reply.value)
      this.#hearWaiting()
      if (isShown) for (const run of this.#renewals) run()
    } while (this.#isBehind)
  }

  #askView(): Promise<Reply<DeskView>> {
    return this.bridge.openDesk({ window: this.#view?.window?.id ?? this.#had, page: this.#page })
  }

  #hearWaiting(): void {
    const waiting = this.#waiting ?? []
    this.#waiting = null
    for (const run of waiting) run()
  }

  /** Of a locked desk's view only the lock and the stop are true; the rest is left out. */
  #take(view: DeskView): void {
    const { lock, stop } = view
    const settings = Object.assign({}, view.settings, ...this.#unanswered)
    const window = view.window && Object.assign({}, view.window, ...this.#unkept)
    this.#set(lock.isLocked ? { lock, stop } : { ...view, settings, window })
    this.notices.hearAgain(view.notices)
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
      this.#set({ window: Object.assign({}, window, told, ...this.#unkept) })
  }

  /** Shown at once; what the desk could not keep is said, and stays until this window is closed. */
  async arrange(part: ArrangedPart): Promise<void> {
    const before = this.#view.window
    if (before === null) return
    this.#set({ window: { ...before, ...part } })
    this.#unkept.add(part)
    const reply = await this.bridge.changeWindow(part)
    this.#unkept.delete(part)
    if (!reply.ok && reply.error.code === 'screen-locked') return
    this.#noteFailure(reply, 'The change holds until this window is closed')
  }

  #set(part: Partial<DeskView>): void {
    this.#view = { ...this.#view, ...part }
    const enabled = this.accounts.enabled.map(({ id }) => id)
    if (part.windows !== undefined) this.#windowsAt = this.clock.time.ticks()
    for (const store of storesOf(this.stores)) store.learnView(part, enabled)
  }

  /** A desk that says nothing for long is asked whether it is there; a lost one, whether it is back. */
  async #probe(): Promise<void> {
    const isQuiet = this.clock.time.ticks() - this.#heardAt > quietTooLong
    if (this.#reach === 'lost') await this.#renew()
    else if (this.#reach === 'live' && isQuiet) await this.#takeView()
  }
}
