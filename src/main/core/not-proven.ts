import { fail } from '../../shared/core/errors.ts'

/** What is answered to who has to show who they are first. */
export const notProven = fail('invalid', 'Show first who asks, by what opens the locked screen.', {
  field: 'proof',
})
