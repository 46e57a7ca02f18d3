import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'
import { type Intent, isSettled } from '../../shared/orders/intents.ts'
import { type EntryRow, entriesOf, replayEntries } from './entries.ts'
import { dayOf } from '../../shared/core/india.ts'
import { comparableOrderId } from '../../shared/service/order-ids.ts'

/** To be raised when `stepIntent` or the columns change: the projection is then made anew. */
export const projectionVersion = 8

/** Where an order's entries begin and end. */
export interface EntryRange {
  first: number
  last: number
}

/** An order as a row that can be found, filtered and searched. */
export interface IntentRow extends EntryRange {
  id: string
  day: string
  at: number
  account: string
  symbol: string | null
  state: string
  isOpen: number
  confirmation: string
  words: string
  folded: string
}

const columns = [
  ...(['first', 'last', 'id', 'day', 'at', 'account', 'symbol'] as const),
  ...(['state', 'isOpen', 'confirmation', 'words', 'folded'] as const),
] satisfies (keyof IntentRow)[]

type Kept = Pick<IntentRow, 'first' | 'last' | 'id' | 'folded'>

/** Orders as their entries made them, so that none has to be made again to be found. */
export class Projection {
  readonly #db: DatabaseSync
  readonly #find: StatementSync
  readonly #add: StatementSync
  readonly #change: StatementSync
  readonly #addHolder: StatementSync
  readonly #entriesOf: (intent: string) => EntryRow[]
  /** Prepared queries by their text: as many as there are kinds of questions. */
  readonly #queries = new Map<string, StatementSync>()

  constructor(db: DatabaseSync) {
    this.#db = db
    this.#find = db.prepare('SELECT first, last, id, folded FROM intents WHERE id = ?')
    this.#add = db.prepare(`
      INSERT OR REPLACE INTO intents (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`)
    // What never changes is left out: its indexes need no write then.
    this.#change = db.prepare(`
      UPDATE intents SET last = $last, state = $state, isOpen = $isOpen, words = $words, folded = $folded
      WHERE first = $first`)
    this.#change.setAllowUnknownNamedParameters(true)
    this.#addHolder = db.prepare('INSERT OR IGNORE INTO holders VALUES (?, ?)')
    this.#entriesOf = entriesOf(db)
  }

  find(id: string): { intent: Intent; span: EntryRange } | undefined {
    const row = this.#find.get(id) as unknown as Kept | undefined
    const intent = row && this.#intentOf(row)
    return row && intent && { intent, span: { first: row.first, last: row.last } }
  }

  /** The orders that a query finds: what follows `FROM intents`. */
  all(query: string, ...values: SQLInputValue[]): { seq: number; intent: Intent }[] {
    const rows = this.#prepared(query).all(...values) as unknown as Kept[]
    return rows.flatMap((row) => {
      const intent = this.#intentOf(row)
      return intent === undefined ? [] : [{ seq: row.first, intent }]
    })
  }

  add(intent: Intent, span: EntryRange): void {
    const row = rowOf(intent, span)
    // By their places: an order to many accounts waits for all of them, and names take twice as long.
    this.#add.run(...columns.map((column) => row[column]))
    this.#addHolders(intent, span.first)
  }

  change(intent: Intent, span: EntryRange): void {
    this.#change.run({ ...rowOf(intent, span) })
    this.#addHolders(intent, span.first)
  }

  /** Makes all of it from the entries. */
  rebuild(): void {
    this.#db.exec('DELETE FROM intents; DELETE FROM holders')
    const beginnings = this.#db.prepare(
      "SELECT intent, min(seq) AS seq FROM entries WHERE kind = 'recorded' GROUP BY intent ORDER BY 2",
    )
    for (const { intent: id } of beginnings.all()) this.#makeAnew(String(id))
  }

  /** Makes those anew of which entries came after one: a desk that was ended before it wrote them here. */
  catchUp(after: number): void {
    const changed = this.#db.prepare(
      'SELECT DISTINCT intent FROM entries WHERE seq > ? AND intent IS NOT NULL ORDER BY intent',
    )
    for (const { intent: id } of changed.all(after)) this.#makeAnew(String(id))
  }

  #makeAnew(id: string): void {
    const made = [...replayEntries(this.#entriesOf(id))]
    const [begin, end] = [made.at(0), made.at(-1)]
    if (begin && end) this.add(end.intent, { first: begin.row.seq, last: end.row.seq })
  }

  /**
   * Written by the desk with the entries it was made of, or soon after them, and held against them by
   * `verify`. Where the disk has damaged it, the entries are asked.
   */
  #intentOf({ id, folded }: Kept): Intent | undefined {
    try {
      return JSON.parse(folded) as Intent
    } catch {
      return [...replayEntries(this.#entriesOf(id))].at(-1)?.intent
    }
  }

  #prepared(query: string): StatementSync {
    let statement = this.#queries.get(query)
    if (statement === undefined) {
      statement = this.#db.prepare(`SELECT first, last, id, folded FROM intents ${query}`)
      this.#queries.set(query, statement)
    }
    return statement
  }

  #addHolders(intent: Intent, first: number): void {
    for (const orderId of everHeldIds(intent)) this.#addHolder.run(orderId, first)
  }
}

/**
 * The ids of an intent's orders, as they are compared. An exit names orders that it cancelled: they
 * are those of whoever placed them.
 */
const heldOrderIds = ({ ticket, parts }: Intent): ReadonlySet<string> =>
  new Set(
    ticket === null
      ? []
      : parts.flatMap(({ orderId }) => (orderId === null ? [] : comparableOrderId(orderId))),
  )

/** These, and ids of orders that it was once said to hold: what was noted of an order stays noted. */
export const everHeldIds = (intent: Intent): ReadonlySet<string> =>
  new Set([
    ...heldOrderIds(intent),
    ...[...(intent.disowned ?? []), ...(intent.wasFound ?? [])].map(comparableOrderId),
  ])

export const isHolder = (intent: Intent, orderId: string): boolean =>
  heldOrderIds(intent).has(comparableOrderId(orderId))

export function rowOf(intent: Intent, { first, last }: EntryRange): IntentRow {
  const { id, at, account, confirmation, state } = intent
  return {
    ...{ first, last, id, day: dayOf(at), at, account, confirmation, state },
    symbol: symbolOf(intent)?.toLowerCase() ?? null,
    isOpen: isSettled(state) ? 0 : 1,
    words: wordsOf(intent),
    folded: JSON.stringify(intent),
  }
}

/** An option that the service finds is known by its underlying. */
export const symbolOf = ({ params }: Pick<Intent, 'params'>): string | null =>
  (params['symbol'] ?? params['spot_symbol'] ?? null)?.toWellFormed() ?? null

/** Everything of an order that a person may search for; not its rivals, which are other orders. */
function wordsOf({ sent: _, ...intent }: Intent): string {
  const words: string[] = []
  const gather = (value: unknown): void => {
    if (typeof value === 'string') words.push(value)
    else if (typeof value === 'number') words.push(String(value))
    else if (typeof value === 'object' && value !== null) Object.values(value).forEach(gather)
  }
  gather(intent)
  return words.join('\n').toLowerCase().toWellFormed()
}
