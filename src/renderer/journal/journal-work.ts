import type { Job } from '../core/background-work.svelte.ts'
import type { Desktop } from '../core/desktop.svelte.ts'
import type { Session } from '../core/session.svelte.ts'

/** The check of the journal at the start of the desk. */
export function journalWork(session: Session, desktop: Desktop): readonly Job[] {
  const { state, checked, total } = session.journal
  return state === 'checking' && total > 0
    ? [
        {
          id: 'journal',
          title: 'Checking the journal',
          done: checked / total,
          open: () => desktop.reveal('journal'),
        },
      ]
    : []
}
