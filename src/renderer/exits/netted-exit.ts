import { isPractice } from '../../shared/accounts/accounts.ts'
import { Exchange } from '../../shared/service/words.ts'
import type { OwnedRow } from '../books/owned-rows.ts'
import { areOfOne, rowNames } from '../books/row-names.ts'
import type { Remark } from '../components/remarks.ts'
import type { Session } from '../core/session.svelte.ts'
import type { PositionRow } from '../orders/row-tickets.ts'
import { knownPositionsOf, legsOf, type NamedExit, withoutLeg } from './named-exit.ts'

/**
 * What a line of one symbol over accounts means, by name: those of the accounts shown that are not in
 * it are left out by an exit of the line. Null for a line of several symbols, or of one account.
 */
export function namedByLine(
  rows: readonly PositionRow[],
  session: Session,
  groupedBy: string | null | undefined,
): NamedExit | null {
  const nameOf = rowNames(session.symbolNames)
  const [first] = rows
  if (first === undefined || groupedBy === 'account' || !areOfOne(rows, nameOf)) return null
  const exchange = Exchange.safeParse(first.record.exchange?.trim().toUpperCase()).data
  if (exchange === undefined) return null
  const isTried = isPractice(first.account)
  const accounts = session.accounts.shown.filter((account) => isPractice(account) === isTried)
  return { exchange, symbol: nameOf(first), accounts: accounts.map(({ id }) => id), percent: 100 }
}

/** Whom an exit of these rows of the line leaves out, and why. */
export function leftOutOfLine(
  named: NamedExit,
  rows: ReadonlySet<string>,
  session: Session,
): Remark[] {
  const known = knownPositionsOf(session)
  const legs = legsOf(named, known)
  const positionOf = ({ account, record }: OwnedRow<PositionRow['record']>): string =>
    JSON.stringify([account.login, record.symbol, record.product])
  const inLine = new Set(legs.filter(({ id }) => rows.has(id)).map(positionOf))
  const others = legs.filter((leg) => !rows.has(leg.id) && !inLine.has(positionOf(leg)))
  const left = others.map(({ account, record }) =>
    [account.name, record.symbol, record.product].filter(Boolean).join(', '),
  )
  const message = `Left as it is, since it was not in the line: ${left.join('; ')}.`
  return [
    ...(left.length > 0 ? [{ level: 'ask', message } as const] : []),
    ...withoutLeg(named, known, session.clock.now),
  ]
}
