import { isOpenPosition, isWorkingRow } from '../../shared/books/open-rows.ts'
import type { Session } from '../core/session.svelte.ts'

/** Whether something is open that a person should not leave unawares. Asked when they go, not before. */
export const hasOpenItems = (session: Session): boolean =>
  (session.isLocked && session.openItems.length > 0) ||
  session.stores.intents.unsettled.length > 0 ||
  session.exits.some(({ state }) => state === 'running') ||
  session.enabled.some(
    ({ id }) =>
      someRow(session.stores.books.of(id, 'orders')?.rows, isWorkingRow) ||
      someRow(session.stores.books.of(id, 'positions')?.rows, isOpenPosition),
  )

const someRow = <Row>(rows: ReadonlyMap<string, Row> | undefined, is: (row: Row) => boolean) =>
  rows !== undefined && [...rows.values()].some(is)
