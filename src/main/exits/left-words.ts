import type { Failure } from '../../shared/core/errors.ts'
import { counted, signedUnits } from '../../shared/core/figures.ts'
import type { Row } from '../../shared/core/patch.ts'
import { asSentence, saidOnce } from '../../shared/core/sentences.ts'
import { brief } from '../../shared/core/visible-text.ts'
import { plainReason } from '../../shared/orders/plain-reasons.ts'
import { sideOfWord } from '../../shared/service/words.ts'
import { netOf } from '../picture/rows/instruments.ts'
import { isSoldHolding } from '../picture/rows/sold-holdings.ts'
import { type PositionLeft, type Remainder, remainderCounts } from './remainder.ts'

const andOthers = ([first, ...others]: readonly string[]): string =>
  `${first}${others.length > 0 ? ` and ${counted(others.length, 'other')}` : ''}`

/** What flat is said by where a history is not told of an order that the service named when it cancelled. */
export const believedOf = ({ byHistory: { believed } }: Remainder): string | null =>
  believed.length === 0
    ? null
    : `The service did not tell the history of order ${andOthers(believed)}: that it ended is said by the order book and the answer to its cancel.`

/** What flat leaves alone. */
export function soldHoldingsOf({ soldHoldings: [first, ...others] }: Remainder): string | null {
  if (first === undefined) return null
  const units = counted(Math.abs(netOf(first) ?? 0), 'unit')
  return `${units} of ${String(first['symbol'])} ${others.length > 0 ? `and of ${counted(others.length, 'other share')} ` : ''}sold for delivery (CNC) before this exit stand below zero until they are delivered, and were not bought back.`
}

/** What flat cannot speak for, where it waits no longer for the profile to tell whose the account is. */
export function formerKeysOf({ unknownClient }: Remainder): string | null {
  if (unknownClient === 'unnamed')
    return `The account has other keys than before, and its profile names no client with them: what was there under the former ones counts as another’s, and is not looked at. Whether it is still open or works is not known: ${lookYourself}`
  if (unknownClient === 'unread for long')
    return `The account has other keys than before, and its profile was not read with them, though its books were for ten minutes. Whether what was there under the former ones is still open or works is not known: ${lookYourself}`
  return null
}

const lookYourself = 'look at the account in the broker’s own terminal.'
export const notRead = `The books could not be read: ${lookYourself}`

