import type { Parsed } from '../../shared/contract.ts'
import type { Timeline } from '../../shared/journal/calls.ts'
import { type Reply, fail, ok } from '../../shared/core/errors.ts'
import type { JournalRow, JournalStatus } from '../../shared/journal/journal.ts'
import type { Intent } from '../../shared/orders/intents.ts'
import { comparableOrderId, orderKeyOf } from '../../shared/service/order-ids.ts'
import { storageFailure } from '../core/documents.ts'
import type { Login, ServiceClient } from '../service/client.ts'
import type { Journal } from './journal.ts'

export interface JournalReaderOptions {
  journal: Pick<Journal, 'entries' | 'export' | 'find' | 'rows' | 'since' | 'verify'>
  client: Pick<ServiceClient, 'call'>
  login(account: string): Promise<Reply<Login>>
  /** The intent that holds an order of the login that an account has. */
  holderOf(account: string, orderId: string): Intent | undefined
  /** An intent with what happened to it and is not on disk yet. */
  latest(intent: Intent): Intent
  onStatus(status: JournalStatus): void
}

/** What a window may read of the journal, and whether the journal is sound. */
export class JournalReader {
  readonly #options: JournalReaderOptions
  #verifying = new AbortController()
  #status: JournalStatus = {
    state: 'checking',
    checked: 0,
    total: 0,
    at: null,
    brokenAt: null,
    message: null,
  }

  constructor(options: JournalReaderOptions) {
    this.#options = options
  }

  get status(): JournalStatus {
    return this.#status
  }

  /** Walks the whole chain from its beginning, in place of a walk that is under way. */
  verify(): void {
    const { journal, onStatus } = this.#options
    this.#verifying.abort()
    this.#verifying = new AbortController()
    const { signal } = this.#verifying
    void journal.verify({
      signal,
      onProgress: (status) => {
        if (signal.aborted) return
        this.#status = status
        onStatus(status)
      },
    })
  }

  stop(): void {
    this.#verifying.abort()
  }

  /** The latest intents since then, for a window that opens. */
  since(at: number): Intent[] {
    const { journal, latest } = this.#options
    return journal.since(at, mostAtOpening).map((intent) => withoutRivals(latest(intent)))
  }

  rows({ filter, before, limit }: Parsed<'readJournal'>): Reply<{
    rows: JournalRow[]
    hasMore: boolean
  }> {
    return unlessRefused(() => {
      const { rows, hasMore } = this.#options.journal.rows(filter, { before, limit })
      return { rows: rows.map(rowWithoutRivals), hasMore }
    })
  }

  intent(id: string) {
    const { journal, latest } = this.#options
    const intent = journal.find(id)
    return intent === undefined
      ? fail('not-found', 'The journal has no such order.', { field: 'intent' })
      : ok({ intent: withoutRivals(latest(intent)), entries: journal.entries(id) })
  }

  /** What the journal and the service know of one order of the broker's. */
  async timeline(account: string, orderId: string): Promise<Reply<Timeline>> {
    const { journal, holderOf } = this.#options
    const intent = holderOf(account, orderId) ?? null
    const entries = intent === null ? [] : journal.entries(intent.id)
    const told = await this.#told(account, orderId)
    if (!told.ok) return ok({ intent, entries, history: told })
    const { records, unreadable } = told.value
    const key = comparableOrderId(orderId)
    const [own, others] = partition(records, (record) => orderKeyOf(record) === key)
    return ok({
      ...{ intent, entries, history: ok(own) },
      ...(others.length > 0 && { others: others.slice(0, mostOthers) }),
      ...(unreadable.length > 0 && { unreadable: unreadable.length }),
    })
  }

  /** What the service tells where it is asked of one order of the broker's, snapshot by snapshot: it may name another. */
  async history(account: string, orderId: string): Promise<Timeline['history']> {
    const told = await this.#told(account, orderId)
    return told.ok ? ok(told.value.records) : told
  }

  async #told(account: string, orderId: string) {
    const { client, login: loginOf } = this.#options
    const login = await loginOf(account)
    return login.ok ? client.call('OrderHistory', login.value, { order_id: orderId }) : login
  }

  export({ filter, format, from }: Parsed<'exportJournal'>) {
    return unlessRefused(() => this.#options.journal.export(filter, { format, from }))
  }
}

/** What left a moment ago is brought into the tables before these are read, which a disk may refuse. */
function unlessRefused<Read>(read: () => Read): Reply<Read> {
  try {
    return ok(read())
  } catch (cause) {
    return storageFailure(cause)
  }
}

/** Of what a service tells of other orders than the one that it was asked of, a few show what it is. */
const mostOthers = 20

function partition<One>(all: readonly One[], is: (one: One) => boolean): [One[], One[]] {
  const sides: [One[], One[]] = [[], []]
  for (const one of all) sides[is(one) ? 0 : 1].push(one)
  return sides
}

/** A window that opens late in a long day asks the journal for what is older. */
const mostAtOpening = 1000

/** A busy symbol has thousands of rivals, and no window needs them, nor what a square-off found. */
export function withoutRivals(intent: Intent): Intent {
  if (intent.sent === null) return intent
  const { found, ...sent } = intent.sent
  return found === undefined && sent.rivals.length === 0
    ? intent
    : { ...intent, sent: { ...sent, rivals: [] } }
}

const rowWithoutRivals = (row: JournalRow): JournalRow =>
  row.intent === null ? row : { ...row, intent: withoutRivals(row.intent) }
