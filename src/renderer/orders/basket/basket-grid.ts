import type { TicketKind } from '../../../shared/orders/tickets.ts'
import { choices, columns, columnTitles } from './basket-csv.ts'
import { fieldsOfKind, type TextField, type TicketText, typesOf } from '../ticket/ticket-text.ts'

export interface CellColumn {
  field: TextField
  title: string
  /** Pixels. */
  width: number
  isNumber: boolean
}

const widths: Partial<Record<TextField, number>> = {
  kind: 84,
  account: 128,
  symbol: 168,
  action: 66,
  exchange: 70,
  product: 74,
  type: 84,
  exit: 60,
  amo: 60,
  optionType: 58,
  underlying: 110,
  expiry: 84,
  strategy: 104,
}

const texts = new Set<TextField>(['symbol', 'underlying', 'expiry', 'strategy'])

type Line = Pick<TicketText, 'kind' | 'type'>

/** Columns that some line of the basket has a use for; and what few need is left to files. */
export function columnsFor(lines: readonly Line[]): readonly CellColumn[] {
  const ways = new Map(lines.map(({ kind, type }) => [`${kind}/${type}`, { kind, type }]))
  return columns
    .filter((field) => field !== 'reference' && field !== 'strategy')
    .filter((field) => [...ways.values()].some((line) => isUsed(field, line)))
    .map((field) => ({
      field,
      title: columnTitles[field][0]!.toUpperCase() + columnTitles[field].slice(1),
      width: widths[field] ?? 78,
      isNumber: !texts.has(field) && !(field in choices) && field !== 'account',
    }))
}

/** Prices that an order of a type has no place for are not asked for. */
export function isUsed(field: TextField, { kind, type }: Line): boolean {
  if (!fieldsOfKind[kind].has(field)) return false
  if (field === 'price') return type === 'LIMIT' || type === 'SL'
  if (field === 'trigger') return type === 'SL' || type === 'SL-M'
  if (field === 'protection') return type === 'MARKET'
  return true
}

export function optionsOf(field: TextField, kind: TicketKind): readonly string[] | null {
  if (field === 'type') return typesOf[kind]
  if (field === 'product' && kind === 'option') return ['MIS', 'NRML']
  return field in choices ? choices[field as keyof typeof choices].options : null
}
