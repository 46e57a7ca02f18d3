import { expect, test } from 'vitest'
import { admitsNotKnowing, refusalOf } from '../../../../src/main/service/refusal.ts'

test.each([
  ['refused', 200, 'Insufficient funds'],
  ['refused', 400, 'RMS: margin exceeds available'],
  ['refused', 200, 'Invalid symbol token'],
  ['refused', 200, 'Invalid trigger price'],
  ['refused', 403, ''],
  ['refused', 200, 'Price is not a multiple of the tick size'],
  ['bad-keys', 401, ''],
  ['bad-keys', 200, 'Invalid api_key or api_secret'],
  ['bad-keys', 403, 'Access denied: session expired'],
  ['bad-keys', 200, 'Invalid session, please log in again'],
  ['bad-keys', 200, 'Unauthorised'],
  ['bad-keys', 200, 'Access token has expired'],
  ['address-refused', 403, 'Request from an unregistered IP address'],
  ['address-refused', 200, 'IP 10.0.0.1 is not whitelisted'],
  ['address-refused', 200, 'Orders are accepted from your static IP only'],
  ['rate-limited', 429, ''],
  ['rate-limited', 200, 'Too many requests'],
  ['rate-limited', 400, 'Order rate limit of 10 per second exceeded'],
] as const)('%s: HTTP %i, "%s"', (code, status, words) => {
  expect(refusalOf(status, words)).toBe(code)
})

test.each([
  'Request timed out',
  'Timeout',
  'No response from the exchange',
  'Gateway Time-out',
  'The broker is not reachable',
  'connection reset by peer',
  'Service unavailable',
])('the service does not know: "%s"', (words) => {
  expect(admitsNotKnowing(words)).toBe(true)
})

test.each(['Insufficient funds', 'Order rejected', 'Invalid time', 'Out of range', ''])(
  'the service knows: "%s"',
  (words) => {
    expect(admitsNotKnowing(words)).toBe(false)
  },
)
