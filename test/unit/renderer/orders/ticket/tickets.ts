import fc from 'fast-check'
import type { Ticket } from '../../../../../src/shared/orders/tickets.ts'

const whole = fc.integer({ min: 1, max: 1_000_000 }).map(String)
const price = fc
  .integer({ min: 1, max: 10_000_000 })
  .map((paise) => (paise / 100).toFixed(2))
  .filter((text) => /[1-9]/.test(text))
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null })
const percent = fc.integer({ min: 1, max: 2000 }).map((value) => (value / 100).toFixed(2))
const name = fc
  .string({ unit: fc.constantFrom(...'ABC123&-"; ,=+@＝\''), minLength: 1, maxLength: 12 })
  .map((text) => text.trim())
  .filter((text) => text !== '')

const market = fc.record({ type: fc.constant('MARKET' as const), protection: maybe(percent) })
const limit = fc.record({ type: fc.constant('LIMIT' as const), price })
const plain = fc.oneof(market, limit)
const any = fc.oneof(
  market,
  limit,
  fc.record({ type: fc.constant('SL' as const), price, trigger: price }),
  fc.record({ type: fc.constant('SL-M' as const), trigger: price }),
)
const action = fc.constantFrom('BUY' as const, 'SELL' as const)
const product = fc.constantFrom('CNC' as const, 'MIS' as const, 'NRML' as const)
const exchange = fc.constantFrom('NSE' as const, 'NFO' as const, 'MCX' as const)

/** Any order that a person could mean. */
export function tickets(accounts: readonly string[]): fc.Arbitrary<Ticket> {
  const account = fc.constantFrom(...accounts)
  const listed = { account, exchange, symbol: name }
  return fc.oneof(
    fc.record({
      kind: fc.constant('regular' as const),
      ...listed,
      action,
      quantity: whole,
      product,
      pricing: plain,
      slice: maybe(whole),
      exit: fc.boolean(),
    }),
    fc.record({
      kind: fc.constant('smart' as const),
      ...listed,
      target: fc.integer({ min: -100_000, max: 100_000 }).map(String),
      product,
      pricing: any,
      disclosed: maybe(whole),
      amo: fc.boolean(),
      slice: maybe(whole),
    }),
    fc.record({
      kind: fc.constant('bracket' as const),
      ...listed,
      action,
      quantity: whole,
      pricing: any,
      target: price,
      stop: price,
      trail: maybe(price),
      disclosed: maybe(whole),
    }),
    fc.record({
      kind: fc.constant('cover' as const),
      ...listed,
      action,
      quantity: whole,
      pricing: plain,
      stopPrice: price,
    }),
    fc.record({
      kind: fc.constant('option' as const),
      account,
      underlying: name,
      expiry: name,
      optionType: fc.constantFrom('CE' as const, 'PE' as const),
      strikeStep: price,
      offset: fc.integer({ min: -20, max: 20 }).map(String),
      action,
      quantity: whole,
      product: fc.constantFrom('MIS' as const, 'NRML' as const),
      pricing: any,
      slice: maybe(whole),
    }),
  )
}
