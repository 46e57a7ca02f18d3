import { readingOnce } from '../core/reading-once.ts'
import { isToken, lettersOfShare, mayBeSameInstrument, seriesOf } from '../service/symbol-words.ts'
import { mayBeExchange, productOfWord } from '../service/words.ts'
import { type PositionWords, repeats } from './open-rows.ts'

type PositionNames = PositionWords & { token?: unknown }

/** A book that changes gets other rows: what was found in these holds for whoever asks. */
const found = new WeakMap<object, ReadonlySet<unknown>>()

/**
 * Rows of positions of which the book has more than one, be it under two names: none of their figures is
 * known. Two names are one position where their token says so, or where nothing but their spelling
 * differs and no tokens tell them apart.
 */
export function repeatedPositions<R extends PositionNames>(
  rows: ReadonlyMap<string, R>,
): ReadonlySet<R> {
  const known = found.get(rows) as ReadonlySet<R> | undefined
  const repeated = known ?? findRepeated(rows)
  if (known === undefined) found.set(rows, repeated)
  return repeated
}

/** Rows whose symbols are alike but for how they are spelt, in groups of more than one. */
export function rowsAlike<R extends PositionNames>(
  rows: ReadonlyMap<unknown, R>,
): readonly (readonly R[])[] {
  let groups = foundAlike.get(rows) as readonly (readonly R[])[] | undefined
  if (groups === undefined) {
    groups = grouped([...rows.values()], ({ symbol }) => lettersOfShare(String(symbol)))
    foundAlike.set(rows, groups)
  }
  return groups
}
const foundAlike = new WeakMap<object, readonly (readonly unknown[])[]>()

function findRepeated<R extends PositionNames>(rows: ReadonlyMap<unknown, R>): Set<R> {
  const all = [...rows.values()]
  const repeated = new Set<R>()
  const byLetters = rowsAlike(rows)
  for (const [row, ofOne] of repeats(byLetters.flat())) if (!areToldApart(ofOne)) repeated.add(row)
  for (const alike of byLetters) notePairs(alike, isOneBySpelling, repeated)
  const byToken = grouped(all, ({ token }) => (isToken(token) ? String(token) : null))
  for (const alike of byToken) if (!isGivenToAll(alike)) notePairs(alike, isOneByToken, repeated)
  return repeated
}

/** A book that names no exchange may have one share of two. */
const areToldApart = (rows: readonly PositionNames[]): boolean =>
  textOf(rows[0]!.exchange).trim() === '' &&
  rows.every(({ token }) => isToken(token)) &&
  new Set(rows.map(({ token }) => token)).size === rows.length

/** Exchanges, products and spellings in which one token may stand. */
const mostOfToken = 40

/** A token that rows of one exchange have whose names have nothing in common tells nothing. */
const isGivenToAll = (rows: readonly PositionNames[]): boolean =>
  rows.length > mostOfToken ||
  rows.some((one, at) =>
    rows.slice(at + 1).some((other) => isSameExchange(one, other) && !isOneByToken(one, other)),
  )

/** Groups of more than one; nearly always there is none, or rows of one symbol. */
function grouped<R>(rows: readonly R[], keyOf: (row: R) => string | null): R[][] {
  const first = new Map<string, R>()
  const groups = new Map<string, R[]>()
  for (const row of rows) {
    const key = keyOf(row)
    if (key === null) continue
    const before = first.get(key)
    if (before === undefined) {
      first.set(key, row)
      continue
    }
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [before, row])
    else group.push(row)
  }
  return [...groups.values()]
}

function notePairs<R extends PositionNames>(
  alike: readonly R[],
  areOne: (one: R, other: R) => boolean,
  repeated: Set<R>,
): void {
  for (const [at, one] of alike.entries())
    for (const other of alike.slice(at + 1))
      if (isSamePlace(one, other) && areOne(one, other)) repeated.add(one).add(other)
}

const isSamePlace = (one: PositionWords, other: PositionWords): boolean =>
  mayBeSameProduct(productOf(one), productOf(other)) && isSameExchange(one, other)

/** One that is not told may be any. */
const mayBeSameProduct = (one: string, other: string): boolean =>
  one === '' || other === '' || one === other

const isSameExchange = (one: PositionWords, other: PositionWords): boolean =>
  mayBeExchange(textOf(one.exchange), textOf(other.exchange))

function isOneBySpelling(one: PositionNames, other: PositionNames): boolean {
  if (isToken(one.token) && isToken(other.token) && one.token !== other.token) return false
  const [first, second] = [one, other].map(({ symbol }) => seriesOf(String(symbol)))
  return first === null || second === null || first === second
}

const isOneByToken = (one: PositionNames, other: PositionNames): boolean => {
  const [first, second] = [lettersOfShare(String(one.symbol)), lettersOfShare(String(other.symbol))]
  if (areTwoContracts(first, second)) return false
  const goesOn =
    first !== '' && second !== '' && (first.startsWith(second) || second.startsWith(first))
  return goesOn || mayBeSameInstrument(String(one.symbol), String(other.symbol))
}

/** Written in one form, figure for figure: of some brokers the token is that of the underlying. */
const areTwoContracts = (one: string, other: string): boolean =>
  one !== other && /\d/.test(one) && formOf(one) === formOf(other)

const formOf = readingOnce((name: string) => name.replaceAll(/[A-Z]/g, 'A').replaceAll(/\d/g, '9'))

const textOf = (word: unknown): string => (typeof word === 'string' ? word : '')

const productOf = ({ product }: PositionWords): string =>
  productOfWord(product) ?? textOf(product).trim().toUpperCase()
