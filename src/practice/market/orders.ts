import type { Action, PriceType, Product } from '../../shared/service/words.ts'
import type { Instrument } from './instruments.ts'

/** The words this broker uses. */
type Status = 'pending' | 'trigger pending' | 'open' | 'complete' | 'rejected' | 'cancelled'

/** What an order is for: an entry opens, legs protect it, an exit squares off. */
type Role = 'entry' | 'target' | 'stop' | 'exit'

/** How an entry is protected once it fills. */
type Protection =
  | { kind: 'bracket'; target: number; stop: number; trail: number } // points from the entry
  | { kind: 'cover'; stopPrice: number }

/** An order as it is asked for. */
export interface OrderDraft {
  instrument: Instrument
  strategy: string
  action: Action
  product: Product
  pricetype: PriceType
  quantity: number
  price: number
  trigger: number
  disclosed: number
  afterMarket?: boolean
  protection?: Protection
  role?: Role
  parent?: string
}

interface Snapshot {
  at: number
  status: Status
  price: number
  trigger: number
  quantity: number
  filled: number
  average: number
  reason: string
}

export interface Order extends OrderDraft {
  readonly id: string
  readonly role: Role
  readonly parent: string
  /** The price at which its margin is blocked. */
  readonly reference: number
  readonly placedAt: number
  confirmedAt: number
  exchangeId: string
  status: Status
  filled: number
  /** What its fills came to, in rupees. */
  value: number
  reason: string
  /** Grows with every change, so that it also tells whether a row made earlier is still good. */
  readonly history: Snapshot[]
}

export interface Trade {
  readonly order: Pick<Order, 'id' | 'action' | 'product' | 'pricetype'> & { exchangeId: string }
  readonly exchange: string
  readonly symbol: string
  readonly quantity: number
  readonly price: number
  readonly at: number
}

export function newOrder(
  draft: OrderDraft,
  given: { id: string; at: number; reference: number },
): Order {
  const order: Order = {
    ...draft,
    id: given.id,
    role: draft.role ?? 'entry',
    parent: draft.parent ?? '',
    reference: given.reference,
    placedAt: given.at,
    confirmedAt: 0,
    exchangeId: '',
    status: 'pending',
    filled: 0,
    value: 0,
    reason: '',
    history: [],
  }
  record(order, given.at)
  return order
}

/** Adds how the order stands now to its history. */
export function record(order: Order, at: number): void {
  const { status, price, trigger, quantity, filled, reason } = order
  order.history.push({
    at,
    status,
    price,
    trigger,
    quantity,
    filled,
    average: averageOf(order),
    reason,
  })
}

export const remainingOf = (order: Order): number => order.quantity - order.filled
export const averageOf = ({ filled, value }: Order): number => (filled === 0 ? 0 : value / filled)
export const isWorkingOrder = ({ status }: Order): boolean =>
  status === 'pending' || status === 'open' || status === 'trigger pending'
export const signOf = (action: Action): 1 | -1 => (action === 'BUY' ? 1 : -1)
export const opposite = (action: Action): Action => (action === 'BUY' ? 'SELL' : 'BUY')
export const hasTrigger = (pricetype: PriceType): boolean =>
  pricetype === 'SL' || pricetype === 'SL-M'
