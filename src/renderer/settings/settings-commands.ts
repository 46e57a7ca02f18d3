import type { Command } from '../core/commands.svelte.ts'
import type { Desktop } from '../core/desktop.svelte.ts'
import type { Session } from '../core/session.svelte.ts'
import { type SettingRow, settingsTable } from './settings-table.ts'

/** What can be set as something to be done: its choices at once, and all else where it stands. */
export function settingsCommands(session: Session, desktop: Desktop): Command[] {
  const shown = (id: string) => (): void => {
    desktop.setting = { id }
    desktop.reveal('settings')
  }
  const commandsOf = (row: SettingRow): Command[] => {
    const { id, section, title, words, field, control } = row
    const common = {
      group: section === 'Looks' ? ('Looks' as const) : ('Settings' as const),
      words,
    }
    const open: Command = { ...common, id: `settings.${id}`, title: `${title}…`, run: shown(id) }
    switch (control.kind) {
      case 'choice':
        return [
          open,
          ...control.choices.map((choice) => ({
            ...common,
            id: `settings.${id}.${String(choice.value)}`,
            title: `${title}: ${choice.title}`,
            isOpen: () =>
              field !== 'lockAfter' || choice.value === null || session.lock.way !== null,
            run: () => void session.change({ [field!]: choice.value }),
          })),
        ]
      case 'switch':
        return [
          {
            ...common,
            id: `settings.${id}`,
            title: `${title}: on or off`,
            run: () => void session.change({ [field!]: session.settings[field!] !== true }),
          },
        ]
      case 'number':
      case 'action':
      case 'part':
        return [open]
    }
  }
  return settingsTable.filter(({ hasCommand }) => hasCommand !== true).flatMap(commandsOf)
}
