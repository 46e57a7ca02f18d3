import * as z from 'zod'
import type { Account, VaultStatus } from './accounts/accounts.ts'
import type { AccountGroup } from './accounts/groups.ts'
import type { AlertsState } from './alerts/alerts.ts'
import type { PollingState } from './books/book-state.ts'
import { type CallRows, type EventRows, typed } from './core/contract-rows.ts'
import type { Notice } from './core/notice.ts'
import type { ExitRun, StopState } from './exits/exits.ts'
import type { JournalStatus } from './journal/journal.ts'
import type { LockStatus } from './lock/lock.ts'
import type { ExchangeRules } from './market/exchange-rules.ts'
import type { BrokerSymbol } from './orders/broker-symbols.ts'
import type { Pace } from './orders/calls.ts'
import type { Intent } from './orders/intents.ts'
import type { OpenItem } from './quitting/open-items.ts'
import type { Settings } from './settings/settings.ts'
import { type OwnWindow, WindowId, type WindowStanding } from './workspace/windows.ts'

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
  openItems: OpenItem[]
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
  /** What each broker calls an instrument, where that is not its name. */
  brokerSymbols: BrokerSymbol[]
  /** What is kept for the window that asked; null where it asked for nothing of it. */
  window: OwnWindow | null
  windows: readonly WindowStanding[]
  /** When each exchange trades. */
  hours: ExchangeRules['exchanges']
}

export const deskCalls = {
  openDesk: {
    input: z.strictObject({
      /** The kept window that a window had, if it knows of one; absent where somebody only looks in. */
      window: WindowId.nullable().optional(),
      /** Made up by the page at its start: the same one is back, where its line broke unnoticed. */
      page: WindowId.optional(),
    }),
    output: typed<DeskView>(),
    whileLocked: 'answered',
  },
} satisfies CallRows

/**
 * How the line between a window and its desk is: it broke; or what was told is not all that
 * happened, and the whole view has to be taken anew; or there is no way back to this desk.
 */
export type LineState = { state: 'lost' } | { state: 'anew' } | { state: 'closed'; message: string }

export const deskEvents = {
  notice: { carries: typed<Notice>(), whileLocked: 'dropped' },
  /** Said by what carries the line; the desk itself knows nothing of it. */
  line: { carries: typed<LineState>(), whileLocked: 'told' },
} satisfies EventRows
