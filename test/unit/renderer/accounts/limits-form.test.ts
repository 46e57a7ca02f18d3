import { describe, expect, it, vi } from 'vitest'
import {
  checkAccount,
  accountFields,
  noKeys,
} from '../../../../src/renderer/accounts/account-form.ts'
import { checkLimits, limitsText } from '../../../../src/renderer/accounts/limits-form.ts'
import { noLimits, usualTrading } from '../../../../src/shared/orders/limits.ts'
import { account } from '../memory-desk.ts'

const nothing = limitsText(noLimits)

describe('limits as typed', () => {
  it('are none where they are empty', () => {
    expect(checkLimits(nothing)).toEqual({ ok: true, input: noLimits })
  })

  it('may be grouped as in India, and are shown so', () => {
    const typed = { ...nothing, quantity: '1,800', value: '₹ 1,00,00,000', loss: '25000.50' }
    const limits = { ...noLimits, quantity: 1800, value: 10_000_000, loss: 25_000.5 }
    expect(checkLimits(typed)).toEqual({ ok: true, input: limits })
    expect(limitsText(limits)).toMatchObject({ value: '1,00,00,000', loss: '25,000.5' })
  })

  it('ask the platform how to group only once there is one to show', async () => {
    vi.resetModules()
    const made = vi.spyOn(Intl, 'NumberFormat')
    const fresh = await import('../../../../src/renderer/accounts/limits-form.ts')
    fresh.limitsText(noLimits)
    expect(made).not.toHaveBeenCalled()
    fresh.limitsText({ ...noLimits, quantity: 1800, openOrders: 20 })
    expect(made).toHaveBeenCalledOnce()
    made.mockRestore()
  })

  it.each([
    ['quantity', '1.5'],
    ['quantity', '0'],
    ['value', '-5'],
    ['value', 'a lot'],
    ['value', '1500,50'],
    ['value', '1 500'],
    ['quantity', '12,50'],
    ['openOrders', '10001'],
    ['perMinute', '601'],
    ['loss', '1e3'],
    ['loss', ','],
  ] as const)('name the field at fault: %s of %s', (field, text) => {
    const checked = checkLimits({ ...nothing, [field]: text })
    expect(!checked.ok && Object.keys(checked.problems)).toEqual([field])
  })
})

describe('how an account trades, as typed', () => {
  const before = account('main', {
    trading: { ...usualTrading, expiry: '26NOV', aliases: { 'INFY-EQ': 'INFY' } },
  })
  const typed = accountFields(before)
  const check = (more: Partial<typeof typed>) => checkAccount({ ...typed, ...more }, noKeys, before)
  const problems = (more: Partial<typeof typed>) => {
    const checked = check(more)
    return checked.ok ? [] : Object.keys(checked.problems)
  }

  it('comes back as it was, with what no field shows', () => {
    const checked = check({})
    expect(checked.ok && checked.input.profile.trading).toEqual(before.trading)
  })

  it('sends plain market orders and never asks where percentages are empty', () => {
    const checked = check({ protection: '', distance: ' ', readOnly: true })
    expect(checked.ok && checked.input.profile.trading).toMatchObject({
      protection: null,
      distance: null,
      readOnly: true,
    })
  })

  it('takes a symbol a line', () => {
    const checked = check({ aliases: 'INFY-EQ = INFY\n\n M&M-EQ=M&M ' })
    expect(checked.ok && checked.input.profile.trading.aliases).toEqual({
      'INFY-EQ': 'INFY',
      'M&M-EQ': 'M&M',
    })
  })

  it.each([
    [{ perSecond: '' }, 'perSecond'],
    [{ perSecond: '11' }, 'perSecond'],
    [{ protection: '0' }, 'protection'],
    [{ distance: '101' }, 'distance'],
    [{ loss: 'none' }, 'loss'],
    [{ aliases: 'INFY-EQ INFY' }, 'aliases'],
    [{ aliases: 'A = B\nA = C' }, 'aliases'],
    [{ aliases: 'A = B = C' }, 'aliases'],
    [{ aliases: `A = ${'B'.repeat(61)}` }, 'aliases'],
  ])('names the field at fault: %o', (more, field) => {
    expect(problems(more)).toEqual([field])
  })
})
