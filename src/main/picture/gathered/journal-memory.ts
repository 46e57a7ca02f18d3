import { mostOrdersADay } from '../../../shared/books/books.ts'
import { type Intent, isSettled, isSurelyNotThere } from '../../../shared/orders/intents.ts'
import { comparableOrderId } from '../../../shared/service/order-ids.ts'
import type { Journal } from '../../journal/journal.ts'
import { withoutRivals } from '../../journal/journal-reader.ts'

export type Remembered = Pick<Journal, 'changedAfter' | 'end' | 'holdersOf' | 'since' | 'unsettled'>

/** Today, and those of orders that have been in doubt since. */
const mostDays = 3

/**
 * What the journal says of logins. Each reading of a book after which orders are in doubt asks for
 * it, for each of them and for each row: the journal is read once, and then for what changed in it.
 */
export class JournalMemory {
  readonly #journal: Remembered
  /** The last entry that this knows of. */
  #end: number
  /** By the moments at which they began. */
  readonly #days = new Map<number, RecordedSince>()
  readonly #holders: Holders
  #unsettled: Map<string, Intent> | null = null

  constructor(journal: Remembered) {
    this.#journal = journal
    this.#end = journal.end()
    this.#holders = new Holders(journal)
  }

  /** Recorded, sent or in doubt. */
  unsettled(): readonly Intent[] {
    this.#keepUp()
    this.#unsettled ??= new Map(this.#journal.unsettled().map((intent) => [intent.id, intent]))
    return [...this.#unsettled.values()]
  }

  /** The intents that hold an order, but for their rivals; the latest first. */
  holdersOf(orderId: string): readonly Intent[] {
    this.#keepUp()
    return this.#holders.of(orderId)
  }

  /** Intents that were recorded since a day began, and what is unsettled. */
  recordedSince(day: number): RecordedSince {
    this.#keepUp()
    let recorded = this.#days.get(day)
    if (recorded === undefined) {
      this.#days.set(day, (recorded = new RecordedSince(this.#journal, day)))
      for (const other of [...this.#days.keys()].slice(0, -mostDays)) this.#days.delete(other)
    }
    return recorded
  }

  #keepUp(): void {
    const end = this.#journal.end()
    if (end === this.#end) return
    const changed = this.#journal.changedAfter(this.#end)
    this.#end = end
    for (const intent of changed)
      if (isSettled(intent.state)) this.#unsettled?.delete(intent.id)
      else this.#unsettled?.set(intent.id, intent)
    const bare = changed.map(withFoundAlone)
    for (const recorded of this.#days.values()) recorded.note(bare)
    this.#holders.note(bare)
  }
}

/** Without its rivals; what a square-off found tells which orders it can have made. */
function withFoundAlone(intent: Intent): Intent {
  const [bare, found] = [withoutRivals(intent), intent.sent?.found]
  return bare.sent === null || found === undefined
    ? bare
    : { ...bare, sent: { ...bare.sent, found } }
}

/** Intents that were recorded since a moment, and older ones while they are unsettled; without their rivals. */
export class RecordedSince {
  readonly #from: number
  /** The latest last. */
  readonly #intents: Map<string, Intent>
  #latestFirst: readonly Intent[] | null = null
  #protecting: readonly Intent[] | null = null
  #protectingBySymbol: ReadonlyMap<unknown, readonly Intent[]> | null = null

  constructor(journal: Pick<Remembered, 'since'>, from: number) {
    this.#from = from
    const recorded = journal.since(from).map(withFoundAlone).reverse()
    this.#intents = new Map(recorded.map((intent) => [intent.id, intent]))
  }

  /** The latest first. */
  get all(): readonly Intent[] {
    return (this.#latestFirst ??= [...this.#intents.values()].reverse())
  }

  /** Brackets and covers, but for those that surely are not there. */
  get allProtecting(): readonly Intent[] {
    return (this.#protecting ??= this.all.filter(isProtecting))
  }

  /** Of these, such as are of a symbol. */
  protecting(symbol: string | undefined): readonly Intent[] {
    this.#protectingBySymbol ??= Map.groupBy(this.allProtecting, ({ params }) => params['symbol'])
    return this.#protectingBySymbol.get(symbol) ?? none
  }

  note(changed: readonly Intent[]): void {
    for (const intent of changed)
      if (intent.at >= this.#from || !isSettled(intent.state)) this.#intents.set(intent.id, intent)
      else this.#intents.delete(intent.id)
    this.#latestFirst = null
    this.#protecting = null
    this.#protectingBySymbol = null
  }
}

const isProtecting = ({ ticket, state }: Intent): boolean =>
  (ticket?.kind === 'bracket' || ticket?.kind === 'cover') && !isSurelyNotThere(state)

/** The intents that hold an order: only what the journal says anew of one of them can change who does. */
class Holders {
  readonly #journal: Pick<Remembered, 'holdersOf'>
  /** By the ids of orders, as they are compared; none for one that nobody here holds. */
  readonly #known = new Map<string, readonly Intent[]>()
  /** Orders that an intent was found to hold. */
  readonly #held = new Map<string, Set<string>>()

  constructor(journal: Pick<Remembered, 'holdersOf'>) {
    this.#journal = journal
  }

  of(orderId: string): readonly Intent[] {
    const key = comparableOrderId(orderId)
    return this.#known.get(key) ?? this.#find(key)
  }

  note(changed: readonly Intent[]): void {
    for (const { id, parts } of changed) {
      for (const key of this.#held.get(id) ?? []) this.#known.delete(key)
      for (const { orderId } of parts)
        if (orderId !== null) this.#known.delete(comparableOrderId(orderId))
    }
  }

  #find(key: string): readonly Intent[] {
    if (this.#known.size >= mostOrdersADay) {
      this.#known.clear()
      this.#held.clear()
    }
    const holders = this.#journal.holdersOf(key).map(withoutRivals)
    this.#known.set(key, holders)
    for (const { id } of holders) {
      const held = this.#held.get(id)
      if (held === undefined) this.#held.set(id, new Set([key]))
      else held.add(key)
    }
    return holders
  }
}

const none: readonly Intent[] = []
