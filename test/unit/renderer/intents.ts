import type { Intent, PartOutcome } from '../../../src/shared/orders/intents.ts'
import type { RegularTicket } from '../../../src/shared/orders/tickets.ts'

export const regular = (more: Partial<RegularTicket> = {}): RegularTicket => ({
  kind: 'regular',
  account: 'main',
  exchange: 'NSE',
  symbol: 'INFY-EQ',
  action: 'BUY',
  quantity: '100',
  product: 'MIS',
  pricing: { type: 'LIMIT', price: '1531.90' },
  slice: null,
  exit: false,
  ...more,
})

let count = 0
/** The morning of the day on which the tests' clock stands. */
const morning = Date.UTC(2026, 10, 21, 4)
/** A uuid that a test can read: the number of what it names. */
export const uuid = (number: number): string =>
  `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`

/** An intent as the desk tells of it right after it was recorded. */
export const intent = (more: Partial<Intent> = {}): Intent => {
  const ticket = more.ticket === undefined ? regular() : more.ticket
  return {
    id: uuid(++count),
    at: morning + count,
    changedAt: morning + count,
    state: 'recorded',
    parts: [part('recorded')],
    calledOff: null,
    sent: null,
    look: null,
    watched: null,
    account: ticket?.account ?? 'main',
    accountName: 'Main',
    broker: 'PX',
    confirmation: uuid(900_000),
    operation: 'PlaceMultiOrder',
    request: uuid(800_000),
    leg: 0,
    params: {},
    ticket,
    exit: false,
    resends: null,
    ...more,
  }
}

export const part = (
  state: Intent['parts'][number]['state'],
  more: Partial<PartOutcome> & { quantity?: number } = {},
): Intent['parts'][number] => ({
  quantity: 100,
  orderId: null,
  name: null,
  code: null,
  message: null,
  detail: null,
  rejection: null,
  ...more,
  state,
})
