import { type RefusalCode, refusalOf } from '../../shared/service/refusal-words.ts'
import { isObject } from '../../shared/core/json.ts'
import { fail, ok, type Reply } from '../../shared/core/errors.ts'
import {
  type OperationName,
  operations,
  type ReadOperation,
  type RecordOf,
} from '../../shared/service/operations.ts'
import { type Envelope, envelopeOf, isSuccessStatus, maxDepth } from './envelope.ts'
import { isSaidEmpty } from './known-empties.ts'
import { hasBareNone, largestWhole, parseLoosely, parseText } from './loose-json.ts'
import { errorBeside, markOfPart, messagesIn } from './part-of-list.ts'
import { admitsNotKnowing, refusalOfRead, refusals, saysLoggedOut, saysTrouble } from './refusal.ts'
import { rowSpans } from './row-spans.ts'
import { type RowKind, wrappedRows } from './wrapped-rows.ts'

export interface WireAnswer {
  status: number
  bytes: Uint8Array
}

export interface RawAnswer {
  status: number
  bytes: Buffer
  /** Milliseconds from the call to the last byte. */
  took: number
  /** Milliseconds from the call until the answer began to come, where that is known. */
  waited?: number
  /** When that came, on the monotonic clock. */
  at: number
}

/** One row as the service sent it, read; undefined where it is no such record. */
export function readRecord<Name extends OperationName>(
  name: Name,
  row: unknown,
): RecordOf<Name> | undefined {
  return operations[name].record.readRow(row) as RecordOf<Name> | undefined
}

/**
 * The rows of a read's answer, not yet read themselves. One error envelope anywhere fails the
 * whole: what it stands for is missing, and rows that are silently absent would look like a fact.
 */
export function rowsOf(name: ReadOperation, { status, bytes }: WireAnswer): Reply<unknown[]> {
  const parsed = parseLoosely(bytes)
  const envelopes = parsed === undefined ? undefined : envelopesOf(parsed.value)
  if (envelopes === undefined) return withoutEnvelope(status)

  const [first, ...others] = envelopes
  if (first?.status === 'error' && others.length === 0 && isSaidEmpty(name, { ...first, status }))
    return ok([])
  const results: Success[] = []
  for (const envelope of envelopes) {
    if (envelope.status === 'error') return readRefusedWith(name, status, envelope.words)
    if (!envelope.hasData) return unreadable('success without data')
    const trouble = errorBeside(envelope.beside, isRowOf(name))
    if (trouble !== undefined) return readRefusedWith(name, status, trouble)
    results.push(envelope)
  }
  const messages = results.flatMap(({ beside }) => messagesIn(beside, isRowOf(name)))
  const loggedOut = messages.find(saysLoggedOut)
  if (loggedOut !== undefined) return readRefusedWith(name, status, loggedOut)
  if (!isSuccessStatus(status)) return withoutEnvelope(status)
  if (notWhole.has(status)) return onlyPart(`HTTP ${status}`)
  // Bare words for none are read as null: which of them stood in place of the list is not known any more.
  if (results.some(({ data }) => data === null) && hasBareNone(bytes))
    return unreadable('a bare word for none')
  if (operations[name].holds === 'many') {
    const many = manyRows(name, results)
    const isEmpty = many.ok && many.value.length === 0
    const why = isEmpty
      ? messages.find((words) => saysTrouble(words) && !isEmptyInWords(name, words))
      : undefined
    return why === undefined ? many : readRefusedWith(name, status, why)
  }
  const one = oneRow(
    name,
    results.map(({ data }) => data),
  )
  // A row of a book tells of what became of an order; what is the whole answer has no error of its own.
  const trouble = one.ok ? errorBeside(one.value[0] as Record<string, unknown>, isNoRow) : undefined
  return trouble === undefined ? one : readRefusedWith(name, status, trouble)
}

/**
 * Whether an answer without rows is the one that the service specifies for that: an empty list in an
 * envelope. Whatever else reads as empty (no envelope, nothing or words in place of the list) is shown
 * as empty, and comes as well from a service that has lost what it should tell.
 */
export function isSpecifiedEmptyList({ bytes }: Pick<WireAnswer, 'bytes'>): boolean {
  const parsed = parseLoosely(bytes)
  const envelopes = parsed === undefined ? undefined : envelopesOf(parsed.value)
  if (envelopes === undefined || envelopes.length === 0) return false
  return envelopes.every(
    (envelope) =>
      envelope.status === 'success' && Array.isArray(envelope.data) && envelope.data.length === 0,
  )
}

type Success = Extract<Envelope, { status: 'success' }>

const isNoRow = (): boolean => false

/** The HTTP statuses of an answer that is not whole: accepted and not yet done, a part of the content, and several of its own. */
const notWhole: ReadonlySet<number> = new Set([202, 206, 207])

const isRowOf =
  (name: ReadOperation) =>
  (value: object): boolean =>
    readRecord(name, value) !== undefined

/**
 * Where each row begins and ends, in turns, of a reply that can be cut into its rows without being
 * parsed: what is left without them is a reply without rows. Undefined where it cannot.
 */
export function rowEndsOf(
  name: ReadOperation,
  { status, bytes }: Pick<RawAnswer, 'status' | 'bytes'>,
): Uint32Array | undefined {
  const spans = rowSpans(bytes)
  if (spans === undefined) return undefined
  const shell = rowsOf(name, { status, bytes: spans.shell })
  return shell.ok && shell.value.length === 0 ? spans.ends : undefined
}

/** Rows that are parsed and read before whatever else is due has its turn: about a millisecond. */
export const rowsOfAStep = 200

