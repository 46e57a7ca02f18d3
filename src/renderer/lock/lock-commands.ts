import type { Command } from '../core/commands.svelte.ts'
import type { Desktop } from '../core/desktop.svelte.ts'
import type { Session } from '../core/session.svelte.ts'

/** At once where something opens the screen again; else what is to open it is asked for. */
async function lock(session: Session, desktop: Desktop): Promise<void> {
  if (session.lock.way === null) return desktop.show({ kind: 'lock' })
  const failure = await session.screen.lock()
  if (failure !== null)
    session.notices.say({
      level: 'warning',
      message: `The screen is not locked: ${failure.message}`,
    })
}

export const lockCommands = ({
  session,
  desktop,
}: {
  session: Session
  desktop: Desktop
}): Command[] => [
  {
    id: 'lock.now',
    title: 'Lock the screen',
    group: 'Settings',
    words: 'hide away leave password passphrase',
    keys: '$mod+l',
    isOpen: () => !session.isLocked,
    run: () => void lock(session, desktop),
  },
]
