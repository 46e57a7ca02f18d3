import BookTab from '../books/BookTab.svelte'
import BookTools from '../books/BookTools.svelte'
import type { Panel, PanelId } from '../core/panels.ts'
import AccountPanel from './AccountPanel.svelte'

export const accountPanels = {
  account: {
    title: 'Account',
    book: 'profile',
    side: 'right',
    tab: BookTab,
    tools: BookTools,
    component: AccountPanel,
  },
} satisfies Partial<Record<PanelId, Panel>>
