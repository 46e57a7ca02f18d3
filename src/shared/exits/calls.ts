import * as z from 'zod'
import { AccountId } from '../core/account-id.ts'
import { Strategy } from '../core/names.ts'
import { type CallRows, type EventRows, nothing, typed } from '../core/contract-rows.ts'
import type { ExitRun, StopState } from './exits.ts'

export const exitCalls = {
  exitAccounts: {
    input: z.strictObject({
      confirmation: z.uuid(),
      what: z.enum(['orders', 'positions', 'both']),
      accounts: z
        .array(
          z.strictObject({
            account: AccountId,
            strategy: Strategy.nullable(),
          }),
        )
        .min(1)
        .max(200),
      /** Agreed to after being told that an earlier exit may still close the same positions. */
      again: z.boolean().optional(),
    }),
    output: typed<ExitRun>(),
    whileLocked: 'refused, late answer told',
  },
  stopWatching: {
    input: z.strictObject({ exit: z.uuid() }),
    output: typed<null>(),
    whileLocked: 'refused, late answer told',
  },
  /** Halting is safe for whoever sits there; going on is not. */
  engageStop: { input: nothing, output: typed<StopState>(), whileLocked: 'answered' },
  liftStop: {
    input: nothing,
    output: typed<StopState>(),
    whileLocked: 'refused, late answer told',
  },
} satisfies CallRows

export const exitEvents = {
  /** A run of exits that began or got further. */
  exit: { carries: typed<ExitRun>(), whileLocked: 'dropped' },
  stop: { carries: typed<StopState>(), whileLocked: 'told' },
} satisfies EventRows
