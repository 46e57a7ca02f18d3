/** What the desk has to say of an order before it is sent. */
export interface Problem {
  /** Which of the orders; null for all of them together. */
  order: number | null
  /** The ticket's field, such as `quantity` or `pricing.price`; null where no single one is at fault. */
  field: string | null
  /** A `refuse` is final; an `ask` has to be agreed to, once; a `note` is only said. */
  level: 'refuse' | 'ask' | 'note'
  code: ProblemCode
  /** What is the matter and the way out, with figures: one or two plain sentences. */
  message: string
}

export const problemCodes = [
  // The order makes no sense.
  'account',
  'symbol',
  'tick',
  'lot',
  'price',
  'position',
  'slice',
  'exit',
  // It makes sense, and a rule stands against it.
  'stopped',
  'read-only',
  'keys',
  'exchange',
  'product',
  'quantity',
  'value',
  'open-orders',
  'pace',
  'loss',
  'funds',
  'share',
  // Something to agree to, or to know.
  'distance',
  'points',
  'duplicate',
  'again',
  'hours',
  'slices',
  'plain-market',
  'stale',
  'changed',
  'unknown',
] as const
export type ProblemCode = (typeof problemCodes)[number]

/** What an account lacks by itself: a refusal of this kind stands against its order, and says nothing of the others. */
export const accountProblems: ReadonlySet<ProblemCode> = new Set([
  'account',
  'read-only',
  'keys',
  'exchange',
  'product',
  'quantity',
  'value',
  'open-orders',
  'pace',
  'loss',
  // Of an order to a target: what is held is not known there, or is the target already.
  'position',
])

/** What is agreed to when an `ask` is: it holds for this order and this code. */
export const consentTo = ({ order, code }: Pick<Problem, 'order' | 'code'>): string =>
  `${order ?? 'all'}:${code}`
