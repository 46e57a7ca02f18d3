import { readingOnce } from '../core/reading-once.ts'
import {
  type ContractReading,
  contractReadings,
  mayBeOneContract,
  numbersOfNames,
} from '../service/contracts.ts'
import { aboveZero, lastPriceOf } from '../service/row-figures.ts'
import { isToken, lettersOfShare, mayBeSameInstrument, seriesOf } from '../service/symbol-words.ts'
import { mayBeExchange, productOfWord } from '../service/words.ts'
import { type PositionWords, repeats } from './open-rows.ts'

const figures = [
  ...(['netqty', 'cfbuyqty', 'cfsellqty', 'bqty', 'sqty'] as const),
  ...(['buyavgprc', 'sellavgprc', 'netavgprc', 'ltp'] as const),
]

type PositionNames = PositionWords &
  Partial<Record<'token' | 'tick_size' | (typeof figures)[number], unknown>>

/** Of each row those that may be the same position. */
type Alike<R> = ReadonlyMap<R, ReadonlySet<R>>

/** A book that changes gets other rows: what was found in these holds for whoever asks. */
const found = new WeakMap<object, { alike: Alike<unknown>; repeated: ReadonlySet<unknown> }>()

/**
 * Rows of positions of which the book has more than one, be it under two names: none of their figures is
 * known. Two names are one position where their token says so, or where nothing but their spelling
 * differs and no tokens tell them apart.
 */
export const repeatedPositions = <R extends PositionNames>(
  rows: ReadonlyMap<string, R>,
): ReadonlySet<R> => findRepeated(rows).repeated

/** Whether two rows of a book may be one position. */
export const mayBeOnePosition = <R extends PositionNames>(
  rows: ReadonlyMap<string, R>,
  one: R,
  other: R,
): boolean => findRepeated(rows).alike.get(one)?.has(other) === true

function findRepeated<R extends PositionNames>(
  rows: ReadonlyMap<unknown, R>,
): { alike: Alike<R>; repeated: ReadonlySet<R> } {
  let known = found.get(rows) as { alike: Alike<R>; repeated: ReadonlySet<R> } | undefined
  if (known === undefined) {
    const alike = findAlike(rows)
    found.set(rows, (known = { alike, repeated: new Set(alike.keys()) }))
  }
  return known
}

/** Rows whose symbols are alike but for how they are spelt, in groups of more than one. */
export function rowsAlike<R extends PositionNames>(
  rows: ReadonlyMap<unknown, R>,
): readonly (readonly R[])[] {
  let groups = foundAlike.get(rows) as readonly (readonly R[])[] | undefined
  if (groups === undefined) {
    groups = grouped([...rows.values()], ({ symbol }) => [lettersOfShare(String(symbol))])
    foundAlike.set(rows, groups)
  }
  return groups
}
const foundAlike = new WeakMap<object, readonly (readonly unknown[])[]>()

function findAlike<R extends PositionNames>(rows: ReadonlyMap<unknown, R>): Alike<R> {
  const all = [...rows.values()]
  const alike = new Map<R, Set<R>>()
  const noteOf = (row: R, same: R): void => {
    const known = alike.get(row)
    if (known === undefined) alike.set(row, new Set([same]))
    else if (known.size < mostOfToken) known.add(same)
  }
  const note = (one: R, other: R): void => {
    noteOf(one, other)
    noteOf(other, one)
  }
  /** Notes those of a group that are one. */
  const look = (group: readonly R[], areOne: (one: R, other: R) => boolean): void => {
    for (const [at, one] of group.entries())
      for (let next = at + 1; next < group.length; next++)
        if (areOne(one, group[next]!)) note(one, group[next]!)
  }
  const byLetters = rowsAlike(rows)
  for (const ofOne of new Set(repeats(byLetters.flat()).values()))
    if (!areToldApart(ofOne)) for (const row of ofOne.slice(1)) note(ofOne[0]!, row)
  for (const group of byLetters) {
    look(group, (one, other) => isOneBySpelling(one, other) && isSamePlace(one, other))
    look(group, isOneOfTwoExchanges)
  }
  let areTold = all.every(({ token }) => isToken(token))
  for (const group of grouped(all, tokensOf)) {
    const told = toldByToken(group)
    if (told === 'nothing') areTold = false
    else
      look(
        group,
        (one, other) => isSamePlace(one, other) && (told === 'all' || isOneByToken(one, other)),
      )
  }
  // Two tokens tell two apart, and one makes them one, whatever they are called.
  if (areTold) return alike
  const readings = all.map(({ symbol }) => contractReadings(String(symbol)))
  for (const group of ofOneContract(all, readings))
    look(group, (one, other) => isOneContract(one, other) && isSamePlace(one, other))
  const isUnread = (row: R, at: number): boolean => readings[at]!.length === 0 && mayBeContract(row)
  const unread = all.filter(isUnread)
  const known = unread.length === 0 ? [] : all.filter((row, at) => !isUnread(row, at))
  if (unread.length * known.length <= mostPairs)
    for (const one of unread)
      for (const other of known)
        if (isSamePlace(one, other) && isOneUnread(one, other)) note(one, other)
  return alike
}

