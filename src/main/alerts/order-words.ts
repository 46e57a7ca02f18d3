import {
  type Intent,
  type Part,
  isAtBroker,
  isDeniedTwin,
  isNotShown,
  isSquareOff,
} from '../../shared/orders/intents.ts'
import { timeOf } from '../../shared/core/india.ts'
import { unitsFilled } from '../../shared/service/order-units.ts'
import type { OrderRecord } from '../../shared/service/records.ts'
import { stateOfOrder } from '../../shared/service/words.ts'
import { plainReason, plainRejection } from '../../shared/orders/plain-reasons.ts'
import { counted, priceWords, unitsText } from '../../shared/core/figures.ts'
import { asSentence } from '../../shared/core/sentences.ts'
import { brief } from '../../shared/core/visible-text.ts'
import type { LivingChild } from './seeming-slices.ts'

interface Words {
  title: string
  message: string
  line: string
}

/** Such as BUY 100 INFY-EQ. */
const rowName = ({ action, quantity, symbol }: OrderRecord): string =>
  [action?.toUpperCase(), quantity === null ? null : unitsText(quantity), brief(symbol, 60)]
    .filter(Boolean)
    .join(' ')

const intentName = ({ params, parts }: Intent): string => {
  const size = parts.reduce((sum, { quantity }) => sum + (quantity ?? 0), 0)
  const { action = '', symbol, spot_symbol: spot, option_type: type = '' } = params
  return `${action} ${unitsText(size)} ${symbol ?? `${spot ?? ''} ${type}`.trim()}`.trim()
}

export function rejectedWords(
  row: OrderRecord,
  of: {
    reason: string | null
    isOurs: boolean
    /** Units that the trade book tells of, whatever the row says. */
    traded: number
  },
): Words {
  const { reason, isOurs, traded } = of
  const plain = plainRejection(reason)
  const happened = isOurs
    ? 'The broker took this order and then rejected it.'
    : 'The broker rejected an order that was working.'
  const said = reason === null ? 'It gave no reason.' : `It said: ${asSentence(brief(reason))}`
  // In plain words first, where there are any; as it came is for who asks the broker.
  const [why, asItCame] = plain === undefined ? [said] : [plain.means, said]
  const todo = plain?.todo ?? todoBy(reason)
  const filled = unitsFilled(row)
  const all = row.quantity === null ? '' : ` of ${unitsText(row.quantity)}`
  const isIn =
    traded > filled
      ? `By its row ${filled === 0 ? 'nothing of it is' : `${unitsText(filled)} are`} filled, and the trade book tells of ${unitsText(traded)}${all}: look at the position before anything else, and send no more than what is missing.`
      : filled === 0
        ? 'By its row, and by the trades that were read so far, nothing of it is in the market.'
        : `By the same row ${unitsText(filled)}${all} are filled: look at the position before anything else.`
  return {
    title: `${Math.max(filled, traded) === 0 ? 'Rejected' : 'Rejected, with a fill'}: ${rowName(row)}`,
    message: [happened, why, isIn, todo, asItCame]
      .filter((sentence) => sentence !== undefined)
      .join(' '),
    line: `${rowName(row)}: ${brief(reason ?? 'no reason given', 120)}`,
  }
}

/** Where no plain words say what to do. */
const todoBy = (reason: string | null): string =>
  reason === null
    ? 'See in the broker’s own terminal why, before sending it again.'
    : 'Read the reason before sending it again.'

/** The order itself was rejected, as its row says, and one that belongs to it, or seems to, was not. */
export function partRejectedWords(row: OrderRecord, { row: child, seems }: LivingChild): Words {
  const { order_id: id, status, fillshares: filled } = child
  const units = filled === null ? '' : `, ${unitsText(filled)} filled`
  const is = `order ${brief(id, 60)}, ${rowName(child)} (${brief(status?.trim() || 'no state', 60)}${units})`
  return {
    title: `Not all of it rejected: ${rowName(row)}`,
    message: seems
      ? `The broker calls this order rejected, and its order book has smaller ones of the same moment that together have all of its units, and that nobody here sent. It seems to have split this one by itself: ${is}. Look at the position and the order book before you send it again.`
      : `The broker calls this order rejected, and its order book has another one that belongs to it: ${is}. So something of it is, or was, in the market. Look at the position and the order book before you send it again.`,
    line: `${rowName(row)}: rejected, but for ${is}`,
  }
}

