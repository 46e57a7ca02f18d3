import { createContext } from 'svelte'
import type { Arming } from './arming.svelte.ts'
import type { TicketWindows } from './ticket/tickets.svelte.ts'

export const [useTickets, provideTickets] = createContext<TicketWindows>()
export const [useArming, provideArming] = createContext<Arming>()
