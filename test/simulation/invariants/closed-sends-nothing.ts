import type { Departure, RunRecord } from '../record.ts'

/** From an account that was switched off, or may only be looked at, nothing leaves: once that is saved. */
export function closedSendsNothing(
  { closed }: Pick<RunRecord, 'closed'>,
  { account, operation, legs }: Departure,
): string[] {
  return closed.has(account)
    ? [
        `${operation} of ${legs.map(({ tag }) => tag).join(', ')} leaves from an account that is closed`,
      ]
    : []
}
