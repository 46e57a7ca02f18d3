import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { type Intent, isSettled } from '../../shared/orders/intents.ts'
import { type EntryRow, entriesOf, lives } from './entries.ts'
import { dayOf } from './india.ts'

/** To be raised when `step` or the columns change: the projection is then made anew. */
export const projectionVersion = 1

/** Where an order's entries begin and end. */
export interface Span {
  first: number
  last: number
}

/** Orders as their entries made them, so that none has to be made again to be found. */
export class Projection {
  readonly #db: DatabaseSync
  readonly #find: StatementSync
  readonly #add: StatementSync
  readonly #change: StatementSync
  readonly #addOrder: StatementSync

  constructor(db: DatabaseSync) {
    this.#db = db
    this.#find = db.prepare('SELECT first, last, folded FROM intents WHERE id = ?')
    this.#add = db.prepare(`
      INSERT INTO intents
        (first, last, id, day, at, account, symbol, state, isOpen, confirmation, words, folded)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`)
    this.#change = db.prepare(`
      UPDATE intents SET last = ?, state = ?, isOpen = ?, words = ?, folded = ? WHERE first = ?`)
    this.#addOrder = db.prepare('INSERT OR IGNORE INTO orderIds VALUES (?, ?, ?)')
  }

  find(id: string): { intent: Intent; span: Span } | undefined {
    const row = this.#find.get(id) as (Span & { folded: string }) | undefined
    if (row === undefined) return undefined
    const { first, last, folded } = row
    return { intent: intentOf(folded), span: { first, last } }
  }

  add(intent: Intent, { first, last }: Span): void {
    const { id, at, account, confirmation, state } = intent
    const [folded, words] = [JSON.stringify(intent), wordsOf(intent)]
    const symbol = symbolOf(intent)?.toLowerCase() ?? null
    const open = isSettled(state) ? 0 : 1
    const day = dayOf(at)
    this.#add.run(
      ...[first, last, id, day, at, account, symbol, state, open, confirmation, words, folded],
    )
    this.#addOrders(intent, first)
  }

  change(intent: Intent, { first, last }: Span): void {
    const [folded, words] = [JSON.stringify(intent), wordsOf(intent)]
    const { state } = intent
    this.#change.run(last, state, isSettled(state) ? 0 : 1, words, folded, first)
    this.#addOrders(intent, first)
  }

  /** Makes all of it from the entries. */
  rebuild(): void {
    this.#db.exec('DELETE FROM intents; DELETE FROM orderIds')
    const beginnings = this.#db.prepare("SELECT intent FROM entries WHERE kind = 'recorded'")
    const entries = entriesOf(this.#db)
    for (const { intent } of beginnings.all()) {
      let made: { row: EntryRow; intent: Intent } | undefined
      let first: number | undefined
      for (made of lives(entries(String(intent)))) first ??= made.row.seq
      if (made !== undefined && first !== undefined && this.#find.get(made.intent.id) === undefined)
        this.add(made.intent, { first, last: made.row.seq })
    }
  }

  #addOrders({ account, parts }: Intent, first: number): void {
    for (const { orderId } of parts)
      if (orderId !== null) this.#addOrder.run(account, orderId, first)
  }
}

/** Written by the desk together with the entries it was made of, and held against them by `verify`. */
export const intentOf = (folded: string): Intent => JSON.parse(folded) as Intent

/** An option that the service finds is known by its underlying. */
export const symbolOf = ({ params }: Pick<Intent, 'params'>): string | null =>
  (params['symbol'] ?? params['spot_symbol'] ?? null)?.toWellFormed() ?? null

/** Everything of an order that a person may search for; not its rivals, which are other orders. */
export function wordsOf({ sent: _, ...intent }: Intent): string {
  const words: string[] = []
  const gather = (value: unknown): void => {
    if (typeof value === 'string') words.push(value)
    else if (typeof value === 'number') words.push(String(value))
    else if (typeof value === 'object' && value !== null) Object.values(value).forEach(gather)
  }
  gather(intent)
  return words.join('\n').toLowerCase().toWellFormed()
}
