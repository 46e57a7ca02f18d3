/** Where futures and options are traded. */
const derivatives: ReadonlySet<string> = new Set(['NFO', 'BFO', 'CDS', 'BCD', 'MCX', 'NCDEX'])

/** What a future or an option is of; null for shares. An index may have a figure in its name. */
export function underlyingOf({
  symbol,
  exchange,
}: {
  symbol: string
  exchange: string | null
}): string | null {
  if (exchange === null || !derivatives.has(exchange.trim().toUpperCase())) return null
  const [name] = /^[A-Z&-]+/.exec(symbol.trim().toUpperCase()) ?? []
  return name ?? symbol
}
