import { accountPanels } from '../accounts/panels.ts'
import { alertPanels } from '../alerts/panels.ts'
import { bookPanels } from '../books/panels.ts'
import { consolePanels } from '../console/panels.ts'
import type { Panels } from '../core/panels.ts'
import { journalPanels } from '../journal/panels.ts'
import { orderPanels } from '../orders/panels.ts'
import { pnlPanels } from '../pnl/panels.ts'
import { settingsPanels } from '../settings/panels.ts'

/** What the features register. A panel that none of them has does not compile. */
export const panels: Panels = {
  ...bookPanels,
  ...journalPanels,
  ...accountPanels,
  ...orderPanels,
  ...pnlPanels,
  ...alertPanels,
  ...consolePanels,
  ...settingsPanels,
}
