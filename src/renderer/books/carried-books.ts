import type { BookName } from '../../shared/books/books.ts'
import { jsonOf } from '../../shared/core/json.ts'
import type { CarriedPanel } from '../core/carried-panels.ts'
import { orderFilters } from './orders-filter.ts'
import { type BookView, OrdersView } from './book-view.svelte.ts'

/** What is typed to find rows, and which orders are shown; columns and their filters are every window's. */
export const carriedBook = (view: BookView<BookName>): CarriedPanel => ({
  give: () => JSON.stringify([view.text, view instanceof OrdersView ? view.filter : 'all']),
  refuses: () => null,
  take: (given) => {
    const [text, chip] = (jsonOf(given) ?? []) as unknown[]
    if (typeof text === 'string') view.text = text
    const filter = orderFilters.find((one) => one === chip)
    if (view instanceof OrdersView && filter !== undefined) view.filter = filter
  },
  drop: () => {
    view.text = ''
    if (view instanceof OrdersView) view.filter = 'all'
  },
})
