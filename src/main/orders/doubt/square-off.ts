/** The orders of a square-off turn up within so many milliseconds of its answer. */
export const squareOffLasts = 120_000
