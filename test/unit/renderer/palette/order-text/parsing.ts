import type { TypedOrderParts } from '../../../../../src/renderer/palette/order-text/order-text.ts'

/** An order in the words that are understood as just this order. */
export function written(parts: TypedOrderParts): string {
  const { verb, kind, to } = parts
  const target =
    to === undefined
      ? undefined
      : 'group' in to
        ? `@${to.group}`
        : to.accounts.map((id) => `@${id}`).join(',')
  const symbol =
    parts.symbol === undefined || verb === 'exit-all' || verb === 'cancel-all'
      ? undefined
      : `${parts.exchange === undefined ? '' : `${parts.exchange.toLowerCase()}:`}${parts.symbol}`
  if (verb === 'cancel-all') return joined(['cancel all', target])
  if (verb === 'exit-all') return joined(['exit all', target])
  if (verb !== 'order')
    return joined([verb, parts.percent !== undefined && `${parts.percent}%`, symbol, target])
  const number = (word: string, value: string | undefined) =>
    value !== undefined && `${word} ${value}`
  return joined([
    kind !== 'regular' && kind,
    parts.action?.toLowerCase(),
    parts.quantity,
    parts.unit === 'lots' && 'lots',
    symbol,
    number('to', parts.position),
    number('limit', parts.price),
    parts.type === 'MARKET' && 'mkt',
    number('trigger', parts.trigger),
    number('target', parts.target),
    number('stop', parts.stop ?? parts.stopPrice),
    number('trail', parts.trail),
    number('slice', parts.slice),
    parts.protection === 'none' ? 'plain' : number('protect', parts.protection),
    number('disclose', parts.disclosed),
    parts.product?.toLowerCase(),
    parts.amo === 'YES' && 'amo',
    parts.strategy !== undefined && `#${parts.strategy}`,
    target,
  ])
}

const joined = (parts: readonly (string | false | undefined)[]): string =>
  parts.filter((part) => part !== undefined && part !== false).join(' ')
