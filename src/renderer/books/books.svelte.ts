import { SvelteMap } from 'svelte/reactivity'
import { type BookName, type BookRecord, bookNames } from '../../shared/books/books.ts'
import type { BookUpdate } from '../../shared/books/book-state.ts'
import type { Bridge } from '../../shared/contract.ts'
import { LiveBook } from './book.svelte.ts'
import { GatheredUpdates } from './gathered-updates.ts'
import type { Store, StoreParts } from '../core/stores.ts'

declare module '../core/stores.ts' {
  interface Stores {
    books: Books
  }
}

/** Milliseconds for which a book is told on that nothing reads any more: whoever looks back finds it as it is. */
const lingers = 60_000
const looksEvery = 10_000

/** Every book of every account that is switched on. */
export class Books implements Store {
  readonly #options: StoreParts
  readonly #books = new SvelteMap<string, LiveBook>()
  /** Books that are to be told again, and those of which the desk has just been asked. */
  readonly #waking = new Set<LiveBook>()
  readonly #asked = new Set<LiveBook>()
  /** The desk was told which books these are; until then it tells the rows of all. */
  #hasSaid = false

  constructor(options: StoreParts) {
    this.#options = options
  }

  listen(on: Bridge['on']): () => void {
    const updates = new GatheredUpdates<BookUpdate>(
      (update, at) => this.#books.get(`${update.account}/${update.book}`)?.hear(update, at),
      this.#options.time,
    )
    return on('book', (update) => updates.hear(update))
  }

  of<Name extends BookName>(account: string, name: Name): LiveBook<Name> | undefined {
    return this.#books.get(`${account}/${name}`) as LiveBook<Name> | undefined
  }

  /** The rows of a book; whoever draws something by them is told on. */
  rowsOf<Name extends BookName>(
    account: string,
    name: Name,
  ): ReadonlyMap<string, BookRecord<Name>> {
    return this.of(account, name)?.rows ?? new Map()
  }

  /** The same as far as they are here: what all books would be good for is not worth asking for all. */
  readonly atHand: Pick<Books, 'rowsOf'> = {
    rowsOf: (account, name) => this.of(account, name)?.rowsAtHand ?? new Map(),
  }

  /** Holds the books of the accounts that are switched on and no others. */
  learnView(_: unknown, enabled: readonly string[]): void {
    const wanted = new Set(enabled.flatMap((id) => bookNames.map((name) => `${id}/${name}`)))
    for (const key of this.#books.keys()) if (!wanted.has(key)) this.#books.delete(key)
    const made: LiveBook[] = []
    for (const account of enabled) {
      for (const name of bookNames) {
        const key = `${account}/${name}`
        if (this.#books.has(key)) continue
        const book = this.#make(account, name)
        this.#books.set(key, book)
        made.push(book)
      }
    }
    // The desk tells of these by itself only where it tells all.
    for (const book of made)
      if (this.#hasSaid) this.#wake(book)
      else void this.#load(book)
  }

  /** Settles when no book waits for its first answer, good or bad. */
  async answered(): Promise<void> {
    await Promise.all([...this.#books.values()].map((book) => book.answered()))
  }

  /** The desk may know nothing any more of what was said to it. */
  renew(): void {
    if (this.#hasSaid) void this.#say()
    for (const book of this.#books.values()) if (!book.isAsleep) void this.#load(book)
  }

  /** From now on the desk is not asked for rows that nothing reads. Returns what ends it. */
  restUnread(): () => void {
    return this.#options.time.every(looksEvery, () => {
      const unread = [...this.#books.values()].filter(
        (book) => !book.isAsleep && !this.#asked.has(book) && book.isUnreadFor(lingers),
      )
      if (unread.length === 0) return
      for (const book of unread) book.sleep()
      void this.#say()
    })
  }

  #make(account: string, name: BookName): LiveBook {
    const { bridge, time } = this.#options
    return new LiveBook(account, name, {
      ticks: () => time.ticks(),
      snapshot: () => bridge.readBook({ account, book: name }),
      wake: (book) => this.#wake(book),
    })
  }

  /** Those that are woken together, as when another account is shown, are asked for together. */
  #wake(book: LiveBook): void {
    if (this.#asked.has(book)) return
    if (this.#waking.size === 0) queueMicrotask(() => void this.#wakeAll())
    this.#waking.add(book)
  }

  async #wakeAll(): Promise<void> {
    const books = [...this.#waking]
    this.#waking.clear()
    for (const book of books) {
      book.wake()
      this.#asked.add(book)
    }
    // What the desk tells after its answer has the rows: no patch is missed between that and the snapshot.
    await this.#say()
    for (const book of books) {
      this.#asked.delete(book)
      void this.#load(book)
    }
  }

  async #say(): Promise<void> {
    this.#hasSaid = true
    const told = [...this.#books.values()].filter((book) => !book.isAsleep)
    const books = Object.fromEntries(
      [...Map.groupBy(told, ({ name }) => name)].map(([name, some]) => [
        name,
        some.map(({ account }) => account),
      ]),
    )
    const reply = await this.#options.bridge.hearRows({ books })
    if (!reply.ok) this.#options.onFailure(reply.error)
  }

  async #load(book: LiveBook): Promise<void> {
    const reply = await book.load()
    if (!reply.ok) this.#options.onFailure(reply.error)
  }
}
