import { boundsText } from '../../shared/core/bounds.ts'
import { type Trading, tradingBounds } from '../../shared/orders/limits.ts'
import type { Problems } from '../core/form-problems.ts'
import {
  type LimitsText,
  limitProblems,
  limitsText,
  numberText,
  typedLimits,
  typedNumber,
} from './limits-form.ts'

/** How an account places orders, as a person types it. */
export interface TradingFields extends LimitsText {
  readOnly: boolean
  protection: string
  distance: string
  perSecond: string
  /** The expiry last used, as this broker writes it. */
  expiry: string
  /** A line each, such as `INFY-EQ = INFY`. */
  aliases: string
}

export const tradingFields = (trading: Trading): TradingFields => ({
  ...limitsText(trading.limits),
  readOnly: trading.readOnly,
  protection: numberText(trading.protection),
  distance: numberText(trading.distance),
  perSecond: String(trading.perSecond),
  expiry: trading.expiry,
  aliases: Object.entries(trading.aliases)
    .map(([known, own]) => `${known} = ${own}`)
    .join('\n'),
})

export const tradingProblems: Problems<keyof TradingFields> = {
  ...limitProblems,
  protection: `must be ${boundsText(tradingBounds.protection)} percent, or empty for plain market orders`,
  distance: `must be ${boundsText(tradingBounds.distance)} percent, or empty to never ask`,
  perSecond: `must be ${boundsText(tradingBounds.perSecond)}`,
  expiry: 'must have at most 20 characters',
  aliases: 'must be symbols of at most 60 characters',
}

/** Not checked yet, but for what has no place in a profile: a line that names no two symbols. */
export function typedTrading(fields: TradingFields): { trading: Trading; problem: string | null } {
  const { aliases, problem } = typedAliases(fields.aliases)
  const trading = {
    readOnly: fields.readOnly,
    limits: typedLimits(fields),
    distance: typedNumber(fields.distance),
    protection: typedNumber(fields.protection),
    perSecond: typedNumber(fields.perSecond) ?? Number.NaN,
    expiry: fields.expiry,
    aliases,
  }
  return { trading, problem }
}

function typedAliases(text: string): { aliases: Record<string, string>; problem: string | null } {
  const aliases = new Map<string, string>()
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue
    const [known = '', own = '', ...rest] = line.split('=').map((word) => word.trim())
    if (known === '' || own === '' || rest.length > 0)
      return { aliases: {}, problem: `line ${index + 1} must be such as INFY-EQ = INFY` }
    if (aliases.has(known)) return { aliases: {}, problem: `${known} stands in two lines` }
    aliases.set(known, own)
  }
  return { aliases: Object.fromEntries(aliases), problem: null }
}
