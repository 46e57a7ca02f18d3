import { type RunRecord, tagOf } from '../record.ts'

/** No intent is twice at the broker: as many legs left for a ticket as it has intents, and no more. */
export function sentOnce({ departures, told }: Pick<RunRecord, 'departures' | 'told'>): string[] {
  const left = new Map<string, number>()
  for (const { legs } of departures)
    for (const { tag } of legs) if (tag !== null) left.set(tag, (left.get(tag) ?? 0) + 1)
  const intents = Map.groupBy([...told.values()], tagOf)
  return [...left].flatMap(([tag, count]) => {
    const own = intents.get(tag) ?? []
    // What left in this very moment is told of a moment later.
    const most = Math.max(1, own.length)
    return count > most ? [`${tag} left ${count} times for ${own.length} intents`] : []
  })
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
