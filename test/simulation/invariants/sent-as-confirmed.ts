import type { Ticket } from '../../../src/shared/orders/tickets.ts'
import type { Asked, Departure, RunRecord } from '../record.ts'
import { type Instrument, instrumentOf } from '../service/instruments.ts'
import type { Holding } from '../service/answers.ts'
import type { Login } from '../service/service.ts'

type Fields = Readonly<Record<string, string>>

/** What was held this long ago a book may still have shown when an order to a target was reckoned. */
const oldestBook = 20_000

/**
 * What leaves is what the person confirmed: its side, size, price and symbol, for the login of that
 * moment, or the one before while nobody was told that the new one is saved.
 */
export function sentAsConfirmed(record: RunRecord, { legs, login, said }: Departure): string[] {
  return legs.flatMap(({ tag, fields }) => {
    const order = tag === null ? undefined : record.asked.get(tag)
    if (order === undefined) return []
    const wrongs = differences(order.ticket, fields)
    const isOfThen = order.login === undefined || order.login === login
    if (!isOfThen && !wasOf(record, order).includes(login)) wrongs.push('another login')
    // Who was told that what is held may still change took what the book last said of it.
    const isExcused = (): boolean => order.isWarned && (said === null || reachesFrom(said, fields))
    const isSmart = order.ticket.kind === 'smart'
    if (isSmart && !reaches(record, order, { login, fields }) && !isExcused())
      wrongs.push(`${fields['action']} ${fields['quantity']} reaches no ${fields['position_size']}`)
    return wrongs.map((wrong) => `${order.tag} is sent with ${wrong}`)
  })
}

const wasOf = ({ loginsOf }: RunRecord, { account, at }: Asked): Login[] =>
  (loginsOf.get(account) ?? []).flatMap(({ login, since, until }) =>
    since <= at && at <= until ? login : [],
  )

function differences(ticket: Ticket, fields: Fields): string[] {
  const expected = expectedOf(ticket)
  const wrongs = Object.entries(expected)
    .filter(([name, value]) => Number(fields[name]) !== Number(value) && fields[name] !== value)
    .map(([name, value]) => `${name} ${fields[name]} in place of ${value}`)
  return isNear(ticket, fields) ? wrongs : [...wrongs, `a price of ${fields['price']}`]
}

function expectedOf(ticket: Ticket): Record<string, string> {
  const { pricing } = ticket
  const priced =
    'price' in pricing ? { price: pricing.price, pricetype: pricing.type } : ({} as const)
  switch (ticket.kind) {
    case 'regular': {
      const { symbol, exchange, action, quantity, product, slice } = ticket
      const split = slice === null ? {} : { splitorder: 'YES', split_quantity: slice }
      return { ...priced, symbol, exchange, action, quantity, product, ...split }
    }
    case 'smart':
      return { ...priced, symbol: ticket.symbol, position_size: ticket.target }
    case 'bracket': {
      const { symbol, action, quantity, target: squareoff, stop: stoploss } = ticket
      return { ...priced, symbol, action, quantity, squareoff, stoploss }
    }
    case 'cover': {
      const { symbol, action, quantity, stopPrice: stop_price } = ticket
      return { ...priced, symbol, action, quantity, stop_price }
    }
    case 'option': {
      const { action, quantity, product, offset, expiry, optionType, strikeStep } = ticket
      const option = { expiry_date: expiry, option_type: optionType, strike_int: strikeStep }
      return { ...priced, action, quantity, product, offset, ...option }
    }
  }
}

/** A market order is sent as it is, or with a limit that protects it: worse than the market by so much at most. */
function isNear({ pricing }: Ticket, { price, pricetype, action, symbol = '' }: Fields): boolean {
  if (pricing.type !== 'MARKET') return true
  if (pricing.protection === null) return pricetype === 'MARKET' && price === '0'
  const instrument: Instrument | undefined = instrumentOf(symbol)
  if (instrument === undefined || pricetype !== 'LIMIT') return instrument === undefined
  const worse = (Number(price) / instrument.price - 1) * (action === 'BUY' ? 100 : -100)
  return worse <= Number(pricing.protection) + 1e-9 && worse > -1
}

/**
 * Whether an order reaches its target from something that was held a moment before it was confirmed,
 * or since: it can have waited for its turn.
 */
function reaches(
  record: RunRecord,
  { at: confirmed }: Pick<Asked, 'at'>,
  { login, fields }: { login: Login; fields: Fields },
): boolean {
  const { symbol = '', product = '' } = fields
  const instrument = instrumentOf(symbol)
  if (instrument === undefined) return true
  const now = record.now()
  const since = confirmed - oldestBook
  const moments = [since, ...login.broker.orders.flatMap((order) => order.moments)]
  return moments
    .filter((at) => at >= since && at <= now)
    .some((at) => isReached(login.broker.net({ instrument, product }, at), fields))
}

/** Whether an order reaches its target from what a book said, which named no position that it does not hold. */
function reachesFrom(said: readonly Holding[], fields: Fields): boolean {
  const row = said.find(
    ({ symbol, product }) => symbol === fields['symbol'] && product === fields['product'],
  )
  return isReached(row?.net ?? 0, fields)
}

const isReached = (held: number, { action, quantity, position_size: target }: Fields): boolean =>
  held + (action === 'BUY' ? Number(quantity) : -Number(quantity)) === Number(target)
