import { describe, expect, it } from 'vitest'
import { filled, infosys, newAccount, position } from '../pictures.ts'

const minute = 60_000

describe('an order that one answer had, and no other', () => {
  const foreign = filled('77', 'SELL', 100)

  it('closes no position that is gone', async () => {
    const bought = filled('1', 'BUY', 100)
    const account = newAccount()
    account.answer({ orders: [bought], positions: [position(100)] })
    await account.isFlatAfter(minute)
    account.answer({ positions: [] })
    account.answer({ orders: [foreign] })
    account.answer({ orders: [bought] })
    expect(await account.isFlatAfter(minute)).toBe(false)
  })

  it('closes none that another may have opened', async () => {
    const account = newAccount()
    account.answer({ orders: [], positions: [] })
    await account.isFlatAfter(minute)
    account.answer({ orders: [filled('1', 'BUY', 100)] })
    account.answer({ orders: [foreign] })
    account.answer({ orders: [] })
    expect(await account.isFlatAfter(minute)).toBe(false)
  })

  it('closes none that the position book, which lags, does not show yet', async () => {
    const day = { cfbuyqty: 0, cfsellqty: 0, bqty: 100, sqty: 100 }
    const account = newAccount()
    const trades = [filled('1', 'BUY', 100), filled('2', 'SELL', 100)]
    account.answer({ orders: trades, positions: [position(0, day)] })
    await account.isFlatAfter(2 * minute)
    account.answer({ orders: [foreign] })
    account.answer({ orders: [...trades, filled('3', 'BUY', 100)], positions: [position(0, day)] })
    expect(await account.isFlatAfter(500)).toBe(false)
    expect(account.picture().underWay(infosys).buys).toBe(100)
  })

  it('may have opened one for an hour, and no longer', async () => {
    const account = newAccount()
    account.answer({ orders: [], positions: [] })
    await account.isFlatAfter(minute)
    account.answer({ orders: [foreign] })
    account.answer({ orders: [] })
    expect(await account.isFlatAfter(59 * minute)).toBe(false)
    expect(await account.isFlatAfter(minute)).toBe(true)
  })

  it('counts all day once two answers had it, filled or not', async () => {
    for (const first of [foreign, { ...foreign, status: 'open', fillshares: 0 }]) {
      const account = newAccount()
      account.answer({ orders: [], positions: [] })
      await account.isFlatAfter(minute)
      account.answer({ orders: [first] })
      account.answer({ orders: [foreign] })
      account.answer({ orders: [] })
      for (const after of [59 * minute, 61 * minute])
        expect(await account.isFlatAfter(after)).toBe(false)
      // Brokers show it again, and drop it again.
      account.answer({ orders: [foreign] })
      account.answer({ orders: [] })
      expect(await account.isFlatAfter(61 * minute)).toBe(false)
    }
  })
})
