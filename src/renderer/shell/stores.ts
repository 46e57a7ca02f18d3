import { Books } from '../books/books.svelte.ts'
import type { StoreParts, Stores } from '../core/stores.ts'
import { Intents } from '../orders/intents.svelte.ts'

/** What the features keep. One that is missing does not compile. */
export const makeStores = (parts: StoreParts): Stores => ({
  books: new Books(parts),
  intents: new Intents(parts),
})
