import type { Asked, Departure, RunRecord } from '../record.ts'
import { isExitTicket } from './stop-holds.ts'

/** Milliseconds before a turn in which what left surely counts for its minute. */
const lately = 30_000

/**
 * Of orders that leave one after the other, none leaves that a limit stood against when its turn
 * came: one that was saved after it was confirmed, and that the desk had answered for before that.
 */
export function turnsHold(
  record: Pick<RunRecord, 'asked' | 'accepted' | 'tightened' | 'departures' | 'starts'>,
  departure: Departure,
): string[] {
  const { account, legs, at } = departure
  return legs.flatMap(({ tag, units, orders }) => {
    const order = tag === null ? undefined : record.asked.get(tag)
    const turn = order && turnOf(record, order)
    if (order === undefined || turn === undefined || isExitTicket(order.ticket)) return []
    const former = leftBefore(record, { account, turn, but: departure })
    return record.tightened
      .filter((one) => one.account === account && one.savedAt < turn && at < one.loosenedAt)
      .flatMap(({ quantity, perMinute }) => [
        ...(quantity !== null && units > quantity
          ? [`${tag} has ${units} units, and ${quantity} were allowed when its turn came`]
          : []),
        ...(perMinute !== null && former + orders > perMinute
          ? [`${tag} leaves after ${former} within a minute, and ${perMinute} were allowed`]
          : []),
      ])
  })
}

/** When all before it were accepted; undefined for the first, and for what leaves at once. */
function turnOf({ accepted }: Pick<RunRecord, 'accepted'>, { tag, inTurn }: Asked) {
  const before = inTurn.slice(0, Math.max(0, inTurn.indexOf(tag)))
  const moments = before.flatMap((one) => accepted.get(one) ?? [])
  return moments.length === 0 ? undefined : Math.max(...moments)
}

/** Orders of an account that left within half a minute of a turn, in the same life of the desk. */
function leftBefore(
  { departures, starts, asked }: Pick<RunRecord, 'departures' | 'starts' | 'asked'>,
  { account, turn, but }: { account: string; turn: number; but: Departure },
): number {
  const since = Math.max(turn - lately, ...starts.filter((start) => start <= turn))
  return departures
    .filter((one) => one !== but && one.account === account && one.at > since && one.at < turn)
    .flatMap(({ legs }) => legs.filter(({ tag }) => tag !== null && asked.has(tag)))
    .reduce((sum, { orders }) => sum + orders, 0)
}
