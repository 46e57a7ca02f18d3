import type { Page } from '@playwright/test'
import { chooseSymbol, openTicket } from '../e2e/trading.ts'

/** One picture of the documents, and how the terminal gets to where it is taken. */
interface Shot {
  file: string
  theme?: 'dark' | 'light'
  size?: { width: number; height: number }
  take: (page: Page) => Promise<void>
}

export const shots: readonly Shot[] = [
  {
    file: 'terminal.png',
    size: { width: 1440, height: 900 },
    take: async (page) => {
      const ticket = await openTicket(page, 'regular')
      await chooseSymbol(ticket, 'INFY-EQ')
    },
  },
]
