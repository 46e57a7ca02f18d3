import type { Panel, PanelId } from '../core/panels.ts'

export const consolePanels = {
  console: {
    title: 'Console',
    shelf: 'Tools',
    side: 'below',
    load: () => import('./ConsolePanel.svelte'),
  },
} satisfies Partial<Record<PanelId, Panel>>
