import type { Session } from '../core/session.svelte.ts'
import type { Command } from '../core/commands.svelte.ts'
import type { Desktop } from '../core/desktop.svelte.ts'
import type { PanelId } from '../core/panels.ts'
import { type MovingParts, moveGroup, moveToNewWindow, moveToWindow } from './moving.ts'
import { presentPanel } from './panel-commands.ts'
import { askForScreens, mayAskForScreens } from './window-bounds.ts'
import { linkChoices } from './window-links.ts'
import { closeOwn, missingFrom, openNewWindow, otherWindows, reopen } from './windows.ts'

const takeOut = async (session: Session, id: string): Promise<void> => {
  const reply = await session.bridge.takeOutWindow({ id })
  if (!reply.ok) session.notices.say({ level: 'warning', message: reply.error.message })
}

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
      id: 'window.full-screen',
      title: 'Fill the screen with this window, or no longer',
      group,
      words: 'full screen fullscreen f11',
      isOpen: () => session.host === 'electron',
      run: () => void session.bridge.toggleFullScreen({}),
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
        if (panel !== undefined) void moveToNewWindow(parts, [panel])
      },
    },
    {
      id: 'window.move-group-new',
      title: 'Move this group of panels to a new window',
      group,
      words: 'tear off out second screen tabs',
      keys: 'Alt+Shift+KeyG',
      isOpen: () => presentGroup(desktop).length > 1,
      run: () => void moveToNewWindow(parts, presentGroup(desktop)),
    },
    {
      id: 'window.reopen',
      title: 'Open the windows of before',
      group,
      words: 'restore workspace again blocked pop-up',
      isOpen: () => missingFrom(session).length > 0,
      run: () => reopen(session, missingFrom(session)),
    },
    {
      id: 'window.all-screens',
      title: 'Let the browser open windows on all screens',
      group,
      words: 'second monitor display permission place',
      isOpen: () => mayAskForScreens(session),
      run: () => void askForScreens(session),
    },
    {
      id: 'window.close',
      title: 'Close this window',
      group,
      words: 'quit shut',
      keys: 'Alt+Shift+KeyW',
      run: () => void closeOwn(session),
    },
    {
      id: 'window.take-out',
      title: 'Close this window and take it out of the workspace',
      group,
      words: 'remove delete forget for good',
      isOpen: () => otherWindows(session).length > 0,
      run: () => {
        if (session.window !== null) void takeOut(session, session.window.id)
      },
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

/** The panels that stand together with the present one. */
const presentGroup = (desktop: Desktop): readonly PanelId[] => {
  const present = presentPanel(desktop)
  const groups = desktop.frame?.groups() ?? []
  return groups.find((group) => present !== undefined && group.includes(present)) ?? []
}

/** Two for each other window that is there. */
export function windowMoveCommands(parts: MovingParts): Command[] {
  const { session, desktop } = parts
  return otherWindows(session).flatMap(({ id, number }) => [
    {
      id: `window.move-${number}`,
      title: `Move this panel to window ${number}`,
      group: 'Windows',
      words: 'send screen back',
      isOpen: () => presentPanel(desktop) !== undefined,
      run: () => {
        const panel = presentPanel(desktop)
        if (panel !== undefined) void moveToWindow(parts, panel, { to: id })
      },
    },
    {
      id: `window.move-group-${number}`,
      title: `Move this group of panels to window ${number}`,
      group: 'Windows',
      words: 'send screen back tabs',
      isOpen: () => presentGroup(desktop).length > 1,
      run: () => void moveGroup(parts, presentGroup(desktop), id),
    },
  ])
}
