import { type Failure, type Reply, fail, ok } from '../../shared/core/errors.ts'
import type { ExitOfAccount, ExitRun, ExitWhat } from '../../shared/exits/exits.ts'
import type { Intent, Part } from '../../shared/orders/intents.ts'
import { comparableOrderId } from '../../shared/service/order-ids.ts'
import type { Watched } from './exit-watch.ts'
import type { LeftNow } from './left-now.ts'
import { type Remainder, isFlat, leftOf } from './remainder.ts'
import {
  believedOf,
  cameUpSince,
  formerKeysOf,
  notRead,
  soldHoldingsOf,
  todoOf,
} from './left-words.ts'

/** What the service said of an account's exits so far. */
export function outcomeOf(
  intents: readonly Intent[],
): Pick<ExitOfAccount, 'cancelled' | 'closed' | 'failures'> {
  return {
    cancelled: countOf(intents, 'CancelAllOrder'),
    closed: countOf(intents, 'SquareOffAllPosition'),
    failures: failuresOf(intents),
  }
}

/**
 * Null as long as it is not known, which is not the same as none. Of what was asked for more than once
 * it is what the answers say, and an order that two of them name is one.
 */
function countOf(intents: readonly Intent[], operation: Intent['operation']): number | null {
  const answered = intents.filter(
    (intent) =>
      intent.operation === operation && (intent.state === 'accepted' || intent.state === 'partly'),
  )
  if (answered.length === 0) return null
  const done = answered.flatMap(({ id, parts }) =>
    parts.flatMap((part, place) =>
      isDone(part)
        ? [part.orderId === null ? `${id} ${place}` : comparableOrderId(part.orderId)]
        : [],
    ),
  )
  return new Set(done).size
}

/** Each trouble once: a refusal of every order of a basket is one thing to read. */
export function failuresOf(intents: readonly Intent[]): Failure[] {
  const failures = intents.flatMap(({ parts }) => parts.flatMap(failureOf))
  const distinct = new Map(failures.map((failure) => [JSON.stringify(failure), failure]))
  return [...distinct.values()]
}

const failureOf = ({ code, message, detail }: Part): Failure[] =>
  code === null
    ? []
    : [{ code, message: message ?? 'It failed.', ...(detail !== null && { detail }) }]

const isDone = ({ state }: Part): boolean => state === 'accepted'

/** Ids of orders, and symbols, that the service named when it said yes. */
export function namedBy(intents: readonly Intent[]): { orders: string[]; symbols: string[] } {
  const done = intents.flatMap(({ parts }) => parts.filter(isDone))
  return {
    orders: done.flatMap(({ orderId }) => orderId ?? []),
    symbols: done.flatMap(({ name }) => name ?? []),
  }
}

const ofStrategies = 'The books do not tell strategies apart:'

/** How an account's exit ended, and what is to be done next. */
export function exitEnd(
  { why: ended, remainder, trouble }: Watched,
  { what, strategy }: { what: ExitRun['what']; strategy: string | null },
): Partial<ExitOfAccount> {
  const left = remainder === null ? null : leftOf(remainder)
  if (ended === 'flat' && remainder !== null) {
    // Asked for or not, an order that still works can open a position again.
    const working = remainder.working.length
    const mayOpenAgain = `${working === 1 ? 'An order from before works' : `${working} orders from before work`} on, and may open a position again.`
    const checked =
      strategy !== null
        ? `${ofStrategies} only what the service named, and what was placed from here today, was checked.`
        : what === 'positions' && working > 0
          ? mayOpenAgain
          : null
    const known = [
      checked,
      soldHoldingsOf(remainder),
      believedOf(remainder),
      formerKeysOf(remainder),
    ].filter((part) => part !== null)
    return { step: 'flat', left, todo: known.length === 0 ? null : known.join(' ') }
  }
  if (remainder === null || trouble !== null) {
    const why = trouble === null ? '' : `${trouble.message} `
    return { step: 'left', left, todo: `${why}${notRead}` }
  }
  return { step: 'left', left, todo: leftTodo(remainder, strategy) }
}

/** One look found nothing, and the time was over before the next. */
const notSeenTwice =
  'The books showed nothing left, but not often enough in that time to be sure: look in them before you exit again.'

function leftTodo(remainder: Remainder, strategy: string | null): string {
  const todo = isFlat(remainder) ? notSeenTwice : todoOf(remainder)
  return strategy === null ? todo : `${todo} ${ofStrategies} some of it may be another's.`
}

/** What is said of it later, as the books show it then. */
export function leftEnd(
  { remainder, hasComeSince }: LeftNow,
  { strategy }: { strategy: string | null },
): Pick<ExitOfAccount, 'left' | 'todo'> {
  const todo = hasComeSince ? cameUpSince(remainder) : leftTodo(remainder, strategy)
  return { left: leftOf(remainder), todo }
}

export function whatOf(intents: readonly Intent[]): ExitWhat | 'stop' {
  if (intents.some(({ isOfStop }) => isOfStop)) return 'stop'
  const has = (name: Intent['operation']) => intents.some(({ operation }) => operation === name)
  if (!has('SquareOffAllPosition')) return 'orders'
  return has('CancelAllOrder') ? 'both' : 'positions'
}

/** The intents of one confirmation, by what they get out of. */
export const accountExitsOf = (intents: readonly Intent[]): Intent[][] => [
  ...Map.groupBy(intents, (intent) =>
    JSON.stringify([intent.account, strategyOf(intent)]),
  ).values(),
]

export const strategyOf = ({ params }: Pick<Intent, 'params'>): string | null =>
  params['strategy'] ?? null

/** What can be said of a run that an earlier session, or a forgotten one, began. */
export function earlierRun(confirmation: string, intents: readonly Intent[]): Reply<ExitRun> {
  if (intents.some(({ ticket }) => ticket !== null))
    return fail('invalid', 'This confirmation was used for orders.', { field: 'confirmation' })
  return ok({
    id: confirmation,
    what: whatOf(intents),
    at: intents[0]!.at,
    state: 'left',
    accounts: accountExitsOf(intents).map(accountAgain),
  })
}

/** And of one of its accounts. */
export const accountAgain = (intents: readonly Intent[]): ExitOfAccount => ({
  account: intents[0]!.account,
  strategy: strategyOf(intents[0]!),
  ...outcomeOf(intents),
  step: intents.every(({ state }) => state === 'not-sent') ? 'failed' : 'left',
  left: null,
  todo: 'This was confirmed before Quarterdeck was started again, and nothing was sent anew. Look in the books whether anything is left.',
})
