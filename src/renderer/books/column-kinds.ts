import { sideOfWord } from '../../shared/service/words.ts'
import { parseTime } from '../../shared/core/times.ts'
import { change, formatAmount, formatPrice, tone } from '../components/amounts.ts'
import type { CellLook, Column, GroupDoubt, Total } from '../components/grid/columns.ts'
import { serviceTime } from '../components/times.ts'
import type { GapScope } from './group-doubt.ts'
import { orderKey } from './order-key.ts'
import { isPractice, type Account } from '../../shared/accounts/accounts.ts'
import { notKnownOf, rowsAddedUp, type OwnedRow } from './owned-rows.ts'
import type { BookAdditions, SentPart, TradedBook } from './book-additions.ts'
import type { Session } from '../core/session.svelte.ts'
import type { HoldingRecord, PositionRecord, TradeRecord } from '../../shared/service/records.ts'
import type { Views } from './views.svelte.ts'
import { sum } from '../core/sums.ts'
import { rowNames, type RowName, type Traded } from './row-names.ts'
import { expiryOf, underlyingOf } from '../../shared/service/contracts.ts'

/*
 * The kinds of column that the books are made of.
 */

export interface ColumnChoice {
  /** Whose a row is matters only where several accounts are shown. */
  withAccount: boolean
  brokerOf: (account: Account) => string
  /** Tells today's times from others. */
  now: number
  /** What the instrument of a row is called over brokers. */
  nameOf: RowName
  /** Under which strategy orders were placed from here, by `orderKey`. */
  strategies: () => ReadonlyMap<string, string>
  /** Positions of which their book has two rows. */
  repeated: () => ReadonlySet<PositionRecord>
  /** Holdings that their book may have twice. */
  repeatedHoldings: () => ReadonlySet<HoldingRecord>
  /** Null of one that its book may have twice. */
  worthOfTrade: (trade: TradeRecord) => number | null
  /** Rows of an account whose book is old, beside rows that are not. */
  isOld: (row: OwnedRow<unknown>) => boolean
  /** Where not all columns find room: what became of an order comes before its average. */
  isNarrow?: boolean
  /** Practice and real accounts are shown beside each other. */
  isMixed: boolean
  /** Whose rows of a group are old, and who may have more of it that is not there. */
  /** The confirmation with which orders were sent from here, by `orderKey`. */
  confirmations: () => ReadonlyMap<string, string>
  /** What was sent with a confirmation to accounts that are shown, of practice or of real money. */
  sentWith: (confirmation: string, ofPractice: boolean) => readonly SentPart[]
  /** Whether the book of its account shows an order, by `orderKey`. */
  isInBook: (order: string) => boolean
  doubtOf: (rows: readonly OwnedRow<unknown>[], scope: GapScope) => GroupDoubt | null
}

export const columnChoice = (
  session: Session,
  additions: Pick<BookAdditions, 'strategies' | 'confirmations' | 'sentWith'>,
  views: Views,
  book: TradedBook,
): ColumnChoice => ({
  withAccount: views.isOfSeveral,
  brokerOf: session.accounts.brokerOf,
  now: session.clock.today,
  nameOf: rowNames(session.symbolNames),
  strategies: () => additions.strategies(session),
  confirmations: () => additions.confirmations(session),
  sentWith: (confirmation, ofPractice) => {
    const some = session.accounts.shown.filter((account) => isPractice(account) === ofPractice)
    const shown = new Set(some.map(({ id }) => id))
    return additions.sentWith(session, confirmation).filter(({ account }) => shown.has(account))
  },
  isInBook: (order) => views.orders.keys.has(order),
  repeated: () => views.repeated,
  repeatedHoldings: () => views.repeatedHoldings,
  worthOfTrade: views.worthOfTrade,
  isOld: ({ account }) => views[book].isOld(account),
  isMixed: views.isMixed,
  doubtOf: (rows, scope) => views[book].doubtOf(rows, scope),
})

export const textOrDash = (text: string | null): string =>
  text === null || text === '' ? '–' : text

