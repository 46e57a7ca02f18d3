import { createContext } from 'svelte'
import type { BookAdditions } from './book-additions.ts'
import type { Views } from './views.svelte.ts'

export const [useViews, provideViews] = createContext<Views>()
export const [useBookAdditions, provideBookAdditions] = createContext<BookAdditions>()
