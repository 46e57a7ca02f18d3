import { describe, expect, it } from 'vitest'
import { Ticket, Tickets } from '../../../../src/shared/orders/tickets.ts'
import { regular } from '../../main/orders/planning/contexts.ts'

describe('orders that a window sends', () => {
  it('name nothing that cannot be seen', () => {
    for (const [field, text] of [
      ['symbol', 'INFY\u200B-EQ'],
      ['symbol', 'INFY\u00A0EQ'],
      ['strategy', 'swing\u2060'],
    ] as const) {
      const parsed = Tickets.safeParse([regular({ [field]: text })])
      expect(parsed.error?.issues).toMatchObject([
        { path: [0, field], message: 'has marks that cannot be seen: type it anew' },
      ])
    }
    expect(Tickets.safeParse([regular({ symbol: 'M&M-EQ' })]).success).toBe(true)
  })

  it('may leave a position that its broker names so, and what was kept stays readable', () => {
    const odd = regular({ symbol: 'INFY\u200B', exit: true })
    expect(Tickets.safeParse([odd]).success).toBe(true)
    expect(Ticket.safeParse({ ...odd, exit: false }).success).toBe(true)
  })
})
