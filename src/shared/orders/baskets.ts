import * as z from 'zod'
import { Ticket, mostOrders } from './tickets.ts'

/** A list of orders that is kept to be sent again and again. */
export const Basket = z.strictObject({
  id: z.uuid(),
  name: z.string().trim().min(1, 'must not be empty').max(60),
  orders: z.array(Ticket).max(mostOrders),
})
export type Basket = z.infer<typeof Basket>
