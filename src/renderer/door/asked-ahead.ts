import type { BookSnapshot } from '../../shared/books/book-state.ts'
import type { BookName } from '../../shared/books/books.ts'
import { type EventName, eventNames } from '../../shared/channels.ts'
import type { Bridge, Events, Input } from '../../shared/contract.ts'
import type { Reply } from '../../shared/core/errors.ts'
import type { DeskView } from '../../shared/desk-view.ts'
import type { SessionOpening } from '../core/session.svelte.ts'

/** By themselves, since the list of them comes with all that is known of books. */
const every: Record<BookName, 0> = {
  orders: 0,
  trades: 0,
  positions: 0,
  holdings: 0,
  funds: 0,
  profile: 0,
}

/**
 * A bridge by which the view and the books are asked for by now, while what draws them is still
 * compiled. What is told meanwhile is heard by who asks for the view, as if it had just come. Where the
 * line breaks before that, or the screen is locked or opened, all of it is forgotten, and asked again.
 */
export function askAhead(bridge: Bridge, opening: SessionOpening): Bridge {
  const listeners: { name: EventName; listener: (event: never) => void }[] = []
  const told: { name: EventName; event: unknown }[] = []
  const books = new Map<string, Promise<Reply<BookSnapshot>>>()
  const keyOf = ({ account, book }: Input<'readBook'>): string => `${account}/${book}`
  const stops = eventNames.map((name) =>
    bridge.on(name, (event: Events[EventName]) => {
      if (name !== 'lock' && name !== 'line') return void told.push({ name, event })
      end()
      forget()
    }),
  )
  /** Null once it was taken, or is from before. */
  let view: Promise<Reply<DeskView>> | null = bridge.openDesk(opening)
  const end = (): void => {
    view = null
    for (const stop of stops) stop()
  }
  /** Nothing of a book may be held that nobody shows. */
  const forget = (): void => {
    told.length = 0
    books.clear()
  }
  void view.then((reply) => {
    if (!reply.ok || view === null) return
    for (const { id: account } of reply.value.accounts.filter(({ enabled }) => enabled))
      for (const book of Object.keys(every) as BookName[])
        books.set(keyOf({ account, book }), bridge.readBook({ account, book }))
  })
  return {
    ...bridge,
    on: (name, listener) => {
      if (view !== null) listeners.push({ name, listener })
      return bridge.on(name, listener)
    },
    openDesk: (input) => {
      if (view === null) return bridge.openDesk(input)
      const taken = view
      end()
      for (const { name, event } of told)
        for (const one of listeners) if (one.name === name) one.listener(event as never)
      // What nobody took at once is soon from before.
      void taken.then(() => setTimeout(forget))
      return taken
    },
    readBook: (input) => {
      const key = keyOf(input)
      const answer = books.get(key)
      books.delete(key)
      return answer ?? bridge.readBook(input)
    },
  }
}
