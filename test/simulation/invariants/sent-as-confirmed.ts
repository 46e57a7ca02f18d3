import type { Ticket } from '../../../src/shared/orders/tickets.ts'
import type { Asked, Departure, RunRecord } from '../record.ts'
import { type Instrument, instrumentOf } from '../service/instruments.ts'
import type { Login } from '../service/service.ts'

type Fields = Readonly<Record<string, string>>

/** What was held this long ago a book may still have shown when an order to a target was reckoned. */
const oldestBook = 20_000

/** What leaves is what the person confirmed: its side, size, price and symbol, for the login of that moment. */
export function sentAsConfirmed(record: RunRecord, { legs, login }: Departure): string[] {
  return legs.flatMap(({ tag, fields }) => {
    const order = tag === null ? undefined : record.asked.get(tag)
    if (order === undefined) return []
    const wrongs = differences(order.ticket, fields)
    if (order.login !== undefined && order.login !== login) wrongs.push('another login')
    // Who was told that what is held is not certain took the figures that were shown.
    const isSmart = order.ticket.kind === 'smart' && !order.isWarned
    if (isSmart && !reaches(record, order, { login, fields }))
      wrongs.push(`${fields['action']} ${fields['quantity']} reaches no ${fields['position_size']}`)
    return wrongs.map((wrong) => `${order.tag} is sent with ${wrong}`)
  })
}

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
  const { symbol = '', product = '', action, quantity, position_size: target } = fields
  const instrument = instrumentOf(symbol)
  if (instrument === undefined) return true
  const now = record.now()
  const since = confirmed - oldestBook
  const moments = [since, ...login.broker.orders.flatMap((order) => order.moments)]
  const units = action === 'BUY' ? Number(quantity) : -Number(quantity)
  return moments
    .filter((at) => at >= since && at <= now)
    .some((at) => login.broker.net({ instrument, product }, at) + units === Number(target))
}
