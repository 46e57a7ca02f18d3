import type { Account } from '../../../shared/accounts/accounts.ts'
import { isWorkingRow } from '../../../shared/books/open-rows.ts'
import { figure, unitsFilled } from '../../../shared/service/order-units.ts'
import {
  type Intent,
  type Part,
  isAtBroker,
  isSquareOff,
  isSurelyNotThere,
} from '../../../shared/orders/intents.ts'
import { OrderTries } from '../../../shared/orders/resending.ts'
import type { RegularTicket } from '../../../shared/orders/tickets.ts'
import { comparableOrderId } from '../../../shared/service/order-ids.ts'
import type { OrderRecord } from '../../../shared/service/records.ts'
import {
  isFinished,
  productOfWord,
  sideOfWord,
  stateOfOrder,
} from '../../../shared/service/words.ts'
import { comparable } from '../../../shared/core/visible-text.ts'
import { exitOf } from '../exit-part.ts'
import { rejectedPart } from '../intent-words.ts'

/** What it takes to be out again where an order for several accounts went through. */
interface WayBack {
  /** The opposite of exactly what is filled and was not left since. */
  tickets: readonly RegularTicket[]
  /** Accounts in which some of it still works: more may be filled. */
  working: readonly string[]
  /** Names of accounts of which it is not known what is filled, or was left since, or that cannot be left so. */
  unknown: readonly string[]
  /** Whether some surely did not get it, or not all of it; else that is only not known. */
  isMissed: boolean
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
  const tries = new OrderTries(known.all)
  const isMissed = intents.some((intent) => wasMissed(intent) && !tries.isElsewhere(intent))
  const isUnsure = intents.some(({ state }) => state === 'in-doubt')
  const accounts = new Set(intents.map(({ account }) => account))
  if (there.length === 0 || !(isMissed || isUnsure) || accounts.size < 2) return null
  if (new Set(intents.map(kindOfOrder)).size > 1 || intents.some(({ exit }) => exit)) return null
  const [tickets, working, unknown]: [RegularTicket[], string[], string[]] = [[], [], []]
  for (const [account, own] of Map.groupBy(there, (intent) => intent.account)) {
    const held = heldOf(own, known)
    if (held?.isWorking === true) working.push(account)
    if (held?.isLeftSurely === false) unknown.push(own[0]!.accountName)
    const ticket = held === null ? null : ticketOf(held, known.account(account))
    if (held === null || (ticket === null && held.units > 0)) unknown.push(own[0]!.accountName)
    else if (ticket !== null) tickets.push(ticket)
  }
  for (const { state, accountName } of intents)
    if (state === 'in-doubt' || state === 'sent') unknown.push(accountName)
  return { tickets, working, unknown: [...new Set(unknown)], isMissed }
}

const wasMissed = (intent: Intent): boolean =>
  isSurelyNotThere(intent.state) || intent.state === 'partly' || rejectedPart(intent) !== 'none'

/** A bracket or cover is left by its own orders, and is no order of several. */
const kindOfOrder = ({ ticket, id }: Intent): string =>
  ticket === null || ticket.kind === 'bracket' || ticket.kind === 'cover'
    ? id
    : JSON.stringify([
        ticket.kind,
        ticket.product,
        'action' in ticket ? ticket.action : null,
        ...(ticket.kind === 'option'
          ? [ticket.underlying, ticket.expiry, ticket.optionType, ticket.strikeStep, ticket.offset]
          : [ticket.exchange, comparable(ticket.symbol)]),
      ])

interface HeldUnits {
  row: OrderRecord
  units: number
  isWorking: boolean
}

interface LeftUnits extends HeldUnits {
  /** Whether it is known how much of it was left since. */
  isLeftSurely: boolean
}

/** What is left of what an account's orders were filled with; null where that is not known. */
function heldOf(own: readonly Intent[], known: Known): LeftUnits | null {
  const [first] = own
  const book = first === undefined ? null : known.orders(first.account)
  if (first === undefined || book === null) return null
  const rows = new Map([...book].map((row) => [comparableOrderId(row.order_id), row]))
  const found: HeldUnits[] = []
  for (const intent of own) {
    const fills = fillsOf(intent, rows)
    if (fills === null) return null
    found.push(...fills)
  }
  const [held] = found
  if (held === undefined || new Set(found.map(({ row }) => positionIn(row))).size > 1) return null
  const isWorking = found.some((one) => one.isWorking)
  return withoutLeft({ ...held, units: unitsIn(found), isWorking }, { first, rows, known })
}

