import type { DialogComponents } from '../core/dialogs.ts'
import IntentDialog from './IntentDialog.svelte'

declare module '../core/dialogs.ts' {
  interface Dialogs {
    /** What the journal has of an order. */
    intent: { id: string }
  }
}

export const journalDialogs = {
  intent: IntentDialog,
} satisfies Partial<DialogComponents>
