import type { Command } from '../core/commands.svelte.ts'
import type { Desktop } from '../core/desktop.svelte.ts'
import type { Panels } from '../core/panels.ts'
import type { Session } from '../core/session.svelte.ts'
import { builtInNames } from './built-in-layouts.ts'
import { showOnScreens } from './screen-layouts.ts'
import { Workspaces } from './workspaces.ts'

/** Of sets of windows with a name. */
export function workspaceCommands(session: Session, desktop: Desktop): Command[] {
  const group = 'Workspaces'
  const workspaces = new Workspaces(session)
  return [
    ...workspaces.names.map(
      (name) =>
        ({
          id: `workspace.${name}`,
          title: `Workspace: ${name}`,
          group,
          words: 'windows screens switch',
          run: () => void workspaces.show(name),
        }) as const,
    ),
    {
      id: 'workspaces.manage',
      title: 'Save or change workspaces…',
      group,
      words: 'rename delete overwrite windows screens',
      run: () => desktop.show({ kind: 'workspaces' }),
    },
    {
      id: 'workspaces.back',
      title: 'Workspace: back to the windows of before',
      group,
      words: 'undo switch former',
      run: () => void workspaces.show(null),
    },
  ]
}

/** Of the built-in layouts, for more than one screen. */
export const screenCommands = (session: Session, panels: Panels): Command[] =>
  builtInNames.flatMap((name) =>
    (['two', 'three'] as const).map(
      (count) =>
        ({
          id: `layout.${name}.${count}`,
          title: `Layout: ${name}, on ${count} screens`,
          group: 'Layouts',
          words: 'windows panels arrange monitors',
          run: () => void showOnScreens(session, panels, { name, count }),
        }) as const,
    ),
  )
