import type { Ticket } from '../../../shared/orders/tickets.ts'
import { type Product, countsUnits } from '../../../shared/service/words.ts'
import { counted, rupees, unitsText } from '../../../shared/core/figures.ts'
import { type Check, type CheckedOrder, type Finding, whyLeast } from './finding.ts'
import { countingOf } from './lots-or-units.ts'
import { distance, lastPrices, plainMarketOrder, prices, tick } from './price-checks.ts'
import { tradesInLots } from '../planning/lots.ts'
import { largestSlice } from '../planning/slices.ts'

/** Every check of one order by itself, but for those of an exit's size and of the hours. */
export function findings(checked: CheckedOrder, add: (finding: Finding) => void): void {
  codes(checked, add)
  tick(checked, add)
  prices(checked, add)
  lots(checked, add)
  slices(checked, add)
  distance(checked, add)
  lastPrices(checked, add)
  if (!checked.isExit) size(checked, add)
  plainMarketOrder(checked, add)
  fundsShare(checked, add)
}

const sizeField = ({ kind }: Ticket): string => (kind === 'smart' ? 'target' : 'quantity')

/** Units stand still while they are looked at; the funds that they are a share of may fall. */
const fundsShare: Check = ({ order: { ticket, shown }, account }, add) => {
  const { ofFunds } = ticket
  if (ofFunds === undefined) return
  const { percent } = ofFunds
  const ask = (message: string): void => {
    add({ level: 'ask', code: 'share', field: sizeField(ticket), message })
  }
  const again = 'Have its share reckoned anew, or go on'
  if (account.funds === null || account.stale.has('funds'))
    return ask(
      `This was to be ${percent} % of the account’s funds, and what those are now is not known. ${again}.`,
    )
  if (account.funds >= Number(ofFunds.funds)) return
  const part = (account.funds * Number(percent)) / 100
  if (shown.value === null || shown.value > part)
    ask(
      `The funds fell from ${rupees(Number(ofFunds.funds))} to ${rupees(account.funds)} since this was reckoned: it is more than ${percent} % of them now. ${again}.`,
    )
}

/**
 * What the account's own record says is open to it. What is held of another shows that it is not all:
 * an exit is left to the broker.
 */
const codes: Check = ({ order: { ticket }, account, isExit }, add) => {
  const { exchanges, products } = account
  const closed = (code: 'exchange' | 'product', field: string | null, message: string): void => {
    if (isExit) add({ level: 'note', code, field, message: `${message} The broker may refuse it.` })
    else add({ level: 'refuse', code, field, message })
  }
  if (ticket.kind !== 'option' && exchanges?.has(ticket.exchange) === false) {
    const way = isExit ? '' : ' Choose another exchange or account.'
    const message = `${ticket.exchange} is not open to this account, only ${listOf(exchanges)}.${way}`
    closed('exchange', 'exchange', message)
  }
  const product = productOf(ticket)
  if (products?.has(product) === false) {
    const field = 'product' in ticket ? 'product' : null
    closed('product', field, `${product} is not open to this account, only ${listOf(products)}.`)
  }
}

const productOf = (ticket: Ticket): Product => {
  switch (ticket.kind) {
    case 'bracket':
      return 'BO'
    case 'cover':
      return 'CO'
    default:
      return ticket.product
  }
}

const listOf = (words: Iterable<string>): string => [...words].toSorted().join(', ')

const lots: Check = ({ order: { ticket, shown }, account, isExit }, add) => {
  const { lot, quantity } = shown
  if (lot === null) {
    if (!isExit && tradesInLots(ticket))
      add({
        level: 'note',
        code: 'unknown',
        field: sizeField(ticket),
        message:
          'The books do not say how many units a lot has: whether these are whole lots was not checked.',
      })
    return
  }
  if (isExit) return
  if (ticket.kind !== 'option' && !countsUnits(ticket.exchange)) {
    const message = whyPerhapsLots({ ticket, shown, lot }, account)
    if (message !== null) add({ level: 'ask', code: 'lot', field: sizeField(ticket), message })
    return
  }
  if (quantity % lot === 0) return
  const below = Math.floor(quantity / lot) * lot
  add({
    level: 'refuse',
    code: 'lot',
    field: sizeField(ticket),
    message: `${unitsText(quantity)} is not a multiple of the lot of ${unitsText(lot)}: use ${below > 0 ? `${unitsText(below)} or ` : ''}${unitsText(below + lot)}.`,
  })
}

