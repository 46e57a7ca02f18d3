import BookTools from '../books/BookTools.svelte'
import type { Panel, PanelId } from '../core/panels.ts'

const shelf = 'What happened'

export const journalPanels = {
  journal: {
    title: 'Journal',
    shelf,
    side: 'below',
    load: () => import('./JournalPanel.svelte'),
  },
  timeline: {
    title: 'Timeline',
    shelf,
    book: 'orders',
    side: 'right',
    tools: BookTools,
    load: () => import('./TimelinePanel.svelte'),
  },
} satisfies Partial<Record<PanelId, Panel>>
