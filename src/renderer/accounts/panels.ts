import BookTab from '../books/BookTab.svelte'
import BookTools from '../books/BookTools.svelte'
import type { Panel, PanelId } from '../core/panels.ts'
import AccountPanel from './AccountPanel.svelte'
import FundsPanel from './FundsPanel.svelte'

const strip = { tab: BookTab, tools: BookTools }

export const accountPanels = {
  funds: { ...strip, title: 'Funds', book: 'funds', side: 'right', component: FundsPanel },
  account: { ...strip, title: 'Account', book: 'profile', side: 'right', component: AccountPanel },
  health: {
    title: 'Accounts’ health',
    side: 'below',
    load: () => import('./HealthPanel.svelte'),
  },
} satisfies Partial<Record<PanelId, Panel>>
