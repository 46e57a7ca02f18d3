import { randomUUID } from 'node:crypto'
import type { DescribedCall, ReadAnswer } from '../../shared/console/console.ts'
import type { Parsed } from '../../shared/contract.ts'
import { type Reply, fail, ok } from '../../shared/core/errors.ts'
import { type OperationName, operations } from '../../shared/service/operations.ts'
import type { Roster } from '../accounts/roster.ts'
import { type Login, type Params, type ServiceClient, decoded } from '../service/client.ts'
import { hiddenKeys, outgoing } from '../service/outgoing.ts'

interface ConsoleSources {
  roster: Pick<Roster, 'login'>
  client: Pick<ServiceClient, 'fetch'>
  /** Wall-clock milliseconds. */
  now(): number
  /** Monotonic milliseconds. */
  ticks(): number
}

type Fields = Readonly<Record<string, string>>

/** Bytes of an answer that a window is shown; the rest can be saved. */
const mostShown = 256 * 1024
const mostRecords = 2000
const mostUnreadable = 100
const longestUnreadable = 2000
/** Bytes of answers that are held to be saved; the oldest go first. */
const mostHeld = 64 * 1024 * 1024
const partSize = 1024 * 1024

/**
 * Requests as they are on the wire, for whoever wants to see it. Reads are run here; what moves
 * money is only described, and leaves by the way that all orders and exits take.
 */
export function createConsole({ roster, client, now, ticks }: ConsoleSources) {
  const held = new Answers()
  return {
    async describe({ account, operation, each }: Parsed<'describeCall'>) {
      const login = await roster.login(account)
      return login.ok ? described(operation, login.value, each) : login
    },

    async run({ account, operation, fields }: Parsed<'runRead'>): Promise<Reply<ReadAnswer>> {
      const login = await roster.login(account)
      if (!login.ok) return login
      const allowed = described(operation, login.value, [fields])
      if (!allowed.ok) return allowed
      const at = now()
      const from = ticks()
      // Just proved to be the operation's fields.
      const answer = await client.fetch(operation, login.value, fields as never)
      const took = ticks() - from
      const id = randomUUID()
      const about = { id, at, took }
      if (!answer.ok) return ok({ ...about, ...nothing, failure: answer.error })

      const { status, bytes } = answer.value
      const shown = bytes.subarray(0, endOfText(bytes, mostShown))
      const isCut = shown.length < bytes.length
      if (isCut) held.add(id, bytes)
      const raw = { status, size: bytes.length, raw: shown.toString(), isCut }
      const read = await decoded(operation, login.value, answer.value)
      if (!read.ok) return ok({ ...about, ...nothing, ...raw, failure: read.error })
      const { records, unreadable } = read.value
      return ok({
        ...about,
        ...raw,
        records: records.slice(0, mostRecords),
        count: records.length,
        unreadable: unreadable.slice(0, mostUnreadable).map(asText),
        unreadableCount: unreadable.length,
        failure: null,
      })
    },

    readAnswer({ id, from }: Parsed<'readAnswer'>): Reply<{ text: string; next: number | null }> {
      const bytes = held.find(id)
      if (bytes === undefined)
        return fail('not-found', 'This answer is not held any more. Run it again.', { field: 'id' })
      const end = endOfText(bytes, from + partSize)
      const text = bytes.subarray(from, end).toString()
      return ok({ text, next: end < bytes.length ? end : null })
    },
  }
}

export type Console = ReturnType<typeof createConsole>

const nothing = {
  status: null,
  size: 0,
  raw: '',
  isCut: false,
  records: [],
  count: 0,
  unreadable: [],
  unreadableCount: 0,
}

/** The request as it would leave, but for the keys. */
function described(
  operation: OperationName,
  login: Login,
  each: readonly Fields[],
): Reply<DescribedCall> {
  const masked = { ...login, keys: hiddenKeys }
  const [only] = each
  const isMulti = operations[operation].multi
  if (!isMulti && each.length > 1)
    return fail('invalid', 'This operation takes one order at a time.', { field: 'each' })
  const params = isMulti ? { orders: each.map((params) => ({ login: masked, params })) } : only
  // Untyped on purpose: the operation's own schema says which fields are wrong.
  const out = outgoing(operation, masked, params as unknown as Params<typeof operation>)
  if (!out.ok) return out
  const { origin, path, body } = out.value
  return ok({ url: origin + path, body: body.toString() })
}

/** The last place, up to `most`, that does not fall into the middle of a letter. */
function endOfText(bytes: Buffer, most: number): number {
  if (bytes.length <= most) return bytes.length
  let end = most
  while (end > most - 4 && (bytes[end]! & 0xc0) === 0x80) end--
  return end
}

const asText = (row: unknown): string => {
  try {
    return JSON.stringify(row).slice(0, longestUnreadable)
  } catch {
    // The parser copes with any depth; writing it out again does not.
    return 'a row that nests too deeply to be shown'
  }
}

class Answers {
  readonly #byId = new Map<string, Buffer>()
  #size = 0

  add(id: string, bytes: Buffer): void {
    this.#byId.set(id, bytes)
    this.#size += bytes.length
    for (const [oldest, { length }] of this.#byId) {
      if (this.#size <= mostHeld || oldest === id) break
      this.#byId.delete(oldest)
      this.#size -= length
    }
  }

  find(id: string): Buffer | undefined {
    return this.#byId.get(id)
  }
}
