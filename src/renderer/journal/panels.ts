import BookTools from '../books/BookTools.svelte'
import type { Panel, PanelId } from '../core/panels.ts'
import JournalPanel from './JournalPanel.svelte'
import TimelinePanel from './TimelinePanel.svelte'

export const journalPanels = {
  journal: { title: 'Journal', side: 'below', component: JournalPanel },
  timeline: {
    title: 'Timeline',
    book: 'orders',
    side: 'right',
    tools: BookTools,
    component: TimelinePanel,
  },
} satisfies Partial<Record<PanelId, Panel>>
