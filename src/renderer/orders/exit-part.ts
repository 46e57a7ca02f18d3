import { compare, decimalOf, toTick } from '../../shared/core/decimal.ts'
import { RegularTicket } from '../../shared/orders/tickets.ts'
import { isOpenPosition } from '../../shared/books/open-rows.ts'
import type { Account } from '../../shared/accounts/accounts.ts'
import type { PositionRecord } from '../../shared/service/records.ts'
import { productOfWord } from '../../shared/service/words.ts'

export const exitPercents = [25, 50, 75, 100] as const
export type ExitPercent = (typeof exitPercents)[number]

export type PartExit = { ok: true; ticket: RegularTicket } | { ok: false; why: string }

/** Whether orders of its own wait to close it, which an opposite order would leave behind. */
export const isPaired = ({ product }: Pick<PositionRecord, 'product'>): boolean => {
  const known = productOfWord(product)
  return known === 'BO' || known === 'CO'
}

/**
 * The opposite order for a part of a position: whole lots, rounded down, so that it never turns
 * the position round; all of it is all of it, whatever the lot.
 */
export function exitOf(
  account: Account,
  position: Pick<PositionRecord, 'symbol' | 'exchange' | 'product' | 'netqty' | 'lot_size'>,
  percent: ExitPercent,
): PartExit {
  const { symbol, exchange, product, netqty, lot_size: lot } = position
  if (netqty === null) return { ok: false, why: 'Its quantity is not known.' }
  if (netqty === 0) return { ok: false, why: isOpenPosition(position) ? contradicted : closed }
  if (!Number.isInteger(netqty)) return { ok: false, why: 'Its quantity is not a whole number.' }
  if (isPaired(position))
    return { ok: false, why: 'A bracket or cover position is closed by its own orders.' }
  const held = Math.abs(netqty)
  const step = lot !== null && Number.isInteger(lot) && lot > 1 ? lot : 1
  const units = percent === 100 ? held : Math.floor((held * percent) / 100 / step) * step
  if (units === 0)
    return { ok: false, why: `${percent} % of ${held} is less than a lot of ${step}.` }
  const { protection } = account.trading
  const parsed = RegularTicket.safeParse({
    kind: 'regular',
    account: account.id,
    exchange: exchange?.trim().toUpperCase(),
    symbol,
    action: netqty > 0 ? 'SELL' : 'BUY',
    quantity: String(units),
    product: productOfWord(product),
    pricing: {
      type: 'MARKET',
      protection: protection === null ? null : percentText(protection),
    },
    slice: null,
    exit: true,
  })
  if (!parsed.success)
    return { ok: false, why: 'Its exchange or its product is none that orders can name.' }
  return { ok: true, ticket: parsed.data }
}

const closed = 'It is closed already.'
const contradicted =
  'Its book says zero, and what was bought and sold does not come to that: how much of it is open is not known.'

/** Two decimals are what an order's protection has; never rounded to nothing. */
function percentText(value: number): string {
  const text = toTick(decimalOf(value), '0.01', 'nearest')
  return compare(text, '0') > 0 ? text : '0.01'
}