/** The rows of an answer of any size: of one that is too large to be parsed as one, each by itself. */
export function* rowsInSteps(
  name: ReadOperation,
  answer: RawAnswer,
): Generator<void, Reply<unknown[]>> {
  const { bytes } = answer
  const ends = bytes.length > largestWhole ? rowEndsOf(name, answer) : undefined
  const rows: unknown[] = []
  for (let row = 0; row * 2 < (ends?.length ?? 0); row++) {
    if (row % rowsOfAStep === rowsOfAStep - 1) yield
    const parsed = parseText(bytes.toString('utf8', ends![row * 2], ends![row * 2 + 1]))?.value
    if (!isObject(parsed)) return rowsOf(name, answer)
    rows.push(parsed)
  }
  return ends === undefined ? rowsOf(name, answer) : ok(rows)
}

/** The records of a read's answer, and the rows that are none. */
export function* recordsInSteps<Name extends ReadOperation>(
  name: Name,
  rows: readonly unknown[],
): Generator<void, { records: RecordOf<Name>[]; unreadable: unknown[] }> {
  const records: RecordOf<Name>[] = []
  const unreadable: unknown[] = []
  for (const [at, row] of rows.entries()) {
    if (at % rowsOfAStep === rowsOfAStep - 1) yield
    const record = readRecord(name, row)
    if (record === undefined) unreadable.push(row)
    else records.push(record)
  }
  return { records, unreadable }
}

function envelopesOf(value: unknown): Envelope[] | undefined {
  const flat = Array.isArray(value) ? (value.flat(maxDepth) as unknown[]) : [value]
  const envelopes: Envelope[] = []
  for (const item of flat) {
    const envelope = envelopeOf(item)
    if (envelope === undefined) return undefined
    envelopes.push(envelope)
  }
  return envelopes
}

function oneRow(name: ReadOperation, results: readonly unknown[]): Reply<unknown[]> {
  const rows = results.flat(maxDepth)
  if (rows.length !== 1) return unreadable(`${rows.length} records where one was promised`)
  // Every field of these records may be missing, so that anything would pass for one.
  return isObject(rows[0]) && hasKnownField(name, rows[0]) ? ok(rows) : noRecord()
}

const kindOf = (name: ReadOperation): RowKind => ({
  isRow: isRowOf(name),
  hasKnownField: (value) => hasKnownField(name, value),
  hasIdentity: (value) =>
    Object.keys(value).some((field) => ['symbol', 'order_id'].includes(field.toLowerCase())),
  saysEmpty: (words) => isEmptyInWords(name, words),
})

function hasKnownField(name: ReadOperation, row: object): boolean {
  const known = new Set(operations[name].record.fields.map((field) => field.toLowerCase()))
  return Object.keys(row).some((field) => known.has(field.toLowerCase()))
}

function manyRows(name: ReadOperation, results: readonly Success[]): Reply<unknown[]> {
  let rows: unknown[] = []
  for (const { data, beside } of results) {
    const before = rows.length
    if (isObject(data)) {
      const within = wrappedRows(data, kindOf(name))
      if ('lacks' in within) return onlyPart(within.lacks)
      rows = rows.concat(within.rows)
    } else if (Array.isArray(data)) rows = rows.concat(data.flat(maxDepth))
    else if (!isNoList(data) && !isEmptyInWords(name, data))
      return unreadable(typeof data === 'string' ? data : `data is a ${typeof data}`)
    const mark = markOfPart(beside, { rows: rows.length - before, isRow: isRowOf(name) })
    if (mark !== undefined) return onlyPart(mark)
  }
  return ok(rows)
}

/** Nothing in place of a list is an empty one. A word for it ('NA') says that the list is not to be had. */
const isNoList = (data: unknown): boolean =>
  data === null || (typeof data === 'string' && data.trim() === '')

const isEmptyInWords = (name: ReadOperation, data: unknown): boolean =>
  typeof data === 'string' && isSaidEmpty(name, { status: 200, words: data, beside: {} })

const unreadable = (detail: string): Refused =>
  fail('unreadable', 'The answer of the service could not be read.', { detail })

/** What is not whole must not stand for the book: what it leaves out would look gone. */
const onlyPart = (detail: string): Refused =>
  fail('unreadable', 'Only a part of the book came.', { detail })

export const noRecord = (): Refused => unreadable('no such record')

/** An answer without an envelope says no more than its HTTP status does. */
function withoutEnvelope(status: number): Refused {
  const detail = `HTTP ${status}`
  if (status === 429 || status === 401) return refusedWith(status, '')
  if (status >= 500)
    return fail('no-answer', 'The service failed before it could answer.', { detail })
  if (status >= 300 && status < 400)
    return fail('unreadable', 'The service pointed to another address, which is never followed.', {
      detail,
    })
  return unreadable(detail)
}

export const refusedWith = (status: number, words: string): Refused =>
  refusedAs(refusalOf(status, words), { status, words })

const refusedAs = (
  code: RefusalCode,
  { status, words }: { status: number; words: string },
): Refused => fail(code, refusals[code], { detail: words === '' ? `HTTP ${status}` : words })

function readRefusedWith(name: ReadOperation, status: number, words: string): Refused {
  if (admitsNotKnowing(words))
    return fail('no-answer', 'The service had no answer from the broker behind it.', {
      detail: words,
    })
  const isOfInstrument = name === 'OpenPositions' || name === 'AllPositions'
  const code = isOfInstrument ? refusalOf(status, words) : refusalOfRead(status, words)
  return refusedAs(code, { status, words })
}

type Refused = ReturnType<typeof fail>
