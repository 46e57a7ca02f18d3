import { expect, it } from 'vitest'
import { isSoldHolding } from '../../../../../src/main/picture/rows/sold-holdings.ts'
import { position } from '../pictures.ts'

const sold = (exchange: string, symbol = 'INFY-EQ', product = 'CNC') =>
  isSoldHolding(position(-75, { exchange, symbol, product }))

it('shares of a delivery that stand below zero were held', () => {
  for (const exchange of ['NSE', 'BSE', 'NSE_EQ', 'BSE_CM', 'nse'])
    expect(sold(exchange)).toBe(true)
  expect(sold('NSE', '360ONE')).toBe(true)
  expect(sold('NSE', 'INFY-EQ', 'MIS')).toBe(false)
  expect(isSoldHolding(position(75, { product: 'CNC' }))).toBe(false)
})

it('contracts below zero are open, also where a book calls their exchange after the shares’ and them deliveries', () => {
  for (const exchange of ['NFO', 'NSE_FO', 'NSE_FNO', 'BSE_FO', 'NSE'])
    for (const product of ['CNC', 'DELIVERY', 'C'])
      expect(sold(exchange, 'NIFTY24DEC26C24000', product)).toBe(false)
})
