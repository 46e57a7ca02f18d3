import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  isAfterMarketWord,
  isFinished,
  stateOfOrder,
} from '../../../../src/shared/service/words.ts'

const words = [
  ['complete', 'complete'],
  ['COMPLETE', 'complete'],
  ['Fully Executed', 'complete'],
  ['open', 'open'],
  ['pending', 'pending'],
  ['Trigger Pending', 'pending'],
  ['trigger_pending', 'pending'],
  ['TRIGGER-PENDING', 'pending'],
  ['SL-PENDING', 'pending'],
  ['modify validation pending', 'pending'],
  ['Cancel Pending', 'pending'],
  ['AMO REQ RECEIVED', 'pending'],
  ['put order req received', 'pending'],
  ['partially filled', 'partly-filled'],
  ['PART_TRADED', 'partly-filled'],
  ['rejected', 'rejected'],
  ['REJ', 'rejected'],
  ['Rejected By Exch', 'rejected'],
  ['REJECTED AMO', 'rejected'],
  ['rejected (17070)', 'rejected'],
  ['failed', 'rejected'],
  ['Cancelled', 'cancelled'],
  ['canceled', 'cancelled'],
  ['cancelled after market order', 'cancelled'],
  ['Cancelled by user', 'cancelled'],
  ['EOD cancelled', 'cancelled'],
  ['O-Cancelled', 'cancelled'],
  ['Successful', 'unknown'],
  ['DELIVERY_AWAITED', 'unknown'],
  ['Cancel Confirmed', 'cancelled'],
  ['FULLY_TRADED', 'complete'],
  ['Parked At Venue', 'unknown'],
  ['cancel rejected', 'unknown'],
  ['modify rejected by exchange', 'unknown'],
  ['not rejected', 'unknown'],
  ['after market order', 'unknown'],
  ['IN COMPLETE', 'unknown'],
  ['अभी complete नहीं', 'unknown'],
  ['', 'unknown'],
  ['constructor', 'unknown'],
  ['__proto__', 'unknown'],
  [null, 'unknown'],
] as const

test.each(words)('the status %j is %s', (status, state) => {
  expect(stateOfOrder({ status })).toBe(state)
})

test.each([
  ['Traded 50/100', 'partly-filled'],
  ['EXECUTED (5/10)', 'partly-filled'],
  ['Traded 1,000/2,000', 'partly-filled'],
  ['Filled 5 of 10', 'partly-filled'],
  ['Traded 0/100', 'unknown'],
  ['Traded 100/100', 'complete'],
  ['Filled 0', 'unknown'],
  ['Filled 100', 'unknown'],
  ['complete 10:15:00', 'unknown'],
])('the status %j, whose figures nothing else confirms, is %s', (status, state) => {
  expect(stateOfOrder({ status })).toBe(state)
})

test.each([
  ['Filled 100', 100, null, 'complete'],
  ['Filled 40', 100, null, 'partly-filled'],
  ['Filled 0', 100, 0, 'unknown'],
  ['complete', 100, 40, 'partly-filled'],
  ['complete', 100, 0, 'unknown'],
  ['complete', 100, 100, 'complete'],
  ['complete', 100, null, 'complete'],
  ['complete', null, 40, 'complete'],
  ['complete 10:15:00', 100, 100, 'complete'],
  ['Traded 50/100', 100, 100, 'partly-filled'],
  // What is left of an order, of which as much was filled; or more.
  ['open', 100, 100, 'partly-filled'],
  ['partially filled', 100, 100, 'partly-filled'],
  ['open', 4, 6, 'partly-filled'],
  ['cancelled', 100, 40, 'cancelled'],
  ['modify pending', 100, 100, 'pending'],
  ['Successful', 75, 75, 'complete'],
  ['Successful', 75, 0, 'unknown'],
  ['DELIVERY_AWAITED', 10, 10, 'complete'],
])('the status %j of %j with %j filled is %s', (status, quantity, fillshares, state) => {
  expect(stateOfOrder({ status, quantity, fillshares })).toBe(state)
})

const status = fc.oneof(fc.constantFrom(...words.map(([word]) => word)), fc.string())
const figure = fc.oneof(fc.nat(200), fc.constant(null))

test('figures overrule words: nothing is complete that is filled in part', () => {
  fc.assert(
    fc.property(status, fc.integer({ min: 1, max: 200 }), fc.nat(200), (said, quantity, filled) => {
      const state = stateOfOrder({ status: said, quantity, fillshares: filled })
      if (filled < quantity) expect(state).not.toBe('complete')
      else expect(state).not.toBe('open')
    }),
  )
})

test('no figures finish an order whose word says that it works: a quantity may count down', () => {
  fc.assert(
    fc.property(status, figure, figure, (said, quantity, fillshares) => {
      fc.pre(!isFinished(stateOfOrder({ status: said })) && !/[0-9]/.test(String(said)))
      // These say nothing of a part.
      fc.pre(said !== 'Successful' && said !== 'DELIVERY_AWAITED')
      expect(isFinished(stateOfOrder({ status: said, quantity, fillshares }))).toBe(false)
    }),
  )
})

test('what is unknown is not finished', () => {
  expect(isFinished('unknown')).toBe(false)
  expect(isFinished('partly-filled')).toBe(false)
  for (const state of ['complete', 'rejected', 'cancelled'] as const)
    expect(isFinished(state)).toBe(true)
})

test.each([
  ['AMO', true],
  ['AMO REQ RECEIVED', true],
  ['AMO_REQ_RECEIVED', true],
  ['open (amo)', true],
  ['after market order req received', true],
  ['AFTER-MARKET', true],
  ['AfterMarketOrder', true],
  ['open', false],
  ['amount blocked', false],
  ['market order after check', false],
  [null, false],
])(
  'the status %j says of an order that it waits for the next day of trading: %j',
  (status, waits) => {
    expect(isAfterMarketWord(status)).toBe(waits)
  },
)
