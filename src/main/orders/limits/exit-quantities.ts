import type { PlannedOrder } from '../../../shared/orders/placing.ts'
import type { RegularTicket } from '../../../shared/orders/tickets.ts'
import type { Finding } from './finding.ts'
import { countingOf } from './lots-or-units.ts'
import { signedUnits, unitsText } from '../../../shared/core/figures.ts'
import type { PositionName } from '../../picture/rows/instruments.ts'
import type { AccountContext } from '../planning/order-context.ts'
import type { Planned } from '../planning/plan.ts'

/** What exits of one go take from each position, as they are seen one after the other. */
export class ExitQuantities {
  readonly #taken = new Map<string, number>()
  /** By login: positions of which some is taken, each once. */
  readonly #positions = new Map<string, { of: PositionName; key: string }[]>()

  /**
   * An exit makes a position smaller, at most until it is flat. False where the position was never
   * read, and so nothing could be checked.
   */
  check(of: {
    order: Planned
    account: AccountContext
    /** Units that other orders of the go may do to the position, but for exits. */
    beside: { buys: number; sells: number }
    add: (finding: Finding) => void
  }): boolean {
    const { order, account, beside, add } = of
    const { ticket, shown } = order
    if (ticket.kind !== 'regular') return true
    const symbol = shown.symbol ?? ticket.symbol
    const { exchange, product } = ticket
    const held = account.held({ exchange, symbol, product })
    if (held === null) return false
    const found = this.#find({ ticket, symbol, shown, account, beside, held })
    if (found !== null) add(found)
    return true
  }

  #find(of: {
    ticket: RegularTicket
    symbol: string
    shown: PlannedOrder
    account: AccountContext
    beside: { buys: number; sells: number }
    held: number
  }): Finding | null {
    const { ticket, symbol, shown, account, beside, held } = of
    const { exchange, product } = ticket
    const { action, quantity, lot } = shown
    const position = `${symbol} ${product}`
    // What a book that is old shows may be closed by now, or opened: no exit is to be kept by it.
    const object = account.stale.has('positions') ? askByOldBook : refuse
    if (held === 0)
      return object('quantity', `There is no position in ${position} to leave: nothing is held.`)
    if (held > 0 !== (action === 'SELL'))
      return object(
        'action',
        `${signedUnits(held)} ${position} is held, and this would make it larger. ${held > 0 ? 'Sell' : 'Buy'} to leave it.`,
      )
    const key = `${account.login}|${exchange}|${symbol}|${product}`
    const before = this.#taken.get(key) ?? 0
    this.#taken.set(key, before + quantity)
    const alike = this.#alike({ exchange, symbol, product }, { account, key })
    const most = Math.abs(held)
    const verb = action === 'BUY' ? 'buy' : 'sell'
    if (before + quantity > most) {
      const others = before > 0 ? ` beside ${unitsText(before)} of other exits here` : ''
      const way = before < most ? `${unitsText(most - before)} at most` : 'fewer exits'
      return object(
        'quantity',
        `${signedUnits(held)} ${position} is held, and to ${verb} ${unitsText(quantity)}${others} would turn the position around. Use ${way}.`,
      )
    }
    const counting = whyCountedOtherwise({ ticket, lot, quantity, held, symbol }, account)
    if (counting !== null) return ask('exit', counting)
    const taken = alike.reduce((sum, other) => sum + this.#taken.get(other.key)!, 0)
    if (before + quantity + taken > most)
      return ask(
        'exit',
        `${symbol} and ${alike.map(({ of: other }) => other.symbol).join(', ')} may be one position, which the book spells in several ways: ${signedUnits(held)} is held of each. If they are, leaving all of them turns it around. Exit one of them and see what the books show, or go on.`,
      )
    const { buys, sells, unknown } = account.underWay({ exchange, symbol, product })
    const closing = action === 'BUY' ? buys + beside.buys : sells + beside.sells
    if (before + quantity + closing > most)
      return ask(
        'exit',
        `Orders that ${verb} ${unitsText(closing)} work already, are on their way or stand here, and ${signedUnits(held)} ${position} is held: with this one as well, the position can turn around. Cancel them first, or go on.`,
      )
    if (unknown.length > 0)
      return ask(
        'exit',
        `Whether this turns the position around is not known: ${unknown.join('; ')}. Refresh the books first, or go on.`,
      )
    if (lot !== null && quantity % lot !== 0 && before + quantity !== most)
      return ask(
        'lot',
        `${unitsText(quantity)} is not a multiple of the lot of ${unitsText(lot)}: the exchange may refuse it.`,
      )
    return null
  }

  /** Positions of this go that may be this one in another spelling. */
  #alike(
    of: PositionName,
    { account, key }: { account: AccountContext; key: string },
  ): readonly { of: PositionName; key: string }[] {
    const positions = this.#positions.get(account.login) ?? []
    if (!positions.some((one) => one.key === key)) positions.push({ of, key })
    this.#positions.set(account.login, positions)
    return positions.filter((one) => one.key !== key && account.mayBeOne(of, one.of))
  }
}

/**
 * Why the quantity of an order may be another than that of the position, on exchanges where some brokers
 * count units and some lots, and some both; null where the orders of the day show that they are the same.
 */
function whyCountedOtherwise(
  of: { ticket: RegularTicket; lot: number | null; quantity: number; held: number; symbol: string },
  account: AccountContext,
): string | null {
  const { ticket, lot, quantity, held, symbol } = of
  if (lot === null || lot <= 1 || held % lot !== 0) return null
  const counting = countingOf(account, { exchange: ticket.exchange, symbol, lot })
  if (counting === null || counting.areUnits) return null
  const { inLots } = counting
  const asLots = `${unitsText(quantity)} in an order may be ${unitsText(quantity)} lots of ${unitsText(lot)}`
  return inLots === null
    ? `Whether ${symbol} is counted in units or in lots is the broker’s, and no order of today shows it: ${asLots}. See how this broker counts before you go on.`
    : `The position book counts ${symbol} in units (${signedUnits(held)}), and its orders are counted in lots (${unitsText(inLots)}): ${asLots}. Use ${unitsText(quantity / lot)}, or look first how this broker counts.`
}

const refuse = (field: string, message: string): Finding => ({
  level: 'refuse',
  code: 'exit',
  field,
  message,
})

const askByOldBook = (field: string, message: string): Finding => ({
  ...ask('exit', `By the positions as they were last read, which they need not be now: ${message}`),
  field,
})

const ask = (code: Finding['code'], message: string): Finding => ({
  level: 'ask',
  code,
  field: 'quantity',
  message,
})
