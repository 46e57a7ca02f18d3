import { isObject } from '../../shared/core/json.ts'
import { fail, ok, type Reply } from '../../shared/core/errors.ts'
import {
  type ExitOperation,
  operations,
  type PlaceOperation,
  type RecordOf,
} from '../../shared/service/operations.ts'
import { comparableOrderId } from '../../shared/service/order-ids.ts'
import { isOrderId } from '../../shared/service/records.ts'
import { lettersOf, stateOfOrder } from '../../shared/service/words.ts'
import { type Envelope, envelopeOf, isNone, isSuccessStatus, maxDepth } from './envelope.ts'
import { parseLoosely } from './loose-json.ts'
import { isFinalNo, isOfGate, isOfWholeRequest } from './refusal.ts'
import { mayTellOfAnOrder } from './order-beside-error.ts'
import { readRecord, refusedWith, type WireAnswer } from './reply.ts'

type Once = PlaceOperation | ExitOperation

/** What became of one order, or of one slice of it; `trouble` is what an error said of one that exists. */
export type Outcome<Name extends Once> =
  | { ok: true; value: RecordOf<Name>; trouble?: string }
  | ReturnType<typeof fail>

/** What was asked for in one request. */
export interface Asked {
  /** Of each leg, whether the service is to split it into several orders. */
  splits: readonly boolean[]
  /** What each leg trades. */
  symbols?: readonly (string | undefined)[]
  /** Whether its legs come with the keys of several clients: no door can be closed to all of them at once. */
  isOfSeveralClients?: boolean
}

/**
 * What became of each leg of a placement or an exit, one inner element a slice. Whatever is not
 * clearly a yes or a no is in doubt; so are all legs of a list that is longer or shorter than
 * what was sent, because then no position in it can be trusted.
 */
export function outcomesOf<Name extends Once>(
  name: Name,
  { splits, symbols = [], isOfSeveralClients = false }: Asked,
  { status, bytes }: WireAnswer,
): Reply<Outcome<Name>[][]> {
  const legs = splits.length
  const isOfSeveral = legs > 1 || splits[0] === true
  const isOfDoor: IsOfDoor = (code, words) => !isOfSeveralClients && isOfWholeRequest(code, words)
  const parsed = parseLoosely(bytes)
  if (parsed === undefined) {
    const failed = withoutJson(name, status)
    return isOfSeveral ? forAll(failed, status, isOfDoor) : failed
  }

  const { results, within } = unwrapped(parsed.value)
  if (holdsMore(results, legs + mostResults[operations[name].kind]))
    return inDoubt(`far more results than ${legs} orders have`)
  const slicesOfLeg = (element: unknown, leg: number): Outcome<Name>[] => {
    const slices = slicesOf(name, element, { status, within, isOfSeveral, isOfDoor })
    const isPlacement = operations[name].kind === 'place'
    if (isPlacement && slices.length === 0) return [inDoubt('no result for this order')]
    if (isPlacement && splits[leg] !== true && slices.length > 1) return asOfOne(name, slices)
    const [only] = slices
    const isOfAll = splits[leg] === true && slices.length === 1
    return isOfAll && only?.ok === false ? [forAll(only, status, isOfDoor)] : slices
  }
  if (!Array.isArray(results)) {
    const slices = slicesOfLeg(results, 0)
    const [only] = slices
    if (only !== undefined && slices.length === 1 && !only.ok)
      return isOfSeveral ? forAll(only, status, isOfDoor) : only
    return legs === 1 ? ok([slices]) : inDoubt(`one result for ${legs} orders`)
  }
  if (legs === 1) return ok([slicesOfLeg(results, 0)])
  if (results.length !== legs) return inDoubt(`${results.length} results for ${legs} orders`)
  const each = results.map(slicesOfLeg)
  return ok(operations[name].kind === 'place' ? unmixed(each, symbols) : each)
}

/**
 * A service that makes some of several orders and not others may tell the no of one as that of another:
 * unless it is the same for all, a no is final only of the order that it names.
 */
function unmixed<Name extends Once>(
  legs: Outcome<Name>[][],
  symbols: readonly (string | undefined)[],
): Outcome<Name>[][] {
  const isFinal = (result: Outcome<Name>): boolean =>
    !result.ok && result.error.code !== 'in-doubt' && result.error.code !== 'said-no'
  if (legs.flat().every(isFinal)) return legs
  return legs.map((leg, place) =>
    leg.map((result) => {
      if (result.ok || !isFinal(result)) return result
      const { detail = '' } = result.error
      return namesAlone(detail, symbols, place) ? result : perhapsNotOfThis(detail)
    }),
  )
}

