import * as z from 'zod'
import { nameOf } from '../core/names.ts'
import {
  BracketTicket,
  CoverTicket,
  OptionTicket,
  RegularTicket,
  SharedSum,
  SmartTicket,
  mostOrders,
} from './tickets.ts'

export const longestBasketName = 60

const shared = { sum: SharedSum.optional() }
const counted = { ...shared, quantity: RegularTicket.shape.quantity.or(z.literal('')) }

/**
 * A line as it is kept. For a group whose members take parts of a sum it names that, and where all
 * of them take parts of money its quantity is empty.
 */
export const KeptLine = z.discriminatedUnion('kind', [
  RegularTicket.extend(counted),
  SmartTicket.extend(shared),
  BracketTicket.extend(counted),
  CoverTicket.extend(counted),
  OptionTicket.extend(counted),
])
export type KeptLine = z.infer<typeof KeptLine>

/** A list of orders that is kept to be sent again and again. */
export const Basket = z.strictObject({
  id: z.uuid(),
  name: nameOf(longestBasketName),
  orders: z.array(KeptLine).max(mostOrders),
  /** Wall-clock milliseconds of its last change; absent of those that were kept before it was noted. */
  changed: z.int().min(0).optional(),
})
export type Basket = z.infer<typeof Basket>
