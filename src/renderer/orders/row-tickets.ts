import type { Account } from '../../shared/accounts/accounts.ts'
import { decimalOf } from '../../shared/core/decimal.ts'
import type {
  HoldingRecord,
  OrderRecord,
  PositionRecord,
  TradeRecord,
} from '../../shared/service/records.ts'
import { type Action, Exchange, productOfWord } from '../../shared/service/words.ts'
import { aboveZero, lastPriceOf } from '../../shared/service/row-figures.ts'
import { type ExitPercent, exitOf } from './exit-part.ts'
import { type OwnedRow, rowsAddedUp } from '../books/owned-rows.ts'
import { type Recipient, startFields, type TicketFields } from './ticket/ticket-fields.ts'
import { textOf } from './ticket/ticket-text.ts'

export type TradedRow = OwnedRow<PositionRecord | HoldingRecord | OrderRecord | TradeRecord>
export type PositionRow = OwnedRow<PositionRecord>

export type Start = { ok: true; fields: Partial<TicketFields> } | { ok: false; why: string }

/** Of a netted line each account's own position, of accounts of one login one, as far as it is open. */
export const legsToLeave = (rows: readonly PositionRow[]): readonly PositionRow[] =>
  rowsAddedUp(rows).filter(({ record }) => record.netqty !== 0)

/** The row's own account, and no other, whatever else is shown, and be it not shown itself. */
function only(account: Account, shown: readonly Account[]): readonly Recipient[] {
  const isShown = shown.some(({ id }) => id === account.id)
  return startFields(isShown ? shown : [...shown, account]).recipients.map((one) => ({
    ...one,
    isOn: one.account === account.id,
  }))
}

/** Of a bracket or cover, which end with the day, the product of the day; of a holding delivery. */
function productFrom(record: TradedRow['record']): 'CNC' | 'MIS' | 'NRML' | null {
  const product = productOfWord(record.product)
  if (product === 'BO' || product === 'CO') return 'MIS'
  return product ?? ('holdqty' in record ? 'CNC' : null)
}

/** What B and S open: a ticket for what the row is about. */
export function startFrom(row: TradedRow, action: Action, shown: readonly Account[]): Start {
  const { record, account } = row
  const exchange = Exchange.safeParse(record.exchange?.trim().toUpperCase())
  if (!exchange.success)
    return { ok: false, why: `${record.symbol} has an exchange that orders cannot name.` }
  const product = productFrom(record)
  if (product === null)
    return { ok: false, why: `${record.symbol} has a product that orders cannot name.` }
  const has: { ltp?: unknown; price?: unknown; lot_size?: unknown; quantity?: unknown } = record
  // A price of an earlier session would be typed in as if it were today's.
  const price = row.isKept ? null : (lastPriceOf(has) ?? aboveZero(has.price))
  // Begins with the order's own quantity; for a position or holding with one lot, since closing
  // all of it is the exit command.
  const quantity = aboveZero(has.quantity) ?? aboveZero(has.lot_size) ?? 1
  return {
    ok: true,
    fields: {
      kind: 'regular',
      exchange: exchange.data,
      symbol: record.symbol,
      action,
      product,
      quantity: decimalOf(quantity),
      ...(price !== null && { price: decimalOf(price) }),
      recipients: only(account, shown),
    },
  }
}

/** The opposite order for a part of a position. */
export function exitFrom(
  { account: owner, record }: PositionRow,
  percent: ExitPercent,
  shown: readonly Account[],
): Start {
  // A row keeps its owner as it was when the row last changed.
  const account = shown.find(({ id }) => id === owner.id) ?? owner
  const exit = exitOf(account, record, percent)
  if (!exit.ok) return exit
  const { account: _, ...fields } = textOf(exit.ticket)
  return { ok: true, fields: { ...fields, recipients: only(account, shown) } }
}

/** One smart order to the opposite of what is held: it cannot stop half way between two orders. */
export function reverseFrom(row: PositionRow, shown: readonly Account[]): Start {
  const { netqty } = row.record
  if (netqty === null || netqty === 0)
    return { ok: false, why: 'Nothing is held here that could be reversed.' }
  const exit = exitFrom(row, 100, shown)
  if (!exit.ok) return exit
  const { quantity: _, action: __, exit: ___, ...fields } = exit.fields
  return { ok: true, fields: { ...fields, kind: 'smart', position: String(-netqty) } }
}
