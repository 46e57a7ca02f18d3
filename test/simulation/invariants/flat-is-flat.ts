import { type EndedExit, type RunRecord, loginOf, tagOf } from '../record.ts'
import type { BrokerAccount } from '../service/broker-account.ts'
import type { BrokerOrder } from '../service/orders.ts'
import { longestLag } from '../service/sight.ts'

/** A desk reads the books a second apart, and an answer is some time on its way. */
const onItsWay = 4000

/** What answers have told a desk of a login's orders. */
export interface SeenByDesk {
  /** Orders that were shown to it. */
  shown: ReadonlySet<string>
  /** Whether every answer of the last moment said that it is a part. */
  isPartAlone: boolean
  /** When it read an order book last that was not one of before. */
  newestAt: number
}

/**
 * Flat means flat, and nothing of ours to come. What was done by telephone within the time by which
 * the books lag, or since the last answer that was not one of before, no desk can know, unless it was
 * shown to it; what left from here it knows, however late the books show it.
 */
export function flatIsFlat(
  record: RunRecord,
  { run, account }: EndedExit,
  { shown, isPartAlone, newestAt }: SeenByDesk = {
    ...{ shown: new Set(), isPartAlone: false, newestAt: Infinity },
  },
): string[] {
  const login = loginOf(record, account.account)
  if (login === undefined || run.what === 'chosen') return []
  const { broker } = login
  const { strategy } = account
  const isOfOrders = run.what === 'orders' || run.what === 'stop'
  // It is said when they were read for the second time.
  if (isOfOrders && isPartAlone)
    return [`${run.what} of ${account.account} is said to be flat by a part of the order book`]
  if (strategy !== null)
    return broker
      .working()
      .filter(({ by, tag }) => by === 'desk' && tag === strategy)
      .map(({ id }) => `orders of ${strategy} are said to be done: ${id} works`)
  const now = record.now()
  const since = Math.min(now, newestAt) - longestLag.orders - onItsWay
  const wrongs: string[] = []
  if (run.what !== 'positions')
    for (const { id, tag, by, changedAt } of broker.working())
      if (shown.has(id) || by !== 'phone' || changedAt <= since)
        wrongs.push(`order ${id} of ${tag} works`)
  if (run.what !== 'orders' && run.what !== 'stop')
    for (const { instrument, product, net } of broker.holdings(now)) {
      // Where positions alone are closed, orders go on working, and are filled before it is seen.
      const isNews = ({ by }: BrokerOrder): boolean => by === 'phone' || run.what === 'positions'
      const of = { instrument, product }
      if (net !== 0 && !wasOpenedOfLate(broker, { of, since, isNews }))
        wrongs.push(`${net} of ${instrument.symbol} ${product} are held`)
    }
  const resolved = new Set(
    [...record.told.values()]
      .filter(({ parts }) => parts.every(({ state }) => state !== 'in-doubt' && state !== 'sent'))
      .map(tagOf),
  )
  for (const departure of record.departures)
    if (departure.isUnderWay && departure.login === login) {
      for (const { tag } of departure.legs)
        if (tag !== null && !resolved.has(tag)) wrongs.push(`${tag} is on its way`)
      // What it makes closes positions: only where no order was to work, that is one too many.
      if (isOfOrders && departure.operation === 'SquareOffAllPosition')
        wrongs.push('a square-off is on its way')
    }
  return wrongs.map((wrong) => `${run.what} of ${account.account} is said to be flat: ${wrong}`)
}

/**
 * Whether a position was zero within the time in which no order book may have shown what was filled
 * since. What one shows the desk knows, though the positions lag behind it for longer.
 */
function wasOpenedOfLate(
  broker: BrokerAccount,
  {
    of,
    since,
    isNews,
  }: {
    of: Pick<BrokerOrder, 'instrument' | 'product'>
    since: number
    isNews: (order: BrokerOrder) => boolean
  },
): boolean {
  const late = broker.orders.filter(
    (order) =>
      order.instrument === of.instrument &&
      order.product === of.product &&
      order.net(since) !== order.net(Infinity),
  )
  const moments = [since, ...late.flatMap(({ moments: all }) => all.filter((at) => at > since))]
  return late.some(isNews) && moments.some((at) => broker.net(of, at) === 0)
}
