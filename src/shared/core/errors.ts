/**
 * Everything that can go wrong, as one closed list. What matters about a code is what it says
 * of the trader's order: whether it can have reached the service.
 */
export const errorCodes = [
  // Surely nothing was sent.
  'invalid', // our own check refused the input; `field` names it
  'not-sent', // refused connection, name or TLS failure: no byte reached the service
  'cancelled', // called off by the caller, or by the desk shutting down
  // The service answered, and the answer is no.
  'refused',
  'bad-keys',
  'address-refused', // the service accepts order calls from registered IP addresses only
  'rate-limited',
  // A placement or an exit that may or may not have happened.
  'in-doubt',
  'said-no', // the answer is a no whose words are not known to be final: the books have the last word
  // A read that brought nothing.
  'too-late', // the deadline passed
  'no-answer', // the connection broke, or the service answered 5xx
  'unreadable', // an answer came and was not one of the documented forms
  // The desk itself.
  'not-found',
  'no-keys',
  'vault-not-chosen',
  'vault-locked',
  'vault-missing', // no keychain on this machine
  'vault-failed',
  'wrong-passphrase',
  'screen-locked', // nothing is answered before the person has shown who they are
  'too-soon', // after wrong answers the next one has to wait
  'storage-failed',
  'forbidden', // a caller that is not one of our windows
  'unknown-call',
  'desk-away', // the window's line to the desk is down: nothing left the window
  'internal',
] as const

export type ErrorCode = (typeof errorCodes)[number]

/** The keys of an account were not at hand: nobody was asked, and it is over with any good answer. */
export const keysNotAtHand: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'no-keys',
  'vault-not-chosen',
  'vault-locked',
  'vault-missing',
  'vault-failed',
])

/** Only the desk makes these, so there is nothing to parse; and the window's first code needs no zod. */
export interface Failure {
  code: ErrorCode
  /** The input field at fault, as the form names it. */
  field?: string
  /** What happened, in one plain sentence, free of secrets. */
  message: string
  /** What the service said, or the cause beneath; for the curious. */
  detail?: string
}

export type Reply<T> = { ok: true; value: T } | { ok: false; error: Failure }

export const ok = <T>(value: T): Reply<T> => ({ ok: true, value })

export const fail = (
  code: ErrorCode,
  message: string,
  more: { field?: string; detail?: string } = {},
): { ok: false; error: Failure } => ({ ok: false, error: { code, message, ...more } })
