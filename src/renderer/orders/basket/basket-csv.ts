import type { Account } from '../../../shared/accounts/accounts.ts'
import { csvLine } from '../../../shared/core/spreadsheets.ts'
import { ungrouped } from '../../../shared/core/typed-number.ts'
import { mostOrders, SharedSum } from '../../../shared/orders/tickets.ts'
import {
  type BadCell,
  bareTitle,
  lengthProblem,
  meantCell,
  parseTable,
} from '../../components/csv-table.ts'
import { type FieldName, fieldNames, fieldRow, type TicketText } from '../ticket/field-table.ts'
import { kindNames } from '../ticket/ticket-kinds.ts'
import { sumWanted } from '../ticket/ticket-fields.ts'
import { fieldsOfKind, isUsed } from '../ticket/ticket-shape.ts'
import { emptyText } from '../ticket/ticket-text.ts'
import { groupOfLine, type LineTargets, targetNamed, writtenTarget } from './line-target.ts'
import { problemsAt } from './line-problems.ts'
import { isInLine, withQuantity } from './spread-line.ts'

/** What a column may be called: as in the template, or as the service calls the field. */
const fieldByTitle: ReadonlyMap<string, FieldName> = new Map([
  ...fieldNames
    .flatMap((field): [string, FieldName][] => {
      const name = fieldRow(field).service?.name
      return name === undefined ? [] : [[bareTitle(name), field]]
    })
    // Where two fields are read from one of the service's, it is the first that has its name.
    .toReversed(),
  ...fieldNames.map((field): [string, FieldName] => [bareTitle(fieldRow(field).column), field]),
])

/** A column for the person's own words. */
const ownColumn = 'note'

interface ReadRow {
  /** As in the file, the first line being 1. */
  line: number
  text: TicketText
  /** What stops it: nothing that was not understood is left out unsaid. */
  bad: readonly BadCell[]
}

export type ReadBasket =
  | { ok: false; message: string }
  | {
      ok: true
      rows: readonly ReadRow[]
      /** Columns that mean nothing to us: a line with anything in them is stopped. */
      unknown: readonly string[]
      /** What was taken where lines say nothing. */
      assumed: readonly Assumed[]
    }

interface Assumed {
  column: string
  value: string
  lines: number
}

interface FileColumn {
  title: string
  field: FieldName | null
}

/** Reads what was pasted or opened. Nothing is taken over by this: it is shown first. */
export function readBasket(source: string, targets: LineTargets): ReadBasket {
  const table = parseTable(source)
  if (table === null)
    return { ok: false, message: 'A quotation mark opens a cell, and none closes it.' }
  const [head, ...lines] = table
  if (head === undefined) return { ok: false, message: 'There is nothing in it.' }
  const columns = head.cells.map((title): FileColumn => {
    const field = fieldByTitle.get(bareTitle(title)) ?? null
    return { title: title.trim(), field }
  })
  if (columns.every(({ field }) => field === null))
    return { ok: false, message: 'Its first line names no column. Begin with the template.' }
  const twice = repeatedOf(columns)
  if (twice !== null) return { ok: false, message: twice }
  if (lines.length === 0) return { ok: false, message: 'It has a first line and no orders.' }
  if (lines.length > mostOrders)
    return { ok: false, message: `It has ${lines.length} orders; a basket holds ${mostOrders}.` }
  const unknown = columns.filter(isUnknown).map(({ title }) => title)
  const rows = lines.map(({ number, cells }) => readRow(columns, cells, { line: number, targets }))
  return {
    ok: true,
    rows: rows.map(({ line, text, bad }) => ({ line, text, bad })),
    unknown: unknown.filter((title) => title !== ''),
    assumed: assumedOf(rows.filter(({ bad }) => bad.length === 0)),
  }
}

/** Where an order goes, how it is held and when it trades are never taken unsaid. */
const assumable = ['exchange', 'product', 'type'] as const

const assumedOf = (rows: readonly CameRow[]): Assumed[] =>
  assumable.flatMap((field) => {
    const silent = rows.filter(({ text, came }) => isUsed(field, text) && !came[field])
    return [...Map.groupBy(silent, ({ text }) => text[field])].map(
      ([value, { length: count }]): Assumed => ({
        column: fieldRow(field).column,
        value,
        lines: count,
      }),
    )
  })

const isUnknown = ({ title, field }: FileColumn): boolean =>
  field === null && bareTitle(title) !== ownColumn

function repeatedOf(columns: readonly FileColumn[]): string | null {
  for (const { field } of columns) {
    const same = columns.filter((other) => other.field === field)
    if (field === null || same.length === 1) continue
    const titles = same.map(({ title }) => `‘${title}’`).join(' and ')
    return `${same.length} columns are for the ${fieldRow(field).column}: ${titles}. Leave one.`
  }
  return null
}

/** A row with what its cells say. */
interface CameRow extends ReadRow {
  came: Cells
}

type Cells = Readonly<Partial<Record<FieldName, string>>>

