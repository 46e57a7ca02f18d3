import { isOpenPosition } from '../../../shared/books/open-rows.ts'
import type { Row } from '../../../shared/core/patch.ts'
import { orderKeyOf } from '../../../shared/service/order-ids.ts'
import { figure, unitsFilled } from '../../../shared/service/order-units.ts'
import { type Action, countsUnits, sideOfWord } from '../../../shared/service/words.ts'
import { broughtForward } from '../rows/brought-forward.ts'
import { BySymbol } from '../rows/by-symbol.ts'
import {
  type InstrumentName,
  type PositionName,
  isOf,
  isOfInstrument,
  positionOfRow,
} from '../rows/instruments.ts'
import type { BookSeen } from '../login-facts.ts'
import type { MissingPosition } from '../missing/vanished-rows.ts'

/** What was bought of an instrument, or sold. */
export interface FilledSide {
  units: number
  /** Units times their prices; null where one of these is not told. */
  value: number | null
}

/** What orders of the day were filled with on a side; those that the book has dropped have no price any more. */
export function filledSide(orders: BookSeen, of: InstrumentName, action: Action): FilledSide {
  const units = orders
    .lastFills(of.symbol)
    .filter(({ row }) => isOfInstrument(row, of))
    .reduce((sum, last) => sum + last.units[action], 0)
  const side: FilledSide = { units: 0, value: 0 }
  const told = new Set<string>()
  for (const row of BySymbol.of(orders.rows).find(of.symbol)) {
    const id = orderKeyOf(row)
    if (told.has(id) || !isOfInstrument(row, of) || sideOfWord(row['action']) !== action) continue
    if (id !== '') told.add(id)
    addTo(side, unitsFilled(row), figure(row['avgprc']))
  }
  return { units, value: side.units === units ? side.value : null }
}

export function addTo(side: FilledSide, units: number, price: number | null): void {
  if (units === 0) return
  side.units += units
  const isTold = price !== null && price > 0 && side.value !== null
  side.value = isTold ? side.value! + units * price : null
}

export const boughtOf = ({ bqty, buyavgprc }: Row) => ({
  units: figure(bqty),
  price: figure(buyavgprc),
})
export const soldOf = ({ sqty, sellavgprc }: Row) => ({
  units: figure(sqty),
  price: figure(sellavgprc),
})

/**
 * Rupees that a position made or lost whose row is gone, by all that its orders of the day were filled
 * with: where they opened it and closed it again, and tell their prices. Null where they do not.
 */
export function resultByFills(of: PositionName, orders: BookSeen): number | null {
  const rows = BySymbol.of(orders.rows).find(of.symbol)
  const areAllOfIt = rows.every((row) => unitsFilled(row) <= 0 || isOf(row, of) === 'yes')
  if (!areAllOfIt || !countsUnits(of.exchange)) return null
  const [buys, sells] = [filledSide(orders, of, 'BUY'), filledSide(orders, of, 'SELL')]
  if (buys.units === 0 || buys.units !== sells.units) return null
  return buys.value === null || sells.value === null ? null : sells.value - buys.value
}

/** Whether orders of the day traded an instrument, under whatever product. */
export const wasTradedToday = (of: InstrumentName, orders: BookSeen): boolean =>
  filledSide(orders, of, 'BUY').units + filledSide(orders, of, 'SELL').units > 0

/**
 * Whether a row that is missing tells of this day: one that was seen before all brokers had cleared
 * their books does where orders of the day bought and sold just what it says.
 */
export function isOfThisDay(
  { row, isLossDoubted }: Pick<MissingPosition, 'row' | 'isLossDoubted'>,
  orders: BookSeen | null,
): boolean {
  if (!isLossDoubted) return true
  if (orders === null) return false
  const of = positionOfRow(row)
  const [buys, sells] = [filledSide(orders, of, 'BUY'), filledSide(orders, of, 'SELL')]
  const [bought, sold] = [boughtOf(row), soldOf(row)].map(({ units }) => Math.abs(units ?? 0))
  return buys.units + sells.units > 0 && buys.units === bought && sells.units === sold
}

/** Whether the result of a position that was open when its row was seen last is told by its orders. */
export const isReckonedByFills = (row: Row, orders: BookSeen): boolean =>
  isOpenPosition(row) &&
  broughtForward(row) === 0 &&
  resultByFills(positionOfRow(row), orders) !== null
