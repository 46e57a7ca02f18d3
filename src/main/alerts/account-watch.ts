import type { Account } from '../../shared/accounts/accounts.ts'
import type { BookMeta } from '../../shared/books/book-state.ts'
import type { ErrorCode } from '../../shared/core/errors.ts'
import { troubleTitles } from '../../shared/core/trouble-titles.ts'
import { brief } from '../../shared/core/visible-text.ts'
import { isLongStale } from '../../shared/books/staleness.ts'
import type { AlertEvent } from './alert-events.ts'
import {
  type ConditionTiming,
  type LastingCondition,
  followCondition,
  noCondition,
} from './lasting-condition.ts'

const second = 1000

/**
 * A book that is old for a moment is no news. One that grows old again and again is: an answer makes
 * it fresh for as long as it takes to grow old, which ends nothing.
 */
const stalePatience: ConditionTiming = {
  before: 5 * second,
  calm: 10 * second,
  rest: 60 * second,
  gap: 10 * second,
}

/** Its keys are answered for another client than a moment ago. */
export function anotherClient(of: {
  account: string
  name: string
  client: string | null
}): AlertEvent {
  const { account, name, client } = of
  const title = `Another client: ${name}`
  return {
    kind: 'account',
    tone: 'bad',
    cause: `client ${account} ${client ?? ''}`,
    account,
    title,
    message: `The service answers its keys for client ${brief(client ?? '', 60)} now, which was another one before. What was sent until now is not looked up in these books: look at the former client in the broker’s own terminal, and at the keys of this account.`,
    line: title,
  }
}

/** Keys left the vault: who did not do that themselves has to know it at once. */
export function keysExported(of: {
  names: readonly string[]
  path: string
  at: number
}): AlertEvent {
  const { names, path, at } = of
  const whose = names.length > 3 ? `${names.length} accounts` : names.join(', ')
  const title = `Keys exported: ${whose}`
  return {
    kind: 'account',
    tone: 'bad',
    cause: `keys exported ${at} ${path}`,
    account: null,
    title,
    message: `The keys of ${whose} were put into ${path}, sealed with a passphrase that was chosen for it; Quarterdeck removes the file after a day. If that was not you, have the broker replace them.`,
    line: title,
  }
}

type Trouble = 'keys' | 'address' | 'pace' | 'unanswered'
type ToldCode = keyof typeof troubleTitles

interface TroubleRow {
  /** By the code that it has just now. */
  messages: Partial<Record<ToldCode, string>>
  patience: ConditionTiming
  over: string
}

/** Of any of its codes: which of them it was all the time is not kept. */
const unanswered = 'For a minute there has been no good answer'

const meanwhile =
  'What is shown is old, and orders may not get through. It is asked again by itself'

const troubles: Record<Trouble, TroubleRow> = {
  keys: {
    messages: {
      'bad-keys':
        'The service does not accept its keys, so its books stand still and no order gets through. Open Accounts, edit it and type its keys anew.',
    },
    patience: { before: 0, calm: 5 * second, rest: 60 * second },
    over: 'Keys accepted again',
  },
  address: {
    messages: {
      'address-refused':
        'The broker takes requests from registered IP addresses only, and this machine’s is none of them. Register it, or work from one that is.',
    },
    patience: { before: 0, calm: 5 * second, rest: 60 * second },
    over: 'Address accepted again',
  },
  pace: {
    messages: {
      'rate-limited':
        'The service limits how often it answers, so its books come more slowly. Lower the account’s book reads each second if it stays.',
    },
    patience: { before: 0, calm: 30 * second, rest: 300 * second },
    over: 'Asked at a good pace again',
  },
  unanswered: {
    messages: {
      'not-sent': `${unanswered}, and now nothing reached the service. ${meanwhile}; check the network and the account’s address.`,
      'too-late': `${unanswered}, and now none came in time. ${meanwhile}; check the network.`,
      'no-answer': `${unanswered}, and now none that can be used. ${meanwhile}.`,
    },
    patience: { before: 60 * second, calm: 5 * second, rest: 300 * second },
    over: 'Answers again',
  },
}
const troubleNames = Object.keys(troubles) as Trouble[]
const toldCodes = Object.keys(troubleTitles) as ToldCode[]

/** How an account stands at a moment. */
export interface AccountCondition {
  account: Pick<Account, 'id' | 'name'>
  trouble: ErrorCode | null
  /** Null where it was never read. */
  orders: Pick<BookMeta, 'age' | 'every'> | null
  positions: Pick<BookMeta, 'age' | 'every'> | null
  /** Nobody asks for the account's books: that they grow old is known. */
  isPaused: boolean
}

export interface AccountConditions {
  stale: LastingCondition
  troubles: Readonly<Record<Trouble, LastingCondition>>
  /** Counts what was told, so that each time is a cause of its own. */
  told: number
}

export const noConditions: AccountConditions = {
  stale: noCondition,
  troubles: {
    keys: noCondition,
    address: noCondition,
    pace: noCondition,
    unanswered: noCondition,
  },
  told: 0,
}

/** What is new about an account since the last look at it. */
export function accountAlertEvents(
  conditions: AccountConditions,
  current: AccountCondition,
  { now, session }: { now: number; session: string },
): { conditions: AccountConditions; events: AlertEvent[] } {
  const { account, isPaused } = current
  const events: AlertEvent[] = []
  let { told } = conditions
  const say = (
    kind: 'account' | 'stale',
    tone: AlertEvent['tone'],
    { heading, message }: { heading: string; message: string },
  ): void => {
    told++
    const cause = `${kind} ${account.id} ${session} ${told}`
    const title = `${heading}: ${account.name}`
    events.push({
      ...{ kind, tone, cause, account: account.id },
      ...{ title, message, heading, line: account.name },
    })
  }

  const nextTroubles = { ...conditions.troubles }
  for (const name of troubleNames) {
    const { messages, patience, over } = troubles[name]
    const code = toldCodes.find((one) => one === current.trouble && one in messages)
    const step = followCondition(nextTroubles[name], { isOn: code !== undefined, now, patience })
    nextTroubles[name] = step.condition
    if (step.tell === 'begin' && code !== undefined)
      say('account', 'bad', { heading: troubleTitles[code], message: messages[code] ?? '' })
    if (step.tell === 'end')
      say('account', 'good', { heading: over, message: 'Its books are read as before.' })
  }

  const old = (['orders', 'positions'] as const).filter((book) => isOld(current[book]))
  // Trouble that was told explains why its books are old.
  const isExplained = troubleNames.some((name) => nextTroubles[name].isTold)
  const isOn = old.length > 0 && !isPaused && (!isExplained || conditions.stale.isTold)
  const step =
    isPaused && conditions.stale.isTold
      ? { condition: conditions.stale, tell: null }
      : followCondition(conditions.stale, { isOn, now, patience: stalePatience })
  if (step.tell === 'begin')
    say('stale', 'bad', {
      heading: `Old ${old.join(' and ')}`,
      message:
        'No good answer came in more than twice the time in which one should. What is shown is from before, and what depends on it asks first.',
    })
  if (step.tell === 'end')
    say('stale', 'good', {
      heading: 'Fresh again',
      message: 'Its orders and positions are read as before.',
    })
  return { conditions: { stale: step.condition, troubles: nextTroubles, told }, events }
}

function isOld(book: AccountCondition['orders']): boolean {
  const { age = null, every = 0 } = book ?? {}
  return isLongStale(age, every)
}
