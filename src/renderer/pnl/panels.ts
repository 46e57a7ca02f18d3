import type { Panel, PanelId } from '../core/panels.ts'

export const pnlPanels = {
  pnl: {
    title: 'P&L',
    side: 'above',
    load: () => import('./PnlPanel.svelte'),
  },
} satisfies Partial<Record<PanelId, Panel>>