export function unknownStateWords(row: OrderRecord, was: EndedState | null = null): Words {
  const { status, fillshares: filled, quantity } = row
  const word = status?.trim() ? `‘${brief(status.trim(), 60)}’` : null
  // A known word beside figures that contradict it is not understood either.
  const figures =
    filled === null || quantity === null
      ? ''
      : ` and ${unitsText(filled)} of ${unitsText(quantity)} filled`
  const said =
    word === null
      ? 'The broker gives no state of this order'
      : `The broker says ${word}${figures} of this order, which is not understood here`
  return {
    title: `State not known: ${rowName(row)}`,
    message: `${said}${was === null ? '' : `. It had called it ${was} before`}, so it may be working, filled or gone. It counts as working. See in the broker’s own terminal what became of it.`,
    line: `${rowName(row)}: ${word ?? 'no state'}`,
  }
}

/** Of an order that the book has twice in one answer, with two states. */
export function twinWords(row: OrderRecord, twin: OrderRecord): Words {
  const said = ({ status, fillshares: filled }: OrderRecord): string =>
    `${status?.trim() ? `‘${brief(status.trim(), 60)}’` : 'without a state'}${filled === null ? '' : ` with ${unitsText(filled)} filled`}`
  return {
    title: `State not known: ${rowName(row)}`,
    message: `The order book has this order twice in one answer, as ${said(row)} and as ${said(twin)}. Neither can be believed, so it may be working, filled or gone. See in the broker’s own terminal what became of it.`,
    line: `${rowName(row)}: two rows that contradict each other`,
  }
}

export type EndedState = 'rejected' | 'cancelled' | 'complete'

/** Of an order that had ended the broker tells otherwise now how much was filled, or how it ended. */
export function changedAfterEndWords(
  row: OrderRecord,
  old: OrderRecord,
  states: { is: EndedState; was: EndedState },
): Words {
  const { is, was } = states
  const filled = ({ fillshares, quantity }: OrderRecord): string => {
    const units = fillshares === null ? 'an unknown number' : unitsText(fillshares)
    return quantity === null ? units : `${units} of ${unitsText(quantity)}`
  }
  const now = `${is} with ${filled(row)} filled`
  return {
    title: `Changed after its end: ${rowName(row)}`,
    message: `The broker had called this order ${was}, with ${filled(old)} filled, and now calls it ${now}. What was said by its end does not hold any more, such as that an exit was flat. Look at the position, and exit again if you do not want it.`,
    line: `${rowName(row)}: ${was}, now ${now}`,
  }
}

/** The broker takes back that an order had ended. */
export function revivedWords(row: OrderRecord, was: EndedState): Words {
  const status = brief(row.status?.trim() ?? '', 60)
  return {
    title: `Working after all: ${rowName(row)}`,
    message: `The broker had called this order ${was}, and its order book shows it as ‘${status}’ now, so it works and may fill. What was said by its end does not hold any more, such as that an exit was flat. Cancel, or exit again, if you do not want it.`,
    line: `${rowName(row)}: ${was}, then ‘${status}’`,
  }
}

