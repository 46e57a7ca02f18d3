import { createContext } from 'svelte'
import type { Alerts } from './alerts.svelte.ts'

export const [useAlerts, provideAlerts] = createContext<Alerts>()
