import type { Panel, PanelId } from '../core/panels.ts'

export const orderPanels = {
  baskets: {
    title: 'Baskets',
    shelf: 'Tools',
    side: 'below',
    load: () => import('./basket/BasketsPanel.svelte'),
  },
} satisfies Partial<Record<PanelId, Panel>>
