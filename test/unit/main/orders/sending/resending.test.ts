import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { resendProblems } from '../../../../../src/main/orders/sending/resending.ts'
import {
  type Intent,
  type IntentEvent,
  isSurelyNotThere,
} from '../../../../../src/shared/orders/intents.ts'
import { resendOf } from '../../../../../src/shared/orders/resending.ts'
import type { RegularTicket, Ticket } from '../../../../../src/shared/orders/tickets.ts'
import {
  accepted,
  after,
  onTheWire,
  recordedEvent,
  refused,
  unanswered,
  wireEvents,
} from '../doubt/doubts.ts'

const wasRefused = (): Intent =>
  after([...wireEvents(), { kind: 'answered', parts: [refused('')] }])

const again = ({ id, ticket }: Intent): Ticket => ({ ...(ticket as RegularTicket), resends: id })

const sentAgain = (former: Intent): Intent => after([{ ...recordedEvent(), resends: former.id }])

it('a basket of what is sent again reads the journal of the day once', () => {
  const former = [wasRefused(), wasRefused(), wasRefused(), onTheWire()] as const
  const known = new Map(former.map((intent) => [intent.id, intent]))
  let reads = 0
  const journal = {
    find: (id: string) => known.get(id),
    since: () => {
      reads++
      return [sentAgain(former[1]), ...former]
    },
  }
  const problems = resendProblems(former.map(again), journal)
  expect(problems.map(({ order, code }) => [order, code])).toEqual([
    [1, 'duplicate'],
    [3, 'duplicate'],
  ])
  expect(reads).toBe(1)
})

describe('whatever is sent again, in whatever order', () => {
  type End = 'accepted' | 'refused' | 'not-sent' | 'in-doubt'
  const ends: readonly End[] = ['accepted', 'refused', 'not-sent', 'in-doubt']
  const units = { slice: 30, order: 90 }

  /** An order of three slices, with an end for each. */
  function ended(id: string, ticket: Ticket, slices: readonly End[]): Intent {
    const quantities = slices.slice(0, Number((ticket as RegularTicket).quantity) / units.slice)
    const recorded = { ...recordedEvent({ quantities: quantities.map(() => units.slice) }), ticket }
    const { account, resends = null } = ticket
    const parts = quantities.map((_, place) => partOf(slices[place]!))
    return after(
      [{ ...recorded, account, resends }, wireEvents()[1]!, { kind: 'answered', parts }],
      { id },
    )
  }

  const partOf = (end: End) =>
    end === 'accepted' ? accepted(randomUUID()) : { ...refused(''), state: end, code: end }

  const mayBeThere = ({ parts }: Intent): number =>
    parts.reduce(
      (sum, { state, quantity }) => sum + (isSurelyNotThere(state) ? 0 : (quantity ?? 0)),
      0,
    )

  it('no account gets more than was ordered for it, and only what was not there is sent', () => {
    const ticket = (account: string): RegularTicket => ({
      ...(onTheWire().ticket as RegularTicket),
      ...{ account, quantity: String(units.order), slice: String(units.slice) },
    })
    const accounts = ['a', 'b'].map((name) => `${name}-account`)
    const slices = fc.tuple(...[1, 2, 3].map(() => fc.constantFrom(...ends)))
    const tries = fc.array(
      fc.record({
        /** Which of those that there are, for which account, how much, and what becomes of it. */
        ofs: fc.array(fc.nat(), { minLength: 1, maxLength: 3 }),
        isMoved: fc.integer({ min: 0, max: 9 }).map((one) => one === 0),
        isWhole: fc.boolean(),
        slices,
      }),
      { maxLength: 12 },
    )
    let passed = 0
    fc.assert(
      fc.property(fc.tuple(slices, slices), tries, (first, more) => {
        const all = accounts.map((account, place) =>
          ended(randomUUID(), ticket(account), first[place]!),
        )
        const journal = {
          find: (id: string) => all.find((one) => one.id === id),
          since: () => all,
        }
        for (const { ofs, isMoved, isWhole, slices: then } of more) {
          const orders = ofs.map((of): Ticket => {
            const former = all[of % all.length]!
            const missing = resendOf(former)
            const wanted = isWhole || missing === null ? ticket(former.account) : missing
            const account = isMoved
              ? accounts.find((one) => one !== former.account)!
              : former.account
            return { ...wanted, account, resends: former.id }
          })
          if (resendProblems(orders, journal).length > 0) continue
          passed++
          all.push(...orders.map((order) => ended(randomUUID(), order, then)))
        }
        for (const account of accounts) {
          const there = all.filter((one) => one.account === account).map(mayBeThere)
          expect(there.reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(units.order)
        }
      }),
      { numRuns: 300 },
    )
    expect(passed, 'some were let through').toBeGreaterThan(20)
  })

  it('takes the missing part of one, and no more of it', () => {
    const former = ended(
      randomUUID(),
      {
        ...(onTheWire().ticket as RegularTicket),
        ...{ quantity: '90', slice: '30' },
      },
      ['accepted', 'refused', 'not-sent'],
    )
    expect(former.state).toBe('partly')
    const journal = { find: () => former, since: () => [former] }
    const of = (quantity: string) =>
      resendProblems([{ ...again(former), quantity } as Ticket], journal).length
    expect([of('60'), of('90')]).toEqual([0, 1])
  })
})

describe('the risk that an order sent again is a second one', () => {
  const saidNo = { ...refused('Something went wrong'), state: 'in-doubt', code: 'said-no' } as const
  const ofLooks = [
    { kind: 'answered', parts: [saidNo] },
    { kind: 'refused-after-looks', reads: 2 },
  ]
  const ofPerson = [{ kind: 'answered', parts: [unanswered] }, { kind: 'settled-absent' }]
  const asked = (...events: IntentEvent[]) => {
    const former = after([...wireEvents(), ...events])
    const journal = { find: () => former, since: () => [former] }
    return resendProblems([again(former)], journal).map(({ level, code }) => `${level} ${code}`)
  }

  it('is asked about where the order book, or a person, had the last word on the first', () => {
    expect(asked(...(ofLooks as IntentEvent[]))).toEqual(['ask unknown'])
    expect(asked(...(ofPerson as IntentEvent[]))).toEqual(['ask unknown'])
  })

  it('is none where the service said a final no', () => {
    expect(asked({ kind: 'answered', parts: [refused('No margin')] })).toEqual([])
  })
})
