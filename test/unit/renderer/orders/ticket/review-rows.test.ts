import { describe, expect, it } from 'vitest'
import { fundsNotKnown, reviewRows } from '../../../../../src/renderer/orders/ticket/review-rows.ts'
import type { Problem } from '../../../../../src/shared/orders/problems.ts'
import type { RegularTicket } from '../../../../../src/shared/orders/tickets.ts'
import { planned } from '../../memory-desk.ts'

const regular = (more: Pick<RegularTicket, 'account'>): RegularTicket => ({
  ...{ kind: 'regular', exchange: 'NSE', symbol: 'INFY-EQ', action: 'BUY', quantity: '10' },
  ...{ product: 'MIS', pricing: { type: 'LIMIT', price: '1500' }, slice: null, exit: false },
  ...more,
})

const tickets = Array.from({ length: 30 }, (_, at) => regular({ account: `a${at}` }))
const problem = (order: number | null, level: Problem['level'], message: string): Problem => ({
  ...{ order, level, message, field: null, code: 'funds' },
})

const rowsOf = (
  problems: Problem[],
  some = tickets,
  isOneByOne = false,
  values: readonly (number | null)[] = [],
) =>
  reviewRows({
    tickets: some,
    preview: {
      orders: some.map((ticket, at) => {
        const order = planned(ticket)
        return at in values ? { ...order, value: values[at]! } : order
      }),
      fundsAfter: { a1: 5 },
    },
    problems,
    nameOf: (id) => id.toUpperCase(),
    isOneByOne,
  })

describe('the rows of a review', () => {
  it('have what is refused first, what is asked then, and the others as they stood', () => {
    const rows = rowsOf([
      problem(9, 'ask', 'A9: Too dear.'),
      problem(20, 'refuse', 'A20: Stopped.'),
    ])
    expect(rows.slice(0, 4).map(({ index }) => index)).toEqual([20, 9, 0, 1])
    expect(rows[0]?.lacks.map(({ message }) => message)).toEqual(['Stopped.'])
    expect(rows[2]?.lacks).toEqual([])
  })

  it('have most of the money first, beside what has a problem, and an unknown sum before it', () => {
    const values = [1, 2, 900, 3, null, 4]
    const some = tickets.slice(0, 6)
    const order = (isOneByOne: boolean) =>
      rowsOf([problem(3, 'ask', 'Dear.')], some, isOneByOne, values).map(({ index }) => index)
    expect(order(false)).toEqual([3, 4, 2, 5, 1, 0])
    expect(order(true)).toEqual([0, 1, 2, 3, 4, 5])
  })

  it('do not repeat what is said of all, of nobody, or only noted', () => {
    const all = tickets.map((_, at) => problem(at, 'ask', 'Closed.'))
    const rows = rowsOf([...all, problem(null, 'ask', 'Much.'), problem(3, 'note', 'By the way.')])
    expect(rows.flatMap(({ lacks }) => lacks)).toEqual([])
  })

  it('stay where they are while all are in sight', () => {
    const few = rowsOf([problem(2, 'refuse', 'Stopped.')], tickets.slice(0, 3))
    expect(few.map(({ index }) => index)).toEqual([0, 1, 2])
  })

  it('stay where they are where they leave one after the other', () => {
    const rows = rowsOf([problem(9, 'refuse', 'Stopped.')], tickets, true)
    expect(rows.map(({ index }) => index)).toEqual(tickets.map((_, at) => at))
  })

  it('know the funds after it of those alone that the desk knows them of', () => {
    const [first, second] = rowsOf([])
    expect([first?.fundsAfter, second?.fundsAfter]).toEqual([null, 5])
  })
})

describe('why funds after orders are not known', () => {
  const nameOf = (id: string) => id.toUpperCase()
  const margin = 'each broker reckons the margin its own way'

  it('is said once, of all', () => {
    const all = Object.fromEntries(tickets.map(({ account }) => [account, 'margin' as const]))
    expect(fundsNotKnown(all, nameOf)).toEqual([`Funds after: not known, as ${margin}.`])
  })

  it('is said once for each reason, by name where it is of a few', () => {
    const few = {
      a: 5,
      b: 'old-funds',
      c: 'margin',
      d: 'margin',
      e: 'margin',
      f: 'margin',
    } as const
    expect(fundsNotKnown(few, nameOf)).toEqual([
      'Funds after of B: not known, as the funds known here are old.',
      `Funds after of 4 accounts: not known, as ${margin}.`,
    ])
    expect(fundsNotKnown({ a: 5 }, nameOf)).toEqual([])
  })
})
