import { describe, expect, it } from 'vitest'
import { placeAfter, withMoved } from '../../../../src/renderer/accounts/account-order.ts'

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

describe('a key', () => {
  it.each([
    ['b', 1, 'c behind'],
    ['b', -1, 'a before'],
    ['d', 'first', 'a before'],
    ['a', 'last', 'd behind'],
    ['a', -1, 'nowhere'],
    ['d', 'last', 'nowhere'],
    ['gone', 'first', 'nowhere'],
  ] as const)('moves %s by %s: %s', (id, step, place) => {
    const to = placeAfter(ids, id, step)
    expect(to === null ? 'nowhere' : `${to.other} ${to.side}`).toBe(place)
  })
})
