import * as z from 'zod'
import { type CallRows, type EventRows, nothing, typed } from '../core/contract-rows.ts'
import { LockSetUp, type LockStatus, Secret } from './lock.ts'

export const lockCalls = {
  /** Somebody touched the window: the screen is not idle. */
  touch: {
    input: nothing,
    output: typed<null>(),
    whileLocked: 'refused, late answer told',
  },
  lockScreen: { input: nothing, output: typed<LockStatus>(), whileLocked: 'answered' },
  unlockScreen: {
    input: z.strictObject({ password: Secret }),
    output: typed<LockStatus>(),
    whileLocked: 'answered',
  },
  setUpLock: {
    input: LockSetUp,
    output: typed<LockStatus>(),
    whileLocked: 'refused, late answer told',
  },
} satisfies CallRows

export const lockEvents = {
  lock: { carries: typed<LockStatus>(), whileLocked: 'told' },
} satisfies EventRows
