import { expect, it } from 'vitest'
import { dayLosses, lossEvents } from '../../../../src/main/alerts/loss-alert.ts'
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
  const profitCheck = { difference: -30, uncheckable: ['INFY-EQ'] }
  expect(dayLosses(active, { ...known, profit: null, profitCheck })).toEqual([
    { account: 'a', name: 'Main', profit: -20, difference: 0, uncheckable: [], limit: 500 },
    {
      ...{ account: null, name: 'all accounts', profit: null, limit: 900 },
      ...{ difference: -30, uncheckable: ['INFY-EQ'] },
    },
  ])
})

it('are not reckoned where no limit asks for them', () => {
  const { account, trading, reckoned } = limitedTo(null, -20)
  const active = [{ id: 'a', name: 'Main', trading }]
  const known = {
    accounts: new Map([['a', account]]),
    limits: noLimits,
    profit: -20,
    profitCheck: { difference: 0, uncheckable: [] },
  }
  expect(dayLosses(active, known)).toEqual([])
  expect(reckoned.times).toBe(0)
})

it('are told of where the service’s figure hides what its positions say', () => {
  const loss = { account: 'a', name: 'Main', profit: 0, limit: 500 }
  expect(lossEvents({ ...loss, difference: -399 }, 'today')).toEqual([])
  expect(lossEvents({ ...loss, difference: -400 }, 'today')).toMatchObject([{ tone: 'bad' }])
  expect(lossEvents({ ...loss, difference: -500 }, 'today')).toMatchObject([
    {
      tone: 'urgent',
      title: 'Loss limit reached: Main',
      message:
        'Reckoned here from its positions, or by their marks of the day (mtm), today’s loss of Main is ₹500.00, and the limit is ₹500.00; the service says ₹0.00. From now on each order but an exit asks first.',
    },
  ])
  const [both] = lossEvents({ ...loss, profit: -500, difference: -100 }, 'today')
  expect(both?.message).toContain('From now on only exits are sent.')
})
