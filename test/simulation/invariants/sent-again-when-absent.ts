import { type Intent, isSurelyNotThere } from '../../../src/shared/orders/intents.ts'
import { type RunRecord, tagOf } from '../record.ts'

/** Only what surely is not at the broker is sent again, and that once. */
export function sentAgainWhenAbsent({ told }: Pick<RunRecord, 'told'>, intent: Intent): string[] {
  const { resends } = intent
  const former = resends === null ? undefined : told.get(resends)
  if (former === undefined) return []
  const others = [...told.values()].filter(
    (other) => other.resends === resends && !isSurelyNotThere(other.state),
  )
  return [
    ...(isSurelyNotThere(former.state)
      ? []
      : [`${tagOf(former)} is ${former.state}, and is sent again as ${tagOf(intent)}`]),
    ...(others.length > 1
      ? [`${tagOf(former)} is sent again as ${others.map(tagOf).join(' and ')}`]
      : []),
  ]
}
