import type { Job } from '../core/background-work.svelte.ts'
import type { Desktop } from '../core/desktop.svelte.ts'
import type { Session } from '../core/session.svelte.ts'
import { journalWork } from '../journal/journal-work.ts'
import { orderWork } from '../orders/order-work.ts'

/** What the desk does in the background, as the features register it. */
export const workOfFeatures = (session: Session, desktop: Desktop): readonly Job[] => [
  ...orderWork(session, desktop),
  ...journalWork(session, desktop),
]
