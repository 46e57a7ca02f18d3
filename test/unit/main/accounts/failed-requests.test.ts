import { describe, expect, it } from 'vitest'
import { type EndedRequest, FailedRequests } from '../../../../src/main/accounts/failed-requests.ts'
import { notedCalls } from '../../../../src/main/accounts/noted-calls.ts'
import { type ErrorCode, fail, ok } from '../../../../src/shared/core/errors.ts'
import { FakeClock } from '../core/fake-clock.ts'

const ended = (
  code: ErrorCode | null,
  at: number,
  more: Partial<EndedRequest> = {},
): EndedRequest => ({
  operation: 'OrderBook',
  failure: code === null ? null : { code, message: 'It failed.' },
  at,
  took: 40,
  ...more,
})

describe('the requests that failed', () => {
  it('are the latest first, and a book that fails again and again is one line', () => {
    const failed = new FailedRequests()
    failed.note(ended('too-late', 1000))
    failed.note(ended('refused', 1500, { operation: 'PlaceMultiOrder' }))
    failed.note(ended('too-late', 2000, { took: 10_000 }))
    expect(failed.read(null)).toMatchObject([
      { operation: 'OrderBook', first: 1000, last: 2000, times: 2, took: 10_000 },
      { operation: 'PlaceMultiOrder', first: 1500, times: 1 },
    ])
    failed.note(ended(null, 3000))
    failed.note(ended('too-late', 4000))
    failed.note(ended('no-answer', 5000))
    expect(failed.read(null).map(({ last, times }) => [last, times])).toEqual([
      [5000, 1],
      [4000, 1],
      [2000, 2],
      [1500, 1],
    ])
  })

  it('are twenty at most', () => {
    const failed = new FailedRequests()
    for (let at = 0; at < 50; at++) failed.note(ended(at % 2 === 0 ? 'refused' : 'too-late', at))
    expect(failed.count).toBe(20)
    expect(failed.read(null)[0]).toMatchObject({ last: 49 })
  })

  it('tell no key that the service repeats, however short, and nothing of it where no key is known', () => {
    const keys = { apiKey: 'cnry51', apiSecret: 'canary/7f3a+ secret' }
    const failed = new FailedRequests()
    const said = `no client ${keys.apiKey}, ${encodeURIComponent(keys.apiSecret)}`
    const failure = { code: 'refused', message: `It said: ${said}`, detail: said } as const
    failed.note(ended('refused', 0, { failure }))
    const told = JSON.stringify(failed.read(keys))
    expect(told).toContain('no client •••, •••')
    expect(told).not.toMatch(/cnry51|7f3a/)
    failed.note(ended('refused', 1, { failure: { ...failure, message: 'It said no.' } }))
    expect(failed.read(null)[0]).toMatchObject({ failure: { message: 'It said no.' } })
    expect(failed.read(null)[0]?.failure.detail).toBeUndefined()
  })
})

describe('calls of the service that are noted', () => {
  const login = { url: '', broker: 'PX', keys: { apiKey: 'k', apiSecret: 's' } }

  it('are those for an account, with how long they took and the first order that went wrong', async () => {
    const clock = new FakeClock()
    const noted: unknown[] = []
    const refused = fail('refused', 'No margin.')
    const client = notedCalls(
      {
        call: async (name) => {
          await clock.advance(250)
          const made = { ok: true, value: { orderid: '1', broker: 'PX' } }
          const outcomes = [[made], [made, refused]]
          return (name === 'Profile' ? ok({}) : ok({ outcomes })) as never
        },
      },
      { clock, now: () => 7, note: (account, request) => noted.push([account, request]) },
    )
    await client.call('Profile', login, {})
    expect(noted).toEqual([])
    await client.call('Profile', { ...login, account: 'a' }, {})
    await client.call('PlaceMultiOrder', { ...login, account: 'a' }, { orders: [] })
    expect(noted).toEqual([
      ['a', { operation: 'Profile', failure: null, at: 7, took: 250 }],
      ['a', { operation: 'PlaceMultiOrder', failure: refused.error, at: 7, took: 250 }],
    ])
    noted.length = 0
    const orders = ['a', 'b'].map((account) => ({ login: { ...login, account }, params: {} }))
    await client.call('PlaceMultiOrder', orders[0]!.login, { orders } as never)
    expect(noted).toMatchObject([
      ['a', { failure: null }],
      ['b', { failure: refused.error }],
    ])
  })
})
