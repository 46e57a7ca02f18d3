import { ungrouped } from '../../../shared/core/typed-number.ts'
import type { Column } from './columns.ts'

interface Cell {
  value: number | string | null
  text: string
}

/** Whether a cell is what was asked for; or why the question cannot be read. */
export type ReadFilter = { ok: true; passes: (cell: Cell) => boolean } | { ok: false; why: string }

const bad = (why: string): ReadFilter => ({ ok: false, why })

/** Cut at bars, but for those within quotation marks; null where one of these is not closed. */
function alternatives(source: string): string[] | null {
  const found: string[] = ['']
  let isQuoted = false
  for (const letter of source) {
    if (letter === '"') isQuoted = !isQuoted
    if (letter === '|' && !isQuoted) found.push('')
    else found[found.length - 1] += letter
  }
  return isQuoted ? null : found.map((one) => one.trim()).filter((one) => one !== '')
}

const unquoted = (word: string): string =>
  word.startsWith('"') && word.endsWith('"') && word.length > 1
    ? word.slice(1, -1).replaceAll('""', '"')
    : word

/** `abc` is somewhere in it, `=abc` is all of it, `!abc` is not in it; `|` stands between several. */
function readWords(source: string): ReadFilter {
  const terms = alternatives(source)
  if (terms === null) return bad('A quotation mark is not closed.')
  const wanted: ((text: string) => boolean)[] = []
  const refused: ((text: string) => boolean)[] = []
  for (const term of terms) {
    const [, not, whole, rest] = /^(!?)(=?)\s*(.*)$/s.exec(term)!
    if (rest === '') return bad(`Write a word after ${term}`)
    const word = unquoted(rest!).toLowerCase()
    const list = not === '' ? wanted : refused
    list.push(whole === '' ? (text) => text.includes(word) : (text) => text === word)
  }
  return {
    ok: true,
    passes: (cell) => {
      const text = cell.text.toLowerCase()
      if (refused.some((is) => is(text))) return false
      return wanted.length === 0 || wanted.some((is) => is(text))
    },
  }
}

/** The filter that lets exactly these texts pass. */
export const oneOf = (texts: readonly string[]): string =>
  texts.map((text) => `="${text.replaceAll('"', '""')}"`).join(' | ')

/** Which texts a filter lets pass, where it names them in full; null where it says more. */
export function namedTexts(source: string): readonly string[] | null {
  const terms = alternatives(source)
  if (terms === null || !terms.every((term) => /^=./s.test(term))) return null
  return terms.map((term) => unquoted(term.slice(1).trim()))
}

const units: Record<string, number> = { k: 1e3, l: 1e5, cr: 1e7 }
const number = String.raw`[+\-−]?₹?(?:\d[\d,]*\.?\d*|\.\d+)(?:k|l|cr)?`
const alone = new RegExp(`^(>=|<=|≥|≤|!=|!|>|<|=)?(${number})$`, 'i')
const between = new RegExp(`^(${number})\\.\\.(${number})$`, 'i')

function figureOf(text: string): number {
  const [, sign, digits, unit] = /^([+\-−]?)₹?([\d.,]+)(k|l|cr)?$/i.exec(text)!
  const size = Number(ungrouped(digits!)) * (units[unit?.toLowerCase() ?? ''] ?? 1)
  return sign === '-' || sign === '−' ? -size : size
}

/** As it is shown: nobody types the digits that are not. */
function isSame(value: number, text: string, wanted: number): boolean {
  const decimals = Math.max(2, /\.(\d*)/.exec(text)?.[1]?.length ?? 0)
  return Math.abs(value - wanted) < 0.5 * 10 ** -Math.min(decimals, 12)
}

function readFigure(atom: string): ((value: number | null) => boolean) | null {
  if (atom === '–' || atom === '-' || atom === '?') return (value) => value === null
  const range = between.exec(atom)
  if (range !== null) {
    const ends = [figureOf(range[1]!), figureOf(range[2]!)] as const
    if (ends.some(Number.isNaN)) return null
    const [low, high] = [Math.min(...ends), Math.max(...ends)]
    return (value) => value !== null && value >= low && value <= high
  }
  const one = alone.exec(atom)
  if (one === null) return null
  const text = one[2]!
  const wanted = figureOf(text)
  if (!Number.isFinite(wanted)) return null
  switch (one[1]) {
    case '>':
      return (value) => value !== null && value > wanted
    case '<':
      return (value) => value !== null && value < wanted
    case '>=':
    case '≥':
      return (value) => value !== null && value >= wanted
    case '<=':
    case '≤':
      return (value) => value !== null && value <= wanted
    case '!':
    case '!=':
      return (value) => value !== null && !isSame(value, text, wanted)
    default:
      return (value) => value !== null && isSame(value, text, wanted)
  }
}

/** `>100`, `<0`, `10..20`, `1.5L`; all of what stands beside each other, any of what bars divide. */
function readFigures(source: string): ReadFilter {
  const either = source.split('|').filter((one) => one.trim() !== '')
  const groups: ((value: number | null) => boolean)[][] = []
  for (const all of either) {
    const atoms = all
      .replaceAll(/(?<!\s)\s*\.\.\s*/g, '..')
      .replaceAll(/([<>=!≥≤])\s+/g, '$1')
      .trim()
      .split(/\s+/)
    const tests = atoms.map(readFigure)
    const unread = tests.indexOf(null)
    if (unread >= 0)
      return bad(`‘${atoms[unread]}’ is not a number. Write for example >100, <0 or 10..20.`)
    groups.push(tests.filter((test) => test !== null))
  }
  return {
    ok: true,
    passes: ({ value }) => {
      const figure = typeof value === 'number' && !Number.isNaN(value) ? value : null
      return groups.length === 0 || groups.some((tests) => tests.every((test) => test(figure)))
    },
  }
}

export const readFilter = (source: string, isFigure: boolean): ReadFilter =>
  isFigure ? readFigures(source) : readWords(source)

/** Lets through what a person asked for; a question that cannot be read hides nothing. */
export class RowFilter<Row extends object> {
  #columns: readonly Column<Row>[] = []
  #filters: Readonly<Record<string, string>> = {}
  #tests: ((row: Row) => boolean)[] = []
  #known = new WeakMap<Row, boolean>()

  filter(
    rows: readonly Row[],
    columns: readonly Column<Row>[],
    filters: Readonly<Record<string, string>>,
  ): readonly Row[] {
    if (columns !== this.#columns || filters !== this.#filters) {
      this.#columns = columns
      this.#filters = filters
      this.#known = new WeakMap()
      this.#tests = columns.flatMap((column) => {
        const source = filters[column.id]
        if (source === undefined) return []
        const read = readFilter(source, column.align === 'end')
        if (!read.ok) return []
        return [(row: Row) => read.passes({ value: column.value(row), text: column.text(row) })]
      })
    }
    return this.#tests.length === 0 ? rows : rows.filter((row) => this.#passes(row))
  }

  #passes(row: Row): boolean {
    const known = this.#known.get(row)
    if (known !== undefined) return known
    const passes = this.#tests.every((test) => test(row))
    this.#known.set(row, passes)
    return passes
  }
}
