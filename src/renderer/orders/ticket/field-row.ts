import type { TicketKind } from '../../../shared/orders/tickets.ts'
import type { FieldValue, ServiceField } from './field-values.ts'

/** All that is known of a field of a ticket, wherever it is typed, shown, read or written. */
export interface FieldRow {
  input: FieldInput
  value: FieldValue
  /** What it begins with, if not with nothing or the first of its words. */
  start?: string
  /** The ticket's key for it, if not the row's name. */
  key?: string
  /** The one kind that has it, where its key means something else in another kind. */
  kind?: TicketKind
  /** Its title in the first line of a file, in a basket, and in what a ticket still needs. */
  column: string
  /** Pixels in a basket; null leaves it to files. */
  width: number | null
  /** Null where a ticket's form has other means than a field for it, or none. */
  form: FormPart | null
  /** Null where no word of an order that is typed in the palette says it. */
  palette: PalettePart | null
  /** Null where no field of the service's requests means it. */
  service: ServiceField | null
  /** How a ticket names it among what came from a preset; absent where presets have no place for it. */
  preset?: string
}

type FieldInput = { as: 'text' } | { as: 'choice'; words: readonly string[] } | NumberInput

export interface NumberInput {
  as: 'number'
  step: StepSize
  isWhole?: true
  isSigned?: true
  /** An empty field steps from the last price. */
  fromLastPrice?: true
}

/** What an arrow key adds: a lot, or 1 where lots are counted; a lot; a tick; this much. */
export type StepSize = 'amount' | 'lot' | 'tick' | '0.05' | '1' | '50'

export interface FormPart {
  label: string
  hint?: string
  placeholder?: string
  /** Where it is said what is wrong with it: at it, or among what is said of the whole order. */
  remarks: 'at' | 'general'
}

interface PalettePart {
  /** What stands before its number. */
  before?: readonly string[]
  /** More words that may precede this field's number, for kinds in which no other field has the word in its `before`. */
  otherwise?: readonly string[]
  isWhole?: true
  /** Whether its number is a percentage: no other number may be typed as one. */
  isPercent?: true
  /** What says its value without a number. */
  values?: Readonly<Record<string, string>>
  /** How it is asked for where an order cannot do without it. */
  needed?: string
}
