/**
 * A price, a step, a size of any row, whatever stands there: services write 0 where they know
 * none, so what is not above zero is none.
 */
export const aboveZero = (figure: unknown): number | null =>
  typeof figure === 'number' && figure > 0 && Number.isFinite(figure) ? figure : null

/** A last price of 0 is that of an instrument that never traded, and none trades below its tick. */
export function lastPriceOf(row: {
  readonly ltp?: unknown
  readonly tick_size?: unknown
}): number | null {
  const price = aboveZero(row.ltp)
  const tick = aboveZero(row.tick_size)
  return price !== null && tick !== null && price < tick ? null : price
}
