import { isObject } from '../../shared/core/json.ts'
import { fail, ok, type Reply } from '../../shared/core/errors.ts'
import {
  type ExitOperation,
  operations,
  type PlaceOperation,
  type RecordOf,
} from '../../shared/service/operations.ts'
import { type Envelope, envelopeOf, isNone, isSuccessStatus, maxDepth } from './envelope.ts'
import { parseLoosely } from './loose-json.ts'
import { isFinalNo, isOfWholeRequest } from './refusal.ts'
import { readRecord, refusedWith, type WireAnswer } from './reply.ts'

type Once = PlaceOperation | ExitOperation

/** What became of one order, or of one slice of it; `trouble` is what an error said of one that exists. */
export type Outcome<Name extends Once> =
  { ok: true; value: RecordOf<Name>; trouble?: string } | ReturnType<typeof fail>

/**
 * What became of each leg of a placement or an exit, one inner element a slice. Whatever is not
 * clearly a yes or a no is in doubt; so are all legs of a list that is longer or shorter than
 * what was sent, because then no position in it can be trusted.
 */
export function outcomesOf<Name extends Once>(
  name: Name,
  legs: number,
  answer: WireAnswer,
): Reply<Outcome<Name>[][]> {
  const parsed = parseLoosely(answer.bytes)
  if (parsed === undefined) {
    const failed = withoutJson(answer.status)
    return legs === 1 ? failed : ofSeveral(failed, answer.status)
  }

  const { results, within } = unwrapped(parsed.value)
  const slicesOfLeg = (element: unknown): Outcome<Name>[] => {
    const slices = slicesOf(name, element, { status: answer.status, within })
    return slices.length > 0 || operations[name].kind === 'exit'
      ? slices
      : [inDoubt('no result for this order')]
  }
  if (!Array.isArray(results)) {
    const slices = slicesOfLeg(results)
    const [only] = slices
    if (only !== undefined && slices.length === 1 && !only.ok)
      return legs === 1 ? only : ofSeveral(only, answer.status)
    return legs === 1 ? ok([slices]) : inDoubt(`one result for ${legs} orders`)
  }
  if (legs === 1) return ok([slicesOfLeg(results)])
  if (results.length !== legs) return inDoubt(`${results.length} results for ${legs} orders`)
  return ok(results.map(slicesOfLeg))
}

export const inDoubt = (detail: string): ReturnType<typeof fail> =>
  fail('in-doubt', 'No clear answer came: this may or may not have happened.', { detail })

/** A no in words that nobody has seen before: the order may be there all the same. */
const likelyNo = (words: string): ReturnType<typeof fail> =>
  fail('said-no', 'The service said no, in words that are not known to be final.', {
    detail: words === '' ? 'an error without words' : words,
  })

/**
 * One error for several orders. A service that places them one after the other may have placed
 * some before it said no: only the service's own door says it of all of them.
 */
function ofSeveral({ error }: ReturnType<typeof fail>, status: number): ReturnType<typeof fail> {
  const { code, detail = '' } = error
  return code !== 'in-doubt' && !isOfWholeRequest(status, detail)
    ? likelyNo(detail)
    : { ok: false, error }
}

/** A list inside one envelope says the same as a list of envelopes. */
function unwrapped(value: unknown): { results: unknown; within: boolean } {
  const envelope = envelopeOf(value)
  return envelope?.status === 'success' && Array.isArray(envelope.data)
    ? { results: envelope.data, within: true }
    : { results: value, within: false }
}

function withoutJson(status: number): ReturnType<typeof fail> {
  return status === 429 ? refusedWith(status, '') : inDoubt(`HTTP ${status} without an envelope`)
}

/** Where an element stands: `within` an envelope that says success, a bare record is a result. */
interface Place {
  status: number
  within: boolean
  depth?: number
}

function slicesOf<Name extends Once>(name: Name, element: unknown, place: Place): Outcome<Name>[] {
  const { status, within, depth = 0 } = place
  if (depth > maxDepth) return [inDoubt('nested too deeply')]
  if (Array.isArray(element))
    return element.flatMap((item) => slicesOf(name, item, { status, within, depth: depth + 1 }))

  const envelope = envelopeOf(element)
  if (envelope?.status === 'error')
    return [orderInError(name, envelope) ?? refusalOrDoubt(status, envelope.words)]
  if (!isSuccessStatus(status))
    return [status === 429 ? refusedWith(status, '') : inDoubt(`HTTP ${status}`)]
  if (envelope === undefined)
    return [within ? resultOf(name, element) : inDoubt('no envelope of the service')]
  if (Array.isArray(envelope.data))
    return slicesOf(name, envelope.data, { status, within: true, depth })
  // An exit that found nothing to cancel or to close is done; a placement without an id is not.
  if (operations[name].kind === 'exit' && envelope.hasData && isNone(envelope.data)) return []
  return [resultOf(name, envelope.data)]
}

/** An error that names an order is that order, in trouble or not: its id was given before. */
function orderInError<Name extends Once>(
  name: Name,
  { words, beside }: Extract<Envelope, { status: 'error' }>,
): Outcome<Name> | undefined {
  if (operations[name].kind !== 'place') return undefined
  for (const one of beside) {
    const value = isObject(one) ? readRecord(name, one) : undefined
    if (value !== undefined) return { ok: true, value, trouble: words }
  }
  return undefined
}

/** An error is a no at once only where it is known to be one. */
function refusalOrDoubt(status: number, words: string): ReturnType<typeof fail> {
  switch (isFinalNo(status, words)) {
    case 'yes':
      return refusedWith(status, words)
    case 'likely':
      return likelyNo(words)
    case 'no':
      return inDoubt(words === '' ? `HTTP ${status}` : words)
  }
}

function resultOf<Name extends Once>(name: Name, data: unknown): Outcome<Name> {
  const record = isObject(data) ? readRecord(name, data) : undefined
  if (record !== undefined) return ok(record)
  const said = isObject(data) ? idIn(data) : undefined
  return inDoubt(
    said === undefined ? 'success without a result' : `success with no order id, but: ${said}`,
  )
}

/** What stands where an order id should be: often why there is none. */
function idIn(data: Record<string, unknown>): string | undefined {
  const [, value] = Object.entries(data).find(([field]) => /^order_?(id|no)$/i.test(field)) ?? []
  if (typeof value === 'string') return value.trim() === '' ? undefined : value
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined
}
