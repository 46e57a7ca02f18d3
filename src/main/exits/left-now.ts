import type { Row } from '../../shared/core/patch.ts'
import { orderKeyOf } from '../../shared/service/order-ids.ts'
import { keyOfPosition, netOf, positionOfRow } from '../picture/rows/instruments.ts'
import type { LoginPicture } from '../picture/login-picture.ts'
import { type Remainder, isFlat } from './remainder.ts'

/** What stands between a login and flat, a while after it was said what an exit left. */
export interface LeftNow {
  remainder: Remainder
  /** Nothing is shown of what was left, and this came up since: it may be the person's own. */
  hasComeSince: boolean
}

/** What the books showed when it was said. */
export interface ShownThen {
  /** By keys. */
  orders: ReadonlySet<string>
  /** Units by positions; null where they were not known. */
  held: ReadonlyMap<string, number | null>
}

export const shownThen = ({ orders, positions }: LoginPicture): ShownThen => ({
  orders: new Set([...orders.told()].map(({ row }) => orderKeyOf(row))),
  held: new Map(positions.open.map((row) => [keyOf(row), netOf(row)])),
})

/**
 * Of what was left as much as there still is. It is parted from what came up since by what the books showed
 * when it was said; where they were not read then, nothing is known to have come since.
 */
export function leftNow(remainder: Remainder, then: ShownThen | null): LeftNow {
  if (then === null) return { remainder, hasComeSince: false }
  const isNew = (row: Row): boolean => !then.orders.has(orderKeyOf(row))
  const isMore = ({ row }: Remainder['positions'][number]): boolean => {
    const [before, now] = [then.held.get(keyOf(row)), netOf(row)]
    if (before === undefined) return true
    if (before === null || now === null) return false
    return Math.sign(before) !== Math.sign(now) || Math.abs(now) > Math.abs(before)
  }
  const { orders, positions } = remainder
  const former = {
    ...remainder,
    orders: orders.filter((row) => !isNew(row)),
    positions: positions.filter((position) => !isMore(position)),
  }
  if (!isFlat(former)) return { remainder: former, hasComeSince: false }
  const later = { ...remainder, orders: orders.filter(isNew), positions: positions.filter(isMore) }
  return { remainder: later, hasComeSince: true }
}

const keyOf = (row: Row): string => keyOfPosition(positionOfRow(row))
