import type { Account } from '../../../shared/accounts/accounts.ts'
import { isSameName } from '../../../shared/core/names.ts'
import { mostOrders } from '../../../shared/orders/tickets.ts'
import { type FieldName, fieldNames, fieldRow, type TicketText } from '../ticket/field-table.ts'
import { fieldAt } from '../ticket/ticket-shape.ts'
import { emptyText, ticketOf } from '../ticket/ticket-text.ts'

const separators = [',', ';', '\t'] as const

/** The separator of the first line: a spreadsheet's clipboard has tabs, files one of the others. */
function separatorOf(text: string): string {
  const [line = ''] = text.split(/\r?\n/, 1)
  const bare = line.replaceAll(/"[^"]*"/g, '')
  const count = (separator: string): number => bare.split(separator).length
  return separators.reduce((best, one) => (count(one) > count(best) ? one : best))
}

/** Cells of each line; a quoted cell may hold separators, line ends, and quotes written twice. */
export function parseTable(text: string): string[][] {
  const separator = separatorOf(text)
  const lines: string[][] = []
  let line: string[] = []
  let cell = ''
  let isQuoted = false
  const endCell = (): void => {
    line.push(cell)
    cell = ''
  }
  const endLine = (): void => {
    endCell()
    if (line.some((one) => one.trim() !== '')) lines.push(line)
    line = []
  }
  for (let at = text.startsWith('\uFEFF') ? 1 : 0; at < text.length; at++) {
    const letter = text[at]!
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
  return lines
}

const quoted = (cell: string): string =>
  /[",;\t\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell

const bare = (text: string): string => text.toLowerCase().replaceAll(/[\s_-]/g, '')
const fieldByTitle = new Map(fieldNames.map((field) => [bare(fieldRow(field).column), field]))

export interface ReadRow {
  /** As in the file, the first line being 1. */
  line: number
  text: TicketText
  /** The cells as they came. */
  cells: Readonly<Partial<Record<FieldName, string>>>
  /** What is wrong, by place. */
  bad: Readonly<Partial<Record<FieldName, string>>>
}

export type ReadBasket =
  | { ok: false; message: string }
  | {
      ok: true
      rows: readonly ReadRow[]
      /** Columns that mean nothing to us. */
      unknown: readonly string[]
    }

const actions: Readonly<Record<string, string>> = { B: 'BUY', S: 'SELL' }

function readCell(field: FieldName, cell: string): { value: string; bad?: string } {
  const value = cell.trim()
  const { input } = fieldRow(field)
  if (input.as !== 'choice') return { value }
  if (value === '') return { value: emptyText[field] }
  const word = field === 'kind' ? value.toLowerCase() : value.toUpperCase()
  const known = field === 'action' ? (actions[word] ?? word) : word
  if (input.words.includes(known)) return { value: known }
  return { value: emptyText[field], bad: `‘${value}’ is none of ${input.words.join(', ')}` }
}

/** Reads what was pasted or opened. Nothing is taken over by this: it is shown first. */
export function readBasket(source: string, accounts: readonly Account[]): ReadBasket {
  const [head, ...lines] = parseTable(source)
  if (head === undefined) return { ok: false, message: 'There is nothing in it.' }
  const fields = head.map((title) => fieldByTitle.get(bare(title)) ?? null)
  if (fields.every((field) => field === null))
    return { ok: false, message: 'Its first line names no column. Begin with the template.' }
  if (lines.length === 0) return { ok: false, message: 'It has a first line and no orders.' }
  if (lines.length > mostOrders)
    return { ok: false, message: `It has ${lines.length} orders; a basket holds ${mostOrders}.` }
  const unknown = head.filter((title, at) => fields[at] === null && title.trim() !== '')
  const rows = lines.map((cells, index) => readRow(fields, cells, { line: index + 2, accounts }))
  return { ok: true, rows, unknown }
}

function readRow(
  fields: readonly (FieldName | null)[],
  cells: readonly string[],
  { line, accounts }: { line: number; accounts: readonly Account[] },
): ReadRow {
  const text: Record<string, string> = { ...emptyText }
  const came: Partial<Record<FieldName, string>> = {}
  const bad: Partial<Record<FieldName, string>> = {}
  for (const [at, field] of fields.entries()) {
    if (field === null) continue
    came[field] = cells[at] ?? ''
    const cell = readCell(field, came[field])
    text[field] = cell.value
    if (cell.bad !== undefined) bad[field] = cell.bad
  }
  const name = text['account']!
  const account = accountNamed(name, accounts)
  if (account !== null) text['account'] = account.id
  else bad.account = name === '' ? 'must not be empty' : `There is no account named ‘${name}’`
  const read = text as unknown as TicketText
  return { line, text: read, cells: came, bad: { ...problemsAt(read, account), ...bad } }
}

/** By its name; with one account alone, it may be left out. */
function accountNamed(name: string, accounts: readonly Account[]): Account | null {
  const [only] = accounts
  if (name === '') return accounts.length === 1 ? only! : null
  const named = accounts.filter((one) => isSameName(one.name, name))
  return accounts.find(({ id }) => id === name) ?? (named.length === 1 ? named[0]! : null)
}

/** What stands against a line as it is typed, by place. */
export function problemsAt(
  text: TicketText,
  account: Account | null,
): Partial<Record<FieldName, string>> {
  const read = ticketOf(text, account?.trading.protection ?? null)
  if (read.ok) return {}
  const bad: Partial<Record<FieldName, string>> = {}
  for (const [field, message] of Object.entries(read.problems))
    bad[fieldAt(field, text.kind)] ??= message!
  return bad
}

/** The file that reads back as these lines. */
export function writeBasket(rows: readonly TicketText[], accounts: readonly Account[]): string {
  const nameOf = (id: string): string => {
    const name = accounts.find((account) => account.id === id)?.name ?? id
    const isOnlyOne = accounts.filter((account) => account.name === name).length === 1
    return isOnlyOne ? name : id
  }
  const line = (cells: readonly string[]): string => cells.map(quoted).join(',')
  return [
    line(fieldNames.map((field) => fieldRow(field).column)),
    ...rows.map((text) =>
      line(fieldNames.map((field) => (field === 'account' ? nameOf(text.account) : text[field]))),
    ),
  ].join('\r\n')
}
