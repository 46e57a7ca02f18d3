/** Milliseconds by which an order book lags at the most behind the orders in it. */
export const slowestOrderBook = 5000

/** And positions: for so long what was filled and is not held keeps a login from being flat. */
export const slowestPositions = 10_000

/** Until it shows the legs of a bracket or a cover: the broker makes them within two seconds of the fill. */
export const slowestLegs = slowestOrderBook + 2000

/** Within which a square-off is carried out whose answer is missing. */
export const latestSquareOff = 60_000
