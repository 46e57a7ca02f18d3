import * as z from 'zod'
import {
  type AccountFile,
  type ImportedAccounts,
  Takings,
  longestAccountFile,
} from './accounts/account-file.ts'
import {
  type Account,
  AccountId,
  Keys,
  Profile,
  VaultKind,
  type VaultStatus,
} from './accounts/accounts.ts'
import {
  type Alert,
  AlertFilter,
  type AlertsState,
  type PriceAlert,
  PriceAlertInput,
} from './alerts/alerts.ts'
import { BookName } from './books/books.ts'
import type { CallName, EventName } from './channels.ts'
import {
  CallToDescribe,
  type DescribedCall,
  type ReadAnswer,
  ReadToRun,
} from './console/console.ts'
import type { Failure, Reply } from './core/errors.ts'
import type { MarketData } from './market/market-data.ts'
import { AccountGroup } from './accounts/groups.ts'
import type { OpenItem } from './quitting/open-items.ts'
import { LockSetUp, type LockStatus, Secret } from './lock/lock.ts'
import { Basket } from './orders/baskets.ts'
import type { ExitRun, StopState } from './exits/exits.ts'
import type { Intent } from './orders/intents.ts'
import {
  JournalFilter,
  type JournalEntry,
  type JournalRow,
  type JournalStatus,
} from './journal/journal.ts'
import { type Placement, type Preview, ShownOrder } from './orders/placing.ts'
import { mostOrders, Tickets } from './orders/tickets.ts'
import type { RowsPatch } from './core/patch.ts'
import {
  type PnlCurve,
  PnlDate,
  type PnlDay,
  type PnlIndex,
  PnlKey,
  type PnlSample,
  mostCurves,
} from './pnl/history.ts'
import type { FundsRecord, HistoryRecord, ProfileRecord } from './service/records.ts'
import { Settings } from './settings/settings.ts'
import type { KnownSymbol } from './books/known-symbol.ts'

const nothing = z.strictObject({})
const passphrase = z.string().min(1).max(1000)
const accountFile = z.base64().min(1).max(longestAccountFile)

const PnlKeys = z.array(PnlKey).min(1).max(mostCurves)

