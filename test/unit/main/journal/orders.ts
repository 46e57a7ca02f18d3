import type { IntentEvent, PartOutcome, Recorded } from '../../../../src/shared/orders/intents.ts'

type Event<Kind extends IntentEvent['kind']> = Extract<IntentEvent, { kind: Kind }>

/** A limit order for ten shares, as a person confirmed it. */
export function recorded(more: Partial<Recorded> = {}): Recorded {
  const { account = 'one', params } = more
  const symbol = params?.['symbol'] ?? 'SBIN-EQ'
  return {
    kind: 'recorded',
    account,
    accountName: 'Mine',
    broker: 'zerodha',
    confirmation: crypto.randomUUID(),
    operation: 'PlaceMultiOrder',
    request: crypto.randomUUID(),
    leg: 0,
    params: {
      broker: 'zerodha',
      strategy: 'By hand',
      exchange: 'NSE',
      symbol,
      action: 'BUY',
      product: 'MIS',
      pricetype: 'LIMIT',
      quantity: '10',
      price: '812.50',
    },
    ticket: {
      kind: 'regular',
      account,
      exchange: 'NSE',
      symbol,
      action: 'BUY',
      quantity: '10',
      product: 'MIS',
      pricing: { type: 'LIMIT', price: '812.50' },
      slice: null,
      exit: false,
    },
    quantities: [10],
    exit: false,
    resends: null,
    ...more,
  }
}

/** Cancels all of an account; it has the parts that its answer names. */
export const recordedExit = (more: Partial<Recorded> = {}): Recorded =>
  recorded({
    operation: 'CancelAllOrder',
    params: { broker: 'zerodha', strategy: 'By hand' },
    ticket: null,
    quantities: [null],
    exit: true,
    ...more,
  })

export const sent = (rivals: string[] = []): Event<'sent'> => ({
  kind: 'sent',
  rivals,
  bookAge: 400,
})

export const answered = (...parts: PartOutcome[]): Event<'answered'> => ({
  kind: 'answered',
  parts,
})

const nothing = { orderId: null, name: null, code: null, message: null, detail: null }

export const acceptedAs = (orderId: string): PartOutcome => ({
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

export const doubted: PartOutcome = {
  ...nothing,
  state: 'in-doubt',
  code: 'too-late',
  message: 'No answer came in time.',
}

export const accepted = (orderId: string): Event<'answered'> => answered(acceptedAs(orderId))