/** Of one order, by the rows of its slices; null where they do not say it, or say more than was sent. */
function fillsOf(
  { ticket, parts }: Intent,
  rows: ReadonlyMap<string, OrderRecord>,
): HeldUnits[] | null {
  const found: HeldUnits[] = []
  for (const { state, orderId } of parts) {
    if (isSurelyNotThere(state)) continue
    const isNamed = isAtBroker(state) && orderId !== null
    const row = isNamed ? rows.get(comparableOrderId(orderId)) : undefined
    const units = row === undefined ? null : filledOf(row, ticket)
    if (row === undefined || units === null) return null
    found.push({ row, units, isWorking: isWorkingRow(row) })
  }
  const sent = parts.reduce((sum, { quantity }) => sum + (quantity ?? Infinity), 0)
  return unitsIn(found) > sent ? null : found
}

const unitsIn = (found: readonly HeldUnits[]): number =>
  found.reduce((sum, { units }) => sum + units, 0)

/** What fills of an order change, and to which side. */
const positionIn = ({ exchange, symbol, product, action }: OrderRecord): string =>
  JSON.stringify([exchange, symbol, product, action].map((word) => comparable(word ?? '')))

/** Null where a row does not say it, or says two things: one of another side is another order. */
function filledOf(row: OrderRecord, ticket: Intent['ticket']): number | null {
  if (stateOfOrder(row) === 'unknown') return null
  const side = sideOfWord(row.action)
  if (ticket !== null && 'action' in ticket && side !== ticket.action) return null
  const units = unitsFilled(row) || figure(row.fillshares)
  return units === null || units < 0 ? null : units
}

/** What was confirmed since to leave it is not left twice; of a square-off nobody knows what it closed. */
function withoutLeft(
  held: HeldUnits,
  of: { first: Intent; rows: ReadonlyMap<string, OrderRecord>; known: Known },
): LeftUnits | null {
  const { first, rows, known } = of
  const login = (id: string): string => known.account(id)?.login ?? id
  const since = known.all.filter(
    (one) =>
      login(one.account) === login(first.account) &&
      one.at >= first.at &&
      one.exit &&
      !isSurelyNotThere(one.state),
  )
  if (since.some(isSquareOff)) return null
  const left = since
    .filter(({ params }) => mayReduce(params, held.row))
    .flatMap(({ parts }) => parts)
    .map((part) => leftBy(part, rows))
  const units = left.reduce((sum, one) => sum + one.units, 0)
  const isLeftSurely = left.every(({ isSure }) => isSure)
  return { ...held, units: Math.max(0, held.units - units), isLeftSurely }
}

/** Whether an order is on the other side of the same position; words that nobody knows may be. */
function mayReduce(params: Intent['params'], row: OrderRecord): boolean {
  const [side, own] = [sideOfWord(params['action']), sideOfWord(row.action)]
  const [product, ownProduct] = [productOfWord(params['product']), productOfWord(row.product)]
  return (
    comparable(params['symbol'] ?? '') === comparable(row.symbol) &&
    comparable(params['exchange'] ?? row.exchange ?? '') === comparable(row.exchange ?? '') &&
    (product === undefined || ownProduct === undefined || product === ownProduct) &&
    (side === undefined || own === undefined || side !== own)
  )
}

/** What one slice of an exit left, or may yet: once its row has come to its end, what it was filled with. */
function leftBy(
  { state, orderId, quantity, rejection }: Part,
  rows: ReadonlyMap<string, OrderRecord>,
): { units: number; isSure: boolean } {
  if (isSurelyNotThere(state) || rejection !== null) return { units: 0, isSure: true }
  const row = orderId === null ? undefined : rows.get(comparableOrderId(orderId))
  const filled = row === undefined || !isFinished(stateOfOrder(row)) ? null : filledOf(row, null)
  if (filled !== null) return { units: filled, isSure: true }
  // One that works on, or waits, is on its way to leave it.
  return { units: quantity ?? 0, isSure: quantity !== null && state !== 'in-doubt' }
}

function ticketOf({ row, units }: HeldUnits, account: Account | undefined): RegularTicket | null {
  const side = sideOfWord(row.action)
  if (account === undefined || units === 0 || side === undefined) return null
  const { symbol, exchange, product } = row
  const netqty = side === 'BUY' ? units : -units
  const exit = exitOf(account, { symbol, exchange, product, netqty, lot_size: null }, 100)
  return exit.ok ? exit.ticket : null
}
