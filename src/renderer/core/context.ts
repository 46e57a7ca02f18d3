import { createContext } from 'svelte'
import type { Commands } from './commands.svelte.ts'
import type { Desktop } from './desktop.svelte.ts'
import type { PanelId, Panels } from './panels.ts'
import type { Session } from './session.svelte.ts'
import type { ShortcutState } from './shortcuts.svelte.ts'

export const [useSession, provideSession] = createContext<Session>()
export const [useDesktop, provideDesktop] = createContext<Desktop>()
export const [usePanels, providePanels] = createContext<Panels>()
/** The panel on whose tab, or in whose strip, a component stands. */
export const [usePanelId, providePanelId] = createContext<() => PanelId>()
export const [useCommands, provideCommands] = createContext<Commands>()
export const [useShortcuts, provideShortcuts] = createContext<ShortcutState>()
