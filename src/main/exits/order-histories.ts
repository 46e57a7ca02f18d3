import type { Row } from '../../shared/core/patch.ts'
import { comparableOrderId } from '../../shared/service/order-ids.ts'
import { isFinished, stateOfOrder } from '../../shared/service/words.ts'
import type { Clock } from '../core/clock.ts'

/** Snapshots of an order by its number; null where the service tells none. */
export type ReadHistory = (orderId: string) => Promise<readonly Row[] | null>

/** Each of them is a request, and a service allows ten in a second. */
const atOnce = 10
const everySecond = 1000
/** More would take longer than an exit is watched. */
const mostAsked = 300

/** Asks for the histories of orders that ended by the order book. One that has ended is not asked again. */
export class OrderHistories {
  readonly #clock: Pick<Clock, 'after'>
  readonly #read: ReadHistory
  readonly #ended = new Set<string>()

  constructor({ clock, read }: { clock: Pick<Clock, 'after'>; read: ReadHistory }) {
    this.#clock = clock
    this.#read = read
  }

  /**
   * Of these orders, those that work by their own history, whatever the order book says. A history that
   * nobody tells says nothing. Of two spellings of one number the first is asked for.
   */
  async working(orderIds: readonly string[]): Promise<string[]> {
    const distinct = new Map(orderIds.toReversed().map((id) => [comparableOrderId(id), id]))
    const open = [...distinct].filter(([key]) => !this.#ended.has(key)).slice(-mostAsked)
    const working: string[] = []
    for (let at = 0; at < open.length; at += atOnce) {
      if (at > 0) await new Promise<void>((go) => this.#clock.after(everySecond, go))
      const asked = open.slice(at, at + atOnce)
      const histories = await Promise.all(asked.map(([, id]) => this.#read(id)))
      for (const [place, [key, id]] of asked.entries()) {
        const says = saidOf(histories[place]!, key)
        if (says === 'ended') this.#ended.add(key)
        if (says === 'works') working.push(id)
      }
    }
    return working
  }
}

/** In whatever order its snapshots stand: what has ended once does not work again. */
function saidOf(snapshots: readonly Row[] | null, key: string): 'works' | 'ended' | 'nothing' {
  const own = (snapshots ?? []).filter(({ order_id: id }) => comparableOrderId(String(id)) === key)
  const states = own.map(stateOfOrder)
  if (states.some((state) => state !== 'unknown' && isFinished(state))) return 'ended'
  return states.length > 0 && !states.includes('unknown') ? 'works' : 'nothing'
}
