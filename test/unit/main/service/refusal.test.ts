import { expect, test } from 'vitest'
import { refusalOf } from '../../../../src/shared/service/refusal-words.ts'
import { admitsNotKnowing, isFinalNo } from '../../../../src/main/service/refusal.ts'

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

test.each([
  'Insufficient funds',
  'Insufficient funds. Required margin is 95417.84 but available margin is 74251.80.',
  'RMS:Margin Exceeds,Required:153892.45, Available:15507.18 for entity account-1',
  'RMS: margin exceeds available',
  'Margin is short: 120.00 required, 20.00 available',
  'RMS:Rule: Check holdings including BTST for entity account-1',
  'Insufficient holding quantity',
  'RMS:Rule: Check circuit limit including square off order exceeds',
  'Order price is out of the circuit range',
  'The order price is outside the price band',
  'RMS:Blocked for nse_cm 522261',
  'Product BO is not allowed',
  'Client not enabled on the product',
  'Scrip is in Ban Period',
  'Invalid symbol',
  'symbol NOSUCH is not known on NSE',
  'Invalid scrip code',
  'Invalid symbol token',
  'Contract expired',
  'Invalid quantity',
  'Quantity must be a multiple of the lot size 65',
  'Price is not a multiple of the tick size',
  'Invalid trigger price',
  'Order quantity exceeds the freeze limit',
  'Quantity 5000 is above the freeze quantity 1800',
  'Market is closed',
  'The markets have not been opened for trading',
  'Order cannot be placed outside market hours',
  'trigger_price is missing: SL cannot be placed without it',
  'broker ZZ is not one of yours',
  'spot_symbol NOSUCH has no options here',
  'Invalid api_key or api_secret',
  'IP 10.0.0.1 is not whitelisted',
  'Too many requests',
  'Too many requests. Please try again later',
  'Trading in this segment is not activated, and market orders cannot be converted',
  'Quantity should be rounded to the lot size',
  'Invalid quantity in leg 2',
  'Price exceeds the permitted range, including the day’s circuit limit',
  'RMS:Margin Exceeds, Cash Available:100.00, Margin Required:500.00, Margin Exceeding:400.00',
])('a no that is final: "%s"', (words) => {
  expect(isFinalNo(200, words)).toBe('yes')
})

test.each([
  ['beside an order that was made', 'Order placed, but the margin is insufficient'],
  ['about an answer that was lost', 'Invalid response: price is missing'],
  ['about what is inside the service', 'Internal error: invalid quantity'],
  ['about a field of an answer', "KeyError: missing key 'orderid'"],
  ['of a broker that cannot be read', 'Unexpected token < in JSON at position 0'],
  ['that nobody knows', 'Try later'],
  ['that say nothing', ''],
])('a no that is looked up, in words %s', (_what, words) => {
  expect(isFinalNo(200, words)).toBe('likely')
})

test.each([
  [200, 'Order placed at broker, but the session expired before its confirmation'],
  [200, 'Order submitted to exchange; access token refresh failed'],
  [200, 'Order accepted. Confirmation blocked: your ip is not whitelisted'],
  [200, 'Order received and queued: exchange is throttling'],
  [401, 'Order placed; status unknown'],
  [403, 'Something went wrong'],
  [403, 'Order queued with the exchange'],
  [429, 'Order placed. Rate of confirmations limited'],
  [200, 'Order partially filled: 50 of 100. Remaining rejected: insufficient margin'],
  [200, '50 traded, balance quantity cancelled: insufficient funds'],
  [200, 'Entry order open at exchange; stop loss leg failed: trigger price must be below last'],
  [200, 'Order 88 created and registered; tag is missing: strategy not valid'],
  [200, 'Slice 3 of 3: quantity exceeds freeze limit'],
  [200, 'Could not read order status: unknown exchange'],
  [200, 'Unable to fetch order id: exchange segment not available'],
  [200, 'Rate limit exceeded while polling order book'],
  [200, 'Could not get status: too many requests'],
  [200, 'invalid access token when confirming'],
  [200, 'Symbol not found in order book'],
  [200, 'Token not found in position book'],
  [200, 'Entry done. Stoploss price out of range'],
  [200, 'Insufficient margin for stop loss order'],
  [200, 'Margin shortfall for target order of the bracket'],
  [200, 'Order entered but funds insufficient'],
  [200, 'Quantity exceeds limit; order saved'],
])('what tells of an order is looked up: HTTP %i, "%s"', (status, words) => {
  expect(isFinalNo(status, words)).toBe('likely')
})

