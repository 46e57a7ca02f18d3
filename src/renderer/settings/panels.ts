import type { Panel, PanelId } from '../core/panels.ts'

export const settingsPanels = {
  settings: {
    title: 'Settings',
    shelf: 'Tools',
    side: 'above',
    load: () => import('./SettingsPanel.svelte'),
  },
} satisfies Partial<Record<PanelId, Panel>>
