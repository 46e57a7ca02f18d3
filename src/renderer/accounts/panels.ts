import BookTab from '../books/BookTab.svelte'
import BookTools from '../books/BookTools.svelte'
import type { Panel, PanelId } from '../core/panels.ts'
import AccountPanel from './AccountPanel.svelte'
import FundsPanel from './FundsPanel.svelte'

const shelf = 'Money and accounts'
const strip = { tab: BookTab, tools: BookTools, shelf } as const

export const accountPanels = {
  funds: { ...strip, title: 'Funds', book: 'funds', side: 'right', component: FundsPanel },
  account: { ...strip, title: 'Account', book: 'profile', side: 'right', component: AccountPanel },
  health: {
    title: 'Accounts’ health',
    shelf,
    side: 'below',
    load: () => import('./HealthPanel.svelte'),
  },
} satisfies Partial<Record<PanelId, Panel>>
