import * as z from 'zod'
import { AccountId } from '../core/account-id.ts'
import { isDecimal } from '../core/decimal.ts'
import { Exchange } from '../service/words.ts'
import { dayOf } from '../core/india.ts'
import { AlertKind, type AlertWays } from './alert-settings.ts'

/** How it sounds and looks: news that is welcome, that is not, and that cannot wait. */
export type AlertTone = 'good' | 'bad' | 'urgent'

/** Something that a trader has to know, whatever they are looking at; as it stands in the log. */
export interface Alert {
  id: string
  /** Its place in the log, which grows. */
  seq: number
  /** Wall-clock milliseconds; of the latest that it counts. */
  at: number
  kind: AlertKind
  tone: AlertTone
  /** Null where it is about several accounts, or none. */
  account: string | null
  title: string
  /** What happened, what it means for the order, and what to do. */
  message: string
  /** How many of a kind it stands for: a basket that fills is one alert. */
  count: number
  /** The order that it is about, where it is about one. */
  intent: string | null
  /** Whether that, or one of those that it counts, was placed from here. */
  isOurs: boolean
  orderId: string | null
  symbol: string | null
  /** How it was told; none of them while alerts are muted. */
  told: AlertWays
  isRead: boolean
}

/** Somebody read all up to a place in the log, or those that are named. */
export const AlertsPutAway = z.union([
  z.strictObject({ upTo: z.int().min(0) }),
  z.strictObject({ ids: z.array(z.uuid()).min(1).max(500) }),
])
export type AlertsPutAway = z.infer<typeof AlertsPutAway>

export const AlertFilter = z.strictObject({
  kind: AlertKind.optional(),
  account: AccountId.optional(),
  /** Found in titles, messages and symbols, in any case. */
  text: z.string().trim().max(100).optional(),
})
export type AlertFilter = z.infer<typeof AlertFilter>

const isAbove = (least: number, text: string): boolean => isDecimal(text) && Number(text) > least
const Price = z
  .string()
  .trim()
  .max(20)
  .refine((text) => isAbove(0, text), 'must be a price above zero')
const Percent = z
  .string()
  .trim()
  .max(10)
  .refine(
    (text) => isAbove(-100, text) && Number(text) !== 0 && Number(text) <= 1000,
    'must be a percentage, such as 2 or -1.5',
  )

export const priceDirections = ['above', 'below', 'crosses'] as const
export type PriceDirection = (typeof priceDirections)[number]

/** A price to be told of, as a person asks for it. */
export const PriceAlertInput = z.strictObject({
  exchange: Exchange,
  symbol: z.string().trim().min(1, 'must not be empty').max(60),
  direction: z.enum(priceDirections),
  /** A price, or so many percent from the last one at the time that it is kept. */
  level: z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('price'), price: Price }),
    z.strictObject({ kind: z.literal('percent'), percent: Percent }),
  ]),
  /** Every time: once more after the price came back. */
  repeats: z.enum(['once', 'every']),
  expires: z.enum(['day', 'never']),
  note: z.string().trim().max(200),
  enabled: z.boolean(),
})
export type PriceAlertInput = z.infer<typeof PriceAlertInput>

/** As it is kept. */
export const PriceAlert = PriceAlertInput.omit({ level: true }).extend({
  id: z.uuid(),
  price: Price,
  /** Wall-clock milliseconds; an alert for the day ends with that day in India. */
  keptAt: z.number(),
  firedAt: z.number().nullable(),
  /** Not after it fired, until the price moved away again. */
  isArmed: z.boolean(),
  /** Where the price was last, for one that waits for a crossing. */
  side: z.enum(['above', 'below']).nullable(),
})
export type PriceAlert = z.infer<typeof PriceAlert>

/** One for the day is over with that day in India. */
export const isPriceAlertOver = (
  { expires, keptAt }: Pick<PriceAlert, 'expires' | 'keptAt'>,
  now: number,
): boolean => expires === 'day' && dayOf(keptAt) !== dayOf(now)

/** What every window shows of the alerts, beside the log. */
export interface AlertsState {
  unread: number
  /** Wall-clock milliseconds until which nothing is shown or heard; null where all is. */
  mutedUntil: number | null
  /** The latest first. */
  prices: PriceAlert[]
}
