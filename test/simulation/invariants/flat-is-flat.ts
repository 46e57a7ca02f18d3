import { type EndedExit, type RunRecord, loginOf, tagOf } from '../record.ts'
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
}

/**
 * Flat means flat, and nothing of ours to come. What was done by telephone within the time by which
 * the books lag no desk can know, unless it was shown to it; what left from here it knows, however
 * late the books show it.
 */
export function flatIsFlat(
  record: RunRecord,
  { run, account }: EndedExit,
  { shown, isPartAlone }: SeenByDesk = { shown: new Set(), isPartAlone: false },
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
  // Where positions alone are closed, orders go on working, and are filled before the books show it.
  const isNews = (book: keyof typeof longestLag, { by, changedAt }: BrokerOrder): boolean =>
    (by === 'phone' || run.what === 'positions') && changedAt > now - longestLag[book] - onItsWay
  const wrongs: string[] = []
  if (run.what !== 'positions')
    for (const order of broker.working())
      if (shown.has(order.id) || !isNews('orders', order))
        wrongs.push(`order ${order.id} of ${order.tag} works`)
  if (run.what !== 'orders' && run.what !== 'stop')
    for (const { instrument, product, net } of broker.holdings(now)) {
      const own = broker.orders.filter(
        (order) => order.instrument === instrument && order.product === product,
      )
      if (net !== 0 && !own.some((order) => isNews('positions', order)))
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
