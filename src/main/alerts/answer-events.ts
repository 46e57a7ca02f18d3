import { type Intent, type Part, isNotShown } from '../../shared/orders/intents.ts'
import { mayNameLogin } from '../../shared/service/refusal-words.ts'
import type { AlertEvent } from './alert-events.ts'
import {
  doubtWords,
  noLoginWords,
  notShownWords,
  ofAccount,
  refusedWords,
  shownWords,
  stoodStillWords,
} from './order-words.ts'

/** What the service’s answer to an order says, and the lack of one, and whether the book shows what it took. */
export function answerEvents(intent: Intent): AlertEvent[] {
  const { id, account, params } = intent
  const ofOrder = { account, intent: id, symbol: params['symbol'] ?? null }
  if (intent.state === 'in-doubt') {
    const again = againOf(intent)
    const isForLogin = again === '' && intent.parts.every(isNoForLogin)
    return [
      {
        ...{ kind: 'in-doubt', tone: 'urgent', cause: `in-doubt ${again}${id}`, ...ofOrder },
        ...doubtWords(intent),
        ...(isForLogin && { about: 'no login', ...noLoginWords(intent) }),
      },
    ]
  }
  if (isRefused(intent)) {
    const isForLogin = intent.parts.every(isNoForLogin)
    return [
      {
        ...{ kind: 'refused', tone: 'bad', cause: `refused ${id}`, ...ofOrder },
        ...refusedWords(intent),
        // Of thirty accounts whose logins ran out it is one piece of news.
        ...(isForLogin && { about: 'refused login', ...ofAccount(intent) }),
      },
    ]
  }
  if (intent.calledOff === 'stood-still')
    return [
      {
        ...{ kind: 'refused', tone: 'urgent', about: 'stood still' },
        ...{ cause: `stood-still ${id}`, ...ofOrder, ...stoodStillWords(intent) },
      },
    ]
  return appearanceEvents(intent)
}

/** Whether a part was refused in words for a login that has run out, be it known to be final or not. */
const isNoForLogin = ({ state, code, detail }: Part): boolean =>
  (state === 'in-doubt' || state === 'refused') &&
  (code === 'bad-keys' || (code === 'said-no' && mayNameLogin(detail ?? '')))

/** It is told once for each reason to doubt it. */
const againOf = ({ isDoubtedAgain, wasFound }: Intent): string =>
  isDoubtedAgain ? 'again ' : wasFound ? 'beside another ' : ''

/** Of orders that the service took: that the book has not shown them for long, and that it does after all. */
function appearanceEvents(intent: Intent): AlertEvent[] {
  const { id, account, params, parts } = intent
  const ofOrder = { account, intent: id, symbol: params['symbol'] ?? null }
  const told = parts.filter(({ notShown }) => notShown !== undefined)
  if (told.length === 0) return []
  const isOver = !told.some(isNotShown)
  return [
    {
      kind: 'unknown-state',
      tone: isOver ? 'good' : 'urgent',
      ...(!isOver && { about: 'not shown' as const }),
      cause: `${isOver ? 'shown' : 'not-shown'} ${id}`,
      ...ofOrder,
      ...(isOver ? shownWords(intent) : notShownWords(intent)),
    },
  ]
}

/** Refused by an answer. What a person settled they know already. */
const isRefused = ({ state, parts }: Intent): boolean =>
  (state === 'refused' || state === 'partly') &&
  parts.every((part) => part.state !== 'matched' && part.state !== 'absent')
