import { setImmediate as nextLoopTurn } from 'node:timers/promises'
import type { Intent, IntentEvent } from '../../shared/orders/intents.ts'
import type { Clock } from '../core/clock.ts'
import { StorageError } from '../core/documents.ts'
import type { NewEntry } from './entries.ts'
import type { Journal } from './journal.ts'
import { ImpossibleStep, stepIntent } from './intent.ts'

export interface EventWriterOptions {
  journal: Pick<Journal, 'append'>
  clock: Clock
  /** Wall-clock milliseconds. */
  now(): number
  /** Told of every change. */
  onChange(intents: Intent[]): void
  /** Told at once of what is told of behind the wire: whoever decides has to know of it. */
  onLeaving?(intents: readonly Intent[]): void
}

const retryEvery = 2_000

/**
 * Writes down what has happened to orders and cannot be undone. Where the disk refuses it is true
 * all the same: windows are told of it, and it is written when the disk is back.
 */
export class EventWriter {
  readonly #options: EventWriterOptions
  #unwritten: NewEntry[] = []
  /** What intents are whose latest event is not on disk. */
  readonly #intents = new Map<string, Intent>()
  /** What leaves in this turn, and is to be told of once it has. */
  #leaving: Intent[] = []
  #cancelTimer: (() => void) | null = null

  constructor(options: EventWriterOptions) {
    this.#options = options
  }

  /** What an intent is, also where the journal does not know it yet. */
  latest(intent: Intent): Intent {
    return this.#intents.get(intent.id) ?? intent
  }

  /** Writes one event of each down, tells of it, and answers what the intents are then. */
  note(
    intents: readonly Intent[],
    eventOf: (intent: Intent, place: number) => IntentEvent,
  ): Intent[] {
    const entries = intents.map((intent, place): NewEntry => {
      return { intent: intent.id, event: eventOf(intent, place) }
    })
    // What waits to be written comes before what is new.
    this.#unwritten.push(...entries)
    const written = this.#flush()
    const unwritten = new Set(this.#unwritten)
    const left = entries.filter((entry) => unwritten.has(entry))
    for (const intent of intents)
      if (left.some((entry) => entry.intent === intent.id))
        this.#intents.set(intent.id, this.latest(intent))
    const folded = this.#fold(left)
    this.tell([...written, ...folded])
    const changed = new Map([...written, ...folded].map((intent) => [intent.id, intent]))
    return intents.map((intent) => changed.get(intent.id) ?? intent)
  }

  /** Takes over entries that the disk refused, and answers what the intents are all the same. */
  keep(entries: readonly NewEntry[]): Intent[] {
    this.#unwritten.push(...entries)
    this.#retryLater()
    return this.#fold(entries)
  }

  /** Never throws: a listener that fails must not make an order look as if it had not been sent. */
  tell(intents: Intent[]): void {
    const leaving = this.#leaving
    this.#leaving = []
    this.#say(leaving)
    this.#say(intents)
  }

  /**
   * Tells of what leaves in this turn of the loop once its first bytes have, and before anything that
   * comes of it: to tell many windows of many orders takes as long as their way to the wire.
   */
  async tellBehindWire(intents: readonly Intent[]): Promise<void> {
    this.#options.onLeaving?.(intents)
    this.#leaving.push(...intents)
    await nextLoopTurn()
    this.tell([])
  }

  #say(intents: Intent[]): void {
    if (intents.length === 0) return
    try {
      this.#options.onChange(intents)
    } catch (cause) {
      console.error(cause)
    }
  }

  /** Tries a last time to write what is not on disk. */
  stop(): void {
    this.tell(this.#flush())
    this.#cancelTimer?.()
    this.#cancelTimer = null
  }

  #fold(entries: readonly NewEntry[]): Intent[] {
    const changed = new Map<string, Intent>()
    for (const { intent: id, event } of entries) {
      if (id === null) continue
      try {
        const folded = stepIntent(this.#intents.get(id), { id, at: this.#options.now(), event })
        this.#intents.set(id, folded)
        changed.set(id, folded)
      } catch (cause) {
        // Where it does not follow what is known here, the journal, which knows all, takes it or not.
        if (!(cause instanceof ImpossibleStep)) console.error(cause)
      }
    }
    return [...changed.values()]
  }

  /** Answers what the intents are of which all is written now. */
  #flush(): Intent[] {
    if (this.#unwritten.length === 0) return []
    const { changed, left } = this.#write(this.#unwritten)
    this.#unwritten = left
    if (left.length === 0) this.#intents.clear()
    else this.#retryLater()
    return changed
  }

  #retryLater(): void {
    this.#cancelTimer ??= this.#options.clock.after(retryEvery, () => {
      this.#cancelTimer = null
      this.tell(this.#flush())
    })
  }

  #write(entries: NewEntry[]): { changed: Intent[]; left: NewEntry[] } {
    try {
      return { changed: this.#options.journal.append(entries), left: [] }
    } catch (cause) {
      if (cause instanceof StorageError) return { changed: [], left: entries }
      // One that cannot follow, since something else settled the order before, or that a mistake of
      // ours keeps from being written, must not hold up the others.
      if (entries.length === 1) {
        if (!(cause instanceof ImpossibleStep))
          console.error('The journal does not take what happened', entries[0], cause)
        return { changed: [], left: [] }
      }
      const each = entries.map((entry) => this.#write([entry]))
      return {
        changed: each.flatMap(({ changed }) => changed),
        left: each.flatMap(({ left }) => left),
      }
    }
  }
}
