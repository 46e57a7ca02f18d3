import { createContext } from 'svelte'
import type { ConsoleView } from './console.svelte.ts'

export const [useConsole, provideConsole] = createContext<ConsoleView>()
