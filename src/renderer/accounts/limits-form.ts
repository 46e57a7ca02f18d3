import { boundsText } from '../../shared/core/bounds.ts'
import { ungrouped } from '../../shared/core/typed-number.ts'
import { limitNames, Limits, tradingBounds } from '../../shared/orders/limits.ts'
import { type CheckedForm, problemsByField } from '../core/form-problems.ts'

/** Limits as a person types them: empty for no limit. */
export type LimitsText = Record<keyof Limits, string>

interface LimitRow {
  label: string
  /** Before its figure, where all limits stand in one line. */
  short: string
  /** What it is called over all accounts together, where that is another thing. */
  labelOfAll?: string
  hint?: string
  title?: string
  inputmode: 'numeric' | 'decimal'
  /** What is wrong with one that was not taken. */
  problem: string
}

const rupees = { hint: '₹', inputmode: 'decimal' } as const
const aboveZero = 'must be rupees above zero, or empty for no limit'

/** Every limit, as its form shows it. */
const limitRows: Readonly<Record<keyof Limits, LimitRow>> = {
  quantity: {
    label: 'Units of one order',
    short: 'units',
    labelOfAll: 'Units of one symbol, sent together',
    inputmode: 'numeric',
    problem: 'must be a whole number of units, or empty for no limit',
  },
  value: {
    label: 'Value of one order',
    short: 'value ₹',
    labelOfAll: 'Value sent together',
    ...rupees,
    problem: aboveZero,
  },
  openOrders: {
    label: 'Open orders',
    short: 'open orders',
    inputmode: 'numeric',
    problem: `must be ${boundsText(tradingBounds.openOrders)}, or empty for no limit`,
  },
  perMinute: {
    label: 'Orders a minute',
    short: 'a minute',
    inputmode: 'numeric',
    problem: `must be ${boundsText(tradingBounds.perMinute)}, or empty for no limit`,
  },
  loss: {
    label: 'Loss of the day',
    short: 'loss ₹',
    title: 'From this loss on only exits are sent',
    ...rupees,
    problem: aboveZero,
  },
}

/** How a limit is drawn, of one account or over all of them. */
export function limitField(name: keyof Limits, isOfAll: boolean) {
  const { label, labelOfAll = label, short: _short, problem: _problem, ...drawn } = limitRows[name]
  return { label: isOfAll ? labelOfAll : label, ...drawn }
}

const ofEach = <Value>(of: (name: keyof Limits) => Value): Record<keyof Limits, Value> =>
  Object.fromEntries(limitNames.map((name) => [name, of(name)])) as Record<keyof Limits, Value>

export const limitProblems = ofEach((name) => limitRows[name].problem)

export const limitsText = (limits: Limits): LimitsText => ofEach((name) => grouped(limits[name]))

/** The limits that are set, in one line. */
export function limitsSaid(limits: Limits): string {
  const text = limitsText(limits)
  const set = limitNames.filter((name) => text[name] !== '')
  if (set.length === 0) return 'none'
  return set.map((name) => `${limitRows[name].short} ${text[name]}`).join(' · ')
}

let indian: Intl.NumberFormat | undefined

/** A limit of a crore is read at a glance only with its commas. Their maker takes long to make, and every start would wait for it. */
function grouped(value: number | null): string {
  if (value === null) return ''
  indian ??= new Intl.NumberFormat('en-IN', { maximumFractionDigits: 20 })
  return indian.format(value)
}

export const numberText = (value: number | null): string => (value === null ? '' : String(value))

/** Nothing is null; what is no number is NaN, which no schema takes. Figures may be grouped. */
export function typedNumber(text: string): number | null {
  if (text.trim() === '') return null
  const bare = ungrouped(text.trim().replace(/^₹\s*/, ''))
  return /^\d+(\.\d+)?$/.test(bare) ? Number(bare) : Number.NaN
}

export const typedLimits = (text: LimitsText): Limits => ofEach((name) => typedNumber(text[name]))

export function checkLimits(text: LimitsText): CheckedForm<Limits, keyof Limits> {
  const parsed = Limits.safeParse(typedLimits(text))
  if (parsed.success) return { ok: true, input: parsed.data }
  const fieldAt = ([name]: readonly PropertyKey[]) => name as keyof Limits
  return { ok: false, problems: problemsByField(parsed.error.issues, fieldAt, limitProblems) }
}
