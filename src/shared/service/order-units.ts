import { stateOfOrder, unitsSaid } from './words.ts'

/** Units that an order was filled with, as its row says; figures in its word count where it has no other. */
export function unitsFilled({
  status,
  quantity,
  fillshares,
}: Parameters<typeof stateOfOrder>[0]): number {
  const filled = figure(fillshares) ?? 0
  if (filled > 0) return filled
  const said = unitsSaid({ status, quantity })
  if (said !== null) return said
  return stateOfOrder({ status }) === 'complete' ? (figure(quantity) ?? 0) : 0
}

/** Units that a row tells to be sold: some brokers write them below zero. Null where it does not say. */
export const unitsSold = (value: unknown): number | null => {
  const units = figure(value)
  return units === null ? null : Math.abs(units)
}

/** Null for what is no figure. */
export const figure = (value: unknown): number | null =>
  typeof value === 'number' && Number.isFinite(value) ? value : null
