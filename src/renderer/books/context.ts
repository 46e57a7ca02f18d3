import { createContext } from 'svelte'
import type { Views } from './views.svelte.ts'

export const [useViews, provideViews] = createContext<Views>()
