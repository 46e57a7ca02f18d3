import { describe, expect, it } from 'vitest'
import {
  checkPriceAlert,
  startPriceAlert,
} from '../../../../src/renderer/alerts/price-alert-form.ts'

const fields = startPriceAlert({ exchange: 'NSE', symbol: 'INFY-EQ' })

describe('the price of an alert', () => {
  it('may be grouped, and is no other for a comma that may be its point', () => {
    expect(checkPriceAlert({ ...fields, price: '1,560.30' })).toMatchObject({
      ok: true,
      input: { level: { price: '1560.30' } },
    })
    for (const price of ['1500,50', '12,50'])
      expect(checkPriceAlert({ ...fields, price })).toMatchObject({ ok: false })
  })
})
