import * as z from 'zod'
import { nameOf } from '../core/names.ts'
import { Ticket, mostOrders } from './tickets.ts'

export const longestBasketName = 60

/** A list of orders that is kept to be sent again and again. */
export const Basket = z.strictObject({
  id: z.uuid(),
  name: nameOf(longestBasketName),
  orders: z.array(Ticket).max(mostOrders),
  /** Wall-clock milliseconds of its last change; absent of those that were kept before it was noted. */
  changed: z.int().min(0).optional(),
})
export type Basket = z.infer<typeof Basket>
