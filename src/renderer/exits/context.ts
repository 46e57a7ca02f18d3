import { createContext } from 'svelte'
import type { StopControl } from './stop.svelte.ts'

export const [useStop, provideStop] = createContext<StopControl>()
