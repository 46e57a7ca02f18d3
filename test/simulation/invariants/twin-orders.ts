import type { Departure, RunRecord } from '../record.ts'
import type { BrokerOrder } from '../service/orders.ts'
import { isTurned } from './turned-orders.ts'

/** Milliseconds about its departure in which an order can be taken for it: unseen before, or on its way. */
const around = { before: 10_000, after: 20_000 }

/**
 * Orders of its login in the words of one that its own request made for others, for whichever account,
 * also where the service turned them round; and those that it turned round of another request at about
 * the same time. Of two of which one was made, nobody can say which.
 */
export function twinsOf(record: Pick<RunRecord, 'asked' | 'departures'>, tag: string): string[] {
  const isIts = (one: { tag: string | null }): boolean => one.tag === tag
  const left = record.departures.findLast(({ legs }) => legs.some(isIts))
  const leg = left?.legs.find(isIts)
  const login = record.asked.get(tag)?.login
  if (left === undefined || leg === undefined || login === undefined) return []
  // In how many pieces it was to go no book says.
  const wordsOf = ({
    strategy: _,
    splitorder: _split,
    split_quantity: _piece,
    ...fields
  }: Record<string, string>): string => JSON.stringify(fields)
  const words = wordsOf(leg.fields)
  const isInThem = ({ legs }: Departure, { tag: of, side: action }: BrokerOrder): boolean =>
    legs.some((one) => one.tag === of && wordsOf({ ...one.fields, action }) === words)
  const beside = record.departures.filter(({ request }) => request === left.request)
  const isOfRequest = (order: BrokerOrder): boolean => beside.some((one) => isInThem(one, order))
  const isTurnedBeside = (order: BrokerOrder): boolean =>
    isTurned(record, order) &&
    isAbout(left, order) &&
    record.departures.some((departure) => isInThem(departure, order))
  const isTwin = (order: BrokerOrder): boolean =>
    order.by === 'desk' && (isOfRequest(order) || isTurnedBeside(order))
  return login.broker.orders.filter(isTwin).map(({ id }) => id)
}

/** Whether an order came up when this one left, and no book had shown it by then. */
export const isAbout = (
  { at, shown }: { at: number; shown: ReadonlySet<string> | undefined },
  { id, placedAt }: Pick<BrokerOrder, 'id' | 'placedAt'>,
): boolean =>
  placedAt > at - around.before && placedAt < at + around.after && shown?.has(id) !== true
