import { type Failure, type Reply, fail } from '../../../shared/core/errors.ts'
import type {
  ClockMark,
  FoundBySquareOff,
  Intent,
  PartOutcome,
  Recorded,
} from '../../../shared/orders/intents.ts'
import { comparableOrderId } from '../../../shared/service/order-ids.ts'
import type { NewEntry } from '../../journal/entries.ts'
import type { Journal } from '../../journal/journal.ts'
import type { AccountLogin } from '../../accounts/logins.ts'
import type { Outcome, ServiceClient } from '../../service/client.ts'
import { type OrdersOfSide, rivalsOf } from '../../picture/rows/order-similarity.ts'
import type { EventWriter } from '../../journal/event-writer.ts'
import { type SentOnce, paramsOf } from './requests.ts'

export interface SendingOptions {
  journal: Pick<Journal, 'append'>
  writer: EventWriter
  client: Pick<ServiceClient, 'call'>
  login(account: string): Promise<Reply<AccountLogin>>
  /**
   * All orders that the account's book has shown, and the milliseconds since it was last read; null
   * where it may not show all that are there.
   */
  orders(account: string): { seen: readonly OrdersOfSide[]; age: number | null }
  clockMark(): ClockMark
  /** So many orders earlier sessions had noted that the books showed. */
  formerlyNoted(): number
  /** Whether an order of the broker's is surely not the one that an intent made. */
  isAnother(intent: Intent, orderId: string): boolean
}

/** Intents that one request carries: all of one operation, in the order of their legs. */
export interface Sendable {
  /** Looked at when they leave: one that was called off before is not there any more. */
  readonly intents: readonly Intent[]
}

/** Logins of accounts, each by its account. */
export type AccountLogins = ReadonlyMap<string, AccountLogin>

interface Delivery extends Sendable {
  logins: AccountLogins
}

export interface SendHooks {
  /** Asked before 'sent' is written, where no leaves intents recorded, and when the first byte is about to leave. */
  mayLeave?(): boolean
  /** Called when the first byte leaves. */
  onLeave?(): void
  /** Of a square-off: what it finds, to be written down with it. */
  found?: FoundBySquareOff | undefined
}

/**
 * Takes recorded intents over the wire: 'sent' is on disk before the first byte leaves, and what
 * came back after it. The one place where an order leaves the desk.
 */
export class Sending {
  readonly #options: SendingOptions
  readonly #running = new Set<Promise<unknown>>()

  constructor(options: SendingOptions) {
    this.#options = options
  }

  /**
   * Sends one request of one account and answers its intents as they are then. Never rejects.
   * Intents that are written down as sent already are not so again.
   */
  send(sendable: Sendable, hooks: SendHooks = {}): Promise<Intent[]> {
    return this.#keep(this.#send(sendable, hooks))
  }

  /** Sends one request whose intents are written down as sent, in this very tick. Never rejects. */
  deliver(sent: Delivery, hooks: SendHooks = {}): Promise<Intent[]> {
    return this.#keep(this.#deliver(sent, hooks))
  }

