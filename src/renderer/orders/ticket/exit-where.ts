import type { Account } from '../../../shared/accounts/accounts.ts'
import { isWorkingRow } from '../../../shared/books/open-rows.ts'
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
import { type ShownPositions, leftSince, stillHeld, unitsOf } from './still-held.ts'

/** What it takes to be out again where an order for several accounts went through. */
export interface WayBack {
  /** The opposite of exactly what is filled, was not left since, and is held: one for each login. */
  tickets: readonly RegularTicket[]
  /** Accounts in which some of it still works: more may be filled. */
  working: readonly string[]
  /** Names of accounts of which it is not known what is filled, or still held of it, or that cannot be left so. */
  unknown: readonly string[]
  /** The same accounts by their ids, and whether it is not even known if they have the order. */
  unsure: readonly { account: string; name: string; isInDoubt: boolean }[]
  /** Names of accounts in which it was filled, and whose books show that nothing of it is held any more. */
  gone: readonly string[]
  /** Whether some surely did not get it, or not all of it; else that is only not known. */
  isMissed: boolean
}

interface Known {
  account(id: string): Account | undefined
  /** Rows of an account's order book; null where it is not as it is now. */
  orders(account: string): Iterable<OrderRecord> | null
  /** Its positions; null where they are not as they are now. */
  positions(account: string): ShownPositions | null
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
  const tickets: RegularTicket[] = []
  const [working, gone]: [string[], string[]] = [[], []]
  const unsure: { account: string; name: string; isInDoubt: boolean }[] = []
  // What accounts of one login hold is one position.
  for (const own of Map.groupBy(there, ({ account }) => loginOf(account, known)).values()) {
    const names = own.map(({ accountName }) => accountName)
    const held = heldOf(own, known)
    if (held !== null) working.push(...held.working)
    const ticket = held === null ? null : ticketOf(held, known.account(own[0]!.account))
    if (ticket !== null) tickets.push(ticket)
    else if (held?.isGone === true) gone.push(...names)
    if (held?.isSure !== true || (ticket === null && held.units > 0))
      unsure.push(...own.map((one) => unsureOf(one, false)))
  }
  for (const intent of intents)
    if (intent.state === 'in-doubt' || intent.state === 'sent') unsure.push(unsureOf(intent, true))
  return {
    tickets,
    working: [...new Set(working)],
    unknown: [...new Set(unsure.map(({ name }) => name))],
    unsure,
    gone: [...new Set(gone)],
    isMissed,
  }
}

const unsureOf = ({ account, accountName }: Intent, isInDoubt: boolean) => ({
  ...{ account, name: accountName, isInDoubt },
})

const loginOf = (account: string, known: Known): string => known.account(account)?.login ?? account

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

/** What one slice was filled with. */
interface FilledSlice {
  account: string
  row: OrderRecord
  units: number
}

/** What is left of what the orders of a login were filled with. */
interface HeldUnits {
  row: OrderRecord
  /** Of these none was left yet, nor is on its way out. */
  units: number
  /** Whether these are all; else it is not known. */
  isSure: boolean
  /** Some was filled, and nothing is held any more, whoever left it. */
  isGone: boolean
  /** Accounts in which some of it works. */
  working: readonly string[]
}

/** Null where it is not known what they were filled with. */
function heldOf(own: readonly Intent[], known: Known): HeldUnits | null {
  const accounts = [...new Set(own.map(({ account }) => account))]
  const book = firstKnown(accounts, known.orders)
  if (book === null) return null
  const rows = new Map([...book].map((row) => [comparableOrderId(row.order_id), row]))
  const found: FilledSlice[] = []
  for (const intent of own) {
    const fills = fillsOf(intent, rows)
    if (fills === null) return null
    found.push(...fills)
  }
  const [first] = found
  if (first === undefined || new Set(found.map(({ row }) => positionIn(row))).size > 1) return null
  const working = found.flatMap(({ account, row }) => (isWorkingRow(row) ? account : []))
  const positions = firstKnown(accounts, known.positions)
  return { row: first.row, working, ...leftOf(found, { own, rows, positions, known }) }
}

/** Accounts of one login have the same books: what one of them has is enough. */
function firstKnown<Found>(
  accounts: readonly string[],
  read: (account: string) => Found | null,
): Found | null {
  for (const account of accounts) {
    const found = read(account)
    if (found !== null) return found
  }
  return null
}

/** Of one order, by the rows of its slices; null where they do not say it, or say more than was sent. */
function fillsOf(
  { account, ticket, parts }: Intent,
  rows: ReadonlyMap<string, OrderRecord>,
): FilledSlice[] | null {
  const found: FilledSlice[] = []
  for (const { state, orderId } of parts) {
    if (isSurelyNotThere(state)) continue
    const isNamed = isAtBroker(state) && orderId !== null
    const row = isNamed ? rows.get(comparableOrderId(orderId)) : undefined
    const units = row === undefined ? null : filledOf(row, ticket)
    if (row === undefined || units === null) return null
    found.push({ account, row, units })
  }
  const sent = parts.reduce((sum, { quantity }) => sum + (quantity ?? Infinity), 0)
  return unitsIn(found) > sent ? null : found
}

