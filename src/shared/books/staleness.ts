/** Stale is older than two polls. A book that was never read is not stale: it is not there. */
export const isStale = (age: number | null, every: number): boolean =>
  age !== null && age > 2 * every
