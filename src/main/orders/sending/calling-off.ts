import type { Intent, IntentEvent } from '../../../shared/orders/intents.ts'
import type { EventWriter } from '../../journal/event-writer.ts'
import type { AccountQueues } from './account-queues.ts'
import type { Batch } from './batch.ts'
import type { Outbox } from './outbox.ts'
import type { PlannedRequest } from './requests.ts'

export interface CallingOffOptions {
  outbox: Outbox
  queues: AccountQueues
  writer: EventWriter
}

type CalledOff = Extract<IntentEvent, { kind: 'called-off' }>

/** Which orders do not leave any more, and why. */
export interface CallOff {
  isMeant(order: Pick<Intent, 'account' | 'params'>): boolean
  why: CalledOff['why']
  /** What happened, as the beginning of a sentence. */
  because: string
}

/** What happened while confirmed orders waited for their keys. */
export interface Meanwhile {
  /** The keys are there. */
  end(): void
  /** What happened that keeps these here, as the beginning of a sentence; null for nothing. */
  against(requests: readonly PlannedRequest[]): string | null
}

/** Takes back what has not begun to leave, and writes down why. */
export class CallingOff {
  readonly #options: CallingOffOptions
  /** What was called off while confirmed orders waited for their keys, for each confirmation. */
  readonly #meanwhile = new Set<CallOff[]>()
  /** Counts the halts: what was on its way before one does not leave after it. */
  #era = 0
  /** Taken out of the queues by the stop, and not written down as that yet. */
  readonly #halted: Intent[] = []
  /** Taken out of the queues, with others that wait for what becomes of them. */
  readonly #broken: Batch[] = []

  constructor(options: CallingOffOptions) {
    this.#options = options
  }

  /** Another one after each halt. */
  get era(): number {
    return this.#era
  }

  /** From now on until its end. */
  meanwhile(): Meanwhile {
    const era = this.#era
    const callOffs: CallOff[] = []
    this.#meanwhile.add(callOffs)
    return {
      end: () => void this.#meanwhile.delete(callOffs),
      against: (requests) => {
        // Lifted meanwhile or not: what was confirmed before the stop was pulled does not leave after it.
        if (era !== this.#era && requests.some(({ isExit }) => !isExit))
          return 'The stop was pressed'
        const isAnyMeant = ({ isMeant }: CallOff): boolean =>
          requests.some(({ orders }) =>
            orders.some(({ params, ticket: { account } }) => isMeant({ account, params })),
          )
        return callOffs.find(isAnyMeant)?.because ?? null
      },
    }
  }

  /** Calls off what waits, and what was confirmed and is not recorded yet. */
  everywhere(of: CallOff): void {
    for (const callOffs of this.#meanwhile) callOffs.push(of)
    this.waiting(of.isMeant, of.why)
  }

  /** Calls off what waits; answers it as it is then. */
  waiting(
    which: (intent: Intent) => boolean,
    why: CalledOff['why'],
    more: Pick<CalledOff, 'after' | 'says'> = {},
  ): Intent[] {
    return this.#note(this.#takeOut(which), why, more)
  }

  /** Of orders that leave one after the other, all behind this one. */
  behind(batch: Batch): void {
    const behind = new Set<string>()
    for (let { next } = batch; next !== null; { next } = next)
      for (const { id } of next.intents) behind.add(id)
    this.waiting(({ id }) => behind.has(id), 'not-accepted', { after: batch.accountName })
  }

  /** Their turn did not come while it could have. */
  stoodStill(batches: readonly Batch[]): void {
    const late = new Set(batches.flatMap(({ intents }) => intents.map(({ id }) => id)))
    this.waiting(({ id }) => late.has(id), 'stood-still')
  }

  /** Drops every queue in this very tick: what is not on the wire stays here. */
  halt(cancelsLeft: Promise<void>): void {
    this.#era++
    this.#halted.push(...this.#takeOut(() => true))
    // What the stop sends does not wait until the disk has taken in what it halted.
    void cancelsLeft.then(() => setImmediate(() => this.#noteHalted()))
  }

  /** The desk ends. */
  shutDown(): void {
    this.#noteHalted()
    this.waiting(() => true, 'shutdown')
  }

  /** Takes orders out of the queues at once, and answers them as they were. */
  #takeOut(which: (intent: Intent) => boolean): Intent[] {
    const { outbox, queues } = this.#options
    const out: Intent[] = []
    const emptied = new Set<Batch>()
    for (const batch of outbox) {
      if (batch.isGoing) continue
      out.push(...batch.intents.filter(which))
      batch.intents = batch.intents.filter((intent) => !which(intent))
      if (batch.intents.length > 0) continue
      emptied.add(batch)
      // Nothing comes of it, and so the one behind it would wait for ever.
      if (batch.isBegun && batch.next !== null) this.#broken.push(batch)
      outbox.delete(batch)
    }
    if (out.length > 0) queues.drop(emptied)
    return out
  }

  #noteHalted(): void {
    this.#note(this.#halted.splice(0), 'stop')
  }

  #note(
    intents: readonly Intent[],
    why: CalledOff['why'],
    more: Pick<CalledOff, 'after' | 'says'> = {},
  ): Intent[] {
    const event = { kind: 'called-off', why, ...more } as const
    const noted = this.#options.writer.note(intents, () => event)
    for (const batch of this.#broken.splice(0)) this.behind(batch)
    return noted
  }
}