/** The service took it, and its book has it not. */
export function notShownWords(intent: Intent): Words {
  const missing = intent.parts.filter(isNotShown)
  const ids = missing.flatMap(({ orderId }) => orderId ?? [])
  const reads = Math.min(...missing.map(({ notShown }) => notShown?.reads ?? 0))
  const unreadable = Math.max(...missing.map(({ notShown }) => notShown?.unreadable ?? 0))
  const besides =
    unreadable === 0 ? '' : ` ${counted(unreadable, 'row')} of it cannot be read, and may be it.`
  const histories = new Set(missing.flatMap(({ notShown }) => notShown?.history ?? []))
  const bySelf =
    histories.size === 0 ? '' : ` By its own history it is ${[...histories].join(' and ')}.`
  const name = intentName(intent)
  return {
    title: `Accepted, and not in the order book: ${name}`,
    message: `The service accepted this as ${brief(ids.join(', '), 120)}, and its order book, read ${reads} times since, does not show it.${besides}${bySelf || ' It may be working, filled or gone.'} It counts as working until its day is over. See in the broker’s own terminal what became of it before sending it again.`,
    line: `${name}: accepted, and not in the order book`,
  }
}

export function shownWords(intent: Intent): Words {
  const name = intentName(intent)
  return {
    title: `In the order book after all: ${name}`,
    message: 'The order book shows what the service had accepted. Nothing is to be done.',
    line: name,
  }
}

const averageOf = ({ avgprc }: OrderRecord): string =>
  avgprc === null || avgprc <= 0 ? '' : ` at ${priceWords(avgprc)}`

/** It may be one of ours that is in doubt, and that nobody has found yet. */
export function perhapsOursWords(row: OrderRecord): Words {
  const { fillshares: filled } = row
  const units = filled === null ? 'The broker calls it filled' : `${unitsText(filled)} filled`
  return {
    title: `Filled, perhaps yours: ${rowName(row)}`,
    message: `${units}${averageOf(row)}, as order ${brief(row.order_id, 60)}. An order of yours is in doubt that this may be, or it was placed elsewhere. Say on the card of that one which it is.`,
    line: `${rowName(row)}${averageOf(row)}`,
  }
}

export function fillAlertWords(
  row: OrderRecord,
  of: {
    isOurs: boolean
    /** The units that were sent under its number, where it was placed from here. */
    sent?: number | null
    /** Of one that was not: what of ours it may have come of. */
    origin?: Intent | undefined
  },
): Words {
  const { isOurs, sent = null, origin } = of
  const line = `${rowName(row)}${averageOf(row)}`
  const average = averageOf(row) === '' ? '' : `${averageOf(row)} on average`
  const { fillshares: filled } = row
  const said =
    filled === null
      ? `The broker calls the order complete, and does not say how much was filled${average}.`
      : sent !== null && sent > filled
        ? `${unitsText(filled)} filled${average}, of ${unitsText(sent)} that were sent. The book says nothing of the others under this number: look whether it has them under another one.`
        : `All ${unitsText(filled)} filled${average}.`
  const notOurs =
    origin === undefined
      ? ' It was not placed from here.'
      : ` No order that was sent from here has its number, ${brief(row.order_id, 60)}. ${originWords(origin)}`
  const whose = isOurs ? '' : notOurs
  return {
    title: `Filled: ${rowName(row)}`,
    message: `${said}${whose}`,
    line,
  }
}

/** It stands under the number of one of ours, and its row is on the other side or of another symbol. */
export function filledOtherwiseWords(row: OrderRecord, intent: Intent): Words {
  const line = `${rowName(row)}${averageOf(row)}`
  const filled =
    row.fillshares === null ? '' : ` ${unitsText(row.fillshares)} filled${averageOf(row)}.`
  return {
    title: `Filled otherwise than it was sent: ${rowName(row)}`,
    message: `Sent was ${intentName(intent)}, and the order book has ${rowName(row)} under its number, order ${brief(row.order_id, 60)}.${filled} The service may have made another order of it, or named another’s. Look at the position before you send anything for it.`,
    line: `${line}, sent as ${intentName(intent)}`,
  }
}

