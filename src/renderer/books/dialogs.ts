import type { BookName } from '../../shared/books/books.ts'
import type { DialogComponents, Nothing } from '../core/dialogs.ts'
import UnreadableDialog from './UnreadableDialog.svelte'
import TroublesDialog from './TroublesDialog.svelte'

declare module '../core/dialogs.ts' {
  interface Dialogs {
    unreadable: { book: BookName }
    troubles: Nothing
  }
}

export const bookDialogs = {
  unreadable: UnreadableDialog,
  troubles: TroublesDialog,
} satisfies Partial<DialogComponents>