/** What to do about each, in the order in which they are told; nothing where another says it already. */
const todos: Record<keyof typeof remainderCounts, (remainder: Remainder) => string | null> = {
  positions: (remainder) => {
    const { positions, working } = remainder
    const [position, ...others] = positions.toSorted((a, b) => +isTurned(b) - +isTurned(a))
    if (position === undefined) return null
    const more = `${counted(others.length, 'more position is', 'more positions are')} open.`
    const about = aboutPosition(position, { working, isSure: doubtsOf(remainder).length === 0 })
    return about + (others.length > 0 ? ` ${more}` : '')
  },
  orders: ({ orders, positions }) =>
    positions.length > 0
      ? null
      : `Cancel again: ${counted(orders.length, 'order still works', 'orders still work')}.`,
  lost: ({ lost }) => aboutLost(lost),
  unreadable: ({ unreadable }) =>
    `${counted(unreadable, 'row', 'rows')} of the books could not be read: ${lookYourself}`,
  oddlyEmpty: ({ oddlyEmpty }) =>
    `The ${oddlyEmpty.map((book) => (book === 'orders' ? 'order book' : 'position book')).join(' and the ')} came empty in another form than the service’s empty list, as where it lost what it should tell, and the answers to this exit prove no more. What ${oddlyEmpty.map((book) => (book === 'orders' ? 'works' : 'is open')).join(' and ')} is not known: ${lookYourself}`,
  unlisted: ({ unlisted }) =>
    `The trade book tells of order ${andOthers(unlisted)}, which the order book is not known to have shown today, so that it may not be the whole of it. What else works is not known: ${lookYourself}`,
  awaited: ({ awaited }) =>
    `Look in the order book before you exit again: ${counted(awaited, 'order or exit was', 'orders or exits were')} sent, and it does not show what became of ${awaited === 1 ? 'it' : 'them'}.`,
  legs: ({ legs }) =>
    `Look in the order book before you exit again: the target or stop of ${counted(legs, 'order that was filled', 'orders that were filled')} a moment ago may still come.`,
  vanished: ({ vanished }) =>
    `${counted(vanished, 'order that worked is', 'orders that worked are')} gone from the order book, and nothing says how it ended: ${lookYourself}`,
  converted: ({ converted: [first, ...others] }) =>
    first === undefined
      ? null
      : `${counted(first.converted, 'unit was', 'units were')} to leave ${first.symbol} ${first.product} and made another product meanwhile${others.length > 0 ? `, and so of ${counted(others.length, 'other position')}` : ''}: exit what is open under that.`,
  contradicting: ({ contradicting: [first, ...others] }) =>
    first === undefined
      ? null
      : `${contradictionSaid(first)}${others.length > 0 ? `; they differ on ${counted(others.length, 'other position')} as well` : ''}. The two contradict each other, so what is open is not known: ${lookYourself}`,
  unclosed: ({ unclosed: [first, ...others] }) =>
    `${String(first?.symbol)} was open when this exit began${others.length > 0 ? `, and so was ${counted(others.length, 'other position', 'other positions')}` : ''}. The position book shows nothing of it any more, and what was filled since does not close it, so what is open is not known: ${lookYourself}`,
  unknownBefore: () =>
    `What was open when this exit began was not written down, and no order in the order book shows what it closed. Whether anything is open is not known: ${lookYourself}`,
  unseen: ({ unseen: [first, ...others] }) =>
    `The service said that it closed ${brief(String(first), 60)}${others.length > 0 ? ` and ${counted(others.length, 'other position')}` : ''}, and neither book shows anything of it. Whether anything is open is not known: ${lookYourself}`,
  silent: () =>
    `The position book has shown nothing since it was first read, which some services’ do for a while after a login. Whether anything is open is not known: ${lookYourself}`,
  unknownClient: () =>
    `The account has other keys than before, and its profile was not read with them yet. Whether what was there under the former ones is still open or works is not known: ${lookYourself}`,
  overnight: ({ overnight }) => aboutOvernight(overnight),
  besideBlankBooks: ({ besideBlankBooks: orders }) =>
    `The service had taken order ${andOthers(orders)}, and its books have shown nothing at all, as where nobody is logged in. Whether anything is open is not known: ${lookYourself}`,
  byHistory: ({ byHistory: { working, untold } }) =>
    [
      ...(working.length === 0
        ? []
        : [
            `Order ${andOthers(working)} does not work by the order book, and still works by its own history: cancel again, or ${lookYourself}`,
          ]),
      ...(untold.length === 0
        ? []
        : [
            `Order ${andOthers(untold)} does not work by the order book, and the service did not tell its history, so whether it still works is not known: ${lookYourself}`,
          ]),
    ].join(' '),
  untraded: ({ untraded: [first, ...others] }) =>
    `The order book says that an order of ${String(first?.symbol)} was filled${others.length > 0 ? `, and ${counted(others.length, 'other')}` : ''}, and the trade book, which has all other fills, does not have all of it. What is open is not known: ${lookYourself}`,
  behind: ({ behind }) =>
    `${counted(behind, 'position does', 'positions do')} not show yet what was filled: ${lookYourself}`,
}

const contradictionSaid = ({
  symbol,
  held,
  expected,
}: Remainder['contradicting'][number]): string =>
  held === 0
    ? `The position book shows ${symbol} as closed, and by the order book ${signedUnits(expected)} is open`
    : `The position book shows ${signedUnits(held)} of ${symbol}, and by the order book it is ${signedUnits(expected)}`

type LeftName = keyof typeof remainderCounts

/** What is left for sure, and what to do about it; of all else it has to be looked first. */
const known: readonly LeftName[] = ['positions', 'orders', 'converted']

const doubtsOf = (remainder: Remainder): LeftName[] =>
  (Object.keys(todos) as LeftName[]).filter(
    (name) => !known.includes(name) && remainderCounts[name](remainder) > 0,
  )

/** The next thing to do about what is left: whoever has to look before the next exit reads that first. */
export const todoOf = (remainder: Remainder): string =>
  [...doubtsOf(remainder), ...known.filter((name) => remainderCounts[name](remainder) > 0)]
    .flatMap((name) => todos[name](remainder) ?? [])
    .join(' ')

/** Of what was left nothing is shown any more, and other things are, which may be the person's own. */
export function cameUpSince({
  orders,
  positions,
}: Pick<Remainder, 'orders' | 'positions'>): string {
  const named = [
    ...(orders.length === 0 ? [] : [counted(orders.length, 'order')]),
    ...(positions.length === 0 ? [] : [counted(positions.length, 'position')]),
  ]
  return `The books show nothing more of what this exit left. What stands here came up in them since: ${named.join(' and ')}.`
}

