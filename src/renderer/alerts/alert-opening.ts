import type { Alert } from '../../shared/alerts/alerts.ts'
import type { AlertKind } from '../../shared/alerts/alert-settings.ts'
import type { Desktop } from '../core/desktop.svelte.ts'

interface Opening {
  title: string
  open: (desktop: Desktop) => void
}

const panels: Partial<Record<AlertKind, Opening>> = {
  rejected: { title: 'Show orders', open: (desktop) => desktop.reveal('orders') },
  'unknown-state': { title: 'Show orders', open: (desktop) => desktop.reveal('orders') },
  filled: { title: 'Show orders', open: (desktop) => desktop.reveal('orders') },
  elsewhere: { title: 'Show orders', open: (desktop) => desktop.reveal('orders') },
  refused: { title: 'Show the journal', open: (desktop) => desktop.reveal('journal') },
  exit: { title: 'Show positions', open: (desktop) => desktop.reveal('positions') },
  account: { title: 'Show accounts', open: (desktop) => desktop.show({ kind: 'accounts' }) },
  loss: { title: 'Show positions', open: (desktop) => desktop.reveal('positions') },
}

/** What leads to the thing that an alert is about; null where there is nothing to lead to. */
export function openingOf({
  kind,
  intent,
  tone,
}: Pick<Alert, 'kind' | 'intent' | 'tone'>): Opening | null {
  if (kind === 'in-doubt')
    return {
      title: 'Show what is in doubt',
      open: (desktop) => desktop.show({ kind: 'doubt', intent }),
    }
  if (intent !== null && kind !== 'filled')
    return {
      title: 'What happened',
      open: (desktop) => desktop.show({ kind: 'intent', id: intent }),
    }
  return kind === 'account' && tone === 'good' ? null : (panels[kind] ?? null)
}
