import type { Command } from '../core/commands.svelte.ts'
import type { Session } from '../core/session.svelte.ts'

export const bookCommands = (session: Session): Command[] => [
  {
    id: 'books.refresh',
    title: 'Refresh the books',
    group: 'Panels',
    words: 'poll now reload',
    keys: 'F5',
    run: () => void session.refresh(),
  },
  {
    id: 'books.pause',
    title: 'Pause or resume reading',
    group: 'Panels',
    keys: 'P',
    run: () => void (session.isPaused ? session.resume() : session.pause()),
  },
]
