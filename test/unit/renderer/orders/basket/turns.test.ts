import { expect, it } from 'vitest'
import { whyNotInTurn } from '../../../../../src/renderer/orders/basket/turns.ts'

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
