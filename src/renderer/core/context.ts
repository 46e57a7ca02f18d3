import { createContext } from 'svelte'
import type { Alerts } from '../alerts/alerts.svelte.ts'
import type { Arming } from '../orders/arming.svelte.ts'
import type { Commands } from './commands.svelte.ts'
import type { ConsoleView } from '../console/console.svelte.ts'
import type { Desktop } from './desktop.svelte.ts'
import type { Session } from './session.svelte.ts'
import type { ShortcutState } from './shortcuts.svelte.ts'
import type { StopControl } from '../exits/stop.svelte.ts'
import type { TicketWindows } from '../orders/ticket/tickets.svelte.ts'
import type { Views } from '../books/views.svelte.ts'

export const [useSession, provideSession] = createContext<Session>()
export const [useDesktop, provideDesktop] = createContext<Desktop>()
export const [useViews, provideViews] = createContext<Views>()
export const [useAlerts, provideAlerts] = createContext<Alerts>()
export const [useStop, provideStop] = createContext<StopControl>()
export const [useTickets, provideTickets] = createContext<TicketWindows>()
export const [useCommands, provideCommands] = createContext<Commands>()
export const [useConsole, provideConsole] = createContext<ConsoleView>()
export const [useShortcuts, provideShortcuts] = createContext<ShortcutState>()
export const [useArming, provideArming] = createContext<Arming>()
