import { type Account, longestAccountName } from '../../shared/accounts/accounts.ts'
import { mostAddedAtOnce } from '../../shared/accounts/calls.ts'
import type { Input } from '../../shared/contract.ts'
import { isSameName } from '../../shared/core/names.ts'
import { csvLine } from '../../shared/core/spreadsheets.ts'
import {
  type BadCell,
  columnsByTitle,
  lengthProblem,
  meantCell,
  parseTable,
  readHead,
} from '../components/csv-table.ts'
import { checkAccount, freeColour, newFields, noKeys } from './account-form.ts'

const columns = [
  'name',
  'broker',
  'address',
  'apiKey',
  'apiSecret',
  'strategy',
  'colour',
  'tags',
] as const
type Column = (typeof columns)[number]

const titles: Readonly<Record<Column, string>> = {
  name: 'Name',
  broker: 'Broker',
  address: 'Address',
  apiKey: 'API key',
  apiSecret: 'API secret',
  strategy: 'Strategy',
  colour: 'Colour',
  tags: 'Tags',
}

/** What else a column may be called. */
const otherTitles: Readonly<Record<string, Column>> = {
  account: 'name',
  accountname: 'name',
  brokercode: 'broker',
  addressoftheservice: 'address',
  url: 'address',
  service: 'address',
  key: 'apiKey',
  secret: 'apiSecret',
  color: 'colour',
}

const columnByTitle = columnsByTitle(titles, otherTitles)

const needed = ['name', 'broker', 'address'] as const

type NewAccount = Input<'addAccounts'>['accounts'][number]

/** A line of the file, without its keys as far as it is shown. */
export interface AccountRow {
  /** Of the file, the first being 1. */
  line: number
  name: string
  broker: string
  /** Of a good line as it will be gone to: a letter of another alphabet, or an end of line, does not look like what it is. */
  address: string
  /** Both of them; null where it is not known what stands where. */
  hasKeys: boolean | null
  /** The line before it with the same key for the same address: both are one account at the broker. */
  sameLoginAs: number | null
  bad: readonly BadCell[]
  /** What is added; null where a cell is bad. */
  account: NewAccount | null
}

export type ReadAccounts =
  | { ok: false; message: string }
  | { ok: true; rows: readonly AccountRow[]; ignored: readonly string[] }

/** The file to begin with, and a line that shows what is meant. */
export const accountsTemplate = (): string =>
  [
    columns.map((column) => titles[column]),
    [
      'Father',
      'ZE',
      'https://api.example.com',
      'the key',
      'the secret',
      'Quarterdeck',
      '',
      'family; swing',
    ],
  ]
    .map(csvLine)
    .join('')

const no = (message: string): ReadAccounts => ({ ok: false, message })

/** Reads a file of accounts. Nothing is added by this: it is shown first, keys excepted. */
export function readAccounts(source: string, accounts: readonly Account[]): ReadAccounts {
  const table = parseTable(source)
  if (table === null) return no('A quotation mark opens a cell, and none closes it.')
  const [head, ...lines] = table
  if (head === undefined) return no('There is nothing in it.')
  const read = readHead(head.cells, { columns: columnByTitle, titles, needed })
  if (!read.ok) return read
  const { places, ignored } = read
  if (lines.length === 0) return no('It has a first line and no accounts.')
  if (lines.length > mostAddedAtOnce)
    return no(`It has ${lines.length} accounts; ${mostAddedAtOnce} are added at a time.`)

  const rows: AccountRow[] = []
  const logins = new Map<string, number>()
  const taken: TakenName[] = accounts.map(({ name }) => ({ name, line: null }))
  const coloured: Pick<Account, 'colour'>[] = [...accounts]
  for (const { number, cells } of lines) {
    const row = readLine({ line: number, cells, places, taken, colour: freeColour(coloured) })
    const login = loginOf(row)
    rows.push({ ...row, sameLoginAs: (login !== null && logins.get(login)) || null })
    if (login !== null && !logins.has(login)) logins.set(login, number)
    taken.push({ name: row.name, line: number })
    if (row.account !== null) coloured.push(row.account.profile)
  }
  return { ok: true, rows, ignored }
}

/**
 * Takes the keys out of what was read. Whoever still holds the lines, as a window that is gone may
 * for a while, holds none.
 */
export function forgetKeys(rows: readonly AccountRow[]): void {
  for (const { account } of rows) if (account !== null) delete account.keys
}

interface TakenName {
  name: string
  /** Of the file; null where an account has it. */
  line: number | null
}

interface Line {
  line: number
  cells: readonly string[]
  places: readonly (Column | null)[]
  taken: readonly TakenName[]
  colour: Account['colour']
}

function readLine({ line, cells, places, taken, colour }: Line): AccountRow {
  if (cells.length !== places.length) {
    // What stands where is not known: a key may stand anywhere.
    const bad = [{ column: '', cell: '', message: lengthProblem(cells, places) }]
    return {
      line,
      name: '',
      broker: '',
      address: '',
      hasKeys: null,
      sameLoginAs: null,
      bad,
      account: null,
    }
  }
  const at = (column: Column): string => {
    const place = places.indexOf(column)
    return place < 0 ? '' : meantCell(cells[place]!)
  }
  const keys = { apiKey: at('apiKey'), apiSecret: at('apiSecret') }
  const fields = {
    ...newFields,
    name: at('name'),
    broker: at('broker'),
    url: at('address'),
    strategy: at('strategy') || newFields.strategy,
    tags: at('tags'),
    colour: (at('colour').toLowerCase() || colour) as Account['colour'],
  }
  const checked = checkAccount(fields, keys, null)
  const found: Partial<Record<string, string>> = checked.ok ? {} : { ...checked.problems }
  const other = taken.find(({ name }) => isSameName(name, fields.name))
  if (other !== undefined)
    found['name'] ??=
      `${other.line === null ? 'Another account' : `Line ${other.line} of the file`} has this name already`
  for (const key of ['apiKey', 'apiSecret'] as const)
    if (isRewritten(keys[key]))
      found[key] ??= 'A spreadsheet has rewritten this as a rounded number: make its column text'
  const bad = Object.entries(found).map(([field, message = '']): BadCell => {
    const column = field === 'url' ? 'address' : (field as Column)
    const isSecret = column in noKeys
    return { column: titles[column] ?? '', cell: isSecret ? '' : at(column), message }
  })
  const isGood = checked.ok && bad.length === 0
  return {
    line,
    name: fields.name.slice(0, longestAccountName),
    broker: fields.broker,
    address: isGood ? new URL(fields.url).href.replace(/\/$/, '') : fields.url,
    hasKeys: keys.apiKey !== '' && keys.apiSecret !== '',
    sameLoginAs: null,
    bad,
    account: isGood ? checked.input : null,
  }
}

/** Of a good line what tells the broker whose it is; null without keys. */
function loginOf({ account, broker, address }: AccountRow): string | null {
  const { keys } = account ?? {}
  return keys === undefined ? null : JSON.stringify([address, broker, keys.apiKey])
}

/** A long number as spreadsheets show it: most of its digits are gone. */
const isRewritten = (cell: string): boolean => /^\d([.,]\d+)?E\+\d+$/i.test(cell)
