import * as z from 'zod'
import { Action } from '../service/words.ts'
import type { OperationName } from '../service/operations.ts'
import type { Intent } from './intents.ts'
import type { Portion } from './money-shares.ts'
import type { Problem } from './problems.ts'
import type { Ticket } from './tickets.ts'

/** What orders would be, before anything is kept or sent. */
export interface Preview {
  problems: Problem[]
  /** One for each ticket, in order; null where it cannot be planned. */
  orders: (PlannedOrder | null)[]
  /** The requests as they would be sent, with keys masked; some carry orders of other accounts beside. */
  requests: { account: string; beside: string[]; operation: OperationName; body: string }[]
  /** Rupees that each account has left after this, or why that is not known. */
  fundsAfter: Readonly<Record<string, number | FundsUnknown>>
}

/** Why nobody here knows what an account has left after an order. */
export type FundsUnknown = 'margin' | 'no-price' | 'no-funds' | 'old-funds' | 'unplanned'

/** What a part of money buys in one account. */
export interface MoneyPortion extends Portion {
  account: string
  /** The part of its own funds that it was reckoned from; null for one of a sum. */
  ofFunds: Ticket['ofFunds'] | null
}

/** The price step that is assumed where the books name none. */
export const usualTick = '0.05'

export interface PlannedOrder {
  account: string
  /** As this account's broker writes it; null for an option that the service finds. */
  symbol: string | null
  /** As this account's broker writes the underlying of such an option; null for all else. */
  underlying: string | null
  action: 'BUY' | 'SELL'
  /** Units altogether, and of each slice. */
  quantity: number
  slices: number[]
  /** What is sent: `0` with MARKET. */
  price: string
  /** Rupees, at the price or at the last one; null where no price is known. */
  value: number | null
  /** Rupees of it that an account surely needs; null where that depends on margins. */
  funds: number | null
  ltp: number | null
  /** Price step, and whether it is the usual one because the books name none. */
  tick: string
  isTickAssumed: boolean
  /** Units of a lot; null where the books do not say. */
  lot: number | null
  /** The largest single order that the exchange takes; null where none is known. */
  freeze: number | null
  /** What will happen, said once more in words: a smart order's way, an option's strike, a bracket's prices. */
  says: string | null
}

/** What a person saw of an order when they confirmed it. */
export const ShownOrder = z.strictObject({
  action: Action,
  quantity: z.number().min(0).max(1e12),
  /** `0` where it has no limit. */
  price: z.string().regex(/^\d{1,15}(\.\d{1,10})?$/, 'must be a price'),
  /** As it was to go to the broker; null for an option that the service finds. */
  symbol: z.string().max(200).nullable().optional(),
  underlying: z.string().max(200).nullable().optional(),
})
export type ShownOrder = z.infer<typeof ShownOrder>

export const shownOf = (order: PlannedOrder): ShownOrder => {
  const { action, quantity, price, symbol, underlying } = order
  return { action, quantity, price, symbol, underlying }
}

/** What became of a confirmation. */
export type Placement =
  | { isTaken: true; intents: Intent[] }
  /** Refused, or asked about: nothing is kept or sent. The confirmation can be used again. */
  | { isTaken: false; problems: Problem[] }