/** Whether words name what one of several orders trades, and none of the others does. */
function namesAlone(
  words: string,
  symbols: readonly (string | undefined)[],
  place: number,
): boolean {
  const named = new Set(words.toUpperCase().split(/[^\w&-]+/))
  const isNamed = (symbol: string | undefined): boolean =>
    symbol !== undefined && named.has(symbol.toUpperCase())
  return isNamed(symbols[place]) && symbols.filter(isNamed).length === 1
}

const perhapsNotOfThis = (detail: string): ReturnType<typeof fail> =>
  fail('said-no', 'The service refused some of several orders, perhaps not this one.', {
    detail: detail === '' ? wordless : detail,
  })

export const inDoubt = (detail: string): ReturnType<typeof fail> =>
  fail('in-doubt', 'No clear answer came: this may or may not have happened.', { detail })

/** A no in words that nobody has seen before: the order may be there all the same. */
const likelyNo = (words: string): ReturnType<typeof fail> =>
  fail('said-no', 'The service refused this, in words that are not known to be final.', {
    detail: words === '' ? wordless : words,
  })

const wordless = 'an error without words'

/**
 * One error for several orders. A service that places them one after the other may have placed
 * some before it said no: only the service's own door says it of all of them.
 */
function forAll(
  { error }: ReturnType<typeof fail>,
  status: number,
  isOfDoor: IsOfDoor,
): ReturnType<typeof fail> {
  const { code, detail = '' } = error
  if (code === 'in-doubt' || isOfDoor(status, detail)) return { ok: false, error }
  return fail(
    'said-no',
    'The service refused several orders in one answer: some of them may be there.',
    { detail: detail === '' ? wordless : detail },
  )
}

/**
 * Several results of one order that nobody asked to split. Where each names an order, so many were
 * made. Else they contradict each other: a no is of no part of it, and a yes may be of all of it.
 */
function asOfOne<Name extends Once>(name: Name, all: Outcome<Name>[]): Outcome<Name>[] {
  const results = onceNamed(all)
  if (results.every(({ ok }) => ok)) {
    return results.length === withLegs[name] ? [entryOf(results)] : results
  }
  const said = results.map((result) =>
    result.ok ? `order ${placedIdOf(result.value)}` : (result.error.detail ?? wordless),
  )
  const detail = `${results.length} results for one order: ${said.join('; ')}`
  const isNo = results.every((result) => !result.ok && result.error.code !== 'in-doubt')
  return [isNo ? likelyNo(detail) : inDoubt(detail)]
}

/** So many orders an entry is with its target and its stop, or its stop alone. */
const withLegs: Partial<Record<Once, number>> = {
  PlaceBOOrder: 3,
  PlaceMultiBOOrder: 3,
  PlaceCOOrder: 2,
}

/**
 * Of a bracket or a cover the service may name its legs as well, which are no parts of it. The entry is
 * made before them: where its number is not the first and the least, the book has to tell which it is.
 */
function entryOf<Name extends Once>(named: readonly Outcome<Name>[]): Outcome<Name> {
  const ids = named.flatMap((result) => (result.ok ? placedIdOf(result.value) : []))
  const [first] = ids
  const areNumbers = ids.every((id) => /^\d+$/.test(id) && id.length === first?.length)
  return areNumbers && ids.every((id) => id >= first!)
    ? named[0]!
    : inDoubt(`${ids.length} orders named for one: ${ids.join(', ')}`)
}

/** An order that its answer names twice is one, with all that is said against it. */
function onceNamed<Name extends Once>(results: readonly Outcome<Name>[]): Outcome<Name>[] {
  const named = new Map<string, Outcome<Name>>()
  for (const [place, result] of results.entries()) {
    const key = result.ok ? comparableOrderId(placedIdOf(result.value)) : `no ${place}`
    const known = named.get(key)
    const troubles = [known, result].flatMap((one) => (one?.ok && one.trouble) || [])
    const trouble = [...new Set(troubles)].join(', ')
    named.set(key, result.ok && trouble !== '' ? { ...result, trouble } : result)
  }
  return [...named.values()]
}

/** Beside one for each leg: no limit of an exchange splits orders into so many, and no day has so many to cancel. */
const mostResults = { read: 0, place: 1000, exit: 5000 }

/** Whether lists within lists hold more than so many results. */
function holdsMore(results: unknown, most: number): boolean {
  let count = 0
  const waiting = [results]
  for (let held = waiting.pop(); held !== undefined; held = waiting.pop()) {
    if (Array.isArray(held)) for (const one of held) waiting.push(one)
    else if (++count > most) return true
  }
  return false
}

/** A list inside one envelope says the same as a list of envelopes. */
function unwrapped(value: unknown): { results: unknown; within: boolean } {
  const envelope = envelopeOf(value)
  return envelope?.status === 'success' && Array.isArray(envelope.data)
    ? { results: envelope.data, within: true }
    : { results: value, within: false }
}

