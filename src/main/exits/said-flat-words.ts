import { counted, signedUnits } from '../../shared/core/figures.ts'
import type { Row } from '../../shared/core/patch.ts'
import { brief } from '../../shared/core/visible-text.ts'
import { netOf } from '../picture/rows/instruments.ts'

/* What is said where books speak against a word that was said of an exit: of one of so many orders or positions. */

const lookThere = 'See in the broker’s own terminal what is open.'

export const worksAgain = (row: Row, count: number): string =>
  `${nameOfOrder(row)} had ended and works again${others(count, 'order')}. Cancel it, or exit again.`

export const cameUpSoon = (row: Row, count: number): string =>
  `${nameOfOrder(row)} works${others(count, 'order')}, and may have been at the broker before: the order book, which was late to show other orders, came up with it a few seconds later. Cancel it, or exit again.`

export const wasNotShown = (row: Row, count: number): string =>
  `${nameOfOrder(row)} was at the broker before, though its book did not show it, and works${others(count, 'order')}. Cancel it, or exit again.`

export const wasEnteredBefore = (row: Row, count: number): string =>
  `${nameOfOrder(row)} works${others(count, 'order')}, and was entered before this was said, by the time in its row as far as clocks agree, though its book did not show it then. Cancel it, or exit again, unless you placed it since.`

/** What is said of when an order was there whose book did not show it. */
const notShownThen = {
  surely: 'was at the broker before, though its book did not show it',
  'by its row':
    'was entered before this was said, by the time in its row as far as clocks agree, though its book did not show it then',
}

/** Whether an order was surely there, or its row alone says so. */
export type WasThere = keyof typeof notShownThen

export interface OpenAgain {
  row: Row
  /** What its row shows where that may not be all of it; null where it shows no figure. */
  shown: number | null
  /** What was not shown, and brought all of it; null where nothing did. */
  by: { row: Row; was: WasThere } | null
}

export const openAgain = ({ row, shown, by }: OpenAgain, count: number): string => {
  const why =
    by === null
      ? ' again, and no later order explains it'
      : ` by order ${brief(String(by.row['order_id']), 60)}, which ${notShownThen[by.was]}`
  const units = unitsSaid(netOf(row), shown)
  return `${brief(String(row['symbol']), 60)} shows ${units}${why}${others(count, 'position')}. ${lookThere} Then exit again.`
}

function unitsSaid(net: number | null, shown: number | null): string {
  if (net !== null) return signedUnits(net)
  return shown === null || shown === 0
    ? 'an unknown number of units'
    : `${signedUnits(shown)} (perhaps not all that is open)`
}

export const filledLate = (row: Row): string =>
  `${nameOfOrder(row)} had ended and shows more filled since, which its position does not show. ${lookThere}`

export const filledUnseen = (row: Row, was: WasThere): string =>
  `${nameOfOrder(row)} ${notShownThen[was]}, and was filled, which its position does not show. ${lookThere}`

export const inDoubtAgain = (count: number): string =>
  `${counted(count, 'order')} of before may be at the broker after all: settle what is in doubt first.`

const others = (count: number, one: string): string =>
  count === 1 ? '' : `, and ${counted(count - 1, `other ${one}`)}`

const nameOfOrder = ({ order_id: id, symbol }: Row): string =>
  `Order ${brief(String(id), 60)} of ${brief(String(symbol), 60)}`
