import {
  compare,
  decimalOf,
  isDecimal,
  plus,
  stepped,
  times,
} from '../../../shared/core/decimal.ts'
import { ungrouped } from '../../../shared/core/typed-number.ts'
import type { StepSize } from './field-row.ts'
import { type NumberName, numberOf } from './field-table.ts'
import type { TicketFields } from './ticket-fields.ts'

/** What steps follow from: how is counted, and what is known of what is traded. */
interface SteppedTicket {
  fields: TicketFields
  lot: number | null
  tick: string
  ltp: number | null
}

function sizeOf(step: StepSize, { fields, lot, tick }: SteppedTicket): string {
  switch (step) {
    case 'amount':
      return fields.unit === 'lots' ? '1' : String(lot ?? 1)
    case 'lot':
      return String(lot ?? 1)
    case 'tick':
      return tick
    case '0.05':
    case '1':
    case '50':
      return step
  }
}

/** A field's text after an arrow key: so many steps up, or down where it is negative. */
export function steppedBy(field: NumberName, steps: number, ticket: SteppedTicket): string {
  const { step, isSigned, fromLastPrice } = numberOf(field)
  const typed = ticket.fields[field]
  const size = sizeOf(step, ticket)
  if (isSigned) return nextSigned(typed, size, steps)
  const start = fromLastPrice && typed.trim() === '' ? ticket.ltp : null
  return nextStep(start === null ? typed : decimalOf(start), size, steps)
}

/** An arrow key's step of a quantity or a price; what is no number becomes the first step. */
export function nextStep(typed: string, step: string, steps: number): string {
  const bare = ungrouped(typed).trim()
  const from = isDecimal(bare) ? bare : '0'
  return compare(from, '0') < 0 ? from : stepped(from, step, steps)
}

/** A step of a position, which may be short. */
export function nextSigned(typed: string, step: string, steps: number): string {
  const bare = ungrouped(typed).trim()
  const from = /^-?\d{1,12}$/.test(bare) ? bare : '0'
  return plus(from, times(step, String(steps)))
}
