import { carriedBook } from '../books/carried-books.ts'
import type { Views } from '../books/views.svelte.ts'
import { carriedConsole } from '../console/carried-console.ts'
import type { ConsoleView } from '../console/console.svelte.ts'
import type { CarriedPanel } from '../core/carried-panels.ts'
import type { PanelId } from '../core/panels.ts'
import { carriedJournal, carriedTimeline } from '../journal/carried-journal.ts'
import type { JournalView } from '../journal/journal.svelte.ts'
import type { TimelineView } from '../journal/timeline.svelte.ts'

interface Held {
  views: Views
  journal: JournalView
  timeline: TimelineView
  console: ConsoleView
}

/** What the panels of the features have of their own; what is not here has nothing that others lack. */
export const carriedPanels = (of: Held): [PanelId, CarriedPanel][] => [
  ['orders', carriedBook(of.views.orders)],
  ['trades', carriedBook(of.views.trades)],
  ['positions', carriedBook(of.views.positions)],
  ['holdings', carriedBook(of.views.holdings)],
  ['journal', carriedJournal(of.journal)],
  ['timeline', carriedTimeline(of.timeline)],
  ['console', carriedConsole(of.console)],
]
