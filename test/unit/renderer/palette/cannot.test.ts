import { expect, it } from 'vitest'
import { cannotBeDone } from '../../../../src/renderer/palette/cannot.ts'

it.each([
  'cancel order',
  'cancel order 26112100000001',
  'Cancel INFY-EQ',
  'cancel the order',
  'modify',
  'modify infy to 1500',
  'amend order',
  'change order',
])('says of ‘%s’ that the service cannot do it to a single order', (text) => {
  expect(cannotBeDone(text)).toMatchObject({
    says: expect.stringMatching(/single order/),
    helps: ['orders.cancel', 'order.new'],
  })
})

it.each(['quote infy', 'quotes', 'depth nifty', 'market depth', 'chart'])(
  'says of ‘%s’ that the service has none',
  (text) => {
    expect(cannotBeDone(text)?.says).toMatch(/no quotes, no depth/)
  },
)

it.each([
  '',
  'cancel',
  'cancel a',
  'cancel all',
  'cancel ord',
  'cancel orders',
  'cancel everything @main',
  'cancel @main',
  'change the theme',
  'buy 50 infy market',
  'market',
])('says nothing of ‘%s’', (text) => {
  expect(cannotBeDone(text)).toBeNull()
})