const pairsOf = <R>(rows: readonly R[]): readonly (readonly [R, R])[] =>
  rows.flatMap((one, at) => rows.slice(at + 1).map((other) => [one, other] as const))

/** A book that names no exchange may have one share of two. */
const areToldApart = (rows: readonly PositionNames[]): boolean =>
  textOf(rows[0]!.exchange).trim() === '' &&
  rows.every(({ token }) => isToken(token)) &&
  new Set(rows.map(({ token }) => token)).size === rows.length

/** Exchanges, products and spellings in which one token may stand. */
const mostOfToken = 40
/** Of contracts in a way that is not known with those that are: a book of thousands comes each second. */
const mostPairs = 4000
/** Names of one instrument that have nothing in common: those of a share, and its number. */
const mostNames = 3

/** Some books have the number of a share in the place of its symbol. */
const tokensOf = ({ token, symbol }: PositionNames): readonly string[] =>
  isToken(token) ? [String(token)] : isNumber(symbol) ? [symbol.trim()] : none
const none: readonly string[] = []

const isNumber = (symbol: unknown): symbol is string =>
  typeof symbol === 'string' && /^\d+$/.test(symbol.trim())

/**
 * What rows of one token are, that are of one exchange, product or not: all of them one instrument, as
 * far as anybody knows; those whose names have something in common; or nothing, as where a token is
 * given to several instruments.
 */
function toldByToken(rows: readonly PositionNames[]): 'all' | 'names alike' | 'nothing' {
  if (rows.length > mostOfToken) return 'nothing'
  const unlike = pairsOf(rows).filter(
    ([one, other]) => isSameExchange(one, other) && !isOneByToken(one, other),
  )
  if (unlike.length === 0) return 'names alike'
  const names = new Set(rows.map(({ symbol }) => lettersOfShare(String(symbol))))
  const areSeveral = unlike.some(([one, other]) => areSurelyTwo(one, other))
  return areSeveral || names.size > mostNames ? 'nothing' : 'all'
}

/** Groups of more than one; nearly always there is none, or rows of one symbol. */
function grouped<R>(rows: readonly R[], keysOf: (row: R) => readonly string[]): R[][] {
  const keys = new Set<string>()
  const groups = new Map<string, R[]>()
  for (const row of rows)
    for (const key of keysOf(row)) {
      const before = keys.size
      // It was there already: nearly none is, so a set is asked, and only once.
      if (keys.add(key).size === before) groups.set(key, [])
    }
  if (groups.size > 0)
    for (const row of rows) for (const key of keysOf(row)) groups.get(key)?.push(row)
  return [...groups.values()]
}

const isSamePlace = (one: PositionWords, other: PositionWords): boolean =>
  mayBeSameProduct(productOf(one), productOf(other)) && isSameExchange(one, other)

/** One that is not told may be any. */
const mayBeSameProduct = (one: string, other: string): boolean =>
  one === '' || other === '' || one === other

const isSameExchange = (one: PositionWords, other: PositionWords): boolean =>
  mayBeExchange(textOf(one.exchange), textOf(other.exchange))

const haveOtherTokens = (one: PositionNames, other: PositionNames): boolean =>
  one.token !== other.token && isToken(one.token) && isToken(other.token)

function isOneBySpelling(one: PositionNames, other: PositionNames): boolean {
  if (haveOtherTokens(one, other)) return false
  const [first, second] = [one, other].map(({ symbol }) => seriesOf(String(symbol)))
  return first === null || second === null || first === second
}

