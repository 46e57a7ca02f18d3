import { createContext } from 'svelte'
import type { JournalView } from './journal.svelte.ts'
import type { TimelineView } from './timeline.svelte.ts'

export const [useJournal, provideJournal] = createContext<JournalView>()
export const [useTimeline, provideTimeline] = createContext<TimelineView>()
