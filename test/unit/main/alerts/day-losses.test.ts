import { expect, it } from 'vitest'
import { dayLosses } from '../../../../src/main/alerts/loss-alert.ts'
import { noLimits } from '../../../../src/shared/orders/limits.ts'
import { accountWith } from '../orders/planning/contexts.ts'

/** An account with such a limit, and how often its profit was reckoned. */
function limitedTo(loss: number | null, profit: number | null) {
  const reckoned = { times: 0 }
  const account = accountWith()
  Object.defineProperty(account, 'profit', {
    get: () => {
      reckoned.times++
      return profit
    },
  })
  return { account, trading: { limits: { loss } }, reckoned }
}

it('stand beside each limit, of an account and of all together', () => {
  const { account, trading } = limitedTo(500, -20)
  const active = [{ id: 'a', name: 'Main', trading }]
  const known = { accounts: new Map([['a', account]]), limits: { ...noLimits, loss: 900 } }
  expect(dayLosses(active, { ...known, profit: null })).toEqual([
    { account: 'a', name: 'Main', profit: -20, limit: 500 },
    { account: null, name: 'all accounts', profit: null, limit: 900 },
  ])
})

it('are not reckoned where no limit asks for them', () => {
  const { account, trading, reckoned } = limitedTo(null, -20)
  const active = [{ id: 'a', name: 'Main', trading }]
  const known = { accounts: new Map([['a', account]]), limits: noLimits, ...{ profit: -20 } }
  expect(dayLosses(active, known)).toEqual([])
  expect(reckoned.times).toBe(0)
})