/** What an alert says of an exit that left something: why it did, and what to do, of which what is to be looked at stands first. */
export function exitAlertMessage(failures: readonly Failure[], todo: string | null): string {
  const whys = failures.map(whyLeft)
  const isDeed = todo !== null && /^(?:Exit|Cancel) /.test(todo)
  return saidOnce(isDeed ? [...whys, todo] : [todo ?? '', ...whys])
}

/** A refusal is told with its reason: what it stands against goes on until that is mended. */
function whyLeft({ code, message, detail }: Failure): string {
  if (detail === undefined || (code !== 'refused' && code !== 'said-no')) return message
  const plain = plainReason(detail)
  const why = plain === undefined ? '' : `${plain.means} ${plain.todo} `
  return `${message} ${why}The service said: ${asSentence(brief(detail))}`
}

/** Whether more was closed than was held. */
const isTurned = ({ row, held }: PositionLeft): boolean =>
  held !== null && Math.sign(netOf(row) ?? 0) * Math.sign(held) < 0

function aboutPosition(
  position: PositionLeft,
  { working, isSure }: { working: readonly Row[]; isSure: boolean },
): string {
  const symbol = String(position.row['symbol'])
  const net = netOf(position.row)
  if (net === null) return `How many units of ${symbol} are open is not known: ${lookYourself}`
  if (isSoldHolding(position.row) && !isTurned(position))
    return `${symbol} ${signedUnits(net)} is sold for delivery (CNC): what was sold of a holding stands below zero until it is delivered. Do not buy it back unless you know that you do not hold it.`
  // Whoever exits again what was closed turns it round.
  if (position.byOrders !== null)
    return `The position book shows ${signedUnits(net)} of ${symbol}, and by the orders it is ${signedUnits(position.byOrders)}, so one of these is late or wrong: look at the account in the broker’s own terminal before you exit again.`
  const open = openSaid(position, net)
  // A second exit beside the first would turn the position round.
  if (working.some((order) => closes(order, symbol, net)))
    return `Wait for the order that closes ${symbol}, or cancel it before you exit again: ${open}.`
  if (isTurned(position))
    return `${symbol} ${open}. Look at its orders before you exit what is open now.`
  // It may be on its way out already.
  return isSure ? `Exit ${symbol} again: ${open}.` : `${symbol}: ${open}.`
}

function openSaid(position: PositionLeft, net: number): string {
  const { keeps, held } = position
  if (isTurned(position)) {
    const staying = keeps === 0 ? '' : `, and ${signedUnits(keeps)} was to stay`
    return `turned round: ${signedUnits(net)} is open now, ${signedUnits(held!)} was held${staying}`
  }
  const units = counted(Math.abs(net), 'unit is', 'units are')
  if (keeps !== 0) return `${units} open, and ${Math.abs(keeps)} were to stay`
  // Of what was held nobody knows: it may be on the other side by now.
  return held === null ? `${signedUnits(net)} is open` : `${units} still open`
}

function aboutLost([first, ...others]: readonly Row[]): string {
  const which =
    others.length === 0
      ? `${String(first?.['symbol'])} is`
      : `${counted(others.length + 1, 'position')} that were open are`
  return `${which} missing from the position book, and no fill in the order book closes ${others.length === 0 ? 'it' : 'them'}. Whether anything is open is not known: ${lookYourself}`
}

function aboutOvernight([first, ...others]: Remainder['overnight']): string | null {
  if (first === undefined) return null
  const { of, buys, sells } = first
  const units = Math.max(buys, sells)
  const upTo = units === Infinity ? 'an unknown number of units' : `up to ${counted(units, 'unit')}`
  const ways = buys > 0 && sells > 0 ? 'bought or sold' : buys > 0 ? 'bought' : 'sold'
  const more = others.length > 0 ? `, and so of ${counted(others.length, 'other position')}` : ''
  return `An order of ${of.symbol} of an earlier day worked when Quarterdeck saw it last, by which ${upTo} more may have been ${ways} than its position shows${more}. Whether anything is open is not known: ${lookYourself}`
}

const closes = (order: Row, symbol: unknown, net: number): boolean =>
  order['symbol'] === symbol && sideOfWord(order['action']) === (net > 0 ? 'SELL' : 'BUY')
