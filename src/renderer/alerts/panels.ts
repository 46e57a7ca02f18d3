import type { Panel, PanelId } from '../core/panels.ts'
import AlertsTab from './AlertsTab.svelte'

export const alertPanels = {
  alerts: {
    title: 'Alerts',
    shelf: 'What happened',
    side: 'below',
    tab: AlertsTab,
    load: () => import('./AlertsPanel.svelte'),
  },
} satisfies Partial<Record<PanelId, Panel>>
