import type { DialogComponents, Nothing } from '../core/dialogs.ts'
import LockDialog from './LockDialog.svelte'

declare module '../core/dialogs.ts' {
  interface Dialogs {
    /** What opens the screen once it is locked. */
    lock: Nothing
  }
}

export const lockDialogs = {
  lock: LockDialog,
} satisfies Partial<DialogComponents>
