import type { DialogComponents, Nothing } from '../core/dialogs.ts'
import LayoutsDialog from './LayoutsDialog.svelte'

declare module '../core/dialogs.ts' {
  interface Dialogs {
    layouts: Nothing
  }
}

export const workspaceDialogs = {
  layouts: LayoutsDialog,
} satisfies Partial<DialogComponents>