function withoutJson(name: Once, status: number): ReturnType<typeof fail> {
  return status === tooManyRequests ? tooMany(name) : inDoubt(`${notItsForm} (HTTP ${status})`)
}

const tooManyRequests = 429
const notItsForm = 'an answer that is none of the service’s own'

/**
 * Whoever counts requests on the way may count one that was sent on already, and once more: of an order
 * that proves nothing. The service's own words for it, in its envelope, are a no.
 */
const tooMany = (name: Once): ReturnType<typeof fail> =>
  operations[name].kind === 'place'
    ? likelyNo('HTTP 429: asked too often')
    : refusedWith(tooManyRequests, '')

/** Whether the service's own door says these words, of all that a request carries. */
type IsOfDoor = (status: number, words: string) => boolean

/** Where an element stands: `within` an envelope that says success, a bare record is a result. */
interface Place {
  status: number
  within: boolean
  /** Its request makes other orders, too. */
  isOfSeveral: boolean
  isOfDoor: IsOfDoor
  depth?: number
}

function slicesOf<Name extends Once>(name: Name, element: unknown, place: Place): Outcome<Name>[] {
  const { status, within, depth = 0 } = place
  if (depth > maxDepth) return [inDoubt('nested too deeply')]
  if (Array.isArray(element))
    return element.flatMap((item) => slicesOf(name, item, { ...place, depth: depth + 1 }))

  const envelope = envelopeOf(element)
  if (envelope?.status === 'error')
    return [orderInError(name, envelope) ?? noOf(name, envelope, place)]
  if (status === tooManyRequests && envelope === undefined) return [tooMany(name)]
  if (!isSuccessStatus(status))
    return [inDoubt(`an answer that says it failed, and nothing of the order (HTTP ${status})`)]
  if (envelope === undefined) return [within ? resultOf(name, element, place) : inDoubt(notItsForm)]
  if (Array.isArray(envelope.data)) return slicesOf(name, envelope.data, { ...place, within: true })
  // An exit that found nothing to cancel or to close is done; a placement without an id is not.
  if (operations[name].kind === 'exit' && envelope.hasData && isNone(envelope.data)) return []
  const trouble = operations[name].kind === 'place' ? troubleIn(envelope) : undefined
  const result = resultOf(name, envelope.data, place)
  const needless = result.ok ? undefined : needlessIn(name, envelope.beside)
  if (needless !== undefined) return [refusedWith(status, needless)]
  return [result.ok && trouble !== undefined ? { ...result, trouble } : result]
}

/** Of a smart order a service may say that the position is there already: it made none, and names none. */
function needlessIn(name: Once, beside: Record<string, unknown>): string | undefined {
  if (name !== 'PlaceSmartOrder') return undefined
  const { status: _, ...others } = beside
  const said = objectsIn(others)
    .flatMap((one) => Object.values(one))
    .find((one) => typeof one === 'string' && /\bno action (is )?(needed|required)\b/i.test(one))
  if (typeof said !== 'string') return undefined
  return mayTellOfAnOrder({ ...others, error_msg: said }) ? undefined : said
}

/** What a success says against the order that it names: an error beside it, or that it was rejected. */
function troubleIn({ data, beside }: Extract<Envelope, { status: 'success' }>): string | undefined {
  const all = [beside, ...(isObject(data) ? [data] : [])]
  const said = all.flatMap((one) =>
    Object.entries(one).flatMap(([field, value]) => {
      if (typeof value !== 'string' || isNone(value)) return []
      const isError = /^(error(_?(msg|message))?|rej(ection)?_?reason)$/i.test(field)
      const isRejected =
        /^(order_?)?status$/i.test(field) && stateOfOrder({ status: value }) === 'rejected'
      return isError || isRejected ? [value] : []
    }),
  )
  return said.length === 0 ? undefined : said.join(', ')
}

/**
 * An error that names an order is that order, in trouble or not: its id was given before. One that
 * names several, or an order in another way than by the id that it is known by, tells that there is
 * one, and not which.
 */
function orderInError<Name extends Once>(
  name: Name,
  { words, beside }: Extract<Envelope, { status: 'error' }>,
): Outcome<Name> | undefined {
  if (operations[name].kind !== 'place') return undefined
  const named = new Map<string, RecordOf<Name>>()
  const hints: string[] = []
  for (const one of objectsIn(beside)) {
    const value = readRecord(name, one)
    if (value !== undefined) named.set(comparableOrderId(placedIdOf(value)), value)
    else hints.push(...numbersIn(one))
  }
  const [only] = named.values()
  if (only !== undefined && named.size === 1) return { ok: true, value: only, trouble: words }
  const all = [...named.keys(), ...hints]
  return all.length === 0 ? undefined : inDoubt(`${words} (order ${all.join(', ')})`)
}

