import { fail, ok, type Reply } from '../../shared/errors.ts'
import {
  type ExitOperation,
  operations,
  type PlaceOperation,
  type RecordOf,
} from '../../shared/service/operations.ts'
import { envelopeOf, isNone, isObject, isSuccessStatus, maxDepth } from './envelope.ts'
import { parseLoosely } from './na.ts'
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

  const whole = unwrapped(parsed.value)
  const slicesOfLeg = (element: unknown): Outcome<Name>[] => {
    const slices = slicesOf(name, element, answer.status)
    return slices.length > 0 || operations[name].kind === 'exit'
      ? slices
      : [inDoubt('no result for this order')]
  }
  if (!Array.isArray(whole)) {
    const slices = slicesOfLeg(whole)
    const [only] = slices
    if (only !== undefined && slices.length === 1 && !only.ok) return only
    return legs === 1 ? ok([slices]) : inDoubt(`one result for ${legs} orders`)
  }
  if (legs === 1) return ok([slicesOfLeg(whole)])
  if (whole.length !== legs) return inDoubt(`${whole.length} results for ${legs} orders`)
  return ok(whole.map(slicesOfLeg))
}

export const inDoubt = (detail: string): ReturnType<typeof fail> =>
  fail('in-doubt', 'No clear answer came: this may or may not have happened.', { detail })

/** A list inside one envelope says the same as a list of envelopes. */
function unwrapped(value: unknown): unknown {
  const envelope = envelopeOf(value)
  return envelope?.status === 'success' && Array.isArray(envelope.data) ? envelope.data : value
}

function withoutJson(status: number): ReturnType<typeof fail> {
  return status === 429 ? refusedWith(status, '') : inDoubt(`HTTP ${status} without an envelope`)
}

function slicesOf<Name extends Once>(
  name: Name,
  element: unknown,
  status: number,
  depth = 0,
): Outcome<Name>[] {
  if (depth > maxDepth) return [inDoubt('nested too deeply')]
  if (Array.isArray(element))
    return element.flatMap((item) => slicesOf(name, item, status, depth + 1))

  const envelope = envelopeOf(element)
  if (envelope?.status === 'error')
    return [
      status >= 500 || status === 408 || admitsNotKnowing(envelope.words)
        ? inDoubt(envelope.words === '' ? `HTTP ${status}` : envelope.words)
        : refusedWith(status, envelope.words),
    ]
  if (!isSuccessStatus(status))
    return [status === 429 ? refusedWith(status, '') : inDoubt(`HTTP ${status}`)]
  if (envelope === undefined) return [resultOf(name, element)]
  if (Array.isArray(envelope.data))
    return envelope.data.flatMap((item) => slicesOf(name, item, status, depth + 1))
  // An exit that found nothing to cancel or to close is done; a placement without an id is not.
  if (operations[name].kind === 'exit' && envelope.hasData && isNone(envelope.data)) return []
  return [resultOf(name, envelope.data)]
}

function resultOf<Name extends Once>(name: Name, data: unknown): Outcome<Name> {
  const record = isObject(data) ? readRecord(name, data) : undefined
  return record === undefined ? inDoubt('success without a result') : ok(record)
}
