import type { DialogComponents, Nothing } from '../core/dialogs.ts'
import AccountsDialog from './AccountsDialog.svelte'
import AccountDialog from './AccountDialog.svelte'
import CsvDialog from './CsvDialog.svelte'
import ExportDialog from './ExportDialog.svelte'
import ImportDialog from './ImportDialog.svelte'
import GroupsDialog from './GroupsDialog.svelte'
import GroupDialog from './GroupDialog.svelte'
import LimitsDialog from './LimitsDialog.svelte'
import PassphraseDialog from './PassphraseDialog.svelte'

declare module '../core/dialogs.ts' {
  interface Dialogs {
    accounts: Nothing
    /** Without an id, a new account. */
    account: { id: string | null }
    /** Many accounts from a table. */
    accountsCsv: Nothing
    export: Nothing
    import: Nothing
    groups: Nothing
    /** Without an id, a new group. */
    group: { id: string | null }
    limits: Nothing
    passphrase: Nothing
  }
}

export const accountDialogs = {
  accounts: AccountsDialog,
  account: AccountDialog,
  accountsCsv: CsvDialog,
  export: ExportDialog,
  import: ImportDialog,
  groups: GroupsDialog,
  group: GroupDialog,
  limits: LimitsDialog,
  passphrase: PassphraseDialog,
} satisfies Partial<DialogComponents>
