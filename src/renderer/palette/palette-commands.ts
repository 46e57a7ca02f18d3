import type { Command } from '../core/commands.svelte.ts'
import type { Desktop } from '../core/desktop.svelte.ts'

export const paletteCommands = (desktop: Desktop): Command[] => [
  {
    id: 'palette',
    title: 'Palette',
    group: 'Help',
    keys: '$mod+K',
    isOpen: () => desktop.dialog === null,
    run: () => desktop.show({ kind: 'palette' }),
  },
]
