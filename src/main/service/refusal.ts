import {
  type RefusalCode,
  namesGate,
  namesSessionToken,
  refusalOf,
  saysTooMany,
} from '../../shared/service/refusal-words.ts'
import { isKnownNo, speaksOfAnOrder, speaksOfTheWay } from './known-noes.ts'

const unclear =
  /time[ds]?[ -]?out|no (response|reply|answer)|gateway|not (respond|reach)|unreachable|connection (reset|refused|closed|aborted|lost|error)|econn|socket hang|service unavailable|internal server error/i
/** What an empty result is not explained by. */
const trouble =
  /\b(un?able|could ?n.t|can ?not|can.t|fail(ed|s|ure)?|errors?|invalid|expired?|denied|refused|rejected|unauthori[sz]ed|unavailable|maintenance|try again|log ?in|sign ?in|time[ds]?[ -]?out|not (reachable|connected|logged|authenticated|responding|allowed|permitted))\b/i

/** Whether an error says that the service itself does not know what became of the request. */
export const admitsNotKnowing = (words: string): boolean => unclear.test(words)

/**
 * What an error says of an order: `yes` where it is final that there is none of it, `no` where the
 * service says itself that it does not know, and `likely` for every other no, whose words nobody
 * has seen before: the order book has the last word on it.
 */
export function isFinalNo(status: number, words: string): 'yes' | 'likely' | 'no' {
  if (status >= 500 || status === 408 || admitsNotKnowing(words)) return 'no'
  // Whoever tells of an order has made one, also where the words are those of a gate.
  if (speaksOfAnOrder(words)) return 'likely'
  // A gate may close while the service asks for what became of one that it has made.
  const isGate = isOfGate(status, words) && !speaksOfTheWay(words)
  return isGate || isKnownNo(words) ? 'yes' : 'likely'
}

/** Whether a no is not about an order, but about who asks, from where, or how often. */
export const isOfGate = (status: number, words: string): boolean =>
  refusalOf(status, words) !== 'refused'

/**
 * Whether a no is that of the service's own door, before anything of a request is placed: keys or
 * address, by HTTP status and by words. Too many requests, or a session that ends, may come after
 * the first of several orders.
 */
export const isOfWholeRequest = (status: number, words: string): boolean =>
  (status === 401 || status === 403) && !speaksOfAnOrder(words) && namesGate(words)

/** Whether what stands beside a result says that nobody is logged in: then the result is nobody's. */
export const saysLoggedOut = (words: string): boolean =>
  !/success/i.test(words) && (namesGate(words) || namesSessionToken(words))

/** Whether a service says beside an empty result that something kept it from having one. */
export const saysTrouble = (words: string): boolean =>
  !/success/i.test(words) && trouble.test(words)

/** What kind of no the answer of a read is, for which no instrument was named. */
export const refusalOfRead = (status: number, words: string): RefusalCode =>
  namesSessionToken(words) && !saysTooMany(words) ? 'bad-keys' : refusalOf(status, words)

export const refusals: Readonly<Record<RefusalCode, string>> = {
  refused: 'The service refused the request.',
  'bad-keys': 'The service refused the keys of this account.',
  'address-refused': 'This machine’s address is not registered with the broker.',
  'rate-limited': 'The service was asked too often.',
}
