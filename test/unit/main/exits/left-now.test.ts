import { describe, expect, it } from 'vitest'
import { nothingAtAll } from '../../../../src/main/exits/exit-goal.ts'
import { leftNow, shownThen } from '../../../../src/main/exits/left-now.ts'
import { remainderOf } from '../../../../src/main/exits/remainder.ts'
import type { Row } from '../../../../src/shared/core/patch.ts'
import { newAccount, order, position } from '../picture/pictures.ts'

const wipro = { symbol: 'WIPRO-EQ' }

/** What is left by later books of what earlier ones showed. */
function leftBy(
  then: { orders?: readonly Row[]; positions?: readonly Row[] } | null,
  now: { orders?: readonly Row[]; positions?: readonly Row[] },
) {
  const account = newAccount()
  account.answer({ orders: [], positions: [], ...then })
  const shown = then === null ? null : shownThen(account.picture())
  account.answer({ orders: [], positions: [], ...now })
  const { remainder, hasComeSince } = leftNow(remainderOf(account.picture(), nothingAtAll), shown)
  return {
    hasComeSince,
    orders: remainder.orders.map((row) => row['order_id']),
    positions: remainder.positions.map(({ row }) => row['netqty']),
  }
}

describe('of what an exit left there is now', () => {
  it('as much as there was, where some of it ended, and nothing of what came up beside it', () => {
    const done = order('1', { status: 'cancelled' })
    expect(
      leftBy({ orders: [order('1'), order('2')] }, { orders: [done, order('2'), order('3')] }),
    ).toEqual({ hasComeSince: false, orders: ['2'], positions: [] })
  })

  it.each<[string, unknown, unknown, boolean]>([
    ['less of a position', 100, 40, false],
    ['as much of it', -100, -100, false],
    ['more of it', 100, 140, true],
    ['the other side of it', 100, -40, true],
    ['of which it was not known how much', null, 40, false],
    ['of which it is not known how much', 100, null, false],
  ])('%s', (_, before, now, hasComeSince) => {
    expect(leftBy({ positions: [position(before)] }, { positions: [position(now)] })).toEqual({
      ...{ hasComeSince, orders: [] },
      positions: [now],
    })
  })

  it('what came up since alone, where nothing of the former is shown', () => {
    const done = order('1', { status: 'cancelled' })
    const now = { orders: [done, order('3')], positions: [position(100, wipro)] }
    expect(leftBy({ orders: [order('1')] }, now)).toEqual({
      ...{ hasComeSince: true, orders: ['3'] },
      positions: [100],
    })
  })

  it('all that is shown, where the books were not read then', () => {
    expect(leftBy(null, { orders: [order('3')], positions: [position(100)] })).toEqual({
      ...{ hasComeSince: false, orders: ['3'] },
      positions: [100],
    })
  })
})
