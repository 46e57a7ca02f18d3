import { counted } from '../../shared/core/figures.ts'
import { brief } from '../../shared/core/visible-text.ts'
import {
  type Intent,
  type IntentEvent,
  type IntentState,
  type Part,
  isFoundByLikeness,
  isNotShown,
  isSurelyNotThere,
  saidNo,
} from '../../shared/orders/intents.ts'
import type { DeskEvent } from '../../shared/journal/journal.ts'
import { priceText } from '../components/amounts.ts'
import type { OutcomeTone } from '../components/outcome-looks.ts'

interface StateWords {
  title: string
  /** What it means for the trader. */
  means: string
  manner: OutcomeTone
}

/** What to say of every state. Adding one without words does not compile. */
export const stateWords: Record<IntentState, StateWords> = {
  recorded: {
    title: 'Queued',
    means: 'It is on disk and waits for its turn. Nothing of it left this machine.',
    manner: 'waiting',
  },
  sent: {
    title: 'Sent',
    means: 'It is on its way. The service has not answered yet.',
    manner: 'waiting',
  },
  accepted: { title: 'Accepted', means: 'The service took it.', manner: 'good' },
  refused: {
    title: 'Refused',
    means: 'The service refused it. Nothing of it is at the broker.',
    manner: 'bad',
  },
  'not-sent': {
    title: 'Not sent',
    means: 'Surely nothing of it left this machine.',
    manner: 'none',
  },
  'in-doubt': {
    title: 'In doubt',
    means: 'It may or may not have arrived. It is never sent again by itself.',
    manner: 'doubt',
  },
  matched: {
    title: 'Found one like it',
    means:
      'It was in doubt. The order book has one order that is like it, and no other. Nothing names that as this one.',
    manner: 'good',
  },
  absent: {
    title: 'Did not arrive',
    means: 'It was in doubt. A person looked and decided that it did not arrive.',
    manner: 'none',
  },
  settled: {
    title: 'Settled',
    means: 'It was in doubt. A person said which order it is.',
    manner: 'good',
  },
  partly: {
    title: 'Partly',
    means: 'Some parts of it are at the broker, and some surely are not.',
    manner: 'bad',
  },
}

/** How much of what the broker had, or may have, it rejected after it was accepted. */
export function rejectedPart({ parts }: Pick<Intent, 'parts'>): 'none' | 'part' | 'whole' {
  if (parts.every(({ rejection }) => rejection === null)) return 'none'
  const isWhole = parts.every(
    ({ state, rejection }) => rejection !== null || isSurelyNotThere(state),
  )
  return isWhole ? 'whole' : 'part'
}

/** It was called off by what became of its turn, and by nobody. */
const isEndOfTurns = (why: Intent['calledOff']): boolean =>
  why === 'not-accepted' || why === 'not-allowed' || why === 'stood-still'

/** The service took it, or a part of it, and the order book has not shown that for long. */
const isMissed = ({ parts }: Pick<Intent, 'parts'>): boolean => parts.some(isNotShown)

const missedTitle = 'Accepted, not in the book'

/** The service had named it, and its row reads as what was sent. */
const foundTitle = 'Found'

const rejectedTitles = { part: 'Partly rejected', whole: 'Rejected' } as const

export function outcomeTitle(intent: Pick<Intent, 'state' | 'parts' | 'calledOff'>): string {
  if (isEndOfTurns(intent.calledOff)) return stateWords['not-sent'].title
  if (intent.calledOff !== null) return 'Cancelled'
  // What may be there needs a look first.
  if (isMissed(intent) && intent.state !== 'in-doubt') return missedTitle
  const rejected = rejectedPart(intent)
  if (rejected !== 'none' && intent.state !== 'in-doubt') return rejectedTitles[rejected]
  return intent.state === 'matched' && !intent.parts.some(isFoundByLikeness)
    ? foundTitle
    : stateWords[intent.state].title
}