/** Every call a window can make: what it may say. The desk parses each with these. */
export const inputs = {
  openDesk: nothing,
  readBook: z.strictObject({ account: AccountId, book: BookName }),
  refreshBooks: z.strictObject({
    account: AccountId.optional(),
    book: BookName.optional(),
  }),
  lookAt: z.strictObject({
    accounts: z.array(AccountId).max(200),
    books: z.array(BookName).max(20),
  }),
  pausePolling: nothing,
  resumePolling: nothing,
  saveAccount: z.strictObject({
    /** Without an id, a new account. */
    profile: Profile.omit({ id: true }).extend({ id: AccountId.optional() }),
    /** Typed anew, or absent to keep those in the vault. */
    keys: Keys.optional(),
  }),
  testAccount: z.union([
    z.strictObject({ account: AccountId }),
    /** Before it is saved: keys as they are typed, which go no further than the service. */
    z.strictObject({
      profile: Profile.pick({ broker: true, service: true }),
      keys: Keys.optional(),
    }),
  ]),
  duplicateAccount: z.strictObject({ account: AccountId }),
  deleteAccount: z.strictObject({
    account: AccountId,
    /** Agreed to after being told what is open there. */
    despite: z.boolean().optional(),
  }),
  orderAccounts: z.strictObject({ accounts: z.array(AccountId).max(1000) }),
  /** Without an id, a new group. */
  saveGroup: AccountGroup.extend({ id: z.uuid().optional() }),
  deleteGroup: z.strictObject({ id: z.uuid() }),
  /** One file under a passphrase; with keys only where that is asked for. */
  exportAccounts: z.strictObject({
    passphrase,
    accounts: z.array(AccountId).min(1).max(1000),
    withKeys: z.boolean(),
  }),
  /** What a file would bring. Nothing is changed. */
  readAccountFile: z.strictObject({ file: accountFile, passphrase }),
  importAccounts: z.strictObject({
    file: accountFile,
    passphrase,
    accounts: Takings,
    groups: Takings,
  }),
  chooseVault: z.strictObject({ kind: VaultKind, passphrase: passphrase.optional() }),
  unlockVault: z.strictObject({ passphrase: passphrase.optional() }),
  changePassphrase: z.strictObject({ from: Secret, to: Secret }),
  /** Somebody touched the window: the screen is not idle. */
  touch: nothing,
  lockScreen: nothing,
  unlockScreen: z.strictObject({ password: Secret }),
  setUpLock: LockSetUp,
  saveSettings: Settings.partial(),
  /** What these orders would be, and what stands against them. Nothing is kept or sent. */
  previewOrders: z.strictObject({ orders: Tickets }),
  placeOrders: z.strictObject({
    /** Made once for each act of confirming: a second call with it sends nothing. */
    confirmation: z.uuid(),
    orders: Tickets,
    /** What was asked and agreed to, as `consentTo` writes it. */
    accepted: z.array(z.string().max(60)).max(5000),
    /** What was seen of each order: one that has become worse since is not sent. */
    shown: z.array(ShownOrder.nullable()).max(mostOrders).optional(),
  }),
  /** Takes orders out of the queue that were not sent yet. */
  callOffOrders: z.strictObject({ intents: z.array(z.uuid()).min(1).max(1000) }),
  /** Reads the order book once more for an order in doubt. */
  lookForOrder: z.strictObject({ intent: z.uuid() }),
  settleOrder: z.strictObject({
    intent: z.uuid(),
    how: z.discriminatedUnion('kind', [
      z.strictObject({
        kind: z.literal('is'),
        orderIds: z.array(z.string().max(200)).min(1).max(200),
      }),
      z.strictObject({ kind: z.literal('absent') }),
    ]),
  }),
  exitAccounts: z.strictObject({
    confirmation: z.uuid(),
    what: z.enum(['orders', 'positions', 'both']),
    accounts: z
      .array(
        z.strictObject({
          account: AccountId,
          strategy: z.string().trim().min(1).max(60).nullable(),
        }),
      )
      .min(1)
      .max(200),
    /** Agreed to after being told that an earlier exit may still close the same positions. */
    again: z.boolean().optional(),
  }),
  stopWatching: z.strictObject({ exit: z.uuid() }),
  engageStop: nothing,
  liftStop: nothing,
  readJournal: z.strictObject({
    filter: JournalFilter,
    /** Rows older than this entry; from the newest on where it is absent. */
    before: z.int().min(1).optional(),
    limit: z.int().min(1).max(500),
  }),
  readIntent: z.strictObject({ intent: z.uuid() }),
  readTimeline: z.strictObject({ account: AccountId, orderId: z.string().min(1).max(200) }),
  /** One part of the export; more follow while `next` is not null. */
  exportJournal: z.strictObject({
    filter: JournalFilter,
    format: z.enum(['csv', 'jsonl']),
    from: z.int().min(0),
  }),
  verifyJournal: nothing,
  /** Every symbol that a book once showed, the latest first. */
  listSymbols: nothing,
  listBaskets: nothing,
  /** Without an id, a new basket. */
  saveBasket: Basket.omit({ changed: true }).extend({ id: z.uuid().optional() }),
  deleteBasket: z.strictObject({ id: z.uuid() }),
  listPnl: nothing,
  readPnl: z.strictObject({ day: PnlDate, keys: PnlKeys }),
  readPnlDays: z.strictObject({ from: PnlDate, to: PnlDate, keys: PnlKeys }),
  readAlerts: z.strictObject({
    filter: AlertFilter,
    /** Alerts older than this one, by `seq`; from the newest on where it is absent. */
    before: z.int().min(1).optional(),
    limit: z.int().min(1).max(500),
  }),
  /** Marks as read: all up to a place in the log, or those named. */
  markAlerts: z.union([
    z.strictObject({ upTo: z.int().min(0) }),
    z.strictObject({ ids: z.array(z.uuid()).min(1).max(500) }),
  ]),
  clearAlerts: nothing,
  /** For so many minutes nothing is shown or heard; null lets them be again. */
  muteAlerts: z.strictObject({ minutes: z.int().min(1).max(480).nullable() }),
  /** Without an id, a new one. */
  savePriceAlert: PriceAlertInput.extend({ id: z.uuid().optional() }),
  deletePriceAlert: z.strictObject({ id: z.uuid() }),
  /** The request that these fields make. Nothing is sent. */
  describeCall: CallToDescribe,
  runRead: ReadToRun,
  /** One part of an answer that was too large to be shown whole. */
  readAnswer: z.strictObject({ id: z.uuid(), from: z.int().min(0) }),
} satisfies Record<CallName, z.ZodType>

