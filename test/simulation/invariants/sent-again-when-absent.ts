import { type Intent, isSurelyNotThere } from '../../../src/shared/orders/intents.ts'
import { type RunRecord, tagOf } from '../record.ts'

/** Only what surely is not at the broker is sent again, and that once, over all its tries. */
export function sentAgainWhenAbsent({ told }: Pick<RunRecord, 'told'>, intent: Intent): string[] {
  const before = triesBefore(told, intent)
  const [former, ...earlier] = before
  if (former === undefined) return []
  const first = earlier.at(-1) ?? former
  const others = [...told.values()].filter(
    (other) =>
      other.id !== intent.id &&
      !before.includes(other) &&
      !isSurelyNotThere(other.state) &&
      triesBefore(told, other).includes(first),
  )
  return [
    ...(unitsOf(intent) <= missingOf(former)
      ? []
      : [`${tagOf(former)} is ${former.state}, and is sent again as ${tagOf(intent)}`]),
    ...others.map(
      (other) => `${tagOf(first)} is sent again as ${tagOf(other)} and as ${tagOf(intent)}`,
    ),
  ]
}

/** What it was sent again for, the latest first. */
function triesBefore(told: ReadonlyMap<string, Intent>, { resends }: Intent): Intent[] {
  const former = resends === null ? undefined : told.get(resends)
  return former === undefined ? [] : [former, ...triesBefore(told, former)]
}

const unitsOf = ({ parts }: Intent): number =>
  parts.reduce((sum, { quantity }) => sum + (quantity ?? 0), 0)

/** A smart order, whose size follows from what is held, may be any size again. */
function missingOf({ parts, state, ticket }: Intent): number {
  if (ticket?.kind === 'smart' && (isSurelyNotThere(state) || state === 'partly')) return Infinity
  return parts.reduce(
    (sum, one) => sum + (isSurelyNotThere(one.state) ? (one.quantity ?? 0) : 0),
    0,
  )
}