/** The broker ended it with a part of it filled, and nobody here had cancelled it. */
export function cutOffWords(
  row: OrderRecord,
  /** The units that were sent under its number: some brokers count the quantity of their row down. */
  { sent }: { sent: number | null },
): Words {
  const ordered = Math.max(row.quantity ?? 0, sent ?? 0)
  const all = ordered === 0 ? '' : ` of ${unitsText(ordered)}`
  const filled = `${unitsText(unitsFilled(row))}${all} filled${averageOf(row)}`
  const name = rowName({ ...row, quantity: ordered === 0 ? null : ordered })
  return {
    title: `Filled in part and cancelled: ${name}`,
    message: `${filled}, and the broker calls the rest cancelled. Nothing here cancelled it. What was filled is held: look at the position, and send the rest again only if you still want it.`,
    line: `${name}: ${filled}, then cancelled`,
  }
}

/** It worked, and the book does not show it any more. */
export function goneWords(row: OrderRecord): Words {
  return {
    title: `Gone from the order book: ${rowName(row)}`,
    message: `The order book showed order ${brief(row.order_id, 60)} at work and has not shown it for half a minute, and nothing says how it ended. It may be working, filled or gone; it counts as working for an hour. See in the broker’s own terminal what became of it before sending it again.`,
    line: `${rowName(row)}: gone from the order book`,
  }
}

export function backWords(row: OrderRecord): Words {
  return {
    title: `In the order book after all: ${rowName(row)}`,
    message: 'The order book shows again what it had left out. See there how it stands.',
    line: rowName(row),
  }
}

/** The trade book tells of more than the order book. */
export function tradedWords(row: OrderRecord, units: number): Words {
  const status = brief(row.status?.trim() || 'no state', 60)
  const isRejected = stateOfOrder(row) === 'rejected'
  const shown = `the order book last called it ‘${status}’ with ${unitsText(unitsFilled(row))} filled`
  return {
    title: `Traded, and not filled in the order book: ${rowName(row)}`,
    message: `The trade book ${isRejected ? 'tells' : 'has told'} of ${unitsText(units)} filled of this order${isRejected ? '' : ' for half a minute'}, and ${shown}. Look at the position before you send anything for it again.`,
    line: `${rowName(row)}: ${unitsText(units)} traded`,
  }
}

export function elsewhereWords(row: OrderRecord): Words {
  const line = `${rowName(row)}${averageOf(row)}`
  return {
    title: `Not from here: ${rowName(row)} filled`,
    message: `Order ${brief(row.order_id, 60)} was not placed from here, and it changed a position${averageOf(row)}. See whether it is yours; if not, change the keys of the account.`,
    line,
  }
}

/** Nothing here was given its number, and it may have come of one of ours. */
export function perhapsElsewhereWords(row: OrderRecord, origin: Intent): Words {
  return {
    title: `Perhaps not from here: ${rowName(row)} filled`,
    message: `No order that was sent from here has the number ${brief(row.order_id, 60)}, and it changed a position${averageOf(row)}. ${originWords(origin)}`,
    line: `${rowName(row)}${averageOf(row)}`,
  }
}

function originWords(origin: Intent): string {
  const ids = origin.parts.flatMap(({ orderId }) => orderId ?? [])
  const number = ids.length === 0 ? '' : `, order ${brief(ids.join(', '), 120)}`
  const name = isSquareOff(origin) ? 'a square-off' : `your ${intentName(origin)}`
  const at = timeOf(origin.sent?.at ?? origin.at).slice(0, 19)
  return `It may come of ${name} (sent ${at}${number}) all the same, or be from elsewhere: a broker may make an order anew under another number, in parts or on another exchange, and a service may send one twice. See in the broker’s own terminal what it came of, and look at the position before you send anything more for it.`
}

const lateArrival =
  'The service had refused this order, and it counted as refused since the order book showed none of it. Now the book has an order that can be it.'
const deniedTwin =
  'The service had clearly refused this order, and it counted as refused. Now the books show one of its symbol, not known as yours, that came up or was entered when this was sent.'

function whyAgain(intent: Intent): string {
  if (intent.grownBy !== undefined)
    return `The service refused this order, and it counted as refused. The position has grown by ${counted(intent.grownBy, 'unit')} on its side since, which no order and no trade that is known explains.`
  return isDeniedTwin(intent) ? deniedTwin : lateArrival
}

