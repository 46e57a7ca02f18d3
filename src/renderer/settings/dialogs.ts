import type { DialogComponents, Nothing } from '../core/dialogs.ts'
import ShortcutsDialog from './ShortcutsDialog.svelte'

declare module '../core/dialogs.ts' {
  interface Dialogs {
    shortcuts: Nothing
  }
}

export const settingsDialogs = {
  shortcuts: ShortcutsDialog,
} satisfies Partial<DialogComponents>
