import type { Account } from '../../shared/accounts/accounts.ts'
import type { LiveBook } from '../books/book.svelte.ts'
import { isOpenPosition } from '../../shared/books/open-rows.ts'
import { isStale } from '../../shared/books/staleness.ts'
import type { SymbolNames } from '../../shared/orders/symbol-names.ts'
import type { PositionRecord } from '../../shared/service/records.ts'
import type { Exchange } from '../../shared/service/words.ts'
import { ageOf } from '../books/age.ts'
import type { OwnedRow } from '../books/owned-rows.ts'
import { rowNames } from '../books/row-names.ts'
import type { Remark } from '../components/remarks.ts'
import { ageText } from '../components/times.ts'
import type { Session } from '../core/session.svelte.ts'
import type { ExitPercent } from '../orders/exit-part.ts'

/** An exit as somebody said it: of what, in whose accounts, and how much of each. */
export interface NamedExit {
  exchange: Exchange
  /** The name over brokers, or what one of them writes. */
  symbol: string
  /** By their ids, whoever they are shown to; some may be switched off. */
  accounts: readonly string[]
  percent: ExitPercent
}

/** The positions of one account, as a window holds them. */
export type PositionsBook = Pick<
  LiveBook<'positions'>,
  'rows' | 'isRead' | 'kept' | 'lastAnswer' | 'trouble' | 'unreadable'
>

export interface KnownPositions {
  accounts: readonly Account[]
  symbolNames: SymbolNames
  bookOf(account: string): PositionsBook | undefined
}

export const knownPositionsOf = ({ accounts, symbolNames, stores }: Session): KnownPositions => ({
  accounts,
  symbolNames,
  bookOf: (account) => stores.books.of(account, 'positions'),
})

type Position = OwnedRow<PositionRecord>

/** All that these accounts hold by what was read in this session, whether they are shown or not. */
export function openPositionsOf(ids: readonly string[], known: KnownPositions): Position[] {
  const wanted = new Set(ids)
  return known.accounts.flatMap((account) =>
    account.enabled && wanted.has(account.id)
      ? Array.from(known.bookOf(account.id)?.rows ?? []).flatMap(([key, record]) =>
          isOpenPosition(record)
            ? [{ id: `${account.id}/${key}`, account, record, isKept: false }]
            : [],
        )
      : [],
  )
}

/**
 * Each account's own leg. What one broker writes means the instrument: where it has one name, all
 * that other brokers call otherwise is meant too, and none of it is skipped.
 */
export function legsOf(
  { exchange, symbol, accounts }: NamedExit,
  known: KnownPositions,
): Position[] {
  const nameOf = rowNames(known.symbolNames)
  const open = openPositionsOf(accounts, known).filter(
    ({ record }) => record.exchange?.trim().toUpperCase() === exchange,
  )
  const named = open.filter((row) => nameOf(row) === symbol)
  if (named.length > 0) return named
  const written = open.filter(({ record }) => record.symbol === symbol)
  const [name, ...others] = new Set(written.map(nameOf))
  return name === undefined || others.length > 0
    ? written
    : open.filter((row) => nameOf(row) === name)
}

/** Who of those that were asked has no leg: nobody has none by a book that is old, or was not read. */
export function withoutLeg(named: NamedExit, known: KnownPositions, now: number): Remark[] {
  const have = new Set(legsOf(named, known).map(({ account }) => account.id))
  const alikeIn = (account: Account): string | null => {
    const alike = openPositionsOf([account.id], known).find((row) => isAlike(named, row))
    return alike === undefined
      ? null
      : `it holds ${alike.record.symbol}, and nobody has said whether its broker means the same by that`
  }
  const others = known.accounts.filter(({ id }) => named.accounts.includes(id) && !have.has(id))
  const off = others.filter(({ enabled }) => !enabled)
  const asked = others
    .filter(({ enabled }) => enabled)
    .map((account) => ({
      account,
      why: whyUnknown(known.bookOf(account.id), now) ?? alikeIn(account),
    }))
  return [
    ...asked.flatMap(({ account, why }): Remark[] => {
      const message = `Whether ${account.name} has a position in ${named.symbol} is not known: ${why}.`
      return why === null ? [] : [{ level: 'ask', message }]
    }),
    ...said(off, (names) => `Switched off, and left alone: ${names}.`),
    ...said(
      asked.flatMap(({ account, why }) => (why === null ? account : [])),
      (names) => `No position in ${named.symbol} in the books of ${names}.`,
    ),
  ]
}

/** Brokers write one share with and without its series; only a person knows whether it is one. */
const isAlike = ({ exchange, symbol }: NamedExit, { record }: Position): boolean =>
  record.exchange?.trim().toUpperCase() === exchange &&
  withoutSeries(record.symbol) === withoutSeries(symbol)

const withoutSeries = (symbol: string): string =>
  symbol.toUpperCase().replace(/-(EQ|BE|BZ|SM|ST)$/, '')

const said = (accounts: readonly Account[], say: (names: string) => string): Remark[] =>
  accounts.length === 0
    ? []
    : [{ level: 'note', message: say(accounts.map(({ name }) => name).join(', ')) }]

function whyUnknown(book: PositionsBook | undefined, now: number): string | null {
  if (book === undefined || !book.isRead || book.kept !== null)
    return 'its positions have not been read yet'
  if (book.trouble !== null) return 'its positions cannot be read now'
  const age = ageOf(book.lastAnswer, now)
  if (isStale(age, book.lastAnswer?.meta.every ?? 0))
    return `its positions are old, read ${ageText(age ?? 0)}`
  return book.unreadable.length > 0 ? 'its positions have rows that cannot be read' : null
}
