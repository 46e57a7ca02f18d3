import type { Panel, PanelId } from '../core/panels.ts'

export const pnlPanels = {
  pnl: {
    title: 'P&L',
    shelf: 'Money and accounts',
    side: 'above',
    load: () => import('./PnlPanel.svelte'),
  },
} satisfies Partial<Record<PanelId, Panel>>
