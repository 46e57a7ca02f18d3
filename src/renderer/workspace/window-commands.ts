import type { Command } from '../core/commands.svelte.ts'
import { type MovingParts, moveToNewWindow, moveToWindow } from './moving.ts'
import { presentPanel } from './panel-commands.ts'
import { linkChoices } from './window-links.ts'
import { missingFrom, openNewWindow, otherWindows, reopen } from './windows.ts'

/** What can be done with windows from the palette and by keys. */
export function windowCommands(parts: MovingParts): Command[] {
  const { session, desktop } = parts
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
      id: 'window.move-new',
      title: 'Move this panel to a new window',
      group,
      words: 'tear off out second screen',
      keys: 'Alt+Shift+KeyN',
      isOpen: () => presentPanel(desktop) !== undefined,
      run: () => {
        const panel = presentPanel(desktop)
        if (panel !== undefined) void moveToNewWindow(parts, panel)
      },
    },
    {
      id: 'window.reopen',
      title: 'Open the windows of before',
      group,
      words: 'restore workspace again blocked pop-up',
      isOpen: () => session.host === 'browser' && missingFrom(session).length > 0,
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

/** One for each other window that is there. */
export function windowMoveCommands(parts: MovingParts): Command[] {
  const { session, desktop } = parts
  return otherWindows(session).map(({ id, number }) => ({
    id: `window.move-${number}`,
    title: `Move this panel to window ${number}`,
    group: 'Windows',
    words: 'send screen back',
    isOpen: () => presentPanel(desktop) !== undefined,
    run: () => {
      const panel = presentPanel(desktop)
      if (panel !== undefined) void moveToWindow(parts, panel, id)
    },
  }))
}
