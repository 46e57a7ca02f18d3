import { randomUUID } from 'node:crypto'
import type { FaultName } from '../../../src/practice/faults/faults.ts'
import type { Practice } from '../../../src/practice/server.ts'
import type { BookMeta } from '../../../src/shared/books/book-state.ts'
import type { Intent } from '../../../src/shared/orders/intents.ts'
import { noLimits, usualTrading } from '../../../src/shared/orders/limits.ts'
import type { Placement } from '../../../src/shared/orders/placing.ts'
import { consentTo, problemCodes } from '../../../src/shared/orders/problems.ts'
import type { RegularTicket } from '../../../src/shared/orders/tickets.ts'
import { type RunningDesk, runDesk } from '../running-desk.ts'

/** All that could be asked about: what is tested here is what happens after it. */
export const acceptedOf = (orders: number): string[] =>
  Array.from({ length: orders }, (_, order) =>
    problemCodes.map((code) => consentTo({ order, code })),
  ).flat()

export const buyOne = (account: string, more: Partial<RegularTicket> = {}): RegularTicket => ({
  kind: 'regular',
  account,
  exchange: 'NSE',
  symbol: 'INFY-EQ',
  action: 'BUY',
  quantity: '1',
  product: 'MIS',
  pricing: { type: 'LIMIT', price: '1400' },
  slice: null,
  exit: false,
  ...more,
})

export async function addAccount(
  { ask }: RunningDesk,
  {
    url,
    id: known,
    name = 'Main',
    trading = {},
    enabled = true,
    key = 'practice-1',
    secret = key,
  }: {
    url: string
    /** An account that is there already. */
    id?: string
    name?: string
    trading?: Partial<typeof usualTrading>
    enabled?: boolean
    key?: string
    secret?: string
  },
): Promise<string> {
  const { id } = await ask('saveAccount', {
    profile: {
      ...(known !== undefined && { id: known }),
      name,
      broker: 'PX',
      service: { kind: 'url', url },
      strategy: 'Manual',
      colour: 'blue',
      enabled,
      polls: {},
      readsPerSecond: 20,
      trading: { ...usualTrading, limits: noLimits, ...trading },
    },
    keys: { apiKey: key, apiSecret: secret },
  })
  return id
}

/** Waits until two answers of the order book agree: from then on it is known what was there before. */
export async function bookIsSure(desk: RunningDesk, account: string): Promise<void> {
  const isGood = ({ meta }: { meta: BookMeta }): boolean => meta.age !== null
  await desk.book(account, 'orders', isGood)
  await desk.ask('refreshBooks', { account, book: 'orders' })
  let good = 0
  await desk.book(account, 'orders', (update) => isGood(update) && ++good === 2)
}

/** A desk that knows no account, and keeps keys for this session. */
export async function emptyDesk(options?: Parameters<typeof runDesk>[0]): Promise<RunningDesk> {
  const desk = await runDesk(options)
  await desk.ask('chooseVault', { kind: 'session' })
  for (const { id } of (await desk.ask('openDesk', {})).accounts)
    await desk.ask('deleteAccount', { account: id })
  return desk
}

export function takenOf(placement: Placement): Intent[] {
  if (!placement.isTaken) throw new Error(JSON.stringify(placement.problems))
  return placement.intents
}

/** How a test places orders of one account, and hears what became of them. */
export function placingOf(of: { desk: RunningDesk; practice: Practice; account: string }) {
  const { desk, practice, account } = of
  /** Places these in one go; answers the ids of their intents. */
  const placeAll = async (orders: readonly Partial<RegularTicket>[]): Promise<string[]> => {
    const placement = await desk.ask('placeOrders', {
      confirmation: randomUUID(),
      orders: orders.map((more) => buyOne(account, more)),
      accepted: acceptedOf(orders.length),
    })
    return takenOf(placement).map(({ id }) => id)
  }
  /** Places one; its request meets this fault. */
  const place = async (
    fault: FaultName | null,
    more: Partial<RegularTicket> = {},
  ): Promise<string> => {
    const operation = 'PlaceMultiOrder'
    if (fault !== null) practice.faults.set({ name: fault, operation, times: 1 })
    const [id] = await placeAll([more])
    return id!
  }
  /** The order as soon as this holds of it. */
  const once = async (id: string, fits: (intent: Intent) => boolean): Promise<Intent> => {
    const isIt = (one: Intent): boolean => one.id === id && fits(one)
    return (await desk.event('intents', (all) => all.some(isIt))).find(isIt)!
  }
  const orderIds = (): string[] => placedIn(practice).flatMap(({ orderids }) => orderids)
  return { placeAll, place, once, orderIds }
}

/** What was really placed. */
export const placedIn = ({ ledger }: Practice) =>
  ledger.entries.filter(({ operation }) => operation.startsWith('Place'))

/** Orders that can be told apart by their prices. */
export const pricedOrders = (account: string, count: number) =>
  Array.from({ length: count }, (_, place) => {
    const pricing = { type: 'LIMIT', price: (1000 + place / 10).toFixed(2) } as const
    return { ...buyOne(account), pricing }
  })
