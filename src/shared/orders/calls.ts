import * as z from 'zod'
import { type CallRows, type EventRows, nothing, typed } from '../core/contract-rows.ts'
import { Basket } from './baskets.ts'
import {
  BrokerSymbol,
  DeclinedSymbol,
  type KnownBrokerSymbols,
  SymbolId,
  mostBrokerSymbols,
} from './broker-symbols.ts'
import type { Intent } from './intents.ts'
import { SharePercent } from './money-shares.ts'
import { type MoneyPortion, type Placement, type Preview, ShownOrder } from './placing.ts'
import { SharedSum, Tickets, mostOrders } from './tickets.ts'

/** How fast an account's orders leave. */
export interface Pace {
  account: string
  /** Orders that left within the last second, and the most that may. */
  used: number
  most: number
  /** Orders confirmed and not sent yet. */
  waiting: number
}

export const orderCalls = {
  /** What these orders would be, and what stands against them. Nothing is kept or sent. */
  previewOrders: {
    input: z.strictObject({ orders: Tickets, oneRequest: z.boolean().optional() }),
    output: typed<Preview>(),
    whileLocked: 'refused, late answer withheld',
  },
  /** How many units parts of money buy: of each order, whatever its quantity says. */
  previewShares: {
    input: z.strictObject({
      orders: Tickets,
      shares: z
        .array(z.strictObject({ percent: SharePercent, sum: SharedSum.nullable() }))
        .max(mostOrders),
    }),
    output: typed<MoneyPortion[]>(),
    whileLocked: 'refused, late answer withheld',
  },
  placeOrders: {
    input: z.strictObject({
      /** Made once for each act of confirming: a second call with it sends nothing. */
      confirmation: z.uuid(),
      orders: Tickets,
      /** What was asked and agreed to, as `consentTo` writes it. */
      accepted: z.array(z.string().max(60)).max(5000),
      /** What was seen of each order: one that has become worse since is not sent. */
      shown: z.array(ShownOrder.nullable()).max(mostOrders).optional(),
      /** Each leaves once the one before it was accepted; after one that was not, none of the rest. */
      oneByOne: z.boolean().optional(),
      /**
       * Orders of accounts at one service travel in one request, each with its own keys. What leaves
       * one by one does not.
       */
      oneRequest: z.boolean().optional(),
    }),
    output: typed<Placement>(),
    whileLocked: 'refused, late answer told',
  },
  /** Takes orders out of the queue that were not sent yet. */
  cancelQueuedOrders: {
    input: z.strictObject({ intents: z.array(z.uuid()).min(1).max(mostOrders) }),
    output: typed<Intent[]>(),
    whileLocked: 'refused, late answer told',
  },
  /** Reads the order book once more for an order in doubt. */
  lookForOrder: {
    input: z.strictObject({ intent: z.uuid() }),
    output: typed<Intent>(),
    whileLocked: 'refused, late answer withheld',
  },
  settleOrder: {
    input: z.strictObject({
      intent: z.uuid(),
      how: z.discriminatedUnion('kind', [
        z.strictObject({
          kind: z.literal('is'),
          orderIds: z.array(z.string().max(200)).min(1).max(200),
        }),
        z.strictObject({ kind: z.literal('absent') }),
      ]),
    }),
    output: typed<Intent>(),
    whileLocked: 'refused, late answer told',
  },

  /** What each broker calls an instrument, and what the books would say that nobody has agreed to. */
  listBrokerSymbols: {
    input: nothing,
    output: typed<KnownBrokerSymbols>(),
    whileLocked: 'refused, late answer withheld',
  },
  /** All of it or nothing; what is put takes the place of what has its name at its broker. */
  saveBrokerSymbols: {
    input: z.strictObject({
      put: z.array(BrokerSymbol).max(mostBrokerSymbols),
      drop: z.array(SymbolId).max(mostBrokerSymbols),
      /** Names that the books suggest and a person called wrong: they are not suggested again. */
      decline: z.array(DeclinedSymbol).max(mostBrokerSymbols),
    }),
    output: typed<KnownBrokerSymbols>(),
    whileLocked: 'refused, late answer told',
  },

  listBaskets: {
    input: nothing,
    output: typed<Basket[]>(),
    whileLocked: 'refused, late answer withheld',
  },
  /** Without an id, a new basket. */
  saveBasket: {
    input: Basket.omit({ changed: true }).extend({ id: z.uuid().optional() }),
    output: typed<Basket>(),
    whileLocked: 'refused, late answer told',
  },
  deleteBasket: {
    input: z.strictObject({ id: z.uuid() }),
    output: typed<null>(),
    whileLocked: 'refused, late answer told',
  },
} satisfies CallRows

export const orderEvents = {
  /** All that people said and agreed to. */
  brokerSymbols: { carries: typed<BrokerSymbol[]>(), whileLocked: 'dropped' },
  /** Intents that are new or changed. */
  intents: { carries: typed<Intent[]>(), whileLocked: 'dropped' },
  pace: { carries: typed<Pace[]>(), whileLocked: 'dropped' },
} satisfies EventRows
