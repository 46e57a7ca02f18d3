import { describe, expect, it } from 'vitest'
import { withMoved } from '../../../../src/renderer/accounts/account-order.ts'

const ids = ['a', 'b', 'c', 'd']

describe('an account that is moved', () => {
  it.each([
    ['a', 'c', 'behind', 'b c a d'],
    ['a', 'c', 'before', 'b a c d'],
    ['d', 'a', 'before', 'd a b c'],
    ['b', 'a', 'behind', 'a b c d'],
    ['b', 'b', 'before', 'a b c d'],
    // Somebody deleted it meanwhile.
    ['b', 'gone', 'before', 'a b c d'],
  ] as const)('(%s to %s, %s) stands there: %s', (id, other, side, order) => {
    expect(withMoved(ids, { id, other, side }).join(' ')).toBe(order)
  })
})