/** The sum of a group; where something of it is not known, it says so. */
export const totalOf =
  <Record>(
    value: (record: Record) => number | null,
    {
      text,
      look,
    }: { text: (value: number | null) => string; look?: (value: number | null) => CellLook },
  ) =>
  (rows: readonly OwnedRow<Record>[]): Total => {
    const counted = rowsAddedUp(rows)
    const known = sum(counted.map(({ record }) => value(record)))
    return {
      value: known.value,
      text: known.partial ? `${text(known.value)} ?` : text(known.value),
      look: look?.(known.value) ?? '',
      tip: known.partial || known.value === null ? notKnownOf(counted, value) : undefined,
    }
  }

export const figureColumn = <Record>(
  id: string,
  title: string,
  value: (record: Record) => number | null,
  text: (value: number | null) => string,
  more: Partial<Column<OwnedRow<Record>>> = {},
): Column<OwnedRow<Record>> => ({
  id,
  title,
  width: 76,
  align: 'end',
  value: ({ record }) => value(record),
  text: ({ record }) => text(value(record)),
  ...more,
})

export const profitColumn = <Record>(
  id: string,
  title: string,
  value: (record: Record) => number | null,
  more: Partial<Column<OwnedRow<Record>>> = {},
): Column<OwnedRow<Record>> =>
  figureColumn(id, title, value, change, {
    width: 86,
    look: ({ record }) => tone(value(record)),
    flash: true,
    total: totalOf(value, { text: change, look: tone }),
    ...more,
  })

export const wordsColumn = <Record>(
  id: string,
  title: string,
  width: number,
  value: (record: Record) => string | null,
  look: CellLook = 'dim',
): Column<OwnedRow<Record>> => ({
  id,
  title,
  width,
  value: ({ record }) => value(record),
  text: ({ record }) => textOrDash(value(record)),
  look: () => look,
})

export const symbolColumn = <Record extends Traded>(
  more: Partial<Column<OwnedRow<Record>>> = {},
): Column<OwnedRow<Record>> => ({
  id: 'symbol',
  title: 'Symbol',
  // A strike is at the end of a symbol: cut off, one option looks like another.
  width: 160,
  grow: 2.4,
  value: ({ record }) => record.symbol,
  text: ({ record }) => record.symbol,
  look: () => 'strong',
  tip: ({ record }) => `${record.symbol} · ${textOrDash(record.exchange)}`,
  ...more,
})

/** An average has as many decimals as prices have there; all of them are in its tip. */
export const averageColumn = <Record extends { exchange: string | null }>(
  value: (record: Record) => number | null,
  more: Partial<Column<OwnedRow<Record>>> = {},
): Column<OwnedRow<Record>> => ({
  ...figureColumn('avg', 'Avg', value, formatPrice),
  text: ({ record }) => (record.exchange === 'CDS' ? formatPrice : formatAmount)(value(record)),
  tip: ({ record }) => formatPrice(value(record)),
  ...more,
})

/** What is traded, over accounts and products: its line says what is held of it in all. */
export const instrumentColumn = <Record extends Traded>({
  nameOf,
}: ColumnChoice): Column<OwnedRow<Record>> => {
  const of = (row: OwnedRow<Record>) => `${nameOf(row)} · ${textOrDash(row.record.exchange)}`
  return {
    id: 'instrument',
    title: 'Instrument',
    width: 166,
    hidden: true,
    value: of,
    text: of,
    look: () => 'dim',
    group: of,
    folds: true,
    leavesAlone: true,
  }
}

/** What a row is called over brokers, at its exchange. */
const namedBy =
  (nameOf: RowName) =>
  (row: OwnedRow<Traded>): Traded => ({ symbol: nameOf(row), exchange: row.record.exchange })

/** When futures and options end; groups by it are of one underlying. */
export const expiryColumn = <Record extends Traded>({
  nameOf,
}: ColumnChoice): Column<OwnedRow<Record>> => {
  const named = namedBy(nameOf)
  return {
    id: 'expiry',
    title: 'Expiry',
    width: 92,
    hidden: true,
    value: (row) => expiryOf(named(row))?.order ?? null,
    text: (row) => expiryOf(named(row))?.text ?? '–',
    plain: (row) => expiryOf(named(row))?.text ?? null,
    look: () => 'dim',
    group: (row) => {
      const underlying = underlyingOf(named(row))
      return underlying === null
        ? 'Shares'
        : `${underlying} · ${expiryOf(named(row))?.text ?? 'expiry not known'}`
    },
    groupOrder: (row) =>
      `${underlyingOf(named(row)) ?? 'Shares'} · ${expiryOf(named(row))?.order ?? '~'}`,
  }
}

