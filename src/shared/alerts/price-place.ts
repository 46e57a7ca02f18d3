/** What a price is of, however a book writes its exchange: on another one the same symbol has another price. */
export const pricedAt = ({ exchange, symbol }: { exchange?: unknown; symbol?: unknown }): string =>
  `${String(exchange).trim().toUpperCase()} ${String(symbol)}`
