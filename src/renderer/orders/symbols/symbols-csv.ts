import { type BrokerSymbol, mostBrokerSymbols } from '../../../shared/orders/broker-symbols.ts'
import { SymbolNames, sameSymbol } from '../../../shared/orders/symbol-names.ts'
import { csvLine } from '../../../shared/core/spreadsheets.ts'
import {
  type BadCell,
  columnsByTitle,
  lengthProblem,
  meantCell,
  parseTable,
  readHead,
} from '../../components/csv-table.ts'
import { checkSymbol, type SymbolField, type SymbolFields, symbolSentence } from './symbol-form.ts'

const columns = ['name', 'exchange', 'broker', 'symbol'] as const satisfies SymbolField[]
const titles: Readonly<Record<SymbolField, string>> = {
  name: 'Name',
  exchange: 'Exchange',
  broker: 'Broker',
  symbol: 'Symbol',
}
const columnByTitle = columnsByTitle(titles, {
  instrument: 'name',
  brokercode: 'broker',
  brokersymbol: 'symbol',
  tradingsymbol: 'symbol',
})

/** A line of the file. */
interface SymbolRow extends SymbolFields {
  /** Of the file, the first being 1. */
  line: number
  bad: readonly BadCell[]
  /** Null where a cell is bad. */
  entry: BrokerSymbol | null
  /** It is so already. */
  isKnown: boolean
  /** What is here and cannot be true beside it. */
  instead: readonly BrokerSymbol[]
}

export type ReadSymbols =
  | { ok: false; message: string }
  | { ok: true; rows: readonly SymbolRow[]; ignored: readonly string[] }

/** The file that reads back as these. */
export const writeSymbols = (entries: readonly SymbolFields[]): string =>
  [columns.map((column) => titles[column]), ...entries.map((one) => columns.map((at) => one[at]))]
    .map(csvLine)
    .join('')

export const symbolsTemplate = (): string =>
  writeSymbols([
    { name: 'RELIANCE', exchange: 'NSE', broker: 'ZE', symbol: 'RELIANCE' },
    { name: 'RELIANCE', exchange: 'NSE', broker: 'AB', symbol: 'RELIANCE-EQ' },
  ])

const no = (message: string): ReadSymbols => ({ ok: false, message })

/** Reads a file of symbols. Nothing is taken over by this: it is shown first. */
export function readSymbols(source: string, names: SymbolNames): ReadSymbols {
  const table = parseTable(source)
  if (table === null) return no('A quotation mark opens a cell, and none closes it.')
  const [head, ...lines] = table
  if (head === undefined) return no('There is nothing in it.')
  const read = readHead(head.cells, { columns: columnByTitle, titles, needed: columns })
  if (!read.ok) return read
  const { places, ignored } = read
  if (lines.length === 0) return no('It has a first line and no symbols.')
  if (lines.length > mostBrokerSymbols)
    return no(`It has ${lines.length} symbols; ${mostBrokerSymbols} are kept at most.`)
  const rows = lines.map(({ number, cells }) => readLine({ line: number, cells, places, names }))
  return { ok: true, rows: withClashes(rows), ignored }
}

function readLine(of: {
  line: number
  cells: readonly string[]
  places: readonly (SymbolField | null)[]
  names: SymbolNames
}): SymbolRow {
  const { line, cells, places, names } = of
  const fields: SymbolFields = { name: '', exchange: '', broker: '', symbol: '' }
  const row = { line, ...fields, bad: [], entry: null, isKnown: false, instead: [] }
  if (cells.length !== places.length) {
    const message = lengthProblem(cells, places)
    return { ...row, bad: [{ column: '', cell: cells.join(' | '), message }] }
  }
  for (const [at, column] of places.entries())
    if (column !== null) fields[column] = meantCell(cells[at]!)
  const checked = checkSymbol(fields, { origin: 'imported', names })
  if (!checked.ok) {
    const bad = Object.entries(checked.problems).map(([field, message]): BadCell => {
      const column = field as SymbolField
      return { column: titles[column], cell: fields[column], message }
    })
    return { ...row, ...fields, bad }
  }
  const { entry, instead } = checked
  const before = names.entryOf(entry)
  const isKnown = before !== null && sameSymbol(before.symbol, entry.symbol)
  return { ...row, ...fields, entry, instead, isKnown }
}

/** Lines that contradict one before them: nobody could say which of the two the file means. */
function withClashes(rows: readonly SymbolRow[]): SymbolRow[] {
  const lineOf = new Map(rows.flatMap(({ entry, line }) => (entry ? [[entry, line]] : [])))
  const names = new SymbolNames([...lineOf.keys()])
  const sound = new Set(names.entries)
  return rows.map((row) => {
    const { entry } = row
    if (entry === null || sound.has(entry)) return row
    const [other = names.entryOf(entry)!] = names.against(entry)
    const message = `line ${lineOf.get(other)} says that ${symbolSentence(other)}: leave one of them`
    return {
      ...row,
      entry: null,
      bad: [{ column: titles.symbol, cell: entry.symbol, message }],
    }
  })
}
