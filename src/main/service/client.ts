import type { Keys } from '../../shared/accounts/accounts.ts'
import { fail, ok, type Reply } from '../../shared/core/errors.ts'
import { type Clock, systemClock } from '../core/clock.ts'
import { inTurns } from '../core/turns.ts'
import {
  type ExitOperation,
  type OperationName,
  operations,
  type PlaceOperation,
  type ReadOperation,
  type RecordOf,
} from '../../shared/service/operations.ts'
import { orderWithoutAnswer, readWithoutAnswer } from './missing-answer.ts'
import { type Outcome, outcomesOf } from './outcomes.ts'
import { type Login, outgoing, type Outgoing, type Params } from './outgoing.ts'
import { noRecord, type RawAnswer, recordsInSteps, rowsInSteps } from './reply.ts'
import { masked, withoutSecrets, withoutSecretsInSteps } from './secrets.ts'
import { ReadQueues } from './read-queue.ts'
import { createTransport, type Delivery, type Post, type Transport } from './transport.ts'

export type { Login, Params } from './outgoing.ts'
export type { Outcome } from './outcomes.ts'
export type { RawAnswer } from './reply.ts'

export interface CallOptions {
  signal?: AbortSignal
  /** Milliseconds that the whole call may take. */
  deadline?: number
  /** Whether it has waited in the queue of its service, and has its place there. */
  hasPlace?: boolean
  /** Called for a placement or an exit when its first byte is about to leave; false sends nothing. */
  tryToLeave?: () => boolean
}

export interface ServiceClient {
  /** Calls one operation. Never rejects; a placement or an exit is sent at most once. */
  call<Name extends OperationName>(
    name: Name,
    login: Login,
    params: Params<Name>,
    options?: CallOptions,
  ): Promise<Reply<Answer<Name>>>
  /** The undecoded answer of a read, for the poller, which compares bytes first. */
  fetch<Name extends ReadOperation>(
    name: Name,
    login: Login,
    params: Params<Name>,
    options?: CallOptions,
  ): Promise<Reply<RawAnswer>>
  /** Lets orders that are on the wire have their answer; breaks off all else. */
  close(): Promise<void>
}

type Holds<Name extends OperationName> = (typeof operations)[Name]['holds']

type Answer<Name extends OperationName> = Name extends ReadOperation
  ? Holds<Name> extends 'one'
    ? RecordOf<Name>
    : { records: RecordOf<Name>[]; unreadable: unknown[] }
  : Name extends PlaceOperation | ExitOperation
    ? { outcomes: Outcome<Name>[][] }
    : never

export interface ServiceClientOptions {
  /** Most bytes of one answer, once decompressed. */
  maxBytes?: number
  /** Certificate authorities trusted instead of the platform's own. */
  ca?: string
  /** Milliseconds that a call of each kind may take. */
  deadlines?: Deadlines
  /** What bytes travel by, in place of a socket. */
  transport?: Transport
  /** Where polls wait for their turn; other reads do not, and are reckoned with there. */
  readQueues?: ReadQueues
  clock?: Clock
  /** 0 to 1; for jitter. */
  random?: () => number
}

export type Deadlines = Readonly<Record<'read' | 'place' | 'exit', number>>

export const usualDeadlines: Deadlines = { read: 10_000, place: 15_000, exit: 15_000 }
const maxTries = 3
const longestDetail = 500
/** An answer that is no book tells of one record, or of a few hundred orders. */
const largestButBooks = 1024 * 1024

