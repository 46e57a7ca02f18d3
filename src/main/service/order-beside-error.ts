import { maxDepth } from './envelope.ts'
import { speaksOfAnOrder } from './known-noes.ts'

/** Fields that tell of the error itself, of the request or of the moment, and of no order. */
const ofTheError =
  /^(error.*|err.*|code|error_?type|exception.*|time.*|date.*|.*timestamp|request.*|req_?id|trace.*|version|broker|exchange|symbol|product|action|pricetype|price|quantity|client.*|user.*)$/i
/** As long as numbers of orders are, and amounts of an error seldom. */
const likeANumber = /^(?=.*\d{6})[\w-]{6,40}$/

/**
 * Whether something beside the words of an error tells of an order: a number that may be its own, a
 * status that is none of an error, words such as 'placed'. Whoever says no and hands a number out has
 * made something.
 */
export function mayTellOfAnOrder(beside: Record<string, unknown>): boolean {
  const { status, error_msg: words, ...others } = beside
  const isError = status === undefined || status === null || isSaidAsError(status)
  return !isError || tellsOfAnOrder(others, words)
}

const wordsOfErrors = new Set([
  ...['', 'error', 'err', 'fail', 'failed', 'failure', 'reject', 'rejected', 'rejection'],
  ...['refused', 'denied', 'false', 'no', 'not_ok', 'notok', 'unsuccessful'],
])

const isSaidAsError = (status: unknown): boolean =>
  status === false ||
  (typeof status === 'string' && wordsOfErrors.has(status.trim().toLowerCase())) ||
  (typeof status === 'number' && (status === 0 || status >= 400))

function tellsOfAnOrder(held: unknown, words: unknown, depth = 0): boolean {
  if (depth > maxDepth) return true
  if (typeof held === 'number') return Number.isInteger(held) && likeANumber.test(String(held))
  if (typeof held === 'string') {
    const said = held.trim()
    return said !== words && (likeANumber.test(said) || speaksOfAnOrder(said))
  }
  if (typeof held !== 'object' || held === null) return false
  return Object.entries(held).some(
    ([field, one]) => !ofTheError.test(field) && tellsOfAnOrder(one, words, depth + 1),
  )
}
