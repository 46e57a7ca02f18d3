import { counted } from '../../../shared/core/figures.ts'
import { visible } from '../../../shared/core/visible-text.ts'
import type { ErrorCode } from '../../../shared/core/errors.ts'
import { type Intent, type Part, saidNo } from '../../../shared/orders/intents.ts'
import { plainReason, plainRejection } from '../../../shared/orders/plain-reasons.ts'
import type { Ticket } from '../../../shared/orders/tickets.ts'
import type { PlannedOrder } from '../../../shared/orders/placing.ts'
import { money, priceText, quantity } from '../../components/amounts.ts'
import { titleBefore } from '../../core/error-words.ts'
import { outcomeTitle, partReason, partTitle, stateWords } from '../intent-words.ts'
import { ownSymbol } from './own-symbol.ts'
import { worstFirst } from './ticket-outcome.ts'
import type { TicketDraft } from './ticket.svelte.ts'
import { ticketKinds } from './ticket-kinds.ts'

/** A smart order's side follows from what is held; accounts may differ. */
export function sideOf(draft: TicketDraft): 'BUY' | 'SELL' | 'BUY · SELL' | 'SMART' {
  if (draft.fields.kind !== 'smart') return draft.fields.action
  const sides = new Set([...draft.planned.values()].map(({ action }) => action))
  const [only] = sides
  return sides.size === 2 ? 'BUY · SELL' : (only ?? 'SMART')
}

export function lookOf(draft: TicketDraft): 'buy' | 'sell' | 'smart' {
  const side = sideOf(draft)
  return side === 'BUY' ? 'buy' : side === 'SELL' ? 'sell' : 'smart'
}

const verbs = { BUY: 'buy', SELL: 'sell' } as const

interface Total {
  action: PlannedOrder['action'] | null
  units: number
  symbols: ReadonlySet<string | null>
  value: number | null
}

function totalOf(orders: readonly PlannedOrder[]): Total {
  const actions = new Set(orders.map(({ action }) => action))
  const values = orders.map(({ value }) => value)
  return {
    action: actions.size === 1 ? [...actions][0]! : null,
    units: orders.reduce((sum, order) => sum + order.quantity, 0),
    symbols: new Set(orders.map(({ symbol }) => symbol)),
    value: values.some((value) => value === null)
      ? null
      : values.reduce<number>((sum, value) => sum + (value ?? 0), 0),
  }
}

/** 'buy 100', or how many orders it is where there is no one side or no one symbol. */
export function orderWords(orders: readonly PlannedOrder[], tickets: readonly Ticket[]): string {
  const { action, units } = totalOf(orders)
  const names = new Set(tickets.map(nameOf))
  if (action === null || names.size !== 1) return counted(orders.length, 'order')
  return `${verbs[action]} ${quantity(units)}`
}

/** 'Buy 100 INFY-EQ', as the last button says it. */
export function sendWords(orders: readonly PlannedOrder[], tickets: readonly Ticket[]): string {
  const what = orderWords(orders, tickets)
  const [first] = tickets
  const isOne = /^(buy|sell) /.test(what) && first !== undefined
  const text = isOne ? `${what} ${visible(nameOf(first))}` : `send ${what}`
  return text[0]!.toUpperCase() + text.slice(1)
}

const nameOf = (ticket: Ticket): string =>
  ticket.kind === 'option'
    ? `${ticket.underlying} ${ticket.expiry} ${ticket.optionType}`
    : ticket.symbol

export function valueWords(orders: readonly PlannedOrder[]): string {
  const { value } = totalOf(orders)
  return `${value === null ? '' : atMost(orders)}${money(value)}`
}

/** 'up to ' before the value of orders of which one may come to less: a sell is valued above its limit where the market is. */
export const atMost = (orders: readonly PlannedOrder[]): 'up to ' | '' =>
  orders.some(isAboveLimit) ? 'up to ' : ''

/** Whether by a paisa and more: the value is a product that may have been rounded. */
const isAboveLimit = ({ price, quantity, value }: PlannedOrder): boolean =>
  value !== null && price !== '0' && value - quantity * Number(price) >= 0.01

function pricingWords({ pricing }: Ticket, { price }: PlannedOrder): string {
  switch (pricing.type) {
    case 'LIMIT':
      return `at ${priceText(pricing.price)}`
    case 'SL':
      return `at ${priceText(pricing.price)} once ${priceText(pricing.trigger)} is reached`
    case 'SL-M':
      return `at the market once ${priceText(pricing.trigger)} is reached`
    case 'MARKET':
      return pricing.protection === null
        ? 'at the market, without protection'
        : `at the market, protected by ${pricing.protection} % with the limit ${priceText(price)}`
  }
}

