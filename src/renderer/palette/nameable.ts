import { isPractice } from '../../shared/accounts/accounts.ts'
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
  const { books } = session.stores
  const apart = symbolsApart(session)
  return {
    accounts,
    tagged: session.accounts.all,
    groups: session.groups,
    everyone: session.accounts.every.map(({ id }) => id),
    symbols: withSeen(tradedSymbols(session, ids, books.atHand), [
      ...namedSymbols(session.symbolNames),
      ...session.knownSymbols,
    ]),
    symbolsFor: (to) => apart(accountsNamed(to, session)),
    held: (to) =>
      heldOnce(
        openPositionsOf(accountsNamed(to, session), knownPositionsOf(session)),
        rowNames(session.symbolNames),
      ),
  }
}

/** Where a real account is meant, nothing that practice alone shows; and where none is, what practice shows first. */
function symbolsApart(session: Session): (named: readonly string[]) => readonly Listed[] {
  const { accounts, stores } = session
  const listOf = (isReal: boolean): readonly Listed[] => {
    const meant = accounts.enabled.filter((one) => isPractice(one) !== isReal)
    const ids = meant.map(({ id }) => id)
    const own = tradedSymbols(session, ids, stores.books.atHand)
    const others = isReal ? 'practice' : 'real'
    const seen = session.knownSymbols.filter(({ of }) => of !== others)
    return withSeen(own, [...namedSymbols(session.symbolNames), ...seen])
  }
  // Asked for with each key that is typed, while books of thousands of rows change less often.
  const lists = new Map<boolean, readonly Listed[]>()
  return (named) => {
    const isNamed = accounts.all.filter(({ id }) => named.includes(id))
    const isReal = isNamed.length === 0 || isNamed.some((one) => !isPractice(one))
    const list = lists.get(isReal) ?? listOf(isReal)
    lists.set(isReal, list)
    return list
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
