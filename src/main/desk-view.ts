import type { HandlersOf } from '../shared/core/contract-rows.ts'
import { ok } from '../shared/core/errors.ts'
import type { Notice } from '../shared/core/notice.ts'
import { type DeskView, type deskCalls } from '../shared/desk-view.ts'
import type { OpenItem } from '../shared/quitting/open-items.ts'
import { type Settings, defaultSettings } from '../shared/settings/settings.ts'
import { usualWindow } from '../shared/workspace/usual-window.ts'
import type { Groups } from './accounts/groups.ts'
import type { Roster } from './accounts/roster.ts'
import type { Vault } from './accounts/vault/vault.ts'
import type { DeskAlerts } from './alerts/alerts.ts'
import type { Poller } from './books/poller.ts'
import type { Document } from './core/documents.ts'
import type { Lock } from './lock/lock.ts'
import type { DeskTrading } from './trading.ts'
import type { DeskWindows } from './workspace/desk-windows.ts'

export interface DeskViewParts {
  about: Pick<DeskView, 'version' | 'host' | 'dataDir'>
  roster: Roster
  groups: Groups
  vault: Vault
  lock: Lock
  openItems(): OpenItem[]
  settings: Document<Settings>
  poller: Poller
  notices: { readonly all: readonly Notice[] }
  trading: Pick<DeskTrading, 'view'>
  alerts: DeskAlerts
  windows: DeskWindows
}

export const deskAnswers = (desk: DeskViewParts) =>
  ({
    openDesk: ({ window: had, page = null }, line) => {
      const window =
        line === null || had === undefined ? null : desk.windows.take(line, { had, page })
      const view: DeskView = {
        ...desk.about,
        accounts: desk.roster.list(),
        groups: desk.groups.list(),
        vault: desk.vault.status(),
        lock: desk.lock.status(),
        openItems: desk.openItems(),
        settings: desk.settings.read(),
        polling: { paused: desk.poller.paused },
        notices: [...desk.notices.all],
        ...desk.trading.view(),
        alerts: desk.alerts.state(),
        window,
        windows: desk.windows.standings(),
      }
      return ok(desk.lock.isLocked ? lockedView(view) : view)
    },
  }) satisfies HandlersOf<typeof deskCalls>

/**
 * What a locked screen is drawn from: how it looks, whether the stop is on and polling is paused, what
 * would be left open by quitting, how the keys and the journal stand, the exchanges' hours and the data
 * folder. Written out, so that whoever adds to the view has to say what a locked screen may know of it.
 */
export const lockedView = (view: DeskView): DeskView => {
  const { version, host, dataDir, vault, lock, openItems, stop, polling, journal, hours } = view
  const { window } = view
  const { theme, colours, density, flash, lockAfter } = view.settings
  return {
    ...{ version, host, dataDir, vault, lock, openItems, stop, polling, journal, hours },
    settings: { ...defaultSettings, theme, colours, density, flash, lockAfter },
    accounts: [],
    groups: [],
    notices: [],
    intents: [],
    brokerSymbols: [],
    exits: [],
    pace: [],
    // Its place alone: it comes back to it.
    window: window === null ? null : { ...window, ...usualWindow, toReopen: [], isToGo: false },
    windows: [],
    alerts: { unread: 0, mutedUntil: null, prices: [] },
  }
}