export const outcomeManner = (intent: Pick<Intent, 'state' | 'parts'>): OutcomeTone => {
  if (isMissed(intent)) return 'doubt'
  return rejectedPart(intent) === 'none' || intent.state === 'in-doubt'
    ? stateWords[intent.state].manner
    : 'bad'
}

export const partTitle = (
  part: Pick<Part, 'state' | 'code' | 'rejection' | 'notShown'>,
): string => {
  if (isNotShown(part)) return missedTitle
  if (part.state === 'matched' && part.rejection === null && !isFoundByLikeness(part))
    return foundTitle
  return part.rejection === null ? stateWords[part.state].title : rejectedTitles.whole
}

type CalledOff = Pick<Intent, 'calledOff' | 'calledOffAfter' | 'calledOffSays'>

export function calledOffReason({
  calledOff,
  calledOffAfter,
  calledOffSays,
}: CalledOff): string | null {
  if (calledOff === null) return null
  if (calledOff === 'not-allowed' && calledOffSays !== undefined)
    return `Not sent when its turn came: ${calledOffSays}`
  return calledOff === 'not-accepted' && calledOffAfter !== undefined
    ? `The order before it was not plainly accepted: that of ${calledOffAfter}.`
    : calledOffWords[calledOff]
}

/** Why it was, in the service's words or in ours; empty where there is nothing to say. */
export function outcomeReason({ parts, ...intent }: Pick<Intent, 'parts'> & CalledOff): string {
  const reason = calledOffReason(intent)
  if (reason !== null) return brief(reason)
  const reasons = parts.flatMap((part) => {
    const said = part.rejection?.reason ?? partReason(part) ?? []
    return saidNo(part) && part.detail !== null ? [said, part.detail].flat().join(' ') : said
  })
  return brief([...new Set(reasons)].join(' · '))
}

/** What was said of one part; a no in unknown words has more to it, once it is known what became of it. */
export function partReason(
  part: Pick<Part, 'state' | 'orderId' | 'code' | 'message' | 'notShown' | 'rejection'>,
): string | null {
  if (isNotShown(part))
    return `The service accepted it, and its order book, read ${part.notShown?.reads} times since, does not show it.${besideUnreadable(part.notShown?.unreadable)}${byHistory(part.notShown?.history)} It counts as working until its day is over. See in the broker’s own terminal what became of it.`
  if (!saidNo(part))
    return part.state === 'matched' && part.message !== null
      ? `No clear answer had come. ${oneLikeIt(part)}`
      : part.message
  switch (part.state) {
    case 'matched':
      return `The service had refused it. ${oneLikeIt(part)}`
    case 'settled':
      return 'The service had refused it, and yet it is at the broker.'
    case 'refused':
      return 'The service refused it, and the order book, read again since, showed none of it.'
    default:
      return part.message
  }
}

/** Where no answer names an order, likeness is all that is known of it. */
const oneLikeIt = ({ orderId }: Pick<Part, 'orderId'>): string =>
  `One like it, and no other, is in the order book: ${orderId}.`

const calledOffWords: Record<NonNullable<Intent['calledOff']>, string> = {
  person: 'Cancelled by you before it was sent.',
  'other-client':
    'The keys of this account answer for another client now: cancelled before it was sent.',
  stop: 'Cancelled by the stop before it was sent.',
  shutdown: 'Cancelled when Quarterdeck closed, before it was sent.',
  'not-accepted': 'The order before it was not plainly accepted.',
  'not-allowed': 'Not sent: when its turn came, the checks no longer allowed it.',
  'stood-still':
    'Not sent: its queue stood still for more than a minute, as it does while the machine sleeps.',
  restart: 'It was never sent before Quarterdeck closed, and is not sent later.',
}

type Outcome = Pick<Part, 'state' | 'orderId' | 'name' | 'message'>

const outcomeOfPart = ({ state, orderId, name, message }: Outcome): string =>
  [
    stateWords[state].title,
    orderId !== null && `as ${orderId}`,
    name !== null && `for ${name}`,
    message !== null && `: ${message}`,
  ]
    .filter((word) => word !== false)
    .join(' ')
    .replaceAll(' :', ':')

