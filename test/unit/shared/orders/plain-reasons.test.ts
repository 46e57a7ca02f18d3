import { expect, it } from 'vitest'
import { plainReason, plainRejection } from '../../../../src/shared/orders/plain-reasons.ts'

it.each([
  ['RMS:Margin Exceeds,Required:12000', 'money or margin'],
  ['Insufficient funds', 'money or margin'],
  ['Price 120 is outside the price band 80.00 to 100.00', 'range'],
  ['17070 : The Price is out of the current execution range (circuit limit)', 'range'],
  ['17070 : The Price is out of the current execution range', 'range'],
  ['17080 : Price outside LPP range', 'range'],
  ['Market is closed for NSE', 'closed'],
  ['AMO orders are not accepted now', 'closed'],
  ['Invalid trading symbol', 'symbol'],
  ['Quantity 3600 is above the freeze quantity 1800', 'larger'],
  ['Quantity 10 is not a multiple of the lot size 65', 'lot'],
  ['Holdings are short: 10 to sell, 0 available', 'shares'],
  ['RMS:Blocked for nse_cm INFY-EQ block type: ALL', 'risk rules'],
  ['Security is under F&O ban period', 'restricts'],
  ['Session expired', 'login'],
  ['Your session has expired. Please login again.', 'login'],
  ['Session has been closed. Please login again', 'login'],
  ['Session Expired : Invalid Session Key', 'login'],
  ['Incorrect `api_key` or `access_token`.', 'login'],
  ['Order request rate limit exceeded', 'too often'],
  ['IP 1.2.3.4 is not whitelisted', 'address'],
  ['The instrument you are placing an order for has either expired or does not exist.', 'symbol'],
  ['Trading session is closed', 'closed'],
])('"%s" is said in plain words', (reason, words) => {
  expect(plainReason(reason)?.means).toContain(words)
})

it.each([
  ['Too many pending orders in this scrip', 'More orders are open'],
  ['CDSL TPIN authentication is needed for this sale', 'shares'],
  ['Insufficient funds: login at the broker again', 'money or margin'],
])('"%s" is about the order where the broker had taken it', (reason, words) => {
  expect(plainRejection(reason)?.means).toContain(words)
})

it('a rejection has no words of gates', () => {
  for (const reason of ['Session expired', 'Order request rate limit exceeded', null])
    expect(plainRejection(reason)).toBeUndefined()
})

it('words that nobody knows are left as they came', () => {
  expect(plainReason('E-9917')).toBeUndefined()
  // An instrument's token, or a session's.
  expect(plainReason('Invalid Token')).toBeUndefined()
  expect(plainReason('Token is invalid or has expired.')).toBeUndefined()
  expect(plainReason(null)).toBeUndefined()
})
