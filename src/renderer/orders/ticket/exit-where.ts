import type { Account } from '../../../shared/accounts/accounts.ts'
import { figure, isWorkingRow, unitsFilled } from '../../../shared/books/open-rows.ts'
import {
  type Intent,
  isAtBroker,
  isSquareOff,
  isSurelyNotThere,
} from '../../../shared/orders/intents.ts'
import type { RegularTicket } from '../../../shared/orders/tickets.ts'
import { comparableOrderId } from '../../../shared/service/order-ids.ts'
import type { OrderRecord } from '../../../shared/service/records.ts'
import { stateOfOrder } from '../../../shared/service/words.ts'
import { exitOf } from '../exit-part.ts'

/** What it takes to be out again where an order for several accounts went through. */
interface WayBack {
  /** The opposite of exactly what is filled and was not left since. */
  tickets: readonly RegularTicket[]
  /** Accounts in which some of it still works: more may be filled. */
  working: readonly string[]
  /** Names of accounts of which it is not known what is filled, or that cannot be left so. */
  unknown: readonly string[]
}

interface Known {
  account(id: string): Account | undefined
  /** Rows of an account's order book; null where it is not as it is now. */
  orders(account: string): Iterable<OrderRecord> | null
  /** All that was confirmed of late. */
  all: readonly Intent[]
}

/** Null where it went through at all accounts or at none, or is no order of one kind for several. */
export function wayBackOf(intents: readonly Intent[], known: Known): WayBack | null {
  const there = intents.filter(({ parts }) => parts.some(({ state }) => isAtBroker(state)))
  const isMixed = intents.some(
    ({ state }) => isSurelyNotThere(state) || state === 'in-doubt' || state === 'partly',
  )
  const accounts = new Set(intents.map(({ account }) => account))
  if (there.length === 0 || !isMixed || accounts.size < 2) return null
  if (new Set(intents.map(kindOfOrder)).size > 1 || intents.some(({ exit }) => exit)) return null
  const [tickets, working, unknown]: [RegularTicket[], string[], string[]] = [[], [], []]
  for (const [account, own] of Map.groupBy(there, (intent) => intent.account)) {
    const held = heldOf(own, known)
    if (held?.isWorking === true) working.push(account)
    const ticket = held === null ? null : ticketOf(held, known.account(account))
    if (held === null || (ticket === null && held.units > 0)) unknown.push(own[0]!.accountName)
    else if (ticket !== null) tickets.push(ticket)
  }
  return { tickets, working, unknown }
}

/** A bracket or cover is left by its own orders, and is no order of several. */
const kindOfOrder = ({ ticket, id }: Intent): string =>
  ticket === null || ticket.kind === 'bracket' || ticket.kind === 'cover'
    ? id
    : JSON.stringify([
        ticket.kind,
        'symbol' in ticket ? ticket.symbol.toUpperCase() : ticket.underlying,
        'action' in ticket ? ticket.action : null,
      ])

interface HeldUnits {
  row: OrderRecord
  units: number
  isWorking: boolean
}

/** What is left of what an account's orders were filled with; null where that is not known. */
function heldOf(own: readonly Intent[], { orders, all }: Known): HeldUnits | null {
  const [first] = own
  const book = first === undefined ? null : orders(first.account)
  if (first === undefined || book === null) return null
  const rows = new Map([...book].map((row) => [comparableOrderId(row.order_id), row]))
  const found: HeldUnits[] = []
  for (const { state, orderId } of own.flatMap(({ parts }) => parts)) {
    if (isSurelyNotThere(state)) continue
    const isNamed = isAtBroker(state) && orderId !== null
    const row = isNamed ? rows.get(comparableOrderId(orderId)) : undefined
    const units = row === undefined ? null : filledOf(row)
    if (row === undefined || units === null) return null
    found.push({ row, units, isWorking: isWorkingRow(row) })
  }
  const [held] = found
  if (held === undefined) return null
  const units = found.reduce((sum, one) => sum + one.units, 0)
  const isWorking = found.some((one) => one.isWorking)
  return withoutLeft({ ...held, units, isWorking }, { first, all })
}

/** Null where a row does not say it, or says two things. */
const filledOf = (row: OrderRecord): number | null =>
  stateOfOrder(row) === 'unknown' ? null : unitsFilled(row) || figure(row.fillshares)

/** What was confirmed since to leave it is not left twice; of a square-off nobody knows what it closed. */
function withoutLeft(
  held: HeldUnits,
  { first, all }: { first: Intent; all: readonly Intent[] },
): HeldUnits | null {
  const since = all.filter(
    (one) =>
      one.account === first.account &&
      one.at >= first.at &&
      one.exit &&
      !isSurelyNotThere(one.state),
  )
  if (since.some(isSquareOff)) return null
  const left = since
    .filter(({ params }) => params['symbol'] === held.row.symbol)
    .flatMap(({ parts }) => parts)
    .reduce((sum, { state, quantity }) => sum + (isSurelyNotThere(state) ? 0 : (quantity ?? 0)), 0)
  return { ...held, units: Math.max(0, held.units - left) }
}

function ticketOf({ row, units }: HeldUnits, account: Account | undefined): RegularTicket | null {
  if (account === undefined || units === 0) return null
  if (row.action !== 'BUY' && row.action !== 'SELL') return null
  const { symbol, exchange, product } = row
  const netqty = row.action === 'BUY' ? units : -units
  const exit = exitOf(account, { symbol, exchange, product, netqty, lot_size: null }, 100)
  return exit.ok ? exit.ticket : null
}
