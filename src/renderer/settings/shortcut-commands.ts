import type { Command } from '../core/commands.svelte.ts'
import type { Desktop } from '../core/desktop.svelte.ts'

/**
 * What has keys, apart from the commands of single settings: their table comes after the first
 * sight, and keys are pressed before it has come.
 */
export const shortcutCommands = (desktop: Desktop): Command[] => [
  {
    id: 'settings.open',
    title: 'Settings',
    group: 'Settings',
    words: 'preferences options configure',
    keys: '$mod+,',
    run: () => {
      desktop.setting = { id: null }
      desktop.reveal('settings')
    },
  },
  {
    id: 'help.shortcuts',
    title: 'Keyboard shortcuts…',
    group: 'Help',
    words: 'keys hotkeys bindings',
    keys: 'Shift+?',
    run: () => desktop.show({ kind: 'shortcuts' }),
  },
]
