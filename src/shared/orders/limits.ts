import * as z from 'zod'

const most = (max: number) => z.number().positive('must be more than zero').max(max).nullable()
const count = (max: number) => z.int().min(1, 'must be 1 or more').max(max).nullable()

/** What orders may be at most; null for no limit. The same shape for an account and for all together. */
export const Limits = z.strictObject({
  /** Units of one order; over all accounts, of one symbol in one go. */
  quantity: count(1e9),
  /** Rupees of one order; over all accounts, of one go. */
  value: most(1e12),
  /** Orders that work at the broker at a time. */
  openOrders: count(10_000),
  perMinute: count(600),
  /** Rupees lost today from which on only exits are sent. */
  loss: most(1e12),
})
export type Limits = z.infer<typeof Limits>

export const noLimits: Limits = {
  quantity: null,
  value: null,
  openOrders: null,
  perMinute: null,
  loss: null,
}

export const limitNames = Object.keys(noLimits) as (keyof Limits)[]

/** How an account places orders. */
export const Trading = z.strictObject({
  /** No order leaves from here; exits neither. */
  readOnly: z.boolean(),
  limits: Limits,
  /** Percent from the last price beyond which an order asks first; null never asks. */
  distance: z.number().min(0.1).max(100).nullable(),
  /** Percent that protects a market order; null sends plain MARKET orders. */
  protection: z.number().min(0.05).max(20).nullable(),
  /** Orders a second, at most; each slice counts. */
  perSecond: z.int().min(1).max(10),
  /** The expiry last used, as this broker writes it. */
  expiry: z.string().trim().max(20),
  /** A symbol as other accounts know it → as this broker writes it. */
  aliases: z.record(z.string().trim().min(1).max(60), z.string().trim().min(1).max(60)),
})
export type Trading = z.infer<typeof Trading>

export const usualTrading: Trading = {
  readOnly: false,
  limits: { ...noLimits, value: 10_000_000, openOrders: 200, perMinute: 120 },
  distance: 10,
  protection: 0.5,
  perSecond: 10,
  expiry: '',
  aliases: {},
}