export interface EventText {
  title: string
  detail: string
  manner: OutcomeTone
}

const told = (title: string, detail = '', manner: OutcomeTone = 'none'): EventText => ({
  title,
  detail: brief(detail),
  manner,
})

/** What happened to an order, or what the desk did, in words. */
export function tellEvent(event: IntentEvent | DeskEvent): EventText {
  switch (event.kind) {
    case 'recorded':
      return told(
        'Confirmed and kept on disk',
        event.exit ? 'It closes a position, or a part of one.' : '',
        'waiting',
      )
    case 'sent':
      return told(
        'Sent to the service',
        event.bookAge === null
          ? 'The order book was not freshly read at that moment.'
          : `The order book was ${(event.bookAge / 1000).toFixed(1)} s old.`,
        'waiting',
      )
    case 'answered':
      return answered(event.parts)
    case 'called-off':
      return told(
        isEndOfTurns(event.why) ? 'Not sent' : 'Cancelled',
        calledOffReason({
          calledOff: event.why,
          calledOffAfter: event.after,
          calledOffSays: event.says,
        }) ?? '',
      )
    case 'looked':
      return told(
        event.isOtherLogin ? 'Looked for in a book of other keys' : 'Looked for in the order book',
        `${event.reads === 1 ? 'One read' : `${event.reads} reads`}: ${
          event.candidates.length === 0
            ? 'nothing fits'
            : `${counted(event.candidates.length, 'order')} could be it (${event.candidates.join(', ')})`
        }.`,
        'doubt',
      )
    case 'matched':
      return told(
        event.found.length === 0 ? 'Read in the order book' : 'Found one like it',
        [
          event.found.length > 0 &&
            `The order book has ${event.found.map(({ orderId }) => orderId).join(', ')}, and no other that is like it.`,
          event.absent.length > 0 &&
            `The service made fewer orders of it than slices, which hold all units: ${event.absent.length} slices have none.`,
        ]
          .filter((one) => one !== false)
          .join(' '),
        'good',
      )
    case 'refused-after-looks':
      return told(
        'Refused, as the order book shows',
        `The service had refused it in words that are not known to be final. The order book was read ${event.reads} times since, and showed none of it.`,
        'bad',
      )
    case 'doubted-again':
      return told(
        'In doubt again',
        event.grownBy === undefined
          ? `It had counted as refused. The order book shows ${event.candidates.join(', ')} since, which can be it.`
          : `It had counted as refused. The position has grown by ${counted(event.grownBy, 'unit')} on its side since, which neither an order nor a trade explains.`,
        'doubt',
      )
    case 'found-beside':
      return told(
        'In doubt again',
        `It had been taken for ${event.orderIds.join(', ')}, by likeness alone. The order book shows more that are like it now: ${event.candidates.join(', ')}. Which one it is only you can say.`,
        'doubt',
      )
    case 'settled':
      return told('Settled by you', `It is ${event.orderIds.join(', ')}.`, 'good')
    case 'settled-absent':
      return told('Settled by you', 'It did not arrive.')
    case 'seen-done':
      return told('Seen as done', 'The books, read anew, show what it was to bring about.', 'good')
    case 'watched':
      return watchedWords[event.end]
    case 'disowned':
      return told(
        'Maybe another order than the service had named',
        `The order book has ${event.orderId} as ${event.is}. Its own order is looked for.`,
        'doubt',
      )
    case 'rejected':
      return told(
        'Rejected by the broker after it was accepted',
        `${event.orderId}: ${event.reason ?? 'no reason was given'}`,
        'bad',
      )
    case 'not-rejected':
      return event.isUnsure === true
        ? told(
            'Maybe not rejected',
            `The order book shows ${event.orderId} with ${event.is}, which is not understood here.`,
            'doubt',
          )
        : told(
            'Not rejected after all',
            `The order book shows ${event.orderId} with ${event.is}.`,
            'good',
          )
    case 'not-shown':
      return told(
        'Not in the order book',
        `The service had accepted ${event.orderIds.join(', ')}. The order book was read ${event.reads} times since, and did not show it.${besideUnreadable(event.unreadable)}${byHistories(event.histories)}`,
        'doubt',
      )
    case 'shown':
      return told(
        'In the order book after all',
        `It shows ${event.orderIds.join(', ')} now.`,
        'good',
      )
    case 'stopped':
      return told('Stop put on', 'New orders were held in all accounts.', 'bad')
    case 'lifted':
      return told('Stop lifted', 'New orders were let through again.')
  }
}

