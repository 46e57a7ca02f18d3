import { unguarded } from '../../shared/core/spreadsheets.ts'
import { brief } from '../../shared/core/visible-text.ts'

const separators = [',', ';', '\t'] as const

/** The separator of the first line that has any words: a spreadsheet's clipboard has tabs, files one of the others. */
function separatorOf(text: string): string {
  const [line = ''] = text.trimStart().split(/\r?\n/, 1)
  const bare = line.replaceAll(/"[^"]*"/g, '')
  const count = (separator: string): number => bare.split(separator).length
  return separators.reduce((best, one) => (count(one) > count(best) ? one : best))
}

interface TableLine {
  /** Of the file, where it begins; the first is 1. */
  number: number
  cells: string[]
}

/**
 * Cells of each line that has any; a quoted cell may hold separators, line ends, and quotes written
 * twice. Null where a quote is not closed: all that follows would be its cell.
 */
export function parseTable(text: string): TableLine[] | null {
  const separator = separatorOf(text)
  const lines: TableLine[] = []
  let cells: string[] = []
  let cell = ''
  let number = 1
  let next = 1
  let isQuoted = false
  const endCell = (): void => {
    cells.push(cell)
    cell = ''
  }
  const endLine = (): void => {
    endCell()
    if (cells.some((one) => one.trim() !== '')) lines.push({ number, cells })
    cells = []
    number = next
  }
  for (let at = text.startsWith('\uFEFF') ? 1 : 0; at < text.length; at++) {
    const letter = text[at]!
    if (letter === '\n') next++
    if (isQuoted) {
      if (letter !== '"') cell += letter
      else if (text[at + 1] === '"') cell += text[at++]
      else isQuoted = false
    } else if (letter === '"' && cell.trim() === '') {
      cell = ''
      isQuoted = true
    } else if (letter === separator) endCell()
    else if (letter === '\n') endLine()
    else if (letter !== '\r') cell += letter
  }
  endLine()
  return isQuoted ? null : lines
}

/** A column's title, however it is written. */
export const bareTitle = (text: string): string => text.toLowerCase().replaceAll(/[\s_-]/g, '')

/** A cell as a person means it, without what keeps a spreadsheet from running it. */
export const meantCell = (cell: string): string => unguarded(cell.trim()).trim()

export const lengthProblem = (cells: readonly string[], columns: readonly unknown[]): string =>
  `has ${cells.length} cells, and there are ${columns.length} columns: a cell with a comma in it stands in quotation marks`

/** A cell, or a whole line, that is not understood. */
export interface BadCell {
  /** Empty where it is the whole line. */
  column: string
  /** As it came. */
  cell: string
  message: string
}

type ReadHead<Column> =
  | { ok: false; message: string }
  | {
      ok: true
      /** What each column is for; null where it means nothing here. */
      places: readonly (Column | null)[]
      /** The titles of those that mean nothing. */
      ignored: readonly string[]
    }

/** The first line of a table: which column is which. */
export function readHead<Column extends string>(
  cells: readonly string[],
  of: {
    columns: ReadonlyMap<string, Column>
    titles: Readonly<Record<Column, string>>
    needed: readonly Column[]
  },
): ReadHead<Column> {
  const { columns, titles, needed } = of
  const places = cells.map((title) => columns.get(bareTitle(title)) ?? null)
  const missing = needed.filter((column) => !places.includes(column))
  if (missing.length > 0) {
    const names = missing.map((column) => `‘${titles[column]}’`).join(', ')
    return {
      ok: false,
      message: `Its first line names no column ${names}. Begin with the template.`,
    }
  }
  const twice = places.find((place, at) => place !== null && places.indexOf(place) !== at)
  if (twice != null)
    return { ok: false, message: `Two columns are for the ${titles[twice]}. Leave one.` }
  const ignored = cells.filter((title, at) => places[at] === null && title.trim() !== '')
  return { ok: true, places, ignored: someOf(ignored.map((title) => title.trim())) }
}

/** A window stands still for seconds while it lays out the titles of a file that is none of these. */
const mostTitles = 8

const someOf = (titles: readonly string[]): string[] => {
  const shown = titles.slice(0, mostTitles).map((title) => brief(title, 40))
  const more = titles.length - shown.length
  return more > 0 ? [...shown, `${more} more`] : shown
}

/** The columns of a table by their titles, and by what else they may be called. */
export const columnsByTitle = <Column extends string>(
  titles: Readonly<Record<Column, string>>,
  others: Readonly<Record<string, Column>>,
): ReadonlyMap<string, Column> =>
  new Map([
    ...Object.entries(others),
    ...Object.entries<string>(titles).map(([column, title]): [string, Column] => [
      bareTitle(title),
      column as Column,
    ]),
  ])
