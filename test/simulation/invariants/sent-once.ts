import type { RunRecord } from '../record.ts'

/** No intent is twice at the broker: what was confirmed once leaves once, whoever clicked how often. */
export function sentOnce({ departures }: Pick<RunRecord, 'departures'>): string[] {
  const left = new Map<string, number>()
  for (const { legs } of departures)
    for (const { tag } of legs) if (tag !== null) left.set(tag, (left.get(tag) ?? 0) + 1)
  return [...left].flatMap(([tag, count]) => (count > 1 ? [`${tag} left ${count} times`] : []))
}

/** An exit leaves as often as it was confirmed. */
export function exitsSentOnce({
  departures,
  told,
}: Pick<RunRecord, 'departures' | 'told'>): string[] {
  return (['CancelAllOrder', 'SquareOffAllPosition'] as const).flatMap((operation) => {
    const left = departures.filter((departure) => departure.operation === operation).length
    const intents = [...told.values()].filter((intent) => intent.operation === operation)
    return left > intents.length
      ? [`${operation} left ${left} times for ${intents.length} intents`]
      : []
  })
}
