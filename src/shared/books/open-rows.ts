import { isFinished, stateOfOrder } from '../service/words.ts'

type OrderFigures = Parameters<typeof stateOfOrder>[0]

/**
 * An order that may still be filled: one whose status is missing, or that nobody knows, or whose
 * figures say that there is more to come, is not finished.
 */
export const isWorkingRow = (row: OrderFigures): boolean => !isFinished(stateOfOrder(row))

/** A position of unknown size counts as open. */
export const isOpenPosition = ({ netqty }: { netqty?: unknown }): boolean => netqty !== 0

/** Units that an order may still be filled with, while it works; null where its row does not say. */
export function unitsToCome({ quantity, fillshares }: OrderFigures): number | null {
  const ordered = figure(quantity)
  return ordered === null ? null : Math.max(0, ordered - (figure(fillshares) ?? 0))
}

/** Units that an order was filled with, as its row says. */
export function unitsFilled({ status, quantity, fillshares }: OrderFigures): number {
  const filled = figure(fillshares) ?? 0
  if (filled > 0) return filled
  return stateOfOrder({ status }) === 'complete' ? (figure(quantity) ?? 0) : 0
}

/** Null for what is no figure. */
export const figure = (value: unknown): number | null =>
  typeof value === 'number' && Number.isFinite(value) ? value : null