function readRow(
  columns: readonly FileColumn[],
  cells: readonly string[],
  { line, targets }: { line: number; targets: LineTargets },
): CameRow {
  if (cells.length !== columns.length) {
    const bad = [{ column: '', cell: cells.join(' | '), message: lengthProblem(cells, columns) }]
    return { line, text: emptyText, bad, came: {} }
  }
  const came: Cells = Object.fromEntries(
    columns.flatMap(({ field }, at) => (field === null ? [] : [[field, meantCell(cells[at]!)]])),
  )
  const { text, account, bad } = readCells(came, targets)
  const unread = columns.flatMap((column, at) => {
    const cell = meantCell(cells[at]!)
    const message = 'is in a column that means nothing here'
    return isUnknown(column) && cell !== '' ? [{ column: column.title, cell, message }] : []
  })
  const problems = { ...problemsAt(withQuantity(text, targets), account), ...bad }
  const named = Object.entries(problems).map(([field, message]) => {
    const { column } = fieldRow(field as FieldName)
    return { column, cell: came[field as FieldName] ?? '', message }
  })
  return { line, text, bad: [...named, ...unread], came }
}

type Wrong = Partial<Record<FieldName, string>>

function readCells(
  came: Cells,
  targets: LineTargets,
): { text: TicketText; account: Account | null; bad: Wrong } {
  const text: Record<string, string> = { ...emptyText }
  const bad: Wrong = {}
  for (const [name, cell] of Object.entries(came)) {
    const field = name as FieldName
    const read = readCell(field, cell)
    text[field] = read.value
    if (read.bad !== undefined) bad[field] = read.bad
  }
  const found = targetNamed(came.account ?? '', targets)
  if ('id' in found) text['account'] = found.id
  else bad.account = found.why
  const account = targets.accounts.find(({ id }) => id === text['account']) ?? null
  const group = groupOfLine(text['account'] ?? '', targets.groups)
  if (group !== undefined && !group.members.some(isAmong(targets.accounts)))
    bad.account = `No account of the group ‘${group.name}’ is switched on`
  const typed = text as unknown as TicketText
  // What the kind or the type has a place for is known only once those are.
  if (bad.kind !== undefined || bad.type !== undefined) return { text: typed, account, bad }
  return {
    text: typed,
    account,
    bad: { ...unsaid(came, typed), ...misplaced(came, typed), ...badSum(typed, targets), ...bad },
  }
}

const actions: Readonly<Record<string, string>> = { B: 'BUY', S: 'SELL' }

function readCell(field: FieldName, value: string): { value: string; bad?: string } {
  const { input } = fieldRow(field)
  if (input.as !== 'choice') return { value }
  if (value === '') return { value: emptyText[field] }
  const word = field === 'kind' ? value.toLowerCase() : value.toUpperCase()
  const known = field === 'action' ? (actions[word] ?? word) : word
  if (input.words.includes(known)) return { value: known }
  return { value: emptyText[field], bad: `‘${value}’ is none of ${input.words.join(', ')}` }
}

/** Words that a line cannot go without: a ticket begins with one of them, a file never does. */
const asked: Wrong = { action: 'which side? BUY or SELL', optionType: 'call or put? CE or PE' }

const unsaid = (came: Cells, text: TicketText): Wrong =>
  Object.fromEntries(
    Object.entries(asked).filter(
      ([field]) => isUsed(field as FieldName, text) && !came[field as FieldName],
    ),
  )

/** Cells that the order has no place for, such as a target in a line without its kind. */
function misplaced(came: Cells, text: TicketText): Wrong {
  const wrong: Wrong = {}
  for (const [name, cell] of Object.entries(came)) {
    const field = name as FieldName
    if (field === 'sum' || isUsed(field, text) || saysNothing(field, cell)) continue
    const { kind, type } = text
    const kinds = kindNames.filter((one) => fieldsOfKind[one].has(field))
    if (fieldsOfKind[kind].has(field)) wrong[field] = `a ${type} order has no place for it`
    else if (came.kind) wrong[field] = `a ${kind} order has no place for it`
    else wrong[field] = `is for a ${kinds.join(' or ')} order: say its kind`
  }
  return wrong
}

function badSum(text: TicketText, targets: LineTargets): Wrong {
  if (saysNothing('sum', text.sum)) return {}
  if (!isInLine('sum', text, targets))
    return { sum: 'is for a group whose members take parts of a sum' }
  return SharedSum.safeParse(ungrouped(text.sum)).success ? {} : { sum: sumWanted }
}

/** What spreadsheets, and files of earlier versions, put where nothing is meant. */
function saysNothing(field: FieldName, cell: string): boolean {
  const { input } = fieldRow(field)
  if (cell === '' || input.as === 'text') return cell === ''
  if (input.as === 'number') return /^0+(\.0*)?$/.test(cell)
  return field !== 'action' && cell.toUpperCase() === emptyText[field].toUpperCase()
}

const isAmong =
  (accounts: readonly Account[]) =>
  ({ account }: { account: string }): boolean =>
    accounts.some(({ id }) => id === account)

/** The file that reads back as these lines. */
export const writeBasket = (rows: readonly TicketText[], targets: LineTargets): string =>
  [
    fieldNames.map((field) => fieldRow(field).column),
    ...rows.map((text) =>
      fieldNames.map((field) => {
        if (!isInLine(field, text, targets)) return ''
        return field === 'account' ? writtenTarget(text.account, targets) : text[field]
      }),
    ),
  ]
    .map(csvLine)
    .join('')
