import type { Command } from '../core/commands.svelte.ts'
import type { Desktop } from '../core/desktop.svelte.ts'
import { type PanelId, panelIds, type Panels } from '../core/panels.ts'
import type { Layouts } from './layouts.ts'
import type { Session } from '../core/session.svelte.ts'

/** The panel that the focus is in, or else the first in sight. */
export const presentPanel = (desktop: Desktop): PanelId | undefined =>
  desktop.frame?.present() ?? desktop.visible[0]

/** What can be done with panels from the palette and by keys. */
export function panelCommands({
  desktop,
  session,
  panels,
}: {
  desktop: Desktop
  session: Session
  panels: Panels
}): Command[] {
  const group = 'Panels'
  const withPresent = (run: (panel: PanelId) => void) => () => {
    const panel = presentPanel(desktop)
    if (panel !== undefined) run(panel)
  }
  const isAny = () => desktop.open.length > 0
  return [
    ...panelIds.map(
      (id, index) =>
        ({
          id: `panel.${id}`,
          title: `Show ${panels[id].title}`,
          group,
          words: 'panel open go to',
          ...(index < 9 && { keys: `$mod+${index + 1}` }),
          run: () => desktop.reveal(id),
        }) as const,
    ),
    {
      id: 'panel.close',
      title: 'Close this panel',
      group,
      keys: 'Alt+KeyW',
      isOpen: isAny,
      run: withPresent((panel) => desktop.frame?.close(panel)),
    },
    {
      id: 'panel.maximise',
      title: 'Maximise this panel, or give the others their places back',
      group,
      words: 'full zoom restore',
      keys: 'Alt+KeyM',
      isOpen: isAny,
      run: withPresent((panel) => desktop.frame?.maximise(panel)),
    },
    {
      id: 'panel.menu',
      title: 'Move this panel…',
      group,
      words: 'dock split place',
      keys: 'Alt+KeyP',
      isOpen: isAny,
      run: withPresent((panel) => desktop.frame?.openMenu(panel)),
    },
    {
      id: 'panel.next',
      title: 'Go to the next group of panels',
      group,
      keys: 'F6',
      isOpen: isAny,
      run: () => desktop.frame?.step(1),
    },
    {
      id: 'panel.previous',
      title: 'Go to the group of panels before',
      group,
      keys: 'Shift+F6',
      isOpen: isAny,
      run: () => desktop.frame?.step(-1),
    },
    {
      id: 'panel.find',
      title: 'Filter or search this panel',
      group,
      words: 'find field',
      keys: '/',
      isOpen: isAny,
      run: () => desktop.frame?.find(),
    },
    {
      id: 'panel.link',
      title: 'Link panels by symbol, or part them',
      group,
      words: 'follow chosen',
      run: () => void session.change({ linked: !session.settings.linked }),
    },
  ]
}

export function layoutCommands(layouts: Layouts, desktop: Desktop): Command[] {
  const group = 'Layouts'
  return [
    ...layouts.names.map(
      (name) =>
        ({
          id: `layout.${name}`,
          title: `Layout: ${name}`,
          group,
          words: 'panels arrange',
          run: () => layouts.show(name),
        }) as const,
    ),
    {
      id: 'layouts.manage',
      title: 'Save or change layouts…',
      group,
      words: 'rename delete overwrite panels',
      run: () => desktop.show({ kind: 'layouts' }),
    },
    { id: 'layouts.reset', title: 'Reset layout', group, run: () => desktop.resetLayout() },
  ]
}