/** What each call answers. */
interface Outputs {
  openDesk: DeskView
  readBook: BookSnapshot
  refreshBooks: null
  lookAt: null
  pausePolling: null
  resumePolling: null
  saveAccount: Account
  testAccount: AccountTest
  duplicateAccount: Account
  deleteAccount: null
  orderAccounts: null
  saveGroup: AccountGroup
  deleteGroup: null
  exportAccounts: { file: string }
  readAccountFile: AccountFile
  importAccounts: ImportedAccounts
  chooseVault: VaultStatus
  unlockVault: VaultStatus
  changePassphrase: VaultStatus
  touch: null
  lockScreen: LockStatus
  unlockScreen: LockStatus
  setUpLock: LockStatus
  saveSettings: Settings
  previewOrders: Preview
  placeOrders: Placement
  callOffOrders: Intent[]
  lookForOrder: Intent
  settleOrder: Intent
  exitAccounts: ExitRun
  stopWatching: null
  engageStop: StopState
  liftStop: StopState
  readJournal: { rows: JournalRow[]; hasMore: boolean }
  readIntent: { intent: Intent; entries: JournalEntry[] }
  readTimeline: Timeline
  exportJournal: { text: string; next: number | null }
  verifyJournal: null
  listSymbols: KnownSymbol[]
  listBaskets: Basket[]
  saveBasket: Basket
  deleteBasket: null
  listPnl: PnlIndex
  readPnl: PnlCurve[]
  readPnlDays: { key: PnlKey; days: PnlDay[] }[]
  readAlerts: { rows: Alert[]; hasMore: boolean }
  markAlerts: null
  clearAlerts: null
  muteAlerts: null
  savePriceAlert: PriceAlert
  deletePriceAlert: null
  describeCall: DescribedCall
  runRead: ReadAnswer
  readAnswer: { text: string; next: number | null }
}

/** What the desk tells its windows without being asked. */
export interface Events {
  book: BookUpdate
  accounts: Account[]
  groups: AccountGroup[]
  vault: VaultStatus
  lock: LockStatus
  polling: PollingState
  settings: Settings
  notice: Notice
  /** Intents that are new or changed. */
  intents: Intent[]
  /** A run of exits that began or got further. */
  exit: ExitRun
  stop: StopState
  pace: Pace[]
  /** New, or one that counts more by now. */
  alert: Alert
  alerts: AlertsState
  journal: JournalStatus
  pnl: PnlSample
}

/** Everything a window needs to draw its first frame, but the books' rows; of a locked screen, next to nothing. */
export interface DeskView {
  version: string
  host: 'electron' | 'browser'
  /** Where everything that outlives a session is kept. */
  dataDir: string
  accounts: Account[]
  groups: AccountGroup[]
  vault: VaultStatus
  lock: LockStatus
  /** What would have been left to itself if the desk had stopped then. */
  concerns: OpenItem[]
  settings: Settings
  polling: PollingState
  /** Things that happened before a window was there to be told. */
  notices: Notice[]
  /** Today's intents, and older ones that nobody settled; the latest first. */
  intents: Intent[]
  exits: ExitRun[]
  stop: StopState
  pace: Pace[]
  journal: JournalStatus
  alerts: AlertsState
  /** When each exchange trades. */
  hours: MarketData['exchanges']
}

/** How fast an account's orders leave. */
export interface Pace {
  account: string
  /** Orders that left within the last second, and the most that may. */
  used: number
  most: number
  /** Orders confirmed and not sent yet. */
  waiting: number
}

/** One order, from both sides. */
export interface Timeline {
  /** Our own part in it, where it was placed from here. */
  intent: Intent | null
  entries: JournalEntry[]
  /** What the broker says of it, in the order in which it tells it; or why that could not be read. */
  history: Reply<HistoryRecord[]>
}

export interface PollingState {
  paused: boolean
}

export interface Notice {
  level: 'info' | 'warning'
  message: string
}

/** How a book stands, beside its rows. */
export interface BookMeta {
  /** Counts the patches; a window that misses one asks for a snapshot. Below zero for kept rows. */
  seq: number
  /** Milliseconds since the last good answer, when this was sent; null before the first. */
  age: number | null
  /**
   * Where nothing was read yet and the rows are those of an earlier session: the wall-clock
   * milliseconds at which they were read. They are there to be looked at, and prove nothing.
   */
  kept?: number
  /** Milliseconds between polls at present. */
  every: number
  /** What went wrong with the last poll, if it did. The rows are then those of the last good one. */
  trouble: Failure | null
  /** Rows that could not be read, as they came. */
  unreadable: string[]
}

export interface BookSnapshot {
  account: string
  book: BookName
  meta: BookMeta
  rows: [key: string, row: Record<string, unknown>][]
}

export interface BookUpdate {
  account: string
  book: BookName
  meta: BookMeta
  /** Absent where only the meta changed; `seq` is then that of the patch before. */
  patch?: RowsPatch
}

export interface AccountTest {
  profile: ProfileRecord
  funds: FundsRecord
  /** Milliseconds that the first answer took. */
  took: number
}

export type Input<Name extends CallName> = z.input<(typeof inputs)[Name]>
export type Parsed<Name extends CallName> = z.output<(typeof inputs)[Name]>
export type Output<Name extends CallName> = Outputs[Name]

export type Handlers = {
  [Name in CallName]: (input: Parsed<Name>) => Promise<Reply<Output<Name>>>
}

/** All that a window knows of the outside: a method a call, and a way to listen. */
export type Bridge = {
  [Name in CallName]: (input: Input<Name>) => Promise<Reply<Output<Name>>>
} & {
  on<Name extends EventName>(name: Name, listener: (event: Events[Name]) => void): () => void
}