test.each([
  'Market orders not allowed through API. Converted to limit order with protection',
  'MARKET order is not allowed, using LIMIT with MPP',
  'Quantity exceeds freeze limit; order sliced into 3 orders',
  'Quantity exceeds freeze limit, split into 3',
  'Price out of circuit range, price adjusted to 1540.05',
  'Price is not a multiple of the tick size, rounded to 1400.05',
  'Market is closed: taken as AMO',
  'Market is closed. Your order will go to the exchange at 9:15',
  'Insufficient margin, quantity reduced to 50',
  'Product MIS not allowed for this scrip, CNC instead',
  'Too many requests, order delayed by 2 seconds',
  'Rate limit exceeded, waiting',
  'Session expired, relogin successful',
  'Invalid session token. Token refreshed',
  'Order on hold: insufficient balance',
  'Exchange is closed? ack not seen',
  'Insufficient margin for second order',
  'Warning: margin shortfall 1200',
  'Margin shortfall: a penalty may apply',
  'Bought 50, insufficient balance for the rest',
  'Order went out, but the session expired',
  'Order under review: client is blocked',
  'Invalid strategy, ignored',
  'Holdings not found, short sale opened',
])('what was done instead is looked up: "%s"', (words) => {
  expect(isFinalNo(200, words)).toBe('likely')
})

test.each([
  'Order 260001: margin exceeds',
  'Order 77: margin exceeds',
  'Nest 260001 RMS:Margin Exceeds',
  '261125000012345 RMS:Margin Exceeds',
  'Insufficient funds (ref 260001)',
  'Insufficient funds [1100000012345678]',
  'Insufficient funds, id AB-26123',
  'Too many requests, order 3 through',
])('what may give an order’s number is looked up: "%s"', (words) => {
  expect(isFinalNo(200, words)).toBe('likely')
})

test.each([
  'RMS:Margin Exceeds,Required:12345.60, Available:15507.18 for entity account-1200345 across exchange',
  'RMS:Margin Exceeds,Required:153892, Available:150507',
  'Insufficient funds. Required margin is Rs 1538920 but available margin is Rs. 742510',
  'Insufficient funds. Required ₹1,53,892, short by 250000',
  'Order value 1200000 exceeds the limit of 1000000',
  'Order price is outside the circuit range: 148500 to 152300',
  'Quantity 500000 exceeds the freeze limit of 180000',
  'Margin is short by 12.500000%',
  'Contract expired on 20261124',
  'Contract NIFTY26NOV240000CE expired',
  'RMS:Blocked for nse_cm 522261',
  'Client id 1200345 is not enabled on the product',
  '16388 : Order price is outside the circuit range',
  '17070 : The Price is out of the current execution range (circuit limit)',
  'Invalid symbol token 1234567',
])('an amount, a date, a code or a name is no order’s number: "%s"', (words) => {
  expect(isFinalNo(200, words)).toBe('yes')
})

test.each([
  'Insufficient margin, so order is at exchange as NRML',
  'Market closed: order lies with broker for next session',
  'Market closed, AMO order put',
  'Quantity exceeds freeze; order cut into 3',
  'Invalid stoploss, entry is on',
  'Product MIS not allowed for client; made CNC',
  'Product MIS not allowed for client, made CNC',
  'MIS blocked for scrip: NRML in its place',
  'Trigger price invalid; became LIMIT',
  'Insufficient balance for 100, 40 lots are in',
  'Insufficient funds: 40 got through',
  'Market order not allowed; LIMIT at 1400',
  'Invalid price for limit, took market',
  'RMS:Margin Exceeds but allowed within tolerance',
  'Invalid price; at market',
  'Insufficient holdings, intraday sell on',
  'Check holdings: the order sits at the exchange',
  'EDIS not authorised; sell order awaits CDSL',
  'Price out of range; order at upper circuit limit 1410',
  'Disclosed quantity invalid, whole quantity shown',
  'API key expires in 2 days',
  'login failed for market data',
  'Invalid session for feed',
  'Symbol suspended from tomorrow',
  'Unauthorised app version: update soon',
  'IP address not matched with registered, grace till April',
  'Insufficient funds in wallet B. Wallet A OK',
  'Low margin: order on exchange, add funds to your account',
  'MIS not allowed for this scrip: order is CNC now',
  'Session expired after order',
  'Success: margin shortfall 200',
  'Client not blocked',
  'Invalid price in broker callback',
])('what tells where an order is, or warns alone, is looked up: "%s"', (words) => {
  expect(isFinalNo(200, words)).toBe('likely')
})

test.each([
  'Margin exceeds; Required: 500.00; Available: 100.00',
  'Market orders are not allowed for this scrip; use LIMIT',
  'Insufficient funds; please add funds to your account',
  'Put options are not allowed for trading by this client',
  'Market closed: after cut-off time',
  'Invalid session, please log in',
  'Market orders are blocked for this product',
  'Order is outside trading hours',
  'Order quantity is not in multiples of the lot size',
  'Invalid quantity: must be a multiple of 65, got 70',
])('amounts, advice and a plain reason stay final: "%s"', (words) => {
  expect(isFinalNo(200, words)).toBe('yes')
})

test('no words make an answer final that the service failed to give', () => {
  expect(isFinalNo(500, 'Insufficient funds')).toBe('no')
  expect(isFinalNo(408, 'Invalid quantity')).toBe('no')
  expect(isFinalNo(200, 'Insufficient funds: request timed out')).toBe('no')
})
