import * as z from 'zod'
import { type Account, AccountId, Keys, Profile, VaultKind, type VaultStatus } from './accounts.ts'
import { BookName } from './books.ts'
import type { CallName, EventName } from './channels.ts'
import type { Failure, Reply } from './errors.ts'
import type { RowsPatch } from './patch.ts'
import type { FundsRecord, ProfileRecord } from './service/records.ts'
import { Settings } from './settings.ts'

const nothing = z.strictObject({})
const passphrase = z.string().min(1).max(1000)

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
  testAccount: z.strictObject({ account: AccountId }),
  duplicateAccount: z.strictObject({ account: AccountId }),
  deleteAccount: z.strictObject({ account: AccountId }),
  chooseVault: z.strictObject({ kind: VaultKind, passphrase: passphrase.optional() }),
  unlockVault: z.strictObject({ passphrase: passphrase.optional() }),
  saveSettings: Settings.partial(),
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
  chooseVault: VaultStatus
  unlockVault: VaultStatus
  saveSettings: Settings
}

/** What the desk tells its windows without being asked. */
export interface Events {
  book: BookUpdate
  accounts: Account[]
  vault: VaultStatus
  polling: PollingState
  settings: Settings
  notice: Notice
}

/** Everything a window needs to draw its first frame, but the books' rows. */
export interface DeskView {
  version: string
  host: 'electron' | 'browser'
  accounts: Account[]
  vault: VaultStatus
  settings: Settings
  polling: PollingState
  /** Things that happened before a window was there to be told. */
  notices: Notice[]
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
  /** Counts the patches; a window that misses one asks for a snapshot. */
  seq: number
  /** Milliseconds since the last good answer, when this was sent; null before the first. */
  age: number | null
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