/** One order in a sentence, as it will be for one account. */
export function sentenceOf(ticket: Ticket, planned: PlannedOrder): string {
  const { action, symbol } = planned
  const product = 'product' in ticket ? ticket.product : ticketKinds[ticket.kind].title
  const where = 'exchange' in ticket ? ` on ${ticket.exchange}` : ''
  const verb = action === 'BUY' ? 'Buys' : 'Sells'
  const what = visible(symbol ?? nameOf(ticket))
  return `${verb} ${quantity(planned.quantity)} ${what} ${pricingWords(ticket, planned)}, ${product}${where}.`
}

/** What the account's broker calls it, where that is not what was typed; null where it is. */
export function ownSymbolWords(
  ticket: Ticket,
  planned: PlannedOrder,
  broker: string,
): string | null {
  const own = ownSymbol(ticket, planned)
  if (own === null) return null
  const typed = ticket.kind === 'option' ? ticket.underlying : ticket.symbol
  return `${visible(typed)} is ${visible(own)} at ${broker}.`
}

/** '3 slices: 1,800 · 1,800 · 400'; many of one size are counted. */
export function slicesText(slices: readonly number[]): string {
  if (slices.length <= 1) return 'goes whole'
  const groups: { size: number; count: number }[] = []
  for (const size of slices) {
    const last = groups.at(-1)
    if (last?.size === size) last.count++
    else groups.push({ size, count: 1 })
  }
  const parts = groups.map(({ size, count }) =>
    count === 1 ? quantity(size) : `${count} × ${quantity(size)}`,
  )
  return `${slices.length} slices: ${parts.join(' + ')}`
}

/** What a heading calls one outcome, where that is more, or less, than its row says. */
const headingWords: Record<string, string> = {
  [stateWords.sent.title]: 'sent, no answer yet',
}

/** What a row calls an outcome. */
export type TitleOf = (intent: Intent) => string

const countedOfAll: ReadonlySet<string> = new Set([stateWords.accepted.title, 'Filled'])

export interface OutcomeKind {
  /** As a row says it. */
  title: string
  /** As it stands in a sentence. */
  words: string
  count: number
}

/** The kinds of outcomes that there are, counted; what needs a look first. */
export const outcomeKinds = (
  intents: readonly Intent[],
  titleOf: TitleOf = outcomeTitle,
): OutcomeKind[] =>
  [...Map.groupBy(worstFirst(intents), titleOf)].map(([title, { length: count }]) => ({
    title,
    words: headingWords[title] ?? title.toLowerCase(),
    count,
  }))

/**
 * '1 in doubt, 2 of 3 accepted': the same outcomes as the rows have, counted, and what needs a look
 * first.
 */
export function outcomeHeading(intents: readonly Intent[], titleOf?: TitleOf): string {
  const said = outcomeKinds(intents, titleOf).map(({ title, words, count: length }) => {
    if (intents.length === 1) return words[0]!.toUpperCase() + words.slice(1)
    return countedOfAll.has(title)
      ? `${length} of ${intents.length} ${words}`
      : `${length} ${words}`
  })
  return said.join(', ')
}

export interface PartWords {
  key: string
  /** Which slice it is, where there are several. */
  title: string | null
  code: ErrorCode | null
  message: string | null
  /** As it came. */
  detail: string | null
}

/** What is to be said of the parts of an order; the same words of several slices are said once. */
export function partsOf({ parts }: Pick<Intent, 'parts'>): readonly PartWords[] {
  const found = new Map<string, PartWords & { slices: number[] }>()
  for (const [index, part] of parts.entries()) {
    const said = saidOf(part)
    if (said.message === null && said.code === null && said.detail === null) continue
    const key = JSON.stringify([partTitle(part), ...Object.values(said)])
    const before = found.get(key)
    if (before !== undefined) before.slices.push(index + 1)
    else found.set(key, { key, title: null, ...said, slices: [index + 1] })
  }
  return [...found.values()].map(({ slices, ...one }) => {
    const state = partTitle(parts[slices[0]! - 1]!)
    const which = slices.length === 1 ? `Slice ${slices[0]}` : `${slices.length} slices`
    return { ...one, title: parts.length === 1 ? null : `${which}, ${state}` }
  })
}

type Said = Pick<PartWords, 'code' | 'message' | 'detail'>

/** A no is said in plain words with the way out, where its own are known, and then as it came. */
function saidOf(part: Part): Said {
  const { code, detail, state, rejection } = part
  const plain = rejection === null ? plainReason(detail) : plainRejection(rejection.reason)
  const why = plain === undefined ? null : `${plain.means} ${plain.todo}`
  if (rejection !== null)
    return why === null
      ? { code, message: rejection.reason ?? 'Rejected without a reason.', detail }
      : { code: null, message: why, detail: rejection.reason }
  const message = partReason(part)
  if (state !== 'refused') return { code, message, detail }
  if (saidNo(part)) return { code, message: [message, why].filter(Boolean).join(' '), detail }
  if (why !== null) return { code: null, message: why, detail }
  // The row says already that it was refused.
  const isSaid = code === 'refused' && message !== null && titleBefore(code, message) === null
  return isSaid && detail !== null
    ? { code: null, message: null, detail }
    : { code, message, detail }
}
