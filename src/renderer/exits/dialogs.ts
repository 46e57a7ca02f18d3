import type { ExitWhat } from '../../shared/exits/exits.ts'
import type { DialogComponents, Nothing } from '../core/dialogs.ts'
import type { AskedExit } from './asked-exit.ts'
import type { ExitPercent } from '../orders/exit-part.ts'
import type { NamedExit } from './named-exit.ts'
import ExitDialog from './ExitDialog.svelte'
import ExitRunDialog from './ExitRunDialog.svelte'
import ExitChosenDialog from './ExitChosenDialog.svelte'
import LiftDialog from './LiftDialog.svelte'

declare module '../core/dialogs.ts' {
  interface Dialogs {
    /** Of these accounts, of whom some may be switched off; of those that are shown, where none are named. */
    exit: { what: ExitWhat; asked?: AskedExit; accounts?: readonly string[]; strategy?: string }
    /** A run of exits that was begun. */
    'exit-run': { id: string }
    /** Rows of the positions that are shown, by their ids; or what was named, whether it is shown or not. */
    'exit-chosen': {
      positions: readonly string[] | NamedExit
      percent?: ExitPercent
      /** They are a line that nets accounts: whom it leaves out is said. */
      isLine?: boolean
    }
    lift: Nothing
  }
}

export const exitDialogs = {
  exit: ExitDialog,
  'exit-run': ExitRunDialog,
  'exit-chosen': ExitChosenDialog,
  lift: LiftDialog,
} satisfies Partial<DialogComponents>
