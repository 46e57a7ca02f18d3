import type { Session } from '../core/session.svelte.ts'

/** Whether something is open that a person should not leave unawares. Asked when they go, not before. */
export const hasOpenItems = (session: Session): boolean =>
  (session.isLocked && session.openItems.length > 0) ||
  session.stores.intents.unsettled.length > 0 ||
  session.exits.some(({ state }) => state === 'running') ||
  session.accounts.enabled.some(
    ({ id }) =>
      session.stores.books.of(id, 'orders')?.isOpen === true ||
      session.stores.books.of(id, 'positions')?.isOpen === true,
  )
