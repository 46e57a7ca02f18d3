import type { OrderParts, TextParts } from './order-text.ts'

/** What an order begins with. */
export const verbs: Readonly<Record<string, Partial<OrderParts>>> = {
  buy: { action: 'BUY' },
  b: { action: 'BUY' },
  sell: { action: 'SELL' },
  s: { action: 'SELL' },
  bracket: { kind: 'bracket' },
  bo: { kind: 'bracket' },
  cover: { kind: 'cover' },
  co: { kind: 'cover' },
  smart: { kind: 'smart' },
  exit: { deed: 'exit' },
  reverse: { deed: 'reverse' },
  cancel: { deed: 'cancel-all' },
}

type Fixed = { [Field in keyof TextParts]-?: readonly [Field, TextParts[Field]] }[keyof TextParts]

/** What says all by itself. */
export const fixedWords: Readonly<Record<string, Fixed>> = {
  mis: ['product', 'MIS'],
  intraday: ['product', 'MIS'],
  cnc: ['product', 'CNC'],
  delivery: ['product', 'CNC'],
  nrml: ['product', 'NRML'],
  mkt: ['type', 'MARKET'],
  market: ['type', 'MARKET'],
  plain: ['protection', 'none'],
}

/** What stands before a number, and says what it is. */
export type NumberWord =
  'limit' | 'stop' | 'trigger' | 'target' | 'trail' | 'slice' | 'protect' | 'disclose' | 'to'
export const numberWords: Readonly<Record<string, NumberWord>> = {
  limit: 'limit',
  lmt: 'limit',
  at: 'limit',
  sl: 'stop',
  stop: 'stop',
  trigger: 'trigger',
  trg: 'trigger',
  target: 'target',
  tgt: 'target',
  trail: 'trail',
  slice: 'slice',
  protect: 'protect',
  disclose: 'disclose',
  to: 'to',
}

export const has = <Value>(
  table: Readonly<Record<string, Value>>,
  word: string,
): Value | undefined => (Object.hasOwn(table, word) ? table[word] : undefined)

export interface Word {
  from: number
  to: number
  text: string
  /** In small letters. */
  bare: string
}

export const wordsOf = (text: string): Word[] =>
  [...text.matchAll(/\S+/g)].map(({ 0: word, index }) => ({
    from: index,
    to: index + word.length,
    text: word,
    bare: word.toLowerCase(),
  }))
