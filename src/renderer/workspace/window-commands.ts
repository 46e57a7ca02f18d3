import type { Command } from '../core/commands.svelte.ts'
import type { Session } from '../core/session.svelte.ts'
import { linkChoices } from './window-links.ts'
import { missingFrom, openNewWindow, reopen } from './windows.ts'

/** What can be done with windows from the palette and by keys. */
export function windowCommands(session: Session): Command[] {
  const group = 'Windows'
  return [
    {
      id: 'window.new',
      title: 'New window',
      group,
      words: 'another second screen tab open',
      keys: 'Alt+KeyN',
      run: () => void openNewWindow(session),
    },
    {
      id: 'window.reopen',
      title: 'Open the windows of before',
      group,
      words: 'restore workspace again blocked pop-up',
      isOpen: () => missingFrom(session).length > 0,
      run: () => reopen(session, missingFrom(session)),
    },
    ...linkChoices.map(
      ({ link, label }) =>
        ({
          id: `window.link.${link ?? 'none'}`,
          title: `Link this window: ${label.toLowerCase()}`,
          group,
          words: 'colour follow chosen symbol',
          run: () => void session.arrange({ link }),
        }) as const,
    ),
  ]
}
