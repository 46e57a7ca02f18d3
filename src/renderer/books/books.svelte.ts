import { SvelteMap } from 'svelte/reactivity'
import { type BookName, bookNames } from '../../shared/books/books.ts'
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

/** Every book of every account that is switched on. */
export class Books implements Store {
  readonly #options: StoreParts
  readonly #books = new SvelteMap<string, LiveBook>()

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

  /** Holds the books of the accounts that are switched on and no others. */
  learnView(_: unknown, enabled: readonly string[]): void {
    const wanted = new Set(enabled.flatMap((id) => bookNames.map((name) => `${id}/${name}`)))
    for (const key of this.#books.keys()) if (!wanted.has(key)) this.#books.delete(key)
    for (const account of enabled) {
      for (const name of bookNames) {
        const key = `${account}/${name}`
        if (this.#books.has(key)) continue
        const book = this.#make(account, name)
        this.#books.set(key, book)
        void this.#load(book)
      }
    }
  }

  /** Settles when no book waits for its first answer, good or bad. */
  async answered(): Promise<void> {
    await Promise.all([...this.#books.values()].map((book) => book.answered()))
  }

  renew(): void {
    for (const book of this.#books.values()) void this.#load(book)
  }

  #make(account: string, name: BookName): LiveBook {
    const { bridge, time } = this.#options
    return new LiveBook(account, name, {
      ticks: () => time.ticks(),
      snapshot: () => bridge.readBook({ account, book: name }),
    })
  }

  async #load(book: LiveBook): Promise<void> {
    const reply = await book.load()
    if (!reply.ok) this.#options.onFailure(reply.error)
  }
}