/** What a quantity may come to where some brokers count lots; null where nothing speaks for these. */
function whyPerhapsLots(
  of: {
    ticket: Exclude<Ticket, { kind: 'option' }>
    shown: CheckedOrder['order']['shown']
    lot: number
  },
  account: CheckedOrder['account'],
): string | null {
  const { ticket, shown, lot } = of
  const { quantity } = shown
  const asLots = `${counted(quantity, 'lot')} of ${unitsText(lot)}`
  if (quantity % lot !== 0)
    return `${unitsText(quantity)} is not a multiple of the lot of ${unitsText(lot)}. Where the broker counts lots on this exchange it is ${asLots}; one that counts units refuses it.`
  const symbol = shown.symbol ?? ticket.symbol
  const { inLots = null } = countingOf(account, { exchange: ticket.exchange, symbol, lot }) ?? {}
  return inLots === null
    ? null
    : `The orders of today are counted in lots (${unitsText(inLots)}), so this may be ${asLots}.`
}

const slices: Check = ({ order: { ticket, shown }, account, context, isExit }, add) => {
  const { freeze, lot } = shown
  const typed = 'slice' in ticket ? ticket.slice : null
  const field = 'slice' in ticket ? 'slice' : 'quantity'
  if (freeze !== null && shown.slices[0]! > freeze) {
    const largest = largestSlice(freeze, lot)
    const way =
      field === 'slice'
        ? `Split it into slices of ${unitsText(largest)}.`
        : `Such an order cannot be split: use ${unitsText(largest)} at most, or several orders.`
    return add({
      // The data may be out of date, and an exit has to have a way.
      level: isExit ? 'ask' : 'refuse',
      code: 'slice',
      field,
      message: `The exchange takes ${unitsText(freeze)} units at most in one order, and this one has ${unitsText(shown.slices[0]!)}. ${way}`,
    })
  }
  if (
    typed !== null &&
    lot !== null &&
    Number(typed) % lot !== 0 &&
    shown.slices.length > 1 &&
    !isExit
  )
    return add({
      level: 'refuse',
      code: 'slice',
      field,
      message: `Slices of ${unitsText(typed)} are not a multiple of the lot of ${unitsText(lot)}: use ${unitsText(Math.ceil(Number(typed) / lot) * lot)}.`,
    })
  if (shown.slices.length > context.market.mostSlices)
    add({
      level: 'ask',
      code: 'slices',
      field,
      message: `This makes ${counted(shown.slices.length, 'order')}, each with its own outcome: more than ${unitsText(context.market.mostSlices)}. ${paceAfter(shown.slices.length, account.trading.perSecond)}`,
    })
}

/** What slices mean for the orders behind them: they leave as one request, and each counts toward the orders a second. */
const paceAfter = (slices: number, perSecond: number): string =>
  `At ${unitsText(perSecond)} a second, what follows from this account waits for ${counted(Math.ceil(slices / perSecond), 'second')} behind it; cancel-all and square-off do not wait.`

/** Where the price stands that an order was reckoned from. */
const priceFields: Record<Ticket['pricing']['type'], string> = {
  LIMIT: 'pricing.price',
  SL: 'pricing.price',
  'SL-M': 'pricing.trigger',
  MARKET: 'pricing.reference',
}

/** Limits of one order. */
const size: Check = ({ order: { ticket, shown }, account }, add) => {
  const { quantity, value } = account.trading.limits
  if (quantity !== null && shown.quantity > quantity)
    add({
      level: 'refuse',
      code: 'quantity',
      field: sizeField(ticket),
      message: `${unitsText(shown.quantity)} units are more than this account’s limit of ${unitsText(quantity)} for one order.`,
    })
  if (value === null) return
  const why = whyLeast({ ticket, shown })
  if (shown.value !== null && shown.value > value)
    add({
      level: 'refuse',
      code: 'value',
      field: sizeField(ticket),
      message: `${rupees(shown.value)} is more than this account’s limit of ${rupees(value)} for one order.`,
    })
  else if (why === 'lots')
    add({
      level: 'ask',
      code: 'value',
      field: sizeField(ticket),
      message: `Whether a quantity is units or lots on this exchange is the broker’s, and nothing here says which: the account’s limit of ${rupees(value)} for one order cannot be checked.`,
    })
  else if (shown.value !== null && why === 'price')
    add({
      level: 'ask',
      code: 'value',
      field: priceFields[ticket.pricing.type],
      message: `No last price is known here, and this may be filled above what it was reckoned from: the account’s limit of ${rupees(value)} for one order cannot be checked.`,
    })
  else if (shown.value === null)
    add({
      level: 'ask',
      code: 'value',
      field: 'pricing.reference',
      message: `No last price is known here, so the account’s limit of ${rupees(value)} for one order cannot be checked. Type the last price to have it checked.`,
    })
}
