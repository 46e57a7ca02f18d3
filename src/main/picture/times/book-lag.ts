/** Milliseconds by which an order book lags at the most behind the orders in it; where it was seen to lag by more, `learned-lags.ts` knows. */
export const slowestOrderBook = 5000

/** And by which it is believed to lag where it was seen to: what comes up later still was left out. */
export const latestOrderBook = 20_000

/**
 * Within which after its sending a book shows an order of ours under whatever number, however late it is:
 * what comes up until then, or changes a position, may be of it.
 */
export const shownWithin = 60_000

/** And positions: for so long what was filled and is not held keeps a login from being flat. */
export const slowestPositions = 10_000

/** After its first reading, for which a position book that shows nothing at all may only be silent: some services' are after a login. */
export const longestSilence = 20_000

/**
 * Milliseconds for which a position that is gone with no order that explains it contradicts the order
 * book: that lags by less, and a row that is left out is missed for longer by itself.
 */
export const untilBelieved = 30_000

/** Milliseconds after an order's last event from which both books are trusted to show what it did. */
export const untilBothShow = 60_000

/** No broker's day is longer: an order that no book showed for so long will not be shown. */
export const longestDay = 20 * 3_600_000

/** Milliseconds by which this machine's clock, which times what was sent, may be ahead of the broker's, which times its rows. */
export const aboutThen = 60_000

/** Until it shows the legs of a bracket or a cover: the broker makes them within two seconds of the fill. */
export const slowestLegs = slowestOrderBook + 2000

/** Within which a square-off is carried out whose answer is missing. */
export const latestSquareOff = 60_000
