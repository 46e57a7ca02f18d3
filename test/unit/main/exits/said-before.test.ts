import { describe, expect, it } from 'vitest'
import type { ExitGoal } from '../../../../src/main/exits/exit-goal.ts'
import { booksOf, keptOf } from '../../../../src/main/exits/said-before.ts'
import type { KeptWord } from '../../../../src/main/exits/said-of-exits.ts'
import { enteredAt } from '../../../../src/main/picture/times/entered-at.ts'
import type { Row } from '../../../../src/shared/core/patch.ts'

const goal = { concerns: () => true, leaving: [], ownOrders: new Map() } as unknown as ExitGoal

const kept = (orders: readonly Row[], open: readonly Row[] = []) =>
  keptOf({
    goal,
    picture: {
      orders: { told: () => orders.map((row) => ({ row, units: 0, isWorking: false })) },
      positions: { open },
    },
  })

const endless = 'x'.repeat(100_000)
const position = (symbol: string): Row => ({
  ...{ exchange: 'NSE', symbol, product: 'MIS', netqty: 1 },
})

describe('what is kept of the books', () => {
  it('is numbers and moments, and no text of the service’s that may be of any length', () => {
    const row = { order_id: '007', orderentrytime: endless, parentorderid: endless }
    const { orders, isWhole } = kept([row, { order_id: '8', orderentrytime: 'Nov 24 2026 10:15' }])
    expect(orders.map(({ key, entered }) => [key, entered])).toEqual([
      ['7', null],
      ['8', Date.UTC(2026, 10, 24, 4, 45)],
    ])
    expect(isWhole).toBe(true)
  })

  it('leaves out numbers and names that are endless, and is not whole then', () => {
    expect(kept([{ order_id: endless }])).toMatchObject({ orders: [], isWhole: false })
    expect(kept([], [position(endless)])).toMatchObject({ held: [], isWhole: false })
  })

  it('is not of more than 500 orders, or positions', () => {
    const all = Array.from({ length: 501 }, (_, at) => at)
    const ofMany = kept(all.map((at) => ({ order_id: `${at}` })))
    expect([ofMany.orders.length, ofMany.isWhole]).toEqual([500, false])
    const { held, isWhole } = kept(
      [],
      all.map((at) => position(`${at}`)),
    )
    expect([held.length, isWhole]).toEqual([500, false])
  })

  it('tells a later session when orders were entered', () => {
    const times = ['Nov 24 2026 10:15:07', 'Nov 24 2026 00:00:00', 'none']
    const rows = times.map((orderentrytime, at) => ({ order_id: `${at}`, orderentrytime }))
    const books = booksOf(kept(rows) as KeptWord)
    expect([...books.orders.told()].map(({ row }) => enteredAt(row))).toEqual(rows.map(enteredAt))
  })
})
