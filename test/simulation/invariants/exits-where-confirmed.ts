import type { Departure, RunRecord } from '../record.ts'

/** An exit leaves for the login that its account had when it was confirmed. */
export function exitsWhereConfirmed(
  { told, firstLogins }: Pick<RunRecord, 'told' | 'firstLogins'>,
  { operation, login }: Departure,
): string[] {
  const waiting = [...told.values()].filter(
    (intent) => intent.operation === operation && intent.state === 'sent',
  )
  return waiting.some(({ id }) => firstLogins.get(id) === login)
    ? []
    : [`${operation} leaves for ${login.key}, for which nobody confirmed one`]
}
