import type { ErrorCode } from '../core/errors.ts'

export type RefusalCode = Extract<
  ErrorCode,
  'refused' | 'bad-keys' | 'address-refused' | 'rate-limited'
>

// Which HTTP status and which words come with an error is not documented: these are the ones in
// use at the brokers behind the service. What matches none is a no to the order itself, whose own words are shown.
const tooMany = /too many|rate[ _-]?limit|limit of requests|requests? per (second|minute)|throttl/i
const address =
  /\b(static|registered|unregistered|whitelisted|client|source|your) ip\b|\bip(v[46])?[ _-]?(address)?\b.{0,60}\b(not|un|allow|whitelist|regist|permit|block|mismatch|invalid)|\b(invalid|unregistered|unknown) ip\b/i
// A bare 'token' is an instrument's as often as a session's, and a missing 'key' any field's.
const keys = [
  /\b(api|app|consumer)[ _-]?(key|secret)\b|\b(access|session|auth|jwt)[ _-]?token\b/i,
  /\b(invalid|wrong|expired|bad)\b.{0,20}\b(key|secret|credentials?|session|login)\b/i,
  /\b(missing|no)\b.{0,20}\b(secret|credentials?|session|login)\b/i,
  /\b(key|secret|credentials?|session|login)\b.{0,20}\b(invalid|wrong|expired|failed)\b/i,
  /\b(secret|credentials?|session|login)\b.{0,20}\bmissing\b/i,
  /unauthori[sz]ed|authenticat(e|ion)\b|not (logged|signed) in|(log|sign) ?in again/i,
]

/** Where no instrument is asked for, a token is a session's. */
const sessionToken =
  /\b(invalid|wrong|expired|bad|missing|incorrect)\b.{0,20}\btoken\b|\btoken\b.{0,20}\b(invalid|wrong|expired|missing|incorrect)\b/i

export const namesSessionToken = (words: string): boolean => sessionToken.test(words)

const ofInstrument = /\b(symbol|instrument|scrip|contract|security|exchange)/i

/** Whether words may say that nobody is logged in; of an order, a token may be an instrument's as well. */
export const mayNameLogin = (words: string): boolean =>
  refusalOf(200, words) === 'bad-keys' || (namesSessionToken(words) && !ofInstrument.test(words))

export const saysTooMany = (words: string): boolean => tooMany.test(words)

export const namesGate = (words: string): boolean =>
  address.test(words) || keys.some((phrase) => phrase.test(words))

/** What kind of no an answer is. */
export function refusalOf(status: number, words: string): RefusalCode {
  if (status === 429 || saysTooMany(words)) return 'rate-limited'
  if (address.test(words)) return 'address-refused'
  if (status === 401 || keys.some((phrase) => phrase.test(words))) return 'bad-keys'
  return 'refused'
}