const placedIdOf = (record: object): string => String((record as { orderid?: unknown }).orderid)

/** An object and all that it holds, at any usual depth. */
function objectsIn(value: unknown, depth = 0): Record<string, unknown>[] {
  if (typeof value !== 'object' || value === null || depth > maxDepth) return []
  const within = Object.values(value).flatMap((one) => objectsIn(one, depth + 1))
  return isObject(value) ? [value, ...within] : within
}

/** Numbers of an order under other names than its id: the exchange's, its parent's. */
const numbersIn = (value: Record<string, unknown>): string[] =>
  Object.entries(value)
    .filter(
      ([field, one]) => /(?<!rec)ord(er)?_?(id|no|num|number)$/i.test(field) && isOrderId(one),
    )
    .map(([, one]) => String(one))

/** A no that is contradicted by what stands beside its words is as one that nobody knows. */
function noOf<Name extends Once>(
  name: Name,
  { words, beside }: Extract<Envelope, { status: 'error' }>,
  place: Place,
): ReturnType<typeof fail> {
  const no = refusalOrDoubt(words, place)
  const isContradicted = place.status === 201 || place.status === 202 || mayTellOfAnOrder(beside)
  return operations[name].kind === 'place' && isContradicted && no.error.code !== 'in-doubt'
    ? likelyNo(words)
    : no
}

/** An error is a no at once only where it is known to be one; of several, where it is of this order. */
function refusalOrDoubt(words: string, place: Place): ReturnType<typeof fail> {
  const { status, isOfSeveral, isOfDoor } = place
  switch (isFinalNo(status, words)) {
    case 'yes':
      // A gate that closes between orders may have let some of them through, and try again.
      return isOfSeveral && isOfGate(status, words) && !isOfDoor(status, words)
        ? likelyNo(words)
        : refusedWith(status, words)
    case 'likely':
      return likelyNo(words)
    case 'no':
      return inDoubt(words === '' ? `HTTP ${status}` : words)
  }
}

function resultOf<Name extends Once>(name: Name, data: unknown, place: Place): Outcome<Name> {
  const record = isObject(data) ? (readRecord(name, data) ?? recordWithin(name, data)) : undefined
  if (record !== undefined) {
    const no = operations[name].kind === 'exit' ? noWithin(record) : undefined
    if (no === undefined) return ok(record)
    // The number of an order that was to be cancelled tells of no other one.
    const { error } = refusalOrDoubt(no, place)
    const named = String(record['symbol'] ?? record['orderid'])
    return { ok: false, error: { ...error, detail: `${named}: ${no}` } }
  }
  const said = isObject(data) ? idIn(data) : undefined
  return inDoubt(
    said === undefined ? 'success without a result' : `success with no order id, but: ${said}`,
  )
}

/** An order that stands deeper in a success than it should, where that is the only one: each wrapping hides it. */
function recordWithin<Name extends Once>(
  name: Name,
  data: Record<string, unknown>,
): RecordOf<Name> | undefined {
  if (operations[name].kind !== 'place') return undefined
  const named = objectsIn(data).flatMap((one) => readRecord(name, one) ?? [])
  const [first] = named
  const isOne = new Set(named.map((one) => comparableOrderId(placedIdOf(one)))).size === 1
  return isOne && !saysNo(data) ? first : undefined
}

/** Whether something within speaks of an error: then what is named beside it may be another's. */
const saysNo = (data: Record<string, unknown>): boolean =>
  objectsIn(data).some((one) => envelopeOf(one)?.status === 'error')

/** Words for an exit that the service has taken up, in letters alone; it says so without any, too. */
const taken: ReadonlySet<string> = new Set(
  'CLOSED CLOSE SQUAREDOFF EXITED CANCELLED CANCELED SUCCESS SUCCESSFUL OK TRUE DONE COMPLETE COMPLETED'.split(
    ' ',
  ),
)

/** What an exit's result says of itself, where that is not that it was done. */
function noWithin(result: Readonly<Record<string, unknown>>): string | undefined {
  const { status } = result
  if (typeof status !== 'string' || isNone(status) || taken.has(lettersOf(status))) return undefined
  const reasons = Object.entries(result).flatMap(([field, value]) =>
    /reason|message|error|remarks?/i.test(field) && typeof value === 'string' ? value : [],
  )
  return [status, ...reasons].filter((said) => !isNone(said)).join(', ')
}

/** What stands where an order id should be: often why there is none. */
function idIn(data: Record<string, unknown>): string | undefined {
  const [, value] = Object.entries(data).find(([field]) => /^order_?(id|no)$/i.test(field)) ?? []
  if (typeof value === 'string') return value.trim() === '' ? undefined : value
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined
}