  /** A login that is at hand; undefined where it has to be waited for, or is none. */
  async loginAtHand(account: string): Promise<AccountLogin | undefined> {
    const turn = new Promise<undefined>((resolve) => setImmediate(() => resolve(undefined)))
    const login = await Promise.race([this.#login(account), turn])
    return login?.ok === true ? login.value : undefined
  }

  /** What has to be on disk before these may leave, beside that they are recorded. */
  sentEntries(intents: readonly ToBeSent[], logins: AccountLogins): NewEntry[] {
    const accounts = new Set(intents.map(({ account }) => account))
    const books = new Map([...accounts].map((one) => [one, this.#options.orders(one)]))
    const clock = this.#options.clockMark()
    const noted = this.#options.formerlyNoted()
    return intents.map((intent) => {
      const book = books.get(intent.account)
      const login = logins.get(intent.account)?.fingerprint
      const rivals = before(intent, book?.seen ?? [])
      const bookAge = book?.age ?? null
      return { intent: intent.id, event: { kind: 'sent', rivals, bookAge, clock, login, noted } }
    })
  }

  get isOnWire(): boolean {
    return this.#running.size > 0
  }

  /** Settles when nothing is on the wire. */
  async idle(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running)
  }

  #keep(sending: Promise<Intent[]>): Promise<Intent[]> {
    this.#running.add(sending)
    void sending.finally(() => this.#running.delete(sending))
    return sending
  }

  async #send(sendable: Sendable, hooks: SendHooks): Promise<Intent[]> {
    const { journal, writer } = this.#options
    const [first] = sendable.intents
    if (first === undefined) return []
    const login = await this.#login(first.account)
    const { intents } = sendable
    const unsent = intents.filter(({ state }) => state === 'recorded')
    if (hooks.mayLeave?.() === false)
      return unsent.length > 0 ? [...intents] : this.#notSent(intents, tooLate.error)
    if (!login.ok) return this.#notSent(intents, login.error)
    const logins = new Map([[first.account, login.value]])
    let sent = intents
    try {
      if (unsent.length > 0)
        sent = journal.append(withFound(this.sentEntries(intents, logins), hooks.found))
    } catch (cause) {
      return this.#notSent(intents, notWritten(cause).error)
    }
    const delivery = this.#deliver({ intents: sent, logins }, hooks)
    if (unsent.length > 0) writer.tell([...sent])
    return delivery
  }

  async #deliver({ intents: all, logins }: Delivery, hooks: SendHooks): Promise<Intent[]> {
    const byFailure = Map.groupBy(all, (intent) => unfitFor(intent, logins.get(intent.account)))
    const unfit = [...byFailure].flatMap(([failure, those]) =>
      failure === null ? [] : this.#notSent(those, failure),
    )
    const intents = byFailure.get(null) ?? []
    const tryToLeave = (): boolean => {
      if (hooks.mayLeave?.() === false) return false
      hooks.onLeave?.()
      return true
    }
    if (intents.length === 0) return unfit
    const reply = await this.#call({ intents, logins }, tryToLeave).catch(failedInside)
    const named = new Set<string>()
    const isOfSeveral = new Set(intents.map(({ account }) => account)).size > 1
    // A placement answers a list for each leg; an exit one list for the account.
    const outcomesOf = (intent: Intent, leg: number): readonly Outcome<SentOnce>[] => {
      const own = reply.ok ? (reply.value.outcomes[leg] ?? []) : []
      return isOfSeveral ? own.map((one) => atItsBroker(one, intent)) : own
    }
    const answered = this.#options.writer.note(intents, (intent, leg) => ({
      kind: 'answered',
      parts: reply.ok
        ? partsOf(outcomesOf(intent, leg), intent, this.#others(intent, named))
        : forAllParts(intent, reply.error),
    }))
    return [...unfit, ...answered]
  }

  /** Orders that an answer cannot have made: ones of before, of others, or of this very answer. */
  #others(intent: Intent, named: Set<string>): (orderId: string) => boolean {
    const rivals = new Set(intent.sent?.rivals.map(comparableOrderId))
    return (orderId) => {
      const key = comparableOrderId(orderId)
      // Each broker counts its own.
      const atBroker = `${intent.broker.toLowerCase()} ${key}`
      const isNamedBefore = named.has(atBroker)
      named.add(atBroker)
      return isNamedBefore || rivals.has(key) || this.#options.isAnother(intent, orderId)
    }
  }

  async #call({ intents, logins }: Delivery, tryToLeave: () => boolean) {
    const operation = intents[0]!.operation as SentOnce
    const each = intents.map(({ account, params }) => ({ login: logins.get(account)!, params }))
    const params = paramsOf(operation, each)
    return this.#options.client.call(operation, each[0]!.login, params, { tryToLeave })
  }

  #notSent(intents: readonly Intent[], error: Failure): Intent[] {
    const outcome = { ...outcomeOf(error), state: 'not-sent' } as const
    return this.#options.writer.note(intents, ({ parts }) => ({
      kind: 'answered',
      parts: parts.map(() => outcome),
    }))
  }

  #login(account: string): Promise<Reply<AccountLogin>> {
    return this.#options.login(account).catch((cause: unknown) =>
      fail('internal', 'Quarterdeck failed at reading the keys: nothing was sent.', {
        detail: String(cause),
      }),
    )
  }
}

const withFound = (entries: NewEntry[], found: FoundBySquareOff | undefined): NewEntry[] =>
  found === undefined
    ? entries
    : entries.map((entry) =>
        entry.intent !== null && entry.event.kind === 'sent'
          ? { ...entry, event: { ...entry.event, found } }
          : entry,
      )

/** Of the orders that are there before it, those that could be taken for its own. */
const before = (intent: ToBeSent, seen: readonly OrdersOfSide[]): string[] => {
  switch (intent.operation) {
    case 'CancelAllOrder':
      return []
    // It makes orders of any symbol, whose ids the service tells nobody.
    case 'SquareOffAllPosition':
      return seen.flatMap(({ ids }) => [...ids])
    default:
      return rivalsOf(intent, seen)
  }
}

type ToBeSent = Pick<Intent, 'id' | 'account'> & Pick<Recorded, 'operation' | 'params'>

/** Why an order must not leave with the keys that its account has by now; null where it may. */
function unfitFor({ broker, sent }: Intent, login: AccountLogin | undefined): Failure | null {
  if (login === undefined) return otherLogin.error
  if (login.broker !== broker) return otherBroker.error
  const { login: writtenFor = login.fingerprint } = sent ?? {}
  return login.fingerprint === writtenFor ? null : otherLogin.error
}

