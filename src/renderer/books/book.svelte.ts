import type { BookRecord, BookName } from '../../shared/books/books.ts'
import type { BookMeta, BookSnapshot, BookUpdate } from '../../shared/books/book-state.ts'
import type { Failure, Reply } from '../../shared/core/errors.ts'
import type { Rows } from '../../shared/core/patch.ts'
import { fromSnapshot, type HeldBook, applyBookUpdate } from './feed.ts'

const noRows: Rows = new Map()

export interface BookSource {
  ticks(): number
  /** Asks the desk for the whole book. */
  snapshot(): Promise<Reply<BookSnapshot>>
}

/** One book of one account, kept in step with the desk. */
export class LiveBook<Name extends BookName = BookName> {
  readonly account: string
  readonly name: Name
  readonly #source: BookSource
  #held = $state.raw<HeldBook | null>(null)
  #lastAnswer = $state.raw<{ meta: BookMeta; at: number } | null>(null)
  #refusal = $state.raw<Failure | null>(null)
  /** What came while a snapshot was on its way; it may be newer. */
  #waiting: { update: BookUpdate; at: number }[] | null = null
  #loading: Promise<Reply<BookSnapshot>> | null = null
  /** When the last snapshot was asked for: what came before is in it. */
  #asked = -Infinity

  constructor(account: string, name: Name, source: BookSource) {
    this.account = account
    this.name = name
    this.#source = source
  }

  /** What was read in this session; nothing else is reckoned or decided with. */
  get rows(): ReadonlyMap<string, BookRecord<Name>> {
    return this.kept === null ? this.shown : (noRows as ReadonlyMap<string, BookRecord<Name>>)
  }

  /** When the rows that are shown were read, where that was in an earlier session. */
  get kept(): number | null {
    return this.#lastAnswer?.meta.kept ?? null
  }

  /** What there is to look at, be it of an earlier session. */
  get shown(): ReadonlyMap<string, BookRecord<Name>> {
    // The desk parsed them with this book's schema; what a window holds is what it was sent.
    return (this.#held?.rows ?? noRows) as ReadonlyMap<string, BookRecord<Name>>
  }

  get lastAnswer(): { meta: BookMeta; at: number } | null {
    return this.#lastAnswer
  }

  /** Whether the service ever answered: an empty book is known to be empty only then. */
  get isRead(): boolean {
    return this.#lastAnswer !== null && this.#lastAnswer.meta.age !== null
  }

  get trouble(): Failure | null {
    return this.#refusal ?? this.#lastAnswer?.meta.trouble ?? null
  }

  get unreadable(): readonly string[] {
    return this.#lastAnswer?.meta.unreadable ?? []
  }

  /** Takes what the desk told at this moment. */
  hear(update: BookUpdate, at = this.#source.ticks()): void {
    if (at < this.#asked) return
    if (this.#waiting !== null) {
      this.#waiting.push({ update, at })
      return
    }
    if (!this.#step(update, at)) void this.load()
  }

  /** False where only a snapshot can help. */
  #step(update: BookUpdate, at: number): boolean {
    if (this.#held === null) return false
    const step = applyBookUpdate(this.#held, update)
    if (step.kind === 'taken') {
      this.#held = step.book
      this.#lastAnswer = { meta: update.meta, at }
    }
    return step.kind !== 'gap'
  }

  /** Settles when no snapshot is on its way. */
  async answered(): Promise<void> {
    await this.#loading
  }

  load(): Promise<Reply<BookSnapshot>> {
    this.#loading ??= this.#load().finally(() => (this.#loading = null))
    return this.#loading
  }

  async #load(): Promise<Reply<BookSnapshot>> {
    const waiting: { update: BookUpdate; at: number }[] = []
    this.#waiting = waiting
    this.#asked = this.#source.ticks()
    const reply = await this.#source.snapshot()
    this.#waiting = null
    if (reply.ok) {
      this.#held = fromSnapshot(reply.value)
      this.#lastAnswer = { meta: reply.value.meta, at: this.#source.ticks() }
      this.#refusal = null
      for (const { update, at } of waiting) this.#step(update, at)
    } else this.#refusal = reply.error
    return reply
  }
}
