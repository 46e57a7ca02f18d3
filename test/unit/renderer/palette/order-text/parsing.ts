import type { OrderParts } from '../../../../../src/renderer/palette/order-text/order-text.ts'

/** An order in the words that are understood as just this order. */
export function say(said: OrderParts): string {
  const { deed, kind, to } = said
  const target =
    to === undefined
      ? undefined
      : 'group' in to
        ? `@${to.group}`
        : to.accounts.map((id) => `@${id}`).join(',')
  const symbol =
    said.symbol === undefined || deed === 'exit-all' || deed === 'cancel-all'
      ? undefined
      : `${said.exchange === undefined ? '' : `${said.exchange.toLowerCase()}:`}${said.symbol}`
  if (deed === 'cancel-all') return joined(['cancel all', target])
  if (deed === 'exit-all') return joined(['exit all', target])
  if (deed !== 'order')
    return joined([deed, said.share !== undefined && `${said.share}%`, symbol, target])
  const number = (word: string, value: string | undefined) =>
    value !== undefined && `${word} ${value}`
  return joined([
    kind !== 'regular' && kind,
    said.action?.toLowerCase(),
    said.quantity,
    said.unit === 'lots' && 'lots',
    symbol,
    number('to', said.position),
    number('limit', said.price),
    said.type === 'MARKET' && 'mkt',
    number('trigger', said.trigger),
    number('target', said.target),
    number('stop', said.stop ?? said.stopPrice),
    number('trail', said.trail),
    number('slice', said.slice),
    said.protection === 'none' ? 'plain' : number('protect', said.protection),
    number('disclose', said.disclosed),
    said.product?.toLowerCase(),
    said.amo === 'YES' && 'amo',
    said.strategy !== undefined && `#${said.strategy}`,
    target,
  ])
}

const joined = (parts: readonly (string | false | undefined)[]): string =>
  parts.filter((part) => part !== undefined && part !== false).join(' ')
