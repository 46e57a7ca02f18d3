import type { Rows } from '../../shared/core/patch.ts'
import type { Intent } from '../../shared/orders/intents.ts'
import { unitsFilled } from '../../shared/service/order-units.ts'
import { sideOfWord } from '../../shared/service/words.ts'
import { isSameOrderId } from '../../shared/service/order-ids.ts'
import type { OrderRecord } from '../../shared/service/records.ts'
import { type PositionName, keyOfPosition, positionOfRow } from '../picture/rows/instruments.ts'
import { areOneName, mayBeSamePosition, rowsSpelt } from '../picture/rows/other-spellings.ts'
import { similarity, normalisedRow, normalisedRequest } from '../picture/rows/order-similarity.ts'
import { squareOffLasts } from '../orders/doubt/square-off.ts'
import type { TakenSquareOff } from './taken-square-offs.ts'

/** Milliseconds within which a square-off is carried out at the latest, whatever was answered to it. */
const carriedOutWithin = 600_000

/**
 * Whether an order that nobody here sent is what a square-off made: it came up after one was sent, and
 * closes no more than was held. What was answered to it does not matter: a service may say no, or
 * nothing, and carry it out.
 */
export function isOfSquareOff(
  row: OrderRecord,
  of: {
    /** Wall-clock milliseconds. */
    firstSeen: number
    /** Square-offs of the login, as the journal has them. */
    squareOffs: readonly Intent[]
    /** Units of its position once it has filled whatever it was filled with; null where that is not known. */
    after: number | null
  },
): boolean {
  const { firstSeen, squareOffs, after } = of
  const side = sideOfWord(row.action)
  if (after === null || side === undefined) return false
  const toCome = Math.max(0, (row.quantity ?? Infinity) - unitsFilled(row))
  const isClosing = side === 'SELL' ? after - toCome >= 0 : after + toCome <= 0
  return isClosing && squareOffs.some((intent) => mayHaveMade(intent, row, firstSeen))
}

/**
 * Whether an order closes what a square-off found open, where that was traded in another spelling: what
 * was held cannot be reckoned then, and what was found tells of it. No more than that with those before.
 */
export function closesAsSpeltOtherwise(
  row: OrderRecord,
  of: {
    /** Wall-clock milliseconds. */
    firstSeen: number
    /** Square-offs of the login, as the journal has them. */
    squareOffs: readonly Intent[]
    rows: Rows
    /** Whether it is known by now whose another order of the book is. */
    isBefore(other: OrderRecord): boolean
  },
): boolean {
  const position = positionOfRow(row)
  const isIts = (one: PositionName): boolean =>
    keyOfPosition(one) === keyOfPosition(position) || mayBeSamePosition(one, position)
  const side = sideOfWord(row.action)
  const ofPosition = (rowsSpelt(row.symbol, of.rows) as readonly OrderRecord[]).filter((one) =>
    isIts(positionOfRow(one)),
  )
  return of.squareOffs.some((intent) => {
    const { found, rivals = [] } = intent.sent ?? {}
    const [open, ...more] = (found?.positions ?? []).filter(isIts)
    if (open === undefined || more.length > 0 || side === undefined) return false
    const isSpeltOtherwise = [open, ...ofPosition].some(({ symbol }) => symbol !== row.symbol)
    if (!isSpeltOtherwise || !mayHaveMade(intent, row, of.firstSeen)) return false
    const since = ofPosition.filter(
      (one) =>
        sideOfWord(one.action) === side &&
        (one === row || of.isBefore(one)) &&
        !rivals.some((id) => isSameOrderId(id, one.order_id)),
    )
    const units = since.reduce((sum, one) => sum + (one.quantity ?? unitsFilled(one)), 0)
    return open.net !== null && units <= (side === 'SELL' ? open.net : -open.net)
  })
}

/** Whether an order that was filled closed more than was held, by the units of its position after it; not where these are not known. */
export function isBeyondHeld(
  { action }: Pick<OrderRecord, 'action'>,
  after: number | null,
): boolean {
  const side = sideOfWord(action)
  return after !== null && (side === 'SELL' ? after < 0 : side === 'BUY' && after > 0)
}

function mayHaveMade(intent: Intent, row: OrderRecord, firstSeen: number): boolean {
  const { state, sent, watched, changedAt } = intent
  if (sent === null || state === 'absent' || firstSeen < sent.at) return false
  // What comes up after the books showed that it was done closes nothing of it.
  if (watched === 'flat' && firstSeen > changedAt) return false
  return squareOffMayMake(intent, row, firstSeen)
}

/** Whether a square-off can have made an order, be it one that closes more than was held. */
export function squareOffMayMake(
  { state, sent, parts }: Intent,
  { symbol }: OrderRecord,
  firstSeen: number,
): boolean {
  if (sent === null || state === 'not-sent' || firstSeen - sent.at > carriedOutWithin) return false
  const named = parts.flatMap(({ name }) => name ?? [])
  return (
    state !== 'accepted' || named.length === 0 || named.some((name) => areOneName(name, symbol))
  )
}

/**
 * Whose an order is that came up in the book and that no intent of ours holds. What may yet prove to
 * be ours is waited for: the book can be faster than the answer, and an order in doubt may be it.
 */
export function whoseIs(
  row: OrderRecord,
  of: {
    firstSeen: number
    /** Intents of the account that are sent or in doubt. */
    open: readonly Open[]
    closings: readonly TakenSquareOff[]
  },
): 'closing' | 'undecided' | 'elsewhere' {
  const isClosed = of.closings.some(
    ({ symbols, at, doneAt }) =>
      Math.abs(of.firstSeen - at) < squareOffLasts &&
      of.firstSeen <= (doneAt ?? Infinity) &&
      (symbols?.has(row.symbol) ?? true),
  )
  if (isClosed) return 'closing'
  const mayBe = of.open.some((intent) =>
    intent.ticket === null
      ? intent.operation !== 'CancelAllOrder'
      : // The broker's own legs look unlike the entry that they belong to.
        normalisedRow(row).isChild || mayBeIt(intent, row),
  )
  return mayBe ? 'undecided' : 'elsewhere'
}

type Open = Pick<Intent, 'operation' | 'params' | 'ticket' | 'disowned' | 'sent'>

/** Whether an order can be what was sent: also one that was named for it, and none that a book showed before. */
export const mayBeIt = ({ sent, disowned = [], ...request }: Open, row: OrderRecord): boolean => {
  const isIts = (orderId: string): boolean => isSameOrderId(orderId, row.order_id)
  if (disowned.some(isIts)) return true
  return (
    similarity(normalisedRequest(request), normalisedRow(row)) !== 'no' &&
    sent?.rivals.some(isIts) !== true
  )
}
