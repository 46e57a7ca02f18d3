import * as z from 'zod'

/** The vocabulary of requests. The service's document gives only samples; these are the words its brokers are known to take. */
export const Exchange = z.enum(['NSE', 'BSE', 'NFO', 'BFO', 'MCX', 'CDS'])
export type Exchange = z.infer<typeof Exchange>

export const Action = z.enum(['BUY', 'SELL'])
export type Action = z.infer<typeof Action>

export const Product = z.enum(['CNC', 'MIS', 'NRML', 'BO', 'CO'])
export type Product = z.infer<typeof Product>

export const PriceType = z.enum(['MARKET', 'LIMIT', 'SL', 'SL-M'])
export type PriceType = z.infer<typeof PriceType>

export const OptionType = z.enum(['CE', 'PE'])
export type OptionType = z.infer<typeof OptionType>

export const YesNo = z.enum(['YES', 'NO'])

/** What an order's status word means to us. `unknown` counts as not finished. */
export type OrderState =
  'open' | 'pending' | 'partly-filled' | 'complete' | 'rejected' | 'cancelled' | 'unknown'

const stateWords: Readonly<Record<string, OrderState>> = {
  open: 'open',
  modified: 'open',
  working: 'open',
  active: 'open',
  pending: 'pending',
  triggerpending: 'pending',
  openpending: 'pending',
  putorderreqreceived: 'pending',
  validationpending: 'pending',
  amoreqreceived: 'pending',
  aftermarketorderreqreceived: 'pending',
  modifypending: 'pending',
  cancelpending: 'pending',
  transit: 'pending',
  received: 'pending',
  queued: 'pending',
  partlyfilled: 'partly-filled',
  partiallyfilled: 'partly-filled',
  partialfill: 'partly-filled',
  partfilled: 'partly-filled',
  partial: 'partly-filled',
  partiallyexecuted: 'partly-filled',
  partlyexecuted: 'partly-filled',
  complete: 'complete',
  completed: 'complete',
  filled: 'complete',
  fullyfilled: 'complete',
  executed: 'complete',
  fullyexecuted: 'complete',
  traded: 'complete',
  rejected: 'rejected',
  reject: 'rejected',
  cancelled: 'cancelled',
  canceled: 'cancelled',
  cancelledamo: 'cancelled',
  amocancelled: 'cancelled',
  expired: 'cancelled',
  lapsed: 'cancelled',
}

/** Status words vary in case, spelling and separators with the broker behind the service. */
export function foldState(status: string | null): OrderState {
  if (status === null) return 'unknown'
  const bare = status.toLowerCase().replaceAll(/[^a-z]/g, '')
  return Object.hasOwn(stateWords, bare) ? stateWords[bare]! : 'unknown'
}

export const isFinished = (state: OrderState): boolean =>
  state === 'complete' || state === 'rejected' || state === 'cancelled'
