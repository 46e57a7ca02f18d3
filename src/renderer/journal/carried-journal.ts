import { jsonOf, isObject } from '../../shared/core/json.ts'
import type { CarriedPanel } from '../core/carried-panels.ts'
import { type JournalView, readFields } from './journal.svelte.ts'
import type { TimelineView } from './timeline.svelte.ts'

export const carriedJournal = (view: JournalView): CarriedPanel => ({
  give: () => JSON.stringify(view.fields),
  refuses: () => null,
  take: (given) => view.change(readFields(jsonOf(given))),
  drop: () => {
    if (view.isFiltered) view.clear()
  },
})

/** The order that it shows. */
export const carriedTimeline = (view: TimelineView): CarriedPanel => ({
  give: () => (view.of === null ? null : JSON.stringify(view.of)),
  refuses: () => null,
  take: (given) => {
    const of = jsonOf(given)
    if (!isObject(of)) return
    const { account, orderId } = of
    if (typeof account === 'string' && typeof orderId === 'string') view.show({ account, orderId })
  },
  drop: () => undefined,
})
