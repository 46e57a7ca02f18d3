import { Limits } from '../../shared/orders/limits.ts'

/** Limits as a person types them: empty for no limit. */
export type LimitsText = Record<keyof Limits, string>

const limitNames = ['quantity', 'value', 'openOrders', 'perMinute', 'loss'] as const

/** What is wrong with a limit that was not taken. */
export const limitProblems: Record<keyof Limits, string> = {
  quantity: 'must be a whole number of units, or empty for no limit',
  value: 'must be rupees above zero, or empty for no limit',
  openOrders: 'must be a whole number from 1 to 10,000, or empty for no limit',
  perMinute: 'must be a whole number from 1 to 600, or empty for no limit',
  loss: 'must be rupees above zero, or empty for no limit',
}

export const limitsText = (limits: Limits): LimitsText => ({
  quantity: grouped(limits.quantity),
  value: grouped(limits.value),
  openOrders: grouped(limits.openOrders),
  perMinute: grouped(limits.perMinute),
  loss: grouped(limits.loss),
})

/** A limit of a crore is read at a glance only with its commas. */
const indian = new Intl.NumberFormat('en-IN', { maximumFractionDigits: 20 })
const grouped = (value: number | null): string => (value === null ? '' : indian.format(value))

export const numberText = (value: number | null): string => (value === null ? '' : String(value))

/** Nothing is null; what is no number is NaN, which no schema takes. Figures may be grouped. */
export function typedNumber(text: string): number | null {
  const bare = text.replaceAll(/[,\s₹]/g, '')
  if (bare === '') return text.trim() === '' ? null : Number.NaN
  return /^\d+(\.\d+)?$/.test(bare) ? Number(bare) : Number.NaN
}

export const typedLimits = (text: LimitsText): Limits => ({
  quantity: typedNumber(text.quantity),
  value: typedNumber(text.value),
  openOrders: typedNumber(text.openOrders),
  perMinute: typedNumber(text.perMinute),
  loss: typedNumber(text.loss),
})

export type CheckedLimits =
  { ok: true; limits: Limits } | { ok: false; problems: Partial<Record<keyof Limits, string>> }

export function checkLimits(text: LimitsText): CheckedLimits {
  const parsed = Limits.safeParse(typedLimits(text))
  if (parsed.success) return { ok: true, limits: parsed.data }
  const at = new Set(parsed.error.issues.map(({ path }) => path[0]))
  return {
    ok: false,
    problems: Object.fromEntries(
      limitNames.filter((name) => at.has(name)).map((name) => [name, limitProblems[name]]),
    ),
  }
}
