import type { Account } from '../../shared/accounts/accounts.ts'
import type { LiveBook } from '../books/book.svelte.ts'
import { isOpenPosition } from '../../shared/books/open-rows.ts'
import { isStale } from '../../shared/books/staleness.ts'
import { sameSymbol, type SymbolNames } from '../../shared/orders/symbol-names.ts'
import type { PositionRecord } from '../../shared/service/records.ts'
import { Exchange } from '../../shared/service/words.ts'
import { lettersOfShare } from '../../shared/service/symbol-words.ts'
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
  'rows' | 'isRead' | 'kept' | 'lastAnswer' | 'trouble' | 'unreadable' | 'leavesOut'
>

export interface KnownPositions {
  accounts: readonly Account[]
  symbolNames: SymbolNames
  bookOf(account: string): PositionsBook | undefined
}

export const knownPositionsOf = ({ accounts, symbolNames, stores }: Session): KnownPositions => ({
  accounts: accounts.all,
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
    ({ record }) => upper(record.exchange) === exchange,
  )
  const named = open.filter((row) => nameOf(row) === symbol)
  if (named.length > 0) return named
  const written = open.filter(({ record }) => record.symbol === symbol)
  const [name, ...others] = new Set(written.map(nameOf))
  return name === undefined || others.length > 0
    ? written
    : open.filter((row) => nameOf(row) === name)
}

/** Who of those that were asked has no leg, or perhaps more than its legs; neither is said on partial knowledge. */
export function withoutLeg(named: NamedExit, known: KnownPositions, now: number): Remark[] {
  const legs = legsOf(named, known)
  // What one account of a login holds, the others of it do.
  const have = new Set(legs.map(({ account }) => account.login))
  const others = known.accounts.filter(
    ({ id, login }) => named.accounts.includes(id) && !have.has(login),
  )
  const off = others.filter(({ enabled }) => !enabled)
  const asked = others
    .filter(({ enabled }) => enabled)
    .map((account) => ({ account, why: whyUnsure(account, { named, known, legs, now }) }))
  const without = asked.flatMap(({ account, why }) => (why === null ? account : []))
  return [
    ...moreThan(legs, { named, known, now }),
    ...[...Map.groupBy(asked, ({ why }) => why)].flatMap(([why, some]): Remark[] => {
      const names = namesOf(some.map(({ account }) => account))
      const [has, ofEach] = some.length === 1 ? ['has', ''] : ['have', ', of each']
      const message = `Whether ${names} ${has} a position in ${named.symbol} is not known${ofEach}: ${why}.`
      return why === null ? [] : [{ level: 'ask', message }]
    }),
    ...said(off, (names) => `Switched off, and left alone: ${names}.`),
    ...[...Map.groupBy(without, (account) => elsewhere(account, { named, known }))].flatMap(
      ([where, accounts]) =>
        said(
          accounts,
          (names) =>
            `No position in ${named.symbol} on ${named.exchange} in the books of ${names}${where}.`,
        ),
    ),
  ]
}

/** Of accounts that have legs, why they may hold more than these. */
export const moreThanLegs = (named: NamedExit, known: KnownPositions, now: number): Remark[] =>
  moreThan(legsOf(named, known), { named, known, now })

function moreThan(legs: readonly Position[], asked: Omit<Asked, 'legs'> & { now: number }) {
  const { named } = asked
  const holders = new Set(legs.map(({ account }) => account))
  return [...holders].flatMap((account): Remark[] => {
    const why = whyUnsure(account, { ...asked, legs })
    const message = `Whether this is all that ${account.name} holds of ${named.symbol} is not known: ${why}.`
    return why === null ? [] : [{ level: 'ask', message }]
  })
}

interface Asked {
  named: NamedExit
  known: KnownPositions
  /** What was found of it: to find them goes through all positions of all accounts. */
  legs: readonly Position[]
}

/** Why its legs, or that it has none, may not be all that there is. */
const whyUnsure = (account: Account, { now, ...asked }: Asked & { now: number }): string | null =>
  whyUnknown(asked.known.bookOf(account.id), now) ?? alikeIn(account, asked)

function alikeIn(account: Account, { named, known, legs }: Asked): string | null {
  const own = new Set(legs.filter((leg) => leg.account.id === account.id).map(({ id }) => id))
  const alike = openPositionsOf([account.id], known).find(
    (row) => !own.has(row.id) && mayBeOf(named, row, known.symbolNames),
  )
  return alike === undefined
    ? null
    : `it holds ${alike.record.symbol}${placeOf(alike, named)}, and nobody has said whether its broker means the same by that`
}

/** Where else it has one, for a person who looked on the wrong exchange. */
function elsewhere(account: Account, { named, known }: Omit<Asked, 'legs'>): string {
  const places = openPositionsOf([account.id], known).flatMap((row) => {
    const { data } = Exchange.safeParse(upper(row.record.exchange))
    return data !== undefined && isAlike({ ...named, exchange: data }, row, known.symbolNames)
      ? data
      : []
  })
  return places.length === 0 ? '' : `; it has one on ${[...new Set(places)].join(' and ')}`
}

function placeOf({ record }: Position, { exchange }: NamedExit): string {
  const where = record.exchange?.trim() ?? ''
  if (upper(where) === exchange) return ''
  return where === '' ? ' on no exchange that its row names' : ` on ${where}`
}

/** An exchange that is missing, or in words that nobody knows, may be the one that is meant. */
const mayBeOf = (named: NamedExit, row: Position, names: SymbolNames): boolean => {
  const { data = named.exchange } = Exchange.safeParse(upper(row.record.exchange))
  return data === named.exchange && isAlike(named, row, names)
}

/** Brokers write one share in many ways; only a person knows whether it is one. */
function isAlike(
  { exchange, symbol }: NamedExit,
  { account: { broker }, record }: Position,
  names: SymbolNames,
): boolean {
  const own = names.ownOf({ exchange, symbol, broker })
  const meant = [symbol, ...('names' in own ? own.names : [own.symbol])]
  const name = names.nameOf({ exchange, symbol: record.symbol, broker })
  const entry = names.entryOf({ exchange, name, broker })
  const isSpokenFor = entry !== null && sameSymbol(entry.symbol, record.symbol)
  // What somebody said to be another instrument is not taken for this one.
  if (isSpokenFor)
    return meant.some((one) => sameSymbol(one, name) || sameSymbol(one, record.symbol))
  return meant.some((one) => lettersOfShare(one) === lettersOfShare(record.symbol))
}

const upper = (word: string | null): string => word?.trim().toUpperCase() ?? ''

const said = (accounts: readonly Account[], say: (names: string) => string): Remark[] =>
  accounts.length === 0 ? [] : [{ level: 'note', message: say(namesOf(accounts)) }]

const namesOf = (accounts: readonly Account[]): string =>
  accounts.map(({ name }) => name).join(', ')

function whyUnknown(book: PositionsBook | undefined, now: number): string | null {
  if (book === undefined || !book.isRead || book.kept !== null)
    return 'its positions have not been read yet'
  if (book.trouble !== null) return 'its positions cannot be read now'
  const age = ageOf(book.lastAnswer, now)
  if (isStale(age, book.lastAnswer?.meta.every ?? 0))
    return `its positions are old, read ${ageText(age ?? 0)}`
  if (book.unreadable.length > 0) return 'its positions have rows that cannot be read'
  return book.leavesOut === 'rows' ? 'its book may leave out some of its positions' : null
}
