import type { Command } from '../core/commands.svelte.ts'
import type { Desktop } from '../core/desktop.svelte.ts'

/** Apart from the commands of settings: their table comes after the first sight. */
export const shortcutCommands = (desktop: Desktop): Command[] => [
  {
    id: 'help.shortcuts',
    title: 'Keyboard shortcuts…',
    group: 'Help',
    words: 'keys hotkeys bindings',
    keys: 'Shift+?',
    run: () => desktop.show({ kind: 'shortcuts' }),
  },
]
