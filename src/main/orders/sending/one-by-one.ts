import type { Intent } from '../../../shared/orders/intents.ts'
import { refusalAtTurn } from '../limits/check-plan.ts'
import type { OrderContext } from '../planning/order-context.ts'
import { planOf } from '../planning/plan.ts'
import type { AccountQueues } from './account-queues.ts'
import type { Batch } from './batch.ts'
import type { CallingOff } from './calling-off.ts'
import type { Outbox } from './outbox.ts'

export interface OneByOneOptions {
  outbox: Outbox
  queues: AccountQueues
  callingOff: CallingOff
  context(): OrderContext
}

/** Each of these leaves once the one before it got a plain yes. */
export function putOneByOne(batches: readonly Batch[]): void {
  for (const [place, batch] of batches.entries()) batch.next = batches[place + 1] ?? null
}

/** Of orders that leave one after the other, whose turn is next. */
export class OneByOne {
  readonly #options: OneByOneOptions

  constructor(options: OneByOneOptions) {
    this.#options = options
  }

  /** The next one, where this one got a plain yes and the next is still wanted. */
  goOn(batch: Batch, became: readonly Intent[]): void {
    const { outbox, queues, callingOff } = this.#options
    const { next } = batch
    if (next === null) return
    if (!became.every(isPlainYes)) return callingOff.behind(batch)
    if (!outbox.has(next)) return callingOff.behind(next)
    const against = this.#againstNow(next)
    if (against !== null) return this.#endAt(next, against)
    next.isBegun = true
    queues.add([next])
  }

  /** What was allowed when it was confirmed may not be when its turn comes. */
  #againstNow(batch: Batch): string | null {
    try {
      return this.#refusalNow(batch)
    } catch (cause) {
      // Whether it is still allowed is not known: those behind it would wait for ever.
      console.error(cause)
      return `Quarterdeck failed at checking it: ${String(cause)}`
    }
  }

  #refusalNow({ intents }: Batch): string | null {
    const context = this.#options.context()
    const known = intents.flatMap(({ ticket, params }) =>
      ticket === null ? [] : [{ ticket, params }],
    )
    const tickets = known.map(({ ticket }) => ticket)
    const leaving = known.map(({ params }) => params)
    return refusalAtTurn(planOf(tickets, context), leaving, context)
  }

  #endAt(batch: Batch, says: string): void {
    const { callingOff } = this.#options
    const own = new Set(batch.intents.map(({ id }) => id))
    callingOff.waiting(({ id }) => own.has(id), 'not-allowed', { says })
    callingOff.behind(batch)
  }
}

/** One order for each that was sent, and no error beside it. */
const isPlainYes = ({ state, parts }: Intent): boolean =>
  state === 'accepted' &&
  parts.every(({ message, quantity }) => message === null && quantity !== null)