/** Of orders of several accounts, one that the service names at another broker was not made for this one. */
function atItsBroker(outcome: Outcome<SentOnce>, { broker }: Intent): Outcome<SentOnce> {
  if (!outcome.ok || !('broker' in outcome.value)) return outcome
  const said = String(outcome.value['broker']).trim()
  return said === '' || said.toLowerCase() === broker.toLowerCase()
    ? outcome
    : fail('in-doubt', 'The service named an order at another broker than the account’s.', {
        detail: said.slice(0, longestName),
      })
}

const otherBroker = fail(
  'cancelled',
  'The account was given another broker after this order was confirmed: nothing was sent.',
)

const otherLogin = fail(
  'cancelled',
  'The account was given other keys or another address after this order was confirmed, or its keys answer for another client now: nothing was sent.',
)

const tooLate = fail('cancelled', 'It was cancelled before anything was sent.')

const notWritten = (cause: unknown) =>
  fail('storage-failed', 'The journal could not be written, and so nothing was sent.', {
    detail: String(cause),
  })

const failedInside = (cause: unknown) =>
  fail('internal', 'Quarterdeck failed while it sent this: it may or may not have arrived.', {
    detail: String(cause),
  })

function partOf(outcome: Outcome<SentOnce>): PartOutcome {
  if (!outcome.ok) return outcomeOf(outcome.error)
  const { value: record, trouble } = outcome
  const said =
    trouble === undefined
      ? { message: null, detail: null }
      : { message: 'The service named an order, and an error beside it.', detail: trouble }
  const done = { state: 'accepted', code: null, ...said } as const
  return 'orderid' in record
    ? { ...done, orderId: String(record['orderid']), name: null }
    : { ...done, orderId: null, name: String(record['symbol']).slice(0, longestName) }
}

/** What the journal can read again. */
const longestName = 200

/** An order of the broker's is one part; and one that was there before is none of these. */
function believed(
  part: PartOutcome,
  { ticket }: Intent,
  isOther: (orderId: string) => boolean,
): PartOutcome {
  const { orderId } = part
  if (orderId === null || ticket === null) return part
  const doubted = (why: string): PartOutcome => {
    const message = `The service named order ${orderId.slice(0, longestName)}, ${why}.`
    return { ...part, state: 'in-doubt', orderId: null, code: 'in-doubt', message }
  }
  try {
    return isOther(orderId) ? doubted('which is another one') : part
  } catch (cause) {
    // It is on the wire: what came back is written down, whatever cannot be read.
    const why = 'which may be another one: the journal could not be read'
    return { ...doubted(why), detail: String(cause) }
  }
}

/** What the slices of one leg became; one failure beside nothing else is that of all of them. */
function partsOf(
  outcomes: readonly Outcome<SentOnce>[],
  intent: Intent,
  isOther: (orderId: string) => boolean,
): PartOutcome[] {
  const [only] = outcomes
  if (only !== undefined && !only.ok && outcomes.length === 1)
    return forAllParts(intent, only.error)
  const parts = outcomes.map((one) => believed(partOf(one), intent, isOther))
  return intent.ticket === null ? onceEach(parts) : parts
}

/** An order that an answer names twice was cancelled once. */
function onceEach(parts: readonly PartOutcome[]): PartOutcome[] {
  const named = new Set<string>()
  return parts.filter(({ state, orderId }) => {
    const key = orderId === null ? null : comparableOrderId(orderId)
    if (state !== 'accepted' || key === null) return true
    const isNew = !named.has(key)
    named.add(key)
    return isNew
  })
}

const forAllParts = ({ parts }: Intent, failure: Failure): PartOutcome[] =>
  parts.map(() => outcomeOf(failure))

function outcomeOf({ code, message, detail }: Failure): PartOutcome {
  const state = stateFor(code)
  return { state, orderId: null, name: null, code, message, detail: detail ?? null }
}

/** Unless the failure says that nothing was sent or that the answer is no, it is in doubt. */
function stateFor(code: Failure['code']): PartOutcome['state'] {
  switch (code) {
    case 'refused':
    case 'bad-keys':
    case 'address-refused':
    case 'rate-limited':
      return 'refused'
    case 'in-doubt':
    case 'said-no':
    case 'too-late':
    case 'no-answer':
    case 'unreadable':
    case 'internal':
      return 'in-doubt'
    case 'invalid':
    case 'not-sent':
    case 'cancelled':
    case 'not-found':
    case 'no-keys':
    case 'vault-not-chosen':
    case 'vault-locked':
    case 'vault-missing':
    case 'vault-failed':
    case 'wrong-passphrase':
    case 'screen-locked':
    case 'too-soon':
    case 'storage-failed':
    case 'forbidden':
    case 'unknown-call':
    case 'desk-away':
      return 'not-sent'
  }
}
