import { counted } from '../../shared/core/figures.ts'
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
  `${nameOfOrder(row)} works${others(count, 'order')}, and was entered before this was said, by the time in its row, though its book did not show it then. Cancel it, or exit again.`

export const openAgain = (row: Row, count: number): string => {
  const net = netOf(row)
  const units = net === null ? 'an unknown number of units' : counted(Math.abs(net), 'unit')
  return `${brief(String(row['symbol']), 60)} shows ${units} again, and no later order explains it${others(count, 'position')}. ${lookThere} Then exit again.`
}

export const filledLate = (row: Row): string =>
  `${nameOfOrder(row)} had ended and shows more filled since, which its position does not show. ${lookThere}`

export const filledUnseen = (row: Row): string =>
  `${nameOfOrder(row)} was at the broker before, though its book did not show it, and was filled, which its position does not show. ${lookThere}`

export const inDoubtAgain = (count: number): string =>
  `${counted(count, 'order')} of before may be at the broker after all: settle what is in doubt first.`

const others = (count: number, one: string): string =>
  count === 1 ? '' : `, and ${counted(count - 1, `other ${one}`)}`

const nameOfOrder = ({ order_id: id, symbol }: Row): string =>
  `Order ${brief(String(id), 60)} of ${brief(String(symbol), 60)}`
