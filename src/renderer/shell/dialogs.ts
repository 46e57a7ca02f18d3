import { accountDialogs } from '../accounts/dialogs.ts'
import { alertDialogs } from '../alerts/dialogs.ts'
import { bookDialogs } from '../books/dialogs.ts'
import type { DialogComponents } from '../core/dialogs.ts'
import { exitDialogs } from '../exits/dialogs.ts'
import { journalDialogs } from '../journal/dialogs.ts'
import { lockDialogs } from '../lock/dialogs.ts'
import { orderDialogs } from '../orders/dialogs.ts'
import { paletteDialogs } from '../palette/dialogs.ts'
import { settingsDialogs } from '../settings/dialogs.ts'
import { workspaceDialogs } from '../workspace/dialogs.ts'

/** What the features register. A kind without a component does not compile. */
export const dialogs: DialogComponents = {
  ...accountDialogs,
  ...orderDialogs,
  ...journalDialogs,
  ...bookDialogs,
  ...exitDialogs,
  ...alertDialogs,
  ...settingsDialogs,
  ...lockDialogs,
  ...workspaceDialogs,
  ...paletteDialogs,
}
