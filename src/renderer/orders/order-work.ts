import { counted } from '../../shared/core/figures.ts'
import { type Intent, looksBeforeAsking } from '../../shared/orders/intents.ts'
import type { Desktop } from '../core/desktop.svelte.ts'
import type { Session } from '../core/session.svelte.ts'
import type { Job } from '../core/background-work.svelte.ts'

/** Orders that wait to be sent, and those that are looked for. */
export function orderWork(session: Session, desktop: Desktop): readonly Job[] {
  const jobs: Job[] = []
  // Exits are told of by their runs.
  const waiting = session.stores.intents.unsettled.filter(
    ({ state, ticket }) => state === 'recorded' && ticket !== null,
  )
  const callOff = (orders: readonly Intent[]): NonNullable<Job['stop']> => ({
    label: 'Cancel what was not sent',
    run: () => {
      const intents = orders.map(({ id }) => id).slice(0, 1000)
      void session.bridge.cancelQueuedOrders({ intents })
    },
  })
  const open = () => desktop.reveal('orders')
  const alone: Intent[] = []
  for (const [confirmation, left] of Map.groupBy(waiting, (intent) => intent.confirmation)) {
    const total = session.stores.intents.ofConfirmation(confirmation).length
    const done = total - left.length
    const title = `Sending ${total} orders, ${done} sent`
    if (total === 1) alone.push(...left)
    else jobs.push({ id: confirmation, title, done: done / total, stop: callOff(left), open })
  }
  if (alone.length > 0) {
    const title = counted(alone.length, 'order waits to be sent', 'orders wait')
    jobs.push({ id: 'queue', title, done: null, stop: callOff(alone), open })
  }
  // After so many looks it is a person's turn, and the mark beside says so.
  const looks = session.stores.intents.inDoubt.flatMap(({ ticket, look }) =>
    ticket !== null && (look?.reads ?? 0) < looksBeforeAsking ? [look?.reads ?? 0] : [],
  )
  // How many are in doubt the mark says: some of them may be looked for no more.
  if (looks.length > 0)
    jobs.push({
      id: 'doubt',
      title: 'Looking for orders in doubt',
      done: Math.min(...looks) / looksBeforeAsking || null,
      open: () => desktop.show({ kind: 'doubt', intent: null }),
    })
  return jobs
}