export function createServiceClient({
  maxBytes = 32 * 1024 * 1024,
  ca,
  deadlines = usualDeadlines,
  transport = createTransport({ maxBytes, ca }),
  clock = systemClock,
  readQueues = new ReadQueues(clock),
  random = Math.random,
}: ServiceClientOptions = {}): ServiceClient {
  const orders = new Set<Promise<Delivery>>()
  let closed = false

  const postOnce = (out: Outgoing, { signal, deadline, tryToLeave }: Needed): Promise<Delivery> => {
    const within = deadline
    const most = largestButBooks
    const endWrite = readQueues.to(out.origin).write()
    const delivery = transport.post({ ...out, lane: 'orders', within, most, signal, tryToLeave })
    orders.add(delivery)
    void delivery.then(() => {
      endWrite()
      orders.delete(delivery)
    })
    return delivery
  }

  const read = async (
    out: Outgoing,
    { signal, deadline, most, onAnswer }: Needed & Pick<Post, 'onAnswer'>,
  ): Promise<Delivery> => {
    const end = clock.now() + deadline
    for (let tries = 1; ; tries += 1) {
      const within = end - clock.now()
      const post = { ...out, lane: 'reads', within, most, signal, onAnswer } as const
      const delivery = await transport.post(post)
      const wait = 2 ** tries * (25 + 50 * random())
      if (tries === maxTries || closed || !mayAskAgain(delivery)) return delivery
      // A try without time enough to be answered would turn a known trouble into 'too late'.
      if (end - clock.now() - wait < deadline / 4) return delivery
      await pause(clock, wait, signal)
    }
  }

  const prepared = <Name extends OperationName>(
    name: Name,
    login: Login,
    params: Params<Name>,
  ): Reply<Outgoing> =>
    closed
      ? fail('not-sent', 'Quarterdeck is shutting down: nothing was sent.')
      : outgoing(name, login, params)

  const fetch: ServiceClient['fetch'] = async (name, login, params, options = {}) => {
    const out = prepared(name, login, params)
    if (!out.ok) return out
    const started = clock.now()
    const most = operations[name].holds === 'one' ? largestButBooks : undefined
    const deadline = options.deadline ?? deadlines.read
    let answeredAt: number | null = null
    const onAnswer = (): void => void (answeredAt = clock.now())
    const place = options.hasPlace === true ? null : readQueues.to(login.url).enter()
    const delivery = await read(out.value, { ...options, deadline, most, onAnswer })
    if (options.signal?.aborted === true && !delivery.answered) place?.callOff()
    else place?.leave(delivery.answered ? (answeredAt ?? clock.now()) - started : null)
    if (!delivery.answered) return clean(readWithoutAnswer(delivery), out.value.keys)
    const { status, bytes } = delivery
    // One that was on its way while the machine slept tells of before.
    const at = Math.min(clock.now(), started + deadline)
    const cleanBytes = await inTurns(withoutSecretsInSteps(bytes, out.value.keys))
    const waited = (answeredAt ?? clock.now()) - started
    return ok({ status, bytes: cleanBytes, took: at - started, waited, at })
  }

  const callRead = async <Name extends ReadOperation>(
    name: Name,
    login: Login,
    params: Params<Name>,
    options?: CallOptions,
  ): Promise<Reply<unknown>> => {
    const answer = await fetch(name, login, params, options)
    if (!answer.ok) return answer
    const read = await decoded(name, login, answer.value)
    if (!read.ok || operations[name].holds === 'many') return read
    const [record] = read.value.records
    return record === undefined ? noRecord() : ok(record)
  }

  const callOnce = async <Name extends PlaceOperation | ExitOperation>(
    name: Name,
    login: Login,
    params: Params<Name>,
    options: CallOptions = {},
  ): Promise<Reply<unknown>> => {
    const out = prepared(name, login, params)
    if (!out.ok) return out
    const { keys } = out.value
    const { kind } = operations[name]
    const delivery = await postOnce(out.value, { deadline: deadlines[kind], ...options })
    if (!delivery.answered) return clean(orderWithoutAnswer(delivery), keys)
    const { status } = delivery
    const bytes = withoutSecrets(delivery.bytes, keys)
    const outcomes = outcomesOf(name, out.value, { status, bytes })
    if (!outcomes.ok) return clean(outcomes, keys)
    return ok({ outcomes: outcomes.value.map((leg) => leg.map((slice) => cleanOne(slice, keys))) })
  }

  return {
    // The table decides the shape of the answer by name, which the compiler cannot follow.
    call: <Name extends OperationName>(
      name: Name,
      login: Login,
      params: Params<Name>,
      options?: CallOptions,
    ) =>
      (isRead(name)
        ? callRead(name, login, params as never, options)
        : callOnce(
            name as PlaceOperation | ExitOperation,
            login,
            params as never,
            options,
          )) as Promise<Reply<Answer<Name>>>,
    fetch,
    close: async () => {
      closed = true
      await transport.close('reads')
      await Promise.allSettled(orders)
      await transport.close('orders')
    },
  }
}

/** The records of a read's answer, and the rows that are none. */
export async function decoded<Name extends ReadOperation>(
  name: Name,
  login: Login,
  answer: RawAnswer,
): Promise<Reply<{ records: RecordOf<Name>[]; unreadable: unknown[] }>> {
  const rows = await inTurns(rowsInSteps(name, answer))
  return rows.ok ? ok(await inTurns(recordsInSteps(name, rows.value))) : clean(rows, [login.keys])
}

/** Over when the time is, or when nobody wants the answer any more. */
const pause = (clock: Clock, delay: number, signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve) => {
    if (signal?.aborted) return resolve()
    const end = (): void => {
      cancelTimer()
      signal?.removeEventListener('abort', end)
      resolve()
    }
    const cancelTimer = clock.after(delay, end)
    signal?.addEventListener('abort', end, { once: true })
  })

type Needed = CallOptions & { deadline: number; most?: number | undefined }

const isRead = (name: OperationName): name is ReadOperation => operations[name].kind === 'read'

/** Only what is likely to pass by itself, and never a 'no' of the service. */
const mayAskAgain = (delivery: Delivery): boolean =>
  delivery.answered
    ? delivery.status >= 502 && delivery.status <= 504
    : delivery.why === 'connection'

const cleanOne = <Name extends PlaceOperation | ExitOperation>(
  slice: Outcome<Name>,
  keys: Keys[],
): Outcome<Name> => {
  if (!slice.ok) return cleanFailure(slice, keys)
  if (slice.trouble === undefined) return slice
  return { ...slice, trouble: masked(slice.trouble, keys).slice(0, longestDetail) }
}

const clean = <T>(reply: Reply<T>, keys: Keys[]): Reply<T> =>
  reply.ok ? reply : cleanFailure(reply, keys)

function cleanFailure({ error }: ReturnType<typeof fail>, keys: Keys[]): ReturnType<typeof fail> {
  if (error.detail === undefined) return { ok: false, error }
  const detail = masked(error.detail, keys).slice(0, longestDetail)
  return { ok: false, error: { ...error, detail } }
}