export function doubtWords(intent: Intent): Words {
  const name = intentName(intent)
  const isNo = intent.parts.some(({ state, code }) => state === 'in-doubt' && code === 'said-no')
  const { disowned } = intent
  if (intent.isDoubtedAgain) {
    const { sharedBy } = intent.look ?? {}
    const shared =
      sharedBy === undefined
        ? ''
        : ` ${sharedBy} orders of yours can be what it shows, and it shows fewer: at least one of them is not at the broker.`
    return {
      title: `In doubt again: ${name}`,
      message: `${whyAgain(intent)}${shared} If you have sent it again since, both may be at the broker. ${intent.grownBy === undefined ? 'Look at it, and say which order it is.' : 'See in the broker’s own terminal what became of it.'}`,
      line: name,
    }
  }
  if (intent.wasFound) {
    const ids = brief(intent.look?.candidates.join(', ') ?? '', 120)
    return {
      title: `In doubt again: ${name}`,
      message: `One order of the book had been taken for this one, since it was the only one like it. Now the book shows more that are like it: ${ids}. One of them is likely not yours. Say which one it is, and do not send it again before that.`,
      line: name,
    }
  }
  const what = isNo
    ? 'The service refused this order, in words that are not known to be final'
    : disowned !== undefined && disowned.length > 0
      ? `The service named order ${brief(disowned.join(', '), 60)} for this one, which may be another`
      : 'No clear answer came for this order'
  return {
    title: `In doubt: ${name}`,
    message: `${what}, so it may or may not be at the broker. The order book is being read to find out. Do not send it again before that.`,
    line: name,
  }
}

/** The service seems not to have taken the login: until there is a new one its book cannot be read. */
export function noLoginWords(
  intent: Intent,
): Pick<Words, 'message' | 'line'> & { heading: string } {
  const said = intent.parts.find(({ state }) => state === 'in-doubt')?.detail ?? ''
  return {
    ...ofAccount(intent),
    message: `The service refused this order in words for keys or a login that do not hold any more: ${asSentence(brief(said))} Most likely it is not at the broker, but only the order book can show that, and it can be read once the account is logged in. Log in at the broker anew, or give the account its new keys: then it is looked up by itself. Do not send it again before that.`,
  }
}

/** Among those of other accounts: what was ordered, and for which. */
export const ofAccount = (intent: Intent): { heading: string; line: string } => ({
  heading: intentName(intent),
  line: brief(intent.accountName, 60),
})

/** Of an order that nobody called off, and that is not sent any more. */
export function stoodStillWords(intent: Intent): Words {
  const name = intentName(intent)
  return {
    title: `Not sent: ${name}`,
    message:
      'Its queue stood still for more than a minute, as it does while the machine sleeps. It is not at the broker. Send it again if it is still wanted.',
    line: name,
  }
}

export function refusedWords(intent: Intent): Words {
  const { parts } = intent
  const isPartly = parts.some(({ state }) => isAtBroker(state))
  const name = intentName(intent)
  const plain = plainReason(saidIn(parts))
  const said = reasonOf(parts)
  return {
    title: `${isPartly ? 'Partly refused' : 'Refused'}: ${name}`,
    message: [
      plain?.means ?? said,
      isPartly
        ? 'A part of what was sent is at the broker, the rest is not.'
        : 'It is not at the broker.',
      plain?.todo ?? todoBy(saidIn(parts)),
      ...(plain === undefined ? [] : [said]),
    ].join(' '),
    line: `${name}: ${brief(saidIn(parts) ?? 'no reason given', 120)}`,
  }
}

/** What the service said, as it came; the first of several. */
function reasonOf(parts: readonly Part[]): string {
  const said = saidIn(parts)
  return said === null
    ? 'The service gave no reason.'
    : `The service said: ${asSentence(brief(said))}`
}

function saidIn(parts: readonly Part[]): string | null {
  const refusal =
    parts.find(({ state }) => state === 'refused') ?? parts.find(({ state }) => !isAtBroker(state))
  return refusal?.detail ?? refusal?.message ?? null
}
