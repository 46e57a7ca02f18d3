import type { TicketKind } from '../../../shared/orders/tickets.ts'
import { fieldNames, fieldRow } from '../../orders/ticket/field-table.ts'
import { kindNames, ticketKinds } from '../../orders/ticket/ticket-kinds.ts'
import { fieldsOfKind } from '../../orders/ticket/ticket-shape.ts'
import type { TypedOrderParts, PlainField } from './order-text.ts'

const plainFields = fieldNames.filter(
  (field): field is PlainField =>
    field !== 'account' && field !== 'kind' && field !== 'exit' && field !== 'action',
)

/** What an order begins with. */
export const verbs: Readonly<Record<string, Partial<TypedOrderParts>>> = {
  buy: { action: 'BUY' },
  b: { action: 'BUY' },
  sell: { action: 'SELL' },
  s: { action: 'SELL' },
  ...Object.fromEntries(
    kindNames.flatMap((kind) => ticketKinds[kind].typed.map((word) => [word, { kind }])),
  ),
  exit: { verb: 'exit' },
  reverse: { verb: 'reverse' },
  cancel: { verb: 'cancel-all' },
}

/** What is left or cancelled whole. */
export const allWords: readonly string[] = ['all', 'everything', 'orders']

/** What says the value of a field all by itself. */
export function fixedWord(word: string): { field: PlainField; value: string } | null {
  for (const field of plainFields) {
    const values: Readonly<Record<string, string>> = fieldRow(field).palette?.values ?? {}
    const value = has(values, word)
    if (value !== undefined) return { field, value }
  }
  return null
}

/** Fields before whose number a word can stand, in an order of one kind or another. */
export const fieldsAfter = (word: string): readonly PlainField[] =>
  plainFields.filter((field) => {
    const { before = [], otherwise = [] } = fieldRow(field).palette ?? {}
    return before.includes(word) || otherwise.includes(word)
  })

/** The one of them that a kind of order has; null where it has none. */
export function fieldAfter(word: string, kind: TicketKind): PlainField | null {
  const fields = fieldsAfter(word).filter((field) => fieldsOfKind[kind].has(field))
  const own = fields.find((field) => fieldRow(field).palette?.before?.includes(word))
  return own ?? fields[0] ?? null
}

export const has = <Value>(
  table: Readonly<Record<string, Value>>,
  word: string,
): Value | undefined => (Object.hasOwn(table, word) ? table[word] : undefined)

export interface Word {
  from: number
  to: number
  text: string
  /** In small letters. */
  bare: string
}

export const splitWords = (text: string): Word[] =>
  [...text.matchAll(/\S+/g)].map(({ 0: word, index }) => ({
    from: index,
    to: index + word.length,
    text: word,
    bare: word.toLowerCase(),
  }))
