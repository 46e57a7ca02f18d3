import { Exchange } from '../../shared/service/words.ts'
import { rowNames, type RowName } from '../books/row-names.ts'
import { namedSymbols, tradedSymbols, withSeen } from '../books/symbols.ts'
import type { Session } from '../core/session.svelte.ts'
import { knownPositionsOf, openPositionsOf } from '../exits/named-exit.ts'
import type { PositionRow } from '../orders/row-tickets.ts'
import type { Addressed, Listed, Nameable } from './order-text/order-text.ts'

/** What an order can name in this window now. */
export function nameableOf(session: Session): Nameable {
  const accounts = session.accounts.enabled
  const ids = accounts.map(({ id }) => id)
  return {
    accounts,
    tagged: session.accounts.all,
    groups: session.groups,
    everyone: session.accounts.every.map(({ id }) => id),
    symbols: withSeen(tradedSymbols(session, ids, session.stores.books.atHand), [
      ...namedSymbols(session.symbolNames),
      ...session.knownSymbols,
    ]),
    held: (to) =>
      heldOnce(
        openPositionsOf(accountsNamed(to, session), knownPositionsOf(session)),
        rowNames(session.symbolNames),
      ),
  }
}

/** By their ids; of a group or a tag also accounts that are switched off. */
export function accountsNamed(to: Addressed | undefined, session: Session): readonly string[] {
  if (to === undefined) return session.accounts.shown.map(({ id }) => id)
  if ('accounts' in to) return to.accounts
  const group = session.groups.find(({ id }) => id === to.group)
  return group?.members.map(({ account }) => account) ?? []
}

/** Each by its name over brokers, and as its broker writes it. */
function heldOnce(rows: readonly PositionRow[], nameOf: RowName): readonly Listed[] {
  const found = new Map<string, Listed>()
  for (const row of rows) {
    const exchange = Exchange.safeParse(row.record.exchange?.trim().toUpperCase()).data
    if (exchange === undefined) continue
    const name = nameOf(row)
    for (const symbol of [row.record.symbol, name])
      found.set(`${exchange}/${symbol}`, { exchange, symbol, name })
  }
  return [...found.values()]
}
