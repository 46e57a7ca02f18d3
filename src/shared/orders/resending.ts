import { type Intent, type Part, isSurelyNotThere } from './intents.ts'
import type { Ticket } from './tickets.ts'

/** Units of the parts that surely did not arrive. */
const missing = (parts: readonly Part[]): number =>
  parts.reduce(
    (sum, { state, quantity }) => sum + (isSurelyNotThere(state) ? (quantity ?? 0) : 0),
    0,
  )

/**
 * The order to send again for one that failed: what surely is not at the broker, and nothing else.
 * Null where there is no such thing, or where it is not known.
 */
export function resendOf(intent: Pick<Intent, 'id' | 'ticket' | 'state' | 'parts'>): Ticket | null {
  const { ticket, state, id, parts } = intent
  if (ticket === null) return null
  if (isSurelyNotThere(state)) return { ...ticket, resends: id }
  if (state !== 'partly') return null
  // A smart order says what to reach, and that stays the same whatever part of it arrived.
  if (ticket.kind === 'smart') return { ...ticket, resends: id }
  const units = missing(parts)
  return units === 0 ? null : { ...ticket, quantity: String(units), resends: id }
}

/** Whether an order asks for no more than what is missing, of the same, in the same account. */
export function isMissingPart(ticket: Ticket, most: Ticket): boolean {
  const [one, other] = [unpricedFields(ticket), unpricedFields(most)]
  if (JSON.stringify(one) !== JSON.stringify(other)) return false
  return (
    Number('quantity' in ticket ? ticket.quantity : 0) <=
    Number('quantity' in most ? most.quantity : 0)
  )
}

/** What says whether two are the same order: neither its price nor how much of it. */
const free = new Set(['strategy', 'resends', 'quantity', 'pricing'])

const unpricedFields = (ticket: Ticket) =>
  Object.entries(ticket)
    .filter(([name, value]) => !free.has(name) && value !== undefined)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))

type Try = Pick<Intent, 'id' | 'resends' | 'state'>

/** What was sent for one and the same wish: an order, and what was sent again for it, at whatever try. */
export class OrderTries {
  readonly #byId: ReadonlyMap<string, Try>
  readonly #there = new Map<string, Try[]>()

  constructor(all: readonly Try[]) {
    this.#byId = new Map(all.map((one) => [one.id, one]))
    for (const one of all) {
      if (isSurelyNotThere(one.state)) continue
      const first = this.firstOf(one)
      const there = this.#there.get(first)
      if (there === undefined) this.#there.set(first, [one])
      else there.push(one)
    }
  }

  /** The id of the order that all of them were sent for. */
  firstOf(one: Pick<Try, 'id' | 'resends'>): string {
    return this.#wayBack(one).at(-1)!
  }

  /**
   * Whether another try arrived or may have. Those that it was itself sent again for do not count:
   * of them it was to bring what was missing.
   */
  isElsewhere(one: Pick<Try, 'id' | 'resends'>): boolean {
    const before = new Set(this.#wayBack(one))
    return (this.#there.get(this.firstOf(one)) ?? []).some(({ id }) => !before.has(id))
  }

  /** Its own id, and those of the tries before it. */
  #wayBack({ id, resends }: Pick<Try, 'id' | 'resends'>): string[] {
    const way = [id]
    for (let before = resends; before !== null && !way.includes(before);) {
      way.push(before)
      before = this.#byId.get(before)?.resends ?? null
    }
    return way
  }
}
