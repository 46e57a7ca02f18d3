import { hasNoAnswer } from '../../../src/shared/orders/intents.ts'
import {
  latestSquareOff,
  slowestOrderBook,
  untilBelieved,
} from '../../../src/main/picture/times/book-lag.ts'
import { isSameOrderId } from '../../../src/shared/service/order-ids.ts'
import { type RunRecord, loginOf } from '../record.ts'
import type { Login } from '../service/service.ts'

/** A way out that was taken once the service did what it should, and what was said of one account of it. */
interface LastWayOut {
  account: string
  /** Since when nothing more happened that has to be known first. */
  since: number
  /** When it was said to be flat; null where it was not. */
  flatAt: number | null
  /** How far it is, and what is said of that. */
  step: string
  todo: string | null
}

/**
 * Milliseconds for which a desk may go on to ask: a book that was late once may be so again, and a
 * position that is gone with no order that explains it is not believed at once.
 */
export const untilFlat = untilBelieved + 15_000

/** Milliseconds for which an answer is waited for, after which a square-off may be carried out for a while. */
const longestAnswer = 15_000

/** Why a desk does not have to call a login flat; null where nothing speaks against it. */
export function blockingOf(
  { told, loginsOf, now }: Pick<RunRecord, 'told' | 'loginsOf' | 'now'>,
  login: Login,
): Blocking | null {
  const { broker } = login
  if (broker.working().length > 0 || broker.holdings(now()).some(({ net }) => net !== 0))
    return 'something is left'
  const isDoubted = [...told.values()].some(
    ({ state, account, ticket }) =>
      ticket !== null &&
      (state === 'in-doubt' || state === 'sent') &&
      loginsOf.get(account)?.some((one) => one.login === login),
  )
  if (isDoubted) return 'an order is in doubt'
  // What is gone from a book with nothing said of its end is missed for an hour.
  if (login.left.dropsWhatEnded) return 'what ended is not told'
  if (wasTakenElsewhere({ told, loginsOf }, login)) return 'an order was never shown elsewhere'
  // A position that came before the order that explains it is reckoned without that, and doubted for an hour.
  return login.ordersBehindBy > slowestOrderBook ? 'orders were told later than they may be' : null
}

type Blocking =
  | 'something is left'
  | 'an order is in doubt'
  | 'what ended is not told'
  | 'an order was never shown elsewhere'
  | 'orders were told later than they may be'

/**
 * Whether an order was taken while one of its accounts had another address, and its book there did not
 * show it as long as that was so: nobody knows whether that is another client, and the book is read no more.
 */
function wasTakenElsewhere(
  { told, loginsOf }: Pick<RunRecord, 'told' | 'loginsOf'>,
  login: Login,
): boolean {
  const accounts = [...loginsOf].filter(([, all]) => all.at(-1)?.login === login)
  return accounts.some(([account, all]) => {
    const elsewhere = all.filter((one) => one.login.origin !== login.origin)
    return [...told.values()].some(
      (intent) =>
        intent.account === account &&
        intent.ticket !== null &&
        intent.parts.some(
          ({ state, orderId }) =>
            state === 'accepted' &&
            elsewhere.some(
              (one) =>
                one.login.broker.orders.some(({ id }) => isSameOrderId(id, orderId ?? '')) &&
                !all.some(
                  (again) =>
                    again.login === one.login && again.login.hadShown(orderId ?? '', again.until),
                ),
            ),
        ),
    )
  })
}

/** When nothing of a login changed any more, and nothing could that was sent for it until a moment. */
export function restsSince(
  {
    told,
    departures,
    loginsOf,
    starts,
  }: Pick<RunRecord, 'told' | 'departures' | 'loginsOf' | 'starts'>,
  login: Login,
  until: number,
): number {
  const changed = login.broker.orders.reduce((at, { changedAt }) => Math.max(at, changedAt), 0)
  const isUnanswered = [...told.values()].some(
    (intent) =>
      intent.operation === 'SquareOffAllPosition' &&
      hasNoAnswer(intent) &&
      loginsOf.get(intent.account)?.some((one) => one.login === login),
  )
  const squaredOff = departures.findLast(
    (of) => of.operation === 'SquareOffAllPosition' && of.login === login && of.at <= until,
  )
  if (!isUnanswered || squaredOff === undefined) return changed
  // A desk that did not see it leave counts from its own start.
  const lostAt = Math.max(squaredOff.at + longestAnswer, starts.at(-1) ?? 0)
  return Math.max(changed, lostAt + latestSquareOff)
}

/**
 * Where all is told as it is, the word that can be said is said: an account of which nothing is left at
 * its broker, and no order in doubt, is called flat.
 */
export function nothingWithheld(
  record: RunRecord,
  { account, since, flatAt, step, todo }: LastWayOut,
): string[] {
  const login = loginOf(record, account)
  const waited = (flatAt ?? record.now()) - since
  if (login === undefined || waited < untilFlat || blockingOf(record, login) !== null) return []
  return [
    `${account} is flat for ${Math.round(waited / 1000)} s before its way out says so, which is called ${step} now: ${todo ?? ''}`,
  ]
}
