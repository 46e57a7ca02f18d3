import {
  type Intent,
  type WhyUnproven,
  looksBeforeAsking,
  saidNo,
} from '../../../shared/orders/intents.ts'
import { orderIn } from '../../../shared/books/books.ts'
import { counted } from '../../../shared/core/figures.ts'
import { comparableOrderId } from '../../../shared/service/order-ids.ts'
import type { OrderRecord } from '../../../shared/service/records.ts'
import { parseTime } from '../../../shared/core/times.ts'

/** An order of the book that may be the one in doubt. */
export interface Candidate {
  orderId: string
  /** Null where the book no longer shows it. */
  record: OrderRecord | null
}

/** Orders that the latest look found to fit, as the book shows them. */
export const candidatesOf = (
  { look }: Pick<Intent, 'look'>,
  book: ReadonlyMap<string, OrderRecord> | undefined,
): Candidate[] =>
  (look?.candidates ?? []).map((orderId) => ({
    orderId,
    record: (book && orderIn(book, orderId)) ?? null,
  }))

const mostListed = 50

/** The other orders of the account: those of the same symbol first, the latest first. */
export function othersOf(
  intent: Pick<Intent, 'look' | 'params'>,
  book: ReadonlyMap<string, OrderRecord> | undefined,
): Candidate[] {
  const known = new Set(intent.look?.candidates.map(comparableOrderId))
  const isSame = ({ symbol }: OrderRecord): number => (symbol === intent.params['symbol'] ? 0 : 1)
  const time = ({ orderentrytime }: OrderRecord): number => parseTime(orderentrytime) ?? 0
  return [...(book?.values() ?? [])]
    .filter(({ order_id }) => !known.has(comparableOrderId(order_id)))
    .toSorted((one, other) => isSame(one) - isSame(other) || time(other) - time(one))
    .slice(0, mostListed)
    .map((record) => ({ orderId: record.order_id, record }))
}

export const doubtfulParts = ({ parts }: Pick<Intent, 'parts'>): number =>
  parts.filter(({ state }) => state === 'in-doubt').length

/**
 * Orders in doubt that can be the same orders of the book, where these are fewer: some of them surely
 * are not at the broker. Zero where there is one for each.
 */
export function sharingCandidates(
  intent: Pick<Intent, 'id' | 'account' | 'look'>,
  all: Iterable<Pick<Intent, 'id' | 'account' | 'look' | 'state'>>,
): number {
  const own = new Set(intent.look?.candidates.map(comparableOrderId))
  const sharing = [...all].filter(
    ({ account, state, look }) =>
      account === intent.account &&
      state === 'in-doubt' &&
      look?.candidates.some((orderId) => own.has(comparableOrderId(orderId))),
  )
  const candidates = sharing.flatMap(({ look }) => look?.candidates ?? []).map(comparableOrderId)
  return sharing.length > new Set(candidates).size ? sharing.length : 0
}

const whyUnproven: Record<WhyUnproven, string> = {
  'another-day':
    'this was sent on an earlier day, and a book begins each day without the orders of the one before, whatever became of them',
  'shown-before': 'an earlier reading had an order that may be it, and that is gone since',
  others:
    'it may have orders whose numbers nobody was told (a square-off’s, a target or a stop, or another client’s), and this may be one of them',
  unreadable: 'rows of it cannot be read, and one of them may be it',
  'oddly-empty':
    'it came empty in another form than its empty list, as where the service lost what it should tell',
  stranger:
    'it has a new order that is not known as yours, which may be it in other words, or made otherwise than it was asked for',
  position:
    'the position has more on its side than the orders of the book explain, so it may leave this one out',
  incomplete: 'it lacks orders that are known to be there, so it may leave this one out as well',
}

/** What is known, in one or two plain sentences. */
export function whatIsKnown(
  intent: Pick<Intent, 'look' | 'ticket' | 'parts' | 'isDoubtedAgain' | 'wasFound' | 'grownBy'>,
  sharing = 0,
): string {
  const { look, ticket, parts } = intent
  if (ticket === null)
    return 'An exit is no single order: only the books say what it did. Read them anew, and exit again for what is left.'
  if (look === null) return 'The order book was not read for it yet.'
  const isLooking = look.reads < looksBeforeAsking
  const reads =
    look.reads === 1
      ? 'The order book was read once'
      : `The order book was read ${look.reads} times`
  const count = look.candidates.length
  if (look.isOtherLogin) {
    const like =
      count === 0 ? 'no new order' : count === 1 ? 'one new order' : `${count} new orders`
    return `The account was given other keys or another address since this was sent. ${reads}, and shows ${like} like it; but it may be another’s book. Look at the broker’s own pages, and say what became of it.`
  }
  if (sharing > 0)
    return `${reads}, and shows ${count === 1 ? 'one new order' : `${count} new orders`} that ${sharing} orders of yours can be: at least one of these is not at the broker. Compare the times in the broker’s own terminal, and say of each which it is, or that it did not arrive.`
  const isNo = parts.every((part) => part.state !== 'in-doubt' || saidNo(part))
  if (intent.grownBy !== undefined && count === 0)
    return `${reads}, and shows no new order like it. The service refused it, and the position has grown by ${counted(intent.grownBy, 'unit')} on its side since, which neither an order nor a trade explains. See in the broker’s own terminal what became of it before you send it again.`
  if (intent.wasFound)
    return `${reads}. One order had been taken for it, since it was the only one that is like it, and then the book showed another one. One of them is likely another’s, or placed somewhere else. Compare their times in the broker’s own terminal, say which it is, and do not send it again before that.`
  if (intent.isDoubtedAgain)
    return `${reads}. It had counted as refused, and then the books showed an order that may be it, perhaps in other words, or a part of it. See below, and in the broker’s own terminal, and say what became of it.`
  if (count === 0 && look.unproven !== undefined) {
    const ofWhat = isNo ? 'that the refusal was final' : 'that it did not arrive'
    return `${reads}, and shows no new order like it. That does not prove ${ofWhat}: ${whyUnproven[look.unproven]}${look.stranger ? ` (${look.stranger})` : ''}. While that is so it stays in doubt; see in the broker’s own terminal what became of it before you send it again.`
  }
  if (count === 0 && isNo)
    return `${reads}, and shows no new order like it. Once it is sure that the book is whole and up to date, it counts as refused by itself; until then do not send it again.`
  if (count === 0)
    return isLooking
      ? `${reads}, and shows no new order like it yet. It is read again: up to ${looksBeforeAsking} times before you are asked.`
      : `${reads}, and shows no new order like it. Likely it did not arrive; nothing proves it.`
  if (count === 1)
    return `${reads}, and shows one new order like it${look.late ? `, ${look.late}. It may be` : '. It is likely'} this one, unless the same order was placed somewhere else too.`
  return `${reads}, and shows ${count} new orders like it. One of them may be it; the others came from somewhere else.`
}
