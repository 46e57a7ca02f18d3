import type { ErrorCode } from '../../shared/core/errors.ts'

/** Trouble of a kind that asking again soon makes worse: wrong keys lock accounts, and limits are limits. */
const patience: Partial<Record<ErrorCode, number>> = {
  'bad-keys': 30_000,
  'address-refused': 30_000,
  'no-keys': 30_000,
  'vault-locked': 30_000,
  'vault-not-chosen': 30_000,
  'rate-limited': 5000,
}
const longestBackOff = 15_000
const longestPatience = 300_000

/** How long to wait after the `failures`-th failure in a row: doubling, capped, spread by jitter. */
export function backOff(options: {
  every: number
  failures: number
  code: ErrorCode
  random: number
}): number {
  const patient = patience[options.code]
  const first = Math.max(options.every, patient ?? 0)
  const cap = patient === undefined ? Math.max(longestBackOff, options.every) : longestPatience
  const delay = Math.min(cap, first * 2 ** Math.min(options.failures - 1, 10))
  return delay * (0.8 + 0.4 * options.random)
}
