import * as z from 'zod'
import { type Bounds, numberWithin } from '../core/bounds.ts'

/** What the limits and rates of an account may be set to. */
export const tradingBounds = {
  quantity: { least: 1, most: 1e9, isWhole: true },
  openOrders: { least: 1, most: 10_000, isWhole: true },
  perMinute: { least: 1, most: 600, isWhole: true },
  distance: { least: 0.1, most: 100, isWhole: false },
  protection: { least: 0.05, most: 20, isWhole: false },
  perSecond: { least: 1, most: 10, isWhole: true },
} as const satisfies Record<string, Bounds>

const amount = z.number().positive('must be more than zero').max(1e12)

/** What orders may be at most; null for no limit. The same shape for an account and for all together. */
export const Limits = z.strictObject({
  /** Units of one order; over all accounts, of one symbol in one go. */
  quantity: numberWithin(tradingBounds.quantity).nullable(),
  /** Rupees of one order; over all accounts, of one go. */
  value: amount.nullable(),
  /** Orders that work at the broker at a time. */
  openOrders: numberWithin(tradingBounds.openOrders).nullable(),
  perMinute: numberWithin(tradingBounds.perMinute).nullable(),
  /** Rupees lost today from which on only exits are sent. */
  loss: amount.nullable(),
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
  distance: numberWithin(tradingBounds.distance).nullable(),
  /** Percent that protects a market order; null sends plain MARKET orders. */
  protection: numberWithin(tradingBounds.protection).nullable(),
  /** Orders a second, at most; each slice counts. */
  perSecond: numberWithin(tradingBounds.perSecond),
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