/**
 * Practice money and real money are never in one line, and what a line cannot know of its accounts
 * is said in it.
 */
export const honestGroups = <Record>(
  columns: readonly Column<OwnedRow<Record>>[],
  { isMixed, doubtOf }: ColumnChoice,
): readonly Column<OwnedRow<Record>>[] =>
  columns.map((column) => {
    const { group } = column
    if (group === undefined) return column
    const apart = (row: OwnedRow<Record>): string | null =>
      isMixed && isPractice(row.account) ? `${group(row) || 'Not known'} · practice` : group(row)
    const isOfAccount = column.id === 'account'
    return {
      ...column,
      group: isOfAccount ? group : apart,
      doubt: column.doubt ?? ((rows) => doubtOf(rows, isOfAccount ? 'its account' : 'any account')),
    }
  })

/** Of a future or an option; shares belong together. */
export const underlyingColumn = <Record extends Traded>({
  nameOf,
}: ColumnChoice): Column<OwnedRow<Record>> => {
  const named = namedBy(nameOf)
  const of = (row: OwnedRow<Record>) => underlyingOf(named(row))
  return {
    id: 'underlying',
    title: 'Underlying',
    width: 92,
    hidden: true,
    value: of,
    text: (row) => of(row) ?? 'Shares',
    look: () => 'dim',
    group: (row) => of(row) ?? 'Shares',
  }
}

/** Words that rows can be grouped by, and that are shown when asked for. */
export const groupingColumn = <Record>(
  id: string,
  title: string,
  value: (record: Record) => string | null,
  more: Partial<Column<OwnedRow<Record>>> = {},
): Column<OwnedRow<Record>> => ({
  ...wordsColumn(id, title, 74, value),
  group: ({ record }) => value(record),
  ...more,
})

export const accountColumns = <Record>({
  withAccount,
  brokerOf,
  isOld,
  isNarrow = false,
}: ColumnChoice): Column<OwnedRow<Record>>[] => {
  if (!withAccount) return []
  const text = ({ account }: OwnedRow<Record>): string => `${account.name} · ${brokerOf(account)}`
  return [
    {
      id: 'account',
      title: 'Account',
      width: isNarrow ? 104 : 122,
      grow: 1.6,
      value: ({ account }) => account.name,
      text,
      look: () => 'dim',
      tip: text,
      mark: (row) => (isOld(row) ? 'old' : null),
      group: text,
    },
  ]
}

export const timeColumn = <Record>(
  { now }: ColumnChoice,
  value: (record: Record) => string | null,
): Column<OwnedRow<Record>> => ({
  id: 'time',
  title: 'Time',
  // Of another day it has a date as well.
  width: 98,
  grow: 0.2,
  value: ({ record }) => parseTime(value(record)) ?? value(record),
  text: ({ record }) => serviceTime(value(record), now),
  look: () => 'dim',
  tip: ({ record }) => value(record) ?? undefined,
})

export const sideColumn = <Record extends { action: string | null }>(): Column<
  OwnedRow<Record>
> => ({
  group: ({ record }) => sideOfWord(record.action) ?? record.action,
  id: 'side',
  title: 'Side',
  width: 54,
  grow: 0.1,
  value: ({ record }) => record.action,
  text: ({ record }) => textOrDash(record.action).toUpperCase(),
  look: ({ record }) => {
    const known = sideOfWord(record.action)
    return known === undefined ? '' : known === 'BUY' ? 'side buy' : 'side sell'
  },
})

/** The books name none: it is what was said of an order that was placed from here. */
export const strategyColumn = <Record>(
  { strategies }: ColumnChoice,
  orderIds: (record: Record) => readonly (string | null)[],
): Column<OwnedRow<Record>> => {
  const known = strategies()
  const of = ({ account, record }: OwnedRow<Record>): string | null => {
    const found = orderIds(record).flatMap((id) => known.get(orderKey(account.id, id ?? '')) ?? [])
    return found[0] ?? null
  }
  return {
    id: 'strategy',
    title: 'Strategy',
    width: 92,
    hidden: true,
    value: of,
    text: (row) => of(row) ?? '',
    look: () => 'dim',
    group: (row) => of(row) ?? 'Not known',
  }
}
