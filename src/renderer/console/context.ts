import { createContext } from 'svelte'
import type { ConsolePlace } from './console-place.svelte.ts'

export const [useConsolePlace, provideConsolePlace] = createContext<ConsolePlace>()
