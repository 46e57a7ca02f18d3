import { createSubscriber } from 'svelte/reactivity'
import type { BookRecord, BookName } from '../../shared/books/books.ts'
import {
  type BookMeta,
  type BookSnapshot,
  type BookUpdate,
  type LeftOutOfBook,
  mayHideRows,
} from '../../shared/books/book-state.ts'
import { isOpenRow } from '../../shared/books/open-rows.ts'
import type { Failure, Reply } from '../../shared/core/errors.ts'
import type { Row, Rows } from '../../shared/core/patch.ts'
import { fromSnapshot, type HeldBook, applyBookUpdate } from './feed.ts'

const noRows: Rows = new Map()

export interface BookSource {
  ticks(): number
  /** Asks the desk for the whole book. */
  snapshot(): Promise<Reply<BookSnapshot>>
  /** Somebody reads the rows, and the desk no longer tells them. */
  wake(book: LiveBook): void
}

interface Answer {
  meta: BookMeta
  at: number
}

/**
 * One book of one account, kept in step with the desk. While nothing that is drawn reads its rows,
 * it may sleep: it then knows how the book stands, and of its rows nothing, as before its first
 * answer. Whoever reads them in something that is drawn wakes it.
 */
export class LiveBook<Name extends BookName = BookName> {
  readonly account: string
  readonly name: Name
  readonly #source: BookSource
  #held = $state.raw<HeldBook | null>(null)
  /** Of the rows that are held. */
  #lastAnswer = $state.raw<Answer | null>(null)
  /** Also where no rows are held. */
  #lastTold = $state.raw<Answer | null>(null)
  #refusal = $state.raw<Failure | null>(null)
  #isAsleep = false
  /** What the desk said of the rows while it slept. */
  #isOpenUnseen = false
  /** Since when nothing reads its rows; null while something does. */
  #unreadSince: number | null
  readonly #read: () => void
  /** What came while a snapshot was on its way; it may be newer. */
  #waiting: { update: BookUpdate; at: number }[] | null = null
  #loading: Promise<Reply<BookSnapshot>> | null = null
  /** When the last snapshot was asked for: what came before is in it. */
  #asked = -Infinity

  constructor(account: string, name: Name, source: BookSource) {
    this.account = account
    this.name = name
    this.#source = source
    this.#unreadSince = source.ticks()
    this.#read = createSubscriber(() => {
      this.#unreadSince = null
      if (this.#isAsleep) source.wake(this as unknown as LiveBook)
      return () => (this.#unreadSince = source.ticks())
    })
  }

  /** What was read in this session; nothing else is reckoned or decided with. */
  get rows(): ReadonlyMap<string, BookRecord<Name>> {
    this.#read()
    return this.rowsAtHand
  }

  /** The same as far as they are here: nobody asks for them. */
  get rowsAtHand(): ReadonlyMap<string, BookRecord<Name>> {
    const isKept = this.#lastAnswer?.meta.kept !== undefined
    return isKept ? (noRows as ReadonlyMap<string, BookRecord<Name>>) : this.#rows
  }

  /** When the rows that are shown were read, where that was in an earlier session. */
  get kept(): number | null {
    this.#read()
    return this.#lastAnswer?.meta.kept ?? null
  }

  /** What there is to look at, be it of an earlier session. */
  get shown(): ReadonlyMap<string, BookRecord<Name>> {
    this.#read()
    return this.#rows
  }

  get #rows(): ReadonlyMap<string, BookRecord<Name>> {
    // The desk parsed them with this book's schema; what a window holds is what it was sent.
    return (this.#held?.rows ?? noRows) as ReadonlyMap<string, BookRecord<Name>>
  }

  /** How old the rows are, and what is wrong with them; null where none are here. */
  get lastAnswer(): Answer | null {
    this.#read()
    return this.#lastAnswer
  }

  /** How the book stands, whether its rows are here or not. */
  get lastTold(): Answer | null {
    return this.#lastTold
  }

  /** Whether the service ever answered: an empty book is known to be empty only then. */
  get isRead(): boolean {
    return this.lastAnswer !== null && this.lastAnswer.meta.age !== null
  }

  get trouble(): Failure | null {
    return this.#refusal ?? this.#lastTold?.meta.trouble ?? null
  }

  get unreadable(): readonly string[] {
    return this.lastAnswer?.meta.unreadable ?? []
  }

  /** What it may leave out of what was made or lost. */
  get leavesOut(): LeftOutOfBook | null {
    return this.lastAnswer?.meta.leavesOut ?? null
  }

  /** Rows of which nothing is known: how many of those that are left out there are is not known either. */
  get unknownRows(): number {
    return this.unreadable.length + (this.leavesOut === 'rows' ? 1 : 0)
  }

  /** Whether it has an order that may still be filled, an open position, or a row of which that is not known; asked, and not followed. */
  get isOpen(): boolean {
    if (this.#held === null) return this.#isOpenUnseen
    if (this.#lastTold !== null && mayHideRows(this.#lastTold.meta)) return true
    return [...this.rowsAtHand.values()].some((row) => isOpenRow(this.name, row as Row))
  }

  get isAsleep(): boolean {
    return this.#isAsleep
  }

  /** Whether nothing has read its rows for so long. */
  isUnreadFor(milliseconds: number): boolean {
    return this.#unreadSince !== null && this.#source.ticks() - this.#unreadSince >= milliseconds
  }

  /** The desk is asked to tell its rows no more. */
  sleep(): void {
    this.#isOpenUnseen = this.isOpen
    this.#isAsleep = true
    this.#held = null
    this.#lastAnswer = null
  }

  /** The desk has been asked to tell its rows again: what it has is read at once. */
  wake(): void {
    this.#isAsleep = false
  }

  /** Takes what the desk told at this moment. */
  hear(update: BookUpdate, at = this.#source.ticks()): void {
    if (at < this.#asked) return
    if (this.#isAsleep || update.unseen !== undefined) return this.#hearUnseen(update, at)
    if (this.#waiting !== null) {
      this.#waiting.push({ update, at })
      return
    }
    if (!this.#step(update, at)) void this.load()
  }

  #hearUnseen({ meta, unseen }: BookUpdate, at: number): void {
    this.#lastTold = { meta, at }
    if (unseen !== undefined) this.#isOpenUnseen = unseen.isOpen
    // What is held is older than this: the desk does not know yet, or knows no more, that it is read.
    if (!this.#isAsleep && this.#loading === null) this.#source.wake(this as unknown as LiveBook)
  }

  /** False where only a snapshot can help. */
  #step(update: BookUpdate, at: number): boolean {
    if (this.#held === null) return false
    const step = applyBookUpdate(this.#held, update)
    if (step.kind === 'taken') {
      this.#held = step.book
      this.#answer({ meta: update.meta, at })
    }
    return step.kind !== 'gap'
  }

  #answer(answer: Answer): void {
    this.#lastAnswer = answer
    this.#lastTold = answer
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
      this.#answer({ meta: reply.value.meta, at: this.#source.ticks() })
      this.#refusal = null
      for (const { update, at } of waiting) this.#step(update, at)
    } else this.#refusal = reply.error
    return reply
  }
}
