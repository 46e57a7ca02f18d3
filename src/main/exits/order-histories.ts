import type { Row } from '../../shared/core/patch.ts'
import { comparableOrderId, orderKeyOf } from '../../shared/service/order-ids.ts'
import { isFinished, stateOfOrder } from '../../shared/service/words.ts'
import type { Clock } from '../core/clock.ts'
import type { LoginPicture } from '../picture/login-picture.ts'
import type { AskedHistories, ToldByHistory } from './remainder.ts'

/** Snapshots of an order by its number; null where the service tells none. */
export type ReadHistory = (orderId: string) => Promise<readonly Row[] | null>

/** Each of them is a request, and a service allows ten in a second. */
const atOnce = 10
const everySecond = 1000
/** More would take longer than an exit is watched. */
const mostAsked = 300
/** A service that does not tell a history the third time has none, or none of this order. */
const asksBeforeBelieving = 3

/** Orders that ended by the order book; of two spellings of one number the first is asked for. */
export interface EndedOrders {
  /** Named by the service when it cancelled: two of its answers say that they ended. */
  named: readonly string[]
  /** Those that the order book alone says it of. */
  others: readonly string[]
}

/** Whoever asks for histories of one account takes turns: what the service allows is allowed to all together. */
export class HistoryTurns {
  readonly #clock: Pick<Clock, 'after'>
  #next: Promise<void> = Promise.resolve()

  constructor(clock: Pick<Clock, 'after'>) {
    this.#clock = clock
  }

  take(): Promise<void> {
    const turn = this.#next
    this.#next = turn.then(() => new Promise((go) => void this.#clock.after(everySecond, go)))
    return turn
  }
}

/** Asks for the histories of orders that ended by the order book. One that has ended is not asked again. */
export class OrderHistories {
  readonly #turns: HistoryTurns
  readonly #read: ReadHistory
  readonly #ended = new Set<string>()
  /** How often a history was asked for in vain. */
  readonly #inVain = new Map<string, number>()

  constructor({ turns, read }: { turns: HistoryTurns; read: ReadHistory }) {
    this.#turns = turns
    this.#read = read
  }

  /** A history that is not told is asked for again each time; none is once nobody waits for it. */
  ask({ named, others }: EndedOrders, signal: AbortSignal): AskedHistories {
    const orderIds = [...others, ...named]
    const isNamed = new Set(named.map(comparableOrderId))
    const distinct = new Map(orderIds.toReversed().map((id) => [comparableOrderId(id), id]))
    const open = [...distinct].filter(([key]) => !this.#ended.has(key)).slice(-mostAsked)
    return { asked: open.map(([, id]) => id), told: this.#ask(open, { isNamed, signal }) }
  }

  async #ask(
    open: readonly [key: string, id: string][],
    { isNamed, signal }: { isNamed: ReadonlySet<string>; signal: AbortSignal },
  ): Promise<ToldByHistory> {
    const told = { working: [], untold: [], believed: [] } as Record<keyof ToldByHistory, string[]>
    for (let at = 0; at < open.length; at += atOnce) {
      await this.#turns.take()
      if (signal.aborted) break
      const asked = open.slice(at, at + atOnce)
      const histories = await Promise.all(asked.map(([, id]) => this.#read(id)))
      for (const [place, [key, id]] of asked.entries()) {
        const says = saidOf(histories[place]!, key)
        if (says === 'ended') this.#ended.add(key)
        if (says === 'works') told.working.push(id)
        if (says !== 'nothing') continue
        const asks = (this.#inVain.get(key) ?? 0) + 1
        this.#inVain.set(key, asks)
        const isBelieved = isNamed.has(key) && asks >= asksBeforeBelieving
        told[isBelieved ? 'believed' : 'untold'].push(id)
      }
    }
    return told
  }
}

/** Orders that ended by the order book without being filled in whole: nothing else bears that out. */
export const endedUnfilled = (
  picture: LoginPicture,
  isMeant: (order: Row) => boolean,
): readonly string[] =>
  [...picture.orders.told()].flatMap(({ row }) => {
    const state = stateOfOrder(row)
    const isIt = (state === 'cancelled' || state === 'rejected') && isMeant(row)
    return isIt ? [String(row['order_id'])] : []
  })

/** In whatever order its snapshots stand: what has ended once does not work again. */
function saidOf(snapshots: readonly Row[] | null, key: string): 'works' | 'ended' | 'nothing' {
  const own = (snapshots ?? []).filter((one) => orderKeyOf(one) === key)
  const states = own.map(stateOfOrder)
  if (states.some((state) => state !== 'unknown' && isFinished(state))) return 'ended'
  return states.length > 0 && !states.includes('unknown') ? 'works' : 'nothing'
}
