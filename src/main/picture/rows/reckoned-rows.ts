import {
  isWorkingRow,
  netUnitsOf,
  repeats,
  sharedSymbols,
} from '../../../shared/books/open-rows.ts'
import { rowsAlike } from '../../../shared/books/repeated-positions.ts'
import type { Row, Rows, RowsPatch } from '../../../shared/core/patch.ts'
import { contractReadings } from '../../../shared/service/contracts.ts'
import { isToken, lettersOfShare } from '../../../shared/service/symbol-words.ts'

/** An unchanged book keeps its rows, and with them what was reckoned from them. */
export function remembering<Figure>(reckon: (rows: Rows) => Figure): (rows: Rows) => Figure {
  const figures = new WeakMap<Rows, Figure>()
  return (rows) => {
    const old = figures.get(rows)
    if (old !== undefined) return old
    const figure = reckon(rows)
    figures.set(rows, figure)
    return figure
  }
}

/** Orders that are not known to be finished. */
export const workingRows = remembering((rows): readonly Row[] =>
  [...rows.values()].filter(isWorkingRow),
)

const workingCounts = new WeakMap<Rows, number>()

/** How many these are; of a book that was followed it is known without a look at its rows. */
export function workingCount(rows: Rows): number {
  let count = workingCounts.get(rows)
  if (count === undefined) workingCounts.set(rows, (count = workingRows(rows).length))
  return count
}

/** Told of a book that was read anew, with what changed in it: an order to many accounts asks for the count of each. */
export function followWorking(
  before: Rows,
  rows: Rows,
  { put = [], set = [], drop = [] }: RowsPatch,
): void {
  let count = workingCounts.get(before)
  if (count === undefined || before === rows) return
  const countOf = (row: Row | undefined): number => (row !== undefined && isWorkingRow(row) ? 1 : 0)
  const changed = new Set([...put.map(([key]) => key), ...set.map(([key]) => key), ...drop])
  for (const key of changed) count += countOf(rows.get(key)) - countOf(before.get(key))
  workingCounts.set(rows, count)
}

/** Symbols that several rows of a book have. */
export const symbolsOfSeveral = remembering((rows) => sharedSymbols(rowsAlike(rows).flat()))

/** Of each row whose position stands in its book more than once, all rows of that position. */
const repeatedRows = remembering((rows) =>
  repeats(rows.values(), { shared: symbolsOfSeveral(rows) }),
)

/** Positions that are not known to be zero, each once; what is not known of one is null. */
export const openRows = remembering((rows): readonly Row[] => {
  const repeated = repeatedRows(rows)
  const told = new Set<readonly Row[]>()
  return [...rows.values()].flatMap((row): readonly Row[] => {
    const ofOne = repeated.get(row) ?? [row]
    if (told.has(ofOne)) return []
    if (ofOne.length > 1) told.add(ofOne)
    const net = netUnitsOf(ofOne)
    if (net === 0) return []
    return [row['netqty'] === net ? row : { ...row, netqty: net }]
  })
})

/** Positions that are not known to be zero, by what is left of their symbols in every spelling of them. */
export const openByLetters = remembering((rows): ReadonlyMap<string, readonly Row[]> =>
  Map.groupBy(openRows(rows), ({ symbol }) => lettersOfShare(String(symbol))),
)

/** The same by what their contracts are called, but for their days. */
export const openByContract = remembering((rows): ReadonlyMap<string, readonly Row[]> => {
  const open = openRows(rows).flatMap((row) =>
    contractReadings(String(row['symbol'])).map(({ name }) => ({ name, row })),
  )
  const byName = Map.groupBy(open, ({ name }) => name)
  return new Map([...byName].map(([name, all]) => [name, all.map(({ row }) => row)]))
})

/** Rows of an instrument that their book calls by a token; none by one that brokers write for no token. */
export function rowsOfToken(rows: Rows, token: unknown): readonly Row[] {
  return isToken(token) ? [...rows.values()].filter((row) => row['token'] === token) : []
}
