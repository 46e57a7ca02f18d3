import { fail, ok, type Reply } from '../../shared/core/errors.ts'
import {
  type ExitOperation,
  operations,
  type PlaceOperation,
  type RecordOf,
} from '../../shared/service/operations.ts'
import { envelopeOf, isNone, isObject, isSuccessStatus, maxDepth } from './envelope.ts'
import { parseLoosely } from './loose-json.ts'
import { admitsNotKnowing } from './refusal.ts'
import { readRecord, refusedWith, type WireAnswer } from './reply.ts'

type Once = PlaceOperation | ExitOperation

/** What became of one order, or of one slice of it. */
export type Outcome<Name extends Once> = Reply<RecordOf<Name>>

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
  if (parsed === undefined) return withoutJson(answer.status)

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
    if (only !== undefined && slices.length === 1 && !only.ok) return only
    return legs === 1 ? ok([slices]) : inDoubt(`one result for ${legs} orders`)
  }
  if (legs === 1) return ok([slicesOfLeg(results)])
  if (results.length !== legs) return inDoubt(`${results.length} results for ${legs} orders`)
  return ok(results.map(slicesOfLeg))
}

export const inDoubt = (detail: string): ReturnType<typeof fail> =>
  fail('in-doubt', 'No clear answer came: this may or may not have happened.', { detail })

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
  if (envelope?.status === 'error') return [refusalOrDoubt(status, envelope.words)]
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

/** An error is a 'no' only where the service itself knows what became of the request. */
const refusalOrDoubt = (status: number, words: string): ReturnType<typeof fail> =>
  status >= 500 || status === 408 || admitsNotKnowing(words)
    ? inDoubt(words === '' ? `HTTP ${status}` : words)
    : refusedWith(status, words)

function resultOf<Name extends Once>(name: Name, data: unknown): Outcome<Name> {
  const record = isObject(data) ? readRecord(name, data) : undefined
  return record === undefined ? inDoubt('success without a result') : ok(record)
}