/** As some services write each share at both, with all figures of the one row in the other. */
const isOneOfTwoExchanges = (one: PositionNames, other: PositionNames): boolean =>
  one.exchange !== other.exchange &&
  isOneBySpelling(one, other) &&
  areAlikeInAll(one, other) &&
  mayBeSameProduct(productOf(one), productOf(other)) &&
  isAtShares(one) &&
  isAtShares(other)

const isAtShares = ({ exchange }: PositionWords): boolean =>
  /^[NB]SE$/.test(textOf(exchange).trim().toUpperCase())

/** Two positions at one average and one last price are hardly two. */
const areAlikeInAll = (one: PositionNames, other: PositionNames): boolean =>
  figures.every((name) => one[name] === other[name]) &&
  (aboveZero(one.buyavgprc) ?? aboveZero(one.sellavgprc) ?? aboveZero(one.netavgprc)) !== null

/** Groups of rows that have a name of their contracts alike, by the readings of each. */
function ofOneContract<R>(
  rows: readonly R[],
  readings: readonly (readonly ContractReading[])[],
): R[][] {
  const counts = new Uint16Array(numbersOfNames)
  for (const all of readings) for (const { number } of all) counts[number]!++
  const perhaps = rows
    .map((row, at) => ({ row, readings: readings[at]! }))
    .filter((one) => one.readings.some(({ number }) => counts[number]! > 1))
  const groups = grouped(perhaps, (one) => one.readings.map(({ name }) => name))
  return groups.map((group) => group.map(({ row }) => row))
}

/** Written in two ways, with the same underlying, kind and strike, and perhaps the same end. */
const isOneContract = (one: PositionNames, other: PositionNames): boolean =>
  !haveOtherTokens(one, other) && mayBeOne(one, other) && !arePricedApart(one, other)

const mayBeOne = ({ symbol, exchange }: PositionNames, other: PositionNames): boolean =>
  mayBeOneContract(
    { symbol: String(symbol), exchange: textOf(exchange).trim() },
    String(other.symbol),
  )

/** What is written in a way that is not known may by its figures be a contract that is. */
const mayBeContract = (row: PositionNames): boolean =>
  /\d/.test(String(row.symbol)) && !isAtShares(row)

const isOneUnread = (one: PositionNames, other: PositionNames): boolean =>
  !haveOtherTokens(one, other) &&
  mayBeSameInstrument(String(one.symbol), String(other.symbol)) &&
  !arePricedApart(one, other)

const isOneByToken = (one: PositionNames, other: PositionNames): boolean => {
  const [first, second] = [lettersOfShare(String(one.symbol)), lettersOfShare(String(other.symbol))]
  if (areTwoContracts(one, other)) return false
  const goesOn =
    first !== '' && second !== '' && (first.startsWith(second) || second.startsWith(first))
  return goesOn || mayBeSameInstrument(String(one.symbol), String(other.symbol))
}

const areSurelyTwo = (one: PositionNames, other: PositionNames): boolean =>
  areTwoContracts(one, other) || arePricedApart(one, other)

/** Written in one form, figure for figure, or in two of other words: of some brokers the token is that of the underlying. */
function areTwoContracts(one: PositionNames, other: PositionNames): boolean {
  const [first, second] = [one, other].map(({ symbol }) => lettersOfShare(String(symbol)))
  if (first === second) return false
  if (/\d/.test(first!) && formOf(first!) === formOf(second!)) return true
  const areRead = [one, other].map(({ symbol }) => contractReadings(String(symbol)).length > 0)
  return areRead[0]! && areRead[1]! && !mayBeOne(one, other)
}

const formOf = readingOnce((name: string) => name.replaceAll(/[A-Z]/g, 'A').replaceAll(/\d/g, '9'))

/** As a part of the lower one: rows of one answer have one last price of one instrument. */
const mostApart = 0.05

function arePricedApart(one: PositionNames, other: PositionNames): boolean {
  const [first, second] = [lastPriceOf(one), lastPriceOf(other)]
  if (first === null || second === null) return false
  return Math.abs(first - second) > Math.min(first, second) * mostApart
}

const textOf = (word: unknown): string => (typeof word === 'string' ? word : '')

const productOf = ({ product }: PositionWords): string =>
  productOfWord(product) ?? textOf(product).trim().toUpperCase()
