import { comparableOrderId } from '../../shared/service/order-ids.ts'

/** Numbers of orders are those of an account. */
export const orderKey = (account: string, orderId: string): string =>
  `${account}/${comparableOrderId(orderId)}`
