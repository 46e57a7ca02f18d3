import { randomUUID } from 'node:crypto'
import { atOnce } from '../../../../../src/main/core/turns.ts'
import { stepIntent } from '../../../../../src/main/journal/intent.ts'
import { matching } from '../../../../../src/main/orders/doubt/match.ts'
import type {
  Intent,
  IntentEvent,
  PartOutcome,
  Recorded,
} from '../../../../../src/shared/orders/intents.ts'
import { OrderRecord } from '../../../../../src/shared/service/records.ts'

export const account = '00000000-0000-4000-8000-000000000001'
/** 21 November 2026, 10:15:00 in India. */
export const sentAt = Date.UTC(2026, 10, 21, 4, 45, 0)
const sentText = 'November 21 2026 10:15:00'

export const plainParams = {
  broker: 'PX',
  strategy: 'Manual',
  exchange: 'NSE',
  symbol: 'INFY-EQ',
  action: 'BUY',
  product: 'MIS',
  pricetype: 'LIMIT',
  quantity: '100',
  price: '1500.5',
}

/** What a book says of orders in doubt, in one go. */
export const match = (...of: Parameters<typeof matching>) => atOnce(matching(...of))

interface Making {
  account?: string
  id?: string
  operation?: Intent['operation']
  params?: Record<string, string>
  quantities?: number[]
  rivals?: string[]
  bookAge?: number | null
  at?: number
}

const ticket = {
  kind: 'regular',
  account,
  exchange: 'NSE',
  symbol: 'INFY-EQ',
  action: 'BUY',
  quantity: '100',
  product: 'MIS',
  pricing: { type: 'LIMIT', price: '1500.5' },
  slice: null,
  exit: false,
} as const

export function recordedEvent(making: Making = {}): Recorded {
  const { operation = 'PlaceMultiOrder', params = {}, quantities = [100] } = making
  return {
    kind: 'recorded',
    account: making.account ?? account,
    accountName: 'Main',
    broker: 'PX',
    confirmation: randomUUID(),
    operation,
    request: randomUUID(),
    leg: 0,
    params: { ...plainParams, quantity: String(quantities[0]), ...params },
    ticket,
    quantities,
    exit: false,
    resends: null,
  }
}

export function after(events: IntentEvent[], making: Making = {}): Intent {
  const { id = randomUUID(), at = sentAt } = making
  let intent: Intent | undefined
  for (const event of events) intent = stepIntent(intent, { id, at, event })
  return intent!
}

/** The fingerprint of the login that orders are sent for. */
export const ownLogin = 'own login'

/** An intent that is on the wire, made by the real steps. */
export const onTheWire = (making: Making = {}): Intent => after(wireEvents(making), making)

/** An intent that no answer came for, made by the real steps. */
export const inDoubt = (making: Making = {}): Intent =>
  after([...wireEvents(making), { kind: 'answered', parts: [] }], making)

export const wireEvents = (making: Making = {}): IntentEvent[] => [
  recordedEvent(making),
  {
    ...{ kind: 'sent', rivals: making.rivals ?? [], bookAge: making.bookAge ?? null },
    login: ownLogin,
  },
]

const nothing = { orderId: null, name: null, code: null, message: null, detail: null }
export const accepted = (orderId: string): PartOutcome => ({
  ...nothing,
  state: 'accepted',
  orderId,
})
export const refused = (message: string): PartOutcome => ({
  ...nothing,
  state: 'refused',
  code: 'refused',
  message,
})
export const unanswered: PartOutcome = { ...nothing, state: 'in-doubt', code: 'in-doubt' }

/** A row of the order book as the service writes it, read as the desk reads it. */
export const orderRow = (fields: Record<string, unknown> = {}): OrderRecord =>
  OrderRecord.parse({
    exchange: 'NSE',
    symbol: 'INFY-EQ',
    product: 'MIS',
    pricetype: 'LIMIT',
    action: 'BUY',
    price: 1500.5,
    trigger_price: 0,
    quantity: 100,
    order_id: '1',
    parentorderid: '',
    orderentrytime: sentText,
    status: 'open',
    ...fields,
  })
