import { expect, it } from 'vitest'
import { turnsOf, whyNotInTurn } from '../../../../../src/renderer/orders/basket/turns.ts'
import { account } from '../../memory-desk.ts'

const turns = (marks: string) =>
  [...marks].map((mark, at) => ({ name: `Line ${at + 1}`, isOut: mark === 'x' }))

it.each([
  ['---', null],
  ['--x', null],
  ['xxx', null],
  ['x--', 'Line 1.'],
  ['-x-x', 'Line 2.'],
  ['xxxx-', 'Line 1; Line 2; and 2 more.'],
])('lets nothing go in turn past what is left out: %s', (marks, named) => {
  const why = whyNotInTurn(turns(marks))
  if (named === null) expect(why).toBe(null)
  else expect(why).toMatch(new RegExp(`Left out in front of others: ${named}$`))
})

it('puts who is left out of a line at its place in the list, and nobody who is switched off', () => {
  const accounts = [account('a'), account('b'), account('c', { enabled: false }), account('d')]
  const orders = ['a', 'd'].map((id) => ({ account: id, isOut: false }))
  const leftOut = ['c', 'b'].map((id) => ({ account: id, says: 'Too little.' }))
  expect(turnsOf(orders, { leftOut }, accounts)).toEqual([
    { account: 'a', isOut: false },
    { account: 'b', isOut: true },
    { account: 'd', isOut: false },
  ])
})
