import { randomUUID } from 'node:crypto'
import type { Intent, Recorded } from '../../../shared/orders/intents.ts'
import type { NewEntry } from '../../journal/entries.ts'
import { sortedId } from '../../core/sorted-id.ts'
import { stepIntent } from '../../journal/intent.ts'
import type { OrderContext } from '../planning/order-context.ts'
import type { Paced } from './pacer.ts'
import { type PlannedRequest, sendersOf } from './requests.ts'

/** Orders that leave as one request. */
export class Batch implements Paced {
  /** Of the first: the only one, where it waits in a queue. */
  readonly account: string
  readonly accounts: readonly string[]
  readonly accountName: string
  readonly isExit: boolean
  /** The one that leaves once this one got a plain yes. */
  next: Batch | null = null
  /** Its turn has come, if only in the queue of its account. */
  isBegun = false
  /** Those that were not called off. */
  intents: readonly Intent[]
  /** It cannot be called off any more. */
  isGoing = false

  constructor(request: PlannedRequest, intents: readonly Intent[]) {
    const { account, isExit } = request
    this.account = account
    this.accounts = sendersOf(request)
    this.accountName = intents[0]?.accountName ?? ''
    this.isExit = isExit
    this.intents = intents
  }

  get weight(): number {
    return this.accounts.reduce((sum, account) => sum + this.weightOf(account), 0)
  }

  weightOf(account: string): number {
    const own = this.intents.filter((intent) => intent.account === account)
    return own.reduce((sum, { parts }) => sum + parts.length, 0)
  }
}

/** A batch that is not on disk yet, and what makes it so. */
export interface NewBatch {
  batch: Batch
  entries: NewEntry[]
}

export function newBatch(
  request: PlannedRequest,
  { confirmation, context }: { confirmation: string; context: OrderContext },
): NewBatch {
  const { operation, isExit } = request
  const id = randomUUID()
  const recorded = request.orders.map(({ params, ticket, shown }, leg) => {
    const { account } = ticket
    const { name, broker } = context.accounts.get(account)!
    const event: Recorded = {
      kind: 'recorded',
      account,
      accountName: name,
      broker,
      confirmation,
      operation,
      request: id,
      leg,
      params,
      ticket,
      quantities: shown.slices,
      exit: isExit,
      resends: ticket.resends ?? null,
    }
    return { intent: sortedId(context.wall), event }
  })
  const intents = recorded.map(({ intent, event }) =>
    stepIntent(undefined, { id: intent, at: context.wall, event }),
  )
  return { batch: new Batch(request, intents), entries: recorded }
}
