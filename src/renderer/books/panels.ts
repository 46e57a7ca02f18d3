import type { Panel, PanelId } from '../core/panels.ts'
import BookTab from './BookTab.svelte'
import BookTools from './BookTools.svelte'
import HoldingsPanel from './HoldingsPanel.svelte'
import OrdersPanel from './OrdersPanel.svelte'
import PositionsPanel from './PositionsPanel.svelte'
import TradesPanel from './TradesPanel.svelte'

const strip = { tab: BookTab, tools: BookTools, shelf: 'Books' } as const

export const bookPanels = {
  positions: {
    ...strip,
    title: 'Positions',
    book: 'positions',
    side: 'above',
    component: PositionsPanel,
  },
  holdings: {
    ...strip,
    title: 'Holdings',
    book: 'holdings',
    side: 'above',
    component: HoldingsPanel,
  },
  orders: { ...strip, title: 'Orders', book: 'orders', side: 'below', component: OrdersPanel },
  trades: { ...strip, title: 'Trades', book: 'trades', side: 'below', component: TradesPanel },
} satisfies Partial<Record<PanelId, Panel>>
