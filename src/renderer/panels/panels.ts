import type { Component } from 'svelte'
import type { BookName } from '../../shared/books.ts'
import type { PanelId } from '../state/layout.ts'
import AccountPanel from './AccountPanel.svelte'
import FundsPanel from './FundsPanel.svelte'
import HoldingsPanel from './HoldingsPanel.svelte'
import JournalPanel from './JournalPanel.svelte'
import OrdersPanel from './OrdersPanel.svelte'
import PositionsPanel from './PositionsPanel.svelte'
import TimelinePanel from './TimelinePanel.svelte'
import TradesPanel from './TradesPanel.svelte'

interface PanelRow {
  title: string
  /** What it shows is polled while it is in sight; null where it reads for itself. */
  book: BookName | null
  component: Component
  /** Its tab says how many rows it has, and its strip has a field to filter them by. */
  isGrid: boolean
}

export const panels: Record<PanelId, PanelRow> = {
  positions: { title: 'Positions', book: 'positions', component: PositionsPanel, isGrid: true },
  holdings: { title: 'Holdings', book: 'holdings', component: HoldingsPanel, isGrid: true },
  orders: { title: 'Orders', book: 'orders', component: OrdersPanel, isGrid: true },
  trades: { title: 'Trades', book: 'trades', component: TradesPanel, isGrid: true },
  journal: { title: 'Journal', book: null, component: JournalPanel, isGrid: false },
  funds: { title: 'Funds', book: 'funds', component: FundsPanel, isGrid: false },
  account: { title: 'Account', book: 'profile', component: AccountPanel, isGrid: false },
  timeline: { title: 'Timeline', book: 'orders', component: TimelinePanel, isGrid: false },
}
