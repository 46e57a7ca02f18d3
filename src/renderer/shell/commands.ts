import { accountCommands } from '../accounts/account-commands.ts'
import { bookCommands } from '../books/book-commands.ts'
import type { Command } from '../core/commands.svelte.ts'
import type { Desktop } from '../core/desktop.svelte.ts'
import type { Session } from '../core/session.svelte.ts'
import { exitCommands, stopCommands } from '../exits/exit-commands.ts'
import type { StopControl } from '../exits/stop.svelte.ts'
import type { Arming } from '../orders/arming.svelte.ts'
import { armingCommands, doubtCommands, ticketCommands } from '../orders/order-commands.ts'
import { rowCommands } from '../orders/row-commands.ts'
import type { TicketWindows } from '../orders/ticket/tickets.svelte.ts'
import { paletteCommands } from '../palette/palette-commands.ts'
import { shortcutCommands } from '../settings/shortcut-commands.ts'

export interface CommandParts {
  session: Session
  desktop: Desktop
  tickets: TicketWindows
  stop: StopControl
  arming: Arming
}

/** What the features register, in the order in which it is listed. */
export const commandsOfFeatures = (parts: CommandParts): Command[] => [
  ...ticketCommands(parts.tickets),
  ...exitCommands(parts.desktop),
  ...doubtCommands(parts.desktop),
  ...armingCommands(parts),
  ...stopCommands(parts),
  ...paletteCommands(parts.desktop),
  ...bookCommands(parts.session),
  ...accountCommands(parts),
  ...shortcutCommands(parts.desktop),
  ...rowCommands(parts),
]
