import type { Departure, RunRecord } from '../record.ts'

/** Nothing but exits leaves while the stop is on, and nothing that was confirmed before it was pulled. */
export function stopHolds(
  { stops, isStopped, asked }: Pick<RunRecord, 'stops' | 'isStopped' | 'asked'>,
  { legs }: Departure,
): string[] {
  return legs.flatMap(({ tag }) => {
    const order = tag === null ? undefined : asked.get(tag)
    if (order === undefined || isExitTicket(order.ticket)) return []
    if (isStopped) return [`${tag} leaves while the stop is on`]
    const isPassed = stops.some((pulled) => pulled > order.confirmed)
    return isPassed ? [`${tag} was confirmed before the stop, and leaves after it`] : []
  })
}

export const isExitTicket = (ticket: { kind: string; exit?: boolean }): boolean =>
  ticket.kind === 'regular' && ticket.exit === true