const unitsIn = (found: readonly FilledSlice[]): number =>
  found.reduce((sum, { units }) => sum + units, 0)

/** What fills of an order change, and to which side. */
const positionIn = ({ exchange, symbol, product, action }: OrderRecord): string =>
  JSON.stringify([exchange, symbol, product, action].map((word) => comparable(word ?? '')))

/** Null where its row does not say it: one of another side is another order. */
function filledOf(row: OrderRecord, ticket: Intent['ticket']): number | null {
  const isOther = ticket !== null && 'action' in ticket && sideOfWord(row.action) !== ticket.action
  return isOther ? null : unitsOf(row)
}

/**
 * What orders took of it since, whosever they are, is not left twice, nor what was confirmed to leave
 * it; and never more than is held. Where the books do not say what is held, nothing is said of it.
 */
function leftOf(
  found: readonly FilledSlice[],
  of: {
    own: readonly Intent[]
    rows: ReadonlyMap<string, OrderRecord>
    positions: ShownPositions | null
    known: Known
  },
): Pick<HeldUnits, 'units' | 'isSure' | 'isGone'> {
  const { own, rows, positions, known } = of
  const filled = unitsIn(found)
  if (filled === 0) return { units: 0, isSure: true, isGone: false }
  const ownRows = found.map(({ row }) => row)
  const [row] = ownRows
  const orders = [...rows.values()]
  const held = stillHeld(row!, { orders, positions })
  if (held === null) return notKnown
  if (held <= 0) return { units: 0, isSure: true, isGone: true }
  const since = exitsSince(own, known)
  // Of a square-off nobody knows what it closed, where something is held.
  if (since.some(isSquareOff)) return notKnown
  const parts = since.filter(({ params }) => mayReduce(params, row!)).flatMap((exit) => exit.parts)
  const named = new Set(parts.flatMap(({ orderId }) => orderId ?? []).map(comparableOrderId))
  const others = orders.filter(({ order_id: id }) => !named.has(comparableOrderId(id)))
  const byOthers = leftSince(ownRows, others)
  if (byOthers === null) return notKnown
  const left = parts.map((part) => leftBy(part, rows))
  const byExits = left.reduce((sum, one) => sum + one.units, 0)
  const toCome = left.reduce((sum, one) => sum + one.toCome, 0)
  const [most, least] = [byOthers.least, byOthers.most].map((units) =>
    Math.max(0, Math.min(filled - byExits - units, held - toCome)),
  )
  if (most !== least) return notKnown
  return { units: most!, isSure: left.every(({ isSure }) => isSure), isGone: false }
}

const notKnown = { units: 0, isSure: false, isGone: false }

/** What was confirmed from here to leave positions of the login, since the first of these orders. */
function exitsSince(own: readonly Intent[], known: Known): Intent[] {
  const login = loginOf(own[0]!.account, known)
  const first = Math.min(...own.map(({ at }) => at))
  return known.all.filter(
    ({ account, at, exit, state }) =>
      loginOf(account, known) === login && at >= first && exit && !isSurelyNotThere(state),
  )
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

/**
 * What one slice of an exit left, or may yet: once its row has come to its end, what it was filled
 * with. `toCome` of it is still held.
 */
function leftBy(
  { state, orderId, quantity, rejection }: Part,
  rows: ReadonlyMap<string, OrderRecord>,
): { units: number; toCome: number; isSure: boolean } {
  const none = { units: 0, toCome: 0, isSure: true }
  if (isSurelyNotThere(state) || rejection !== null) return none
  const row = orderId === null ? undefined : rows.get(comparableOrderId(orderId))
  const filled = row === undefined ? null : unitsOf(row)
  if (row !== undefined && filled !== null && isFinished(stateOfOrder(row)))
    return { ...none, units: filled }
  // One that works on, or waits, is on its way to leave it.
  const units = quantity ?? 0
  const isSure = quantity !== null && state !== 'in-doubt'
  return { units, toCome: Math.max(0, units - (filled ?? 0)), isSure }
}

function ticketOf(
  { row, units }: Pick<HeldUnits, 'row' | 'units'>,
  account: Account | undefined,
): RegularTicket | null {
  const side = sideOfWord(row.action)
  if (account === undefined || units === 0 || side === undefined) return null
  const { symbol, exchange, product } = row
  const netqty = side === 'BUY' ? units : -units
  const exit = exitOf(account, { symbol, exchange, product, netqty, lot_size: null }, 100)
  return exit.ok ? exit.ticket : null
}
