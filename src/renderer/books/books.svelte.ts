import { SvelteMap } from 'svelte/reactivity'
import { type BookName, bookNames } from '../../shared/books/books.ts'
import type { Bridge } from '../../shared/contract.ts'
import type { Failure } from '../../shared/core/errors.ts'
import { LiveBook } from './book.svelte.ts'
import type { Time } from '../core/clock.svelte.ts'

export interface BooksOptions {
  bridge: Bridge
  time: Time
  /** Told of every call that failed: the bridge itself may be down. */
  onFailure: (failure: Failure) => void
}

/** Every book of every account that is switched on. */
export class Books {
  readonly #options: BooksOptions
  readonly #books = new SvelteMap<string, LiveBook>()

  constructor(options: BooksOptions) {
    this.#options = options
  }

  listen(): () => void {
    return this.#options.bridge.on('book', (update) => {
      this.#books.get(`${update.account}/${update.book}`)?.hear(update)
    })
  }

  of<Name extends BookName>(account: string, name: Name): LiveBook<Name> | undefined {
    return this.#books.get(`${account}/${name}`) as LiveBook<Name> | undefined
  }

  /** Holds the books of these accounts and no others. */
  keep(accounts: readonly string[]): void {
    const wanted = new Set(accounts.flatMap((id) => bookNames.map((name) => `${id}/${name}`)))
    for (const key of this.#books.keys()) if (!wanted.has(key)) this.#books.delete(key)
    for (const account of accounts) {
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

  /** After the line to the desk was down, whatever was missed is asked for again. */
  reload(): void {
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
