/** Numbers of orders are those of an account. */
export const orderKey = (account: string, orderId: string): string => `${account}/${orderId}`
