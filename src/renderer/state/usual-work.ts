import type { Desktop } from './desktop.svelte.ts'
import type { Session } from './session.svelte.ts'
import type { Job } from './work.svelte.ts'

/** What the desk does in the background, as the window is told of it. */
export function usualWork(session: Session, desktop: Desktop): readonly Job[] {
  const jobs: Job[] = []
  const waiting = session.intents.unsettled.filter(({ state }) => state === 'recorded')
  if (waiting.length > 0)
    jobs.push({
      id: 'queue',
      title: waiting.length === 1 ? '1 order waits to be sent' : `${waiting.length} orders wait`,
      done: null,
      stop: {
        label: 'Call off what was not sent',
        run: () => {
          const intents = waiting.map(({ id }) => id).slice(0, 1000)
          void session.bridge.callOffOrders({ intents })
        },
      },
      open: () => desktop.reveal('orders'),
    })
  const { state, checked, total } = session.journal
  if (state === 'checking' && total > 0)
    jobs.push({
      id: 'journal',
      title: 'Checking the journal',
      done: checked / total,
      open: () => desktop.reveal('journal'),
    })
  return jobs
}
