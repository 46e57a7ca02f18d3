import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type LoginKnown,
  isOfLogin,
  thoseOfLogin,
} from '../../../../../src/main/picture/orders/intent-login.ts'
import type { Intent } from '../../../../../src/shared/orders/intents.ts'

const login = fc.constantFrom(undefined, 'x', 'y')
const intents = fc.array(
  fc.record({
    account: fc.constantFrom('a', 'b', 'c'),
    sent: fc.option(fc.record({ login })),
  }) as fc.Arbitrary<Pick<Intent, 'account' | 'sent'>>,
)
const some = fc.subarray(['a', 'b', 'c'])

describe('the intents of a login', () => {
  it('are those of which each by itself is not known to be of another, in their order', () => {
    fc.assert(
      fc.property(intents, fc.array(fc.tuple(login, some, some)), (all, logins) => {
        for (const [fingerprint, accounts, alike] of logins) {
          const isSame = (sentFor: string): boolean => sentFor === fingerprint
          const isOther = (): boolean => false
          const known: LoginKnown = { fingerprint, isSame, isOther, accounts, alike }
          const each = all.filter((intent) => isOfLogin(intent, known) !== 'no')
          expect(thoseOfLogin(all, known)).toEqual(each)
        }
      }),
    )
  })
})
