import BookTools from '../books/BookTools.svelte'
import type { Panel, PanelId } from '../core/panels.ts'

export const journalPanels = {
  journal: { title: 'Journal', side: 'below', load: () => import('./JournalPanel.svelte') },
  timeline: {
    title: 'Timeline',
    book: 'orders',
    side: 'right',
    tools: BookTools,
    load: () => import('./TimelinePanel.svelte'),
  },
} satisfies Partial<Record<PanelId, Panel>>
