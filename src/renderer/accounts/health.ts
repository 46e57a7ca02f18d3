import type { Account } from '../../shared/accounts/accounts.ts'

export type Health = 'well' | 'slow' | 'trouble' | 'waiting'

/** Milliseconds: what a trader would notice. */
export const slowAnswer = 1500

export function healthOf({ health }: Account): Health {
  if (health.trouble !== null) return 'trouble'
  if (health.last === null) return 'waiting'
  return health.last > slowAnswer ? 'slow' : 'well'
}
