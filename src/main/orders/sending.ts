import type { Intent, PartOutcome } from '../../shared/orders/intents.ts'
import type { Failure, Reply } from '../../shared/errors.ts'
import type { Rows } from '../../shared/patch.ts'
import { type PlaceOperation, operations } from '../../shared/service/operations.ts'
import type { Journal } from '../journal/journal.ts'
import type { Login, Outcome, Params, ServiceClient } from '../service/client.ts'

type SentOnce = PlaceOperation | 'CancelAllOrder' | 'SquareOffAllPosition'

export interface SendingOptions {
  journal: Journal
  client: Pick<ServiceClient, 'call'>
  login(account: string): Promise<Reply<Login>>
  /** The order book as it is known, and its age in milliseconds. */
  orders(account: string): { rows: Rows; age: number | null } | undefined
  /** Told of every change, once it is on disk. */
  onChange(intents: Intent[]): void
}

/** Intents that one request carries: all of one account and operation, in the order of their legs. */
export interface Sendable {
  intents: readonly Intent[]
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
   * Sends one request and answers its intents as they are then. `mayLeave` is asked before 'sent'
   * is written, where no leaves them recorded, and when the first byte is about to leave.
   */
  send(sendable: Sendable, mayLeave: () => boolean = () => true): Promise<Intent[]> {
    const sending = this.#send(sendable, mayLeave)
    this.#running.add(sending)
    const done = (): void => void this.#running.delete(sending)
    sending.then(done, done)
    return sending
  }

  /** Settles when nothing is on the wire. */
  async idle(): Promise<void> {
    while (this.#running.size > 0) await Promise.allSettled(this.#running)
  }

  async #send({ intents }: Sendable, mayLeave: () => boolean): Promise<Intent[]> {
    const { client, login: loginOf } = this.#options
    const [first] = intents
    if (first === undefined) return []
    const login = await loginOf(first.account)
    if (!mayLeave()) return [...intents]
    if (!login.ok) {
      const outcome = { ...outcomeOf(login.error), state: 'not-sent' } as const
      return this.#note(intents, ({ parts }) => parts.map(() => outcome))
    }

    this.#noteSent(intents)
    const operation = first.operation as SentOnce
    const params = paramsOf(operation, login.value, intents)
    const reply = await client.call(operation, login.value, params, { mayLeave })
    if (!reply.ok)
      return this.#note(intents, ({ parts }) => parts.map(() => outcomeOf(reply.error)))
    // A placement answers a list for each leg; an exit one list for the account.
    return this.#note(intents, ({ leg }) => (reply.value.outcomes[leg] ?? []).map(partOf))
  }

  #noteSent(intents: readonly Intent[]): void {
    const { journal, orders, onChange } = this.#options
    const book = orders(intents[0]!.account)
    const bookAge = book?.age ?? null
    onChange(
      journal.append(
        intents.map((intent) => {
          const rivals = book === undefined ? [] : rivalsOf(intent, book.rows)
          return { intent: intent.id, event: { kind: 'sent', rivals, bookAge } } as const
        }),
      ),
    )
  }

  #note(intents: readonly Intent[], outcomes: (intent: Intent) => PartOutcome[]): Intent[] {
    const { journal, onChange } = this.#options
    const changed = journal.append(
      intents.map((intent) => ({
        intent: intent.id,
        event: { kind: 'answered', parts: outcomes(intent) },
      })),
    )
    onChange(changed)
    return changed
  }
}

/** Known orders that could be mistaken for this one later. */
export function rivalsOf({ params }: Pick<Intent, 'params'>, rows: Rows): string[] {
  const { symbol, action } = params
  const rivals: string[] = []
  for (const row of rows.values()) {
    // The symbol of an option that the service finds is not known before.
    if (symbol !== undefined && row['symbol'] !== symbol) continue
    if (String(row['action']).toUpperCase() !== action) continue
    rivals.push(String(row['order_id']))
  }
  return rivals
}

function paramsOf<Name extends SentOnce>(
  operation: Name,
  login: Login,
  intents: readonly Intent[],
): Params<Name> {
  // What was planned is what is sent; the client checks it once more with the operation's schema.
  const params = intents.map((intent) => withoutBroker(intent.params))
  const sent = operations[operation].multi
    ? { orders: params.map((each) => ({ login, params: each })) }
    : params[0]
  return sent as unknown as Params<Name>
}

const withoutBroker = ({ broker: _, ...params }: Record<string, string>): Record<string, string> =>
  params

function partOf(outcome: Outcome<SentOnce>): PartOutcome {
  if (!outcome.ok) return outcomeOf(outcome.error)
  const record = outcome.value
  const done = { state: 'accepted', code: null, message: null, detail: null } as const
  return 'orderid' in record
    ? { ...done, orderId: String(record['orderid']), name: null }
    : { ...done, orderId: null, name: String(record['symbol']) }
}

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
    case 'storage-failed':
    case 'forbidden':
    case 'unknown-call':
      return 'not-sent'
  }
}
