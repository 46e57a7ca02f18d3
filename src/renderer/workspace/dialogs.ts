import type { DialogComponents, Nothing } from '../core/dialogs.ts'
import LayoutsDialog from './LayoutsDialog.svelte'
import WorkspacesDialog from './WorkspacesDialog.svelte'

declare module '../core/dialogs.ts' {
  interface Dialogs {
    layouts: Nothing
    workspaces: Nothing
  }
}

export const workspaceDialogs = {
  layouts: LayoutsDialog,
  workspaces: WorkspacesDialog,
} satisfies Partial<DialogComponents>
