import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Planned } from '../../../../../src/main/orders/planning/plan.ts'
import {
  maskedBody,
  requestsOf,
  weightOf,
} from '../../../../../src/main/orders/sending/requests.ts'
import { type PlaceOperation, operations } from '../../../../../src/shared/service/operations.ts'
import { plainParams } from '../doubt/doubts.ts'

interface Making {
  account?: string
  operation?: PlaceOperation
  slices?: number
  exit?: boolean
  params?: Record<string, string>
}

const planned = (index: number, making: Making = {}): Planned => {
  const { account = 'a', operation = 'PlaceMultiOrder', slices = 1, exit = false } = making
  return {
    index,
    operation,
    params: { ...plainParams, ...making.params },
    ticket: { kind: 'regular', account, exit } as Planned['ticket'],
    shown: { slices: Array.from({ length: slices }, () => 10) } as unknown as Planned['shown'],
    isPriceOld: false,
    otherLtp: null,
    instrument: null,
    symbolDoubt: null,
  }
}

const indexesOf = (requests: { orders: Planned[] }[]): number[][] =>
  requests.map(({ orders }) => orders.map(({ index }) => index))

describe('the requests that orders make', () => {
  it('carry neighbours of one account together, and keep each account in order', () => {
    const orders = ['a', 'b', 'a', 'a', 'b'].map((account, index) => planned(index, { account }))
    expect(indexesOf(requestsOf(orders, () => 10))).toEqual([
      [0, 2, 3],
      [1, 4],
    ])
  })

  it('carry one order each where the operation takes one', () => {
    const operations = [
      'PlaceSmartOrder',
      'PlaceSmartOrder',
      'PlaceBOOrder',
      'PlaceCOOrder',
    ] as const
    const orders = operations.map((operation, index) => planned(index, { operation }))
    expect(indexesOf(requestsOf(orders, () => 10))).toEqual([[0], [1], [2], [3]])
  })

  it('carry those of accounts that share a carrier together, each up to its own pace, and ways out alone', () => {
    const carriers: Record<string, string> = { a: 'one', b: 'one', c: 'other' }
    const of = (account: string, more: Making = {}): Making => ({ account, ...more })
    const all = [of('a'), of('b'), of('c'), of('a', { slices: 3 }), of('b')]
    const requests = (makings: Making[]): number[][] =>
      indexesOf(
        requestsOf(
          makings.map((making, index) => planned(index, making)),
          (account) => (account === 'a' ? 3 : 10),
          (account) => carriers[account]!,
        ),
      )
    expect(requests(all)).toEqual([[0, 1], [2], [3, 4]])
    const exits = [of('a', { exit: true }), of('b', { exit: true }), of('b', { exit: true })]
    expect(requests(exits)).toEqual([[0], [1, 2]])
    for (const operation of ['PlaceCOOrder', 'PlaceMultiBOOrder'] as const)
      expect(requests([of('a', { operation }), of('b', { operation })])).toEqual([[0], [1]])
  })

  it('keep exits apart from orders that the stop holds back', () => {
    const orders = [false, true, true, false].map((exit, index) => planned(index, { exit }))
    expect(requestsOf(orders, () => 10).map(({ isExit }) => isExit)).toEqual([false, true, false])
  })

  it('hold no more orders than may leave within a second, unless one alone is more', () => {
    const making = fc.record({
      account: fc.constantFrom('a', 'b'),
      operation: fc.constantFrom(
        'PlaceMultiOrder' as const,
        'PlaceMultiBOOrder' as const,
        'PlaceSmartOrder' as const,
      ),
      slices: fc.integer({ min: 1, max: 15 }),
      exit: fc.boolean(),
    })
    fc.assert(
      fc.property(
        fc.array(making, { maxLength: 60 }),
        fc.integer({ min: 1, max: 10 }),
        (all, most) => {
          const orders = all.map((one, index) => planned(index, one))
          const requests = requestsOf(orders, () => most)
          for (const { orders: carried, operation, account, isExit } of requests) {
            const weight = carried.reduce((sum, one) => sum + weightOf(one), 0)
            if (carried.length > 1) {
              expect(operations[operation].multi).toBe(true)
              expect(weight).toBeLessThanOrEqual(most)
            }
            for (const order of carried)
              expect(order).toMatchObject({ operation, ticket: { account, exit: isExit } })
          }
          for (const account of ['a', 'b']) {
            const own = requests
              .filter((request) => request.account === account)
              .flatMap((r) => r.orders)
            expect(own).toEqual(orders.filter(({ ticket }) => ticket.account === account))
          }
        },
      ),
    )
  })
})

describe('the body that is shown', () => {
  it('is the one that is sent, with the keys hidden', () => {
    const [request] = requestsOf([planned(0)], () => 10)
    const keys = { api_key: '••••', api_secret: '••••' }
    const body = maskedBody(request!, () => 'PX')
    if (!body.ok) throw new Error(body.error.message)
    const sent = { ...keys, data: { orders: [{ ...keys, data: plainParams }] } }
    expect(JSON.parse(body.value)).toEqual(sent)
    expect(body.value).toBe(JSON.stringify(JSON.parse(body.value), null, 2))
  })

  it('does not exist where the service would not take it', () => {
    const [request] = requestsOf([planned(0, { params: { quantity: 'ten' } })], () => 10)
    expect(maskedBody(request!, () => 'PX')).toMatchObject({
      ok: false,
      error: { code: 'invalid' },
    })
  })
})
