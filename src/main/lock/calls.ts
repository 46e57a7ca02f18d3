import type { HandlersOf } from '../../shared/core/contract-rows.ts'
import { ok } from '../../shared/core/errors.ts'
import type { lockCalls } from '../../shared/lock/calls.ts'
import type { Lock } from './lock.ts'

export interface LockParts {
  lock: Lock
}

export const lockAnswers = ({ lock }: LockParts) =>
  ({
    touch: () => {
      lock.touch()
      return ok(null)
    },
    lockScreen: () => lock.lock(),
    unlockScreen: ({ password }) => lock.unlock(password),
    setUpLock: (chosen) => lock.setUp(chosen),
  }) satisfies HandlersOf<typeof lockCalls>