const besideUnreadable = (rows = 0): string =>
  rows === 0 ? '' : ` ${counted(rows, 'row')} of it cannot be read, and may be it.`

const byHistory = (is: string | undefined): string =>
  is === undefined ? '' : ` By its own history it is ${is}.`

const byHistories = (histories: readonly { orderId: string; is: string }[] = []): string =>
  histories.map(({ orderId, is }) => ` By its own history ${orderId} is ${is}.`).join('')

const watchedWords: Record<Extract<IntentEvent, { kind: 'watched' }>['end'], EventText> = {
  flat: told('Watched to its end', 'The books showed that it was done.', 'good'),
  left: told('Watched to its end', 'Something was left, or could not be known.', 'bad'),
  'taken-back': told('Taken back', 'The books showed later that it was not done.', 'bad'),
  failed: told('Not watched', 'Nothing was sent.', 'bad'),
}

function answered(parts: readonly Outcome[]): EventText {
  const [first] = parts
  if (first === undefined) return told('Answered', 'There was nothing to do.', 'good')
  const detail = parts.map(outcomeOfPart).join('; ')
  const isOne = parts.every(({ state }) => state === first.state)
  const { title, manner } = stateWords[isOne ? first.state : 'partly']
  return told(parts.length === 1 ? title : `${title}, ${parts.length} parts`, detail, manner)
}

/** What was asked of the service, as the journal keeps it. */
export interface RequestSummary {
  side: 'BUY' | 'SELL' | null
  /** The symbol, or what an exit does. */
  what: string
  /** Units of all parts; null where they are not known. */
  quantity: number | null
  terms: string
}

const exitWords: Partial<Record<Intent['operation'], string>> = {
  CancelAllOrder: 'Cancel all orders',
  SquareOffAllPosition: 'Close all positions',
}

export function requestSummary(
  intent: Pick<Intent, 'params' | 'operation' | 'parts' | 'ticket'>,
): RequestSummary {
  const { params, operation, parts } = intent
  const { action, symbol, spot_symbol: spot, pricetype, price, product } = params
  const of = params['strategy'] === undefined ? '' : ` of ${params['strategy']}`
  const option = [spot, params['expiry_date'], offsetText(params['offset']), params['option_type']]
  const said = exitWords[operation]
  const isPriced = price !== undefined && Number(price) !== 0
  const trigger = params['trigger_price']
  return {
    side: action === 'BUY' || action === 'SELL' ? action : null,
    what: brief(said === undefined ? (symbol ?? option.filter(Boolean).join(' ')) : `${said}${of}`),
    quantity: parts.reduce<number | null>(
      (sum, { quantity }) => (sum === null || quantity === null ? null : sum + quantity),
      parts.length === 0 ? null : 0,
    ),
    terms: [
      pricetype,
      isPriced && written(price),
      trigger !== undefined && Number(trigger) !== 0 && `trigger ${written(trigger)}`,
      product,
    ]
      .filter((word) => typeof word === 'string')
      .join(' · '),
  }
}

/** As the books write it; what is no figure stays as it is. */
const written = (price: string): string =>
  Number.isFinite(Number(price)) ? priceText(price) : price

const offsetText = (offset: string | undefined): string | undefined => {
  if (offset === undefined) return undefined
  const steps = Number(offset)
  return steps === 0 ? 'ATM' : steps > 0 ? `OTM${steps}` : `ITM${-steps}`
}

export const orderIdsOf = ({ parts }: Pick<Intent, 'parts'>): string[] =>
  parts.flatMap(({ orderId }) => orderId ?? [])
