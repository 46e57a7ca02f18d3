import type { Component } from 'svelte'
import type { BookName } from '../../shared/books/books.ts'
import type { PanelId } from '../workspace/layout.ts'
import AccountPanel from '../accounts/AccountPanel.svelte'
import FundsPanel from '../books/FundsPanel.svelte'
import HoldingsPanel from '../books/HoldingsPanel.svelte'
import JournalPanel from '../journal/JournalPanel.svelte'
import OrdersPanel from '../books/OrdersPanel.svelte'
import PositionsPanel from '../books/PositionsPanel.svelte'
import TimelinePanel from '../journal/TimelinePanel.svelte'
import TradesPanel from '../books/TradesPanel.svelte'

/** Where panels of one kind stand: what is held, what is sent, what is beside both. */
export type PanelKin = 'held' | 'sent' | 'beside'

/** There from the start, or fetched when it is first shown. */
type Code = { component: Component } | { load: () => Promise<{ default: Component }> }

type PanelRow = Code & {
  title: string
  /** What it shows is polled while it is in sight; null where it reads for itself. */
  book: BookName | null
  /** Its tab says how many rows it has, and its strip has a field to filter them by. */
  isGrid: boolean
  /** It opens as a tab beside its kin; where none of them is open, in a group of its own. */
  kin: PanelKin
}

const book = { isGrid: true }
const plain = { isGrid: false, book: null }

export const panels: Record<PanelId, PanelRow> = {
  positions: {
    ...book,
    title: 'Positions',
    book: 'positions',
    kin: 'held',
    component: PositionsPanel,
  },
  holdings: { ...book, title: 'Holdings', book: 'holdings', kin: 'held', component: HoldingsPanel },
  orders: { ...book, title: 'Orders', book: 'orders', kin: 'sent', component: OrdersPanel },
  trades: { ...book, title: 'Trades', book: 'trades', kin: 'sent', component: TradesPanel },
  journal: { ...plain, title: 'Journal', kin: 'sent', component: JournalPanel },
  funds: { ...plain, title: 'Funds', book: 'funds', kin: 'beside', component: FundsPanel },
  account: { ...plain, title: 'Account', book: 'profile', kin: 'beside', component: AccountPanel },
  timeline: {
    ...plain,
    title: 'Timeline',
    book: 'orders',
    kin: 'beside',
    component: TimelinePanel,
  },
  settings: {
    ...plain,
    title: 'Settings',
    kin: 'held',
    load: () => import('../settings/SettingsPanel.svelte'),
  },
  console: {
    ...plain,
    title: 'Console',
    kin: 'sent',
    load: () => import('../console/ConsolePanel.svelte'),
  },
  baskets: {
    ...plain,
    title: 'Baskets',
    kin: 'sent',
    load: () => import('../orders/basket/BasketsPanel.svelte'),
  },
  alerts: {
    ...plain,
    title: 'Alerts',
    kin: 'sent',
    load: () => import('../alerts/AlertsPanel.svelte'),
  },
  pnl: { ...plain, title: 'P&L', kin: 'held', load: () => import('../pnl/PnlPanel.svelte') },
}
