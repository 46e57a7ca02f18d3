import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { exitProblem } from '../../../../src/main/exits/exit-problem.ts'
import { sampleCount } from '../../../sample-count.ts'

interface Entry {
  id: string
  login: number
}

const problemOf = (
  what: 'orders' | 'positions' | 'both',
  { all, named }: { all: readonly Entry[]; named: readonly Entry[] },
) =>
  exitProblem(
    {
      confirmation: '00000000-0000-4000-8000-000000000001',
      what,
      accounts: named.map(({ id }) => ({ account: id, strategy: null })),
    },
    {
      account: (id) => ({ name: `Name ${id}`, broker: 'PX', isEnabled: true, isReadOnly: false }),
      accountsOfLogin: (id) => {
        const { login } = all.find((one) => one.id === id)!
        return all.flatMap((one) => (one.login === login ? one.id : []))
      },
      perhapsSameClient: () => [],
      isBeingSquaredOff: () => false,
      mayStillClose: () => false,
      closingOrders: () => [],
    },
  )

const someEntries = fc
  .array(fc.nat(4), { minLength: 1, maxLength: 12 })
  .map((logins) => logins.map((login, at): Entry => ({ id: String(at), login })))

describe('an exit of accounts of which some are one login', () => {
  it('begins where each login is named once, and closes the positions of none of them twice', () => {
    fc.assert(
      fc.property(someEntries, fc.constantFrom('orders', 'positions', 'both'), (all, what) => {
        const named = all.filter(
          ({ login }, at) => all.findLastIndex((one) => one.login === login) === at,
        )
        expect(problemOf(what, { all, named })).toBeNull()
        const problem = problemOf(what, { all, named: all })
        const isTwice = named.length < all.length && what !== 'orders'
        expect(problem !== null).toBe(isTwice)
        if (problem === null) return
        expect(problem.error).toMatchObject({ code: 'invalid', field: 'accounts' })
        expect(problem.error.message).toMatch(
          /^Name \d+ and Name \d+ have the same login at the broker, .* Leave one of the two out, and press again\.$/,
        )
      }),
      { seed: 20261128, numRuns: sampleCount(400) },
    )
  })
})
