import { expect, it } from 'vitest'
import { plainReason } from '../../../../../src/main/orders/doubt/reasons.ts'

it.each([
  ['RMS:Margin Exceeds,Required:12000', 'money or margin'],
  ['Insufficient funds', 'money or margin'],
  ['Price 120 is outside the price band 80.00 to 100.00', 'range'],
  ['17070 : The Price is out of the current execution range (circuit limit)', 'range'],
  ['Market is closed for NSE', 'closed'],
  ['AMO orders are not accepted now', 'closed'],
  ['Invalid trading symbol', 'symbol'],
  ['Quantity 3600 is above the freeze quantity 1800', 'larger'],
  ['Quantity 10 is not a multiple of the lot size 65', 'lot'],
  ['Holdings are short: 10 to sell, 0 available', 'shares'],
  ['RMS:Blocked for nse_cm INFY-EQ block type: ALL', 'risk rules'],
  ['Security is under F&O ban period', 'restricts'],
])('"%s" is said in plain words', (reason, words) => {
  expect(plainReason(reason)?.means).toContain(words)
})

it('words that nobody knows are left as they came', () => {
  expect(plainReason('E-9917')).toBeUndefined()
  expect(plainReason(null)).toBeUndefined()
})
